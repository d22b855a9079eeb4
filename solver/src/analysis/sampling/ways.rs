//! In how many ways unseen cards can go to the hands, and what lies aside, under constraints.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::analysis::sampling::constraint::Constraint;
use crate::cards::{Card, Cards};
use crate::order::places_by_key;
use crate::seat::{BySeat, Seat};

/// How many constraints are counted at once.
const BOUNDS: usize = 11;

/// How many points are counted; constraints that lead to more are left to those who draw.
const POINTS: usize = 1 << 22;

/// A number of cards that a seat takes of those whose place is open.
#[derive(Clone, Debug)]
struct Bound {
    seat: Seat,
    cards: Cards,
    least: u8,
    most: u8,
    /// How many of the cards are still to be placed when this number of all cards has its place.
    left: Vec<u8>,
}

/// What the ways to place the rest depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// How many cards have their place.
    placed: usize,
    /// The room left in the hands; aside lies the rest.
    room: BySeat<u8>,
    /// How many cards of each bound its seat has taken, as far as it still matters.
    taken: [u8; BOUNDS],
}

/// The ways to place cards one after the other.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    cards: Vec<Card>,
    lacks: BySeat<Cards>,
    bounds: Vec<Bound>,
    start: Point,
    /// By the number of a point.
    counted: HashMap<u64, u64>,
}

/// There are too many points to be counted.
#[derive(Clone, Copy, Debug)]
struct TooMany;

impl Ways {
    /// The ways to place these cards into hands with this room that lack some cards and hold
    /// others already; and whether all constraints are counted.
    pub(super) fn new(
        cards: Vec<Card>,
        room: BySeat<u8>,
        (lacks, held): (BySeat<Cards>, BySeat<Cards>),
        constraints: &[Constraint],
    ) -> (Ways, bool) {
        let start = Point { placed: 0, room, taken: [0; BOUNDS] };
        let mut ways = Ways { cards, lacks, bounds: Vec::new(), start, counted: HashMap::new() };
        for counted in (0..=constraints.len().min(BOUNDS)).rev() {
            if !ways.bind(&constraints[..counted], held) {
                break;
            }
            if ways.count_all().is_ok() {
                return (ways, counted == constraints.len());
            }
        }
        // The cards already held break a constraint.
        ways.counted = HashMap::from([(number(start), 0)]);
        (ways, true)
    }

    /// Takes up these constraints; `false` if the cards already held break one.
    fn bind(&mut self, constraints: &[Constraint], held: BySeat<Cards>) -> bool {
        let open: Cards = self.cards.iter().copied().collect();
        self.order(constraints);
        self.bounds.clear();
        for constraint in constraints {
            let (seat, cards) = (constraint.seat(), constraint.cards() & open);
            let own = (held[seat] & constraint.cards()).len();
            let (least, most) = (constraint.least().saturating_sub(own), constraint.most().checked_sub(own));
            let (Some(most), true) = (most, least <= cards.len()) else { return false };
            if !cards.is_empty() {
                let left = |placed: usize| {
                    self.cards[placed..].iter().filter(|&&card| cards.contains(card)).count() as u8
                };
                let left = (0..=self.cards.len()).map(left).collect();
                self.bounds.push(Bound { seat, cards, least: least as u8, most: most.min(10) as u8, left });
            }
        }
        true
    }

    /// Puts the cards in the order in which constraints are done with soonest: by suits, or by
    /// ranks. Without constraints it is that of listing.
    fn order(&mut self, constraints: &[Constraint]) {
        let spans = |cards: &[Card]| -> usize {
            let span = |constraint: &Constraint| {
                let own = |&card: &Card| constraint.cards().contains(card);
                let first = cards.iter().position(own).unwrap_or(0);
                cards.iter().rposition(own).unwrap_or(0) - first
            };
            constraints.iter().map(span).sum()
        };
        let by_suits: Vec<Card> = self.cards.iter().copied().collect::<Cards>().iter().collect();
        let places = places_by_key(by_suits.len(), |place| by_suits[place].rank());
        let by_ranks: Vec<Card> = places.into_iter().map(|place| by_suits[place]).collect();
        self.cards = if spans(&by_ranks) < spans(&by_suits) { by_ranks } else { by_suits };
    }

    /// Where the next card can go, and the point after that; aside is no seat.
    pub(super) fn places(&self, point: Point) -> impl Iterator<Item = (Option<Seat>, Point)> + '_ {
        let card = self.cards[point.placed];
        let seats = Seat::ALL.into_iter().filter(move |&seat| !self.lacks[seat].contains(card)).map(Some);
        seats.chain([None]).filter_map(move |place| Some((place, self.after(point, card, place)?)))
    }

    fn after(&self, point: Point, card: Card, place: Option<Seat>) -> Option<Point> {
        let Point { placed, mut room, mut taken } = point;
        match place {
            Some(seat) => room[seat] = room[seat].checked_sub(1)?,
            None => {
                let later = self.cards.len() - placed;
                let in_hands = room.0.iter().map(|&room| usize::from(room)).sum::<usize>();
                (in_hands < later).then_some(())?;
            }
        }
        for (bound, taken) in self.bounds.iter().zip(&mut taken) {
            if bound.left[placed] == 0 {
                continue;
            }
            let left = bound.left[placed + 1];
            if place == Some(bound.seat) && bound.cards.contains(card) {
                *taken += 1;
                if *taken > bound.most {
                    return None;
                }
                // A bound from below alone: more than the least makes no difference.
                if usize::from(bound.most) >= bound.cards.len() {
                    *taken = (*taken).min(bound.least);
                }
            }
            if *taken + left < bound.least {
                return None;
            }
            // With its last card placed a bound is met, and the count no longer matters.
            if left == 0 {
                *taken = 0;
            }
        }
        Some(Point { placed: placed + 1, room, taken })
    }

    fn count_all(&mut self) -> Result<(), TooMany> {
        let counted = RefCell::default();
        let done = self.count_from(self.start, &counted);
        self.counted = counted.into_inner();
        done.map(|_| ())
    }

    /// In how many ways the rest can be placed from here.
    fn count_from(&self, point: Point, counted: &RefCell<HashMap<u64, u64>>) -> Result<u64, TooMany> {
        if point.placed == self.cards.len() {
            return Ok(1);
        }
        let number = number(point);
        if let Some(&ways) = counted.borrow().get(&number) {
            return Ok(ways);
        }
        let mut ways = 0;
        for (_, next) in self.places(point) {
            ways += self.count_from(next, counted)?;
        }
        counted.borrow_mut().insert(number, ways);
        if counted.borrow().len() > POINTS { Err(TooMany) } else { Ok(ways) }
    }

    /// The point at which no card has its place.
    pub(super) fn start(&self) -> Point {
        self.start
    }

    /// In how many ways the rest can be placed from a point that was reached by [`Ways::places`].
    pub(super) fn from(&self, point: Point) -> u64 {
        if point.placed == self.cards.len() {
            return 1;
        }
        self.counted[&number(point)]
    }

    /// The card that is placed next, if all have not their place.
    pub(super) fn card(&self, point: Point) -> Option<Card> {
        self.cards.get(point.placed).copied()
    }
}

/// A number of its own for each point: five bits for the cards placed, four for each room and each
/// bound, of which none exceeds ten.
fn number(Point { placed, room, taken }: Point) -> u64 {
    let parts = room.0.into_iter().chain(taken);
    parts.fold(placed as u64, |number, part| number << 4 | u64::from(part))
}
