//! What each legal card leads to.

use crate::analysis::contracts::{Outcome, Play};
use crate::cards::Card;
use crate::search::Solver;

/// The outcome after each card that the seat to move may play, in the order of
/// listing; none when the hand is over.
pub fn outcomes(solver: &mut Solver, play: &Play) -> Vec<(Card, Outcome)> {
    play.position().legal().iter().map(|card| (card, play.after(card).outcome(solver))).collect()
}
