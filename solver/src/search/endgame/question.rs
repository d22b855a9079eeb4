//! What an ending is asked, and its value from those with one trick less.

use crate::search::board::{Board, Trick};
use crate::search::specialize::Rules;

/// Whose tricks are counted, and who wants them many, as masks of seats counted from
/// the declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) counted: u8,
    pub(crate) pursuers: u8,
}

impl Question {
    pub(crate) fn new(counted: u8, pursuers: u8) -> Question {
        Question { counted, pursuers }
    }
}

/// The values that are looked for: those greater than the first and less than the second.
pub(crate) type Window = (i8, i8);

/// The window that holds all values with so many tricks left.
pub(crate) fn everything(tricks: u8) -> Window {
    (-1, tricks as i8 + 1)
}

/// What is asked about some game, that of the table or a relaxed one.
pub(crate) trait Asked: Copy {
    /// Whether a seat wants the tricks that are counted to be many.
    fn pursues(self, seat: usize) -> bool;

    /// What may be led, one card of each group that leads to the same.
    fn leads(self, board: &Board, left: u32, leader: usize) -> impl Iterator<Item = u32>;

    /// What a follower may play, in the same way; `left` are the cards at the start of the trick.
    fn follows<R: Rules>(self, board: &Board, trick: &Trick, left: u32) -> impl Iterator<Item = u32>;

    /// The value of a trick to which all have played, given what it is if a seat has won it.
    fn won(self, board: &Board, trick: &Trick, left: u32, by: impl Fn(u8) -> i8) -> i8;
}

/// The value at the start of a trick, given the tricks counted after it; if it is not within the
/// window, the end of that on whose side it lies, since every trick has seats of both sides
/// or, with two hands, of the only other one.
pub(crate) fn value<R: Rules>(
    asked: impl Asked,
    board: &Board,
    left: u32,
    leader: usize,
    window: Window,
    after: impl Fn(u32, usize) -> u8,
) -> u8 {
    let leads = asked.leads(board, left, leader).map(|card| board.lead(leader, card));
    let third = |trick: Trick, window| {
        let follows = asked.follows::<R>(board, &trick, left).map(|card| board.follow(trick, card));
        best(asked, trick.seat, follows, window, |trick, _| {
            asked.won(board, &trick, left, |winner| after(left & !trick.cards, winner.into()) as i8)
        })
    };
    let second = |trick: Trick, window| {
        let follows = asked.follows::<R>(board, &trick, left).map(|card| board.follow(trick, card));
        best(asked, trick.seat, follows, window, third)
    };
    let value = if board.players == 3 {
        best(asked, leader as u8, leads, window, second)
    } else {
        best(asked, leader as u8, leads, window, third)
    };
    value as u8
}

/// The best of several continuations for the seat that chooses.
#[inline(always)]
fn best(
    asked: impl Asked,
    seat: u8,
    continuations: impl Iterator<Item = Trick>,
    (mut alpha, mut beta): Window,
    value: impl Fn(Trick, Window) -> i8,
) -> i8 {
    let high = asked.pursues(seat.into());
    for trick in continuations {
        let value = value(trick, (alpha, beta));
        if high {
            alpha = alpha.max(value);
        } else {
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    if high { alpha } else { beta }
}

/// About the game at the table.
impl Asked for Question {
    fn pursues(self, seat: usize) -> bool {
        self.pursuers >> seat & 1 == 1
    }

    fn leads(self, board: &Board, left: u32, leader: usize) -> impl Iterator<Item = u32> {
        board.leads(left, leader)
    }

    fn follows<R: Rules>(self, board: &Board, trick: &Trick, left: u32) -> impl Iterator<Item = u32> {
        board.follows::<R>(trick, left).into_iter().flatten()
    }

    fn won(self, _: &Board, trick: &Trick, _: u32, by: impl Fn(u8) -> i8) -> i8 {
        (self.counted >> trick.winner & 1) as i8 + by(trick.winner)
    }
}
