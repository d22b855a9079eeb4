//! What the fields of each question are, as data and as a JSON Schema.

mod answers;
mod field;
mod table;

use serde_json::{Map, Value, json};

pub use answers::ColumnKind;
pub use field::{FieldDeclaration, FieldKind};

/// The fields that a question of this name may have, beside `ask`, `id` and those that begin with
/// `x_`. `None` if there is no such question.
///
/// ```
/// use preference::analysis::schema::{FieldKind, fields};
/// let solve = fields("solve").expect("a question");
/// assert!(solve.iter().any(|field| field.name == "hand" && field.kind == FieldKind::Switch));
/// ```
#[must_use]
pub fn fields(ask: &str) -> Option<Vec<FieldDeclaration>> {
    let common: &[FieldDeclaration] = match ask {
        "cancel" => &[],
        "version" | "ready" => &[table::TIME_LIMIT],
        _ => &[table::RULES, table::TIME_LIMIT],
    };
    let own = table::TABLE.iter().find(|(name, _)| *name == ask)?.1;
    Some(own.iter().copied().flatten().chain(common).copied().collect())
}

/// The keys of the objects that answer a question, in their order, and what each is as a column of a
/// table. `None` if there is no such question, or its answers are not about hands.
#[must_use]
pub fn answer_keys(ask: &str) -> Option<&'static [(&'static str, ColumnKind)]> {
    answers::ANSWERS.iter().find(|(name, _)| *name == ask).map(|(_, keys)| *keys)
}

/// The JSON Schema of a question, without `$schema`. `None` if there is no such question.
#[must_use]
pub fn question(ask: &str) -> Option<Value> {
    let fields = fields(ask)?;
    let mut properties = Map::new();
    properties.insert("id".to_owned(), described(of(FieldKind::Id), "comes back with the answer"));
    properties.insert("ask".to_owned(), json!({"const": ask}));
    for field in fields {
        properties.insert(field.name.to_owned(), described(of(field.kind), field.meaning));
    }
    Some(json!({
        "title": format!("the question {ask}"),
        "type": "object",
        "properties": properties,
        "patternProperties": {"^x_": {"description": "comes back with the answer"}},
        "required": ["ask"],
        "additionalProperties": false,
    }))
}

/// The schema of what a field may say.
fn of(kind: FieldKind) -> Value {
    let texts = || json!({"type": "array", "items": {"type": "string"}});
    let number = |most: u64| json!({"type": "integer", "minimum": 0, "maximum": most});
    match kind {
        FieldKind::Switch => json!({"type": "boolean"}),
        FieldKind::Number { least, most } => json!({"type": "integer", "minimum": least, "maximum": most}),
        FieldKind::Seconds => json!({"type": "number", "minimum": 0}),
        FieldKind::Word(words) => json!({"type": "string", "enum": words}),
        FieldKind::Text => json!({"type": "string"}),
        FieldKind::Words([]) | FieldKind::Texts | FieldKind::Deals => {
            json!({"anyOf": [{"type": "string"}, texts()]})
        }
        FieldKind::Words(words) => {
            let list = json!({"type": "array", "items": {"type": "string", "enum": words}});
            json!({"anyOf": [{"type": "string"}, list]})
        }
        FieldKind::Numbers(most) => {
            json!({"anyOf": [number(most), {"type": "array", "items": number(most)}]})
        }
        FieldKind::BySeat(most) => {
            let seats: Map<String, Value> =
                ["F", "M", "R"].map(|seat| (seat.to_owned(), number(most))).into_iter().collect();
            let object = json!({"type": "object", "properties": seats, "additionalProperties": false});
            json!({"anyOf": [object, {"type": "string"}]})
        }
        FieldKind::Totals => json!({"anyOf": [totals(), {"type": "string"}]}),
        FieldKind::Id => json!({"type": ["string", "number"]}),
        FieldKind::Rules => json!({"type": ["string", "object"]}),
        FieldKind::RulesList => {
            let one = json!({"type": ["string", "object"]});
            json!({"anyOf": [one, {"type": "array", "items": one}]})
        }
    }
}

/// Returns the schema of the totals of a sheet. Bule may be below zero.
fn totals() -> Value {
    let entry = json!({"type": "number", "minimum": 0, "multipleOf": 0.5});
    let seats = |value: &Value| -> Map<String, Value> {
        ["F", "M", "R", "D"].map(|seat| (seat.to_owned(), value.clone())).into_iter().collect()
    };
    let whists = json!({"type": "object", "properties": seats(&entry), "additionalProperties": false});
    let properties =
        json!({"pool": entry, "mountain": {"type": "number", "multipleOf": 0.5}, "whists": whists});
    let player = json!({"type": "object", "properties": properties, "additionalProperties": false});
    json!({
        "type": "object",
        "properties": seats(&player),
        "required": ["F", "M", "R"],
        "additionalProperties": false,
    })
}

fn described(mut schema: Value, meaning: &str) -> Value {
    schema["description"] = meaning.into();
    schema
}
