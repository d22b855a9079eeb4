//! The question about an ending, and the computation of its value from those of endings with one trick fewer.

use crate::search::board::{Board, Trick};
use crate::search::specialize::BoardRules;

/// The number of tricks that the seats `counted` take together in the true game if the seats `maximizers` maximize it
/// and the others minimize it. Both are masks of seats, numbered from the declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    pub(crate) counted: u8,
    pub(crate) maximizers: u8,
}

impl Question {
    pub(crate) fn new(counted: u8, maximizers: u8) -> Question {
        Question { counted, maximizers }
    }
}

/// All values strictly between the limits `alpha` and `beta`. A value outside is returned as the nearer limit. Both
/// limits matter, since seats of both sides play to every trick.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    alpha: i8,
    beta: i8,
}

/// A question about counted tricks in the true game or in a relaxed game.
pub(crate) trait GameQuestion: Copy + Sync {
    fn maximizes(self, seat: usize) -> bool;

    /// One of each group of equivalent cards.
    fn leads(self, board: &Board, remaining: u32, leader: usize) -> impl Iterator<Item = u32>;

    /// One of each group of equivalent cards. `remaining` is that of the start of the trick.
    fn follows(self, board: &Board, trick: &Trick, remaining: u32) -> impl Iterator<Item = u32>;

    fn counts(self, seat: u8) -> bool;

    /// The other seat that may be declared the winner of this trick, if one side decides between two seats.
    fn rival(self, board: &Board, trick: &Trick, remaining: u32) -> Option<u8>;

    fn choose(self, one: u8, other: u8) -> u8;
}

/// The number of counted tricks from the start of a trick with `tricks` tricks left. `after` returns it for the
/// remaining cards and the leader after this trick.
pub(crate) fn value(
    question: impl GameQuestion,
    board: &Board,
    remaining: u32,
    leader: usize,
    tricks: u8,
    after: impl Fn(u32, usize) -> u8,
) -> u8 {
    let search = TrickSearch { question, board, remaining, after };
    let leads = question.leads(board, remaining, leader).map(|card| board.lead(leader, card));
    let value = best(question.maximizes(leader), leads, full_window(tricks), |trick, window| {
        if board.players == 3 {
            search.choose_second(trick, window)
        } else {
            search.choose_last(trick, window)
        }
    });
    value as u8
}

/// `after` returns the number of counted tricks after this trick.
struct TrickSearch<'a, Q, A> {
    question: Q,
    board: &'a Board,
    remaining: u32,
    after: A,
}

impl<Q: GameQuestion, A: Fn(u32, usize) -> u8> TrickSearch<'_, Q, A> {
    fn follows(&self, trick: &Trick) -> impl Iterator<Item = Trick> {
        let follows = self.question.follows(self.board, trick, self.remaining);
        let trick = *trick;
        follows.map(move |card| self.board.follow(trick, card))
    }

    fn choose_second(&self, trick: Trick, window: Window) -> i8 {
        let maximizes = self.question.maximizes(trick.seat.into());
        best(maximizes, self.follows(&trick), window, |trick, window| self.choose_last(trick, window))
    }

    fn choose_last(&self, trick: Trick, window: Window) -> i8 {
        let maximizes = self.question.maximizes(trick.seat.into());
        best(maximizes, self.follows(&trick), window, |trick, _| self.tricks_from_end(&trick))
    }

    fn tricks_from_end(&self, trick: &Trick) -> i8 {
        let tricks = self.tricks_if_won_by(trick.winner, trick);
        let rival = self.question.rival(self.board, trick, self.remaining);
        rival.map_or(tricks, |rival| self.question.choose(tricks, self.tricks_if_won_by(rival, trick))) as i8
    }

    fn tricks_if_won_by(&self, winner: u8, trick: &Trick) -> u8 {
        u8::from(self.question.counts(winner)) + (self.after)(self.remaining & !trick.cards, winner.into())
    }
}

pub(crate) fn full_window(tricks: u8) -> Window {
    Window { alpha: -1, beta: tricks as i8 + 1 }
}

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

    fn leads(self, board: &Board, remaining: u32, leader: usize) -> impl Iterator<Item = u32> {
        board.leads(remaining, leader)
    }

    fn follows(self, board: &Board, trick: &Trick, remaining: u32) -> impl Iterator<Item = u32> {
        board.follows::<BoardRules>(trick, remaining).with_first(trick.above)
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
