//! Positions in which one step decides.

use crate::analysis::contracts::Play;
use crate::analysis::talon::{groups, pairs};
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::rules::contract::Contract;
use crate::rules::contract::Declared;
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{Seat, Seats};

/// The cards after which who is to move gets what he wants, the declarer his contract made and
/// a defender not, if they are one card or neighbours between which nobody has another, and
/// any other card would lose it.
pub fn one_lead(solver: &mut Solver, play: &Play) -> Option<Vec<Card>> {
    let legal: Vec<Card> = play.position().legal().iter().collect();
    let wanted = play.position().to_move() == play.declarer();
    let good: Vec<Card> =
        legal.iter().copied().filter(|&card| play.after(card).made(solver) == wanted).collect();
    let one = !good.is_empty() && good.len() < legal.len() && neighbours(play, &good);
    one.then_some(good)
}

/// Whether these cards of who is to move are of one suit and nobody else has one between.
fn neighbours(play: &Play, cards: &[Card]) -> bool {
    let (Some(high), Some(low)) = (cards.first(), cards.last()) else { return false };
    let position = play.position();
    let others = (Seats::ALL - Seats::of(position.to_move())).iter().map(|seat| position.hand(seat));
    let trick: Cards = position.trick().collect();
    let others = others.fold(trick, |all, hand| all | hand);
    let between = high.suit().cards().iter().filter(|card| (low.bit()..high.bit()).contains(&card.bit()));
    high.suit() == low.suit() && between.into_iter().all(|card| !others.contains(card))
}

/// How often in a row one card alone decides for the side of who is to move, when the others
/// resist as long as they can by the order of listing; touching cards are one.
pub fn depth(solver: &mut Solver, play: &Play) -> u8 {
    let declares = play.position().to_move() == play.declarer();
    let mut depth = 0;
    let mut play = *play;
    while !play.position().is_over() {
        let ours = (play.position().to_move() == play.declarer()) == declares;
        let legal: Vec<Card> = play.position().legal().iter().collect();
        let next = if !ours {
            // Whatever they play is lost; the first that leaves one way alone is kept to.
            let alone = legal.iter().copied().find(|&card| {
                let after = play.after(card);
                !after.position().is_over() && one_lead(solver, &after).is_some()
            });
            alone.unwrap_or(legal[0])
        } else if neighbours(&play, &legal) {
            legal[0]
        } else {
            match one_lead(solver, &play) {
                Some(cards) => {
                    depth += 1;
                    cards[0]
                }
                None => break,
            }
        };
        play = play.after(next);
    }
    depth
}

/// The discards with which the contract is made, if they all leave the same play and others
/// lose it.
pub fn one_discard(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declarer: Seat,
    contract: Contract,
) -> Option<Vec<Cards>> {
    let game = Declared { contract, declarer, from_hand: false };
    let mut good: Option<Vec<Cards>> = None;
    for group in groups(deal, declarer, pairs(deal, declarer)) {
        let made = Play::from_deal(rules, &deal.exchange(declarer, group[0]), game).made(solver);
        if made && good.replace(group).is_some() {
            return None;
        }
    }
    good
}
