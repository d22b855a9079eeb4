//! Questions that stand for several: one for each deal of a list, or for each point of a play.
use serde_json::Value;

use crate::questions::record::record_object;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::situation::field_types::OneOrMany;
use crate::situation::fields::{Fields, value_error};

/// A command may print more, since it prints each object as soon as it is found.
pub(crate) const MAX_ANSWER_OBJECTS: u64 = 100_000;

/// Field in which a list stands for several questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionList {
    /// No field: the question stands for itself.
    Nothing,
    /// The field `deal`, with a list of deals.
    Deals,
    /// The field `at`: points of the play, as numbers of cards of `played`, or of actions of a record, before them.
    Points,
}

/// The field, and the index in its list.
type ListPlace = (&'static str, usize);

impl QuestionList {
    /// The fields of each question for which this one stands, with its place in the list.
    pub(crate) fn split(
        self,
        fields: &mut Fields,
    ) -> Result<Option<Vec<(ListPlace, Fields)>>, QuestionError> {
        match self {
            QuestionList::Nothing => Ok(None),
            QuestionList::Deals => split_deals(fields),
            QuestionList::Points => split_points(fields),
        }
    }
}

fn check_length(field: &'static str, list: &[Value]) -> Result<(), QuestionError> {
    // The record is read only for a point in it, so an empty list of points would check nothing.
    if field == "at" && list.is_empty() {
        let right = "write a list with an element, or leave it out".into();
        let problem = Problem::Value { found: "an empty list".to_owned(), right };
        return Err(QuestionError::new(ErrorCode::BadValue, field, problem));
    }
    if list.len() as u64 <= MAX_ANSWER_OBJECTS {
        return Ok(());
    }
    let right =
        format!("write a list of at most {MAX_ANSWER_OBJECTS} elements, or ask several questions").into();
    let problem = Problem::Value { found: format!("a list of {}", list.len()), right };
    Err(QuestionError::new(ErrorCode::BadValue, field, problem))
}

fn split_deals(fields: &mut Fields) -> Result<Option<Vec<(ListPlace, Fields)>>, QuestionError> {
    let Some(Value::Array(deals)) = fields.take_if("deal", Value::is_array) else { return Ok(None) };
    check_length("deal", &deals)?;
    let questions = deals.into_iter().enumerate();
    Ok(Some(questions.map(|(n, deal)| (("deal", n), fields.with_field("deal", deal))).collect()))
}

fn split_points(fields: &mut Fields) -> Result<Option<Vec<(ListPlace, Fields)>>, QuestionError> {
    let points = match fields.take("at") {
        None => return Ok(None),
        Some(Value::Array(points)) => points,
        Some(alone) => vec![alone],
    };
    check_length("at", &points)?;
    if cfg!(feature = "hands") && fields.has("record") {
        return split_record(fields, &points).map(Some);
    }
    let OneOrMany(played) = fields.take_value::<Option<OneOrMany<String>>>("played")?.unwrap_or_default();
    let questions = points.iter().enumerate().map(|(n, point)| {
        let before =
            first_steps(&played, point, "cards in played").map_err(|error| error.in_field(("at", n)))?;
        Ok((("at", n), fields.with_field("played", before.into())))
    });
    questions.collect::<Result<_, _>>().map(Some)
}

fn split_record(fields: &mut Fields, points: &[Value]) -> Result<Vec<(ListPlace, Fields)>, QuestionError> {
    let mut record = record_object(fields.take("record"))?;
    // The result belongs to the whole hand, not to a part of its actions.
    record.remove("result");
    let Some(Value::Array(actions)) = record.get("actions").cloned() else {
        return Err(QuestionError::not_here(
            "at",
            "it counts the actions of a record, and this record has none",
        ));
    };
    let questions = points.iter().enumerate().map(|(n, point)| {
        let before = first_steps(&actions, point, "actions").map_err(|error| error.in_field(("at", n)))?;
        record.insert("actions".to_owned(), before.into());
        Ok((("at", n), fields.with_field("record", record.clone().into())))
    });
    questions.collect()
}

fn first_steps<'a, T>(steps: &'a [T], point: &Value, name: &str) -> Result<&'a [T], QuestionError> {
    let Some(number) = point.as_u64() else {
        return Err(value_error("at", point, "write a list of numbers of cards or actions, such as [0,3]"));
    };
    usize::try_from(number).ok().and_then(|number| steps.get(..number)).ok_or_else(|| {
        let right = format!("write 0 to {}, the number of {name}", steps.len()).into();
        QuestionError::new(ErrorCode::BadValue, "at", Problem::Value { found: number.to_string(), right })
    })
}

pub(crate) fn check_count(count: u64) -> Result<(), QuestionError> {
    if count <= MAX_ANSWER_OBJECTS {
        return Ok(());
    }
    let right =
        format!("one answer lists at most {MAX_ANSWER_OBJECTS} objects: ask again with another seed").into();
    let problem = Problem::Value { found: count.to_string(), right };
    Err(QuestionError::new(ErrorCode::BadValue, "count", problem))
}
