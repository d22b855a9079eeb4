//! Tricks to which a card of the talon is led and can win, for the dealer, who sits out.
//!
//! There are at most two such tricks, the first two of the hand, so all ways to play them are tried, and the search
//! solves the rest of the play after each way. A trick of the dealer is one trick less for the other seats.

use std::cmp::Reverse;

use super::conditions::PlayConditions;
use crate::cards::{Card, Cards};
use crate::position::Position;
use crate::seat::{BySeat, Seat};

/// `search` computes the outcome of the play after these tricks. The outcome holds the tricks of the seats that play;
/// all other tricks are the dealer's.
pub(in crate::search) fn through_talon<W: Ord>(
    position: &Position,
    conditions: PlayConditions,
    utility: &dyn Fn(Seat, BySeat<u8>) -> W,
    search: &mut dyn FnMut(&Position, PlayConditions) -> BySeat<u8>,
) -> BySeat<u8> {
    if !position.talon_leads().is_some_and(|talon| talon.win) {
        return search(position, conditions);
    }
    let seat = position.to_move();
    let outcomes = moves(position).map(|card| {
        let (mut next, mut conditions) = (*position, conditions);
        if let Some(winner) = next.play_legal(card) {
            conditions.tricks_taken[winner] += 1;
        }
        through_talon(&next, conditions, utility, search)
    });
    // Ties are broken as in the search.
    let best = outcomes.max_by_key(|&outcome| (utility(seat, outcome), Reverse(outcome.0)));
    best.expect("the seat to move has a legal card")
}

fn moves(position: &Position) -> impl Iterator<Item = Card> {
    // Between the cards of a group there is no card of another hand, of the trick or of the talon that will be led.
    // As long as they are in the hand, they beat the same cards and are beaten by the same cards, so it does not
    // matter which of them is played.
    let (legal, hand) = (position.legal_cards(), position.hand(position.to_move()));
    let hands = Seat::ALL.into_iter().fold(Cards::NONE, |cards, seat| cards | position.hand(seat));
    let talon = position.talon_leads().into_iter().flat_map(|talon| [Some(talon.led), talon.next]).flatten();
    let trick: Cards = position.trick().chain(talon).collect();
    let others = (hands | trick) - hand;
    let mut last: Option<Card> = None;
    legal.iter().filter(move |&card| {
        let touches = last.is_some_and(|last| {
            let (below, above) = (last.bit().min(card.bit()), last.bit().max(card.bit()));
            let between = |other: Card| below < other.bit() && other.bit() < above;
            last.suit() == card.suit() && !others.iter().any(between)
        });
        last = Some(card);
        !touches
    })
}
