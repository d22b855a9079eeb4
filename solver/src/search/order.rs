//! The order in which cards are tried: the sooner the one that decides comes,
//! the less is searched.

use super::board::{Board, Trick, touching};
use crate::rules::play::beaters;

/// Cards to try, most promising first.
pub(crate) struct Moves {
    cards: [(i32, u32); 10],
    len: usize,
}

impl Moves {
    fn new() -> Moves {
        Moves { cards: [(0, 0); 10], len: 0 }
    }

    /// Put a card in its place by its score.
    #[inline]
    fn add(&mut self, score: i32, card: u32) {
        let mut place = self.len;
        while place > 0 && self.cards[place - 1].0 < score {
            self.cards[place] = self.cards[place - 1];
            place -= 1;
        }
        self.cards[place] = (score, card);
        self.len += 1;
    }

    /// The cards in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.cards[..self.len].iter().map(|&(_, card)| card)
    }
}

/// How often a lead decided a position, by seat and card.
pub(crate) struct History([[i32; 32]; 3]);

impl History {
    pub(crate) fn new() -> History {
        History([[0; 32]; 3])
    }

    /// Note that this lead decided a position with so many tricks left.
    #[inline]
    pub(crate) fn reward(&mut self, seat: usize, card: u32, tricks: u8) {
        self.0[seat][card.trailing_zeros() as usize] += i32::from(tricks) * i32::from(tricks);
    }
}

/// The leads of a seat, one of each group of touching cards; `hint` is a card's
/// bit number or 32.
pub(crate) fn leads(board: &Board, history: &History, left: u32, seat: usize, hint: u8) -> Moves {
    let hand = board.hand(seat, left);
    let mut moves = Moves::new();
    touching(hand, left & !hand, |card| {
        let bit = card.trailing_zeros();
        let score = if bit == u32::from(hint) { i32::MAX } else { history.0[seat][bit as usize] };
        moves.add(score, card);
    });
    moves
}

/// The cards a follower may play, one of each group that leads to the same.
///
/// Cards that touch once the trick is cleared away are one move if all beat the
/// winning card, or none does: the trick goes the same way, nobody after them
/// is bound otherwise, and the hands that remain differ in no comparison.
pub(crate) fn follows(board: &Board, trick: &Trick, left: u32, wanted: u8) -> Moves {
    let seat = trick.seat as usize;
    let cards = board.legal(trick, left);
    let others = left & !trick.cards & !board.hand(seat, left);
    let beating = cards & beaters(trick.winning, board.trumps);
    let to_win = wanted >> seat & 1 == 1 && wanted >> trick.winner & 1 == 0;
    let mut moves = Moves::new();
    // Win as cheaply as possible, or stay below with the lowest card; who wants
    // others to win gets rid of his highest card that does not.
    let high = wanted >> seat & 1 == 0;
    let rank = |card: u32| (card.trailing_zeros() & 7) as i32;
    let trump = |card: u32| if card & board.trumps == 0 { 0 } else { 8 };
    let score = |card: u32| if high { rank(card) } else { -rank(card) - trump(card) };
    touching(beating, others, |card| moves.add(score(card) + if to_win { 64 } else { -64 }, card));
    touching(cards & !beating, others, |card| moves.add(score(card), card));
    moves
}
