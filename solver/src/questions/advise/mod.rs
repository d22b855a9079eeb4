//! The question `advise`: averages over layouts of the cards that the seat cannot see.

#[cfg(feature = "hands")]
mod action_query;
mod action_results;
pub mod actions;
mod advise_query;
pub mod cards;
mod form;
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::questions::question_list::QuestionList;
use crate::questions::question_type::{Example, FormResult, QuestionType};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
#[cfg(feature = "schema")]
use crate::tables::columns::{Columns, Row};

#[cfg(feature = "hands")]
pub use action_query::ActionQuery;
pub use actions::{ActionAdvice, ActionAdviceOptions, ActionAverages, AdviceCriterion};
#[cfg(feature = "schema")]
use advise_query::AdviseForm;
pub use advise_query::AdviseQuery;
pub use cards::AdviseAnswer;
pub use form::AdviseQuestion;

/// Answer of `advise`: averages for the cards of a position, or for the actions in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum AdviseReply {
    /// Averages for the legal cards of a position.
    Card(AdviseAnswer),
    /// Averages for the legal actions in a record.
    #[cfg(feature = "hands")]
    Action(ActionAdvice),
}

impl QuestionType for AdviseQuestion {
    const NAME: &'static str = "advise";
    const EXAMPLE: Example = Example {
        question: r#"{"deal":"F:AKQ.T9.87.AK7 ? ?","declarer":"F","contract":"S","leader":"F","layouts":9}"#,
        part: "/cards/0/card",
        shows: r#""SA""#,
    };
    const QUESTION_LIST: QuestionList = QuestionList::Points;
    const HAS_PARTIAL_ANSWERS: bool = true;
    type Options = AdviseQuery;
    type Answer = AdviseReply;

    fn deal(&self) -> Option<&str> {
        self.deal.as_deref()
    }

    fn apply_to(self, situation: Situation) -> FormResult<AdviseQuery> {
        self.query(situation)
    }

    fn has_deal(_: &Situation, query: &AdviseQuery) -> bool {
        matches!(query, AdviseQuery::Card(_))
    }

    fn allows_unknown_hands(_: &AdviseQuery) -> bool {
        true
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        query: &AdviseQuery,
    ) -> Result<Vec<AdviseReply>, QuestionError> {
        let reply = match query {
            AdviseQuery::Card(options) => AdviseReply::Card(analyst.advise(situation, options)?),
            #[cfg(feature = "hands")]
            AdviseQuery::Action(action) => {
                AdviseReply::Action(analyst.advise_hand(&action.hand, &action.options)?)
            }
        };
        Ok(vec![reply])
    }

    #[cfg(feature = "schema")]
    fn key_columns(&self) -> Columns {
        match self.answer_form() {
            Some(AdviseForm::Card) => Columns::from_keys::<AdviseAnswer>(),
            Some(AdviseForm::Action) => Columns::from_keys::<ActionAdvice>(),
            None => Columns::from_keys::<AdviseReply>(),
        }
    }

    #[cfg(feature = "schema")]
    fn rows(answer: &AdviseReply, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
        let list = match answer {
            AdviseReply::Card(_) => "cards",
            AdviseReply::Action(_) => "actions",
        };
        if !columns.as_slice().iter().any(|column| column.name == list) {
            return Err(QuestionError::not_here("record", "the table has no columns for its answer"));
        }
        Ok(vec![columns.row_of_keys(answer)])
    }
}
