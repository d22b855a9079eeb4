//! The declarer's chance where the discard is hidden, from above and from below.

use std::cmp::Reverse;

use super::beaten::PlanSearch;
use super::matrix::{Fraction, MatrixGame, subsets_by_weight};
use super::mix::MixSearch;
use super::play::HiddenPlay;
use super::worlds::{WorldSet, members, to_set};

/// Bounds of the declarer's chance, with the mixes that guarantee them.
#[derive(Clone, Debug)]
pub(crate) struct Chance {
    /// Chance that the declarer is sure of.
    pub(crate) low: Fraction,
    /// Chance to which the defenders can hold the declarer.
    pub(crate) high: Fraction,
    /// Weights of the worlds in the declarer's mix; none if one plan beats every world.
    pub(crate) mix: Vec<(usize, Fraction)>,
    /// The defenders' plans, as the sets that they beat, with their weights.
    pub(crate) plans: Vec<(WorldSet, Fraction)>,
}

impl Chance {
    /// Checks whether one plan beats every world.
    pub(crate) fn is_caught(&self) -> bool {
        self.high == Fraction::from(0)
    }
}

impl PlanSearch<'_> {
    /// Bounds the chance of a declarer who can choose among these worlds.
    ///
    /// If the declarer knew which plan was drawn, the game would be one of worlds against the sets that plans beat: a
    /// bound from above. It is solved with the sets found so far, and with each set that the declarer's mix does not
    /// expect, until there is none. The declarer's mix without that knowledge is the bound from below.
    pub(crate) fn chance(&mut self, play: &HiddenPlay, all: WorldSet) -> Chance {
        let one = Fraction::from(1);
        let failing = self.failing(play, all);
        if let Some(world) = members(all & !failing).next() {
            return Chance { low: one, high: one, mix: vec![(world, one)], plans: Vec::new() };
        }
        let worlds = self.by_hardness(play, all);
        let first = to_set([worlds[0]]);
        let mut plans = vec![self.extend(play, first, all & !first)];
        let game = loop {
            let game = MatrixGame::solve(&undominated(&worlds, &plans), &plans);
            match self.heavier(play, &game) {
                Some(core) => plans.push(self.extend(play, core, all & !core)),
                None => break game,
            }
        };
        let zero = Fraction::from(0);
        let weighted = plans.iter().copied().zip(game.sets.iter().copied());
        let drawn = weighted.filter(|&(_, weight)| weight > zero).collect();
        let caught = Chance { low: zero, high: one - game.beaten, mix: Vec::new(), plans: drawn };
        if caught.is_caught() {
            return caught;
        }
        let beaten = MixSearch::new(self, &game.worlds).beaten(play, game.support());
        let chance = Chance { low: one - beaten, mix: game.worlds, ..caught };
        if chance.low == chance.high { chance } else { self.with_even_mix(play, chance) }
    }

    /// Raises the lower bound to 1 of k, where no plan beats some k worlds of the mix.
    ///
    /// The declarer plays one of them at random, and in all of them alike, with cards after which still no plan beats
    /// the worlds that are left: so the contract is made in at least one of the k.
    fn with_even_mix(&mut self, play: &HiddenPlay, chance: Chance) -> Chance {
        let one = Fraction::from(1);
        let even: Vec<(usize, Fraction)> = chance.mix.iter().map(|&(world, _)| (world, one)).collect();
        let sets = subsets_by_weight(&even).into_iter().rev();
        let mut unbeaten = sets.filter(|&(set, _)| !self.beats(play, set));
        match unbeaten.next().map(|(set, count)| (set, one / count)) {
            Some((set, low)) if low > chance.low => {
                let mix = members(set).map(|world| (world, low)).collect();
                Chance { low, mix, ..chance }
            }
            _ => chance,
        }
    }

    /// Finds a set of worlds that one plan beats, with more weight than the mix of the game allows; `None` if there is
    /// none.
    fn heavier(&mut self, play: &HiddenPlay, game: &MatrixGame) -> Option<WorldSet> {
        let mut weights = game.worlds.clone();
        weights.sort_by_key(|&(_, weight)| Reverse(weight));
        let spare = Fraction::from(1) - game.beaten;
        self.add_worlds(play, &weights, 0, spare)
    }

    /// Finds a beaten set of the set `core` and all of these worlds but some of less weight than `spare`.
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
    fn by_hardness(&mut self, play: &HiddenPlay, all: WorldSet) -> Vec<usize> {
        let mut worlds: Vec<usize> = members(all).collect();
        worlds.sort_by_cached_key(|&world| !self.fails_by_one(play, world));
        worlds
    }
}

/// Returns the worlds that the declarer may mix: one of each group that the same sets contain, and none whose sets
/// include all sets of another, since it is beaten whenever the other is.
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
