//! JSON Schemas of questions and answers, and the fields of questions.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::analysis::schema::schema_of_output;
use crate::protocol::ask::{ASKS, can_be_list, can_be_partial, question_schemas};
pub use crate::protocol::field::FieldDeclaration;
use crate::protocol::question::ErrorAnswer;

/// Returns the fields that a question of this name may have, in the order of their names, besides `ask`, `id`
/// and fields that begin with `x_`. `None` if there is no such question.
///
/// ```
/// use preference::protocol::schema::fields;
/// let solve = fields("solve").expect("a question");
/// assert!(solve.iter().any(|field| field.name == "hand" && field.is_number_or_switch()));
/// ```
#[must_use]
pub fn fields(ask: &str) -> Option<&'static [FieldDeclaration]> {
    static FIELDS: LazyLock<BTreeMap<&str, Vec<FieldDeclaration>>> = LazyLock::new(|| {
        let declaration = |(name, schema)| FieldDeclaration { name, schema };
        let fields_of = |ask| properties(ask).into_iter().flatten().map(declaration).collect();
        ASKS.iter().map(|&ask| (ask, fields_of(ask))).collect()
    });
    FIELDS.get(ask).map(Vec::as_slice)
}

/// Returns the JSON Schema of a question, without `$schema`. `None` if there is no such question.
#[must_use]
pub fn question(ask: &str) -> Option<Value> {
    let [mut schema, _] = question_schemas(ask)?;
    let (title, description) = (schema["title"].take(), schema["description"].take());
    let mut properties = properties(ask)?;
    properties.insert(
        "id".to_owned(),
        json!({"type": ["string", "number"], "description": "Id, which comes back with the answer"}),
    );
    properties.insert("ask".to_owned(), json!({"const": ask}));
    Some(json!({
        "title": title,
        "description": description,
        "type": "object",
        "properties": properties,
        "patternProperties": {"^x_": {"description": "Field of the client, which comes back with the answer"}},
        "required": ["ask"],
        "additionalProperties": false,
    }))
}

/// Returns the JSON Schema of one answer to a question, without `$schema`. `None` if there is no such question.
#[must_use]
pub fn answer(ask: &str) -> Option<Value> {
    let [_, mut schema] = question_schemas(ask)?;
    let is_partial = can_be_partial(ask);
    match schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        Some(forms) => forms.iter_mut().for_each(|form| add_envelope(form, is_partial)),
        None => add_envelope(&mut schema, is_partial),
    }
    Some(schema)
}

/// Adds the fields of the envelope to the schema of an answer, and the field `partial` if the answer can be
/// partial.
fn add_envelope(schema: &mut Value, is_partial: bool) {
    if is_partial {
        schema["properties"]["partial"] =
            json!({"const": true, "description": "The time was over before the answer was complete"});
    }
    schema["properties"]["id"] = json!({"type": ["string", "number"], "description": "Id of the question"});
    schema["patternProperties"] = json!({"^x_": {"description": "Field of the client"}});
}

/// Returns the JSON Schema of an answer that is an error.
#[must_use]
pub fn error() -> Value {
    let mut schema = schema_of_output::<ErrorAnswer<'static>>();
    schema["properties"]["id"] = json!({"type": ["string", "number"], "description": "Id of the question"});
    schema["patternProperties"] = json!({"^x_": {"description": "Field of the client"}});
    schema
}

/// Returns the JSON Schema of every possible answer to a question: an answer, a list of answers, or an error.
#[must_use]
pub fn answers(ask: &str) -> Option<Value> {
    let one = answer(ask)?;
    let list = can_be_list(ask).then(|| {
        let partial = json!({"const": true, "description": "The time was over before the list was complete"});
        json!({
            "type": "object",
            "properties": {
                "answers": {"type": "array", "items": one},
                "partial": partial,
                "id": {"type": ["string", "number"], "description": "Id of the question"},
            },
            "patternProperties": {"^x_": {"description": "Field of the client"}},
            "required": ["answers"],
            "additionalProperties": false,
        })
    });
    let forms = match one["anyOf"].as_array() {
        Some(forms) => forms.clone(),
        None => vec![one],
    };
    Some(json!({"anyOf": forms.into_iter().chain(list).chain([error()]).collect::<Vec<Value>>()}))
}

/// Returns the schemas of the fields of a question by name.
fn properties(ask: &str) -> Option<Map<String, Value>> {
    let [mut schema, _] = question_schemas(ask)?;
    Some(schema["properties"].as_object_mut().map(std::mem::take).unwrap_or_default())
}
