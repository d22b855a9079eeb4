//! The question `catch`: whether the defenders can beat a contract whose discard they do not know.

mod belief;
mod own_chance;

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::{Card, Cards};
use crate::deal::Layout;
use crate::hidden::HiddenGame;
use crate::hidden::beaten::PlanSearch;
use crate::hidden::certificate::{mix_nodes, world_numbers};
use crate::hidden::chance::ChanceSolution;
use crate::hidden::matrix::{Fraction, to_f64};
use crate::hidden::play::HiddenPlay;
use crate::hidden::strategy::{MAX_STRATEGY_POINTS, MixGraph, PointBudget, TooManyPoints};
use crate::hidden::worlds::{World, WorldSet, to_set};
use crate::order::sort_by_key;
use crate::outcomes::outcome::{Outcome, SolveDetail};
use crate::progress::Progress;
use crate::questions::cards::{PlayedContract, check_contract};
use crate::questions::question_list::QuestionList;
use crate::questions::question_type::{Example, FormResult, QuestionType, question_type};
use crate::search::{Solver, Stop};
use crate::seat::{Seat, Seats};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{
    BeliefInput, ContractName, DealsInput, OneOrMany, RandomSeed, WholeNumber, YesNo,
};
use crate::situation::form::form;
#[cfg(feature = "clap")]
use crate::situation::groups::POSITION_HEADING;
use crate::situation::groups::{CommonFields, LeadFields};
use crate::situation::play::PlayState;

pub use crate::hidden::certificate::{MixNode, PlanNode, Probability, ProbabilityError};
pub use belief::{Belief, BeliefLayouts, WeightedDiscard};
pub use own_chance::{OwnCard, OwnChance};

form! {
    /// Find whether the defenders can beat a contract without knowing the discard.
    pub struct CatchQuestion {
        /// Cards of the deal, or a list of deals.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<DealsInput>,
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT", required = true))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<ContractName>,
        /// Seat that declares.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
        pub declarer: Option<Seat>,
        /// Leader, and seats that have dropped out.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub lead: LeadFields,
        /// Cards played so far, from the first lead on; the hands of the deal still contain them.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub played: Option<OneOrMany<Card>>,
        /// The two cards that the declarer laid aside, unknown to the defenders: the answer also has the declarer's own
        /// chance with this discard.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub discard: Option<OneOrMany<Card>>,
        /// Result of each discard with open cards: the number of tricks, or, faster, only whether the contract is made.
        #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "tricks"))]
        pub goal: Option<SolveDetail>,
        /// Evaluate each card of the seat to move [default: yes].
        #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "YES|NO"))]
        pub cards: Option<YesNo>,
        /// Add the strategies of both sides, so that their guarantees can be checked.
        #[cfg_attr(feature = "clap", arg(long))]
        pub plan: bool,
        /// Belief of the defenders, for which the best plan is found: even (all possible discards), twelve (the best
        /// discards when only the twelve cards are known), or a list such as [{"discard":["CA","CK"],"weight":2}].
        #[cfg_attr(feature = "clap", arg(long, value_name = "even|twelve|LIST"))]
        pub belief: Option<BeliefInput>,
        /// For the belief twelve: number of random layouts of the defenders' cards [default: 200].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        pub layouts: Option<BeliefLayouts>,
        /// For the belief twelve: random seed of the layouts [default: 1].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        pub seed: Option<RandomSeed>,
        /// Largest number of nodes for each chance: sets of discards searched and linear programmes solved, counted
        /// together. When it is reached, the answer has a lower and an upper bound of the chance [default: no limit].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        pub nodes: Option<WholeNumber<1, { u64::MAX }>>,
    }
}

/// Options of the question `catch`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CatchOptions {
    /// Detail of the result of each discard with open cards: the tricks, or only whether the contract is made.
    pub goal: SolveDetail,
    /// Whether each card of the seat to move is evaluated.
    pub cards: bool,
    /// Whether the answer contains the full tree of each plan, and the declarer's mix.
    pub plan: bool,
    /// Belief of the defenders about the discard. The answer contains the plan that is best if the belief is right.
    pub belief: Option<Belief>,
    /// Limit on the sets of discards searched and linear programmes solved, counted together, for each chance. If it is
    /// reached, the bounds of the chance may differ.
    pub node_limit: Option<u64>,
}

impl CatchQuestion {
    fn options(self, situation: Situation) -> FormResult<CatchOptions> {
        let situation = situation.with_contract_fields(self.contract, self.declarer, false)?;
        check_contract(&situation)?;
        let situation = situation
            .with_lead(&self.lead)?
            .with_cards_played(self.played.unwrap_or_default().0)
            .with_discarded(self.discard)?;
        let options = CatchOptions {
            goal: self.goal.unwrap_or_default(),
            cards: self.cards != Some(YesNo::No),
            plan: self.plan,
            belief: Belief::new(self.belief.as_ref(), self.layouts, self.seed)?,
            node_limit: self.nodes.map(WholeNumber::get),
        };
        Ok((situation, options))
    }
}

/// Chance of a declarer whose discard is hidden.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatchAnswer {
    /// Cards of the deal.
    pub deal: Layout,
    /// Name of the rules.
    pub rules: String,
    /// Contract and declarer.
    #[serde(flatten)]
    pub played: PlayedContract,
    /// Seats that dropped out.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub out: Seats,
    /// Cards played so far, from the first lead on. The chance supposes that the declarer can still choose among the
    /// discards that these cards leave possible.
    #[serde(default, rename = "played", skip_serializing_if = "Vec::is_empty")]
    pub cards_played: Vec<Card>,
    /// Seat that leads, or has led, to the present trick.
    pub leader: Seat,
    /// Seat to move.
    pub to_move: Seat,
    /// Number of worlds: groups of possible discards that leave the same play.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 66)))]
    pub worlds: u8,
    /// Whether one plan of the defenders beats every discard; null if a limit ended the search before this was known.
    pub caught: Option<bool>,
    /// Bounds on the probability that the declarer makes the contract, with best play of both sides.
    pub chance: ChanceBounds,
    /// Possible discards, each group once, by suit S H D C, from the ace down.
    pub discards: Vec<HiddenDiscard>,
    /// Plans of the defenders' mix, which holds the declarer to the upper bound of the chance.
    pub plans: Vec<PlanSummary>,
    /// Plan that is best if the belief is right; absent if no belief is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<PlanAgainstBelief>,
    /// The declarer's own chance, if the discard is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnChance>,
    /// The declarer's mix as a list of points of the play, if plans are asked for; the play begins at the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mix: Option<Vec<MixNode>>,
    /// Cards of the seat to move, by suit S H D C, from the ace down. Of touching cards only the lowest is listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<HiddenCard>,
}

/// Bounds on the probability that the declarer makes the contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChanceBounds {
    /// Probability that the declarer can guarantee.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub low: f64,
    /// Probability to which the defenders can hold the declarer.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub high: f64,
    /// The probability as a fraction; null if the bounds differ.
    pub exact: Option<String>,
}

impl From<&ChanceSolution> for ChanceBounds {
    fn from(chance: &ChanceSolution) -> ChanceBounds {
        ChanceBounds {
            low: to_f64(chance.low),
            high: to_f64(chance.high),
            exact: (chance.low == chance.high).then(|| chance.low.to_string()),
        }
    }
}

/// Possible discard, and its part in the declarer's mix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HiddenDiscard {
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
    /// Other discards that leave the same play.
    pub equal: Vec<Cards>,
    /// Result with open cards. The number of tricks may be missing if the time limit was exceeded.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Probability of the discard in the mix that guarantees the lower bound of the chance.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub weight: f64,
}

impl HiddenDiscard {
    /// The result is that with open cards.
    pub(super) fn new(world: &World, outcome: Outcome, weight: f64) -> HiddenDiscard {
        HiddenDiscard { discard: world.discards[0], equal: world.discards[1..].to_vec(), outcome, weight }
    }
}

/// Plan of the defenders, and its part in their mix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanSummary {
    /// Probability of the plan in the mix that guarantees the upper bound of the chance.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub weight: f64,
    /// Places of the discards that the plan beats whatever the declarer plays, counted from 0.
    #[cfg_attr(feature = "schema", schemars(inner(range(max = 65))))]
    pub beats: Vec<u8>,
    /// First card of the plan; absent if the declarer is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// The plan itself, if plans are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanNode>,
}

/// Plan that beats a set of discards of the greatest total probability in the belief.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanAgainstBelief {
    /// Places of the discards that the plan beats whatever the declarer plays, counted from 0.
    #[cfg_attr(feature = "schema", schemars(inner(range(max = 65))))]
    pub beats: Vec<u8>,
    /// Probability of these discards in the belief: the largest that one plan can beat.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub weight: f64,
    /// First card of the plan; absent if the declarer is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// The plan itself, if plans are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanNode>,
}

/// Chance of the declarer if the seat to move is certain to play this card, and the declarer knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HiddenCard {
    /// Card.
    pub card: Card,
    /// Whether one plan of the defenders beats every discard after this card; null if a limit ended the search before
    /// this was known.
    pub caught: Option<bool>,
    /// Bounds on the probability that the declarer makes the contract after this card.
    pub chance: ChanceBounds,
    /// Probability with which the side to move plays this card in its mix. It is 0 for all cards if that side has no
    /// mix because the chance is 0 or 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub weight: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_nobody(seats: &Seats) -> bool {
    seats.is_empty()
}

impl Analyst {
    /// Finds whether the defenders can beat a contract without knowing the discard, and the declarer's chance.
    /// # Errors
    /// If a fact is missing, the deal is not whole, the declarer's cards lie open, the hand is over, or there is no
    /// discard after which the cards played are legal; if the belief cannot be used; if the given discard is not
    /// possible.
    pub fn catch(
        &mut self,
        situation: &Situation,
        options: &CatchOptions,
    ) -> Result<CatchAnswer, QuestionError> {
        let game = HiddenGame::new(situation)?;
        let own_world = own_chance::world_of_discard(situation, &game.worlds)?;
        let belief = options.belief.as_ref();
        // The defenders do not know the discard.
        let unknown = situation.clone().without_discard();
        let belief = belief.map(|belief| belief.weights(self, &unknown, &game.worlds)).transpose()?;
        let mut work = CatchWork { game, options, belief, own_world, found: CatchResults::default() };
        let progress = self.progress();
        progress.begin(work.parts());
        self.run_in_time(|analyst| analyst.with_solver(|solver| work.run(solver, &progress)));
        if work.found.failing.is_none() {
            self.fail_if_out_of_time();
        }
        work.answer(situation)
    }
}

struct CatchWork<'a> {
    game: HiddenGame,
    options: &'a CatchOptions,
    /// The weight of each world.
    belief: Option<Vec<(usize, Fraction)>>,
    own_world: Option<usize>,
    found: CatchResults,
}

#[derive(Default)]
struct CatchResults {
    /// The worlds that fail with open cards.
    failing: Option<WorldSet>,
    /// The outcome of each world with open cards, if tricks are counted.
    outcomes: Vec<Outcome>,
    chance: ChanceSolution,
    /// The plans in the order of the solution.
    plans: Vec<BeatenSet>,
    against: Option<BeatenSet>,
    /// Whether the plans and the mix together have more points than an answer may have.
    has_too_many_points: bool,
    /// Kept if the answer shows it or needs it for the weights of the cards.
    mix: Option<MixGraph>,
    cards: Vec<(Card, ChanceSolution)>,
    own: Option<OwnChance>,
}

struct BeatenSet {
    set: WorldSet,
    /// If a defender is to move.
    card: Option<Card>,
    /// If plans are asked for.
    plan: Option<PlanNode>,
}

impl BeatenSet {
    fn new(plans: &mut PlanSearch, play: &HiddenPlay, set: WorldSet) -> BeatenSet {
        let card = (!play.is_declarers_turn()).then(|| plans.planned_card(play, set));
        BeatenSet { set, card, plan: None }
    }

    fn build_plan(
        &mut self,
        plans: &mut PlanSearch,
        play: &HiddenPlay,
        budget: &mut PointBudget,
    ) -> Result<(), TooManyPoints> {
        let rest = self.card.map_or(*play, |card| play.play_after(card));
        let mut plan = PlanNode::from(plans.plan_tree(&rest, self.set, budget)?);
        plan.play.splice(0..0, self.card);
        self.plan = Some(plan);
        Ok(())
    }
}

impl CatchWork<'_> {
    fn parts(&self) -> u64 {
        // The chance, each card to evaluate, and each world whose tricks are counted.
        let cards = if self.options.cards { self.cards_to_evaluate().len() } else { 0 };
        let counted = if self.options.goal == SolveDetail::Tricks { self.game.open.len() } else { 0 };
        (1 + cards + counted) as u64
    }

    fn cards_to_evaluate(&self) -> Vec<(Card, WorldSet)> {
        // One card stands for each group of equivalent cards.
        let HiddenGame { play, worlds, .. } = &self.game;
        let all = worlds.full_set();
        let mut cards: Vec<(Card, WorldSet)> = if play.is_declarers_turn() {
            worlds.declarer_cards(play, all)
        } else {
            play.distinct_defender_moves().iter().map(|card| (card, all)).collect()
        };
        sort_by_key(&mut cards, |&(card, _)| std::cmp::Reverse(card));
        cards
    }

    fn run(&mut self, solver: &mut Solver, progress: &Progress) {
        // If the work is cancelled, the results found so far remain: so the chance, which matters most, comes first.
        let cards = if self.options.cards { self.cards_to_evaluate() } else { Vec::new() };
        let HiddenGame { play, worlds, .. } = &self.game;
        let (all, found, nodes) =
            (worlds.full_set(), &mut self.found, self.options.node_limit.unwrap_or(u64::MAX));
        let mut plans = PlanSearch::new(solver, worlds, play);
        found.failing = Some(plans.failing_worlds(play, all));
        narrow_chance(&mut plans, play, all, nodes, &mut found.chance);
        let sets: Vec<WorldSet> = found.chance.plans.iter().map(|&(set, _)| set).collect();
        found.plans = sets.into_iter().map(|set| BeatenSet::new(&mut plans, play, set)).collect();
        if let Some(belief) = &self.belief {
            let set = plans.heaviest_set(play, all, belief).expect("no limit is set");
            found.against = Some(BeatenSet::new(&mut plans, play, set));
        }
        progress.step();
        for (card, worlds) in cards {
            let mut chance = ChanceSolution::default();
            narrow_chance(&mut plans, &play.play_after(card), worlds, nodes, &mut chance);
            found.cards.push((card, chance));
            progress.step();
        }
        if let Some(world) = self.own_world {
            found.own = Some(OwnChance::find(&mut plans, play, &found.chance, world));
        }
        // Whole strategies have thousands of points. They are built last, so that building them changes nothing else
        // in the answer.
        let mut budget = PointBudget(usize::MAX);
        if self.options.plan {
            budget = PointBudget(MAX_STRATEGY_POINTS);
            let mut sets = found.plans.iter_mut().chain(&mut found.against);
            let built = sets.try_for_each(|set| set.build_plan(&mut plans, play, &mut budget));
            found.has_too_many_points = built.is_err();
        }
        if !found.has_too_many_points && (self.options.plan || self.options.cards && play.is_declarers_turn())
        {
            match plans.mix_graph(play, &found.chance, &mut budget) {
                Ok(mix) => found.mix = mix,
                Err(TooManyPoints) => found.has_too_many_points = true,
            }
        }
        if self.options.goal == SolveDetail::Tricks {
            for play in &self.game.open {
                found.outcomes.push(play.outcome(solver));
                progress.step();
            }
        }
    }

    fn answer(self, situation: &Situation) -> Result<CatchAnswer, QuestionError> {
        let CatchWork { game, options, belief, found, .. } = self;
        if found.has_too_many_points {
            const PROBLEM: &str = "the strategies have more than 200000 points of the play";
            const { assert!(MAX_STRATEGY_POINTS == 200_000) };
            return Err(QuestionError::not_here("plan", PROBLEM));
        }
        let CatchResults { failing, outcomes, chance, plans, mix, against, cards, own, .. } = found;
        let weight_in = |weights: &[(usize, Fraction)], set: WorldSet| {
            let inside = weights.iter().filter(|&&(world, _)| set >> world & 1 == 1);
            to_f64(inside.map(|&(_, weight)| weight).sum())
        };
        let discards = game.worlds.list.iter().enumerate().map(|(n, world)| {
            let made = failing.unwrap_or_default() >> n & 1 == 0;
            let outcome = outcomes.get(n).copied().unwrap_or(Outcome { tricks: None, made });
            HiddenDiscard::new(world, outcome, weight_in(&chance.mix, to_set([n])))
        });
        let first_cards: Vec<(Card, Fraction)> = if game.play.is_declarers_turn() {
            mix.as_ref().map_or(Vec::new(), |mix| mix.first_cards(&chance.mix))
        } else {
            let weights = chance.plans.iter().map(|&(_, weight)| weight);
            plans.iter().zip(weights).filter_map(|(planned, weight)| Some((planned.card?, weight))).collect()
        };
        let cards = cards.into_iter().map(|(card, chance)| HiddenCard {
            card,
            caught: chance.is_caught(),
            chance: ChanceBounds::from(&chance),
            weight: to_f64(
                first_cards.iter().filter(|(first, _)| *first == card).map(|&(_, weight)| weight).sum(),
            ),
        });
        // If the search was cut short, there may be no plans yet.
        let plans = plans.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
        let plans = chance.plans.iter().zip(plans).map(|(&(set, weight), planned)| {
            let (card, plan) = planned.map_or((None, None), |planned| (planned.card, planned.plan));
            PlanSummary { weight: to_f64(weight), beats: world_numbers(set), card, plan }
        });
        let against = against.map(|BeatenSet { set, card, plan }| {
            let weight = weight_in(belief.as_deref().unwrap_or_default(), set);
            PlanAgainstBelief { beats: world_numbers(set), weight, card, plan }
        });
        let position = game.open[0].position();
        Ok(CatchAnswer {
            deal: situation.layout()?,
            rules: situation.rules().label().to_owned(),
            played: PlayedContract::from(&PlayState::Contract(game.open[0])),
            out: situation.out(),
            cards_played: situation.cards_played().to_vec(),
            leader: position.leader(),
            to_move: position.to_move(),
            worlds: game.worlds.list.len() as u8,
            caught: chance.is_caught(),
            chance: ChanceBounds::from(&chance),
            discards: discards.collect(),
            plans: plans.collect(),
            against,
            own,
            mix: mix.filter(|_| options.plan).map(|mix| mix_nodes(mix, |world| world as u8)),
            cards: cards.collect(),
        })
    }
}

/// Points of the play whose results are kept: about a gigabyte.
const MAX_SEARCH_NODES: usize = 4_000_000;

/// Narrows the bounds on a chance as far as `nodes` and the memory allow.
fn narrow_chance(
    plans: &mut PlanSearch,
    play: &HiddenPlay,
    worlds: WorldSet,
    nodes: u64,
    chance: &mut ChanceSolution,
) {
    plans.sets_left = nodes;
    plans.max_nodes = MAX_SEARCH_NODES;
    let narrowed = Stop::default().run(|| plans.narrow_chance(play, worlds, chance));
    plans.sets_left = u64::MAX;
    plans.max_nodes = usize::MAX;
    if narrowed != Ok(Ok(())) {
        plans.raise_by_known_sets(play, worlds, chance);
        // Either the limit was reached, or the whole work was cancelled.
        plans.poll();
    }
}

question_type!(
    CatchQuestion "catch", CatchOptions => CatchAnswer, |analyst, situation, options| analyst.catch(situation, options),
    const EXAMPLE: Example = Example { question: r#"{"deal":"DEAL","declarer":"M","contract":"misere","rules":"russian"}"#, part: "/caught", shows: r#"true"# };,
    const QUESTION_LIST: QuestionList = QuestionList::Deals;,
    const HAS_PARTIAL_ANSWERS: bool = true;,
    const NEEDED_KEYS: &'static [&'static str] = &["deal", "contract"];,
    fn deal(&self) -> Option<&str> { self.deal.as_ref().and_then(DealsInput::one) }
);
