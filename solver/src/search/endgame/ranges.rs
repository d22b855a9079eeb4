//! Ranges that contain the values of endings: from the value of one relaxed game to that of the other, all of
//! them in a table built beforehand.
//!
//! A table goes up to six cards in each hand, 144 MB with trumps and 37 MB without, or up to seven, 1.5 GB
//! and 0.4 GB. One byte holds the ranges for the three seats that may be on lead, as the number of an entry
//! of a [`Codebook`]. The ranges of endings with more cards are computed from the entries stored for fewer.

use super::bytes::Bytes;
use super::codebook::{Codebook, RangesByLeader};
use super::index::Index;
use crate::search::board::Board;

/// A table of the ranges of one question.
pub(crate) struct Ranges {
    index: Index,
    /// Largest number of cards in each hand.
    pub(crate) cards: u8,
    /// The codebook of each number of cards.
    pub(super) codebooks: Vec<Codebook>,
    /// The codebooks as they are stored, and the entry's number for each index.
    bytes: Bytes,
}

impl Ranges {
    /// Builds a table for boards like this one from its bytes.
    pub(crate) fn from_bytes(board: &Board, cards: u8, bytes: Bytes) -> Ranges {
        let index = Index::new(board.playing, board.trumps != 0, cards, true);
        let codebooks =
            bytes.all().chunks_exact(Codebook::BYTES).map(Codebook::read).take(cards.into()).collect();
        Ranges { index, cards, codebooks, bytes }
    }

    /// Returns the size of a table in bytes.
    pub(super) fn bytes(trumps: bool, cards: u8) -> usize {
        Codebook::BYTES * usize::from(cards) + Index::new(0b111, trumps, cards, true).places()
    }

    /// Returns whether the value at the start of a trick is `need` or more, if the range decides it; `tricks`
    /// are left, at most [`cards`](Self::cards).
    #[inline(always)]
    pub(crate) fn reach(
        &self,
        board: &Board,
        left: u32,
        leader: usize,
        tricks: u8,
        need: u8,
    ) -> Option<bool> {
        let range = self.ranges(board, left, tricks).range(leader);
        let reached = range.low >= need;
        (reached || range.high < need).then_some(reached)
    }

    /// Returns the ranges of a position.
    #[inline(always)]
    pub(super) fn ranges(&self, board: &Board, left: u32, tricks: u8) -> RangesByLeader {
        let place = Codebook::BYTES * self.codebooks.len() + self.index.place(board, left, tricks);
        self.codebooks[usize::from(tricks) - 1].ranges(self.bytes.all()[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::play::PlayRules;
    use crate::search::endgame::question::Question;
    use crate::search::endgame::values::Values;
    use crate::search::endgame::values::tests::{board, for_each_ending, switches};

    /// Compares values with ranges; four cards without trumps have more ranges than a codebook holds.
    #[test]
    fn values_lie_within_ranges_of_table() {
        for (trumps, cards) in [(true, 2), (false, 4)] {
            for maximizers in [0b001, 0b110] {
                let mut board = board(trumps, 3);
                let question = Question::new(0b001, maximizers);
                let bytes =
                    Ranges::complete(&board, question, cards, &|_| Some(())).expect("it is not stopped");
                assert_eq!(bytes.len(), Ranges::bytes(trumps, cards));
                let ranges = Ranges::from_bytes(&board, cards, Bytes::InMemory(bytes));
                let values = Values::new(&board, question);
                assert!(ranges.follows(&board, question));
                let (mut one, mut more, mut all) = (0, 0, 0);
                for_each_ending(&mut board, cards, |board, left, tricks| {
                    for leader in 0..3 {
                        let range = ranges.ranges(board, left, tricks).range(leader);
                        let value = values.value(board, left, leader, tricks);
                        assert!(range.low <= value && value <= range.high, "{value} in {range:?}");
                        for need in 1..=tricks {
                            let told = ranges.reach(board, left, leader, tricks, need);
                            assert!(told.is_none_or(|told| told == (value >= need)));
                        }
                        *if range.low == range.high { &mut one } else { &mut more } += 1;
                        all += u32::from(range.high - range.low == 4);
                    }
                });
                assert!(one > 3 * more && (all > 0) == (cards == 4), "{one} {more} {all}");
            }
        }
    }

    #[test]
    fn ranges_follow_from_each_other_under_all_switches() {
        let all =
            [true, false].into_iter().flat_map(|trumps| switches(trumps).map(move |bits| (bits, trumps)));
        for (bits, trumps) in all {
            for maximizers in [0b001, 0b110] {
                let mut board = board(trumps, 3);
                board.play_rules = PlayRules::from_bits(bits);
                let question = Question::new(0b001, maximizers);
                let bytes = Ranges::complete(&board, question, 3, &|_| Some(())).expect("it is not stopped");
                let ranges = Ranges::from_bytes(&board, 3, Bytes::InMemory(bytes));
                assert!(ranges.follows(&board, question), "{bits:05b} {trumps} {maximizers:03b}");
            }
        }
    }

    #[test]
    fn wrong_range_is_detected() {
        let board = board(false, 3);
        let question = Question::new(0b001, 0b001);
        let bytes = Ranges::complete(&board, question, 3, &|_| Some(())).expect("it is not stopped");
        // The first byte of every codebook repeated, then ranges that are all from 0 to 0.
        for from in [3 * Codebook::BYTES, 0] {
            let mut wrong = bytes.clone();
            wrong[from..].fill(0);
            assert!(!Ranges::from_bytes(&board, 3, Bytes::InMemory(wrong)).follows(&board, question));
        }
    }
}
