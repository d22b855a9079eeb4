//! The subject of the question `advise`: the next card in a position, or the next action in a record.
#[cfg(feature = "hands")]
use crate::questions::advise::ActionQuery;
use crate::questions::advise::cards::AdviseOptions;
#[cfg(feature = "schema")]
use crate::questions::record::POSITION_FIELDS;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::fields::Fields;

/// Fields that affect only the advice about a record.
const RECORD_FIELDS: [&str; 3] = ["by", "model", "use_calls"];

/// Subject of the question `advise`, with its options.
#[derive(Clone, Debug)]
pub enum AdviseQuery {
    /// The next card in the position of the situation.
    Card(AdviseOptions),
    /// The next action in a hand.
    #[cfg(feature = "hands")]
    Action(Box<ActionQuery>),
}

/// Form of an answer to the question `advise`.
#[cfg(feature = "schema")]
pub(crate) enum AdviseForm {
    /// Averages for cards.
    Card,
    /// Averages for actions.
    Action,
}

impl AdviseQuery {
    /// Returns the form of the answer to a question with these fields; `None` if none of these fields
    /// decides the form.
    #[cfg(feature = "schema")]
    pub(crate) fn form_of(fields: &Fields) -> Option<AdviseForm> {
        if fields.has("record") || fields.has("view") || fields.first_of(&RECORD_FIELDS).is_some() {
            Some(AdviseForm::Action)
        } else {
            fields.first_of(&POSITION_FIELDS).map(|_| AdviseForm::Card)
        }
    }

    /// Reads the options, and either the hand from the field `record` or `view`, or the contract, the discard, the
    /// leader and the cards played, which are added to the situation.
    ///
    /// # Errors
    /// If a field has a wrong value or does not apply, or a step of the record is illegal.
    pub(crate) fn read(
        situation: Situation,
        fields: &mut Fields,
    ) -> Result<(Situation, AdviseQuery), QuestionError> {
        #[cfg(feature = "hands")]
        if fields.has("record") || fields.has("view") {
            let query = ActionQuery::read(&situation, fields)?;
            return Ok((situation, AdviseQuery::Action(Box::new(query))));
        }
        if let Some(field) = fields.first_of(&RECORD_FIELDS).filter(|_| cfg!(feature = "hands")) {
            return Err(QuestionError::not_here(field, "it affects only the advice about a record"));
        }
        let (situation, options) = AdviseOptions::read(situation, fields)?;
        Ok((situation, AdviseQuery::Card(options)))
    }
}
