//! Statistics over many answers.

use preference::protocol::ask::Responder;
use preference::protocol::question::parse_object;
use preference::situation::{ErrorCode, Fields, QuestionError};
use preference::statistics::{AnswerCounter, CountedAnswer, StatisticsError, TableRules};
use preference_arrow as arrow;
use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value, json};

use crate::table::{NativeTable, value_error};

create_exception!(_preference, CountError, PyValueError, "An answer that cannot be counted, as JSON.");

const EXAMPLE_ANSWER: &str = r#"{"deal":…,"results":…}"#;

/// Keys of answers whose values are lists or objects. In a row of a table with one column for each contract, or with
/// one row for each result, none of these keys has a list or object as its value.
const STRUCTURED_KEYS: [&str; 9] =
    ["answers", "best", "error", "gains", "hand", "makes", "outcome", "quotas", "results"];

/// Counter of answers and of rows of tables, which are numbered from 0 in the order in which they are added.
#[pyclass]
pub(crate) struct NativeCounter {
    counter: AnswerCounter<u64, Value>,
    rules: TableRules,
    count: u64,
}

#[pymethods]
impl NativeCounter {
    /// `rules` is a JSON object, whose field `rules` has the rules for tables without a column `rules`, or the house
    /// rules that this column names. If `from_hand` is set, the contracts of tables without a column `hand` were
    /// played from the hand. The message of a ValueError is an error as JSON.
    #[new]
    fn new(rules: &str, from_hand: bool) -> PyResult<NativeCounter> {
        let refusal = |error: QuestionError| value_error(json!(error));
        let mut fields = Fields::from(parse_object(rules, "{}").map_err(refusal)?);
        let rules = if fields.has("rules") {
            Some(Responder::default().rules_of(&mut fields, "solve").map_err(refusal)?)
        } else {
            None
        };
        fields.finish().map_err(refusal)?;
        Ok(NativeCounter {
            counter: AnswerCounter::default(),
            rules: TableRules { rules, hand: from_hand },
            count: 0,
        })
    }

    /// Each answer is a JSON object on a line. An object without structured values is read as a table row.
    fn add(&mut self, py: Python<'_>, lines: Vec<String>) -> PyResult<()> {
        py.detach(|| {
            for line in lines {
                let error_at = |error: QuestionError| count_error(self.count, &json!(error));
                let answer = parse_object(&line, EXAMPLE_ANSWER).map_err(error_at)?;
                if STRUCTURED_KEYS.iter().any(|key| answer.get(*key).is_some_and(is_structured)) {
                    let answer = serde_json::from_value::<CountedAnswer>(Value::Object(answer));
                    self.add_answer(None, answer.map_err(StatisticsError::from))?;
                } else {
                    self.add_row(&answer)?;
                }
            }
            Ok(())
        })
    }

    fn add_table(&mut self, py: Python<'_>, table: &NativeTable) -> PyResult<()> {
        py.detach(|| {
            for batch in &table.batches {
                for row in arrow::row_objects(batch).map_err(type_error)? {
                    self.add_row(&row)?;
                }
            }
            Ok(())
        })
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.count).unwrap_or(usize::MAX)
    }

    /// JSON. The counter is empty after this.
    fn finish(&mut self) -> PyResult<String> {
        let statistics = std::mem::take(&mut self.counter).finish().map_err(numbered_error)?;
        serde_json::to_string(&statistics).map_err(value_error)
    }
}

impl NativeCounter {
    fn add_row(&mut self, row: &Map<String, Value>) -> PyResult<()> {
        // In a table with a row for each result, all rows of a record or of a deal are adjacent.
        let key = if row.contains_key("record") { "record" } else { "deal" };
        let record = row.get(key).filter(|cell| !cell.is_null() && row.contains_key("made"));
        self.add_answer(record.cloned(), CountedAnswer::from_row(row, &self.rules))
    }

    fn add_answer(
        &mut self,
        record: Option<Value>,
        answer: Result<CountedAnswer, StatisticsError>,
    ) -> PyResult<()> {
        let place = self.count;
        self.count += 1;
        let answer = answer.map_err(|error| (place, error));
        answer.and_then(|answer| self.counter.add(place, record, answer)).map_err(numbered_error)
    }
}

fn is_structured(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// The message is a JSON object with the answer's number as `row` and the problem as `error`.
fn numbered_error((row, error): (u64, StatisticsError)) -> PyErr {
    let (code, field) = match &error {
        StatisticsError::BadDeal(_) => (ErrorCode::BadDeal, Some("deal")),
        StatisticsError::BadRules(_) => (ErrorCode::BadRules, Some("rules")),
        StatisticsError::UnknownRules { .. } => (ErrorCode::Missing, Some("rules")),
        StatisticsError::Nothing => (ErrorCode::NothingFound, None),
        _ => (ErrorCode::BadJson, None),
    };
    let message = match &error {
        StatisticsError::BadDeal(error) => error.to_string(),
        StatisticsError::BadRules(error) => error.to_string(),
        StatisticsError::UnknownRules { .. } => format!("{error}: name them with the argument rules"),
        error => error.to_string(),
    };
    count_error(row, &json!({"code": code, "field": field, "message": message}))
}

fn count_error(row: u64, error: &Value) -> PyErr {
    CountError::new_err(json!({"row": row, "error": error}).to_string())
}

fn type_error(error: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(error.to_string())
}
