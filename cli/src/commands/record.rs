//! Questions about the record of a hand, or about the view of a seat.

use std::path::Path;

use clap::Args;
use preference::analysis::Analyst;
use preference::analysis::question_type::QuestionType;
use preference::deal::CardStyle;
use preference::situation::QuestionError;
use preference::situation::field_types::RecordInput;
use serde_json::Value;

use crate::args::RecordQuestionArgs;
use crate::failure::Failure;
use crate::input::read_text;
use crate::output::DisplayStyle;
use crate::request::{Request, rules};

/// Asks the question about the record or the view in its `inputs`, and prints the answers.
pub(super) fn run<Q: QuestionType + Args + Clone>(
    args: &RecordQuestionArgs<Q>,
    inputs: fn(&mut Q) -> [&mut Option<RecordInput>; 2],
    text: fn(&Q::Answer, CardStyle) -> String,
) -> Result<(), Failure> {
    let mut question = args.question.clone();
    inputs(&mut question).into_iter().try_for_each(read_record)?;
    let request = Request::new(&question, rules(&args.rules)?).map_err(failure)?;
    let display = DisplayStyle::from(args.display);
    for answer in Q::ask(&mut Analyst::new(), &request.situation, &request.options).map_err(failure)? {
        display.print(&display.format(&answer, text))?;
    }
    Ok(())
}

/// Returns the failure for an error of a question. The record is an argument, so the message names it without dashes.
fn failure(error: QuestionError) -> Failure {
    match error.field() {
        Some(field) if field.name == "record" => Failure::Input(format!("record: {error}")),
        _ => error.into(),
    }
}

/// Replaces the argument for a record or a view by its text if the argument is the name of a file or `-`.
pub(super) fn read_record(record: &mut Option<RecordInput>) -> Result<(), Failure> {
    if let Some(RecordInput(Value::String(argument))) = record
        && !argument.trim_start().starts_with('{')
    {
        let path = Path::new(argument.as_str());
        *argument = read_text((path != Path::new("-")).then_some(path))?.trim().to_owned();
    }
    Ok(())
}
