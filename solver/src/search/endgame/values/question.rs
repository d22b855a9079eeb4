//! The question about an ending, and its value from the endings with one trick less.

use crate::search::board::{Board, Trick};
use crate::search::specialize::BoardRules;

/// A question about the true game: the seats whose tricks are counted, and the seats that maximize the
/// number, as masks of seats counted from the declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    pub(crate) counted: u8,
    pub(crate) maximizers: u8,
}

impl Question {
    /// Returns the question for these seats.
    pub(crate) fn new(counted: u8, maximizers: u8) -> Question {
        Question { counted, maximizers }
    }
}

/// The search window: all values that are greater than the first and less than the second.
///
/// A value outside is returned as the end that is nearest to it, since seats of both sides play to every
/// trick.
pub(crate) type Window = (i8, i8);

/// A question about the tricks in some game, the true one or a relaxed one.
pub(crate) trait GameQuestion: Copy + Sync {
    /// Checks whether a seat maximizes the tricks that are counted.
    fn maximizes(self, seat: usize) -> bool;

    /// Iterates over the cards that may be led, one of each group of equivalent cards.
    fn leads(self, board: &Board, left: u32, leader: usize) -> impl Iterator<Item = u32>;

    /// Iterates over the cards that a follower may play, one of each group of equivalent cards; `left` are
    /// the cards at the start of the trick.
    fn follows(self, board: &Board, trick: &Trick, left: u32) -> impl Iterator<Item = u32>;

    /// Checks whether the tricks of a seat are counted.
    fn counts(self, seat: u8) -> bool;

    /// Returns the other seat, if a side may decide that it has won the trick instead of the winner.
    fn rival(self, board: &Board, trick: &Trick, left: u32) -> Option<u8>;

    /// Returns the one of two values that a side chooses where either of two seats can have won a trick.
    fn decided(self, one: u8, other: u8) -> u8;
}

/// Returns the value at the start of a trick with `tricks` left, given the tricks counted after it.
pub(crate) fn value(
    question: impl GameQuestion,
    board: &Board,
    left: u32,
    leader: usize,
    tricks: u8,
    after: impl Fn(u32, usize) -> u8,
) -> u8 {
    let maximizes = |seat: u8| question.maximizes(seat.into());
    let leads = question.leads(board, left, leader).map(|card| board.lead(leader, card));
    let third = |trick: Trick, window| {
        let follows = question.follows(board, &trick, left).map(|card| board.follow(trick, card));
        best(maximizes(trick.seat), follows, window, |trick, _| {
            let won = |winner| u8::from(question.counts(winner)) + after(left & !trick.cards, winner.into());
            let value = won(trick.winner);
            question.rival(board, &trick, left).map_or(value, |other| question.decided(value, won(other)))
                as i8
        })
    };
    let second = |trick: Trick, window| {
        let follows = question.follows(board, &trick, left).map(|card| board.follow(trick, card));
        best(maximizes(trick.seat), follows, window, third)
    };
    let value = if board.players == 3 {
        best(maximizes(leader as u8), leads, all(tricks), second)
    } else {
        best(maximizes(leader as u8), leads, all(tricks), third)
    };
    value as u8
}

/// Returns the window that contains every possible value.
pub(crate) fn all(tricks: u8) -> Window {
    (-1, tricks as i8 + 1)
}

/// Returns the best value of several continuations for the seat that chooses, which maximizes if `maximizes`.
#[inline(always)]
pub(crate) fn best<T>(
    maximizes: bool,
    continuations: impl Iterator<Item = T>,
    (mut alpha, mut beta): Window,
    value: impl Fn(T, Window) -> i8,
) -> i8 {
    for continuation in continuations {
        let value = value(continuation, (alpha, beta));
        if maximizes {
            alpha = alpha.max(value);
        } else {
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    if maximizes { alpha } else { beta }
}

/// The true game.
impl GameQuestion for Question {
    fn maximizes(self, seat: usize) -> bool {
        self.maximizers >> seat & 1 == 1
    }

    fn leads(self, board: &Board, left: u32, leader: usize) -> impl Iterator<Item = u32> {
        board.leads(left, leader)
    }

    fn follows(self, board: &Board, trick: &Trick, left: u32) -> impl Iterator<Item = u32> {
        board.follows::<BoardRules>(trick, left).beginning_with(trick.above)
    }

    fn counts(self, seat: u8) -> bool {
        self.counted >> seat & 1 == 1
    }

    fn rival(self, _: &Board, _: &Trick, _: u32) -> Option<u8> {
        None
    }

    fn decided(self, one: u8, _: u8) -> u8 {
        one
    }
}
