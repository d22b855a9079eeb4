//! All layouts of the unseen cards: how many there are, and the layout with a given index.

use std::ops::Range;

use rand::{Rng, RngExt};
use thiserror::Error;

use crate::cards::{Card, Cards};
use crate::sampling::constraint::Constraint;
use crate::sampling::placements::{PlacementCounts, PlacementState};
use crate::seat::{BySeat, Seat};

/// The known facts about the places of the cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownCards {
    /// Cards that each seat is known to hold.
    pub hands: BySeat<Cards>,
    /// Cards known to lie in the talon, or to have been laid aside.
    pub talon: Cards,
    /// Cards that each seat is known not to hold.
    pub excluded: BySeat<Cards>,
    /// Cards that have been played and are in no hand.
    pub gone: Cards,
    /// Number of cards in each hand, known or not.
    pub hand_sizes: BySeat<u8>,
    /// Number of cards that lie in the talon or aside, known or not.
    pub aside_count: u8,
}

/// The set of all layouts that agree with the known facts, numbered from 0.
///
/// ```
/// use preference::sampling::{KnownCards, Layouts};
/// use preference::deal::Deal;
/// use preference::seat::Seat;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let mut known_cards = KnownCards::ten_each();
/// known_cards.hands[Seat::Forehand] = deal.hand(Seat::Forehand);
/// let layouts = Layouts::new(&known_cards)?;
/// assert_eq!(layouts.count(), 42_678_636); // 22! / (10! 10! 2!)
/// let (hands, talon) = layouts.nth(1_000_000);
/// assert_eq!((hands[Seat::Forehand], talon.len()), (deal.hand(Seat::Forehand), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layouts {
    known_cards: KnownCards,
    placements: PlacementCounts,
    /// The constraints against which each layout must still be tested; none if the count is exact.
    untested: Vec<Constraint>,
}

impl KnownCards {
    /// Facts from before the first trick in which no card is known: each seat holds ten cards, and two cards
    /// lie aside.
    #[must_use]
    pub fn ten_each() -> KnownCards {
        KnownCards { hand_sizes: BySeat([10; 3]), aside_count: 2, ..KnownCards::default() }
    }
}

impl Layouts {
    /// Builds the set of all layouts that agree with the known facts.
    pub fn new(known_cards: &KnownCards) -> Result<Layouts, LayoutsError> {
        Layouts::with_constraints(known_cards, &[])
    }

    /// Builds the set of all layouts that agree with the known facts and meet these constraints. If there are too
    /// many constraints for an exact count, only some are taken into account: see [`are_exact`](Self::are_exact).
    pub fn with_constraints(
        known_cards: &KnownCards,
        constraints: &[Constraint],
    ) -> Result<Layouts, LayoutsError> {
        let mut seen = known_cards.gone;
        let places = [known_cards.talon].into_iter().chain(known_cards.hands.0);
        for cards in places {
            if let Some(card) = (seen & cards).iter().next() {
                return Err(LayoutsError::Twice { card });
            }
            seen |= cards;
        }
        let mut room = BySeat::default();
        for seat in Seat::ALL {
            let (held, size) = (known_cards.hands[seat].len(), usize::from(known_cards.hand_sizes[seat]));
            if size > 10 || held > size {
                return Err(LayoutsError::TooMany { held, size });
            }
            room[seat] = (size - held) as u8;
        }
        let unseen: Vec<Card> = (Cards::PACK - seen).iter().collect();
        let aside = usize::from(known_cards.aside_count).checked_sub(known_cards.talon.len());
        let hands_room = room.0.iter().map(|&room| usize::from(room)).sum::<usize>();
        if aside.is_none_or(|aside| aside + hands_room != unseen.len()) {
            let room = hands_room + aside.unwrap_or(0);
            return Err(LayoutsError::Places { unseen: unseen.len(), room });
        }
        let (placements, exact) =
            PlacementCounts::new(unseen, room, known_cards.excluded, known_cards.hands, constraints);
        let untested = if exact { Vec::new() } else { constraints.to_vec() };
        let layouts = Layouts { known_cards: known_cards.clone(), placements, untested };
        match layouts.count() {
            0 if constraints.is_empty() => Err(LayoutsError::Impossible),
            0 => Layouts::new(known_cards).and(Err(LayoutsError::Constrained)),
            _ => Ok(layouts),
        }
    }

    /// Whether all layouts meet all constraints. Otherwise there were too many constraints for an
    /// exact count, and each layout must be tested against them.
    #[must_use]
    pub fn are_exact(&self) -> bool {
        self.untested.is_empty()
    }

    pub(crate) fn meets_constraints(&self, hands: BySeat<Cards>) -> bool {
        // An exact count has taken all constraints into account.
        self.untested.iter().all(|constraint| constraint.holds(hands))
    }

    /// The number of layouts.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.placements.ways_from(self.placements.start())
    }

    /// The layout with this number, counted from 0: the hands, and the cards that lie aside.
    ///
    /// # Panics
    /// If `number` is not below the number of layouts.
    #[must_use]
    pub fn nth(&self, mut number: u64) -> (BySeat<Cards>, Cards) {
        assert!(
            number < self.count(),
            "the layout {number} does not exist: there are {} layouts",
            self.count()
        );
        let (mut hands, mut talon, mut state) =
            (self.known_cards.hands, self.known_cards.talon, self.placements.start());
        while let Some(card) = self.placements.next_card(state) {
            for (place, next) in self.placements.places(state) {
                let ways = self.placements.ways_from(next);
                if number < ways {
                    place.map_or(&mut talon, |seat| &mut hands[seat]).insert(card);
                    state = next;
                    break;
                }
                number -= ways;
            }
        }
        (hands, talon)
    }

    /// The layouts with these numbers, in order. Neighbours have the same places for most cards, so this is much faster
    /// than [`nth`](Self::nth) for each.
    ///
    /// # Panics
    /// If a number is not below the number of layouts.
    pub(crate) fn in_range(&self, numbers: Range<u64>) -> Vec<(BySeat<Cards>, Cards)> {
        assert!(numbers.end <= self.count(), "there are {} layouts, fewer than {numbers:?}", self.count());
        let wanted = numbers.end.saturating_sub(numbers.start) as usize;
        let mut walk = LayoutWalk {
            placements: &self.placements,
            skipped: numbers.start,
            wanted,
            layouts: Vec::with_capacity(wanted),
        };
        walk.visit(self.placements.start(), self.known_cards.hands, self.known_cards.talon);
        walk.layouts
    }

    /// Draws the number of a random layout. All layouts are equally likely.
    pub fn random_number(&self, random: &mut impl Rng) -> u64 {
        random.random_range(0..self.count())
    }
}

/// A walk through the tree of all placements of the cards, in the order of the layouts' numbers.
struct LayoutWalk<'a> {
    placements: &'a PlacementCounts,
    /// Number of layouts that are still to be passed over.
    skipped: u64,
    wanted: usize,
    layouts: Vec<(BySeat<Cards>, Cards)>,
}

impl LayoutWalk<'_> {
    fn visit(&mut self, state: PlacementState, hands: BySeat<Cards>, talon: Cards) {
        let Some(card) = self.placements.next_card(state) else {
            self.layouts.push((hands, talon));
            return;
        };
        for (place, next) in self.placements.places(state) {
            if self.layouts.len() == self.wanted {
                return;
            }
            let ways = self.placements.ways_from(next);
            // A state without any way to go on is passed over, too.
            if ways <= self.skipped {
                self.skipped -= ways;
                continue;
            }
            let (mut hands, mut talon) = (hands, talon);
            place.map_or(&mut talon, |seat| &mut hands[seat]).insert(card);
            self.visit(next, hands, talon);
        }
    }
}

/// The reason why no layout agrees with the known facts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum LayoutsError {
    #[error("{card} is in two places")]
    Twice { card: Card },
    #[error("{held} cards are known to be in a hand that holds only {size}")]
    TooMany {
        held: usize,
        /// The size of the hand, which is ten at most.
        size: usize,
    },
    #[error("{unseen} cards are unseen, but the hands and the talon have room for {room}")]
    Places { unseen: usize, room: usize },
    #[error("no layout of the unseen cards agrees with the cards that the seats lack")]
    Impossible,
    #[error("no layout agrees with the known cards and the constraints: leave out a constraint")]
    Constrained,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cards::Suit;

    #[test]
    fn every_layout_has_own_number() {
        let mut known_cards =
            KnownCards { hand_sizes: BySeat([3, 3, 2]), aside_count: 1, ..KnownCards::default() };
        known_cards.hands[Seat::Forehand] = Suit::Spades.cards().iter().take(3).collect();
        known_cards.excluded[Seat::Rearhand] = Suit::Hearts.cards();
        let seen: Cards =
            Suit::Spades.cards().iter().take(5).chain(Suit::Hearts.cards().iter().take(4)).collect();
        known_cards.gone = Cards::PACK - seen;
        let layouts = Layouts::new(&known_cards).expect("possible facts");
        // Two spades and four hearts are unseen. Middlehand has room for three of them, rearhand for two, and
        // one lies aside. Rearhand has no hearts, so both spades are rearhand's.
        assert_eq!(layouts.count(), 4);
        let numbered: HashSet<_> =
            (0..4).map(|n| layouts.nth(n)).map(|(hands, talon)| (hands.0, talon)).collect();
        assert_eq!(numbered.len(), 4);
        for (hands, talon) in numbered {
            assert_eq!(hands.map(Cards::len), [3, 3, 2]);
            assert_eq!(talon.len(), 1);
            assert!((hands[2] & Suit::Hearts.cards()).is_empty());
        }
    }

    #[test]
    fn impossible_layouts_are_refused() {
        let card = Suit::Spades.cards().iter().next().expect("a card");
        let mut known_cards = KnownCards::ten_each();
        known_cards.hands[Seat::Forehand] = Cards::from_card(card);
        known_cards.talon = Cards::from_card(card);
        assert_eq!(
            Layouts::new(&known_cards).expect_err("a card in two places"),
            LayoutsError::Twice { card }
        );
        let mut known_cards = KnownCards::ten_each();
        known_cards.hand_sizes[Seat::Middlehand] = 11;
        assert_eq!(
            Layouts::new(&known_cards).expect_err("a hand of eleven cards"),
            LayoutsError::TooMany { held: 0, size: 11 }
        );
        known_cards.hand_sizes[Seat::Middlehand] = 1;
        known_cards.hands[Seat::Middlehand] = Suit::Clubs.cards().iter().take(2).collect();
        assert_eq!(
            Layouts::new(&known_cards).expect_err("two cards in a hand of one"),
            LayoutsError::TooMany { held: 2, size: 1 }
        );
        let mut known_cards = KnownCards::ten_each();
        known_cards.excluded = BySeat([Cards::from_card(card); 3]);
        known_cards.talon = Suit::Hearts.cards().iter().take(2).collect();
        assert_eq!(
            Layouts::new(&known_cards).expect_err("a card that no hand can hold"),
            LayoutsError::Impossible
        );
        known_cards.aside_count = 3;
        assert_eq!(
            Layouts::new(&known_cards).expect_err("more room than cards"),
            LayoutsError::Places { unseen: 30, room: 31 }
        );
    }

    #[test]
    fn layouts_under_constraints_match_filtered_layouts() {
        use crate::deal::random;
        const CONSTRAINTS: [&str; 12] = [
            "M:S=2", "M:H>=1", "R:A<=1", "R:AK>=2", "F:D=1", "F:Q=0", "M:HA=1", "R:SH<=2", "M:S<=3",
            "F:A>=1", "R:T9=1", "M:KQJ>=1",
        ];
        let random = &mut random::generator(91);
        let (mut satisfiable, mut impossible, mut restricted) = (0, 0, 0);
        for _ in 0..300 {
            let pack = random::shuffled_pack(random);
            let mut known_cards =
                KnownCards { hand_sizes: BySeat([3, 3, 3]), aside_count: 1, ..KnownCards::default() };
            known_cards.hands[Seat::Forehand] =
                pack[..1 + random::number_below(random, 3)].iter().copied().collect();
            known_cards.excluded[Seat::Rearhand] = pack[6..8].iter().copied().collect();
            known_cards.gone = pack[10..].iter().copied().collect();
            let texts: Vec<&str> = (0..1 + random::number_below(random, 3))
                .map(|_| CONSTRAINTS[random::number_below(random, CONSTRAINTS.len())])
                .collect();
            let constraints: Vec<Constraint> =
                texts.iter().map(|text| text.parse().expect("a constraint")).collect();
            let Ok(free) = Layouts::new(&known_cards) else { continue };
            let free_layouts = (0..free.count()).map(|n| free.nth(n));
            let holds = |hands| constraints.iter().all(|constraint| constraint.holds(hands));
            let expected: HashSet<_> = free_layouts
                .filter(|&(hands, _)| holds(hands))
                .map(|(hands, talon)| (hands.0, talon))
                .collect();
            match Layouts::with_constraints(&known_cards, &constraints) {
                Ok(layouts) => {
                    let layouts_met: HashSet<_> = (0..layouts.count())
                        .map(|n| layouts.nth(n))
                        .map(|(hands, talon)| (hands.0, talon))
                        .collect();
                    assert_eq!(layouts_met.len() as u64, layouts.count(), "{texts:?} {known_cards:?}");
                    let first = layouts.random_number(random);
                    let range = first..layouts.count().min(first + 40);
                    let by_number: Vec<_> = range.clone().map(|number| layouts.nth(number)).collect();
                    assert_eq!(layouts.in_range(range), by_number, "{texts:?} {known_cards:?}");
                    assert_eq!(layouts_met, expected, "{texts:?} {known_cards:?}");
                    assert!(layouts.are_exact());
                    satisfiable += 1;
                    restricted += usize::from(layouts.count() < free.count());
                }
                Err(error) => {
                    assert_eq!(
                        (error, expected.len()),
                        (LayoutsError::Constrained, 0),
                        "{texts:?} {known_cards:?}"
                    );
                    impossible += 1;
                }
            }
        }
        assert!(
            satisfiable > 50 && restricted > 50 && impossible > 20,
            "{satisfiable} {restricted} {impossible}"
        );
    }
}
