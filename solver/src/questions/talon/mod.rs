//! The question `talon`: the declarer takes the talon; every discard, for every contract.

pub(crate) mod known;
pub mod unknown_defence;
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::gains::payoffs::Model;
use crate::outcomes::outcome::SolveDetail;
use crate::questions::cards::only_by_gain_error;
use crate::questions::contract_selection::ContractSelection;
use crate::questions::question_list::QuestionList;
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType};
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::situation::field_types::{
    ContractWord, DealsInput, DeclarerChoice, DiscardCount, MAX_AMOUNT, OneOrMany, RandomSeed, WholeNumber,
};
use crate::situation::form::{FormPart, form};
#[cfg(feature = "clap")]
use crate::situation::groups::PAYMENT_HEADING;
use crate::situation::groups::{CommonFields, LeadFields, PaymentFields};
#[cfg(feature = "schema")]
use crate::tables::columns::{Columns, Row};

pub use known::{
    BestDiscards, ContractResult, DiscardCriterion, DiscardOutcome, DiscardResult, TalonAnswer, TalonChoice,
    TalonOptions,
};
pub use unknown_defence::TalonAverages;

form! {
    /// Evaluate every discard of the declarer for every contract.
    pub struct TalonQuestion {
        /// Cards of the deal, or a list of deals.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<DealsInput>,
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts of the
        /// rules.
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
        /// Criterion that orders discards and contracts [default: the result that the option goal names].
        #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT"))]
        pub by: Option<DiscardCriterion>,
        /// Treat the two other hands as unknown, and average over this number of random layouts of their cards.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        pub unknown_defence: Option<WholeNumber<2, MAX_AMOUNT>>,
        /// Random seed of the layouts [default: 1].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", requires = "unknown_defence"))]
        pub seed: Option<RandomSeed>,
        /// Count the turns at which only one discard or card wins.
        #[cfg_attr(feature = "clap", arg(long, conflicts_with = "unknown_defence"))]
        pub depth: bool,
        /// Leader, and seats that have dropped out.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub lead: LeadFields,
        /// Model of the defenders' decisions and play [default: selfish].
        #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
        pub model: Option<Model>,
        /// Pot and table.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub payment: PaymentFields,
        /// If gains are compared: number of discards per contract whose gain is calculated, starting with the best in
        /// tricks, or all [default: 5].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N|all", help_heading = PAYMENT_HEADING))]
        pub discards: Option<DiscardCount>,
    }
}

impl TalonQuestion {
    fn options(self, mut situation: Situation) -> FormResult<TalonOptions> {
        if self.hand {
            return Err(QuestionError::not_here("hand", "a game without the talon has no discard"));
        }
        if self.depth && self.unknown_defence.is_some() {
            return Err(QuestionError::not_here("depth", "the turns are counted with all cards known"));
        }
        let goal = self.goal.unwrap_or_default();
        let by = self.by.unwrap_or(match goal {
            SolveDetail::MadeOnly => DiscardCriterion::Made,
            SolveDetail::Tricks => DiscardCriterion::Tricks,
        });
        let only_by_gain = self.first_given(&["model", "discards"]).or(self.payment.given().first().copied());
        let mut contracts = ContractSelection::new(self.contract.as_ref(), situation.rules())?;
        if contracts.includes_all_pass() {
            return Err(QuestionError::not_here("contract", "nobody takes the talon when all have passed"));
        }
        if let Some(DeclarerChoice::Seat(seat)) = self.declarer {
            situation = situation.with_declarer(seat);
        }
        if by == DiscardCriterion::Gain {
            if goal == SolveDetail::MadeOnly {
                let why = "gains depend on the tricks: compare by made";
                return Err(QuestionError::new(ErrorCode::NotHere, "goal", Problem::NeedsOtherField(why)));
            }
            if self.lead.first_given(&["out"]).is_some() {
                return Err(QuestionError::not_here(
                    "out",
                    "if gains are compared, the answer decides which seats drop out",
                ));
            }
            // If gains are compared, `all` stands for every contract that can be announced, because other contracts may
            // have no price.
            if contracts == ContractSelection::All {
                contracts = situation.rules().all_announceable().into();
            }
        } else if let Some(name) = only_by_gain {
            return Err(only_by_gain_error(name));
        }
        let options = TalonOptions {
            contracts,
            goal,
            by,
            model: self.model.unwrap_or_default(),
            discards: DiscardCount::discards(self.discards),
            unknown_defence: self.unknown_defence.map(WholeNumber::get),
            seed: self.seed.map_or(1, RandomSeed::get),
            depth: self.depth,
        };
        let situation = situation.with_lead(&self.lead)?.with_payment(&self.payment).check_effects()?;
        Ok((situation, options))
    }
}

/// Answer of `talon`: values with all cards known, or averages over layouts of the defenders' cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TalonReply {
    /// Values with all cards known.
    Known(TalonAnswer),
    /// Averages with the defenders' cards unknown.
    Unknown(TalonAverages),
}

impl QuestionType for TalonQuestion {
    const NAME: &'static str = "talon";
    const EXAMPLE: Example = Example {
        question: r#"{"deal":"DEAL","declarer":"F","contract":"S,D"}"#,
        part: "/choice",
        shows: r#"{"contract":"D","tricks":8,"made":true,"discard":["H9","C7"]}"#,
    };
    const COST: Cost = Cost::Fast;
    const SLOW_KEYS: &'static [&'static str] = &["by", "unknown_defence"];
    const QUESTION_LIST: QuestionList = QuestionList::Deals;
    type Options = TalonOptions;
    type Answer = TalonReply;

    fn deal(&self) -> Option<&str> {
        self.deal.as_ref().and_then(DealsInput::one)
    }

    fn apply_to(self, situation: Situation) -> FormResult<TalonOptions> {
        self.options(situation)
    }

    fn allows_unknown_hands(options: &TalonOptions) -> bool {
        options.unknown_defence.is_some()
    }

    fn has_answer_list(situation: &Situation, options: &TalonOptions) -> bool {
        situation.declarer_if_any().is_none() && options.unknown_defence.is_none()
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &TalonOptions,
    ) -> Result<Vec<TalonReply>, QuestionError> {
        if options.unknown_defence.is_some() {
            return analyst.talon_unknown(situation, options).map(|answer| vec![TalonReply::Unknown(answer)]);
        }
        situation.deal()?;
        let answers = situation.declarers()?.into_iter().map(|declarer| {
            analyst.talon(&situation.clone().with_declarer(declarer), options).map(TalonReply::Known)
        });
        answers.collect()
    }

    #[cfg(feature = "schema")]
    fn key_columns(&self) -> Columns {
        if self.unknown_defence.is_some() {
            Columns::from_keys::<TalonAverages>()
        } else {
            Columns::from_keys::<TalonAnswer>()
        }
    }

    #[cfg(feature = "schema")]
    fn rows(answer: &TalonReply, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
        let are_averages = columns.as_slice().iter().any(|column| column.name == "layouts");
        match (answer, are_averages) {
            (TalonReply::Known(answer), false) => Ok(vec![columns.row_of_keys(answer)]),
            (TalonReply::Unknown(answer), true) => Ok(vec![columns.row_of_keys(answer)]),
            _ => Err(QuestionError::not_here(
                "unknown_defence",
                "give it for all rows of a table, or for none",
            )),
        }
    }
}
