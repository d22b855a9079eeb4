//! Answers of any question, and the line of JSON in which they are returned.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
#[cfg(feature = "schema")]
use serde_json::{Map, Value};

use crate::protocol::question::{RawField, RawFieldValue, ReplyEnvelope};

/// The answer to a question.
pub struct Reply {
    pub(super) answers: Vec<Box<dyn AnyAnswer>>,
    /// Whether the answers are a list, even of one answer.
    pub(super) is_list: bool,
    pub(super) is_partial: bool,
}

/// An answer whose type is known to its question alone.
pub(super) trait AnyAnswer: Send + Sync {
    fn to_line(&self, envelope: &ReplyEnvelope, is_partial: bool) -> String;
    #[cfg(feature = "schema")]
    fn to_value(&self) -> Value;
}

impl<T: Serialize + Send + Sync> AnyAnswer for T {
    fn to_line(&self, envelope: &ReplyEnvelope, is_partial: bool) -> String {
        envelope.line(self, is_partial)
    }

    #[cfg(feature = "schema")]
    fn to_value(&self) -> Value {
        serde_json::to_value(self).expect(HAS_JSON)
    }
}

const HAS_JSON: &str = "strings, numbers and lists have a JSON form";

impl Reply {
    fn single(&self) -> Option<&dyn AnyAnswer> {
        match &self.answers[..] {
            [only] if !self.is_list => Some(&**only),
            _ => None,
        }
    }

    /// The answer as a line of JSON.
    #[must_use]
    pub fn to_line(&self, envelope: &ReplyEnvelope) -> String {
        match self.single() {
            Some(answer) => answer.to_line(envelope, self.is_partial),
            None => {
                // With an empty envelope, so that the compiler writes one serializer for an answer, not two.
                let lines =
                    self.answers.iter().map(|answer| answer.to_line(&ReplyEnvelope::default(), false));
                let answers = lines.map(|line| RawValue::from_string(line).expect(HAS_JSON)).collect();
                envelope.line(&AnswerList { answers }, self.is_partial)
            }
        }
    }

    /// The fields of the answer, by their names.
    #[cfg(feature = "schema")]
    #[must_use]
    pub fn to_fields(&self) -> Map<String, Value> {
        let mut fields = match self.single().map(AnyAnswer::to_value) {
            Some(Value::Object(fields)) => fields,
            _ => {
                let answers = self.answers.iter().map(|answer| answer.to_value()).collect();
                Map::from_iter([("answers".to_owned(), Value::Array(answers))])
            }
        };
        fields.extend(self.is_partial.then(|| ("partial".to_owned(), true.into())));
        fields
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_line(&ReplyEnvelope::default()))
    }
}

#[derive(Serialize)]
struct AnswerList {
    answers: Vec<Box<RawValue>>,
}

/// An answer between the fields of its envelope.
#[derive(Serialize)]
struct Line<'a, T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawFieldValue>,
    #[serde(flatten)]
    answer: &'a T,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<bool>,
    #[serde(flatten)]
    client_fields: ClientFields<'a>,
}

struct ClientFields<'a>(&'a [RawField]);

impl<'a, T: Serialize> Line<'a, T> {
    fn new(envelope: &'a ReplyEnvelope, answer: &'a T, is_partial: bool) -> Line<'a, T> {
        Line {
            id: envelope.id(),
            answer,
            partial: is_partial.then_some(true),
            client_fields: ClientFields(envelope.fields()),
        }
    }
}

impl Serialize for ClientFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|field| (field.name(), field.value())))
    }
}

impl ReplyEnvelope {
    /// The answer, which is a JSON object, and the fields of the envelope as one line.
    pub(super) fn line<T: Serialize>(&self, answer: &T, is_partial: bool) -> String {
        serde_json::to_string(&Line::new(self, answer, is_partial)).expect(HAS_JSON)
    }
}
