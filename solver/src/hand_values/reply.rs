//! The defenders' best reply to a mix on one layout of their cards.

use super::choices::{Branch, Choices, Mix};
use crate::hidden::beaten::{LimitReached, PlanResults, PlanSearch};
use crate::hidden::matrix::Fraction;
use crate::hidden::mix::{MixSearch, Weights, weighted_worlds};
use crate::hidden::play::HiddenPlay;
use crate::hidden::worlds::{WorldSet, members, to_set};
use crate::search::Solver;

/// Limits on the nodes for each branch of a mix: sets of discards searched and linear programmes solved, counted
/// together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// For the chance of the mix.
    pub(super) nodes: u64,
    /// For the extension of bounds to choices outside the mix; 0 if only the chance is needed.
    pub(super) extension: u64,
}

/// Does work with a limit on the nodes. Returns `None` if the limit is reached.
fn within<T>(
    plans: &mut PlanSearch,
    nodes: u64,
    work: impl FnOnce(&mut PlanSearch) -> Result<T, LimitReached>,
) -> Option<T> {
    plans.sets_left = nodes;
    let done = work(plans).ok();
    plans.sets_left = u64::MAX;
    done
}

/// Number of points of the play up to which the results on a layout are kept. A point takes a few hundred bytes.
const MAX_KEPT_POINTS: usize = 4000;

/// Bound on the declarer's chance on one layout, which holds for every mix: the probability of each world of a branch,
/// times its share caught, is lost.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cut {
    pub(super) branch: usize,
    /// For each world, the least probability with which the defenders beat it, whatever the declarer plays. Worlds
    /// with the probability 0 are left out.
    pub(super) caught: Vec<(usize, Fraction)>,
}

/// The defenders' reply to a mix on one layout, and the declarer's chance against it.
#[derive(Clone, Debug, Default)]
pub(super) struct Reply {
    /// Chance that the declarer can guarantee with the mix.
    pub(super) low: f64,
    /// Chance to which the defenders can hold the mix. It equals `low` unless the node limit was reached, or a number
    /// became too large.
    pub(super) high: f64,
    pub(super) cuts: Vec<Cut>,
    /// Branch and world of each choice, with the probability that it is chosen and the contract fails. The sum is what
    /// `low` lacks of 1.
    pub(super) caught: Vec<(usize, usize, f64)>,
}

/// What is known about a layout before a mix is tried.
pub(super) struct FirstCuts {
    /// For each branch, the worlds in which the contract fails with open cards.
    pub(super) failing: Vec<WorldSet>,
    /// Bounds by single plans.
    pub(super) cuts: Vec<Cut>,
}

impl Choices {
    /// Finds the worlds that fail on the layout of `play` with open cards and, if a defender leads, plans that together
    /// beat all of them, as far as a few plans do. Without these bounds nearly every discard would have to be tried by
    /// itself, since the programme takes a discard for made until a bound says otherwise. With a first card for each
    /// discard there would be too many of them for the programme.
    pub(super) fn first_cuts(
        &self,
        solver: &mut Solver,
        play: &HiddenPlay,
        results: &mut Option<PlanResults>,
        nodes: u64,
    ) -> FirstCuts {
        const MAX_PLANS: usize = 6;
        let mut plans = PlanSearch::resume(solver, &self.worlds, play, self.no_results.clone());
        let mut first = FirstCuts { failing: Vec::new(), cuts: Vec::new() };
        for (number, branch) in self.branches.iter().enumerate() {
            let play = branch.opened_play(play);
            let failing = plans.failing_worlds(&play, branch.worlds);
            first.failing.push(failing);
            let mut left = if self.branches.len() == 1 { failing } else { 0 };
            for _ in 0..MAX_PLANS {
                let Some(world) = members(left).next() else { break };
                let beaten = within(&mut plans, nodes, |plans| {
                    plans.extend(&play, 1 << world, failing & !(1 << world))
                });
                let beaten = beaten.unwrap_or(1 << world);
                first.cuts.push(Cut { branch: number, caught: certain(beaten) });
                left &= !beaten;
            }
        }
        *results = Some(plans.into_results());
        first
    }

    /// `results` are earlier results on the same layout, if there are any; those of this search are put in their place
    /// unless they have become large.
    pub(super) fn reply(
        &self,
        solver: &mut Solver,
        play: &HiddenPlay,
        results: &mut Option<PlanResults>,
        mix: &Mix,
        limits: Limits,
    ) -> Reply {
        let earlier = results.take().unwrap_or_else(|| self.no_results.clone());
        let mut plans = PlanSearch::resume(solver, &self.worlds, play, earlier);
        let mut reply = Reply::default();
        let branches = self.branches.iter().zip(&mix.parts).enumerate();
        for (number, (branch, weights)) in branches.filter(|(_, (_, weights))| !weights.is_empty()) {
            let part = BranchReply::find(&mut plans, play, branch, weights, limits);
            reply.low += mix.share(part.low);
            reply.high += mix.share(part.high);
            let caught = part.caught.into_iter().filter(|&(_, caught)| caught > Fraction::from(0));
            reply.caught.extend(caught.map(|(world, caught)| (number, world, mix.share(caught))));
            reply.cuts.extend(part.cuts.into_iter().map(|caught| Cut { branch: number, caught }));
        }
        *results = Some(plans.into_results()).filter(|results| results.point_count() <= MAX_KEPT_POINTS);
        reply
    }
}

/// Returns the worlds of a set, each caught for certain.
fn certain(set: WorldSet) -> Vec<(usize, Fraction)> {
    members(set).map(|world| (world, Fraction::from(1))).collect()
}

/// Reply to the part of a mix in one branch. All chances are multiplied by the weights.
struct BranchReply {
    low: Fraction,
    high: Fraction,
    /// Bounds as in [`Cut`].
    cuts: Vec<Vec<(usize, Fraction)>>,
    caught: Vec<(usize, Fraction)>,
}

impl BranchReply {
    fn find(
        plans: &mut PlanSearch,
        play: &HiddenPlay,
        branch: &Branch,
        weights: &Weights,
        limits: Limits,
    ) -> BranchReply {
        let play = branch.opened_play(play);
        let mut reply = BranchReply {
            low: Fraction::from(0),
            high: Fraction::from(weights.iter().map(|&(_, weight)| weight).sum::<i128>()),
            cuts: Vec::new(),
            caught: weights.iter().map(|&(world, weight)| (world, weight.into())).collect(),
        };
        if within(plans, limits.nodes, |plans| reply.narrow(plans, &play, weights)).is_none() {
            reply.narrow_by_known_sets(plans, &play, weights);
        }
        if limits.extension > 0 {
            for place in 0..reply.cuts.len() {
                reply.extend_cut(plans, &play, branch.worlds, place, limits.extension);
            }
        }
        reply
    }

    /// Finds the best reply, and with it equal bounds, unless the numbers become too large.
    ///
    /// If one plan beats all worlds that fail with open cards, the reply is that plan. Otherwise the declarer who plays
    /// these worlds alike, always with a card after which no plan beats all that are left, makes the contract in one of
    /// them at least. A plan that leaves no more than the lightest world is then best.
    fn narrow(
        &mut self,
        plans: &mut PlanSearch,
        play: &HiddenPlay,
        weights: &Weights,
    ) -> Result<(), LimitReached> {
        let all = weighted_worlds(weights);
        let failing = plans.failing_worlds(play, all);
        let is_failing = |&(world, _): &(usize, i128)| failing >> world & 1 == 1;
        let (lost, made): (Weights, Weights) = weights.iter().copied().partition(is_failing);
        let made = Fraction::from(made.into_iter().map(|(_, weight)| weight).sum::<i128>());
        self.low = made;
        self.caught = lost.iter().map(|&(world, weight)| (world, weight.into())).collect();
        let Some(&(lightest, least)) = lost.iter().min_by_key(|&&(_, weight)| weight) else {
            self.high = made;
            return Ok(());
        };
        let beaten = plans.heaviest_set(play, all, &self.caught)?;
        self.bound_by_plan(beaten, weights);
        if weighted_worlds(&lost) & !beaten == 0 {
            return Ok(());
        }
        if self.high == made + least {
            self.low = self.high;
            self.caught.retain(|&(world, _)| beaten >> world & 1 == 1);
            return Ok(());
        }
        match MixSearch::new(plans).best_defence(play, &lost) {
            Some((chance, bounds)) => {
                let caught = |world: usize| Fraction::from(1) - bounds[world];
                self.low = made + chance;
                self.caught.iter_mut().for_each(|(world, weight)| *weight *= caught(*world));
                if self.low < self.high {
                    self.high = self.low;
                    let worlds = members(all).map(|world| (world, caught(world)));
                    self.cuts.push(worlds.filter(|&(_, caught)| caught > Fraction::from(0)).collect());
                }
            }
            None => {
                // The numbers became too large, unless a limit was reached.
                plans.check_limits()?;
                self.low = made + least;
                self.caught.retain(|&(world, _)| world != lightest);
            }
        }
        Ok(())
    }

    /// Adds to a bound that follows from a single plan the other worlds of the branch that such a plan also beats.
    fn extend_cut(
        &mut self,
        plans: &mut PlanSearch,
        play: &HiddenPlay,
        all: WorldSet,
        place: usize,
        nodes: u64,
    ) {
        let caught = &self.cuts[place];
        if caught.is_empty() || caught.iter().any(|&(_, caught)| caught < Fraction::from(1)) {
            return;
        }
        let core = to_set(caught.iter().map(|&(world, _)| world));
        let beaten = within(plans, nodes, |plans| {
            let failing = plans.failing_worlds(play, all);
            plans.extend(play, core, failing & !core)
        });
        if let Some(beaten) = beaten {
            self.cuts[place] = certain(beaten);
        }
    }

    /// Lowers the upper bound to what a plan that beats these worlds leaves.
    fn bound_by_plan(&mut self, beaten: WorldSet, weights: &Weights) {
        let left = weights.iter().filter(|&&(world, _)| beaten >> world & 1 == 0);
        let left = Fraction::from(left.map(|&(_, weight)| weight).sum::<i128>());
        self.high = self.high.min(left);
        self.cuts.push(certain(beaten));
    }

    fn narrow_by_known_sets(&mut self, plans: &mut PlanSearch, play: &HiddenPlay, weights: &Weights) {
        let all = weighted_worlds(weights);
        let weight_of = |set: WorldSet| {
            let inside = weights.iter().filter(|&&(world, _)| set >> world & 1 == 1);
            inside.map(|&(_, weight)| weight).sum::<i128>()
        };
        let sets = plans.known_beaten_sets(play, all).into_iter();
        if let Some(beaten) = sets.max_by_key(|&set| weight_of(set)) {
            self.bound_by_plan(beaten, weights);
        }
        let lost = to_set(self.caught.iter().map(|&(world, _)| world));
        let Some(unbeaten) = plans.smallest_unbeaten_set(play, lost) else { return };
        // Played alike, one world of the set makes the contract.
        let inside = self.caught.iter().enumerate().filter(|(_, (world, _))| unbeaten >> world & 1 == 1);
        let lightest = inside.min_by_key(|(_, (_, weight))| *weight).map(|(place, _)| place);
        if let Some(place) = lightest.filter(|_| self.low < self.high) {
            let (_, least) = self.caught.swap_remove(place);
            self.low += least;
        }
    }
}
