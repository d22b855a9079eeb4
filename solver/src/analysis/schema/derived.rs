//! JSON Schemas derived from types, brought into a uniform form.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// Returns the JSON Schema of the JSON from which `T` is read, without `$schema`. Optional fields may be
/// absent; `null`, which means the same, is not mentioned.
pub(crate) fn schema_of<T: JsonSchema>() -> Value {
    titled::<T>(SchemaSettings::draft2020_12())
}

/// Returns the JSON Schema of the JSON that is written for `T`, without `$schema`. Objects have no other
/// properties than the listed ones.
pub fn schema_of_output<T: JsonSchema>() -> Value {
    titled::<T>(SchemaSettings::draft2020_12().for_serialize())
}

/// Returns the JSON Schema of `T` in which each definition stands where it is used, with the name of its type
/// as its title.
fn titled<T: JsonSchema>(mut settings: SchemaSettings) -> Value {
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let definitions = schema.remove("$defs").and_then(|definitions| definitions.as_object().cloned());
    let mut whole = schema.to_value();
    inline(&mut whole, &definitions.unwrap_or_default());
    let mut schema = Schema::try_from(whole).expect("a schema with its definitions is a schema");
    PlainTransform.transform(&mut schema);
    // A flattened part may have set a title of its own.
    schema.insert("title".to_owned(), T::schema_name().into());
    schema.to_value()
}

/// Replaces references by their definitions. Objects and enumerations get the names of their types as titles.
fn inline(schema: &mut Value, definitions: &Map<String, Value>) {
    match schema {
        Value::Array(schemas) => schemas.iter_mut().for_each(|schema| inline(schema, definitions)),
        Value::Object(object) => {
            let name =
                object.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
            if let Some((name, Value::Object(definition))) =
                name.and_then(|name| definitions.get_key_value(name))
            {
                let mut whole = definition.clone();
                let is_words = whole.get("oneOf").and_then(enum_words).is_some();
                if is_words || whole.contains_key("properties") || whole.contains_key("enum") {
                    whole.insert("title".to_owned(), name.as_str().into());
                }
                object.remove("$ref");
                whole.append(object);
                *object = whole;
            }
            object.values_mut().for_each(|schema| inline(schema, definitions));
        }
        _ => {}
    }
}

/// Gives a type the JSON Schema of another type, in whose form it is written.
macro_rules! schema_as {
    ($type:ty as $form:ty) => {
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$form as schemars::JsonSchema>::json_schema(generator)
            }
        }
    };
}
pub(in crate::analysis) use schema_as;

/// Transform of a schema to the form that all schemas have here: no properties but the listed ones, no `null`
/// for a property that may be absent, and the words of an enumeration as `enum`.
#[derive(Clone)]
struct PlainTransform;

impl Transform for PlainTransform {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else { return };
        object.remove("default");
        object.remove("format");
        if let Some(Value::String(description)) = object.get_mut("description") {
            let line = description.split_whitespace().collect::<Vec<_>>().join(" ");
            *description = line.strip_suffix('.').unwrap_or(&line).to_owned();
        }
        if let Some(words) = object.get("oneOf").and_then(enum_words) {
            object.remove("oneOf");
            object.insert("type".to_owned(), json!("string"));
            object.insert("enum".to_owned(), words);
        }
        if object.contains_key("properties") {
            close_object(object);
        }
    }
}

/// Returns the words of an enumeration whose cases have descriptions; `None` if this is not one.
fn enum_words(forms: &Value) -> Option<Value> {
    let words =
        forms.as_array()?.iter().map(|form| form.get("const").filter(|word| word.is_string()).cloned());
    words.collect::<Option<Vec<Value>>>().map(Value::Array)
}

/// Completes the schema of an object: joins the properties of its forms, and allows no other properties.
fn close_object(object: &mut Map<String, Value>) {
    let required = required_names(object);
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        for (name, property) in properties {
            if let Some(property) = property.as_object_mut().filter(|_| !required.contains(name)) {
                remove_null(property);
            }
        }
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(Value::Array(forms)) = object.remove(key) {
            join_forms(object, forms);
        }
    }
    object.insert("additionalProperties".to_owned(), json!(false));
}

/// Returns the names of the properties that an object always has.
fn required_names(object: &Map<String, Value>) -> Vec<String> {
    let names = object.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// Removes `null` from the values that a property may have.
fn remove_null(property: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = &types[..] {
            property["type"] = only.clone();
        }
    }
    if let Some(Value::Array(words)) = property.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    let Some(Value::Array(forms)) = property.get_mut("anyOf") else { return };
    forms.retain(|form| form["type"] != "null");
    if let [Value::Object(only)] = &forms[..] {
        let only = only.clone();
        property.remove("anyOf");
        for (key, value) in only {
            property.entry(key).or_insert(value);
        }
    }
}

/// Joins the properties of an object that has one of several forms. A property is required if all forms
/// require it. A property that differs between forms may have the schema of any of them.
fn join_forms(object: &mut Map<String, Value>, forms: Vec<Value>) {
    let forms: Vec<Map<String, Value>> =
        forms.into_iter().filter_map(|form| form.as_object().cloned()).collect();
    let mut always = required_names(object);
    if let Some(first) = forms.first() {
        let in_all = |name: &String| forms.iter().all(|form| required_names(form).contains(name));
        always.extend(required_names(first).into_iter().filter(in_all));
    }
    object.insert("required".to_owned(), always.into());
    let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
    for form in &forms {
        if let Some(Value::Object(others)) = form.get("properties") {
            join_properties(properties, others);
        }
    }
}

/// Adds the properties `others`, each after the property that precedes it there.
pub(in crate::analysis) fn join_properties(properties: &mut Map<String, Value>, others: &Map<String, Value>) {
    let mut place = properties.len();
    for (name, schema) in others {
        match properties.keys().position(|other| other == name) {
            None => {
                properties.shift_insert(place, name.clone(), schema.clone());
                place += 1;
            }
            Some(other) => {
                place = other + 1;
                let property = &mut properties[name.as_str()];
                if let Some(union) = schema_union(property, schema) {
                    *property = union;
                }
            }
        }
    }
}

/// Returns a schema for the values that either of two schemas allows; `None` if that is the first one.
fn schema_union(first: &Value, second: &Value) -> Option<Value> {
    if undescribed_schema(first) != undescribed_schema(second) {
        return Some(json!({"anyOf": [first, second]}));
    }
    let is_plain = |schema: &Value| !schema["type"].is_array();
    (is_plain(first) && !is_plain(second)).then(|| second.clone())
}

/// Returns a schema without its description and without `null`.
fn undescribed_schema(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(object) = schema.as_object_mut() {
        remove_null(object);
        object.remove("description");
    }
    schema
}
