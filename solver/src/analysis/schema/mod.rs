//! What the fields of each question are, as data and as a JSON Schema.

mod answers;
pub(in crate::analysis) mod derived;
mod field;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::analysis::ask::{ASKS, question_schema};
pub use answers::ColumnKind;
pub use field::FieldDeclaration;

/// Returns the fields that a question of this name may have, besides `ask`, `id` and those that begin with
/// `x_`, in the order of their names. `None` if there is no such question.
///
/// ```
/// use preference::analysis::schema::fields;
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

/// The keys of the objects that answer a question, in their order, and what each is as a column of a
/// table. `None` if there is no such question, or its answers are not about hands.
#[must_use]
pub fn answer_keys(ask: &str) -> Option<&'static [(&'static str, ColumnKind)]> {
    answers::ANSWERS.iter().find(|(name, _)| *name == ask).map(|(_, keys)| *keys)
}

/// Returns the JSON Schema of a question, without `$schema`. `None` if there is no such question.
#[must_use]
pub fn question(ask: &str) -> Option<Value> {
    let description = question_schema(ask)?["description"].take();
    let mut properties = properties(ask)?;
    properties.insert(
        "id".to_owned(),
        json!({"type": ["string", "number"], "description": "Id, which comes back with the answer"}),
    );
    properties.insert("ask".to_owned(), json!({"const": ask}));
    Some(json!({
        "title": format!("the question {ask}"),
        "description": description,
        "type": "object",
        "properties": properties,
        "patternProperties": {"^x_": {"description": "Field of the client, which comes back with the answer"}},
        "required": ["ask"],
        "additionalProperties": false,
    }))
}

/// Returns the schemas of the fields of a question by name.
fn properties(ask: &str) -> Option<Map<String, Value>> {
    let mut schema = question_schema(ask)?;
    Some(schema["properties"].as_object_mut().map(std::mem::take).unwrap_or_default())
}
