//! Bounds on the declarer's chance of making the contract when the discard is hidden.

use std::cmp::Reverse;

use super::beaten::PlanSearch;
use super::matrix::{Fraction, MatrixGame, subsets_by_weight};
use super::mix::MixSearch;
use super::play::HiddenPlay;
use super::worlds::{WorldSet, members, to_set};

/// Bounds on the declarer's chance of making the contract, with the mixed strategies (*mixes*) of both sides that
/// guarantee them.
#[derive(Clone, Debug)]
pub(crate) struct ChanceSolution {
    /// Lower bound: the chance that the declarer can guarantee.
    pub(crate) low: Fraction,
    /// Upper bound: the chance to which the defenders can hold the declarer.
    pub(crate) high: Fraction,
    /// Weights of the worlds in the declarer's mix; none if one plan beats every world.
    pub(crate) mix: Vec<(usize, Fraction)>,
    /// The defenders' plans, as the sets that they beat, with their weights.
    pub(crate) plans: Vec<(WorldSet, Fraction)>,
}

impl ChanceSolution {
    /// Checks whether one plan beats every world.
    pub(crate) fn is_caught(&self) -> bool {
        self.high == Fraction::from(0)
    }
}

impl PlanSearch<'_> {
    /// Bounds the chance of a declarer who can choose among these worlds.
    ///
    /// If the declarer knew which plan the defenders had drawn, this would be a matrix game: the declarer chooses a world,
    /// the defenders choose a set of worlds that some plan beats. The value of that game is the upper bound. It is
    /// solved with the sets found so far. Then a beaten set is added that has more weight in the declarer's mix than the
    /// solution allows, and the game is solved again, until there is no such set. The lower bound is the chance that
    /// the declarer's mix guarantees without that knowledge.
    pub(crate) fn chance(&mut self, play: &HiddenPlay, all: WorldSet) -> ChanceSolution {
        let one = Fraction::from(1);
        let failing = self.failing(play, all);
        if let Some(world) = members(all & !failing).next() {
            return ChanceSolution { low: one, high: one, mix: vec![(world, one)], plans: Vec::new() };
        }
        let worlds = self.nearly_made_first(play, all);
        let first = to_set([worlds[0]]);
        let mut plans = vec![self.extend(play, first, all & !first)];
        let game = loop {
            let game = MatrixGame::solve(&undominated(&worlds, &plans), &plans);
            match self.find_heavier_set(play, &game) {
                Some(core) => plans.push(self.extend(play, core, all & !core)),
                None => break game,
            }
        };
        let zero = Fraction::from(0);
        let weighted = plans.iter().copied().zip(game.sets.iter().copied());
        let drawn = weighted.filter(|&(_, weight)| weight > zero).collect();
        let upper_bound =
            ChanceSolution { low: zero, high: one - game.beaten, mix: Vec::new(), plans: drawn };
        if upper_bound.is_caught() {
            return upper_bound;
        }
        let beaten = MixSearch::new(self, &game.worlds).beaten(play, game.support());
        let chance = ChanceSolution { low: one - beaten, mix: game.worlds, ..upper_bound };
        if chance.low == chance.high { chance } else { self.with_even_mix(play, chance) }
    }

    /// Raises the lower bound to 1/k if the mix contains k worlds that no single plan beats together.
    ///
    /// The declarer picks one of these k worlds at random and plays the same cards in all of them, always cards after
    /// which no plan beats all the worlds that are still possible. So against any plan the contract is made in at least
    /// one of the k worlds.
    fn with_even_mix(&mut self, play: &HiddenPlay, chance: ChanceSolution) -> ChanceSolution {
        let one = Fraction::from(1);
        let even: Vec<(usize, Fraction)> = chance.mix.iter().map(|&(world, _)| (world, one)).collect();
        let sets = subsets_by_weight(&even).into_iter().rev();
        let mut unbeaten = sets.filter(|&(set, _)| !self.beats(play, set));
        match unbeaten.next().map(|(set, count)| (set, one / count)) {
            Some((set, low)) if low > chance.low => {
                let mix = members(set).map(|world| (world, low)).collect();
                ChanceSolution { low, mix, ..chance }
            }
            _ => chance,
        }
    }

    /// Finds a set of worlds that one plan beats and that has more weight in the declarer's mix than `game.beaten`; `None`
    /// if there is none.
    fn find_heavier_set(&mut self, play: &HiddenPlay, game: &MatrixGame) -> Option<WorldSet> {
        let mut weights = game.worlds.clone();
        weights.sort_by_key(|&(_, weight)| Reverse(weight));
        let spare = Fraction::from(1) - game.beaten;
        self.add_worlds(play, &weights, 0, spare)
    }

    /// Finds a beaten set that consists of `core` and of these worlds, except for some worlds with a total weight below
    /// `spare`.
    fn add_worlds(
        &mut self,
        play: &HiddenPlay,
        weights: &[(usize, Fraction)],
        core: WorldSet,
        spare: Fraction,
    ) -> Option<WorldSet> {
        if spare <= Fraction::from(0) {
            return None;
        }
        let Some((&(world, weight), others)) = weights.split_first() else { return Some(core) };
        let more = core | to_set([world]);
        let found = if self.beats(play, more) { self.add_worlds(play, others, more, spare) } else { None };
        found.or_else(|| self.add_worlds(play, others, core, spare - weight))
    }

    /// Returns the worlds of a set, those first in which the contract fails by one trick.
    fn nearly_made_first(&mut self, play: &HiddenPlay, all: WorldSet) -> Vec<usize> {
        let mut worlds: Vec<usize> = members(all).collect();
        worlds.sort_by_cached_key(|&world| !self.fails_by_one(play, world));
        worlds
    }
}

/// Returns the worlds that are worth mixing. A world is left out if it lies in every set in which some other kept world
/// lies, since it is then beaten whenever that world is.
fn undominated(worlds: &[usize], sets: &[WorldSet]) -> Vec<usize> {
    let mut kept: Vec<(usize, Vec<u128>)> = Vec::new();
    for &world in worlds {
        let containing = |sets: &[WorldSet]| {
            sets.iter().enumerate().fold(0, |pattern, (n, set)| pattern | (set >> world & 1) << n)
        };
        let pattern: Vec<u128> = sets.chunks(128).map(containing).collect();
        if kept.iter().all(|(_, other)| !includes(&pattern, other)) {
            kept.retain(|(_, other)| !includes(other, &pattern));
            kept.push((world, pattern));
        }
    }
    kept.into_iter().map(|(world, _)| world).collect()
}

/// Checks whether the first pattern has all bits of the second.
fn includes(pattern: &[u128], part: &[u128]) -> bool {
    pattern.iter().zip(part).all(|(bits, part)| part & !bits == 0)
}
