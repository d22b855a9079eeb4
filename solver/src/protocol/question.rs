//! Questions as lines of JSON, and the fields that are returned with their answers.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::excerpt::excerpt;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::situation::fields::{Fields, value_error};
pub use crate::situation::json::{RawField, RawFieldValue, RawObject, parse_object};

/// Maximum length of a line, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Example of a question for error messages.
pub const EXAMPLE: &str = r#"{"ask":…,"deal":…}"#;

/// Error of a line that is longer than [`MAX_LINE_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line is longer than {MAX_LINE_BYTES} bytes")]
pub struct LineTooLongError;

/// The name of a question, and its fields.
#[derive(Clone, Debug)]
pub struct QuestionFields {
    /// Name of the question.
    pub ask: String,
    /// Fields of the question, without its name.
    pub fields: Fields,
}

/// Question that was read from a line of JSON.
#[derive(Debug)]
pub struct Question {
    /// Fields of the question that are returned with the answer.
    pub envelope: ReplyEnvelope,
    /// The id as it was sent, or "all"; set if this question cancels others.
    cancels: Option<RawFieldValue>,
    /// Name and fields of the question, or the parse error.
    pub parsed: Result<QuestionFields, QuestionError>,
}

/// Fields of a question that are returned with its answer: the id, and the fields of the client (`x_…`).
#[derive(Clone, Debug, Default)]
pub struct ReplyEnvelope {
    /// The number of the line, from 1.
    line: u64,
    id: Option<RawFieldValue>,
    /// Fields of the caller, in the order in which they were sent.
    extra_fields: Vec<RawField>,
}

/// Error that is returned instead of an answer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ErrorAnswer<'a> {
    /// Error, and its place.
    error: LocatedError<'a>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Error"))]
struct LocatedError<'a> {
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::situation::error::ErrorForm<'a>"))]
    error: &'a QuestionError,
    /// Number of the line, from 1, of a question without an id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    line: Option<u64>,
}

/// Number of questions that were cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CancelAnswer {
    /// Number of questions that were cancelled.
    pub cancelled: usize,
}

#[cfg(not(target_family = "wasm"))]
#[derive(Serialize)]
struct ProgressLine {
    /// The share of the work that is done, from 0 to 1.
    progress: f64,
    /// Number of the question's line, from 1, if it has no id.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
}

/// The name of the question, and of its field with the id of the cancelled questions.
const CANCEL: &str = "cancel";

pub(super) const PROGRESS: &str = "progress";

impl Question {
    /// Reads a question from the text of a line with the number `line`, from 1. An error in the text becomes the
    /// answer. A byte order mark before the text is skipped.
    #[must_use]
    pub fn read(line: u64, text: &str) -> Question {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        Question::from_object(line, RawObject::read(text, EXAMPLE), |fields| fields)
    }

    /// `fill` adds missing fields to the object; a parse error of the line becomes the answer.
    pub(super) fn from_object(
        line: u64,
        object: Result<RawObject, QuestionError>,
        fill: impl FnOnce(Map<String, Value>) -> Map<String, Value>,
    ) -> Question {
        let mut question = Question {
            envelope: ReplyEnvelope { line, ..ReplyEnvelope::default() },
            cancels: None,
            parsed: Err(QuestionError::missing("ask", ASK)),
        };
        question.parsed = object.and_then(|mut object| {
            question.envelope.take_fields(&mut object)?;
            question.cancels = object.get(CANCEL).map(|field| field.value().clone());
            let mut fields = Fields::from(fill(object.into_values()?));
            let ask = fields.take_value::<Option<String>>("ask")?;
            let ask = ask.ok_or_else(|| fields.missing_or_misspelt("ask", ASK))?;
            Ok(QuestionFields { ask, fields })
        });
        question
    }

    /// Builds the question of a line that cannot be read, so that its answer is the error `why`.
    #[must_use]
    pub fn from_error(line: u64, why: QuestionError) -> Question {
        Question::from_object(line, Err(why), |fields| fields)
    }

    /// `None` unless this question cancels others. A wrong id becomes `null`, which is the id of no question.
    pub(super) fn take_cancelled_id(&mut self) -> Option<RawFieldValue> {
        let question = self.parsed.as_mut().ok().filter(|question| question.ask == CANCEL)?;
        let mut fields = std::mem::take(&mut question.fields);
        let checked = match fields.take(CANCEL) {
            None => Err(fields.missing(CANCEL, "an id, or \"all\"")),
            Some(Value::String(_) | Value::Number(_)) => fields.finish(),
            Some(other) => Err(value_error(CANCEL, &other, "write the id of a question, or \"all\"")),
        };
        let id = self.cancels.take().filter(|_| checked.is_ok());
        self.parsed = checked.map(|()| QuestionFields { ask: CANCEL.to_owned(), fields: Fields::default() });
        Some(id.unwrap_or(RawFieldValue::Built(Value::Null)))
    }

    /// `questions`: how many were cancelled.
    pub(super) fn cancel_answer(&self, questions: usize) -> String {
        match &self.parsed {
            Ok(_) => self.envelope.line(&CancelAnswer { cancelled: questions }, false),
            Err(error) => self.envelope.with_error(error),
        }
    }
}

/// Content of the field `ask` for error messages.
const ASK: &str = "the name of a question, such as solve";

impl ReplyEnvelope {
    /// The id of the question.
    #[must_use]
    pub fn id(&self) -> Option<&RawFieldValue> {
        self.id.as_ref()
    }

    /// Whether no field except possibly the id is returned with the answer.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.extra_fields.is_empty()
    }

    /// The value of the client's field `name`.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&RawFieldValue> {
        self.extra_fields.iter().find(|field| field.name() == name).map(RawField::value)
    }

    /// The client's fields, in the order in which they are returned.
    #[must_use]
    pub fn fields(&self) -> &[RawField] {
        &self.extra_fields
    }

    /// Adds fields that are returned with the answer. A field replaces earlier fields of its name.
    pub fn echo(&mut self, fields: Vec<RawField>) {
        self.extra_fields.extend(fields);
        let mut names = HashSet::new();
        // Of equal names the last one stays.
        let is_last: Vec<bool> =
            self.extra_fields.iter().rev().map(|field| names.insert(field.name().to_owned())).collect();
        let mut is_last = is_last.into_iter().rev();
        self.extra_fields.retain(|_| is_last.next().unwrap_or(true));
    }

    /// The envelope without the client's fields whose names are keys of the answer.
    #[must_use]
    pub fn without_keys(&self, answer: &Map<String, Value>) -> ReplyEnvelope {
        let mut back = self.clone();
        back.extra_fields.retain(|field| !answer.contains_key(field.name()));
        back
    }

    fn take_fields(&mut self, object: &mut RawObject) -> Result<(), QuestionError> {
        let id = object.remove("id").filter(|id| id.value().content().is_some());
        self.extra_fields = object.remove_all("x_");
        match id {
            Some(id) if !id.value().is_text_or_number() => {
                let right = "write a text or a number".into();
                let problem = Problem::Value { found: excerpt(&id.value().to_json()), right };
                return Err(QuestionError::new(ErrorCode::BadValue, "id", problem));
            }
            id => self.id = id.map(|id| id.value().clone()),
        }
        Ok(())
    }

    /// `percent` becomes a share from 0 to 1. Without an id the line has the number of the question's line.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn progress_line(&self, percent: u64) -> String {
        let line = self.id.is_none().then_some(self.line);
        let back = ReplyEnvelope { extra_fields: Vec::new(), ..self.clone() };
        back.line(&ProgressLine { progress: percent as f64 / 100.0, line }, false)
    }

    /// Formats an error as one line, with the number of the question's line if the question has no id.
    #[must_use]
    pub fn with_error(&self, error: &QuestionError) -> String {
        let line = self.id.is_none().then_some(self.line);
        self.line(&ErrorAnswer { error: LocatedError { error, line } }, false)
    }
}
