//! Search for puzzles in which the discard is hidden. In most random deals there is nothing to find, so only near
//! misses are searched: contracts that fail by exactly one trick with the best discard and open cards.
use std::cmp::Reverse;

use crate::cards::{Card, Cards};
use crate::hidden::HiddenGame;
use crate::hidden::beaten::PlanSearch;
use crate::hidden::chance::ChanceSolution;
use crate::hidden::matrix::{Fraction, to_f64};
use crate::hidden::worlds::{members, to_set};
use crate::order::sort_by_key;
use crate::questions::catch::{ChanceBounds, HiddenDiscard};
use crate::questions::puzzle::catch_theme::{CatchPuzzle, CatchTheme};
use crate::search::Solver;
use crate::situation::Situation;

/// `None` if the contract poses no puzzle of this theme with its discard hidden. No theme means any.
pub(crate) fn find_catch_puzzle(
    solver: &mut Solver,
    situation: &Situation,
    theme: Option<CatchTheme>,
) -> Option<(Vec<Cards>, CatchPuzzle)> {
    let game = HiddenGame::new(situation).ok()?;
    if !is_near_miss(solver, &game) {
        return None;
    }
    let mut plans = PlanSearch::new(solver, &game.worlds, &game.play);
    let mut chance = ChanceSolution::default();
    plans.narrow_chance(&game.play, game.worlds.full_set(), &mut chance).ok()?;
    let caught = chance.is_caught()?;
    let bounds = ChanceBounds::from(&chance);
    // A puzzle needs a chance that is known exactly.
    bounds.exact.as_ref()?;
    if theme.is_some_and(|theme| caught != (theme == CatchTheme::Lead)) {
        return None;
    }
    let leads = if caught { only_catching_lead(&mut plans, &game)? } else { Vec::new() };
    let paradox = if caught { None } else { find_paradox(&mut plans, &game, &chance) };
    let found_theme = match paradox {
        _ if caught => CatchTheme::Lead,
        None => CatchTheme::Mix,
        Some(_) => CatchTheme::Paradox,
    };
    if theme.is_some_and(|theme| theme != found_theme) {
        return None;
    }
    let mut discard = |(world, weight): (usize, Fraction)| {
        let outcome = game.open[world].outcome(solver);
        HiddenDiscard::new(&game.worlds.list[world], outcome, to_f64(weight))
    };
    let [mix, compared] = [mixed_worlds(&chance), paradox.map_or(Vec::new(), Vec::from)]
        .map(|worlds| worlds.into_iter().map(&mut discard).collect::<Vec<HiddenDiscard>>());
    let hidden = CatchPuzzle {
        theme: found_theme,
        worlds: game.worlds.list.len() as u8,
        chance: bounds,
        mix,
        compared,
    };
    let solution = if caught {
        leads.into_iter().map(Cards::from_card).collect()
    } else {
        hidden.mix.iter().map(|discard| discard.discard).collect()
    };
    Some((solution, hidden))
}

fn is_near_miss(solver: &mut Solver, game: &HiddenGame) -> bool {
    let goal = game.play.goal();
    let Some(eased) = goal.eased() else { return false };
    let mut can_reach =
        |goal| game.open.iter().any(|play| solver.can_reach(play.position(), game.play.side(), goal));
    can_reach(eased) && !can_reach(goal)
}

fn only_catching_lead(plans: &mut PlanSearch, game: &HiddenGame) -> Option<Vec<Card>> {
    // The lead must be the only one after which one plan beats every discard, apart from cards that are equivalent to
    // it. A single legal lead poses no puzzle.
    if game.play.is_declarers_turn() {
        return None;
    }
    let leads = game.play.distinct_defender_moves();
    let mut catching = leads
        .iter()
        .filter(|&card| plans.beats(&game.play.play_after(card), game.worlds.full_set()) == Ok(true));
    let card = catching.next()?;
    if leads.len() == 1 || catching.next().is_some() {
        return None;
    }
    // `leads` contains only the lowest of equivalent cards.
    let lowest = |other: &Card| leads.in_suit(other.suit()).iter().find(|lead| lead.bit() <= other.bit());
    let legal = game.open[0].position().legal_cards();
    Some(legal.iter().filter(|other| lowest(other) == Some(card)).collect())
}

fn mixed_worlds(chance: &ChanceSolution) -> Vec<(usize, Fraction)> {
    let zero = Fraction::from(0);
    let mut mix: Vec<(usize, Fraction)> =
        chance.mix.iter().copied().filter(|&(_, weight)| weight > zero).collect();
    sort_by_key(&mut mix, |&(world, weight)| (Reverse(weight), world));
    mix
}

/// Finds the paradox of a puzzle: the declarer must choose a discard that is not best with open cards more often than
/// one that is. Returns two worlds with their weights: the heaviest world of the declarer's mix that is not best with
/// open cards, and the lightest that is. `None` if there is no such pair, or if it is not proved that the chance with
/// the best worlds alone is smaller than with all worlds.
///
/// The last condition makes sure that every optimal mix has a world that is not best with open cards, and not only the
/// mix that was found: optimal mixes are not unique.
fn find_paradox(
    plans: &mut PlanSearch,
    game: &HiddenGame,
    chance: &ChanceSolution,
) -> Option<[(usize, Fraction); 2]> {
    let is_best = |plans: &mut PlanSearch, world: usize| plans.is_made_if_eased(&game.play, world);
    let mix = mixed_worlds(chance);
    let heavy = *mix.iter().find(|&&(world, _)| !is_best(plans, world))?;
    let best: Vec<usize> = members(game.worlds.full_set()).filter(|&world| is_best(plans, world)).collect();
    let weight_of = |world: usize| {
        mix.iter().find(|&&(other, _)| other == world).map_or(Fraction::from(0), |&(_, weight)| weight)
    };
    let light = best.iter().map(|&world| (world, weight_of(world))).min_by_key(|&(_, weight)| weight)?;
    let mut best_only = ChanceSolution::default();
    plans.narrow_chance(&game.play, to_set(best), &mut best_only).ok()?;
    (light.1 < heavy.1 && best_only.high < chance.low).then_some([heavy, light])
}
