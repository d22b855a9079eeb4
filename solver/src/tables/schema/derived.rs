//! JSON Schemas derived from types, brought into a uniform form.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::tables::schema::definitions::{Definitions, enum_words, inline_unnamed, is_named};

/// The JSON Schema of the JSON from which `T` is read. Optional fields may be absent; `null` means the same, but the
/// schema does not list it.
pub(crate) fn schema_of_input<T: JsonSchema>() -> Value {
    document::<T>(SchemaSettings::draft2020_12())
}

/// The JSON Schema of the JSON that is written for `T`. Objects have no other properties than the listed ones. The
/// schemas of nested objects and of enumerations are in `$defs`, by name.
///
/// ```
/// use preference::questions::solve::SolveAnswer;
/// use preference::tables::schema::schema_of_output;
/// let schema = schema_of_output::<SolveAnswer>();
/// assert_eq!(schema["title"], "SolveAnswer");
/// assert_eq!(schema["properties"]["results"]["items"]["$ref"], "#/$defs/ContractSolution");
/// assert_eq!(schema["$defs"]["Seat"]["enum"][0], "F");
/// ```
pub fn schema_of_output<T: JsonSchema>() -> Value {
    document::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn document<T: JsonSchema>(mut settings: SchemaSettings) -> Value {
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let derived = schema.remove("$defs").and_then(|derived| derived.as_object().cloned()).unwrap_or_default();
    let mut root = schema.to_value();
    inline_unnamed(&mut root, &derived);
    let mut definitions = Definitions::default();
    for (name, definition) in derived.iter().filter(|(_, definition)| is_named(definition)) {
        let mut definition = definition.clone();
        inline_unnamed(&mut definition, &derived);
        definition["title"] = name.as_str().into();
        keep_first_paragraph(&mut definition);
        definitions.insert(name, plain_form(definition));
    }
    // A flattened part may have set a title of its own.
    root["title"] = T::schema_name().into();
    definitions.into_document(plain_form(root))
}

fn keep_first_paragraph(definition: &mut Value) {
    // Further paragraphs are for readers of the code.
    if let Some(Value::String(description)) = definition.get_mut("description")
        && let Some((first, _)) = description.split_once("\n\n")
    {
        *description = first.to_owned();
    }
}

fn plain_form(schema: Value) -> Value {
    let mut schema = Schema::try_from(schema).expect("a derived schema is an object");
    PlainTransform.transform(&mut schema);
    schema.to_value()
}

/// Implements `JsonSchema` for a type that is serialized as another type.
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
pub(crate) use schema_as;

/// The uniform form: no properties but the listed ones, no `null` for a property that may be absent, and the words of
/// an enumeration as `enum`.
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
        set_case_titles(object);
    }
}

fn set_case_titles(object: &mut Map<String, Value>) {
    let Some(name) = object.get("title").and_then(Value::as_str).map(str::to_owned) else { return };
    for case in object.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(kind) = case["properties"]["kind"]["const"].as_str() {
            let words = kind.split('-').map(|word| word[..1].to_ascii_uppercase() + &word[1..]);
            case["title"] = words.fold(name.clone(), |title, word| title + &word).into();
        }
    }
}

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

fn required_names(object: &Map<String, Value>) -> Vec<String> {
    let names = object.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

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

fn join_forms(object: &mut Map<String, Value>, forms: Vec<Value>) {
    // A property is required if all forms require it. A property that differs between forms may have the schema of
    // any of them.
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

/// A new property goes after the one that precedes it in `others`; an existing one gets a schema that allows the values
/// of both.
pub(crate) fn join_properties(properties: &mut Map<String, Value>, others: &Map<String, Value>) {
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

/// `None` if the first schema already allows the values of both.
fn schema_union(first: &Value, second: &Value) -> Option<Value> {
    if undescribed_schema(first) != undescribed_schema(second) {
        return Some(json!({"anyOf": [first, second]}));
    }
    (!allows_null(first) && allows_null(second)).then(|| second.clone())
}

fn allows_null(schema: &Value) -> bool {
    let forms = schema["anyOf"].as_array();
    schema["type"].is_array() || forms.is_some_and(|forms| forms.iter().any(|form| form["type"] == "null"))
}

fn undescribed_schema(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(object) = schema.as_object_mut() {
        remove_null(object);
        object.remove("description");
    }
    schema
}
