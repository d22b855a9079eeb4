//! The cost of rules of thumb for the defenders, with reports of the progress.

use preference::Analyst;
use preference::protocol::ask::Responder;
use preference::protocol::question::parse_object;
use preference::questions::question_type::QuestionType;
use preference::questions::thumb::{ThumbOptions, ThumbQuestion};
use preference::situation::form::FormPart;
use preference::situation::{Fields, QuestionError, Situation};
use pyo3::prelude::*;
use serde_json::json;

use crate::table::value_error;
use crate::work::run_on_analyst;

const EXAMPLE_QUESTION: &str = r#"{"random":1000,"rules":"russian"}"#;

fn read(line: &str) -> Result<(Situation, ThumbOptions), QuestionError> {
    let mut fields = Fields::from(parse_object(line, EXAMPLE_QUESTION)?);
    let rules = Responder::default().rules_of(&mut fields, ThumbQuestion::NAME)?;
    let question = ThumbQuestion::take(&mut fields, ThumbQuestion::NAME)?;
    fields.finish()?;
    question.under(rules)
}

/// Returns the cost of each rule of thumb, and of all together, as a JSON list, or else an object with the `error` of
/// the question. From time to time `report`, if given, is called with the number of deals solved so far.
#[pyfunction]
#[pyo3(signature = (question, threads = 0, report = None))]
pub(crate) fn thumb(
    py: Python<'_>,
    question: &str,
    threads: usize,
    report: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let costs = match read(question) {
        Ok((situation, options)) => {
            run_on_analyst(py, threads, report, move |analyst: &mut Analyst, stop| {
                analyst.run_until(stop, |analyst| analyst.thumb(&situation, &options)).map_err(value_error)
            })?
        }
        Err(error) => Err(error),
    };
    match costs {
        Ok(costs) => serde_json::to_string(&costs).map_err(value_error),
        Err(error) => Ok(json!({"error": error}).to_string()),
    }
}
