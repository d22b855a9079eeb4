//! What an ending is asked, and its value from those with one trick less.

use crate::search::board::{Board, Trick};
use crate::search::compiled::Any;
use crate::search::pooled::Arbiter;

/// Whose tricks are counted, and who wants them many, as masks of seats counted from
/// the soloist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) counted: u8,
    pub(crate) pursuers: u8,
    /// Who decides about the order within pools, if it is about a pooled game.
    pub(crate) arbiter: Option<Arbiter>,
}

/// The values that are looked for: those greater than the first and less than the second.
pub(crate) type Window = (i8, i8);

/// The window that holds all values with so many tricks left.
pub(crate) fn everything(tricks: u8) -> Window {
    (-1, tricks as i8 + 1)
}

impl Question {
    /// A question about the game at the table.
    pub(crate) fn new(counted: u8, pursuers: u8) -> Question {
        Question { counted, pursuers, arbiter: None }
    }

    /// The same about the pooled games, about the one with the lower value first: there those
    /// decide who want the tricks counted to be few.
    pub(crate) fn pooled(self) -> [Question; 2] {
        let soloist_pursues = self.pursuers & 1 == 1;
        [false, true].map(|pursuers_decide| {
            let soloist = pursuers_decide == soloist_pursues;
            let arbiter = if soloist { Arbiter::Soloist } else { Arbiter::Defenders };
            Question { arbiter: Some(arbiter), ..self }
        })
    }

    /// The value at the start of a trick, given the values after it; if it is not within the
    /// window, the end of that on whose side it lies, since every trick has seats of both sides
    /// or, with two hands, of the only other one.
    pub(crate) fn value(
        self,
        board: &Board,
        left: u32,
        leader: usize,
        window: Window,
        after: impl Fn(u32, usize) -> u8,
    ) -> u8 {
        let pooled = self.arbiter.is_some();
        let leads = if pooled { board.pooled_leads(left, leader) } else { board.leads(left, leader) };
        let leads = leads.map(|card| board.lead(leader, card));
        self.best(leader, leads, window, |trick, window| self.within(board, left, trick, window, &after))
            as u8
    }

    /// The same from within a trick.
    fn within(
        self,
        board: &Board,
        left: u32,
        trick: Trick,
        window: Window,
        after: &impl Fn(u32, usize) -> u8,
    ) -> i8 {
        if trick.count == board.players {
            let won = |winner: u8| {
                let won = self.counted >> winner & 1;
                (won + after(left & !trick.cards, winner.into())) as i8
            };
            let tricks = won(trick.winner);
            let Some(arbiter) = self.arbiter else { return tricks };
            let arbiter_pursues = (arbiter == Arbiter::Soloist) == (self.pursuers & 1 == 1);
            return match board.rival(&trick, left).map(won) {
                None => tricks,
                Some(other) if arbiter_pursues => tricks.max(other),
                Some(other) => tricks.min(other),
            };
        }
        let seat = trick.seat.into();
        let next = |card| board.follow(trick, card);
        let value = |next, window| self.within(board, left, next, window, after);
        match self.arbiter {
            Some(arbiter) => {
                let follows = board.pooled_follows(&trick, left, arbiter);
                self.best(seat, follows.map(next), window, value)
            }
            None => {
                let follows = board.follows::<Any>(&trick, left);
                self.best(seat, follows.into_iter().flatten().map(next), window, value)
            }
        }
    }

    /// The best of several continuations for the seat that chooses.
    fn best(
        self,
        seat: usize,
        continuations: impl Iterator<Item = Trick>,
        (mut alpha, mut beta): Window,
        value: impl Fn(Trick, Window) -> i8,
    ) -> i8 {
        let high = self.pursuers >> seat & 1 == 1;
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
}
