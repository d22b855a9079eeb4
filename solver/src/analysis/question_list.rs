//! Questions that stand for several ones, by a list of deals or a list of moments of one play.

use serde_json::Value;

use crate::analysis::IS_PAGE_ENGINE;
use crate::situation::error::{Code, Problem, QuestionError};
use crate::situation::fields::{Fields, value_error};

/// Largest number of objects in one answer. A command of the program may print more, since it prints each as
/// soon as it is found.
pub(super) const AT_ONCE: u64 = 100_000;

/// Field in which a list stands for several questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionList {
    /// No field: the question stands for itself.
    Nothing,
    /// The field `deal`, with a list of deals.
    Deals,
    /// The field `at`, with a list of moments: how many cards of `played` are played.
    Moments,
}

/// Field with a list of questions, and the index of one of them in the list.
type ListPlace = (&'static str, usize);

impl QuestionList {
    /// Splits a question into the questions for which it stands: their fields, each with its place in the
    /// list. `None` if the question stands for itself.
    ///
    /// # Errors
    /// If a moment is not a number of cards that were played, or the list is too long.
    pub(crate) fn split(
        self,
        fields: &mut Fields,
    ) -> Result<Option<Vec<(ListPlace, Fields)>>, QuestionError> {
        match self {
            QuestionList::Nothing => Ok(None),
            QuestionList::Deals => split_deals(fields),
            QuestionList::Moments => split_moments(fields),
        }
    }
}

/// Checks that a list has at most as many questions as one answer may have objects.
fn check_length(field: &'static str, list: &[Value]) -> Result<(), QuestionError> {
    if list.len() as u64 <= AT_ONCE {
        return Ok(());
    }
    let right = format!("one question has {AT_ONCE} at most: ask several questions").into();
    let problem = Problem::Value { found: format!("a list of {}", list.len()), right };
    Err(QuestionError::new(Code::BadValue, field, problem))
}

fn split_deals(fields: &mut Fields) -> Result<Option<Vec<(ListPlace, Fields)>>, QuestionError> {
    let Some(Value::Array(deals)) = fields.take_if("deal", Value::is_array) else { return Ok(None) };
    check_length("deal", &deals)?;
    let questions = deals.into_iter().enumerate();
    Ok(Some(questions.map(|(n, deal)| (("deal", n), fields.with_field("deal", deal))).collect()))
}

fn split_moments(fields: &mut Fields) -> Result<Option<Vec<(ListPlace, Fields)>>, QuestionError> {
    let moments = match fields.take("at") {
        None => return Ok(None),
        Some(Value::Array(moments)) => moments,
        Some(alone) => vec![alone],
    };
    if !IS_PAGE_ENGINE && fields.has("record") {
        return Err(QuestionError::not_here("at", "a record is about the moment after its last action"));
    }
    check_length("at", &moments)?;
    let played = fields.words("played")?.unwrap_or_default();
    let questions = moments.into_iter().enumerate().map(|(n, moment)| {
        let Some(number) = moment.as_u64() else {
            return Err(value_error("at", &moment, "write numbers of cards, as [0,3]").in_field(("at", n)));
        };
        let before = usize::try_from(number).ok().and_then(|number| played.get(..number));
        let before = before.ok_or_else(|| {
            let right = format!("write 0 to {}, the number of cards in played", played.len()).into();
            QuestionError::new(Code::BadValue, ("at", n), Problem::Value { found: number.to_string(), right })
        })?;
        Ok((("at", n), fields.with_field("played", before.into())))
    });
    questions.collect::<Result<_, _>>().map(Some)
}
