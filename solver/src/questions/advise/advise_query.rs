//! The subject of the question `advise`: the next card in a position, or the next action in a record.
#[cfg(feature = "hands")]
use crate::questions::advise::action_query::ActionQuery;
use crate::questions::advise::cards::AdviseOptions;
use crate::questions::advise::form::AdviseQuestion;
use crate::questions::cards::check_contract;
use crate::questions::question_type::FormResult;
#[cfg(feature = "schema")]
use crate::questions::record::POSITION_FIELDS;
use crate::sampling::sample::SampleOptions;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::LayoutCount;
use crate::situation::form::FormPart;

/// They affect only the advice about a record.
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

#[cfg(feature = "schema")]
pub(crate) enum AdviseForm {
    /// Averages for cards.
    Card,
    /// Averages for actions.
    Action,
}

impl AdviseQuestion {
    /// `None` if no field of the question decides the form.
    #[cfg(feature = "schema")]
    pub(super) fn answer_form(&self) -> Option<AdviseForm> {
        if self.first_given(&["record", "view"]).or(self.first_given(&RECORD_FIELDS)).is_some() {
            Some(AdviseForm::Action)
        } else {
            self.first_given(&POSITION_FIELDS).map(|_| AdviseForm::Card)
        }
    }

    /// The next action in a record or view, or the next card in a position, which is added to the situation.
    pub(super) fn query(self, situation: Situation) -> FormResult<AdviseQuery> {
        #[cfg(feature = "hands")]
        if self.record.is_some() || self.view.is_some() {
            let query = ActionQuery::new(&situation, self)?;
            return Ok((situation, AdviseQuery::Action(Box::new(query))));
        }
        if let Some(field) = self.first_given(&RECORD_FIELDS) {
            return Err(QuestionError::not_here(field, "it affects only the advice about a record"));
        }
        let (situation, options) = self.card_options(situation)?;
        Ok((situation, AdviseQuery::Card(options)))
    }
}

impl AdviseQuestion {
    fn card_options(self, situation: Situation) -> FormResult<AdviseOptions> {
        let sample =
            SampleOptions::from_fields(self.layouts.map(LayoutCount::get), self.seed, &self.r#where)?;
        let situation = situation.with_contract_fields(self.contract, self.declarer, self.hand)?;
        if situation.is_all_passed() {
            return Err(QuestionError::not_here(
                "contract",
                "allpass has no declarer, and the question is about a contract",
            ));
        }
        check_contract(&situation)?;
        let situation = situation
            .with_discarded(self.discard)?
            .with_lead(&self.lead)?
            .with_cards_played(self.played.unwrap_or_default().0);
        Ok((situation, AdviseOptions { sample }))
    }
}
