//! The search for the best mix over a set of layouts, by cutting planes.

use super::choices::{Choices, Mix};
use super::programme::best_mix;
use super::reply::{Cut, Reply};
use crate::order::sort_by;

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
    /// Chance that the mix guarantees on each layout.
    lows: Vec<f64>,
    /// Upper bound on the mean chance of every mix on these layouts.
    pub(super) bound: f64,
}

impl FoundMix {
    /// Mean chance that the mix guarantees on these layouts.
    pub(super) fn value(&self) -> f64 {
        mean(&self.lows)
    }

    /// Whether the mix is better than another one by more than the tolerance and, if the layouts are a sample, by more
    /// than the standard error of the difference.
    ///
    /// The mix was fitted to the layouts, so that a smaller lead shows nothing: on other layouts it may be worse.
    fn is_clearly_better(&self, lows: &[f64], is_sample: bool) -> bool {
        let differences: Vec<f64> = self.lows.iter().zip(lows).map(|(own, other)| own - other).collect();
        let (lead, count) = (mean(&differences), differences.len() as f64);
        let variance = differences.iter().map(|difference| (difference - lead).powi(2)).sum::<f64>() / count;
        let error = if is_sample { (variance / count).sqrt() } else { 0.0 };
        lead > TOLERANCE.max(error)
    }
}

/// Searches for the best mix over some layouts, beginning with the mix `first` and the bounds `cuts` that are known on
/// each layout. `reply_to` finds the reply to a mix on each layout; it returns `None` when the time is up, which ends the
/// search. `first` stays unless a mix is clearly better; `is_sample` says that there are other layouts than these. Returns
/// `None` if the time was up at once.
pub(super) fn find_mix(
    choices: &Choices,
    mut cuts: Vec<Vec<Cut>>,
    first: Mix,
    is_sample: bool,
    mut reply_to: impl FnMut(&Mix) -> Option<Vec<Reply>>,
) -> Option<FoundMix> {
    cuts.iter_mut().for_each(|cuts| {
        sort_by(cuts, Cut::cmp);
        cuts.dedup();
    });
    let mut best: Option<FoundMix> = None;
    let mut bound = 1.0_f64;
    let (mut mix, mut first_lows) = (first.clone(), None);
    // Whether `mix` is optimal under the bounds known so far, so that only a new bound leads to another one.
    let mut is_optimum = false;
    for _ in 0..MAX_ROUNDS {
        let Some(replies) = reply_to(&mix) else { break };
        let lows = lows_of(&replies);
        first_lows.get_or_insert_with(|| lows.clone());
        if best.as_ref().is_none_or(|best| mean(&lows) > best.value()) {
            best = Some(FoundMix { mix: mix.clone(), lows, bound });
        }
        if !add_cuts(&mut cuts, replies) && is_optimum {
            break;
        }
        let Some(optimum) = best_mix(choices, &cuts) else { break };
        is_optimum = true;
        bound = bound.min(optimum.bound);
        if best.as_ref().is_some_and(|best| bound - best.value() <= TOLERANCE) {
            break;
        }
        mix = Mix::rounded(&optimum.probabilities, FINE);
    }
    let mut best = best?;
    simplify(&mut best, &mut reply_to);
    bound = bound.max(best.value());
    if let Some(lows) = first_lows.filter(|lows| !best.is_clearly_better(lows, is_sample)) {
        (best.mix, best.lows) = (first, lows);
    }
    best.bound = bound;
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
        let lows = lows_of(&replies);
        if mean(&lows) >= best.value() - TOLERANCE {
            (best.mix, best.lows) = (simple, lows);
            return;
        }
    }
}

fn lows_of(replies: &[Reply]) -> Vec<f64> {
    replies.iter().map(|reply| reply.low).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_lead_on_a_sample_is_not_clear() {
        let found = |lows: &[f64]| FoundMix {
            mix: Mix { parts: Vec::new(), total: 1 },
            lows: lows.to_vec(),
            bound: 1.0,
        };
        // A lead of 1/8 with differences of -1/2 and 1/2, and a standard error of 0.17; then one of 3/8 and 0.11.
        let single = [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0];
        let slight = found(&[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.5]);
        assert!(!slight.is_clearly_better(&single, true));
        assert!(slight.is_clearly_better(&single, false));
        let clear = found(&[0.5, 1.5, 0.5, 1.5, 0.5, 1.5, 0.5, 0.5]);
        assert!(clear.is_clearly_better(&single, true));
        assert!(!clear.is_clearly_better(&clear.lows, false));
    }
}
