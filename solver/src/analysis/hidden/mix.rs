//! The declarer's mixes of worlds, and the cards that keep them apart as late as possible.

use ahash::AHashMap;

use super::beaten::PlanSearch;
use super::matrix::{Fraction, subsets_by_weight};
use super::play::HiddenPlay;
use super::worlds::{WorldSet, members};
use crate::cards::Card;

/// Search for the declarer's play of a mix of worlds that leaves the defenders the least.
///
/// The worlds have fixed weights, and in each of them one card is chosen at each point of the play. The defenders
/// know weights and choices, and beat at most a certain weight: the rest is a chance that the declarer is sure
/// of. Once the contract is made with open cards in a world, that world is played so, whatever the others do.
pub(crate) struct MixSearch<'a, 'b> {
    plans: &'b mut PlanSearch<'a>,
    weights: AHashMap<usize, Fraction>,
    results: AHashMap<(u64, WorldSet), Fraction>,
}

impl<'a, 'b> MixSearch<'a, 'b> {
    pub(crate) fn new(plans: &'b mut PlanSearch<'a>, weights: &[(usize, Fraction)]) -> MixSearch<'a, 'b> {
        MixSearch { plans, weights: weights.iter().copied().collect(), results: AHashMap::new() }
    }

    fn weight(&self, set: WorldSet) -> Fraction {
        members(set).map(|world| self.weights[&world]).sum()
    }

    /// Returns the weight that the defenders can beat at most, of the worlds of a set.
    pub(crate) fn beaten(&mut self, play: &HiddenPlay, set: WorldSet) -> Fraction {
        let set = self.plans.failing(play, set);
        // A defender's plan beats a single world that fails with open cards.
        let weight = self.weight(set);
        if self.plans.beats(play, set) {
            return weight;
        }
        // No plan beats all, so the declarer makes the contract in at least one world by playing all alike, with cards
        // after which still no plan beats all.
        let most = weight - members(set).map(|world| self.weights[&world]).min().expect("a world");
        let key = (play.key(), set);
        if let Some(&known) = self.results.get(&key) {
            return known;
        }
        let weights: Vec<(usize, Fraction)> =
            members(set).map(|world| (world, self.weights[&world])).collect();
        let least = subsets_by_weight(&weights).into_iter().find(|&(part, _)| self.plans.beats(play, part));
        if least.is_some_and(|(_, least)| least == most) {
            return most;
        }
        let beaten = if play.is_declarers_turn() {
            let cards = self.plans.declarer_cards(play, set);
            self.least(play, &cards, &mut vec![0; cards.len()], set)
        } else {
            let cards = play.defender_cards().iter();
            cards.map(|card| self.beaten(&play.after(card), set)).max().expect("a card")
        };
        self.results.insert(key, beaten);
        beaten
    }

    /// Returns the least weight that is beaten when each world of `rest` plays one of its cards, and `chosen` has the
    /// worlds that play each card already.
    fn least(
        &mut self,
        play: &HiddenPlay,
        cards: &[(Card, WorldSet)],
        chosen: &mut Vec<WorldSet>,
        rest: WorldSet,
    ) -> Fraction {
        let Some(world) = members(rest).next() else {
            return (cards.iter().zip(chosen.clone()))
                .filter(|(_, worlds)| *worlds != 0)
                .map(|(&(card, _), worlds)| self.beaten(&play.after(card), worlds))
                .sum();
        };
        let bit = 1 << world;
        let mut least: Option<Fraction> = None;
        for place in 0..cards.len() {
            if cards[place].1 & bit == 0 {
                continue;
            }
            chosen[place] |= bit;
            let beaten = self.least(play, cards, chosen, rest & !bit);
            chosen[place] &= !bit;
            least = Some(least.map_or(beaten, |least| least.min(beaten)));
        }
        least.expect("each world has a card")
    }
}
