//! How cards that nobody has seen can lie: all ways, counted, and any of them by number.

use rand::{Rng, RngExt};
use thiserror::Error;

use crate::cards::{Card, Cards};
use crate::seat::{BySeat, Seat};

/// What is known of where the cards lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Cards known to be in a hand.
    pub hands: BySeat<Cards>,
    /// Cards known to lie in the talon, or to be laid aside.
    pub talon: Cards,
    /// Cards that a seat cannot have.
    pub lacks: BySeat<Cards>,
    /// Cards that are played.
    pub gone: Cards,
    /// How many cards each seat holds.
    pub sizes: BySeat<u8>,
    /// How many lie aside.
    pub aside: u8,
}

/// All ways in which the cards can lie.
///
/// ```
/// use preference::analysis::sampling::{Known, Layouts};
/// use preference::deal::Deal;
/// use preference::seat::Seat;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let mut known = Known::ten_each();
/// known.hands[Seat::Forehand] = deal.hand(Seat::Forehand);
/// let layouts = Layouts::new(&known)?;
/// assert_eq!(layouts.count(), 42_678_636); // 22! / (10! 10! 2!)
/// let (hands, talon) = layouts.nth(1_000_000);
/// assert_eq!((hands[Seat::Forehand], talon.len()), (deal.hand(Seat::Forehand), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layouts {
    known: Known,
    /// Cards whose place is open.
    open: Vec<Card>,
    /// In how many ways the cards from the first, the second… open one on can lie, by the
    /// room that is left in the hands; the talon has the rest.
    ways: Vec<u64>,
    room: BySeat<u8>,
}

/// Room in a hand runs from 0 to 10.
const ROOM: usize = 11;

impl Known {
    /// Nothing is known but that each seat holds ten cards and two lie aside.
    #[must_use]
    pub fn ten_each() -> Known {
        Known { sizes: BySeat([10; 3]), aside: 2, ..Known::default() }
    }
}

impl Layouts {
    /// The layouts that agree with what is known.
    ///
    /// # Errors
    /// If there are none.
    pub fn new(known: &Known) -> Result<Layouts, LayoutsError> {
        let mut seen = known.gone;
        let places = [known.talon].into_iter().chain(known.hands.0);
        for cards in places {
            if let Some(card) = (seen & cards).iter().next() {
                return Err(LayoutsError::Twice { card });
            }
            seen = seen | cards;
        }
        let mut room = BySeat::default();
        for seat in Seat::ALL {
            let (held, size) = (known.hands[seat].len(), usize::from(known.sizes[seat]));
            if size > 10 || held > size {
                return Err(LayoutsError::TooMany { held, size });
            }
            room[seat] = (size - held) as u8;
        }
        let open: Vec<Card> = (Cards::PACK - seen).iter().collect();
        let aside = usize::from(known.aside).checked_sub(known.talon.len());
        let places = room.0.iter().map(|&room| usize::from(room)).sum::<usize>();
        if aside.is_none_or(|aside| aside + places != open.len()) {
            return Err(LayoutsError::Places { open: open.len(), places: places + aside.unwrap_or(0) });
        }
        let mut layouts = Layouts { known: known.clone(), open, ways: Vec::new(), room };
        layouts.count_ways();
        if layouts.count() == 0 {
            return Err(LayoutsError::Impossible);
        }
        Ok(layouts)
    }

    fn index(card: usize, room: BySeat<u8>) -> usize {
        let [a, b, c] = room.0.map(usize::from);
        ((card * ROOM + a) * ROOM + b) * ROOM + c
    }

    /// Where a card can go, with what room that leaves; the talon is no seat.
    fn places(&self, n: usize, room: BySeat<u8>) -> impl Iterator<Item = (Option<Seat>, BySeat<u8>)> + '_ {
        let card = self.open[n];
        let seats = Seat::ALL.into_iter().filter_map(move |seat| {
            let mut left = room;
            left[seat] = room[seat].checked_sub(1)?;
            (!self.known.lacks[seat].contains(card)).then_some((Some(seat), left))
        });
        let later = self.open.len() - n;
        let in_hands = room.0.iter().map(|&room| usize::from(room)).sum::<usize>();
        seats.chain((in_hands < later).then_some((None, room)))
    }

    fn count_ways(&mut self) {
        let cards = self.open.len();
        self.ways = vec![0; (cards + 1) * ROOM * ROOM * ROOM];
        self.ways[Layouts::index(cards, BySeat::default())] = 1;
        let [a, b, c] = self.room.0;
        for n in (0..cards).rev() {
            for room in
                (0..=a).flat_map(|a| (0..=b).flat_map(move |b| (0..=c).map(move |c| BySeat([a, b, c]))))
            {
                let ways = self.places(n, room).map(|(_, left)| self.ways[Layouts::index(n + 1, left)]).sum();
                self.ways[Layouts::index(n, room)] = ways;
            }
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ways[Layouts::index(0, self.room)]
    }

    /// The layout of this number, from 0: the hands, and what lies aside.
    ///
    /// # Panics
    /// If `number` is not below the number of layouts.
    #[must_use]
    pub fn nth(&self, mut number: u64) -> (BySeat<Cards>, Cards) {
        assert!(number < self.count(), "there are {} layouts", self.count());
        let (mut hands, mut talon, mut room) = (self.known.hands, self.known.talon, self.room);
        for (n, &card) in self.open.iter().enumerate() {
            for (place, left) in self.places(n, room) {
                let ways = self.ways[Layouts::index(n + 1, left)];
                if number < ways {
                    place.map_or(&mut talon, |seat| &mut hands[seat]).insert(card);
                    room = left;
                    break;
                }
                number -= ways;
            }
        }
        (hands, talon)
    }

    /// The number of a random layout, all being equally likely.
    pub fn random_number(&self, random: &mut impl Rng) -> u64 {
        random.random_range(0..self.count())
    }
}

/// Why no layout agrees with what is known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayoutsError {
    /// A card in two places.
    #[error("{card} is in two places")]
    Twice {
        /// The card.
        card: Card,
    },
    /// More cards than a hand has.
    #[error("{held} cards are known to be in a hand of {size}")]
    TooMany {
        /// Those known.
        held: usize,
        /// The size of the hand, ten at most.
        size: usize,
    },
    /// Cards and places do not go together.
    #[error("{open} cards are unseen, and there is room for {places}")]
    Places {
        /// Cards unseen.
        open: usize,
        /// Room in the hands and aside.
        places: usize,
    },
    /// What the seats lack leaves no way.
    #[error("no layout of the unseen cards agrees with what the seats lack")]
    Impossible,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cards::Suit;

    #[test]
    fn every_layout_has_a_number_of_its_own() {
        let mut known = Known { sizes: BySeat([3, 3, 2]), aside: 1, ..Known::default() };
        known.hands[Seat::Forehand] = Suit::Spades.cards().iter().take(3).collect();
        known.lacks[Seat::Rearhand] = Suit::Hearts.cards();
        let seen: Cards =
            Suit::Spades.cards().iter().take(5).chain(Suit::Hearts.cards().iter().take(4)).collect();
        known.gone = Cards::PACK - seen;
        let layouts = Layouts::new(&known).expect("there are some");
        // Two spades and four hearts for places of 3, 2 and 1: both spades are rearhand's.
        assert_eq!(layouts.count(), 4);
        let all: HashSet<_> = (0..4).map(|n| layouts.nth(n)).map(|(hands, talon)| (hands.0, talon)).collect();
        assert_eq!(all.len(), 4);
        for (hands, talon) in all {
            assert_eq!(hands.map(Cards::len), [3, 3, 2]);
            assert_eq!(talon.len(), 1);
            assert!((hands[2] & Suit::Hearts.cards()).is_empty());
        }
    }

    #[test]
    fn what_cannot_be_is_told() {
        let card = Suit::Spades.cards().iter().next().expect("a card");
        let mut known = Known::ten_each();
        known.hands[Seat::Forehand] = Cards::of(card);
        known.talon = Cards::of(card);
        assert_eq!(Layouts::new(&known).expect_err("twice"), LayoutsError::Twice { card });
        let mut known = Known::ten_each();
        known.lacks = BySeat([Cards::of(card); 3]);
        known.talon = Suit::Hearts.cards().iter().take(2).collect();
        assert_eq!(Layouts::new(&known).expect_err("nowhere"), LayoutsError::Impossible);
        known.aside = 3;
        assert_eq!(Layouts::new(&known).expect_err("room"), LayoutsError::Places { open: 30, places: 31 });
    }
}
