//! Bounds on the declarer's chance of making the contract when the discard is hidden.

use std::cmp::Reverse;

use super::beaten::{LimitReached, PlanSearch};
use super::matrix::{Fraction, MAX_WORLDS_FOR_SUBSETS, MatrixSolution, subsets_by_weight};
use super::mix::{MixSearch, whole_weights};
use super::play::HiddenPlay;
use super::worlds::{WorldSet, members, to_set};
use crate::order::sort_by_key;

/// The bounds, with the mixed strategies (*mixes*) of both sides that guarantee them.
#[derive(Clone, Debug)]
pub(crate) struct ChanceSolution {
    /// Guaranteed by the declarer.
    pub(crate) low: Fraction,
    /// Guaranteed by the defenders.
    pub(crate) high: Fraction,
    /// Weights of the worlds; none while `low` is 0.
    pub(crate) mix: Vec<(usize, Fraction)>,
    /// Whether the declarer plays the same cards in all worlds of the mix, always cards after which no plan beats all
    /// the worlds that are still possible.
    pub(crate) plays_same_cards: bool,
    /// The sets that plans beat, with the plans' weights; none while `high` is 1.
    pub(crate) plans: Vec<(WorldSet, Fraction)>,
}

impl Default for ChanceSolution {
    fn default() -> ChanceSolution {
        let (low, high) = (Fraction::from(0), Fraction::from(1));
        ChanceSolution { low, high, mix: Vec::new(), plays_same_cards: false, plans: Vec::new() }
    }
}

impl ChanceSolution {
    /// `None` if the bounds do not decide whether one plan beats every world.
    pub(crate) fn is_caught(&self) -> Option<bool> {
        let zero = Fraction::from(0);
        if self.low > zero { Some(false) } else { (self.high == zero).then_some(true) }
    }

    fn raise(&mut self, low: Fraction, mix: Vec<(usize, Fraction)>, plays_same_cards: bool) {
        if low > self.low {
            (self.low, self.mix, self.plays_same_cards) = (low, mix, plays_same_cards);
        }
    }

    fn raise_evenly(&mut self, worlds: &[usize]) {
        // The declarer picks one of these k worlds at random and plays the same cards in all of them, always cards
        // after which no plan beats all the worlds that are still possible. So against any plan the contract is made
        // in at least one of the k worlds, and the chance is at least 1/k.
        let low = Fraction::new(1, worlds.len() as i128);
        self.raise(low, worlds.iter().map(|&world| (world, low)).collect(), true);
    }

    fn bound_from_above(&mut self, worlds: &[usize], sets: &[WorldSet]) -> Option<MatrixSolution> {
        // The value of the game with these worlds and these beaten sets is a bound, which the mix of sets guarantees.
        let zero = Fraction::from(0);
        let solution = MatrixSolution::solve(&undominated(worlds, sets), sets)?;
        self.high = Fraction::from(1) - solution.beaten;
        let weighted = sets.iter().copied().zip(solution.sets.iter().copied());
        self.plans = weighted.filter(|&(_, weight)| weight > zero).collect();
        Some(solution)
    }
}

impl PlanSearch<'_> {
    #[cfg(test)]
    pub(crate) fn chance(&mut self, play: &HiddenPlay, all: WorldSet) -> ChanceSolution {
        let mut chance = ChanceSolution::default();
        self.narrow_chance(play, all, &mut chance).expect("no limit is set");
        chance
    }

    /// Narrows the initial bounds 0 and 1 on the chance of a declarer who can choose among these worlds. If the work is
    /// cancelled or reaches a limit, `chance` keeps the bounds found so far.
    ///
    /// The upper bound is the value of a matrix game in which the declarer knows the defenders' plan: the declarer
    /// chooses a world, and the defenders a set of worlds that some plan beats. The lower bound is the chance that the
    /// mix guarantees to a declarer who does not know the plan: at least 1/k if no plan beats k worlds together.
    pub(crate) fn narrow_chance(
        &mut self,
        play: &HiddenPlay,
        all: WorldSet,
        chance: &mut ChanceSolution,
    ) -> Result<(), LimitReached> {
        let one = Fraction::from(1);
        let failing = self.failing_worlds(play, all);
        if let Some(world) = members(all & !failing).next() {
            chance.raise(one, vec![(world, one)], false);
            return Ok(());
        }
        let worlds = self.nearly_made_first(play, all);
        let mut plans = self.grow_plans(play, &worlds, chance)?;
        // The game is solved with the sets found so far. Then a beaten set with more weight in the declarer's mix than
        // each of them is added, until there is no such set.
        let solution = loop {
            let Some(solution) = chance.bound_from_above(&worlds, &plans) else { return Ok(()) };
            if chance.is_caught() == Some(true) {
                return Ok(());
            }
            let core = self.find_heavier_set(play, &solution)?;
            self.raise_by_known_sets(play, all, chance);
            if chance.low == chance.high {
                return Ok(());
            }
            match core {
                Some(core) => plans.push(self.extend(play, core, all & !core)?),
                None => break solution,
            }
        };
        // No plan beats all worlds of the mix: the set of all would have more weight than `solution.beaten`, and
        // `find_heavier_set` has found no such set.
        let worlds: Vec<usize> = solution.worlds.iter().map(|&(world, _)| world).collect();
        chance.raise_evenly(&worlds);
        if chance.low == chance.high {
            return Ok(());
        }
        self.raise_by_mixes(play, solution.worlds, chance);
        // A search for mixes also ends if the numbers become too large, which is no limit of this search.
        if chance.low < chance.high {
            self.check_limits()?;
        }
        if chance.low < chance.high && chance.mix.len() <= MAX_WORLDS_FOR_SUBSETS {
            let worlds = self.smallest_unbeaten_subset(play, &chance.mix)?;
            chance.raise_evenly(&worlds);
        }
        Ok(())
    }

    /// The contract fails with open cards in each world of `mix`.
    fn raise_by_mixes(
        &mut self,
        play: &HiddenPlay,
        mix: Vec<(usize, Fraction)>,
        chance: &mut ChanceSolution,
    ) {
        let Some(weights) = whole_weights(&mix) else { return };
        let total: i128 = weights.iter().map(|&(_, weight)| weight).sum();
        let mut search = MixSearch::new(self);
        let Some(low) = search.chance(play, &weights) else { return };
        chance.raise(low / total, mix, false);
        if chance.low < chance.high {
            let worlds: Vec<usize> = weights.iter().map(|&(world, _)| world).collect();
            if let Some((low, mix)) = search.best_mix(play, &worlds) {
                chance.raise(low, mix, false);
            }
        }
    }

    /// Finds a series of plans, lowers the upper bound with each, and returns the sets of worlds that they beat. Each
    /// plan must beat a core, to which worlds are added that the previous plan did not beat, until a plan beats all
    /// worlds or no plan beats the core.
    fn grow_plans(
        &mut self,
        play: &HiddenPlay,
        worlds: &[usize],
        chance: &mut ChanceSolution,
    ) -> Result<Vec<WorldSet>, LimitReached> {
        const SMALL_STEP_COUNT: usize = 2;
        let all = to_set(worlds.iter().copied());
        let mut core = to_set([worlds[0]]);
        let mut plans = vec![self.extend(play, core, all & !core)?];
        loop {
            chance.bound_from_above(worlds, &plans);
            let left = all & !plans[plans.len() - 1];
            let mut next = worlds.iter().copied().filter(|&world| left >> world & 1 == 1);
            // The first steps add one world, which is often enough to show that a contract is not caught. A core that
            // went on to grow by one world at a time would need dozens of plans.
            core |= if plans.len() > SMALL_STEP_COUNT { left } else { to_set(next.next()) };
            if left == 0 || !self.beats(play, core)? {
                return Ok(plans);
            }
            plans.push(self.extend(play, core, all & !core)?);
        }
    }

    /// Uses what the search already knows, and searches nothing.
    pub(crate) fn raise_by_known_sets(
        &mut self,
        play: &HiddenPlay,
        all: WorldSet,
        chance: &mut ChanceSolution,
    ) {
        if let Some(set) = self.smallest_unbeaten_set(play, all) {
            chance.raise_evenly(&members(set).collect::<Vec<usize>>());
        }
    }

    fn smallest_unbeaten_subset(
        &mut self,
        play: &HiddenPlay,
        mix: &[(usize, Fraction)],
    ) -> Result<Vec<usize>, LimitReached> {
        let even: Vec<(usize, i128)> = mix.iter().map(|&(world, _)| (world, 1)).collect();
        for (set, _) in subsets_by_weight(&even).into_iter().rev() {
            if !self.beats(play, set)? {
                return Ok(members(set).collect());
            }
        }
        unreachable!("no plan beats the whole mix")
    }

    /// Includes the worlds without weight that the same plan beats. Empty if no world with a weight can be beaten.
    pub(crate) fn heaviest_set(
        &mut self,
        play: &HiddenPlay,
        all: WorldSet,
        weights: &[(usize, Fraction)],
    ) -> Result<WorldSet, LimitReached> {
        let failing = self.failing_worlds(play, all);
        let is_counted =
            |&&(world, weight): &&(usize, Fraction)| failing >> world & 1 == 1 && weight > Fraction::from(0);
        let mut weights: Vec<(usize, Fraction)> = weights.iter().filter(is_counted).copied().collect();
        sort_by_key(&mut weights, |&(_, weight)| Reverse(weight));
        let Some(&(world, _)) = weights.first() else { return Ok(0) };
        let mut core = to_set([world]);
        loop {
            let heaviest = self.extend(play, core, failing & !core)?;
            let skippable = weights.iter().filter(|&&(world, _)| heaviest >> world & 1 == 0);
            let skippable = skippable.map(|&(_, weight)| weight).sum();
            match self.add_worlds(play, &weights, 0, skippable)? {
                Some(heavier) => core = heavier,
                None => return Ok(heaviest),
            }
        }
    }

    /// `None` if no plan beats a set with more weight in the declarer's mix than `solution.beaten`.
    fn find_heavier_set(
        &mut self,
        play: &HiddenPlay,
        solution: &MatrixSolution,
    ) -> Result<Option<WorldSet>, LimitReached> {
        let mut weights = solution.worlds.clone();
        sort_by_key(&mut weights, |&(_, weight)| Reverse(weight));
        let skippable = Fraction::from(1) - solution.beaten;
        self.add_worlds(play, &weights, 0, skippable)
    }

    /// A beaten set consists of `core` and these worlds, except for some with a total weight below `skippable`.
    fn add_worlds(
        &mut self,
        play: &HiddenPlay,
        weights: &[(usize, Fraction)],
        core: WorldSet,
        skippable: Fraction,
    ) -> Result<Option<WorldSet>, LimitReached> {
        if skippable <= Fraction::from(0) {
            return Ok(None);
        }
        let Some((&(world, weight), others)) = weights.split_first() else { return Ok(Some(core)) };
        let more = core | to_set([world]);
        if self.beats(play, more)?
            && let Some(found) = self.add_worlds(play, others, more, skippable)?
        {
            return Ok(Some(found));
        }
        self.add_worlds(play, others, core, skippable - weight)
    }

    fn nearly_made_first(&mut self, play: &HiddenPlay, all: WorldSet) -> Vec<usize> {
        // Worlds in which the contract fails by only one trick are the most likely to be mixed.
        let (mut worlds, others): (Vec<usize>, Vec<usize>) =
            members(all).partition(|&world| self.is_made_if_eased(play, world));
        worlds.extend(others);
        worlds
    }
}

/// A world is dominated if every set with a certain other world contains it too: it is then beaten whenever the other
/// is.
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

fn includes(pattern: &[u128], part: &[u128]) -> bool {
    pattern.iter().zip(part).all(|(bits, part)| part & !bits == 0)
}
