//! JSON Schemas of types, as they derive them.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// Returns the JSON Schema of the JSON that `T` is read from, without `$schema`. Optional fields may be left out;
/// `null`, which does the same, is not mentioned.
pub(in crate::analysis) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
        settings.transforms.push(Box::new(Plain));
    });
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Removes what every schema here would repeat.
#[derive(Clone)]
struct Plain;

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        let Some(object) = schema.as_object_mut() else { return };
        object.remove("default");
        object.remove("format");
        if let Some(Value::String(description)) = object.get_mut("description") {
            let line = description.split_whitespace().collect::<Vec<_>>().join(" ");
            *description = line.strip_suffix('.').unwrap_or(&line).to_owned();
        }
        if let Some(Value::Array(types)) = object.get_mut("type") {
            types.retain(|one| one != "null");
            if let [only] = &types[..] {
                object["type"] = only.clone();
            }
        }
        if let Some(Value::Array(forms)) = object.get_mut("anyOf") {
            forms.retain(|form| form["type"] != "null");
            if let [Value::Object(only)] = &forms[..] {
                let only = only.clone();
                object.remove("anyOf");
                for (key, value) in only {
                    object.entry(key).or_insert(value);
                }
            }
        }
        // An optional word.
        if let Some(Value::Array(words)) = object.get_mut("enum") {
            words.retain(|word| !word.is_null());
        }
        if let Some(words) = object.get("oneOf").and_then(words) {
            object.remove("oneOf");
            object.insert("type".to_owned(), json!("string"));
            object.insert("enum".to_owned(), words);
        }
        transform_subschemas(self, schema);
    }
}

/// Returns the words of an enum whose cases have descriptions.
fn words(forms: &Value) -> Option<Value> {
    let words =
        forms.as_array()?.iter().map(|form| form.get("const").filter(|word| word.is_string()).cloned());
    words.collect::<Option<Vec<Value>>>().map(Value::Array)
}
