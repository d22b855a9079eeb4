//! One best line of play.

use crate::analysis::contracts::{Outcome, Play};
use crate::cards::Card;
use crate::search::Solver;

/// The outcome, and a line of best cards for everybody through the last trick.
///
/// Of several best cards the first in the order of listing is played, so that
/// the line depends on nothing but the position.
pub fn best(solver: &mut Solver, play: &Play) -> (Outcome, Vec<Card>) {
    let outcome = play.outcome(solver);
    let mut line = Vec::new();
    let mut play = *play;
    while !play.position().is_over() {
        let mover = play.position().to_move();
        let cards: Vec<Card> = play.position().legal().iter().collect();
        let (&last, others) = cards.split_last().expect("somebody can always play");
        let best = others.iter().copied().find(|&card| play.after(card).keeps(solver, outcome, mover));
        let card = best.unwrap_or(last);
        line.push(card);
        play = play.after(card);
    }
    (outcome, line)
}
