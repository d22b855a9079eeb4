//! One best line of play.

use crate::analysis::contracts::{Outcome, Play};
use crate::cards::Card;
use crate::position::Position;
use crate::search::Solver;
use crate::seat::Seat;

/// The outcome, and a line of best cards for everybody through the last trick.
///
/// Of several best cards the first in the order of listing is played, so that
/// the line depends on nothing but the position.
pub fn best(solver: &mut Solver, play: &Play) -> (Outcome, Vec<Card>) {
    let outcome = play.outcome(solver);
    let keeps = |after: &Play, mover| after.keeps(solver, outcome, mover);
    (outcome, walk(*play, Play::position, Play::after, keeps))
}

/// The line in which everybody plays the first of his cards after which what was expected is
/// expected still; there is always one.
pub(super) fn walk<P>(
    start: P,
    position: impl Fn(&P) -> &Position,
    after: impl Fn(&P, Card) -> P,
    mut keeps: impl FnMut(&P, Seat) -> bool,
) -> Vec<Card> {
    let mut line = Vec::new();
    let mut here = start;
    while !position(&here).is_over() {
        let mover = position(&here).to_move();
        let cards: Vec<Card> = position(&here).legal().iter().collect();
        let (&last, others) = cards.split_last().expect("somebody can always play");
        let card = others.iter().copied().find(|&card| keeps(&after(&here, card), mover)).unwrap_or(last);
        line.push(card);
        here = after(&here, card);
    }
    line
}
