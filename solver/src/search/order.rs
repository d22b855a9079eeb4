//! The order in which cards are tried: the sooner the one that decides comes,
//! the less is searched.

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
        self.0[seat][card.trailing_zeros() as usize] += 1 << tricks;
    }
}

/// What it counts, beside its history, that a lead cannot be beaten in its suit: as
/// much as having decided a position with six tricks left.
const TOP: i32 = 64;

/// What each card that the leader holds in the suit takes off: short suits first.
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
