//! `pref schema`: the forms of questions and answers, as JSON Schema.

use std::io::{self, Write};

use preference::protocol::entries::QUESTION_NAMES;
use preference::protocol::schema::{exchange, exchanges};
use preference::statistics::Statistics;
use preference::tables::schema::schema_of_output;
use serde_json::{Value, json};

use super::{bench, match_play, tables};
use crate::args::SchemaArgs;
use crate::failure::Failure;
use crate::questions::sheet::SheetLine;

/// Function that returns a schema.
type OutputSchema = fn() -> Value;

/// Names of the objects that the program prints and that answer no question, each with its schema.
const OUTPUTS: [(&str, OutputSchema); 6] = [
    ("bench", schema_of_output::<bench::Report>),
    ("match", schema_of_output::<match_play::Report>),
    ("sheet", schema_of_output::<SheetLine>),
    ("stats", schema_of_output::<Statistics>),
    ("tables", schema_of_output::<tables::Row>),
    ("tables-path", schema_of_output::<tables::Folder>),
];

pub(crate) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let schema = match &args.name {
        Some(name) => exchange(name).or_else(|| output_schema(name)).ok_or_else(|| {
            let names: Vec<&str> = names().collect();
            Failure::Input(format!("there is no schema '{name}'; schemas: {}", names.join(" ")))
        })?,
        None => exchanges(),
    };
    let mut document = json!({"$schema": "https://json-schema.org/draft/2020-12/schema"});
    if let (Value::Object(document), Value::Object(schema)) = (&mut document, schema) {
        document.extend(schema);
    }
    Ok(writeln!(io::stdout(), "{document:#}")?)
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    QUESTION_NAMES.into_iter().chain(OUTPUTS.map(|(name, _)| name))
}

fn output_schema(name: &str) -> Option<Value> {
    let (_, schema) = OUTPUTS.iter().find(|(output, _)| *output == name)?;
    Some(schema())
}
