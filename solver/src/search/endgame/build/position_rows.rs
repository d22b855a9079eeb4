//! The positions after a trick, in the order in which the computation of the trick reads them.
//!
//! A table holds each position once. Here a position occurs once for each suit that may have been led, so that all
//! positions that differ only in their [side suits](super::side_suits) are adjacent.

use rayon::prelude::*;

use super::suit_lengths::{SuitLengths, TableArrangement};
use crate::search::endgame::values::question::GameQuestion;
use crate::search::suit_pattern::CLASS_COUNT;

/// The bytes for all positions with one number of tricks left, in rows for each set of suit lengths.
pub(super) struct PositionRows {
    rows: Vec<u8>,
    /// By the [`number`] of the suit lengths.
    firsts: Vec<usize>,
}

fn number(lengths: &SuitLengths) -> usize {
    lengths.led * (CLASS_COUNT + 1) + lengths.trumps.unwrap_or(CLASS_COUNT)
}

impl PositionRows {
    pub(super) fn after_last_trick() -> PositionRows {
        // A single position, whose byte is 0.
        PositionRows { rows: vec![0], firsts: vec![0; CLASS_COUNT * (CLASS_COUNT + 1)] }
    }

    pub(super) fn from_bytes(arrangement: &TableArrangement, tricks: u8, bytes: &[u8]) -> PositionRows {
        let mut firsts = vec![0; CLASS_COUNT * (CLASS_COUNT + 1)];
        let (mut all_lengths, mut end) = (Vec::new(), 0);
        arrangement.for_each_lengths(tricks, |lengths| {
            firsts[number(&lengths)] = end;
            end += arrangement.position_count(&lengths);
            all_lengths.push(lengths);
        });
        let mut rows = vec![0; end];
        let mut rest = rows.as_mut_slice();
        let parts = all_lengths.into_iter().map(|lengths| {
            let part;
            (part, rest) = std::mem::take(&mut rest).split_at_mut(arrangement.position_count(&lengths));
            (lengths, part)
        });
        let parts = parts.collect::<Vec<_>>().into_par_iter();
        parts.for_each(|(lengths, part)| fill(part, arrangement, &lengths, tricks, bytes));
        PositionRows { rows, firsts }
    }

    /// The bytes from the first position with these lengths on. The positions with these lengths come first:
    /// for each pattern of the suit led, for each pattern of the trumps, all contents of the side suits.
    pub(super) fn rows(&self, lengths: &SuitLengths) -> &[u8] {
        &self.rows[self.firsts[number(lengths)]..]
    }
}

fn fill(rows: &mut [u8], arrangement: &TableArrangement, lengths: &SuitLengths, tricks: u8, bytes: &[u8]) {
    let side_suits = arrangement.side_suits(lengths);
    let [leds, trumps] = arrangement.sizes(lengths);
    for block in side_suits.blocks(lengths.side_suit_count()) {
        let side_classes = block.classes(lengths.side_suit_count());
        // The index contains suits of one class in either order, with the same bytes; so the first block is enough.
        let Some(index_block) = arrangement.index_blocks(lengths, side_classes, tricks).next() else {
            continue;
        };
        for (n, row) in rows.chunks_exact_mut(side_suits.width(lengths.side_suit_count())).enumerate() {
            let (led, trumps) = (n / trumps, n % trumps);
            for (above, row) in row[block.places.clone()].chunks_exact_mut(index_block.below).enumerate() {
                row.copy_from_slice(
                    &bytes[index_block.index(leds, [led, trumps, above])..][..index_block.below],
                );
            }
        }
    }
}

/// The number of counted tricks in a trick that has ended and in all later tricks, by the winner of the trick, a seat
/// or [either defender](super::tricks::EITHER_DEFENDER), and the byte of the position after it.
pub(super) struct TricksByWinner([[u8; 256]; 4]);

impl TricksByWinner {
    /// `value` returns the number of counted tricks, given the leader and the byte of the position.
    pub(super) fn new(question: impl GameQuestion, value: impl Fn(usize, u8) -> u8) -> TricksByWinner {
        let mut won = [[0; 256]; 4];
        for byte in 0..=u8::MAX {
            let tricks_if_won_by = |seat: u8| u8::from(question.counts(seat)) + value(seat.into(), byte);
            let [declarer, left, right] = [0, 1, 2].map(tricks_if_won_by);
            let by_winner = [declarer, left, right, question.choose(left, right)];
            won.iter_mut().zip(by_winner).for_each(|(won, value)| won[usize::from(byte)] = value);
        }
        TricksByWinner(won)
    }

    pub(super) fn append(&self, winner: u8, bytes: &[u8], tricks: &mut Vec<u8>) {
        let won = &self.0[usize::from(winner)];
        tricks.extend(bytes.iter().map(|&byte| won[usize::from(byte)]));
    }
}
