//! Counts the ways to distribute unseen cards to the hands and aside under constraints, by dynamic
//! programming over the cards.

use std::cell::RefCell;

use ahash::AHashMap;

use crate::cards::{Card, Cards};
use crate::order::sorted_indices_by_key;
use crate::sampling::constraint::Constraint;
use crate::seat::{BySeat, Seat};

/// Largest number of constraints that a count takes into account. If there are more, the sampler tests each layout.
const MAX_BOUNDS: usize = 11;

/// Largest number of states that are stored. If a count needs more, it takes fewer constraints into account, and the
/// sampler tests each layout.
const MAX_STATES: usize = 1 << 22;

/// A constraint on the unseen cards: bounds on the number of cards of a set that a seat is given.
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
pub(super) struct PlacementState {
    placed: usize,
    /// The room left in each hand. The cards for which there is no room in the hands lie aside.
    room: BySeat<u8>,
    /// For each bound, the number of cards of the bound's set that the bound's seat has been given; 0 once this number
    /// no longer matters.
    taken: [u8; MAX_BOUNDS],
}

/// Counts of placements, for a dynamic programme that places the unseen cards one at a time.
#[derive(Clone, Debug)]
pub(super) struct PlacementCounts {
    cards: Vec<Card>,
    excluded: BySeat<Cards>,
    bounds: Vec<Bound>,
    start: PlacementState,
    /// The number of ways to complete the placement, by the [`state_number`] of each state.
    counted: AHashMap<u64, u64>,
}

/// The error of a count that needs more than [`MAX_STATES`] states.
#[derive(Clone, Copy, Debug)]
struct TooManyStates;

impl PlacementCounts {
    /// Counts the ways to place `cards`. Each hand has `room` for more cards, cannot receive its `excluded` cards, and
    /// already has its `held` cards; the other cards lie aside. Also returns whether all constraints are taken into
    /// account.
    pub(super) fn new(
        cards: Vec<Card>,
        room: BySeat<u8>,
        excluded: BySeat<Cards>,
        held: BySeat<Cards>,
        constraints: &[Constraint],
    ) -> (PlacementCounts, bool) {
        let start = PlacementState { placed: 0, room, taken: [0; MAX_BOUNDS] };
        let mut counts =
            PlacementCounts { cards, excluded, bounds: Vec::new(), start, counted: AHashMap::new() };
        for counted in (0..=constraints.len().min(MAX_BOUNDS)).rev() {
            if !counts.set_bounds(&constraints[..counted], held) {
                break;
            }
            if counts.count_all().is_ok() {
                return (counts, counted == constraints.len());
            }
        }
        // The constraints cannot be met, given the cards already held.
        counts.counted = AHashMap::from([(state_number(start), 0)]);
        (counts, true)
    }

    /// `false` if the bounds cannot be met, given the cards already held.
    fn set_bounds(&mut self, constraints: &[Constraint], held: BySeat<Cards>) -> bool {
        let open: Cards = self.cards.iter().copied().collect();
        self.sort_cards(constraints);
        self.bounds.clear();
        for constraint in constraints {
            let (seat, cards) = (constraint.seat(), constraint.cards() & open);
            let held_count = (held[seat] & constraint.cards()).len();
            let (least, most) = (
                constraint.min_count().saturating_sub(held_count),
                constraint.max_count().checked_sub(held_count),
            );
            let (Some(most), true) = (most, least <= cards.len()) else { return false };
            if !cards.is_empty() {
                let remaining = (0..=self.cards.len()).map(|placed| self.count_remaining(cards, placed));
                let (least, most, remaining) = (least as u8, most.min(10) as u8, remaining.collect());
                self.bounds.push(Bound { seat, cards, least, most, remaining });
            }
        }
        true
    }

    fn count_remaining(&self, cards: Cards, placed: usize) -> u8 {
        self.cards[placed..].iter().filter(|&&card| cards.contains(card)).count() as u8
    }

    fn sort_cards(&mut self, constraints: &[Constraint]) {
        // The cards of each constraint are placed close together, so that the count needs fewer states.
        let by_suits: Vec<Card> = self.cards.iter().copied().collect::<Cards>().iter().collect();
        let places = sorted_indices_by_key(by_suits.len(), |place| by_suits[place].rank());
        let by_ranks: Vec<Card> = places.into_iter().map(|place| by_suits[place]).collect();
        self.cards = if total_span(&by_ranks, constraints) < total_span(&by_suits, constraints) {
            by_ranks
        } else {
            by_suits
        };
    }

    /// The place `None` is aside.
    pub(super) fn places(
        &self,
        state: PlacementState,
    ) -> impl Iterator<Item = (Option<Seat>, PlacementState)> + '_ {
        let card = self.cards[state.placed];
        let seats = Seat::ALL.into_iter().filter(move |&seat| !self.excluded[seat].contains(card)).map(Some);
        seats.chain([None]).filter_map(move |place| Some((place, self.state_after(state, card, place)?)))
    }

    fn state_after(&self, state: PlacementState, card: Card, place: Option<Seat>) -> Option<PlacementState> {
        let PlacementState { placed, mut room, mut taken } = state;
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
            // Once the last card of the bound's set is placed, the bound is met, and the number no longer matters.
            if remaining == 0 {
                *taken = 0;
            }
        }
        Some(PlacementState { placed: placed + 1, room, taken })
    }

    fn count_all(&mut self) -> Result<(), TooManyStates> {
        let counted = RefCell::new(AHashMap::new());
        let done = self.count_from(self.start, &counted);
        self.counted = counted.into_inner();
        done.map(|_| ())
    }

    fn count_from(
        &self,
        state: PlacementState,
        counted: &RefCell<AHashMap<u64, u64>>,
    ) -> Result<u64, TooManyStates> {
        if state.placed == self.cards.len() {
            return Ok(1);
        }
        let number = state_number(state);
        if let Some(&ways) = counted.borrow().get(&number) {
            return Ok(ways);
        }
        let mut ways = 0;
        for (_, next) in self.places(state) {
            ways += self.count_from(next, counted)?;
        }
        counted.borrow_mut().insert(number, ways);
        if counted.borrow().len() > MAX_STATES { Err(TooManyStates) } else { Ok(ways) }
    }

    pub(super) fn start(&self) -> PlacementState {
        self.start
    }

    pub(super) fn ways_from(&self, state: PlacementState) -> u64 {
        if state.placed == self.cards.len() {
            return 1;
        }
        self.counted[&state_number(state)]
    }

    pub(super) fn next_card(&self, state: PlacementState) -> Option<Card> {
        self.cards.get(state.placed).copied()
    }
}

/// The distance in `cards` between the first and the last card, over all constraints.
fn total_span(cards: &[Card], constraints: &[Constraint]) -> usize {
    constraints.iter().map(|constraint| span(cards, constraint.cards())).sum()
}

fn span(list: &[Card], cards: Cards) -> usize {
    let is_counted = |&card: &Card| cards.contains(card);
    let first = list.iter().position(is_counted).unwrap_or(0);
    list.iter().rposition(is_counted).unwrap_or(0) - first
}

fn state_number(PlacementState { placed, room, taken }: PlacementState) -> u64 {
    // Five bits for the number of cards placed, and four bits for each room and each bound, none of which exceeds
    // ten.
    let parts = room.0.into_iter().chain(taken);
    parts.fold(placed as u64, |number, part| number << 4 | u64::from(part))
}
