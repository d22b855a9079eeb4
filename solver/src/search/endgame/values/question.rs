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

/// The search window: all values between two limits, which are themselves outside.
///
/// A value outside is returned as the limit that is nearest to it, since seats of both sides play to every
/// trick.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    alpha: i8,
    beta: i8,
}

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
    fn choose(self, one: u8, other: u8) -> u8;
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
    let search = TrickSearch { question, board, left, after };
    let leads = question.leads(board, left, leader).map(|card| board.lead(leader, card));
    let value = best(question.maximizes(leader), leads, full_window(tricks), |trick, window| {
        if board.players == 3 {
            search.choose_second(trick, window)
        } else {
            search.choose_last(trick, window)
        }
    });
    value as u8
}

/// The computation of a value from the start of a trick, given the tricks counted after it.
struct TrickSearch<'a, Q, A> {
    question: Q,
    board: &'a Board,
    left: u32,
    after: A,
}

impl<Q: GameQuestion, A: Fn(u32, usize) -> u8> TrickSearch<'_, Q, A> {
    /// Iterates over the trick with each card that the next seat may play.
    fn follows(&self, trick: &Trick) -> impl Iterator<Item = Trick> {
        let follows = self.question.follows(self.board, trick, self.left);
        let trick = *trick;
        follows.map(move |card| self.board.follow(trick, card))
    }

    /// Returns the tricks from within a trick that two more seats play to.
    fn choose_second(&self, trick: Trick, window: Window) -> i8 {
        let maximizes = self.question.maximizes(trick.seat.into());
        best(maximizes, self.follows(&trick), window, |trick, window| self.choose_last(trick, window))
    }

    /// Returns the tricks from within a trick that one more seat plays to.
    fn choose_last(&self, trick: Trick, window: Window) -> i8 {
        let maximizes = self.question.maximizes(trick.seat.into());
        best(maximizes, self.follows(&trick), window, |trick, _| self.tricks_from_end(&trick))
    }

    /// Returns the tricks from the end of a trick on, that trick included.
    fn tricks_from_end(&self, trick: &Trick) -> i8 {
        let tricks = self.tricks_if_won_by(trick.winner, trick);
        let rival = self.question.rival(self.board, trick, self.left);
        rival.map_or(tricks, |rival| self.question.choose(tricks, self.tricks_if_won_by(rival, trick))) as i8
    }

    fn tricks_if_won_by(&self, winner: u8, trick: &Trick) -> u8 {
        u8::from(self.question.counts(winner)) + (self.after)(self.left & !trick.cards, winner.into())
    }
}

/// Returns the window that contains every possible value.
pub(crate) fn full_window(tricks: u8) -> Window {
    Window { alpha: -1, beta: tricks as i8 + 1 }
}

/// Returns the best value of several continuations for the seat that chooses, which maximizes if `maximizes`.
#[inline(always)]
pub(crate) fn best<T>(
    maximizes: bool,
    continuations: impl Iterator<Item = T>,
    window: Window,
    value: impl Fn(T, Window) -> i8,
) -> i8 {
    let Window { mut alpha, mut beta } = window;
    for continuation in continuations {
        let value = value(continuation, Window { alpha, beta });
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
        board.follows::<BoardRules>(trick, left).with_first(trick.above)
    }

    fn counts(self, seat: u8) -> bool {
        self.counted >> seat & 1 == 1
    }

    fn rival(self, _: &Board, _: &Trick, _: u32) -> Option<u8> {
        None
    }

    fn choose(self, one: u8, _: u8) -> u8 {
        one
    }
}
