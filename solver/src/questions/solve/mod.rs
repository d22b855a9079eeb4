//! The question `solve`: which contracts each hand makes, with all cards known.

pub(crate) mod answer;
#[cfg(feature = "schema")]
mod columns;

#[cfg(feature = "schema")]
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::outcomes::outcome::SolveDetail;
use crate::questions::contract_selection::ContractSelection;
use crate::questions::question_list::QuestionList;
use crate::questions::question_type::{Cost, QuestionType, ReadResult};
use crate::rules::contract::Contract;
#[cfg(feature = "schema")]
use crate::rules::variant::Variant;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{DealsInput, DeclarerChoice, OneOrMany};
use crate::situation::fields::Fields;
#[cfg(feature = "clap")]
use crate::situation::groups::POSITION_HEADING;
use crate::situation::groups::{CommonFields, PositionFields};
use crate::situation::parsing::declarer;
#[cfg(feature = "schema")]
use crate::tables::columns::{Columns, Row};

pub use answer::{ContractSolution, SolveAnswer, SolveOptions};

/// Finds which contracts each hand makes, with all cards known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct SolveQuestion {
    /// Cards of the deal, or a list of deals.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<DealsInput>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts of the
    /// rules. Allpass, the play without a declarer after all have passed, must be named.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "LIST", default_value = "all"))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declares, or all to let each seat declare in turn.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R|all", default_value = "all"))]
    pub declarer: Option<DeclarerChoice>,
    /// The game is played from the hand, that is, without the talon (raises some targets).
    #[cfg_attr(feature = "clap", arg(long))]
    pub hand: bool,
    /// Result to find: the number of tricks, or, faster, only whether the contract is made.
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "tricks"))]
    pub goal: Option<SolveDetail>,
    /// Position.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub position: PositionFields,
    /// For allpass: cards of the talon in the order in which they are led [default: as listed].
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub talon_order: Option<OneOrMany<String>>,
}

impl QuestionType for SolveQuestion {
    const NAME: &'static str = "solve";
    const COST: Cost = Cost::Instant;
    const QUESTION_LIST: QuestionList = QuestionList::Deals;
    type Options = SolveOptions;
    type Answer = SolveAnswer;

    fn read(mut situation: Situation, fields: &mut Fields) -> ReadResult<SolveOptions> {
        let contracts = ContractSelection::read(fields, situation.rules())?;
        let goal = SolveDetail::read(fields)?;
        if let Some(seat) = declarer(fields)? {
            situation = situation.with_declarer(seat);
        }
        if fields.switch("hand")? {
            situation = situation.with_play_from_hand();
        }
        if fields.has("talon_order") && !contracts.includes_all_pass() {
            return Err(QuestionError::not_here("talon_order", "it affects only allpass"));
        }
        let in_a_row = contracts.contracts(situation.rules()).contains(&Contract::Run6);
        let situation = situation.read_position(fields)?.read_talon_order(fields)?;
        if situation.has_run() && !in_a_row {
            return Err(QuestionError::not_here("run", "it affects only run6"));
        }
        Ok((situation, SolveOptions { contracts, goal }))
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &SolveOptions,
    ) -> Result<Vec<SolveAnswer>, QuestionError> {
        analyst.solve(situation, options).map(|answer| vec![answer])
    }

    #[cfg(feature = "schema")]
    fn columns(rules: Arc<Variant>, fields: &mut Fields, long: bool) -> Result<Columns, QuestionError> {
        let (situation, options) = Self::read_without_cards(rules, fields)?;
        Ok(if long { columns::long() } else { columns::wide(&situation, &options) })
    }

    #[cfg(feature = "schema")]
    fn rows(answer: &SolveAnswer, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
        columns::rows(answer, columns)
    }
}
