//! One question about many records. Each record may override fields of the question.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::analyst::Analyst;
use crate::protocol::ask::Responder;
use crate::protocol::question::{Question, QuestionFields, RawObject};
use crate::protocol::reply::Reply;
use crate::protocol::schema::{self, FieldDeclaration};
use crate::search::Stop;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::tables::columns::{Columns, Row};

/// The default question and fields of many records, and the form of the answers.
///
/// ```
/// use preference::Analyst;
/// use preference::protocol::ask::Responder;
/// use preference::protocol::records::{Records, RecordAnswer};
/// use preference::search::Stop;
/// use serde_json::{Map, Value, json};
/// let object = |value: Value| value.as_object().cloned().unwrap_or_default();
/// let records = Records::new(Responder::default(), Some("auction"), object(json!({"rules": "austrian"})));
/// let questions = [records.question(1, Ok(object(json!({"calls": ["pass", "1"]}))))];
/// let answers = records.answer(&mut Analyst::new(), &questions, &Stop::new(), &|| ());
/// let answers = answers.expect("the work was not cancelled");
/// let Ok(RecordAnswer::Object(answer)) = &*answers[0] else { panic!("the record has no answer") };
/// let answer = answer.to_line(&questions[0].envelope);
/// assert!(answer.starts_with(r#"{"rules":"austrian","done":false,"to_call":"R""#));
/// ```
pub struct Records {
    responder: Responder,
    ask: Option<String>,
    fields: Map<String, Value>,
    declared: &'static [FieldDeclaration],
    columns: Option<Columns>,
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records")
            .field("ask", &self.ask)
            .field("fields", &self.fields)
            .finish_non_exhaustive()
    }
}

/// As matches write it.
const RECORD_KEYS: [&str; 11] = [
    "rules",
    "deal",
    "dealer",
    "four",
    "pot",
    "limit",
    "passed",
    "marks",
    "talon_order",
    "actions",
    "result",
];

fn is_hand_record(declared: &[FieldDeclaration], has: impl Fn(&str) -> bool) -> bool {
    has("actions") && !has("record") && declared.iter().any(|field| field.name == "record")
}

fn in_record_field(object: Map<String, Value>) -> Map<String, Value> {
    // Keys that no record has belong to the question.
    let is_of_record = |(name, _): &(String, Value)| RECORD_KEYS.contains(&name.as_str());
    let (hand, mut question): (Map<String, Value>, Map<String, Value>) =
        object.into_iter().partition(is_of_record);
    question.insert("record".to_owned(), hand.into());
    question
}

/// The answer to a record. Several records with equal questions share it.
pub type Answer = Arc<Result<RecordAnswer, QuestionError>>;

/// An answer in the form in which it is written.
#[derive(Debug)]
pub enum RecordAnswer {
    /// A JSON object.
    Object(Reply),
    /// Rows of a table.
    Rows(Vec<Row>),
}

impl Records {
    /// Records with the default question `ask` and these default fields, whose answers are JSON objects.
    #[must_use]
    pub fn new(responder: Responder, ask: Option<&str>, fields: Map<String, Value>) -> Records {
        let declared = ask.and_then(schema::fields).unwrap_or_default();
        Records { responder, ask: ask.map(str::to_owned), fields, declared, columns: None }
    }

    /// Records whose answers are rows with these columns, and complete, since no column could say that one is partial.
    #[must_use]
    pub fn in_columns(self, columns: Columns) -> Records {
        Records { columns: Some(columns), ..self }
    }

    /// Whether `name` is a field of the question that this record asks.
    #[must_use]
    pub fn has_field(&self, record: &RawObject, name: &str) -> bool {
        self.fields_of(record)(name)
    }

    /// The check whether a name is a field of the question that this record asks.
    pub fn fields_of(&self, record: &RawObject) -> impl Fn(&str) -> bool + use<> {
        let ask = record.get("ask").and_then(|ask| ask.value().content());
        let declared = self.declared_of(self.other_question(ask.as_deref()));
        let is_record = is_hand_record(declared, |name| record.get(name).is_some());
        move |name| {
            declared.iter().any(|field| field.name == name)
                || name == "ask"
                || is_record && RECORD_KEYS.contains(&name)
        }
    }

    /// The question of the record with this number. If the record cannot be read, the answer is the error.
    #[must_use]
    pub fn question(&self, number: u64, record: Result<impl Into<RawObject>, QuestionError>) -> Question {
        Question::from_object(number, record.map(Into::into), |record| self.fill_record(record))
    }

    /// The answers in the order of the questions; `None` if `stop` cancels the work. Equal questions are answered once.
    /// `answered` is called after each different question.
    pub fn answer(
        &self,
        analyst: &mut Analyst,
        questions: &[Question],
        stop: &Stop,
        answered: &(dyn Fn() + Sync),
    ) -> Option<Vec<Answer>> {
        let keys = analyst.map(questions, |_, question| {
            question
                .parsed
                .as_ref()
                .ok()
                .map(|asked| format!("{} {}", asked.ask, asked.fields.to_sorted_json()))
        });
        let mut indices: HashMap<&str, usize> = HashMap::new();
        let mut distinct = Vec::new();
        let mut answer_indices = Vec::with_capacity(questions.len());
        for (question, key) in questions.iter().zip(&keys) {
            let next_index = distinct.len();
            let index = key.as_deref().map_or(next_index, |key| *indices.entry(key).or_insert(next_index));
            if index == next_index {
                distinct.push(&question.parsed);
            }
            answer_indices.push(index);
        }
        let answers: Vec<Answer> = analyst.map_balanced(&distinct, |analyst, question| {
            let answer = match question {
                Ok(question) => self.answer_question(analyst, question.clone(), stop),
                Err(error) => Err(error.clone()),
            };
            answered();
            Arc::new(answer)
        });
        if stop.is_stopped() {
            return None;
        }
        Some(answer_indices.into_iter().map(|index| Arc::clone(&answers[index])).collect())
    }

    fn answer_question(
        &self,
        analyst: &mut Analyst,
        question: QuestionFields,
        stop: &Stop,
    ) -> Result<RecordAnswer, QuestionError> {
        let not_here =
            |why| Err(QuestionError::new(ErrorCode::NotHere, "ask", Problem::NeedsOtherField(why)));
        if matches!(question.ask.as_str(), "version" | "ready" | "cancel") {
            return not_here("this question is about the program: name a question about a hand");
        }
        if self.columns.is_some() && self.ask.as_ref() != Some(&question.ask) {
            return not_here("a table has the answers to one question: name that question");
        }
        let stop = stop.child();
        match &self.columns {
            None => self.responder.reply(analyst, question, &stop).map(RecordAnswer::Object),
            Some(columns) => self.responder.rows(analyst, question, columns, &stop).map(RecordAnswer::Rows),
        }
    }

    fn fill_record(&self, record: Map<String, Value>) -> Map<String, Value> {
        // The default fields belong to the default question: a record that asks another one gets only the default
        // rules.
        let other = self.other_question(record.get("ask").and_then(Value::as_str));
        let declared = self.declared_of(other);
        let other = other.is_some();
        let record = if is_hand_record(declared, |name| record.contains_key(name)) {
            in_record_field(record)
        } else {
            record
        };
        let mut filled = self.fields.clone();
        filled.retain(|name, _| !other || name == "rules");
        filled.extend(self.ask.iter().map(|ask| ("ask".to_owned(), ask.as_str().into())));
        // A field that is null counts as absent.
        filled.extend(record.into_iter().filter(|(_, value)| !value.is_null()));
        filled
    }

    fn declared_of(&self, other: Option<&str>) -> &'static [FieldDeclaration] {
        match other {
            None => self.declared,
            Some(other) => schema::fields(other).unwrap_or_default(),
        }
    }

    fn other_question<'a>(&self, ask: Option<&'a str>) -> Option<&'a str> {
        ask.filter(|ask| self.ask.as_deref() != Some(*ask))
    }
}
