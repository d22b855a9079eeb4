//! Cards that alone make a contract, or beat it.

use crate::cards::{Card, Cards};
use crate::search::Solver;
use crate::seat::Seats;
use crate::situation::play::Play;

/// The only winning card of the seat to move, or several if they are neighbours in one hand.
///
/// A card wins if the contract is made after it, or fails after a defender's. `None` if no card wins, or all do.
pub(crate) fn unique_winning_cards(solver: &mut Solver, play: &Play) -> Option<Vec<Card>> {
    let legal: Vec<Card> = play.position().legal_cards().iter().collect();
    let wanted = play.position().to_move() == play.declarer();
    let good: Vec<Card> =
        legal.iter().copied().filter(|&card| play.play_after(card).is_made(solver) == wanted).collect();
    let one = !good.is_empty() && good.len() < legal.len() && are_neighbours(play, &good);
    one.then_some(good)
}

/// Whether these cards are of one suit, without a card of another seat or of the trick between them.
pub(crate) fn are_neighbours(play: &Play, cards: &[Card]) -> bool {
    let (Some(high), Some(low)) = (cards.first(), cards.last()) else { return false };
    let position = play.position();
    let others = (Seats::ALL - Seats::from_seat(position.to_move())).iter().map(|seat| position.hand(seat));
    let trick: Cards = position.trick().collect();
    let others = others.fold(trick, |union, hand| union | hand);
    let cards_between =
        high.suit().cards().iter().filter(|card| (low.bit()..high.bit()).contains(&card.bit()));
    high.suit() == low.suit() && cards_between.into_iter().all(|card| !others.contains(card))
}
