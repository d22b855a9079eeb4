//! Answers to the records of a chunk.

use preference::analysis::Analyst;
use preference::analysis::question::{Back, EXAMPLE, Question, RawObject, TooLong};
use preference::analysis::records::{Answer, Records};
use preference::search::Stop;
use preference::situation::{Code, Problem, QuestionError};
use serde_json::Map;

use super::record::{Body, Place, Raw};

/// What answers, and how.
pub(crate) struct Work {
    pub(crate) records: Records,
    /// The keys that are taken over.
    pub(crate) keep: Vec<String>,
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

impl Work {
    /// The answers to a chunk, in the order of its records; `None` if it was stopped.
    pub(crate) fn answer(&self, analyst: &mut Analyst, chunk: &[Raw]) -> Option<Vec<Done>> {
        let questions = analyst.each(chunk, |_, raw| self.question(raw));
        let answers = self.records.answer(analyst, &questions, &self.stop, &|| ())?;
        let done = |((raw, question), answer): ((&Raw, Question), Answer)| {
            let text = if answer.is_err() { raw.body.to_string() } else { String::new() };
            Done { place: raw.place.clone(), back: question.back, answer, text }
        };
        Some(chunk.iter().zip(questions).zip(answers).map(done).collect())
    }

    /// What a record asks, and of what.
    fn question(&self, raw: &Raw) -> Question {
        let object = match &raw.body {
            Body::Deal(deal) => {
                Ok(RawObject::from(Map::from_iter([("deal".to_owned(), deal.as_str().into())])))
            }
            Body::Json(line) => RawObject::read(line, EXAMPLE),
            Body::TooLong => Err(QuestionError::whole(Code::BadJson, TooLong)),
            &Body::Broken { cells, columns, .. } => {
                Err(QuestionError::whole(Code::BadValue, Problem::Row { cells, columns }))
            }
            Body::Row(row) => Ok(row.clone().into()),
        };
        let mut kept = Vec::new();
        let object = object.map(|mut object| {
            for name in &self.keep {
                // A field that is asked about comes back all the same.
                let asked = self.records.takes(&object, name);
                kept.extend(if asked { object.get(name).cloned() } else { object.remove(name) });
            }
            object
        });
        let number = raw.place.line.map_or(raw.place.record, |(line, _)| line);
        let mut question = self.records.question(number, object);
        kept.into_iter().for_each(|field| question.back.keep(field));
        question
    }
}
