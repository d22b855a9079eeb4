//! Records of hands in questions.
use crate::situation::field_types::RecordInput;
use serde_json::{Map, Value};

use crate::hand::Hand;
use crate::situation::error::{ErrorCode, Field, QuestionError};
use crate::situation::fields::{Fields, value_error};
use crate::situation::{Situation, json};

const RECORD_EXAMPLE: &str = r#"{"deal":…,"actions":[…]}"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hand is over")]
struct HandOver;

/// A record already contains them.
pub(crate) const POSITION_FIELDS: [&str; 8] =
    ["deal", "contract", "declarer", "hand", "discard", "played", "leader", "out"];

pub(crate) fn read_hand(situation: &Situation, record: Option<RecordInput>) -> Result<Hand, QuestionError> {
    // The rules of the situation are those of a record that names none.
    let mut record = Fields::from(record_object(record.map(|RecordInput(record)| record))?);
    let hand = Hand::read(situation.shared_rules(), &mut record);
    hand.and_then(|hand| record.finish_record().map(|()| hand)).map_err(in_record)
}

/// The field holds an object or its text.
pub(crate) fn record_object(record: Option<Value>) -> Result<Map<String, Value>, QuestionError> {
    match record {
        None => Err(QuestionError::missing("record", "the record of a hand")),
        Some(Value::Object(record)) => Ok(record),
        Some(Value::String(text)) => {
            json::parse_object(&text, RECORD_EXAMPLE).map_err(|error| error.in_field("record"))
        }
        Some(other) => Err(value_error("record", &other, "write an object with the keys of a record")),
    }
}

pub(crate) fn hand_over_error() -> QuestionError {
    QuestionError::new(ErrorCode::NotHere, "record", HandOver)
}

/// Puts `record` before the field of an error, as in `record.actions[3]`.
pub(crate) fn in_record(error: QuestionError) -> QuestionError {
    in_field("record", error)
}

pub(crate) fn in_field(outer: &'static str, error: QuestionError) -> QuestionError {
    let field = match error.field() {
        None => Field::from(outer),
        Some(field) => Field { name: format!("{outer}.{}", field.name).into(), index: field.index },
    };
    error.in_field(field)
}
