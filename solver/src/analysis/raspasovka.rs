//! All have passed: everybody plays for himself and wants few tricks.

use std::cmp::Reverse;

use crate::analysis::game::settled::Payments;
use crate::cards::Card;
use crate::deal::{Deal, TalonError};
use crate::position::{Game, Position, TalonLeads};
use crate::rules::variant::Variant;
use crate::search::{Course, Solver};
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Hand, SettlementError};

/// The first lead of a deal that all have passed; where the rules let the talon lead, its
/// cards lead in this order.
///
/// # Errors
/// If these are not the talon's cards, each once.
pub fn first_lead(rules: &Variant, deal: &Deal, talon: &[Card]) -> Result<Position, TalonError> {
    let game = Game { play_rules: rules.play_rules(), trump: None, declarer: None, playing: Seats::ALL };
    let position =
        Position::new(game, deal.hands(), Seat::Forehand, &[]).expect("the hands of a deal are equal");
    let [first, second] = deal.talon_in_order(talon)?;
    if !rules.all_pass().talon_leads {
        return Ok(position);
    }
    let suits = [Some(first.suit()), Some(second.suit())];
    Ok(position.led_by_talon(TalonLeads { suits, winner_leads: rules.all_pass().winner_leads }))
}

/// Whether the rules have a price for a hand that all have passed, which no card changes.
///
/// # Errors
/// If they have none, and why.
pub fn has_price(rules: &Variant, hand: &Hand) -> Result<(), SettlementError> {
    rules.settle(hand, &BySeat([10, 0, 0]).into()).map(|_| ())
}

/// The tricks of each seat, those taken before included, when everybody plays for his own gain;
/// where the rules do not settle such a hand, or these are not ten tricks, for few tricks of
/// his own.
pub fn tricks(solver: &mut Solver, rules: &Variant, position: &Position, taken: BySeat<u8>) -> BySeat<u8> {
    let payments = Payments::new(rules, &Hand::all_passed());
    solver.outcome(position, Course { taken, ..Course::default() }, |seat: Seat, tricks| {
        let next = [seat, seat.left(), seat.right()];
        let gains = payments.of(tricks).ok().map(|gains| next.map(|seat| gains.seats[seat]));
        (gains, next.map(|seat| Reverse(tricks[seat])))
    })
}
