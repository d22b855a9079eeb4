//! The next action in a record, with the options of the advice about it.

use crate::hand::Hand;
use crate::questions::advise::actions::ActionAdviceOptions;
use crate::questions::advise::form::AdviseQuestion;
use crate::questions::record::POSITION_FIELDS;
use crate::questions::view_input::read_hand_of_player;
use crate::sampling::sample::SampleOptions;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::LayoutCount;
use crate::situation::form::FormPart;

/// A hand, and the options of the advice about its next action.
#[derive(Clone, Debug)]
pub struct ActionQuery {
    /// The hand.
    pub hand: Hand,
    /// The options.
    pub options: ActionAdviceOptions,
}

impl ActionQuery {
    /// A number of layouts in the question also limits those that could all be enumerated.
    pub(super) fn new(situation: &Situation, question: AdviseQuestion) -> Result<ActionQuery, QuestionError> {
        if let Some(field) = question.first_given(&POSITION_FIELDS) {
            let why = if question.record.is_some() {
                "the record contains the deal and all actions"
            } else {
                "the view contains the known cards and all actions"
            };
            return Err(QuestionError::not_here(field, why));
        }
        let usual = ActionAdviceOptions::default();
        let options = ActionAdviceOptions {
            by: question.by.unwrap_or(usual.by),
            model: question.model.unwrap_or(usual.model),
            sample: SampleOptions::from_fields(
                question.layouts.map(LayoutCount::get),
                question.seed,
                &question.r#where,
            )?,
            max_complete_layouts: if question.layouts.is_some() { 0 } else { usual.max_complete_layouts },
            use_calls: question.use_calls,
        };
        let hand = read_hand_of_player(situation, question.record, question.view)?;
        Ok(ActionQuery { hand, options })
    }
}
