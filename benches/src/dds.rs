//! Préférence deals in the form of bridge deals, for the solver DDS.
//!
//! Under american rules (follow suit, otherwise play any card) three hands of ten cards are a bridge deal if
//! a fourth hand of low cards is added. The declarer sits North, the next seat East and the third seat West.
//! South is on the declarer's side. It holds ten cards that are no trumps and rank below the seven, so that it never
//! wins a trick.

use contract_bridge::{Builder, Card, Hand, PartialDeal, Rank, Strain};
use dds_bridge::{Board, CurrentTrick, Objective, Solver, Target};
use preference::cards::{Cards, Suit};
use preference::deal::Deal;
use preference::seat::Seat;

/// The declarer's tricks under american rules with best play, as the bridge solver finds them.
///
/// # Panics
/// If the bridge solver refuses the board.
pub fn tricks(solver: &mut Solver, deal: &Deal, trump: Option<Suit>, declarer: Seat, leader: Seat) -> u8 {
    let low = Suit::ALL.into_iter().filter(|&suit| Some(suit) != trump);
    let low =
        low.flat_map(|suit| (2..=6).map(move |rank| Card { suit: bridge_suit(suit), rank: Rank::new(rank) }));
    let hands: PartialDeal = Builder::new()
        .north(hand(deal.hand(declarer)))
        .east(hand(deal.hand(declarer.left())))
        .south(low.take(10).collect())
        .west(hand(deal.hand(declarer.right())))
        .build_partial()
        .expect("four hands of ten");
    let strain = trump.map_or(Strain::Notrump, |suit| bridge_suit(suit).into());
    let seat = if leader == declarer {
        contract_bridge::Seat::North
    } else if leader == declarer.left() {
        contract_bridge::Seat::East
    } else {
        contract_bridge::Seat::West
    };
    let board = Board::try_new(hands, CurrentTrick::new(strain, seat)).expect("each hand has ten cards");
    let solution = solver.solve_board(&Objective { board, target: Target::Any(None) });
    let score = solution.plays[0].score.get();
    // The score counts the tricks of the side that leads.
    if leader == declarer { score } else { 10 - score }
}

fn hand(cards: Cards) -> Hand {
    cards
        .iter()
        .map(|card| Card { suit: bridge_suit(card.suit()), rank: Rank::new(7 + card.rank() as u8) })
        .collect()
}

fn bridge_suit(suit: Suit) -> contract_bridge::Suit {
    match suit {
        Suit::Spades => contract_bridge::Suit::Spades,
        Suit::Hearts => contract_bridge::Suit::Hearts,
        Suit::Diamonds => contract_bridge::Suit::Diamonds,
        Suit::Clubs => contract_bridge::Suit::Clubs,
    }
}
