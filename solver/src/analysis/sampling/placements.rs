//! Counts the ways to distribute unseen cards to the hands and aside under constraints, by dynamic
//! programming over the cards.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::analysis::sampling::constraint::Constraint;
use crate::cards::{Card, Cards};
use crate::order::places_by_key;
use crate::seat::{BySeat, Seat};

/// Largest number of constraints that a count takes into account; the sampler tests the others.
const BOUNDS: usize = 11;

/// Largest number of points that are stored. If a count needs more, the sampler tests some of the
/// constraints.
const POINTS: usize = 1 << 22;

/// A constraint on the unseen cards: bounds on how many cards of a set a seat is given.
#[derive(Clone, Debug)]
struct Bound {
    seat: Seat,
    cards: Cards,
    least: u8,
    most: u8,
    /// The number of cards of the set that are still to be placed, indexed by the number of all cards placed.
    remaining: Vec<u8>,
}

/// The state after some cards have been placed. The number of ways to place the rest depends on nothing else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// The number of cards placed so far.
    placed: usize,
    /// The room left in each hand. The cards for which there is no room in the hands lie aside.
    room: BySeat<u8>,
    /// For each bound, the number of its cards that its seat has been given, as long as this number matters.
    taken: [u8; BOUNDS],
}

/// Counts of placements, for a dynamic programme that places the unseen cards one at a time.
#[derive(Clone, Debug)]
pub(super) struct PlacementCounts {
    cards: Vec<Card>,
    excluded: BySeat<Cards>,
    bounds: Vec<Bound>,
    start: Point,
    /// The number of ways to complete the placement, by the [`point_number`] of each point.
    counted: HashMap<u64, u64>,
}

/// The error of a count that needs more than [`POINTS`] points.
#[derive(Clone, Copy, Debug)]
struct TooManyPoints;

impl PlacementCounts {
    /// Counts the ways to place `cards`. Each hand has `room` for new cards, cannot receive its `excluded` cards, and has
    /// `held` others already; the rest lies aside. Also returns whether all constraints are taken into account.
    pub(super) fn new(
        cards: Vec<Card>,
        room: BySeat<u8>,
        excluded: BySeat<Cards>,
        held: BySeat<Cards>,
        constraints: &[Constraint],
    ) -> (PlacementCounts, bool) {
        let start = Point { placed: 0, room, taken: [0; BOUNDS] };
        let mut counts =
            PlacementCounts { cards, excluded, bounds: Vec::new(), start, counted: HashMap::new() };
        for counted in (0..=constraints.len().min(BOUNDS)).rev() {
            if !counts.set_bounds(&constraints[..counted], held) {
                break;
            }
            if counts.count_all().is_ok() {
                return (counts, counted == constraints.len());
            }
        }
        // The cards already held break one of the constraints, so there is no way.
        counts.counted = HashMap::from([(point_number(start), 0)]);
        (counts, true)
    }

    /// Converts these constraints to bounds. Returns `false` if they cannot be met, given the cards already
    /// held.
    fn set_bounds(&mut self, constraints: &[Constraint], held: BySeat<Cards>) -> bool {
        let open: Cards = self.cards.iter().copied().collect();
        self.sort_cards(constraints);
        self.bounds.clear();
        for constraint in constraints {
            let (seat, cards) = (constraint.seat(), constraint.cards() & open);
            let held_count = (held[seat] & constraint.cards()).len();
            let (least, most) =
                (constraint.least().saturating_sub(held_count), constraint.most().checked_sub(held_count));
            let (Some(most), true) = (most, least <= cards.len()) else { return false };
            if !cards.is_empty() {
                let remaining = (0..=self.cards.len()).map(|placed| self.count_remaining(cards, placed));
                let (least, most, remaining) = (least as u8, most.min(10) as u8, remaining.collect());
                self.bounds.push(Bound { seat, cards, least, most, remaining });
            }
        }
        true
    }

    /// Counts the cards of a set that are still to be placed after `placed` cards.
    fn count_remaining(&self, cards: Cards, placed: usize) -> u8 {
        self.cards[placed..].iter().filter(|&&card| cards.contains(card)).count() as u8
    }

    /// Sorts the cards by suits or by ranks, so that the cards of a constraint are placed close together and
    /// need fewer points. Without constraints they are sorted by suits.
    fn sort_cards(&mut self, constraints: &[Constraint]) {
        let by_suits: Vec<Card> = self.cards.iter().copied().collect::<Cards>().iter().collect();
        let places = places_by_key(by_suits.len(), |place| by_suits[place].rank());
        let by_ranks: Vec<Card> = places.into_iter().map(|place| by_suits[place]).collect();
        self.cards = if total_span(&by_ranks, constraints) < total_span(&by_suits, constraints) {
            by_ranks
        } else {
            by_suits
        };
    }

    /// Iterates over the possible places for the next card, each with the point after it. The place `None`
    /// means aside.
    pub(super) fn places(&self, point: Point) -> impl Iterator<Item = (Option<Seat>, Point)> + '_ {
        let card = self.cards[point.placed];
        let seats = Seat::ALL.into_iter().filter(move |&seat| !self.excluded[seat].contains(card)).map(Some);
        seats.chain([None]).filter_map(move |place| Some((place, self.point_after(point, card, place)?)))
    }

    fn point_after(&self, point: Point, card: Card, place: Option<Seat>) -> Option<Point> {
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
            if bound.remaining[placed] == 0 {
                continue;
            }
            let remaining = bound.remaining[placed + 1];
            if place == Some(bound.seat) && bound.cards.contains(card) {
                *taken += 1;
                if *taken > bound.most {
                    return None;
                }
                // If there is only a lower bound, a number above it makes no difference.
                if usize::from(bound.most) >= bound.cards.len() {
                    *taken = (*taken).min(bound.least);
                }
            }
            if *taken + remaining < bound.least {
                return None;
            }
            // Once its last card is placed, the bound is met, and the number no longer matters.
            if remaining == 0 {
                *taken = 0;
            }
        }
        Some(Point { placed: placed + 1, room, taken })
    }

    fn count_all(&mut self) -> Result<(), TooManyPoints> {
        let counted = RefCell::default();
        let done = self.count_from(self.start, &counted);
        self.counted = counted.into_inner();
        done.map(|_| ())
    }

    /// Counts the ways to place the remaining cards from this point, storing the result for each point.
    fn count_from(&self, point: Point, counted: &RefCell<HashMap<u64, u64>>) -> Result<u64, TooManyPoints> {
        if point.placed == self.cards.len() {
            return Ok(1);
        }
        let number = point_number(point);
        if let Some(&ways) = counted.borrow().get(&number) {
            return Ok(ways);
        }
        let mut ways = 0;
        for (_, next) in self.places(point) {
            ways += self.count_from(next, counted)?;
        }
        counted.borrow_mut().insert(number, ways);
        if counted.borrow().len() > POINTS { Err(TooManyPoints) } else { Ok(ways) }
    }

    /// Returns the point at which no card is placed.
    pub(super) fn start(&self) -> Point {
        self.start
    }

    /// Returns the number of ways to place the remaining cards from a point that [`PlacementCounts::start`] or
    /// [`PlacementCounts::places`] returned.
    pub(super) fn ways_from(&self, point: Point) -> u64 {
        if point.placed == self.cards.len() {
            return 1;
        }
        self.counted[&point_number(point)]
    }

    /// Returns the card that is placed next; `None` if all are placed.
    pub(super) fn next_card(&self, point: Point) -> Option<Card> {
        self.cards.get(point.placed).copied()
    }
}

/// Sums, over the constraints, the distance between the first and the last of their cards.
fn total_span(cards: &[Card], constraints: &[Constraint]) -> usize {
    constraints.iter().map(|constraint| span(cards, constraint.cards())).sum()
}

/// Returns the distance in `list` between the first and the last of these cards.
fn span(list: &[Card], cards: Cards) -> usize {
    let is_counted = |&card: &Card| cards.contains(card);
    let first = list.iter().position(is_counted).unwrap_or(0);
    list.iter().rposition(is_counted).unwrap_or(0) - first
}

/// Packs a point into a number that identifies it: five bits for the number of cards placed, and four bits
/// for each room and each bound, none of which exceeds ten.
fn point_number(Point { placed, room, taken }: Point) -> u64 {
    let parts = room.0.into_iter().chain(taken);
    parts.fold(placed as u64, |number, part| number << 4 | u64::from(part))
}
