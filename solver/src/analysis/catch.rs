//! The question `catch`: whether the defenders can beat a contract whose discard they do not know.

use serde::{Deserialize, Serialize};

use crate::analysis::analyst::Analyst;
use crate::analysis::cards::PlayedContract;
use crate::analysis::contracts::Outcome;
use crate::analysis::hidden::HiddenGame;
use crate::analysis::hidden::beaten::PlanSearch;
use crate::analysis::hidden::chance::ChanceSolution;
use crate::analysis::hidden::matrix::Fraction;
use crate::analysis::hidden::play::HiddenPlay;
use crate::analysis::hidden::worlds::{WorldSet, members};
use crate::cards::{Card, Cards};
use crate::deal::Layout;
use crate::search::Solver;
use crate::seat::Seat;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::PlayState;

/// Options of the question `catch`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CatchOptions {
    /// Whether each card of the seat to move is valued.
    pub cards: bool,
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
    /// Seat that leads or led to the present trick.
    pub leader: Seat,
    /// Seat to move.
    pub to_move: Seat,
    /// Number of worlds: groups of possible discards that leave the same play.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 66)))]
    pub worlds: u8,
    /// Whether one plan of the defenders beats every discard.
    pub caught: bool,
    /// Probability with which the declarer makes the contract.
    pub chance: ChanceBounds,
    /// Possible discards, each group once, in the order of listing.
    pub discards: Vec<HiddenDiscard>,
    /// Plans of the defenders that hold the declarer to the chance.
    pub plans: Vec<PlanSummary>,
    /// Cards of the seat to move, in the order of listing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<HiddenCard>,
}

/// Bounds of the probability with which the declarer makes the contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChanceBounds {
    /// Probability that the declarer is sure of.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub low: f64,
    /// Probability to which the defenders can hold the declarer.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub high: f64,
    /// The probability as a fraction, where both bounds are equal.
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
    /// Result with open cards.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Probability of the discard in the mix that guarantees the lower bound of the chance.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub weight: f64,
}

/// Plan of the defenders, and its part in their mix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanSummary {
    /// Probability of the plan in the mix that guarantees the upper bound of the chance.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub weight: f64,
    /// Places of the discards that the plan beats whatever the declarer plays, counted from 0.
    #[cfg_attr(feature = "schema", schemars(inner(range(max = 65))))]
    pub beats: Vec<u8>,
}

/// Chance of the declarer if the seat to move always plays a card, and the declarer knows that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HiddenCard {
    /// Card.
    pub card: Card,
    /// Whether one plan of the defenders then beats every discard.
    pub caught: bool,
    /// Probability with which the declarer then makes the contract.
    pub chance: ChanceBounds,
}

fn to_f64(fraction: Fraction) -> f64 {
    *fraction.numer() as f64 / *fraction.denom() as f64
}

impl Analyst {
    /// Finds whether the defenders can beat a contract without knowing the discard, and the declarer's chance.
    ///
    /// # Errors
    /// If a fact is missing, the deal is not whole, the hand is over, or the cards played are not legal after any
    /// discard.
    pub fn catch(
        &mut self,
        situation: &Situation,
        options: &CatchOptions,
    ) -> Result<CatchAnswer, QuestionError> {
        let game = HiddenGame::new(situation)?;
        self.with_solver(|solver| answer(solver, situation, &game, *options))
    }
}

fn answer(
    solver: &mut Solver,
    situation: &Situation,
    game: &HiddenGame,
    options: CatchOptions,
) -> Result<CatchAnswer, QuestionError> {
    let all = game.worlds.all();
    let outcomes: Vec<Outcome> = game.open.iter().map(|play| play.outcome(solver)).collect();
    let mut plans = PlanSearch::new(solver, &game.worlds, &game.play);
    let chance = plans.chance(&game.play, all);
    let cards = if options.cards { values_of_cards(&mut plans, &game.play, all) } else { Vec::new() };
    let weight = |world: usize| {
        let weighted = chance.mix.iter().find(|(mixed, _)| *mixed == world);
        weighted.map_or(0.0, |&(_, weight)| to_f64(weight))
    };
    let discards =
        game.worlds.list.iter().zip(outcomes).enumerate().map(|(n, (world, outcome))| HiddenDiscard {
            discard: world.discards[0],
            equal: world.discards[1..].to_vec(),
            outcome,
            weight: weight(n),
        });
    let position = game.open[0].position();
    Ok(CatchAnswer {
        deal: situation.layout()?,
        rules: situation.rules().label().to_owned(),
        played: PlayedContract::from(&PlayState::Contract(game.open[0])),
        leader: position.leader(),
        to_move: position.to_move(),
        worlds: game.worlds.list.len() as u8,
        caught: chance.is_caught(),
        chance: ChanceBounds::from(&chance),
        discards: discards.collect(),
        plans: chance.plans.iter().map(|&(set, weight)| summary(set, weight)).collect(),
        cards,
    })
}

fn summary(set: WorldSet, weight: Fraction) -> PlanSummary {
    PlanSummary { weight: to_f64(weight), beats: members(set).map(|world| world as u8).collect() }
}

/// Finds the chance after each card of the seat to move, of equal cards one.
fn values_of_cards(plans: &mut PlanSearch, play: &HiddenPlay, all: WorldSet) -> Vec<HiddenCard> {
    let mut cards: Vec<(Card, WorldSet)> = if play.is_declarers_turn() {
        plans.declarer_cards(play, all)
    } else {
        play.defender_cards().iter().map(|card| (card, all)).collect()
    };
    cards.sort_by_key(|&(card, _)| std::cmp::Reverse(card));
    let value = |(card, worlds): (Card, WorldSet)| {
        let chance = plans.chance(&play.after(card), worlds);
        HiddenCard { card, caught: chance.is_caught(), chance: ChanceBounds::from(&chance) }
    };
    cards.into_iter().map(value).collect()
}
