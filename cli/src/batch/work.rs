//! Solver that answers the records of a chunk.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use preference::Analyst;
use preference::excerpt::excerpt;
use preference::protocol::question::{
    EXAMPLE, LineTooLongError, Question, RawField, RawFieldValue, RawObject, ReplyEnvelope,
};
use preference::protocol::records::{Answer, RecordAnswer, Records};
use preference::search::Stop;
use preference::situation::{ErrorCode, Problem, QuestionError};
use preference::tables::columns::error_cells;
use preference_jobs::{
    AnsweredRecord, Body, Fault, KeptColumn, ProgramError, RawRecord, RecordError, RecordOutput, RecordSolver,
};
use serde_json::{Map, Value};

/// Solver of the records of a batch, for one question or for the questions that the records name.
pub(crate) struct Work {
    pub(crate) records: Records,
    /// Keys that are copied into the output.
    pub(crate) keep: Vec<KeptColumn>,
    pub(crate) stop: Stop,
}

/// Answer to a record, with the fields that are copied into it.
pub(crate) struct Reply {
    back: ReplyEnvelope,
    answer: Answer,
}

impl RecordOutput for Reply {
    fn error(&self) -> Option<RecordError> {
        let error = self.answer.as_ref().as_ref().err()?;
        let [code, full_message] =
            error_cells(error).map(|cell| cell.as_str().unwrap_or_default().to_owned());
        let field = error.field().map(ToString::to_string).unwrap_or_default();
        Some(RecordError { code, field, message: error.to_string(), full_message })
    }

    fn json_line(&self) -> Result<String, ProgramError> {
        Ok(match &*self.answer {
            Ok(RecordAnswer::Object(answer)) => answer.to_line(&self.back),
            Ok(RecordAnswer::Rows(_)) => return Err("the answer has rows, not a line".into()),
            Err(error) => self.back.with_error(error),
        })
    }

    fn rows(&self) -> &[Vec<Value>] {
        match &*self.answer {
            Ok(RecordAnswer::Rows(rows)) => rows,
            _ => &[],
        }
    }

    fn id(&self) -> Option<String> {
        self.back.id().and_then(RawFieldValue::content)
    }

    fn copied_texts(&self, names: &[String]) -> Vec<Option<String>> {
        let fields = by_name(self.back.fields());
        names.iter().map(|name| fields.get(name.as_str())?.value().content()).collect()
    }
}

impl RecordSolver for Work {
    type Worker = Analyst;
    type Output = Reply;

    fn answer(&self, analyst: &mut Analyst, chunk: &[RawRecord]) -> Option<Vec<AnsweredRecord<Reply>>> {
        let questions = analyst.map(chunk, |_, raw| self.question(raw));
        let (questions, own_rules): (Vec<Question>, Vec<bool>) = questions.into_iter().unzip();
        let answers = self.records.answer(analyst, &questions, &self.stop, &|| ())?;
        let records = chunk.iter().zip(questions).zip(answers).zip(own_rules);
        let records = records.map(|(((raw, question), answer), own_rules)| {
            self.answered_record(raw, question, answer, own_rules)
        });
        Some(records.collect())
    }

    fn stop(&self) {
        self.stop.stop();
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}

impl Work {
    fn answered_record(
        &self,
        raw: &RawRecord,
        question: Question,
        answer: Answer,
        own_rules: bool,
    ) -> AnsweredRecord<Reply> {
        let typed = if let Body::Row(row) = &raw.body { row.typed.clone() } else { None };
        let (mut back, mut answer) = (question.envelope, answer);
        let own = match &*answer {
            Ok(RecordAnswer::Object(object)) if !back.is_bare() => Some(object.to_fields()),
            _ => None,
        };
        if let Some(own) = own {
            match self.clash(&back, &own) {
                Some(error) => answer = Arc::new(Err(error)),
                None => back = back.without_keys(&own),
            }
        }
        let text = if answer.is_err() { raw.body.to_string() } else { String::new() };
        let output = Reply { back, answer };
        AnsweredRecord { place: raw.place.clone(), output, text, typed, own_options: own_rules }
    }

    fn clash(&self, back: &ReplyEnvelope, answer: &Map<String, Value>) -> Option<QuestionError> {
        // A copied key may have the name of a key of the answer if both have the same value.
        let fields = by_name(back.fields());
        let differs = |kept: &&KeptColumn| {
            let copied = fields.get(kept.name.as_str());
            copied.zip(answer.get(&kept.name)).is_some_and(|(copied, value)| differs(copied, value))
        };
        let name = self.keep.iter().find(differs)?.name.clone();
        Some(QuestionError::whole(ErrorCode::NotHere, Clash { name }))
    }

    fn question(&self, raw: &RawRecord) -> (Question, bool) {
        let object = match &raw.body {
            Body::Text(deal) => {
                Ok(RawObject::from(Map::from_iter([("deal".to_owned(), deal.as_str().into())])))
            }
            Body::Json(line) => RawObject::read(line, EXAMPLE),
            Body::TooLong => Err(QuestionError::whole(ErrorCode::BadJson, LineTooLongError)),
            &Body::WrongCellCount { cells, columns, .. } => {
                Err(QuestionError::whole(ErrorCode::BadValue, Problem::CellCount { cells, columns }))
            }
            Body::Misquoted { fault, .. } => Err(QuestionError::whole(ErrorCode::BadValue, fault.clone())),
            Body::NotUtf8(_) => {
                let line = raw.place.line.map(|(line, _)| line);
                Err(QuestionError::whole(ErrorCode::BadJson, Fault::NotUtf8 { column: None, line }))
            }
            Body::Row(row) => match &row.fields {
                Ok(fields) => Ok(fields.clone().into()),
                Err(fault) => Err(QuestionError::whole(ErrorCode::BadValue, fault.clone())),
            },
        };
        let copied = if let Body::Row(row) = &raw.body { row.kept.clone() } else { Map::new() };
        let mut kept: Vec<RawField> =
            copied.into_iter().map(|(name, value)| RawField::new(name, value)).collect();
        let object = object.map(|mut object| {
            for (name, value) in &*raw.folder_fields {
                if object.get(name).is_none() && (name == "id" || self.records.has_field(&object, name)) {
                    object.add(RawField::new(name.clone(), value.clone()));
                }
            }
            let fields = by_name(object.fields());
            if !matches!(raw.body, Body::Row(_)) {
                let named = self.keep.iter().map(|kept| (&kept.name, fields.get(kept.column.as_str())));
                kept.extend(named.filter_map(|(name, field)| Some((*field?).clone().with_name(name))));
            }
            // A copied key that is a field of the question is copied and also kept in the question.
            let is_field = self.records.fields_of(&object);
            let copied: HashSet<&str> = self.keep.iter().map(|kept| kept.column.as_str()).collect();
            object.retain(|field| !copied.contains(field.name()) || is_field(field.name()));
            object
        });
        for (name, value) in &*raw.folder_kept {
            if kept.iter().all(|field| field.name() != name) {
                kept.push(RawField::new(name.clone(), value.clone()));
            }
        }
        let number = raw.place.line.map_or(raw.place.record, |(line, _)| line);
        let has_field = |name: &str| object.as_ref().is_ok_and(|object| object.get(name).is_some());
        let own_rules = has_field("rules") || has_field("hand");
        let mut question = self.records.question(number, object);
        if !kept.is_empty() {
            question.envelope.echo(kept);
        }
        (question, own_rules)
    }
}

/// Error of a record: the answer has another value under the name of a copied key.
#[derive(Clone, Debug)]
struct Clash {
    name: String,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = excerpt(&self.name);
        write!(
            f,
            "--keep {name}: the answer has a key of this name: use another name, such as my_{name}={name}"
        )
    }
}

impl std::error::Error for Clash {}

fn differs(copied: &RawField, value: &Value) -> bool {
    serde_json::from_str::<Value>(&copied.value().to_json()).is_ok_and(|copied| *value != copied)
}

fn by_name(fields: &[RawField]) -> HashMap<&str, &RawField> {
    // Of equal names the last one counts.
    fields.iter().map(|field| (field.name(), field)).collect()
}
