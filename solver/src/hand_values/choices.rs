//! The declarer's choices before the defenders' hands are opened, and mixes of them.

use crate::cards::{Card, Cards};
use crate::hidden::beaten::PlanResults;
use crate::hidden::matrix::{Fraction, to_f64};
use crate::hidden::mix::Weights;
use crate::hidden::play::HiddenPlay;
use crate::hidden::worlds::{WorldSet, Worlds};
use crate::order::{sort_by, sort_by_key};

/// The declarer's choices: a discard and, if the declarer leads, the first card.
pub(super) struct Choices {
    pub(super) worlds: Worlds,
    /// One branch for each first card; a single branch if a defender leads.
    pub(super) branches: Vec<Branch>,
    /// No results yet: the search on each layout begins with these.
    pub(super) no_results: PlanResults,
}

/// Choices with the same first card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// First card; `None` if a defender leads.
    pub(super) lead: Option<Card>,
    /// Discards with which the declarer can lead this card.
    pub(super) worlds: WorldSet,
}

impl Branch {
    pub(super) fn opened_play(&self, play: &HiddenPlay) -> HiddenPlay {
        self.lead.map_or(*play, |lead| play.play_after(lead))
    }
}

impl Choices {
    /// Returns the choices before the first lead, among these discards. `play` is the play on any layout: on all
    /// layouts the defenders together hold the same cards, so the worlds are the same.
    pub(super) fn new(play: &HiddenPlay, declarer_discards: &[Cards]) -> Choices {
        let worlds = Worlds::join(play.position(), play.declarer(), declarer_discards);
        let all = worlds.full_set();
        let branches = if play.is_declarers_turn() {
            let mut cards = worlds.declarer_cards(play, all);
            sort_by_key(&mut cards, |&(card, _)| std::cmp::Reverse(card));
            cards.into_iter().map(|(card, worlds)| Branch { lead: Some(card), worlds }).collect()
        } else {
            vec![Branch { lead: None, worlds: all }]
        };
        let no_results = PlanResults::new(&worlds, play);
        Choices { worlds, branches, no_results }
    }

    pub(super) fn world_of(&self, discard: Cards) -> usize {
        let worlds = self.worlds.list.iter();
        worlds.enumerate().find(|(_, world)| world.discards.contains(&discard)).expect("a possible discard").0
    }

    pub(super) fn single(&self, branch: usize, world: usize) -> Mix {
        assert!(
            self.branches[branch].worlds >> world & 1 == 1,
            "the first card is in hand after the discard"
        );
        let mut parts = vec![Weights::new(); self.branches.len()];
        parts[branch].push((world, 1));
        Mix { parts, total: 1 }
    }
}

/// Mixed strategy of the declarer: a weight for each choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mix {
    /// For each branch, the weights of the worlds that are chosen with it.
    pub(super) parts: Vec<Weights>,
    /// Sum of all weights.
    pub(super) total: i128,
}

impl Mix {
    /// Rounds the probabilities to multiples of 1/`total`: down, and then up where most was cut off, until the sum is
    /// right.
    pub(super) fn rounded(probabilities: &[Vec<(usize, f64)>], total: i128) -> Mix {
        let mut rest = total;
        let mut cut_off: Vec<(usize, usize, f64)> = Vec::new();
        let mut parts: Vec<Weights> = Vec::new();
        for (branch, worlds) in probabilities.iter().enumerate() {
            let mut part = Weights::new();
            for (place, &(world, probability)) in worlds.iter().enumerate() {
                let scaled = probability.clamp(0.0, 1.0) * total as f64;
                // A probability may be computed as 0.4999999 where 0.5 is meant.
                let whole = (scaled + 1e-6).floor();
                cut_off.push((branch, place, scaled - whole));
                rest -= whole as i128;
                part.push((world, whole as i128));
            }
            parts.push(part);
        }
        sort_by(&mut cut_off, |one, other| other.2.total_cmp(&one.2));
        for &(branch, place, _) in cut_off.iter().cycle().take(usize::try_from(rest).unwrap_or(0)) {
            parts[branch][place].1 += 1;
        }
        parts.iter_mut().for_each(|part| part.retain(|&(_, weight)| weight > 0));
        let total = parts.iter().flatten().map(|&(_, weight)| weight).sum();
        Mix { parts, total }
    }

    pub(super) fn choices(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        let parts = self.parts.iter().enumerate();
        parts.flat_map(move |(branch, part)| {
            part.iter().map(move |&(world, weight)| (branch, world, self.share(weight.into())))
        })
    }

    pub(super) fn share(&self, weight: Fraction) -> f64 {
        to_f64(weight / self.total)
    }

    /// Rounds the mix to multiples of 1/`total`. The second result is the sum of the changes.
    pub(super) fn simplified(&self, total: i128) -> (Mix, f64) {
        let mut probabilities = vec![Vec::new(); self.parts.len()];
        for (branch, world, probability) in self.choices() {
            probabilities[branch].push((world, probability));
        }
        let simple = Mix::rounded(&probabilities, total);
        let probability_in = |mix: &Mix, branch: usize, world: usize| {
            let part = mix.parts[branch].iter().find(|&&(other, _)| other == world);
            part.map_or(0.0, |&(_, weight)| mix.share(weight.into()))
        };
        let change = self
            .choices()
            .map(|(branch, world, probability)| (probability - probability_in(&simple, branch, world)).abs());
        let change = change.sum();
        (simple, change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_mix_has_the_given_total() {
        let probabilities = [vec![(0, 1.0 / 3.0), (4, 1.0 / 3.0)], vec![(1, 0.0), (2, 1.0 / 3.0)]];
        let mix = Mix::rounded(&probabilities, 2520);
        assert_eq!(mix, Mix { parts: vec![vec![(0, 840), (4, 840)], vec![(2, 840)]], total: 2520 });
        let coin = Mix::rounded(&probabilities, 2);
        assert_eq!((coin.total, coin.choices().count()), (2, 2));
        assert_eq!(mix.simplified(3).0.parts, [vec![(0, 1), (4, 1)], vec![(2, 1)]]);
    }
}
