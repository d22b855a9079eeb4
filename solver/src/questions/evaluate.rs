//! Values of a hand for a player who does not see the other hands: averages over layouts of the unknown
//! cards.

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::Deal;
use crate::deal::partial::PartialDeal;
use crate::gains::decisions::contract_gains;
use crate::gains::payoffs::Model;
use crate::hand::{Hand, Phase, View};
#[cfg(feature = "hands")]
use crate::hand_values::answer::HiddenValue;
#[cfg(feature = "hands")]
use crate::hand_values::{HiddenOptions, HiddenValues, check_rules};
use crate::outcomes::discards::{TWELVE_CARDS_ERROR, best_by_tricks, can_make};
use crate::outcomes::outcome::{Outcome, SolveDetail};
use crate::questions::contract_selection::ContractSelection;
use crate::questions::question_type::{FormResult, QuestionType, question_type};
use crate::questions::record::read_hand;
use crate::rules::contract::{Contract, Declaration};
use crate::sampling::call_conditions::CallConditions;
use crate::sampling::estimate::{Average, Means};
use crate::sampling::layouts::KnownCards;
use crate::sampling::sample::{SampleOptions, count_layouts, draw_sample};
use crate::search::Solver;
use crate::seat::{BySeat, Seat};
use crate::settlement::Amount;
use crate::situation::error::{ErrorCode, QuestionError, priced_or_none};
use crate::situation::field_types::{
    ContractWord, LayoutCount, MAX_AMOUNT, OneOrMany, RandomSeed, RecordInput, WholeNumber,
};
use crate::situation::form::{FormPart, form};
use crate::situation::groups::CommonFields;
#[cfg(feature = "clap")]
use crate::situation::groups::{HIDDEN_HEADING, PAYMENT_HEADING, POSITION_HEADING};
use crate::situation::play::Play;
use crate::situation::{CardsInput, Leader, Situation};

form! {
    /// Estimates how often a hand makes each contract when the other hands are unknown.
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
        /// Number of random layouts of the unknown cards; all layouts are used if there are fewer.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1000"))]
        pub layouts: Option<LayoutCount>,
        /// Random seed.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
        pub seed: Option<RandomSeed>,
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
        /// With a record: use only layouts in which the hands of seats that have passed make no contract without the talon,
        /// and the hands of seats that have bid make one with it.
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
        /// For a misère in which the defenders open their hands: the best mix of discards if they do not know the discard,
        /// and the declarer chooses it before seeing their hands.
        #[cfg_attr(feature = "clap", arg(long, help_heading = HIDDEN_HEADING))]
        pub hidden: bool,
        /// Number of random layouts on which the mix is found; its chance is then measured on others [default: 200; for
        /// each talon 24, if the talon is unknown].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = HIDDEN_HEADING))]
        pub hidden_layouts: Option<WholeNumber<2, 10_000>>,
        /// Largest number of nodes for each layout: sets of discards searched and linear programmes solved, counted
        /// together. Where it is reached, only bounds of the chance are known [default: 20000].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = HIDDEN_HEADING))]
        pub nodes: Option<WholeNumber<1, { u64::MAX }>>,
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
    /// Other seats that have passed or bid.
    pub calls: CallConditions,
    /// Model of the defenders' decisions and play, by which gains are solved.
    pub model: Model,
    /// Options of the values with a hidden discard; `None` if they are not asked for.
    #[cfg(feature = "hands")]
    pub hidden: Option<HiddenOptions>,
}

impl Default for EvaluateOptions {
    fn default() -> EvaluateOptions {
        EvaluateOptions {
            contracts: ContractSelection::All,
            goal: SolveDetail::Tricks,
            sample: SampleOptions::default(),
            calls: CallConditions::default(),
            model: Model::Tricks,
            #[cfg(feature = "hands")]
            hidden: None,
        }
    }
}

impl EvaluateQuestion {
    /// Adds the pot to the situation, and returns the options. If there is a record, the cards that the player to decide
    /// has seen are taken from it.
    ///
    /// # Errors
    /// If a field does not apply, a step of the record is illegal, or the discard has been made.
    fn options(self, mut situation: Situation) -> FormResult<EvaluateOptions> {
        #[cfg(not(feature = "hands"))]
        if let Some(field) = self.first_given(&["hidden", "hidden_layouts", "nodes"]) {
            return Err(QuestionError::not_here(field, "this build has no values of hidden discards"));
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
        let seats = |seats: Option<OneOrMany<Seat>>| seats.into_iter().flat_map(|OneOrMany(seats)| seats);
        let options = EvaluateOptions {
            contracts,
            goal: self.goal.unwrap_or_default(),
            sample: SampleOptions::from_fields(self.layouts, self.seed, &self.r#where)?,
            calls: CallConditions {
                passed: calls.passed.iter().chain(seats(self.passed)).collect(),
                bid: calls.bid.iter().chain(seats(self.bid)).collect(),
            },
            model: self.model.unwrap_or(Model::Tricks),
            #[cfg(feature = "hands")]
            hidden: HiddenOptions::new(self.hidden, self.hidden_layouts, self.nodes)?,
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

/// Returns the view of the player to decide, in a hand before the discard.
fn view_before_discard(hand: &Hand) -> Result<View, QuestionError> {
    match (hand.player(), hand.phase()) {
        (Some(player), Phase::Auction | Phase::Talon | Phase::Discard) => Ok(hand.view(player)),
        _ => Err(QuestionError::new(ErrorCode::NotHere, "record", EvaluateError::AfterDiscard)),
    }
}

/// Returns the situation with the cards that the viewer knows before the discard, and with the viewer's table.
fn evaluated_situation(view: &View) -> Situation {
    let mut hands = BySeat([None; 3]);
    hands[view.seat] = view.hands[view.seat];
    let has_taken = view.hands[view.seat].is_some_and(|hand| hand.len() > 10);
    let talon = (!has_taken && view.talon.len() == 2).then_some(view.talon);
    Situation::new(view.rules.clone(), CardsInput::Partial(PartialDeal { hands, talon }))
        .with_decisions(view.table.settled_hand())
}

/// Averages for each contract of a hand when the others' cards are unknown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EvaluateAnswer {
    /// Known cards, with `?` for the others.
    pub deal: PartialDeal,
    /// Name of the rules.
    pub rules: String,
    /// Seat whose hand is known.
    pub seat: Seat,
    /// Model of the defenders' decisions and play.
    pub model: Model,
    /// Number of layouts in the averages.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub layouts: u64,
    /// Number of layouts that agree with the known cards. Conditions may rule out some of these layouts.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = crate::deal::DEAL_COUNT)))]
    pub of: u64,
    /// Whether the averages are over all layouts that agree with the known cards.
    pub all: bool,
    /// Random seed.
    pub seed: u64,
    /// Averages, one element for each contract, in the order of the question.
    pub results: Vec<ContractEvaluation>,
}

/// Averages for a contract without the talon, and with the talon after the best discard in each layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContractEvaluation {
    /// Contract.
    pub contract: Contract,
    /// Averages without the talon; absent if twelve cards are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Means>,
    /// Averages with the talon, after the best discard in each layout.
    pub talon: TalonEvaluation,
}

/// Averages for a contract with the talon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TalonEvaluation {
    /// Averages after the best discard in each layout.
    #[serde(flatten)]
    pub means: Means,
    /// Value if the discard is hidden and chosen before the defenders' hands are opened; absent if it is not asked for,
    /// if no discard is hidden in the contract, or if the time was up before it was known.
    #[cfg(feature = "hands")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<HiddenValue>,
}

/// Reasons why the known hand cannot be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum EvaluateError {
    #[error("one hand must be known and the two others '?', as in F:AQJ.A9.AK9.T7 ? ?")]
    OneHand,
    #[error("the known hand is that of {}: name other seats", .0.name())]
    Own(Seat),
    #[error("{TWELVE_CARDS_ERROR}")]
    Twelve,
    #[error(
        "the record goes beyond the discard, and the question is about a hand before it: use the question \
         advise"
    )]
    AfterDiscard,
}

/// The hand to evaluate, with everything that is known about the cards.
struct KnownHand {
    seat: Seat,
    /// Whether the hand is given as twelve cards, including the talon.
    has_twelve_cards: bool,
    known_cards: KnownCards,
}

/// Outcome of a contract on one layout, and the declarer's gain; `None` if the contract has no price or gains
/// are not asked for.
type ValuedOutcome = (Outcome, Option<Amount>);

impl Analyst {
    /// Estimates the result of each contract for the only known hand: averages over layouts of the unknown cards.
    /// Each layout is solved with all cards known.
    ///
    /// # Errors
    /// If the number of known hands is not one; if twelve cards are known under rules by which the discard is made
    /// before the talon is taken up; if `calls` names the seat of the known hand; or if no layout agrees with the known
    /// cards and the conditions.
    pub fn evaluate(
        &mut self,
        situation: &Situation,
        options: &EvaluateOptions,
    ) -> Result<EvaluateAnswer, QuestionError> {
        let partial = situation.partial()?;
        let hand = read_known_hand(&partial, options)?;
        let situation = &situation.clone().with_lead_of_rules(hand.seat);
        let rules = situation.rules();
        if hand.has_twelve_cards && rules.bidding().discard_first {
            return Err(QuestionError::new(ErrorCode::BadDeal, "deal", EvaluateError::Twelve));
        }
        let layouts = count_layouts(&hand.known_cards, &options.sample.constraints, "deal")?;
        let contracts = options.contracts.contracts(rules);
        #[cfg(feature = "hands")]
        let hidden_values = hidden_values(situation, options, &hand, &contracts)?;
        #[cfg(feature = "hands")]
        self.progress().announce(hidden_values.iter().flatten().map(HiddenValues::parts).sum());
        // For each contract: the averages of the game from the hand, and of the game with the talon.
        let mut averages = vec![[Average::default(), Average::default()]; contracts.len()];
        let mut failed = None;
        let sampled = draw_sample(
            self,
            &options.sample,
            &layouts,
            |solver, &(hands, talon)| evaluate_layout(solver, situation, options, &hand, hands, talon),
            |outcomes| match outcomes {
                Ok(outcomes) => add_outcomes(&mut averages, outcomes),
                Err(error) => failed = Some(error),
            },
        )?;
        if let Some(error) = failed {
            return Err(error);
        }
        #[cfg(feature = "hands")]
        let mut hidden_values = hidden_values.into_iter();
        let results = contracts.into_iter().zip(averages).map(|(contract, averages)| {
            let [from_hand, with_talon] = averages.map(|average| average.with_exactness(sampled.is_complete));
            ContractEvaluation {
                contract,
                hand: (!hand.has_twelve_cards).then(|| (&from_hand).into()),
                talon: TalonEvaluation {
                    means: (&with_talon).into(),
                    #[cfg(feature = "hands")]
                    hidden: hidden_values.next().flatten().and_then(|value| value.find(self)),
                },
            }
        });
        let results = results.collect();
        Ok(EvaluateAnswer {
            deal: partial,
            rules: rules.label().to_owned(),
            seat: hand.seat,
            model: options.model,
            layouts: sampled.answers,
            of: sampled.layouts,
            all: sampled.is_complete,
            seed: options.sample.seed,
            results,
        })
    }
}

/// Prepares the values with a hidden discard: one element for each contract, `None` where no discard is hidden. The list
/// is empty if they are not asked for.
///
/// # Errors
/// If a contract cannot be settled.
#[cfg(feature = "hands")]
fn hidden_values<'a>(
    situation: &'a Situation,
    options: &'a EvaluateOptions,
    hand: &KnownHand,
    contracts: &[Contract],
) -> Result<Vec<Option<HiddenValues<'a>>>, QuestionError> {
    let Some(hidden) = &options.hidden else { return Ok(Vec::new()) };
    check_rules(situation.rules(), contracts)?;
    let value = |&contract: &Contract| {
        let declaration = Declaration { contract, declarer: hand.seat, from_hand: false };
        HiddenValues::new(situation, declaration, &hand.known_cards, &options.sample, options.calls, hidden)
    };
    contracts.iter().map(value).collect()
}

/// Solves the contracts on a layout, from the hand and with the talon; `None` if the layout contradicts the calls of
/// the other seats.
fn evaluate_layout(
    solver: &mut Solver,
    situation: &Situation,
    options: &EvaluateOptions,
    hand: &KnownHand,
    hands: BySeat<Cards>,
    talon: Cards,
) -> Option<Result<[Vec<ValuedOutcome>; 2], QuestionError>> {
    let deal = Deal::new(hands, talon).expect("ten cards each");
    let situation = situation.with_cards(deal);
    options.calls.are_met(solver, situation.rules(), &deal).then(|| {
        let from_hand = if hand.has_twelve_cards {
            Vec::new()
        } else {
            solve_from_hand(solver, &situation, hand.seat, options)?
        };
        Ok([from_hand, solve_with_talon(solver, &situation, hand.seat, options)?])
    })
}

/// Adds the outcomes on one layout, from the hand and with the talon, to the averages of the contracts.
fn add_outcomes(averages: &mut [[Average; 2]], outcomes: [Vec<ValuedOutcome>; 2]) {
    for (n, outcomes) in outcomes.into_iter().enumerate() {
        for (averages, (outcome, gain)) in averages.iter_mut().zip(outcomes) {
            averages[n].add(outcome);
            if let Some(gain) = gain {
                averages[n].add_gain(gain.to_f64());
            }
        }
    }
}

/// Returns the only known hand of a deal.
fn read_known_hand(partial: &PartialDeal, options: &EvaluateOptions) -> Result<KnownHand, QuestionError> {
    let mut hands = Seat::ALL.into_iter().filter(|&seat| partial.hands[seat].is_some());
    let (Some(seat), None) = (hands.next(), hands.next()) else {
        return Err(QuestionError::new(ErrorCode::BadDeal, "deal", EvaluateError::OneHand));
    };
    for (name, seats) in [("passed", options.calls.passed), ("bid", options.calls.bid)] {
        if seats.contains(seat) {
            return Err(QuestionError::new(ErrorCode::NotHere, name, EvaluateError::Own(seat)));
        }
    }
    let cards = partial.hands[seat].unwrap_or_default();
    let mut start = KnownCards::ten_each();
    let has_twelve_cards = cards.len() == 12;
    if has_twelve_cards {
        // Once the talon is taken up, it does not matter which two of the twelve cards came from it.
        start.talon = cards.iter().skip(10).collect();
    }
    start.hands[seat] = cards - start.talon;
    start.talon = partial.talon.unwrap_or(start.talon);
    Ok(KnownHand { seat, has_twelve_cards, known_cards: start })
}

/// Solves the contracts from the hand, in the order of the question.
fn solve_from_hand(
    solver: &mut Solver,
    situation: &Situation,
    declarer: Seat,
    options: &EvaluateOptions,
) -> Result<Vec<ValuedOutcome>, QuestionError> {
    let rules = situation.rules();
    let deal = situation.deal().expect("a layout is a whole deal");
    let contracts = options.contracts.contracts(rules).into_iter();
    let outcomes = contracts.map(|contract| {
        let declaration = Declaration { contract, declarer, from_hand: true };
        let play = Play::from_deal(rules, &deal, declaration);
        if options.goal == SolveDetail::MadeOnly {
            return Ok((Outcome { tricks: None, made: play.is_made(solver) }, None));
        }
        let outcome = play.outcome(solver);
        Ok((outcome, declarer_gain(solver, &situation.clone().with_declaration(declaration), options.model)?))
    });
    outcomes.collect()
}

/// Solves the contracts with the talon, each after the discard that is best in tricks (not in gain) with all
/// cards known.
fn solve_with_talon(
    solver: &mut Solver,
    situation: &Situation,
    declarer: Seat,
    options: &EvaluateOptions,
) -> Result<Vec<ValuedOutcome>, QuestionError> {
    let rules = situation.rules();
    let deal = situation.deal().expect("a layout is a whole deal");
    let contracts = options.contracts.contracts(rules).into_iter();
    let outcomes = contracts.map(|contract| {
        let declaration = Declaration { contract, declarer, from_hand: false };
        if options.goal == SolveDetail::MadeOnly {
            return Ok((Outcome { tricks: None, made: can_make(solver, rules, &deal, declaration) }, None));
        }
        let (discard, outcome) = best_by_tricks(solver, rules, &deal, declaration, true);
        let laid = situation.clone().with_declaration(declaration).with_discard(discard);
        Ok((outcome, declarer_gain(solver, &laid, options.model)?))
    });
    outcomes.collect()
}

/// Computes the declarer's gain; `None` if the contract has no price.
fn declarer_gain(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
) -> Result<Option<Amount>, QuestionError> {
    let declarer = situation.declarer()?;
    let gains = priced_or_none(contract_gains(solver, situation, model))?;
    Ok(gains.map(|gains| gains.seats[declarer]))
}

question_type!(
    EvaluateQuestion "evaluate", EvaluateOptions => EvaluateAnswer, |analyst, situation, options| analyst.evaluate(situation, options),
    const HAS_PARTIAL_ANSWERS: bool = true;,
    fn has_deal(situation: &Situation, _: &EvaluateOptions) -> bool { matches!(situation.cards(), CardsInput::Nothing) },
    fn deal(&self) -> Option<&str> { self.deal.as_deref() },
    fn allows_unknown_hands(_: &EvaluateOptions) -> bool { true }
);
