//! All have passed: everybody plays for himself and wants few tricks.

use std::cmp::Reverse;

use crate::analysis::settled::Payments;
use crate::cards::Suit;
use crate::position::Position;
use crate::rules::settlement::Played;
use crate::rules::variant::Variant;
use crate::search::{Course, Solver};
use crate::seat::{BySeat, Seat};

/// The tricks of each seat when everybody plays for his own gain; where the rules do not
/// settle such a hand, or it is an ending, for few tricks of his own.
///
/// `talon` are the suits that the talon's cards lead to the first tricks, none where it is
/// not used.
pub fn tricks(solver: &mut Solver, rules: &Variant, position: &Position, talon: &[Suit]) -> BySeat<u8> {
    let payments = Payments::new(rules, &Played::all_passed());
    let course = Course { talon, winner_leads: rules.all_pass().winner_leads, ..Course::default() };
    solver.outcome(position, course, |seat: Seat, tricks| {
        let next = [seat, seat.left(), seat.right()];
        let gains = payments.of(tricks).ok().map(|gains| next.map(|seat| gains.seats[seat]));
        (gains, next.map(|seat| Reverse(tricks[seat])))
    })
}
