//! Definitions of named types in JSON Schemas, and references to them.

use serde_json::{Map, Value, json};

/// Schemas of named types, which other schemas refer to.
#[derive(Default)]
pub(crate) struct Definitions(Map<String, Value>);

impl Definitions {
    /// Adds the definition of a type.
    ///
    /// # Panics
    /// If another type has this name: a name stands for one type in all schemas.
    pub(crate) fn insert(&mut self, name: &str, schema: Value) {
        let schema = self.with_references(schema, true);
        let known = self.0.entry(name).or_insert_with(|| schema.clone());
        assert!(*known == schema, "two types are called {name}: {known} and {schema}");
    }

    pub(crate) fn insert_document(&mut self, mut document: Value) -> Value {
        let definitions = document.as_object_mut().and_then(|document| document.remove("$defs"));
        for (name, schema) in definitions.as_ref().and_then(Value::as_object).into_iter().flatten() {
            self.insert(name, schema.clone());
        }
        let name = document["title"].as_str().expect("a document has a title").to_owned();
        self.insert(&name, document);
        reference(&name)
    }

    pub(crate) fn into_document(mut self, schema: Value) -> Value {
        let mut document = self.with_references(schema, true);
        let mut used = Map::new();
        self.collect_used(&document, &mut used);
        if !used.is_empty() {
            used.sort_keys();
            document["$defs"] = used.into();
        }
        document
    }

    fn with_references(&mut self, schema: Value, is_root: bool) -> Value {
        // A reference with a description is wrapped in `allOf`: otherwise many code generators would make a new type
        // of the reference.
        let object = match schema {
            Value::Array(schemas) => {
                return schemas.into_iter().map(|schema| self.with_references(schema, false)).collect();
            }
            Value::Object(object) => object,
            other => return other,
        };
        if object.len() == 1 && object.get("const") == Some(&Value::Null) {
            return json!({"type": "null"});
        }
        let title = object.get("title").and_then(Value::as_str).map(str::to_owned);
        if let Some(name) = title.filter(|_| !is_root && object.contains_key("properties")) {
            self.insert(&name, object.into());
            return reference(&name);
        }
        let mut object: Map<String, Value> =
            object.into_iter().map(|(key, value)| (key, self.with_references(value, false))).collect();
        for forms in ["anyOf", "oneOf"] {
            let forms = object.get_mut(forms).and_then(Value::as_array_mut).into_iter().flatten();
            forms.for_each(remove_reference_description);
        }
        if object.len() > 1 && object.get("$ref").is_some_and(Value::is_string) {
            let path = object.remove("$ref");
            object.insert("allOf".to_owned(), json!([{"$ref": path}]));
        }
        object.into()
    }

    fn collect_used(&self, schema: &Value, used: &mut Map<String, Value>) {
        // Directly or through other definitions.
        match schema {
            Value::Array(schemas) => schemas.iter().for_each(|schema| self.collect_used(schema, used)),
            Value::Object(object) => {
                if let Some((name, definition)) = resolve_reference(object, &self.0)
                    && !used.contains_key(name)
                {
                    used.insert(name.to_owned(), definition.clone());
                    self.collect_used(definition, used);
                }
                object.values().for_each(|schema| self.collect_used(schema, used));
            }
            _ => {}
        }
    }
}

fn remove_reference_description(form: &mut Value) {
    // The type itself has a description.
    if let Some(Value::Array(references)) = form.get_mut("allOf")
        && let Some(reference) = references.pop()
    {
        *form = reference;
    }
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

fn resolve_reference<'a>(
    schema: &Map<String, Value>,
    definitions: &'a Map<String, Value>,
) -> Option<(&'a str, &'a Value)> {
    let name = schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
    definitions.get_key_value(name).map(|(name, definition)| (name.as_str(), definition))
}

/// Objects, enumerations of words, and unions of objects that are tagged by `kind` get names of their own. All other
/// definitions are inlined.
pub(super) fn is_named(definition: &Value) -> bool {
    ["properties", "enum"].iter().any(|key| definition.get(key).is_some())
        || definition["oneOf"].as_array().is_some_and(|forms| {
            enum_words(&definition["oneOf"]).is_some()
                || forms.iter().all(|form| form["properties"]["kind"].get("const").is_some())
        })
}

pub(super) fn enum_words(forms: &Value) -> Option<Value> {
    let words =
        forms.as_array()?.iter().map(|form| form.get("const").filter(|word| word.is_string()).cloned());
    words.collect::<Option<Vec<Value>>>().map(Value::Array)
}

/// Replaces references to types without a name of their own, and in an object with `properties` those in `anyOf` and
/// `oneOf`, so that these alternatives can be merged with the object.
pub(super) fn inline_unnamed(schema: &mut Value, definitions: &Map<String, Value>) {
    match schema {
        Value::Array(schemas) => {
            schemas.iter_mut().for_each(|schema| inline_unnamed(schema, definitions));
        }
        Value::Object(object) => {
            inline_reference(object, definitions, |definition| !is_named(definition));
            if object.contains_key("properties") {
                for forms in ["anyOf", "oneOf"] {
                    let forms = object.get_mut(forms).and_then(Value::as_array_mut);
                    for form in forms.into_iter().flatten().filter_map(Value::as_object_mut) {
                        inline_reference(form, definitions, |_| true);
                    }
                }
            }
            object.values_mut().for_each(|schema| inline_unnamed(schema, definitions));
        }
        _ => {}
    }
}

fn inline_reference(
    object: &mut Map<String, Value>,
    definitions: &Map<String, Value>,
    condition: impl Fn(&Value) -> bool,
) {
    // Keys next to the reference override the keys of the definition.
    if let Some((_, definition)) = resolve_reference(object, definitions).filter(|(_, own)| condition(own)) {
        let mut whole = definition.as_object().cloned().unwrap_or_default();
        object.remove("$ref");
        whole.append(object);
        *object = whole;
    }
}

pub(crate) fn without_references(mut document: Value) -> Value {
    let definitions = document.as_object_mut().and_then(|document| document.remove("$defs"));
    let definitions =
        definitions.and_then(|definitions| definitions.as_object().cloned()).unwrap_or_default();
    inline_all(&mut document, &definitions);
    document
}

fn inline_all(schema: &mut Value, definitions: &Map<String, Value>) {
    match schema {
        Value::Array(schemas) => schemas.iter_mut().for_each(|schema| inline_all(schema, definitions)),
        Value::Object(object) => {
            if let Some(Value::Array(forms)) = object.remove("allOf") {
                let forms = forms.into_iter().filter_map(|form| form.as_object().cloned()).flatten();
                object.extend(forms);
            }
            inline_reference(object, definitions, |_| true);
            object.values_mut().for_each(|schema| inline_all(schema, definitions));
        }
        _ => {}
    }
}
