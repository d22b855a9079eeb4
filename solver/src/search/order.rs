//! The order in which cards are tried: the sooner the card that decides a position comes, the
//! less is searched.
//!
//! Leads that have decided other positions come first, by the history heuristic (Schaeffer 1983).

use super::board::Board;
use crate::rules::play::higher_in_suit;

/// Cards to try, most promising first.
pub(crate) struct Ordered {
    cards: [(i32, u32); 10],
    len: usize,
}

impl Ordered {
    fn new() -> Ordered {
        Ordered { cards: [(0, 0); 10], len: 0 }
    }

    /// Put a card in its place by its score, behind cards of the same score.
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
    /// A history in which nothing has happened.
    pub(crate) fn new() -> History {
        History([[0; 32]; 3])
    }

    /// Note that this lead decided a position with `tricks` left.
    #[inline]
    pub(crate) fn reward(&mut self, seat: usize, card: u32, tricks: u8) {
        self.0[seat][card.trailing_zeros() as usize] += 1 << tricks;
    }
}

/// What is added to the score of a lead that cannot be beaten in its suit: the same as for having
/// decided a position with six tricks left.
const TOP: i32 = 64;

/// What is taken off the score of a lead for each card that the leader holds in the suit: short
/// suits first.
const LENGTH: i32 = 8;

/// The leads of a seat, one of each group of touching cards; `hint` is a card's bit number
/// or 32.
pub(crate) fn leads(board: &Board, history: &History, left: u32, seat: usize, hint: u8) -> Ordered {
    let mut moves = Ordered::new();
    for card in board.leads(left, seat) {
        let bit = card.trailing_zeros();
        if bit == u32::from(hint) {
            moves.add(i32::MAX, card);
            continue;
        }
        let others = left & !board.hand(seat, left);
        let top = if higher_in_suit(card) & others == 0 { TOP } else { 0 };
        let length = i32::from(board.pattern(bit as usize / 8, left).len[seat]);
        moves.add(history.0[seat][bit as usize] + top - LENGTH * length, card);
    }
    moves
}
