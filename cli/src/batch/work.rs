//! Answers to the records of a chunk.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use preference::analysis::Analyst;
use preference::analysis::ask::Asker;
use preference::analysis::columns::Columns;
use preference::analysis::question::{Back, EXAMPLE, Question, TooLong, object};
use preference::analysis::schema;
use preference::search::Stop;
use preference::situation::{Code, Fields, Problem, QuestionError};
use serde_json::{Map, Value};

use super::asked::Asked;
use super::record::{Body, Place, Raw};

/// What answers, and how.
pub(crate) struct Work {
    pub(crate) asked: Asked,
    pub(crate) asker: Asker,
    /// The keys that are taken over.
    pub(crate) keep: Vec<String>,
    /// The fields of what is asked.
    pub(crate) fields: Vec<&'static str>,
    /// The columns of the output, if it is a table.
    pub(crate) columns: Option<Columns>,
    pub(crate) stop: Stop,
}

/// A record and its answer.
pub(crate) struct Done {
    pub(crate) place: Place,
    /// What comes back.
    pub(crate) back: Back,
    pub(crate) answer: Answer,
    /// What stands in the input, if it is not answered.
    pub(crate) text: String,
}

/// An answer, which several records may share.
pub(crate) type Answer = Arc<Result<Written, QuestionError>>;

/// An answer as it is written.
pub(crate) enum Written {
    /// An object of JSON.
    Object(String),
    /// Rows of a table.
    Rows(Vec<Vec<Value>>),
}

impl Work {
    /// The answers to a chunk, in the order of its records; `None` if it was stopped.
    pub(crate) fn answer(&self, analyst: &mut Analyst, chunk: &[Raw]) -> Option<Vec<Done>> {
        let read = analyst.each(chunk, |_, raw| {
            let question = self.question(raw);
            let key = question.asked.as_ref().ok().map(|(ask, fields)| format!("{ask} {}", fields.key()));
            (question, key)
        });
        // What is asked twice is answered once.
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut asked = Vec::new();
        let places: Vec<usize> = read
            .iter()
            .map(|(question, key)| {
                let new = asked.len();
                let place = key.as_deref().map_or(new, |key| *known.entry(key).or_insert(new));
                if place == new {
                    asked.push(&question.asked);
                }
                place
            })
            .collect();
        let answer = |analyst: &mut Analyst, asked: &&Result<(String, Fields), QuestionError>| {
            Arc::new(match asked {
                Ok((ask, fields)) => self.told(analyst, ask, fields.clone()),
                Err(error) => Err(error.clone()),
            })
        };
        let answers: Vec<Answer> = analyst.each_by_need(&asked, answer);
        if self.stop.is_stopped() {
            return None;
        }
        let done = |((raw, (question, _)), place): ((&Raw, (Question, _)), usize)| {
            let answer = Arc::clone(&answers[place]);
            let text = if answer.is_err() { raw.body.to_string() } else { String::new() };
            Done { place: raw.place.clone(), back: question.back, answer, text }
        };
        drop(known);
        Some(chunk.iter().zip(read).zip(places).map(done).collect())
    }

    fn told(&self, analyst: &mut Analyst, ask: &str, fields: Fields) -> Result<Written, QuestionError> {
        let not_here = |why| Err(QuestionError::new(Code::NotHere, "ask", Problem::Only(why)));
        if matches!(ask, "version" | "ready" | "cancel") {
            return not_here("it is about the program: ask about a hand");
        }
        if self.columns.is_some() && self.asked.ask.as_deref() != Some(ask) {
            return not_here("a table has the answers to one question: ask what --ask says");
        }
        let answer = self.asker.reply(analyst, (ask, fields), &self.stop.within())?;
        match &self.columns {
            None => Ok(Written::Object(answer)),
            Some(columns) => {
                let answer = serde_json::from_str(&answer).expect("an answer is JSON");
                columns.rows(answer).map(Written::Rows)
            }
        }
    }

    /// An object with what it leaves out. If it asks something else than the batch, only the rules.
    fn filled(&self, object: Map<String, Value>) -> Map<String, Value> {
        let Asked { ask, fields, .. } = &self.asked;
        let other = self.asks_other(&object);
        let mut filled = fields.clone();
        filled.retain(|name, _| !other || name == "rules");
        filled.extend(ask.iter().map(|ask| ("ask".to_owned(), ask.as_str().into())));
        // What is null says nothing.
        filled.extend(object.into_iter().filter(|(_, value)| !value.is_null()));
        filled
    }

    /// Whether an object asks something else than the batch.
    fn asks_other(&self, object: &Map<String, Value>) -> bool {
        let own = object.get("ask").and_then(Value::as_str);
        own.is_some_and(|own| !self.asked.ask.as_ref().is_some_and(|ask| own.eq_ignore_ascii_case(ask)))
    }

    /// The fields of what an object asks.
    fn fields_of(&self, object: &Map<String, Value>) -> Cow<'_, [&'static str]> {
        if !self.asks_other(object) {
            return Cow::Borrowed(&self.fields);
        }
        let ask = object.get("ask").and_then(Value::as_str).unwrap_or_default().to_ascii_lowercase();
        schema::fields(&ask).unwrap_or_default().iter().map(|field| field.name).collect()
    }

    /// What a record asks, and of what.
    fn question(&self, raw: &Raw) -> Question {
        let object = match &raw.body {
            Body::Deal(deal) => Ok([("deal".to_owned(), Value::from(deal.as_str()))].into_iter().collect()),
            Body::Json(line) => object(line, EXAMPLE),
            Body::TooLong => Err(QuestionError::whole(Code::BadJson, TooLong)),
            &Body::Broken { cells, columns, .. } => {
                Err(QuestionError::whole(Code::BadValue, Problem::Row { cells, columns }))
            }
            Body::Row(row) => Ok(row.clone()),
        };
        let mut kept = Map::new();
        let object = object.map(|mut object| {
            let fields = self.fields_of(&object);
            for name in &self.keep {
                // A field that is asked about comes back all the same.
                let asked = name == "ask" || fields.contains(&name.as_str());
                let value = if asked { object.get(name).cloned() } else { object.remove(name) };
                kept.extend(value.map(|value| (name.clone(), value)));
            }
            self.filled(object)
        });
        let mut question = Question::of(raw.place.line.map_or(raw.place.record, |(line, _)| line), object);
        kept.into_iter().for_each(|(name, value)| question.back.keep(name, value));
        question
    }
}
