//! A mix in the order of the answer, and its strategies on single layouts.

use super::answer::MixedDiscard;
use super::certificate::{CertifiedPart, Probability};
use super::choices::Choices;
use crate::hidden::beaten::PlanSearch;
use crate::hidden::certificate::{defence_nodes, mix_nodes};
use crate::hidden::matrix::Fraction;
use crate::hidden::mix::Weights;
use crate::hidden::play::HiddenPlay;
use crate::hidden::strategy::{PointBudget, TooManyPoints};
use crate::search::Solver;

/// Mix in the form of the answer, with the exact weights.
pub(super) struct ListedMix {
    pub(super) discards: Vec<MixedDiscard>,
    /// Sum 1.
    pub(super) weights: Vec<Fraction>,
}

impl ListedMix {
    pub(super) fn weights(&self) -> Vec<Probability> {
        self.weights.iter().map(|&weight| Probability::new(weight)).collect()
    }

    /// The strategies on the layout of `play`. `nodes` limits the search after each first card.
    pub(super) fn certify(
        &self,
        solver: &mut Solver,
        choices: &Choices,
        play: &HiddenPlay,
        nodes: u64,
        budget: &mut PointBudget,
    ) -> Result<(Vec<CertifiedPart>, [Probability; 2]), TooManyPoints> {
        let mut plans = PlanSearch::resume(solver, &choices.worlds, play, choices.no_results.clone());
        let total = self.weights.iter().fold(1, |total, weight| num_integer::lcm(total, *weight.denom()));
        let (mut parts, mut bounds) = (Vec::new(), [Fraction::from(0); 2]);
        for branch in &choices.branches {
            let places: Vec<(usize, usize)> = (self.discards.iter().enumerate())
                .filter(|(_, mixed)| mixed.lead == branch.lead)
                .map(|(place, mixed)| (choices.world_of(mixed.discard), place))
                .collect();
            if places.is_empty() {
                continue;
            }
            let mut weights: Weights = places
                .iter()
                .map(|&(world, place)| (world, (self.weights[place] * total).to_integer()))
                .collect();
            weights.sort_unstable();
            let found = plans.strategies_for_mix(&branch.opened_play(play), &weights, nodes, budget)?;
            let place_of = |world: usize| {
                let place = places.iter().find(|&&(other, _)| other == world);
                place.expect("a discard of the mix").1 as u8
            };
            bounds[0] += found.low / total;
            bounds[1] += found.high / total;
            parts.push(CertifiedPart {
                lead: branch.lead,
                mix: mix_nodes(found.mix, place_of),
                defence: defence_nodes(found.defence, place_of),
            });
        }
        Ok((parts, bounds.map(Probability::new)))
    }
}
