//! Worlds: the discards that are possible, as far as the play can tell them apart.

use crate::cards::{Card, Cards, Suit};
use crate::position::Position;
use crate::seat::Seat;

/// Set of worlds, a bit for each.
pub(crate) type WorldSet = u128;

/// Discard that is possible, with the discards that leave the same play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct World {
    /// Discards of the world, in the order of listing.
    pub(crate) discards: Vec<Cards>,
    /// Cards that count as laid aside: of each run the highest.
    pub(crate) aside: Cards,
}

/// Worlds of a play, and the runs of cards that they join.
///
/// A run is a set of neighbouring cards of the declarer's twelve between which no other player holds a card, and
/// which no earlier play distinguishes. Of each run the declarer lays aside the highest cards and plays the lowest
/// that is left. So a card that is played says how many of its run are gone, but not which of them are laid
/// aside; all other ways to lay aside and play cards of a run leave the same tricks, and tell the defenders more.
#[derive(Clone, Debug)]
pub(crate) struct Worlds {
    /// Worlds in the order of their first discards.
    pub(crate) list: Vec<World>,
    runs: Vec<Cards>,
}

impl Worlds {
    /// Joins the possible discards at a position in which the declarer holds every unplayed card of the twelve.
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

    /// Returns the set of all worlds.
    pub(crate) fn all(&self) -> WorldSet {
        // There are 66 pairs of twelve cards.
        (1 << self.list.len()) - 1
    }

    /// Returns the worlds in which the declarer holds the same number of cards in each suit as in this one, and no higher
    /// cards; this world is one of them.
    pub(crate) fn easier_than(&self, world: usize) -> WorldSet {
        let aside = self.list[world].aside;
        let easier = |other: &World| {
            Suit::ALL.into_iter().all(|suit| {
                let (cards, others) = (aside.in_suit(suit), other.aside.in_suit(suit));
                cards.len() == others.len() && cards.iter().zip(others).all(|(card, other)| other >= card)
            })
        };
        to_set((0..self.list.len()).filter(|&other| easier(&self.list[other])))
    }

    /// Returns the lowest card of each run among these cards.
    pub(crate) fn lowest_of_runs(&self, cards: Cards) -> Cards {
        self.runs.iter().filter_map(|&run| (run & cards).iter().next_back()).collect()
    }
}

/// Iterates over the worlds of a set.
pub(crate) fn members(mut set: WorldSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let world = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(world)
    })
}

/// Returns the set of these worlds.
pub(crate) fn to_set(worlds: impl IntoIterator<Item = usize>) -> WorldSet {
    worlds.into_iter().fold(0, |set, world| set | 1 << world)
}

/// Returns the runs of the declarer's cards.
fn runs(position: &Position, declarer: Seat, discards: &[Cards]) -> Vec<Cards> {
    let twelve = position.hand(declarer);
    let trick: Cards = position.trick().collect();
    let apart = declarer.others().into_iter().fold(trick, |cards, seat| cards | position.hand(seat));
    let mut runs: Vec<Cards> = Vec::new();
    for suit in Suit::ALL {
        let mut last: Option<Card> = None;
        for card in suit.cards() {
            if apart.contains(card) {
                last = None;
            } else if twelve.contains(card) {
                match (last, runs.last_mut()) {
                    (Some(above), Some(run)) if are_alike(twelve, discards, above, card) => run.insert(card),
                    _ => runs.push(Cards::from_card(card)),
                }
                last = Some(card);
            }
        }
    }
    runs
}

/// Checks whether two cards are possible discards together with the same cards.
///
/// At the first lead all pairs are possible; later the obligations that the declarer kept can exclude some.
fn are_alike(twelve: Cards, discards: &[Cards], first: Card, second: Card) -> bool {
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
