//! JSON Schemas of questions and answers, and the fields of questions.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use serde_json::{Map, Value, json};

use crate::protocol::entries::{QUESTION_NAMES, can_be_list, can_be_partial, example, question_schemas};
pub use crate::protocol::field::FieldDeclaration;
use crate::protocol::question::ErrorAnswer;
use crate::questions::question_type::Example;
use crate::tables::schema::definitions::{Definitions, without_references};
use crate::tables::schema::schema_of_output;

/// The fields of a question, in the order of their names, besides `ask`, `id` and fields that begin with `x_`.
///
/// ```
/// use preference::protocol::schema::fields;
/// let solve = fields("solve").expect("a question");
/// assert!(solve.iter().any(|field| field.name == "hand" && field.is_number_or_switch()));
/// ```
#[must_use]
pub fn fields(ask: &str) -> Option<&'static [FieldDeclaration]> {
    // All schemas together take five times as long to build as a program takes to start.
    static FIELDS: LazyLock<BTreeMap<&str, OnceLock<Vec<FieldDeclaration>>>> =
        LazyLock::new(|| QUESTION_NAMES.iter().map(|&ask| (ask, OnceLock::new())).collect());
    let declaration = |(name, schema)| FieldDeclaration { name, schema };
    let fields_of = || properties(ask).into_iter().flatten().map(declaration).collect();
    FIELDS.get(ask).map(|fields| fields.get_or_init(fields_of).as_slice())
}

/// The JSON Schema of a question, without `$schema`. `None` if there is no such question.
#[must_use]
pub fn question(ask: &str) -> Option<Value> {
    let [mut schema, _] = question_schemas(ask)?;
    schema["properties"]["id"] =
        json!({"type": ["string", "number"], "description": "Id, which is returned with the answer"});
    schema["properties"]["ask"] = json!({"const": ask});
    let fields = ["title", "description", "type", "properties", "$defs"];
    let mut document = Map::from_iter(
        fields.into_iter().filter_map(|key| schema.get_mut(key).map(|value| (key.to_owned(), value.take()))),
    );
    let client = json!({"^x_": {"description": "Field of the client, which is returned with the answer"}});
    document.extend([
        ("patternProperties".to_owned(), client),
        ("required".to_owned(), json!(["ask"])),
        ("additionalProperties".to_owned(), false.into()),
    ]);
    document.extend(example(ask).map(|example| ("examples".to_owned(), json!([example.question(ask)]))));
    Some(document.into())
}

/// The JSON Schema of one answer to a question, without `$schema`. `None` if there is no such question.
#[must_use]
pub fn answer(ask: &str) -> Option<Value> {
    let [_, mut schema] = question_schemas(ask)?;
    let may_be_partial = can_be_partial(ask);
    let forms = schema["anyOf"].as_array().map(|forms| forms.iter().filter_map(referred_name).collect());
    match forms {
        Some::<Vec<String>>(forms) => {
            forms.iter().for_each(|name| add_envelope(&mut schema["$defs"][name.as_str()], may_be_partial));
        }
        None => add_envelope(&mut schema, may_be_partial),
    }
    Some(schema)
}

fn referred_name(schema: &Value) -> Option<String> {
    schema["$ref"].as_str()?.strip_prefix("#/$defs/").map(str::to_owned)
}

fn add_envelope(schema: &mut Value, may_be_partial: bool) {
    if may_be_partial {
        schema["properties"]["partial"] = json!({"const": true, "description": "The time limit was exceeded before the answer was complete"});
    }
    schema["properties"]["id"] = json!({"type": ["string", "number"], "description": "Id of the question"});
    schema["patternProperties"] = json!({"^x_": {"description": "Field of the client"}});
}

/// The JSON Schema of an answer that is an error.
#[must_use]
pub fn error() -> Value {
    let mut schema = schema_of_output::<ErrorAnswer<'static>>();
    add_envelope(&mut schema, false);
    schema
}

/// The JSON Schema of every possible answer to a question: an answer, a list of answers, or an error.
#[must_use]
pub fn answers(ask: &str) -> Option<Value> {
    let mut definitions = Definitions::default();
    let forms = insert_answers(ask, &mut definitions)?;
    Some(definitions.into_document(forms))
}

fn insert_answers(ask: &str, definitions: &mut Definitions) -> Option<Value> {
    let one = answer(ask)?;
    let name = one["title"].as_str()?.to_owned();
    let mut forms = vec![definitions.insert_document(one)];
    if can_be_list(ask) {
        let partial =
            json!({"const": true, "description": "The time limit was exceeded before the list was complete"});
        forms.push(definitions.insert_document(json!({
            "title": format!("{name}List"),
            "description": "Answers to a question with a list or a count",
            "type": "object",
            "properties": {
                "answers": {"type": "array", "items": forms[0], "description": "Answers, in the order of the question"},
                "partial": partial,
                "id": {"type": ["string", "number"], "description": "Id of the question"},
            },
            "patternProperties": {"^x_": {"description": "Field of the client"}},
            "required": ["answers"],
            "additionalProperties": false,
        })));
    }
    forms.push(definitions.insert_document(error()));
    Some(json!({"anyOf": forms}))
}

/// The JSON Schema of an object with the properties `question` and `answer`, every possible answer, without `$schema`.
///
/// ```
/// use preference::protocol::schema::exchange;
/// let schema = exchange("solve").expect("a question");
/// assert_eq!(schema["properties"]["question"]["$ref"], "#/$defs/SolveQuestion");
/// assert_eq!(schema["properties"]["answer"]["anyOf"][0]["$ref"], "#/$defs/SolveAnswer");
/// ```
#[must_use]
pub fn exchange(ask: &str) -> Option<Value> {
    let mut definitions = Definitions::default();
    let schema = insert_exchange(ask, &mut definitions)?;
    Some(definitions.into_document(schema))
}

/// The JSON Schema of an object with an [`exchange`] for each question, which defines each type once.
#[must_use]
pub fn exchanges() -> Value {
    let mut definitions = Definitions::default();
    let properties: Map<String, Value> = QUESTION_NAMES
        .iter()
        .filter_map(|&ask| Some((ask.to_owned(), insert_exchange(ask, &mut definitions)?)))
        .collect();
    definitions.into_document(json!({
        "title": "Exchanges",
        "description": "Questions and the answers to them, by the names of the questions",
        "type": "object",
        "properties": properties,
        "required": QUESTION_NAMES,
        "additionalProperties": false,
    }))
}

fn insert_exchange(ask: &str, definitions: &mut Definitions) -> Option<Value> {
    let question = question(ask)?;
    let title = question["title"].as_str()?.replace("Question", "Exchange");
    let question = definitions.insert_document(question);
    let answer = insert_answers(ask, definitions)?;
    let mut exchange = json!({
        "title": title,
        "description": format!("Question {ask}, and every possible answer to it"),
        "type": "object",
        "properties": {"question": question, "answer": answer},
        "required": ["question", "answer"],
        "additionalProperties": false,
    });
    if let Some(Example { part, shows, .. }) = example(ask) {
        let shows: Value = serde_json::from_str(shows).expect("an example shows JSON");
        exchange["x-example"] = json!({"part": part, "shows": shows});
    }
    Some(exchange)
}

fn properties(ask: &str) -> Option<Map<String, Value>> {
    // Without references: the readers of a field's schema don't see the definitions.
    let [schema, _] = question_schemas(ask)?;
    let mut schema = without_references(schema);
    Some(schema["properties"].as_object_mut().map(std::mem::take).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analyst;
    use crate::protocol::ask::Responder;

    #[test]
    fn examples_show_what_is_answered() {
        let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
        for (ask, example) in QUESTION_NAMES.iter().filter_map(|&ask| Some((ask, example(ask)?))) {
            let answer = responder.answer(&mut analyst, &example.question(ask).to_string());
            let answer: Value = serde_json::from_str(&answer).expect("an object");
            let shows: Value = serde_json::from_str(example.shows).expect("JSON");
            assert_eq!(answer.pointer(example.part), Some(&shows), "{ask}: {answer}");
        }
    }
}
