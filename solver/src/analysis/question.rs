//! A question as a line of JSON says it, and the line that answers it.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::situation::error::{Code, QuestionError};
use crate::situation::fields::{Fields, wrong};
pub use crate::situation::json::object;

/// Lines over this length are refused.
pub const LONGEST_LINE: usize = 1 << 20;

/// An object that is a question, for messages.
pub const EXAMPLE: &str = r#"{"ask":…,"deal":…}"#;

/// A line over [`LONGEST_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line is longer than {LONGEST_LINE} bytes")]
pub struct TooLong;

/// A line that was read as a question.
#[derive(Debug)]
pub struct Question {
    /// What comes back with the answer.
    pub back: Back,
    /// What is asked, and of what; or what is wrong with the line.
    pub asked: Result<(String, Fields), QuestionError>,
}

/// What comes back with the answer to a question.
#[derive(Clone, Debug, Default)]
pub struct Back {
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
        Question::of(line, object(text, EXAMPLE))
    }

    /// The question that an object asks, which stands in the line of this number, or what is wrong with
    /// that.
    #[must_use]
    pub fn of(line: u64, object: Result<Map<String, Value>, QuestionError>) -> Question {
        let mut back = Back { line, ..Back::default() };
        let asked = object.and_then(|object| back.take(object));
        Question { back, asked }
    }

    /// The line of this number, which is too long to be read.
    #[must_use]
    pub fn too_long(line: u64) -> Question {
        Question::of(line, Err(QuestionError::whole(Code::BadJson, TooLong)))
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
    /// The question's `id`, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<&Value> {
        self.id.as_ref()
    }

    /// The fields that belong to who asks, by name.
    #[must_use]
    pub fn own(&self) -> &Map<String, Value> {
        &self.own
    }

    /// Lets this field come back, too.
    pub fn keep(&mut self, name: String, value: Value) {
        self.own.insert(name, value);
    }

    /// The same without the fields that an answer has itself.
    #[must_use]
    pub fn beside(&self, answer: &Map<String, Value>) -> Back {
        let own = self.own.iter().filter(|(name, _)| !answer.contains_key(*name));
        Back {
            own: own.map(|(name, value)| (name.clone(), value.clone())).collect(),
            id: self.id.clone(),
            ..*self
        }
    }

    /// An answer, which is an object of JSON, with what comes back, as one line.
    #[must_use]
    pub fn around(&self, answer: &str) -> String {
        let answer = answer.strip_prefix('{').and_then(|answer| answer.strip_suffix('}')).unwrap_or(answer);
        let id = self.id.iter().map(|id| format!(r#""id":{id}"#));
        let own = self.own.iter().map(|(name, value)| format!("{}:{value}", Value::from(name.as_str())));
        let parts: Vec<String> = id.chain([answer.to_owned()]).chain(own).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        format!("{{{}}}", parts.join(","))
    }

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
        self.around(&serde_json::to_string(answer).expect("strings, numbers and lists have a JSON form"))
    }

    /// An error as one line. A line that is no object is named by its number, since it has no id.
    #[must_use]
    pub fn with_error(&self, error: &QuestionError) -> String {
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
