//! `pref schema`: the forms of questions and answers, as JSON Schema.

use std::io::{self, Write};

use preference::analysis::ask::ASKS;
use preference::analysis::schema::{answers, question};
use serde_json::{Map, Value, json};

use crate::args::SchemaArgs;
use crate::failure::Failure;

pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let schema = match &args.ask {
        Some(ask) => question_schemas(ask)
            .ok_or_else(|| Failure::Input(format!("there is no question '{ask}', but {}", ASKS.join(" "))))?,
        None => ASKS
            .iter()
            .filter_map(|ask| Some(((*ask).to_owned(), question_schemas(ask)?)))
            .collect::<Map<_, _>>()
            .into(),
    };
    Ok(writeln!(io::stdout(), "{schema:#}")?)
}

/// Returns the schemas of a question and of its answer; `None` if there is no such question.
fn question_schemas(ask: &str) -> Option<Value> {
    Some(json!({"question": question(ask)?, "answer": answers(ask)?}))
}
