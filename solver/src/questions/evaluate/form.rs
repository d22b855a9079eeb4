//! The form of the question `evaluate`.
use crate::cards::{Card, Cards};
use crate::deal::partial::PartialDeal;
use crate::gains::payoffs::Model;
use crate::hand::{Hand, Phase, View};
#[cfg(feature = "hands")]
use crate::hand_values::HiddenOptions;
use crate::outcomes::outcome::SolveDetail;
use crate::questions::contract_selection::ContractSelection;
use crate::questions::question_type::FormResult;
use crate::questions::record::read_hand;
use crate::sampling::call_conditions::CallConditions;
use crate::sampling::sample::SampleOptions;
use crate::seat::{BySeat, Seat};
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::field_types::{
    ContractWord, LayoutsWanted, MAX_AMOUNT, OneOrMany, RandomSeed, RecordInput, WholeNumber,
};
use crate::situation::form::{FormPart, form};
use crate::situation::groups::CommonFields;
#[cfg(feature = "clap")]
use crate::situation::groups::{HIDDEN_HEADING, PAYMENT_HEADING, POSITION_HEADING};
use crate::situation::{CardsInput, Leader, Situation};

form! {
    /// Estimate how often a hand makes each contract when the other cards are unknown.
    pub struct EvaluateQuestion {
        /// Cards of the deal.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<String>,
        /// Record of a hand before the discard, instead of a deal: the cards are those that the player who decides has
        /// seen. An object with deal, table and actions, or the record that review reads; as a flag also a file that
        /// contains it.
        #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON"))]
        pub record: Option<RecordInput>,
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts of the
        /// rules.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "LIST", default_value = "all"))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<OneOrMany<ContractWord>>,
        /// Result to find: tricks and gains as well, or, faster, only how often each contract is made.
        #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "tricks"))]
        pub goal: Option<SolveDetail>,
        /// Number of random layouts of the unknown cards, or all; all layouts are used if there are fewer.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N|all", default_value = "1000"))]
        pub layouts: Option<LayoutsWanted>,
        /// Random seed.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
        pub seed: Option<RandomSeed>,
        /// The two cards laid aside in every layout, if twelve cards are known, instead of the best discard for each
        /// layout.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS"))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub discard: Option<OneOrMany<Card>>,
        /// Evaluate ten cards only with the talon, not without it, which saves half of the time or more.
        #[cfg_attr(feature = "clap", arg(long))]
        pub talon_only: bool,
        /// If twelve cards are known: the fewest and the most tricks over all layouts, a layout for each, and on how
        /// many layouts the contract is made.
        #[cfg_attr(feature = "clap", arg(long))]
        pub extremes: bool,
        /// Count the points of a hand of ten cards, as a player can do it, with the chance that belongs to them.
        #[cfg_attr(feature = "clap", arg(long))]
        pub points: bool,
        /// Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated.
        #[cfg_attr(feature = "clap", arg(long = "where", value_name = "SEAT:CARDS>=N"))]
        #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
        pub r#where: Vec<String>,
        /// Seats that have passed: only layouts are used in which their hands make no contract without the talon.
        #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS"))]
        pub passed: Option<OneOrMany<Seat>>,
        /// Seats that have bid: only layouts are used in which their hands make a contract with the talon.
        #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS"))]
        pub bid: Option<OneOrMany<Seat>>,
        /// With a record: use only layouts in which the hands of seats that have passed make no contract without the
        /// talon, and the hands of seats that have bid make one with it.
        #[cfg_attr(feature = "clap", arg(long))]
        pub use_calls: bool,
        /// Model of the defenders' decisions and play.
        #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "tricks", help_heading = PAYMENT_HEADING))]
        pub model: Option<Model>,
        /// Amount in the pot before the hand, if the payment depends on it.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
        pub pot: Option<WholeNumber<0, MAX_AMOUNT>>,
        /// Seat that leads to the first trick, if the rules would name another one.
        #[cfg_attr(feature = "clap", arg(long, value_name = "F|M|R|declarer|left|right", help_heading = POSITION_HEADING))]
        pub leader: Option<Leader>,
        /// For a misère in which the defenders open their hands: the best mix of discards if they do not know the
        /// discard, and the declarer chooses it before seeing their hands.
        #[cfg_attr(feature = "clap", arg(long, help_heading = HIDDEN_HEADING))]
        pub hidden: bool,
        /// Number of random layouts on which the mix is found; its chance is then measured on others [default: 200; for
        /// each talon 24, if the talon is unknown].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = HIDDEN_HEADING))]
        pub hidden_layouts: Option<WholeNumber<2, 10_000>>,
        /// Largest number of nodes for each layout: sets of discards searched and linear programmes solved, counted
        /// together, at most 20,000 while the mix is being found. Where it is reached, only bounds of the chance are known
        /// [default: 200000].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = HIDDEN_HEADING))]
        pub nodes: Option<WholeNumber<1, { u64::MAX }>>,
        /// Number of fresh layouts for which JSON answers have the strategies of both sides, so that the chance can be
        /// checked [default: none].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = HIDDEN_HEADING))]
        pub certify: Option<WholeNumber<1, 1000>>,
    }
}

/// Options of the question `evaluate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluateOptions {
    /// Contracts to evaluate.
    pub contracts: ContractSelection,
    /// Detail of the results: tricks and gains, or only whether contracts are made.
    pub goal: SolveDetail,
    /// Sample of the layouts of unknown cards.
    pub sample: SampleOptions,
    /// The two cards laid aside in every layout; `None` for the best discard on each.
    pub discard: Option<Cards>,
    /// Whether ten cards are evaluated only with the talon.
    pub talon_only: bool,
    /// Whether the fewest and the most tricks over all layouts are found.
    pub extremes: bool,
    /// Whether the points of ten cards are counted.
    #[cfg(feature = "hands")]
    pub points: bool,
    /// Other seats that have passed or bid.
    pub calls: CallConditions,
    /// Model of the defenders' decisions and play, by which gains are solved.
    pub model: Model,
    /// Options of the values with a hidden discard.
    #[cfg(feature = "hands")]
    pub hidden: Option<HiddenOptions>,
}

impl Default for EvaluateOptions {
    fn default() -> EvaluateOptions {
        EvaluateOptions {
            contracts: ContractSelection::All,
            goal: SolveDetail::Tricks,
            sample: SampleOptions::default(),
            discard: None,
            talon_only: false,
            extremes: false,
            #[cfg(feature = "hands")]
            points: false,
            calls: CallConditions::default(),
            model: Model::Tricks,
            #[cfg(feature = "hands")]
            hidden: None,
        }
    }
}

impl EvaluateQuestion {
    /// Adds the pot to the situation, and the cards that the player of a record has seen.
    ///
    /// # Errors
    /// If a field does not apply, a step of the record is illegal, or the discard has been made.
    pub(super) fn options(self, mut situation: Situation) -> FormResult<EvaluateOptions> {
        #[cfg(not(feature = "hands"))]
        if let Some(field) = self.first_given(&["hidden", "hidden_layouts", "nodes", "certify", "points"]) {
            return Err(QuestionError::not_here(field, "this build has no values of hands"));
        }
        let mut calls = CallConditions::default();
        if self.record.is_some() {
            if let Some(field) = self.first_given(&["deal", "pot"]) {
                return Err(QuestionError::not_here(field, "the record contains it"));
            }
            let view = view_before_discard(&read_hand(&situation, self.record)?)?;
            if self.use_calls {
                calls = CallConditions::from_view(&view);
            }
            situation = evaluated_situation(&view);
        } else {
            if self.use_calls {
                return Err(QuestionError::not_here("use_calls", "only a record has calls"));
            }
            situation = situation.with_pot(self.pot);
        }
        let contracts = ContractSelection::new(self.contract.as_ref(), situation.rules())?;
        if contracts.includes_all_pass() || contracts.contracts(situation.rules()).is_empty() {
            return Err(QuestionError::missing("contract", "contracts that have a declarer, or all"));
        }
        if self.hidden && self.discard.is_some() {
            return Err(QuestionError::not_here(
                "discard",
                "with hidden the discards are chosen by their mix",
            ));
        }
        let discard = self.discard.map(|OneOrMany(cards)| cards.into_iter().collect());
        let seats = |seats: Option<OneOrMany<Seat>>| seats.into_iter().flat_map(|OneOrMany(seats)| seats);
        let options = EvaluateOptions {
            contracts,
            goal: self.goal.unwrap_or_default(),
            sample: SampleOptions::from_fields(
                self.layouts.map(LayoutsWanted::limit),
                self.seed,
                &self.r#where,
            )?,
            discard,
            talon_only: self.talon_only,
            extremes: self.extremes,
            #[cfg(feature = "hands")]
            points: self.points,
            calls: CallConditions {
                passed: calls.passed.iter().chain(seats(self.passed)).collect(),
                bid: calls.bid.iter().chain(seats(self.bid)).collect(),
            },
            model: self.model.unwrap_or(Model::Tricks),
            #[cfg(feature = "hands")]
            hidden: HiddenOptions::new(self.hidden, self.hidden_layouts, self.nodes, self.certify)?,
        };
        if let Some(leader) = self.leader {
            situation = situation.with_leader(leader);
        }
        if options.goal == SolveDetail::MadeOnly && self.pot.is_some() {
            return Err(QuestionError::not_here("pot", "gains are calculated only together with the tricks"));
        }
        Ok((situation.check_effects()?, options))
    }
}

fn view_before_discard(hand: &Hand) -> Result<View, QuestionError> {
    match (hand.player(), hand.phase()) {
        (Some(player), Phase::Auction | Phase::Talon | Phase::Discard) => Ok(hand.view(player)),
        _ => Err(QuestionError::new(ErrorCode::NotHere, "record", AfterDiscardError)),
    }
}

fn evaluated_situation(view: &View) -> Situation {
    let mut hands = BySeat([None; 3]);
    hands[view.seat] = view.hands[view.seat];
    let has_taken = view.hands[view.seat].is_some_and(|hand| hand.len() > 10);
    let talon = (!has_taken && view.talon.len() == 2).then_some(view.talon);
    Situation::new(view.rules.clone(), CardsInput::Partial(PartialDeal { hands, talon }))
        .with_decisions(view.table.decisions())
}

/// The record goes beyond the discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the record goes beyond the discard, and the question is about a hand before it: use the question advise"
)]
struct AfterDiscardError;
