//! Worlds: the discards that are possible, as far as the play can tell them apart.

use super::play::HiddenPlay;
use crate::cards::{Card, Cards, Suit};
use crate::order::insertion_sort_by_key;
use crate::position::Position;
use crate::seat::Seat;

/// One bit for each world.
pub(crate) type WorldSet = u128;

/// A possible discard, together with the other discards after which the play is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct World {
    /// In the order in which they were passed to [`Worlds::join`].
    pub(crate) discards: Vec<Cards>,
    /// The highest cards of each run, for all discards of the world: they have the same number of cards in each run.
    pub(crate) aside: Cards,
}

/// The worlds at a position, and the runs that decide which discards are joined into one.
///
/// A run is a set of neighbouring cards of the declarer's twelve between which no other player holds a card, and which
/// no earlier play distinguishes. It is assumed that the declarer lays aside the highest cards of a run, and plays the
/// lowest card that is left of it. This loses no generality: a played card then shows only how many cards of its run
/// have left the hand, and not which of them were laid aside; all other ways to lay aside and play the cards of a run
/// win the same tricks, and tell the defenders at least as much.
#[derive(Clone, Debug)]
pub(crate) struct Worlds {
    /// In the order of their first discards.
    pub(crate) list: Vec<World>,
    runs: Vec<Cards>,
}

impl Worlds {
    /// The declarer must hold every unplayed card of the twelve.
    pub(crate) fn join(position: &Position, declarer: Seat, discards: &[Cards]) -> Worlds {
        let twelve = position.hand(declarer);
        let runs = runs(position, declarer, discards);
        let mut list: Vec<World> = Vec::new();
        for &discard in discards.iter().filter(|discard| discard.is_subset(twelve)) {
            let aside = runs.iter().fold(Cards::NONE, |aside, &run| {
                aside | run.iter().take((run & discard).len()).collect::<Cards>()
            });
            match list.iter_mut().find(|world| world.aside == aside) {
                Some(world) => world.discards.push(discard),
                None => list.push(World { discards: vec![discard], aside }),
            }
        }
        Worlds { list, runs }
    }

    pub(crate) fn full_set(&self) -> WorldSet {
        // Twelve cards contain 66 pairs, so the shift cannot overflow.
        (1 << self.list.len()) - 1
    }

    /// The worlds, this one among them, in which the declarer holds as many cards in each suit, and no higher ones.
    pub(crate) fn with_lower_cards(&self, world: usize) -> WorldSet {
        let aside = self.list[world].aside;
        let has_lower_cards = |other: &World| {
            Suit::ALL.into_iter().all(|suit| {
                let (cards, others) = (aside.in_suit(suit), other.aside.in_suit(suit));
                cards.len() == others.len() && cards.iter().zip(others).all(|(card, other)| other >= card)
            })
        };
        to_set((0..self.list.len()).filter(|&other| has_lower_cards(&self.list[other])))
    }

    /// Each with the worlds in which it can be played; cards that can be played in more worlds come first.
    pub(crate) fn declarer_cards(&self, play: &HiddenPlay, set: WorldSet) -> Vec<(Card, WorldSet)> {
        let mut cards: Vec<(Card, WorldSet)> = Vec::new();
        let mut last: Option<(Cards, Cards)> = None;
        for world in members(set) {
            let aside = self.list[world].aside;
            let legal = match last {
                Some((same, legal)) if same == aside => legal,
                _ => self.lowest_of_runs(play.position_without(aside).legal_cards()),
            };
            last = Some((aside, legal));
            for card in legal {
                match cards.iter_mut().find(|(known, _)| *known == card) {
                    Some((_, worlds)) => *worlds |= 1 << world,
                    None => cards.push((card, 1 << world)),
                }
            }
        }
        insertion_sort_by_key(&mut cards, |(_, worlds)| std::cmp::Reverse(worlds.count_ones()));
        cards
    }

    fn lowest_of_runs(&self, cards: Cards) -> Cards {
        self.runs.iter().filter_map(|&run| (run & cards).iter().next_back()).collect()
    }
}

pub(crate) fn members(mut set: WorldSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let world = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(world)
    })
}

pub(crate) fn to_set(worlds: impl IntoIterator<Item = usize>) -> WorldSet {
    worlds.into_iter().fold(0, |set, world| set | 1 << world)
}

fn runs(position: &Position, declarer: Seat, discards: &[Cards]) -> Vec<Cards> {
    let twelve = position.hand(declarer);
    let trick: Cards = position.trick().collect();
    let separators = declarer.others().into_iter().fold(trick, |cards, seat| cards | position.hand(seat));
    let mut runs: Vec<Cards> = Vec::new();
    for suit in Suit::ALL {
        let mut last: Option<Card> = None;
        for card in suit.cards() {
            if separators.contains(card) {
                last = None;
            } else if twelve.contains(card) {
                match (last, runs.last_mut()) {
                    (Some(above), Some(run)) if are_interchangeable(twelve, discards, above, card) => {
                        run.insert(card);
                    }
                    _ => runs.push(Cards::from_card(card)),
                }
                last = Some(card);
            }
        }
    }
    runs
}

/// Whether with each third card both cards form a possible discard, or neither does.
///
/// At the first lead all pairs are possible; later some are not, because the declarer would have had to play one of
/// their cards in an earlier trick.
fn are_interchangeable(twelve: Cards, discards: &[Cards], first: Card, second: Card) -> bool {
    let pair = Cards::from_card(first) | Cards::from_card(second);
    (twelve - pair).iter().all(|card| {
        let with = |other: Card| discards.contains(&(Cards::from_card(card) | Cards::from_card(other)));
        with(first) == with(second)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_set_are_its_bits() {
        assert_eq!(members(0b1011 | 1 << 65).collect::<Vec<_>>(), [0, 1, 3, 65]);
        assert_eq!(to_set([0, 1, 3, 65]), 0b1011 | 1 << 65);
    }
}
