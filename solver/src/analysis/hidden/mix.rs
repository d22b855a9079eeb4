//! The declarer's mixes of worlds, and the cards that let the defenders tell the worlds apart as late as
//! possible.

use ahash::AHashMap;

use super::beaten::PlanSearch;
use super::matrix::{Fraction, subsets_by_weight};
use super::play::HiddenPlay;
use super::worlds::{WorldSet, members};
use crate::cards::Card;

/// Search for the declarer's play of a mix of worlds that minimises the weight that the defenders can beat.
///
/// The worlds have fixed weights, and in each of them one card is chosen at each point of the play. The
/// defenders know weights and choices, and can beat at most a certain weight: the rest is a chance that the
/// declarer is sure of. Once the contract is made with open cards in a world, the declarer makes it in that
/// world, regardless of the others.
pub(crate) struct MixSearch<'a, 'b> {
    pub(super) plans: &'b mut PlanSearch<'a>,
    weights: AHashMap<usize, Fraction>,
    results: AHashMap<(u64, WorldSet), Fraction>,
}

/// The declarer's way of playing a mix of worlds at one point of the play.
pub(crate) enum DeclarerChoice {
    /// All worlds are played alike, with a card after which no plan beats those that are left.
    Alike,
    /// The cards to play, each with the worlds in which it is played.
    Cards(Vec<(Card, WorldSet)>),
    /// A defender is to move.
    Reply,
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
        let most = self.beaten_alike(set);
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
            let cards = self.plans.worlds.declarer_cards(play, set);
            self.least(play, &cards, &mut vec![0; cards.len()], set).0
        } else {
            let cards = play.defender_cards().iter();
            cards.map(|card| self.beaten(&play.after(card), set)).max().expect("a card")
        };
        self.results.insert(key, beaten);
        beaten
    }

    /// Returns the largest weight that the defenders can beat, of the worlds of a set that no plan beats, if
    /// all are played alike: always with a card after which no plan beats all worlds that are left. So the
    /// contract is made in at least one world.
    fn beaten_alike(&self, set: WorldSet) -> Fraction {
        self.weight(set) - members(set).map(|world| self.weights[&world]).min().expect("a world")
    }

    /// Returns the choice that leaves the defenders no more than [`MixSearch::beaten`], for worlds that fail with open
    /// cards and that no plan beats together.
    pub(super) fn choice(&mut self, play: &HiddenPlay, set: WorldSet) -> DeclarerChoice {
        if self.beaten(play, set) == self.beaten_alike(set) {
            return DeclarerChoice::Alike;
        }
        if !play.is_declarers_turn() {
            return DeclarerChoice::Reply;
        }
        let cards = self.plans.worlds.declarer_cards(play, set);
        let (_, worlds) = self.least(play, &cards, &mut vec![0; cards.len()], set);
        let chosen = cards.into_iter().zip(worlds).map(|((card, _), worlds)| (card, worlds));
        DeclarerChoice::Cards(chosen.filter(|&(_, worlds)| worlds != 0).collect())
    }

    /// Returns the least weight that is beaten when each world of `rest` plays one of its cards, and `chosen` has the
    /// worlds that play each card already; and the worlds that then play each card.
    fn least(
        &mut self,
        play: &HiddenPlay,
        cards: &[(Card, WorldSet)],
        chosen: &mut Vec<WorldSet>,
        rest: WorldSet,
    ) -> (Fraction, Vec<WorldSet>) {
        let Some(world) = members(rest).next() else {
            let beaten = (cards.iter().zip(chosen.clone()))
                .filter(|(_, worlds)| *worlds != 0)
                .map(|(&(card, _), worlds)| self.beaten(&play.after(card), worlds))
                .sum();
            return (beaten, chosen.clone());
        };
        let bit = 1 << world;
        let mut least: Option<(Fraction, Vec<WorldSet>)> = None;
        for place in 0..cards.len() {
            if cards[place].1 & bit == 0 {
                continue;
            }
            chosen[place] |= bit;
            let choice = self.least(play, cards, chosen, rest & !bit);
            chosen[place] &= !bit;
            if least.as_ref().is_none_or(|(beaten, _)| choice.0 < *beaten) {
                least = Some(choice);
            }
        }
        least.expect("each world has a card")
    }
}
