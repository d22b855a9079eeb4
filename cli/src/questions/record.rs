//! Questions about the record of a hand, or about the view of a seat.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use preference::Analyst;
use preference::questions::question_type::QuestionType;
use preference::situation::QuestionError;
use preference::situation::field_types::RecordInput;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::Own;
use super::asking::{Asked, Skin, printed_form};
use crate::failure::{Failure, print_message};
use crate::input::read_text;
use crate::output::DisplayStyle;
use crate::request::{self, Request, analyst};

pub(super) fn run<Q: QuestionType + Args>(
    Asked { mut question, rules, output, .. }: Asked<Q, ()>,
    inputs: fn(&mut Q) -> [&mut Option<RecordInput>; 2],
) -> Result<(), Failure>
where
    Own: Skin<Q, Extras = ()>,
{
    let [record, view] = inputs(&mut question);
    if record.is_none() && view.is_none() {
        if io::stdin().is_terminal() {
            print_message("reading records, one JSON object per line; Ctrl-D ends");
        }
        *record = Some(RecordInput("-".into()));
    }
    read_record(record)?;
    read_record(view)?;
    let records = match record {
        Some(RecordInput(Value::String(text))) => {
            records(text).into_iter().map(|(line, text)| (line, Some(RecordInput(text.into())))).collect()
        }
        record => vec![(None, record.clone())],
    };
    let (rules, display) = (request::rules(&rules)?, DisplayStyle::from(&output));
    let mut analyst = if Own::has_engine() { analyst(&output)? } else { Analyst::new() };
    for (n, (line, record)) in records.into_iter().enumerate() {
        *inputs(&mut question)[0] = record;
        let request = Request::new(&question, Arc::clone(&rules)).map_err(|error| failure(error, line))?;
        let answers = Q::ask(&mut analyst, &request.situation, &request.options)
            .map_err(|error| failure(error, line))?;
        if n > 0 && display.is_spaced() {
            display.print("\n")?;
        }
        display.print(&printed_form::<Q, Own>(&request, &(), &request.situation, &answers, display))?;
    }
    Ok(())
}

/// A text of several lines is one record unless its first line is one.
fn records(text: &str) -> Vec<(Option<usize>, String)> {
    let is_record = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, line)| is_record(line)).collect();
    match lines[..] {
        [(_, first), _, ..] if serde_json::from_str::<IgnoredAny>(first).is_ok() => {
            lines.into_iter().map(|(n, line)| (Some(n + 1), line.to_owned())).collect()
        }
        _ => vec![(None, text.to_owned())],
    }
}

/// The record is an argument, so the message names it without dashes.
fn failure(error: QuestionError, line: Option<usize>) -> Failure {
    let failure = match error.field() {
        Some(field) if field.name == "record" => Failure::Input(format!("record: {error}")),
        _ => error.into(),
    };
    match (failure, line) {
        (Failure::Input(message), Some(line)) => Failure::Input(format!("line {line}: {message}")),
        (failure, _) => failure,
    }
}

/// Replaces the argument for a record or a view by its text if the argument is the name of a file or `-`.
pub(super) fn read_record(record: &mut Option<RecordInput>) -> Result<(), Failure> {
    if let Some(RecordInput(Value::String(argument))) = record
        && !argument.trim_start().starts_with(['{', '['])
    {
        let path = Path::new(argument.as_str());
        *argument = read_text((path != Path::new("-")).then_some(path))?.trim().to_owned();
    }
    Ok(())
}
