//! The values of all endings of a few cards in each hand, computed on first use or in a table built beforehand.
//!
//! One byte holds the values for the three seats that can be on lead, as three digits in base six.
//!
//! Values that are computed on first use go up to four cards in each hand, 2.4 MB with trumps and 0.7 MB without. The
//! digit 0 means that a value is not computed yet, and the digit n + 1 means n tricks. Threads share the bytes without
//! locks. Digits are only added, and every digit is exact. If two threads write to a byte at the same time, one digit
//! may be lost; then its value is computed again.
//!
//! A complete table goes up to four or five cards, and its digits are the numbers of tricks themselves. A table of five
//! cards takes 65 MB with trumps and 17 MB without.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use super::bytes::Bytes;
use super::index::Index;
use super::question::{Question, Window, best, full_window};
use crate::search::board::{Board, Trick};
use crate::search::specialize::{CompiledQuestion, Rules, ask_compiled};

/// Largest number of cards in each hand in a complete table of values.
pub(crate) const MAX_VALUE_CARDS: u8 = 5;

/// Largest number of cards in each hand in endings whose values are computed on first use.
pub(crate) const MAX_ON_DEMAND_CARDS: u8 = 4;

/// By leader.
pub(crate) const DIGIT_WEIGHTS: [u8; 3] = [1, 6, 36];

/// By leader and byte.
pub(crate) static DIGITS: [[u8; 256]; 3] = {
    let mut digits = [[0; 256]; 3];
    let mut byte = 0;
    while byte < 256 {
        let mut leader = 0;
        while leader < 3 {
            digits[leader][byte] = byte as u8 / DIGIT_WEIGHTS[leader] % 6;
            leader += 1;
        }
        byte += 1;
    }
    digits
};

pub(crate) struct Values {
    index: Index,
    pub(crate) question: Question,
    /// Largest number of cards in each hand.
    pub(crate) cards: u8,
    bytes: ValueBytes,
    /// Values that were computed one by one.
    computed: AtomicU32,
}

enum ValueBytes {
    /// The digit 0 stands for a value that is not computed yet.
    OnDemand(Box<[AtomicU8]>),
    Complete(Bytes),
}

impl Values {
    pub(crate) fn new(board: &Board, question: Question) -> Values {
        let index = Index::new(board.playing, board.trumps != 0, MAX_ON_DEMAND_CARDS, false);
        let bytes = ValueBytes::OnDemand(zeros(index.index_count()));
        Values { index, question, cards: MAX_ON_DEMAND_CARDS, bytes, computed: AtomicU32::new(0) }
    }

    pub(crate) fn from_bytes(board: &Board, question: Question, cards: u8, bytes: Bytes) -> Values {
        let index = Index::new(board.playing, board.trumps != 0, cards, false);
        Values { index, question, cards, bytes: ValueBytes::Complete(bytes), computed: AtomicU32::new(0) }
    }

    pub(crate) fn is_complete(&self) -> bool {
        matches!(self.bytes, ValueBytes::Complete(_))
    }

    #[cfg(test)]
    pub(crate) fn count_computed(&self, values: u32) {
        // Of values that count as computed one by one.
        self.computed.fetch_add(values, Ordering::Relaxed);
    }

    pub(crate) fn size_in_bytes(trumps: bool, cards: u8) -> usize {
        Index::new(0b111, trumps, cards, false).index_count()
    }

    pub(crate) fn computed_count(&self) -> u32 {
        self.computed.load(Ordering::Relaxed)
    }

    /// `tricks` is at most [`cards`](Self::cards).
    #[inline(always)]
    pub(crate) fn value(&self, board: &Board, remaining: u32, leader: usize, tricks: u8) -> u8 {
        if tricks == 0 {
            return 0;
        }
        let place = self.index.index_of(board, remaining, tricks);
        match &self.bytes {
            ValueBytes::Complete(bytes) => DIGITS[leader][usize::from(bytes.as_slice()[place])],
            ValueBytes::OnDemand(bytes) => {
                let byte = &bytes[place];
                let digit = DIGITS[leader][usize::from(byte.load(Ordering::Relaxed))];
                if digit > 0 { digit - 1 } else { self.compute(board, remaining, leader, tricks, byte) }
            }
        }
    }

    #[cold]
    fn compute(&self, board: &Board, remaining: u32, leader: usize, tricks: u8, byte: &AtomicU8) -> u8 {
        self.computed.fetch_add(1, Ordering::Relaxed);
        let value =
            ask_compiled(board.play_rules, ValueSearch { values: self, board, remaining, leader, tricks });
        // Another thread may have stored the same digit already.
        let stored = byte.load(Ordering::Relaxed);
        if DIGITS[leader][usize::from(stored)] == 0 {
            byte.store(stored + (value + 1) * DIGIT_WEIGHTS[leader], Ordering::Relaxed);
        }
        value
    }
}

/// The computation of a value from the values of endings with one trick fewer.
struct ValueSearch<'a> {
    values: &'a Values,
    board: &'a Board,
    remaining: u32,
    leader: usize,
    tricks: u8,
}

impl CompiledQuestion for ValueSearch<'_> {
    type Answer = u8;

    fn ask<R: Rules>(self) -> u8 {
        let ValueSearch { board, remaining, leader, tricks, .. } = self;
        let leads = board.leads(remaining, leader).map(|card| board.lead(leader, card));
        let value = best(self.maximizes(leader as u8), leads, full_window(tricks), |trick, window| {
            if board.players == 3 {
                self.choose_second::<R>(trick, window)
            } else {
                self.choose_last::<R>(trick, window)
            }
        });
        value as u8
    }
}

impl ValueSearch<'_> {
    fn maximizes(&self, seat: u8) -> bool {
        self.values.question.maximizers >> seat & 1 == 1
    }

    #[inline(always)]
    fn choose_second<R: Rules>(&self, trick: Trick, window: Window) -> i8 {
        let follows = self.board.follows::<R>(&trick, self.remaining).with_first(trick.above);
        let follows = follows.map(|card| self.board.follow(trick, card));
        best(self.maximizes(trick.seat), follows, window, |trick, window| {
            self.choose_last::<R>(trick, window)
        })
    }

    #[inline(always)]
    fn choose_last<R: Rules>(&self, trick: Trick, window: Window) -> i8 {
        let follows = self.board.follows::<R>(&trick, self.remaining).with_first(trick.above);
        let remaining = self.remaining & !trick.cards;
        best(self.maximizes(trick.seat), follows, window, |card, _| {
            let winner = if trick.above & card == 0 { trick.winner } else { trick.seat };
            let rest = self.values.value(self.board, remaining & !card, winner.into(), self.tricks - 1);
            (rest + (self.values.question.counted >> winner & 1)) as i8
        })
    }
}

pub(crate) fn zeros(bytes: usize) -> Box<[AtomicU8]> {
    // The operating system provides memory only for the pages that are written.
    // SAFETY: a zero byte is a valid `AtomicU8`.
    unsafe { Box::new_zeroed_slice(bytes).assume_init() }
}
