//! Answers to the records of a chunk.

use std::sync::Arc;

use preference::analysis::Analyst;
use preference::analysis::question::{EXAMPLE, Question, RawField, RawObject, ReplyEnvelope, TooLong};
use preference::analysis::records::{Answer, RecordAnswer, Records};
use preference::search::Stop;
use preference::situation::{Code, Problem, QuestionError};
use serde_json::{Map, Value};

use super::record::{Body, Fault, Place, Raw};
use super::typed::TypedRow;
use crate::args::KeptColumn;

/// Question of a batch, with the options of its answers.
pub(crate) struct Work {
    pub(crate) records: Records,
    /// Keys that are copied into the output.
    pub(crate) keep: Vec<KeptColumn>,
    pub(crate) stop: Stop,
}

/// Record and its answer.
pub(crate) struct Done {
    pub(crate) place: Place,
    /// Fields that are returned with the answer.
    pub(crate) back: ReplyEnvelope,
    pub(crate) answer: Answer,
    /// Text in the input, if the record is not answered.
    pub(crate) text: String,
    /// Copied cells of a row with the types of their columns.
    pub(crate) typed: Option<TypedRow>,
    /// Whether the record itself has a field for the rules, or for a game from the hand.
    pub(crate) own_rules: bool,
}

impl Work {
    /// Answers a chunk, in the order of its records; `None` if it was stopped.
    pub(crate) fn answer(&self, analyst: &mut Analyst, chunk: &[Raw]) -> Option<Vec<Done>> {
        let questions = analyst.each(chunk, |_, raw| self.question(raw));
        let (questions, own): (Vec<Question>, Vec<bool>) = questions.into_iter().unzip();
        let answers = self.records.answer(analyst, &questions, &self.stop, &|| ())?;
        let done = |(((raw, question), answer), own_rules): (((&Raw, Question), Answer), bool)| {
            let typed = if let Body::Row(row) = &raw.body { row.typed.clone() } else { None };
            let clash = self.clash(&question, &answer);
            let answer = clash.map_or(answer, |error| Arc::new(Err(error)));
            let text = if answer.is_err() { raw.body.to_string() } else { String::new() };
            Done { place: raw.place.clone(), back: question.back, answer, text, typed, own_rules }
        };
        Some(chunk.iter().zip(questions).zip(answers).zip(own).map(done).collect())
    }

    /// Returns the error of a copied key if the answer has another value of that name.
    fn clash(&self, question: &Question, answer: &Answer) -> Option<QuestionError> {
        let Ok(RecordAnswer::Object(answer)) = &**answer else { return None };
        if self.keep.is_empty() || question.back.is_bare() {
            return None;
        }
        let answer: Map<String, Value> = serde_json::from_str(answer).expect("an answer is an object");
        let other = |kept: &&KeptColumn| {
            let copied = question.back.field(&kept.name);
            let copied = copied.and_then(|copied| serde_json::from_str::<Value>(&copied.to_json()).ok());
            copied.is_some_and(|copied| answer.get(&kept.name).is_some_and(|value| *value != copied))
        };
        let name = self.keep.iter().find(other)?.name.clone();
        Some(QuestionError::whole(Code::NotHere, Fault::Clash { name }))
    }

    /// Returns the question of a record, and whether the record names rules itself.
    fn question(&self, raw: &Raw) -> (Question, bool) {
        let object = match &raw.body {
            Body::Deal(deal) => {
                Ok(RawObject::from(Map::from_iter([("deal".to_owned(), deal.as_str().into())])))
            }
            Body::Json(line) => RawObject::read(line, EXAMPLE),
            Body::TooLong => Err(QuestionError::whole(Code::BadJson, TooLong)),
            &Body::Broken { cells, columns, .. } => {
                Err(QuestionError::whole(Code::BadValue, Problem::Row { cells, columns }))
            }
            Body::Misquoted(_) => Err(QuestionError::whole(Code::BadValue, Fault::Misquoted)),
            Body::NotUtf8(_) => {
                let line = raw.place.line.map(|(line, _)| line);
                Err(QuestionError::whole(Code::BadJson, Fault::NotUtf8 { column: None, line }))
            }
            Body::Row(row) => match &row.fields {
                Ok(fields) => Ok(fields.clone().into()),
                Err(fault) => Err(QuestionError::whole(Code::BadValue, fault.clone())),
            },
        };
        let copied = if let Body::Row(row) = &raw.body { row.kept.clone() } else { Map::new() };
        let mut kept: Vec<RawField> =
            copied.into_iter().map(|(name, value)| RawField::new(name, value)).collect();
        let object = object.map(|mut object| {
            for (name, value) in &*raw.given {
                if object.get(name).is_none() && (name == "id" || self.records.takes(&object, name)) {
                    object.add(RawField::new(name.clone(), value.clone()));
                }
            }
            for KeptColumn { name, column } in &self.keep {
                // A field of the question is copied all the same.
                let asked = self.records.takes(&object, column);
                let field = if asked { object.get(column).cloned() } else { object.remove(column) };
                if !matches!(raw.body, Body::Row(_)) {
                    kept.extend(field.map(|field| field.with_name(name)));
                }
            }
            object
        });
        let number = raw.place.line.map_or(raw.place.record, |(line, _)| line);
        let says = |name: &str| object.as_ref().is_ok_and(|object| object.get(name).is_some());
        let own_rules = says("rules") || says("hand");
        let mut question = self.records.question(number, object);
        kept.into_iter().for_each(|field| question.back.echo(field));
        (question, own_rules)
    }
}
