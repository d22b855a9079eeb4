//! The search for the best mix over a set of layouts, by cutting planes.

use super::choices::{Choices, Mix};
use super::programme::best_mix;
use super::reply::{Cut, Reply};

/// Probabilities of a mix are multiples of 1 / `FINE`, which divides by all numbers up to ten.
const FINE: i128 = 2520;

/// Largest number of mixes that are tried.
const MAX_ROUNDS: usize = 40;

/// The search ends when no mix can be better than the best one found by more than this.
const TOLERANCE: f64 = 0.002;

/// Totals of the simplest mixes: first a single choice, then a coin toss and so on.
const SIMPLE_TOTALS: [i128; 6] = [1, 2, 3, 4, 5, 6];

/// A simple mix must not differ from the best one found by more than this sum of probabilities.
const MAX_CHANGE: f64 = 0.1;

/// Best mix found for some layouts.
pub(super) struct FoundMix {
    pub(super) mix: Mix,
    /// Mean chance that the mix guarantees on these layouts.
    pub(super) value: f64,
    /// Upper bound on the mean chance of every mix on these layouts.
    pub(super) bound: f64,
}

/// Searches for the best mix over some layouts, beginning with the mix `first` and the bounds `cuts` that are known on
/// each layout. `reply_to` finds the reply to a mix on each layout; it returns `None` when the time is up, which ends the
/// search. Returns `None` if the time was up at once.
pub(super) fn find_mix(
    choices: &Choices,
    mut cuts: Vec<Vec<Cut>>,
    first: Mix,
    mut reply_to: impl FnMut(&Mix) -> Option<Vec<Reply>>,
) -> Option<FoundMix> {
    cuts.iter_mut().for_each(|cuts| {
        cuts.sort_unstable();
        cuts.dedup();
    });
    let mut best: Option<FoundMix> = None;
    let mut bound = 1.0_f64;
    let mut mix = first;
    // Whether `mix` is optimal under the bounds known so far, so that only a new bound leads to another one.
    let mut is_optimum = false;
    for _ in 0..MAX_ROUNDS {
        let Some(replies) = reply_to(&mix) else { break };
        let value = mean_low(&replies);
        if best.as_ref().is_none_or(|best| value > best.value) {
            best = Some(FoundMix { mix: mix.clone(), value, bound });
        }
        if !add_cuts(&mut cuts, replies) && is_optimum {
            break;
        }
        let Some(optimum) = best_mix(choices, &cuts) else { break };
        is_optimum = true;
        bound = bound.min(optimum.bound);
        if best.as_ref().is_some_and(|best| bound - best.value <= TOLERANCE) {
            break;
        }
        mix = Mix::rounded(&optimum.probabilities, FINE);
    }
    let mut best = best?;
    simplify(&mut best, &mut reply_to);
    best.bound = bound.max(best.value);
    Some(best)
}

/// Adds the bounds of the replies to those known on each layout. Returns whether any of them is new.
fn add_cuts(cuts: &mut [Vec<Cut>], replies: Vec<Reply>) -> bool {
    let mut has_new_cut = false;
    for (known, reply) in cuts.iter_mut().zip(replies) {
        for cut in reply.cuts {
            if let Err(place) = known.binary_search(&cut) {
                known.insert(place, cut);
                has_new_cut = true;
            }
        }
    }
    has_new_cut
}

/// Replaces the mix by a simpler one that is as good, if there is one nearby.
fn simplify(best: &mut FoundMix, reply_to: &mut impl FnMut(&Mix) -> Option<Vec<Reply>>) {
    for total in SIMPLE_TOTALS {
        let (simple, change) = best.mix.simplified(total);
        if change > MAX_CHANGE {
            continue;
        }
        let Some(replies) = reply_to(&simple) else { return };
        let value = mean_low(&replies);
        if value >= best.value - TOLERANCE {
            (best.mix, best.value) = (simple, value);
            return;
        }
    }
}

fn mean_low(replies: &[Reply]) -> f64 {
    replies.iter().map(|reply| reply.low).sum::<f64>() / replies.len() as f64
}
