//! The question `advise`: averages for the cards of a position, or for the actions in a record, over layouts of the
//! cards that the seat cannot see.

#[cfg(feature = "hands")]
mod action_query;
mod action_results;
pub mod actions;
mod advise_query;
pub mod cards;
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::gains::payoffs::Model;
use crate::questions::question_list::QuestionList;
use crate::questions::question_type::{QuestionType, ReadResult};
use crate::seat::Seat;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{OneOrMany, RecordInput, WholeNumber, one_or_many};
use crate::situation::fields::Fields;
#[cfg(feature = "clap")]
use crate::situation::groups::POSITION_HEADING;
use crate::situation::groups::{CommonFields, LeadFields};
#[cfg(feature = "schema")]
use crate::tables::columns::{Columns, Row};

#[cfg(feature = "hands")]
pub use action_query::ActionQuery;
pub use actions::{ActionAdvice, ActionAdviceOptions, ActionAverages, AdviceCriterion};
#[cfg(feature = "schema")]
use advise_query::AdviseForm;
pub use advise_query::AdviseQuery;
pub use cards::AdviseAnswer;

/// Estimates the value of each legal card, or of each action in a record, when the other hands are unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct AdviseQuestion {
    /// Cards of the deal.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<String>,
    /// Record of a hand, instead of a deal: the answer is about the next action (call, discard, announcement,
    /// decision or card), as seen by the player who decides. An object with deal, table and actions, or the record
    /// that review reads; as a flag also a file that contains it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON"))]
    pub record: Option<RecordInput>,
    /// Instead of a record, what one seat knows: an object with seat, dealt, the actions, and the cards that were
    /// shown; the hidden cards are not needed. As a flag also a file that contains it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON"))]
    pub view: Option<RecordInput>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT"))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declares.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
    pub declarer: Option<Seat>,
    /// The game is played from the hand, that is, without the talon (raises some targets).
    #[cfg_attr(feature = "clap", arg(long))]
    pub hand: bool,
    /// The two cards that the declarer laid aside; the deal is given as it was dealt, before the exchange.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub discard: Option<OneOrMany<String>>,
    /// Cards played so far, from the first lead on.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub played: Option<OneOrMany<String>>,
    /// Numbers of cards or actions: the question is answered for each of these positions, after that number of
    /// the cards in played, or of the actions in the record.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<WholeNumber<0, 1000>>"))]
    #[serde(deserialize_with = "one_or_many")]
    pub at: Vec<WholeNumber<0, 1000>>,
    /// Leader, and seats that have dropped out.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub lead: LeadFields,
    /// Criterion that orders the actions in a record [default: gain].
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pub by: Option<AdviceCriterion>,
    /// Model of the players' decisions and play after the action in a record [default: tricks].
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pub model: Option<Model>,
    /// With a record: use only layouts in which the hands of seats that have passed make no contract without the talon,
    /// and the hands of seats that have bid make one with it.
    #[cfg_attr(feature = "clap", arg(long))]
    pub use_calls: bool,
    /// Number of random layouts of the unknown cards; all layouts are used if there are fewer [default: 1000; for a
    /// record also all, if there are at most 5000].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub layouts: Option<WholeNumber<2, 1_000_000_000>>,
    /// Random seed.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
    pub seed: Option<WholeNumber<0, { u64::MAX }>>,
    /// Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated.
    #[cfg_attr(feature = "clap", arg(long = "where", value_name = "SEAT:CARDS>=N"))]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
    #[serde(deserialize_with = "one_or_many")]
    pub r#where: Vec<String>,
}

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
    const QUESTION_LIST: QuestionList = QuestionList::Points;
    const HAS_PARTIAL_ANSWERS: bool = true;
    type Options = AdviseQuery;
    type Answer = AdviseReply;

    fn read(situation: Situation, fields: &mut Fields) -> ReadResult<AdviseQuery> {
        AdviseQuery::read(situation, fields)
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
    fn key_columns(fields: &Fields) -> Columns {
        match AdviseQuery::form_of(fields) {
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
