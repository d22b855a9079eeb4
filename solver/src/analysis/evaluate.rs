//! What a hand is worth to one who does not see the others: one layout of them.

use crate::analysis::contracts::{Outcome, Play};
use crate::analysis::game::decisions::worth;
use crate::analysis::game::settled::Model;
use crate::analysis::talon;
use crate::deal::Deal;
use crate::rules::contract::Contract;
use crate::rules::contract::Declared;
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::{Amount, Hand};

/// What is asked of every layout.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The rules.
    pub rules: &'a Variant,
    /// Whose hand it is.
    pub seat: Seat,
    /// The contracts asked about.
    pub contracts: &'a [Contract],
    /// Whether the tricks are asked for, and the gains where there is a price, or only
    /// whether contracts are made.
    pub tricks: bool,
    /// What the players decide and play for, where gains are asked for.
    pub model: Model,
    /// What is known beside: the pot.
    pub hand: &'a Hand,
}

/// What a contract comes to on one layout, and the declarer's gain where it has a price.
pub type Valued = (Outcome, Option<Amount>);

/// The contracts from the hand, in the order asked.
pub fn from_hand(solver: &mut Solver, question: Question<'_>, deal: &Deal) -> Vec<Valued> {
    let of = |&contract: &Contract| {
        let game = Declared { contract, declarer: question.seat, from_hand: true };
        let play = Play::from_deal(question.rules, deal, game);
        if !question.tricks {
            return (Outcome { tricks: None, made: play.made(solver) }, None);
        }
        let outcome = play.outcome(solver);
        (outcome, gain(solver, question, deal, deal, game))
    };
    question.contracts.iter().map(of).collect()
}

/// The contracts with the talon and the best discard for each, as who sees all cards would
/// choose it; by tricks, not by gain.
pub fn with_talon(solver: &mut Solver, question: Question<'_>, deal: &Deal) -> Vec<Valued> {
    let Question { rules, seat, .. } = question;
    let of = |&contract: &Contract| {
        if !question.tricks {
            let made = talon::makes(solver, rules, deal, seat, contract);
            return (Outcome { tricks: None, made }, None);
        }
        let game = Declared { contract, declarer: seat, from_hand: false };
        let (discard, outcome) = talon::most(solver, rules, deal, seat, contract, true);
        (outcome, gain(solver, question, &deal.exchange(seat, discard), deal, game))
    };
    question.contracts.iter().map(of).collect()
}

fn gain(
    solver: &mut Solver,
    question: Question<'_>,
    played: &Deal,
    dealt: &Deal,
    game: Declared,
) -> Option<Amount> {
    let hand = Hand { game: Some(game), talon: dealt.talon(), ..question.hand.clone() };
    let gains = worth(solver, question.rules, played, &hand, None, question.model).ok()?;
    Some(gains.seats[question.seat])
}
