//! Checks complete tables against the rules of play, position by position.

use rayon::prelude::*;

use crate::search::board::Board;
use crate::search::endgame::values::codebook::{Range, RangeTriple};
use crate::search::endgame::values::index::{blocks, ending_patterns};
use crate::search::endgame::values::question::{GameQuestion, Question, value};
use crate::search::endgame::values::ranges::Ranges;
use crate::search::endgame::values::relaxed::RelaxedGame;
use crate::search::endgame::values::value_table::Values;
use crate::search::suit_pattern::CLASS_COUNT;

impl Values {
    /// Whether the values follow from the table's values of endings with one trick less, in a sample of the positions
    /// of every block; for small blocks the sample is the whole block.
    pub(crate) fn is_consistent(&self, board: &Board) -> bool {
        (1..=self.cards).all(|tricks| {
            holds_in_sample(board, tricks, false, |board, remaining| {
                (0..3).filter(|leader| board.playing >> leader & 1 == 1).all(|leader| {
                    let after = |remaining, winner| self.value(board, remaining, winner, tricks - 1);
                    let value = value(self.question, board, remaining, leader, tricks, after);
                    value == self.value(board, remaining, leader, tricks)
                })
            })
        })
    }
}

impl Ranges {
    /// As for values, with the ranges for `question`.
    pub(crate) fn is_consistent(&self, board: &Board, question: Question) -> bool {
        self.codebooks.iter().zip(1..).all(|(codebook, tricks)| {
            // A damaged codebook may contain no entry for some ranges. `closest` then returns an arbitrary byte for
            // them, so the check below also requires that the stored ranges contain the computed ranges.
            let closest = codebook.closest_codes(tricks);
            holds_in_sample(board, tricks, true, |board, remaining| {
                let ranges = ranges_by_leader(board, remaining, tricks, question, |board, remaining| {
                    self.ranges_if_any(board, remaining, tricks - 1)
                });
                let stored = self.ranges(board, remaining, tricks);
                ranges.widening(stored).is_some() && codebook.ranges(closest.byte(ranges)) == stored
            })
        })
    }

    fn ranges_if_any(&self, board: &Board, remaining: u32, tricks: u8) -> RangeTriple {
        if tricks == 0 { RangeTriple::ZERO } else { self.ranges(board, remaining, tricks) }
    }
}

fn ranges_by_leader(
    board: &Board,
    remaining: u32,
    tricks: u8,
    question: Question,
    after: impl Fn(&Board, u32) -> RangeTriple,
) -> RangeTriple {
    // A range that the codebook has widened does no harm here: a lower value after the trick never raises the value
    // before it, and a higher value never lowers it.
    let [low, high] = RelaxedGame::lower_and_upper(question.maximizes(0));
    RangeTriple::from_fn(|leader| {
        let after = |remaining, leader| after(board, remaining).range(leader);
        let low =
            value(low, board, remaining, leader, tricks, |remaining, leader| after(remaining, leader).low);
        let high =
            value(high, board, remaining, leader, tricks, |remaining, leader| after(remaining, leader).high);
        Range { low, high }
    })
}

fn holds_in_sample(
    board: &Board,
    tricks: u8,
    relaxed: bool,
    holds: impl Fn(&Board, u32) -> bool + Sync,
) -> bool {
    /// Largest number of patterns of each suit in the sample.
    const MAX_PATTERNS_PER_SUIT: usize = 4;
    let patterns = patterns_by_class(relaxed);
    blocks(board.playing, board.trumps != 0, tricks).par_iter().all(|&block| {
        let mut board = board.clone();
        // The patterns of each suit are spread evenly over its class.
        let sample = block.map(|class| {
            let ids = &patterns[class];
            ids.iter().copied().step_by(ids.len().div_ceil(MAX_PATTERNS_PER_SUIT)).collect::<Vec<u16>>()
        });
        let mut holds_so_far = true;
        for_each_position(block, &sample.each_ref().map(Vec::as_slice), |patterns| {
            let remaining = board.lay_out_patterns(patterns);
            holds_so_far &= holds(&board, remaining);
        });
        holds_so_far
    })
}

fn patterns_by_class(relaxed: bool) -> Vec<Vec<u16>> {
    let mut ids = vec![Vec::new(); CLASS_COUNT];
    for pattern in ending_patterns(relaxed) {
        ids[pattern.code.class()].push(pattern.id);
    }
    ids
}

fn for_each_position(block: [usize; 4], patterns: &[&[u16]; 4], mut visit: impl FnMut([u16; 4])) {
    // The last two suits can be exchanged if they have the same class; then each pair of their patterns is visited in
    // one order only.
    let [first, second, third, fourth] = patterns;
    for &a in *first {
        for &b in *second {
            for &c in *third {
                for &d in fourth.iter().filter(|&&d| block[2] != block[3] || c <= d) {
                    visit([a, b, c, d]);
                }
            }
        }
    }
}
