//! Answering of the records of a chunk.

use std::sync::Arc;

use preference::analysis::Analyst;
use preference::protocol::question::{EXAMPLE, Question, RawField, RawObject, ReplyEnvelope, TooLong};
use preference::protocol::records::{Answer, RecordAnswer, Records};
use preference::search::Stop;
use preference::situation::{Code, Problem, QuestionError};
use serde_json::{Map, Value};

use super::record::{Body, Fault, Place, RawRecord};
use super::typed::TypedRow;
use crate::args::KeptColumn;

/// Question of a batch, and the options on which its answers depend.
pub(crate) struct Work {
    pub(crate) records: Records,
    /// Keys that are copied into the output.
    pub(crate) keep: Vec<KeptColumn>,
    pub(crate) stop: Stop,
}

/// Record with its answer.
pub(crate) struct AnsweredRecord {
    pub(crate) place: Place,
    /// Fields of the record that are returned with the answer.
    pub(crate) back: ReplyEnvelope,
    pub(crate) answer: Answer,
    /// Text of the record in the input; empty unless the record has no answer.
    pub(crate) text: String,
    /// Copied cells with the types of their columns, if the output keeps the types.
    pub(crate) typed: Option<TypedRow>,
    /// Whether the record has a field of its own for the rules, or for a game from the hand.
    pub(crate) own_rules: bool,
}

impl Work {
    /// Answers the records of a chunk, in their order. Returns `None` if the work was stopped.
    pub(crate) fn answer(&self, analyst: &mut Analyst, chunk: &[RawRecord]) -> Option<Vec<AnsweredRecord>> {
        let questions = analyst.map(chunk, |_, raw| self.question(raw));
        let (questions, own_rules): (Vec<Question>, Vec<bool>) = questions.into_iter().unzip();
        let answers = self.records.answer(analyst, &questions, &self.stop, &|| ())?;
        let records = chunk.iter().zip(questions).zip(answers).zip(own_rules);
        let records = records.map(|(((raw, question), answer), own_rules)| {
            self.answered_record(raw, question, answer, own_rules)
        });
        Some(records.collect())
    }

    /// Returns a record with its answer. If a copied key clashes with a key of the answer, the answer is that error.
    fn answered_record(
        &self,
        raw: &RawRecord,
        question: Question,
        answer: Answer,
        own_rules: bool,
    ) -> AnsweredRecord {
        let typed = if let Body::Row(row) = &raw.body { row.typed.clone() } else { None };
        let clash = self.clash(&question, &answer);
        let answer = clash.map_or(answer, |error| Arc::new(Err(error)));
        let text = if answer.is_err() { raw.body.to_string() } else { String::new() };
        AnsweredRecord { place: raw.place.clone(), back: question.back, answer, text, typed, own_rules }
    }

    /// Returns the error if a copied key has a name under which the answer has another value.
    fn clash(&self, question: &Question, answer: &Answer) -> Option<QuestionError> {
        let Ok(RecordAnswer::Object(answer)) = &**answer else { return None };
        if self.keep.is_empty() || question.back.is_bare() {
            return None;
        }
        let answer: Map<String, Value> = serde_json::from_str(answer).expect("an answer is an object");
        let name = self.keep.iter().find(|kept| differs(question, &answer, &kept.name))?.name.clone();
        Some(QuestionError::whole(Code::NotHere, Fault::Clash { name }))
    }

    /// Returns the question of a record, and whether the record has a field for the rules or for a game from the
    /// hand.
    fn question(&self, raw: &RawRecord) -> (Question, bool) {
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
            for (name, value) in &*raw.folder_fields {
                if object.get(name).is_none() && (name == "id" || self.records.takes(&object, name)) {
                    object.add(RawField::new(name.clone(), value.clone()));
                }
            }
            for KeptColumn { name, column } in &self.keep {
                // A copied key that is a field of the question is copied and also kept in the question.
                let is_field = self.records.takes(&object, column);
                let field = if is_field { object.get(column).cloned() } else { object.remove(column) };
                if !matches!(raw.body, Body::Row(_)) {
                    kept.extend(field.map(|field| field.with_name(name)));
                }
            }
            object
        });
        let number = raw.place.line.map_or(raw.place.record, |(line, _)| line);
        let has_field = |name: &str| object.as_ref().is_ok_and(|object| object.get(name).is_some());
        let own_rules = has_field("rules") || has_field("hand");
        let mut question = self.records.question(number, object);
        kept.into_iter().for_each(|field| question.back.echo(field));
        (question, own_rules)
    }
}

/// Checks whether a copied key and the answer have different values under this name.
fn differs(question: &Question, answer: &Map<String, Value>, name: &str) -> bool {
    let copied = question.back.field(name);
    let copied = copied.and_then(|copied| serde_json::from_str::<Value>(&copied.to_json()).ok());
    copied.is_some_and(|copied| answer.get(name).is_some_and(|value| *value != copied))
}
