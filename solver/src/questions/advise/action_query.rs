//! The next action in a record, and the options of the advice about this action.

use crate::gains::payoffs::Model;
use crate::hand::Hand;
use crate::questions::advise::{ActionAdviceOptions, AdviceCriterion};
use crate::questions::record::POSITION_FIELDS;
use crate::questions::view_input::read_hand_of_player;
use crate::sampling::sample::SampleOptions;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::fields::Fields;

/// A hand, and the options of the advice about its next action.
#[derive(Clone, Debug)]
pub struct ActionQuery {
    /// The hand.
    pub hand: Hand,
    /// The options.
    pub options: ActionAdviceOptions,
}

impl ActionQuery {
    /// Reads the hand from the field `record` or `view`, and the options.
    ///
    /// # Errors
    /// If a field has a wrong value or does not apply, or a step of the record is illegal.
    pub(super) fn read(situation: &Situation, fields: &mut Fields) -> Result<ActionQuery, QuestionError> {
        if let Some(field) = fields.first_of(&POSITION_FIELDS) {
            let why = if fields.has("record") {
                "the record contains the deal and all actions"
            } else {
                "the view contains the known cards and all actions"
            };
            return Err(QuestionError::not_here(field, why));
        }
        let options = ActionAdviceOptions::read(fields)?;
        Ok(ActionQuery { hand: read_hand_of_player(situation, fields)?, options })
    }
}

impl ActionAdviceOptions {
    /// Reads the criterion, the model, the sample and the switch `use_calls`. If the field `layouts` is present, at
    /// most that many layouts are used, even if all of them could be enumerated.
    fn read(fields: &mut Fields) -> Result<ActionAdviceOptions, QuestionError> {
        let by: Option<AdviceCriterion> = fields.enum_word("by")?;
        let model = Model::read(fields)?;
        let default = ActionAdviceOptions::default();
        let complete = if fields.has("layouts") { 0 } else { default.max_complete_layouts };
        Ok(ActionAdviceOptions {
            by: by.unwrap_or(default.by),
            model: model.unwrap_or(default.model),
            sample: SampleOptions::read(fields)?,
            max_complete_layouts: complete,
            use_calls: fields.switch("use_calls")?,
        })
    }
}
