//! `pref schema`: what questions and answers look like, as JSON Schema.

use std::io::{self, Write};

use preference::analysis::ask::ASKS;
use preference::analysis::schema::question;
use serde_json::{Map, Value, json};

use crate::args::SchemaArgs;
use crate::failure::Failure;

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../docs/schema/", $name, ".json"))
    };
}

const ERROR: &str = file!("error");

/// The schemas of each question's answers, and whether an answer may have several of them.
const ANSWERS: [(&str, &[&str], bool); ASKS.len()] = [
    ("solve", &[file!("solve")], true),
    ("talon", &[file!("talon"), file!("talon-unknown")], true),
    ("cards", &[file!("cards")], true),
    ("line", &[file!("line")], true),
    ("defend", &[file!("defend")], false),
    ("par", &[file!("par")], false),
    ("usurp", &[file!("usurp")], false),
    ("evaluate", &[file!("evaluate")], false),
    ("advise", &[file!("advise")], true),
    ("review", &[file!("review")], false),
    ("score", &[file!("score")], false),
    ("auction", &[file!("auction")], false),
    ("deal", &[file!("deal")], true),
    ("puzzle", &[file!("puzzle")], true),
    ("rules", &[file!("rules")], false),
    ("version", &[file!("version")], false),
    ("ready", &[file!("ready")], false),
    ("cancel", &[file!("cancel")], false),
];

pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let schema = match &args.ask {
        Some(ask) => of(ask)
            .ok_or_else(|| Failure::Input(format!("there is no question '{ask}', but {}", ASKS.join(" "))))?,
        None => {
            ASKS.iter().filter_map(|ask| Some(((*ask).to_owned(), of(ask)?))).collect::<Map<_, _>>().into()
        }
    };
    Ok(writeln!(io::stdout(), "{schema:#}")?)
}

/// The schemas of a question and of its answer.
fn of(ask: &str) -> Option<Value> {
    let &(_, answers, several) = ANSWERS.iter().find(|(name, ..)| *name == ask)?;
    let read = |text: &&str| serde_json::from_str::<Value>(text).expect("a schema is JSON");
    let answers: Vec<Value> = answers.iter().map(read).collect();
    let many = several.then(|| {
        let items = json!({"type": "array", "items": {"anyOf": answers}});
        let partial = json!({"const": true, "description": "the time was over before all answers were found"});
        json!({"type": "object", "properties": {"answers": items, "partial": partial}, "required": ["answers"], "additionalProperties": false})
    });
    let forms = answers.iter().cloned().chain(many).map(with_what_comes_back);
    let forms: Vec<Value> = forms.chain([read(&ERROR)]).map(embedded).collect();
    Some(json!({"question": question(ask)?, "answer": {"anyOf": forms}}))
}

/// The schema of an answer with what comes back from its question.
fn with_what_comes_back(mut schema: Value) -> Value {
    schema["properties"]["id"] = json!({"type": ["string", "number"]});
    schema["patternProperties"] = json!({"^x_": {}});
    schema
}

/// A schema as a part of another one.
fn embedded(mut schema: Value) -> Value {
    schema.as_object_mut().map(|schema| schema.remove("$schema"));
    schema
}
