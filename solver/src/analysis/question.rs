//! A question as a line of JSON says it, and the line that answers it.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::situation::error::{Code, QuestionError};
use crate::situation::fields::{Fields, wrong};
pub use crate::situation::json::object;

/// Lines over this length are refused.
pub const LONGEST_LINE: usize = 1 << 20;

/// A line over [`LONGEST_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line is longer than {LONGEST_LINE} bytes")]
pub struct TooLong;

/// A line that was read as a question.
#[derive(Debug)]
pub struct Question {
    pub(super) back: Back,
    /// What is asked, and of what; or what is wrong with the line.
    pub(super) asked: Result<(String, Fields), QuestionError>,
}

/// What comes back with the answer.
#[derive(Debug, Default)]
pub(super) struct Back {
    /// The number of the line, from 1.
    line: u64,
    id: Option<Value>,
    /// The fields that belong to who asks.
    own: Map<String, Value>,
}

/// The question that cancels others, and its field.
const CANCEL: &str = "cancel";

impl Question {
    /// Reads the line of this number, from 1. A mistake in it is the answer to it.
    #[must_use]
    pub fn read(line: u64, text: &str) -> Question {
        let mut back = Back { line, ..Back::default() };
        let asked = object(text, r#"{"ask":…,"deal":…}"#).and_then(|object| back.take(object));
        Question { back, asked }
    }

    /// The line of this number, which is too long to be read.
    #[must_use]
    pub fn too_long(line: u64) -> Question {
        let error = QuestionError::whole(Code::BadJson, TooLong);
        Question { back: Back { line, ..Back::default() }, asked: Err(error) }
    }

    /// The question's `id`, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<&Value> {
        self.back.id.as_ref()
    }

    /// The `id` of the question that this one cancels, or "all", if it cancels questions. If it is
    /// wrong, it is the id of none.
    pub(super) fn cancels(&mut self) -> Option<Value> {
        let (_, fields) = self.asked.as_mut().ok().filter(|(ask, _)| ask == CANCEL)?;
        let mut fields = std::mem::take(fields);
        let id = fields.take(CANCEL).unwrap_or_default();
        let checked = match &id {
            Value::Null => Err(QuestionError::missing(CANCEL, "an id, or \"all\"")),
            Value::String(_) | Value::Number(_) => fields.finish(),
            other => Err(wrong(CANCEL, other, "write the id of a question, or \"all\"")),
        };
        let wrong = checked.map_err(|error| self.asked = Err(error)).is_err();
        Some(if wrong { Value::Null } else { id })
    }

    /// The answer to a question that [cancels](Self::cancels) this many questions.
    pub(super) fn cancelled(&self, questions: usize) -> String {
        #[derive(Serialize)]
        struct Cancelled {
            cancelled: usize,
        }
        match &self.asked {
            Ok(_) => self.back.with(&Cancelled { cancelled: questions }),
            Err(error) => self.back.with_error(error),
        }
    }
}

impl Back {
    /// Takes what comes back from the fields of a question; what is left is what is asked, and of
    /// what.
    fn take(&mut self, mut object: Map<String, Value>) -> Result<(String, Fields), QuestionError> {
        self.id = object.remove("id").filter(|id| !id.is_null());
        if let Some(id) = self.id.take_if(|id| !id.is_string() && !id.is_number()) {
            return Err(wrong("id", &id, "write a text or a number"));
        }
        let own: Vec<String> = object.keys().filter(|name| name.starts_with("x_")).cloned().collect();
        self.own = own.into_iter().filter_map(|name| object.remove_entry(&name)).collect();
        let mut fields = Fields::from(object);
        let Some(ask) = fields.text("ask")? else {
            return Err(QuestionError::missing("ask", "what is asked, solve for instance"));
        };
        Ok((ask.to_ascii_lowercase(), fields))
    }

    /// An answer as one line.
    pub(super) fn with<T: Serialize>(&self, answer: &T) -> String {
        #[derive(Serialize)]
        struct Reply<'a, T> {
            #[serde(skip_serializing_if = "Option::is_none")]
            id: &'a Option<Value>,
            #[serde(flatten)]
            answer: &'a T,
            #[serde(flatten)]
            own: &'a Map<String, Value>,
        }
        let reply = Reply { id: &self.id, answer, own: &self.own };
        serde_json::to_string(&reply).expect("strings, numbers and lists have a JSON form")
    }

    /// An error as one line. A line that is no object is named by its number, since it has no id.
    pub(super) fn with_error(&self, error: &QuestionError) -> String {
        #[derive(Serialize)]
        struct Told<'a> {
            #[serde(flatten)]
            error: &'a QuestionError,
            #[serde(skip_serializing_if = "Option::is_none")]
            line: Option<u64>,
        }
        #[derive(Serialize)]
        struct Refused<'a> {
            error: Told<'a>,
        }
        let line = (error.code() == Code::BadJson).then_some(self.line);
        self.with(&Refused { error: Told { error, line } })
    }
}
