//! The ranges in which the values of endings lie: from the value of one pooled game to that
//! of the other, found when first asked for and kept, or all of them in a table made
//! beforehand.
//!
//! Where they are found one by one there are endings of up to five cards in each hand, in two
//! bytes as [`Endgame`](super::Endgame) keeps values: 21 MB with trumps and 5 MB without.
//!
//! A complete table goes up to six cards, 144 MB with trumps and 37 MB without, or up to seven,
//! 1.5 GB and 0.4 GB. One byte holds the ranges for the three seats that may be on lead, as a
//! number of a [`Palette`]. What is kept for more cards is worked out from what is kept for fewer.

use std::sync::atomic::{AtomicU8, Ordering};

use super::index::Index;
use super::palette::{ByLeader, Palette};
use super::question::{Question, everything};
use super::{Bytes, FIGURES, keep, zeros};
use crate::search::board::Board;

/// The most cards in each hand where ranges are found one by one.
const FOUND_CARDS: u8 = 5;

/// The highest number of tricks that is kept where they are found.
const HIGHEST: u8 = 4;

/// The ranges of one question.
pub(crate) struct Ranges {
    index: Index,
    /// The questions to which the lower ends, and the upper ones, are the answers.
    pub(super) ends: [Question; 2],
    /// The most cards in each hand.
    pub(crate) cards: u8,
    pub(super) kept: Kept,
}

pub(super) enum Kept {
    /// Those found so far: for each place the figures of lower ends, and of what upper ends leave
    /// to the others. A figure too high to be kept may be taken for a lower one in both.
    Found(Box<[AtomicU8]>),
    /// All of them: a palette for each number of cards, and after as many bytes as these take
    /// the number of each place.
    Complete { palettes: Vec<Palette>, bytes: Bytes },
}

impl Ranges {
    /// The ranges for boards like this one, none of them known yet.
    pub(super) fn new(board: &Board, question: Question) -> Ranges {
        let index = Index::new(board.playing, board.trumps != 0, FOUND_CARDS, true);
        let kept = Kept::Found(zeros(2 * index.places()));
        Ranges { index, ends: question.pooled(), cards: FOUND_CARDS, kept }
    }

    /// A complete table for boards like this one.
    pub(super) fn of(board: &Board, question: Question, cards: u8, bytes: Bytes) -> Ranges {
        let index = Index::new(board.playing, board.trumps != 0, cards, true);
        let palettes =
            bytes.all().chunks_exact(Palette::BYTES).map(Palette::read).take(cards.into()).collect();
        Ranges { index, ends: question.pooled(), cards, kept: Kept::Complete { palettes, bytes } }
    }

    /// How many bytes a complete table takes.
    pub(super) fn bytes(trumps: bool, cards: u8) -> usize {
        Palette::BYTES * usize::from(cards) + Index::new(0b111, trumps, cards, true).places()
    }

    /// Whether the value at the start of a trick is `need` or more, as far as the range
    /// tells, with `tricks` left, no more than [`cards`](Self::cards).
    #[inline(always)]
    pub(crate) fn reach(
        &self,
        board: &Board,
        left: u32,
        leader: usize,
        tricks: u8,
        need: u8,
    ) -> Option<bool> {
        let (reached, missed) = match &self.kept {
            Kept::Complete { palettes, bytes } => {
                let range = self.ranges(palettes, bytes, board, left, tricks).of(leader);
                (range.low >= need, range.high < need)
            }
            Kept::Found(found) => {
                let reached = self.found(found, 0, board, left, leader, tricks) >= need;
                (reached, !reached && self.found(found, 1, board, left, leader, tricks) < need)
            }
        };
        (reached || missed).then_some(reached)
    }

    /// The ranges of a place in a complete table.
    #[inline(always)]
    pub(super) fn ranges(
        &self,
        palettes: &[Palette],
        bytes: &Bytes,
        board: &Board,
        left: u32,
        tricks: u8,
    ) -> ByLeader {
        let place = Palette::BYTES * palettes.len() + self.index.place(board, left, tricks);
        palettes[usize::from(tricks) - 1].ranges(bytes.all()[place])
    }

    /// The lower end of the range, or the upper one, of those found so far or found now.
    fn found(&self, all: &[AtomicU8], end: usize, board: &Board, left: u32, leader: usize, tricks: u8) -> u8 {
        if tricks == 0 {
            return 0;
        }
        let turned = |tricks_kept| if end == 0 { tricks_kept } else { tricks - tricks_kept };
        let byte = &all[2 * self.index.place(board, left, tricks) + end];
        let figure = FIGURES[leader][usize::from(byte.load(Ordering::Relaxed))];
        if figure > 0 {
            return turned(figure - 1);
        }
        let after = |left, leader| self.found(all, end, board, left, leader, tricks - 1);
        let value = self.ends[end].value(board, left, leader, everything(tricks), after);
        let to_keep = turned(value).min(HIGHEST);
        keep(byte, leader, to_keep);
        turned(to_keep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::endgame::tests::{board, each};
    use crate::search::shape::Shape;

    /// Of four cards without trumps there are more ranges than a palette holds.
    #[test]
    fn complete_tables_hold_what_is_found_when_first_met() {
        let mut widened = 0;
        for (trumps, cards) in [(true, 2), (false, 4)] {
            for pursuers in [0b001, 0b110] {
                let mut board = board(trumps, 3);
                let question = Question::new(0b001, pursuers);
                let bytes = Ranges::complete(&board, question, cards, |_| {});
                assert_eq!(bytes.len(), Ranges::bytes(trumps, cards));
                let complete = Ranges::of(&board, question, cards, Bytes::InMemory(bytes));
                let found = Ranges::new(&board, question);
                assert!(complete.follows(&board));
                each(&mut board, cards, |board, left, tricks| {
                    for (leader, need) in
                        (0..3).flat_map(|leader| (1..=tricks).map(move |need| (leader, need)))
                    {
                        let [complete, found] =
                            [&complete, &found].map(|ranges| ranges.reach(board, left, leader, tricks, need));
                        assert!(complete == found || complete.is_none() && tricks == 4);
                        widened += u32::from(complete != found);
                    }
                });
            }
        }
        assert!(widened > 0, "all were in the palette");
    }

    /// All five tricks are the soloist's, one more than is kept where they are found, and so
    /// are none.
    #[test]
    fn more_than_can_be_kept_is_a_range_still() {
        let mut board = board(true, 3);
        let shape = |owners: [usize; 5]| owners.iter().fold(0, |id, &owner| Shape::with_top(id, owner));
        for (owner, reached) in [(0, [Some(true), None]), (1, [None, Some(false)])] {
            let others = [1, 2, 0].map(|n| (owner + n) % 3);
            let left = board.hold([shape([owner; 5]), shape([others[0]; 5]), shape([others[1]; 5]), 0]);
            let found = Ranges::new(&board, Question::new(0b001, 0b001));
            let need = if owner == 0 { [4, 5] } else { [1, 2] };
            assert_eq!(need.map(|need| found.reach(&board, left, owner, 5, need)), reached);
        }
    }

    #[test]
    fn a_wrong_range_is_seen() {
        let board = board(false, 3);
        let question = Question::new(0b001, 0b001);
        let bytes = Ranges::complete(&board, question, 3, |_| {});
        // The first byte of every palette again and again, then ranges that are all from 0 to 0.
        for from in [3 * Palette::BYTES, 0] {
            let mut wrong = bytes.clone();
            wrong[from..].fill(0);
            assert!(!Ranges::of(&board, question, 3, Bytes::InMemory(wrong)).follows(&board));
        }
    }
}
