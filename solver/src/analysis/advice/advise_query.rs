//! Reads the question `advise`: about a card of a position, or about the next action in a record.

use crate::analysis::advice::{ActionAdviceOptions, AdviceCriterion};
use crate::analysis::advise::AdviseOptions;
use crate::analysis::game::payoffs::Model;
use crate::analysis::sampling::sample::SampleOptions;
use crate::analysis::state::{READS_RECORDS, read_hand};
use crate::hand::Hand;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::fields::Fields;

/// Fields of a position, which a record already contains.
const POSITION_FIELDS: [&str; 8] =
    ["deal", "contract", "declarer", "hand", "discard", "played", "leader", "out"];

/// Fields that only affect the advice about a record.
const RECORD_FIELDS: [&str; 3] = ["by", "model", "use_calls"];

/// Subject of the question `advise`, with its options.
#[derive(Clone, Debug)]
pub enum AdviseQuery {
    /// The next card in the position of the situation.
    Card(AdviseOptions),
    /// The next action in a hand.
    Action(Box<ActionQuery>),
}

/// A hand, and the options of the advice about its next action.
#[derive(Clone, Debug)]
pub struct ActionQuery {
    /// The hand.
    pub hand: Hand,
    /// The options.
    pub options: ActionAdviceOptions,
}

/// Form of an answer to the question `advise`.
#[cfg(feature = "schema")]
pub(in crate::analysis) enum AdviseForm {
    /// Averages for cards.
    Card,
    /// Averages for actions.
    Action,
}

impl AdviseQuery {
    /// Returns the form of the answer to a question with these fields; `None` if the fields, which may be only a
    /// part of those of the question, do not decide it.
    #[cfg(feature = "schema")]
    pub(in crate::analysis) fn form_of(fields: &Fields) -> Option<AdviseForm> {
        if fields.has("record") || fields.first_of(&RECORD_FIELDS).is_some() {
            Some(AdviseForm::Action)
        } else {
            fields.first_of(&POSITION_FIELDS).map(|_| AdviseForm::Card)
        }
    }

    /// Reads the options, and either the hand from the field `record`, or the contract, the discard, the
    /// leader and the cards played, which are added to the situation.
    ///
    /// # Errors
    /// If a field has a wrong value or does not apply, or a step of the record is illegal.
    pub(in crate::analysis) fn read(
        situation: Situation,
        fields: &mut Fields,
    ) -> Result<(Situation, AdviseQuery), QuestionError> {
        if !READS_RECORDS || !fields.has("record") {
            if let Some(field) = fields.first_of(&RECORD_FIELDS).filter(|_| READS_RECORDS) {
                return Err(QuestionError::not_here(field, "it affects only the advice about a record"));
            }
            let (situation, options) = AdviseOptions::read(situation, fields)?;
            return Ok((situation, AdviseQuery::Card(options)));
        }
        if let Some(field) = fields.first_of(&POSITION_FIELDS) {
            return Err(QuestionError::not_here(field, "the record contains the deal and all actions"));
        }
        let options = ActionAdviceOptions::read(fields)?;
        let hand = read_hand(&situation, fields)?;
        Ok((situation, AdviseQuery::Action(Box::new(ActionQuery { hand, options }))))
    }
}

impl ActionAdviceOptions {
    /// Reads the criterion, the model, and the sample. A sample size that is given is never exceeded.
    fn read(fields: &mut Fields) -> Result<ActionAdviceOptions, QuestionError> {
        let by: Option<AdviceCriterion> = fields.named("by")?;
        let model = Model::read(fields)?;
        let default = ActionAdviceOptions::default();
        let complete = if fields.has("layouts") { 0 } else { default.complete };
        Ok(ActionAdviceOptions {
            by: by.unwrap_or(default.by),
            model: model.unwrap_or(default.model),
            sample: SampleOptions::read(fields)?,
            complete,
            use_calls: fields.switch("use_calls")?,
        })
    }
}
