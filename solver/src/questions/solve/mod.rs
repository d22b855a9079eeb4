//! The question `solve`: which contracts each hand makes, with all cards known.

pub(crate) mod answer;
#[cfg(feature = "schema")]
mod columns;

#[cfg(feature = "schema")]
use std::sync::Arc;

use crate::analyst::Analyst;
use crate::cards::Card;
use crate::outcomes::outcome::SolveDetail;
use crate::questions::contract_selection::ContractSelection;
use crate::questions::question_list::QuestionList;
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType};
use crate::rules::contract::Contract;
#[cfg(feature = "schema")]
use crate::rules::variant::Variant;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{ContractWord, DealsInput, DeclarerChoice, OneOrMany};
use crate::situation::form::form;
#[cfg(feature = "clap")]
use crate::situation::groups::POSITION_HEADING;
use crate::situation::groups::{CommonFields, PositionFields};
#[cfg(feature = "schema")]
use crate::tables::columns::{Columns, Row};

pub use answer::{ContractSolution, SolveAnswer, SolveOptions};

form! {
    /// Find which contracts each hand makes.
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
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<OneOrMany<ContractWord>>,
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
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub talon_order: Option<OneOrMany<Card>>,
    }
}

impl QuestionType for SolveQuestion {
    const NAME: &'static str = "solve";
    const EXAMPLE: Example = Example {
        question: r#"{"deal":"DEAL","declarer":"F","contract":"S,D"}"#,
        part: "/results/1",
        shows: r#"{"declarer":"F","contract":"D","leader":"F","tricks":6,"made":true,"margin":0}"#,
    };
    const COST: Cost = Cost::Instant;
    const QUESTION_LIST: QuestionList = QuestionList::Deals;
    type Options = SolveOptions;
    type Answer = SolveAnswer;

    fn deal(&self) -> Option<&str> {
        self.deal.as_ref().and_then(DealsInput::one)
    }

    fn apply_to(self, mut situation: Situation) -> FormResult<SolveOptions> {
        let contracts = ContractSelection::new(self.contract.as_ref(), situation.rules())?;
        if let Some(DeclarerChoice::Seat(seat)) = self.declarer {
            situation = situation.with_declarer(seat);
        }
        if self.hand {
            situation = situation.with_play_from_hand();
        }
        if self.talon_order.is_some() && !contracts.includes_all_pass() {
            return Err(QuestionError::not_here("talon_order", "it affects only allpass"));
        }
        let in_a_row = contracts.contracts(situation.rules()).contains(&Contract::Run6);
        let situation = situation.with_position(&self.position)?.with_talon_leads(self.talon_order);
        if situation.has_run() && !in_a_row {
            return Err(QuestionError::not_here("run", "it affects only run6"));
        }
        Ok((situation, SolveOptions { contracts, goal: self.goal.unwrap_or_default() }))
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &SolveOptions,
    ) -> Result<Vec<SolveAnswer>, QuestionError> {
        analyst.solve(situation, options).map(|answer| vec![answer])
    }

    #[cfg(feature = "schema")]
    fn columns(self, rules: Arc<Variant>, long: bool) -> Result<Columns, QuestionError> {
        let (situation, options) = self.without_deal(rules)?;
        Ok(if long { columns::long() } else { columns::wide(&situation, &options) })
    }

    #[cfg(feature = "schema")]
    fn rows(answer: &SolveAnswer, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
        columns::rows(answer, columns)
    }
}
