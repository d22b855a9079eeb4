//! The positions after a trick, in the order in which tricks lead there.
//!
//! A table has each position once. Here it is once for each suit that can have been led, so that all
//! positions that differ only in their [side suits](super::rest) lie side by side.

use rayon::prelude::*;

use super::question::GameQuestion;
use super::shape::{Layout, Shape};
use crate::search::suit_pattern::CLASSES;

/// The bytes of a table for all positions with some number of tricks left, in the rows of each shape.
pub(super) struct After {
    rows: Vec<u8>,
    /// Offset of the rows of each shape.
    firsts: Vec<usize>,
}

/// Returns the number of a shape.
fn number(shape: &Shape) -> usize {
    shape.led * (CLASSES + 1) + shape.trumps.unwrap_or(CLASSES)
}

impl After {
    /// Returns the positions after the last trick: a single one, whose byte is 0.
    pub(super) fn end() -> After {
        After { rows: vec![0], firsts: vec![0; CLASSES * (CLASSES + 1)] }
    }

    /// Rearranges `bytes`, in the order of the index with `tricks` tricks left, into rows.
    pub(super) fn of(layout: &Layout, tricks: u8, bytes: &[u8]) -> After {
        let mut firsts = vec![0; CLASSES * (CLASSES + 1)];
        let (mut shapes, mut end) = (Vec::new(), 0);
        layout.each_shape(tricks, |shape| {
            firsts[number(&shape)] = end;
            end += layout.positions(&shape);
            shapes.push(shape);
        });
        let mut rows = vec![0; end];
        let mut left = rows.as_mut_slice();
        let parts = shapes.into_iter().map(|shape| {
            let part;
            (part, left) = std::mem::take(&mut left).split_at_mut(layout.positions(&shape));
            (shape, part)
        });
        let parts = parts.collect::<Vec<_>>().into_par_iter();
        parts.for_each(|(shape, part)| fill(part, layout, &shape, tricks, bytes));
        After { rows, firsts }
    }

    /// Returns the bytes of a shape, for each pattern of the suit led and, nested in it, of the trumps.
    pub(super) fn rows(&self, shape: &Shape) -> &[u8] {
        &self.rows[self.firsts[number(shape)]..]
    }
}

/// Copies the bytes of one shape into rows.
fn fill(rows: &mut [u8], layout: &Layout, shape: &Shape, tricks: u8, bytes: &[u8]) {
    let rest = layout.rest(shape);
    let [leds, trumps] = layout.sizes(shape);
    for block in rest.blocks(shape.others()) {
        let others = block.classes(shape.others());
        // The indices of any order of equal suits hold the same bytes.
        let Some(slot) = layout.slots(shape, others, tricks).next() else { continue };
        for (n, row) in rows.chunks_exact_mut(rest.width(shape.others())).enumerate() {
            let (led, trumps) = (n / trumps, n % trumps);
            for (above, row) in row[block.places.clone()].chunks_exact_mut(slot.below).enumerate() {
                row.copy_from_slice(&bytes[slot.at(leds, [led, trumps, above])..][..slot.below]);
            }
        }
    }
}

/// The counted tricks from the end of a trick on, that trick included, by its winner, a seat or [either
/// defender](super::tricks::EITHER), and by the byte of the position after it.
pub(super) struct Won([[u8; 256]; 4]);

impl Won {
    /// Builds the table; `value` returns the tricks of a position that a byte stands for, given its leader.
    pub(super) fn new(asked: impl GameQuestion, value: impl Fn(usize, u8) -> u8) -> Won {
        let mut won = [[0; 256]; 4];
        for byte in 0..=u8::MAX {
            let of = |seat: u8| u8::from(asked.counts(seat)) + value(seat.into(), byte);
            let [declarer, left, right] = [0, 1, 2].map(of);
            let all = [declarer, left, right, asked.decided(left, right)];
            won.iter_mut().zip(all).for_each(|(won, value)| won[usize::from(byte)] = value);
        }
        Won(won)
    }

    /// Appends the tricks for each of `bytes` to `tricks`.
    pub(super) fn of(&self, winner: u8, bytes: &[u8], tricks: &mut Vec<u8>) {
        let won = &self.0[usize::from(winner)];
        tricks.extend(bytes.iter().map(|&byte| won[usize::from(byte)]));
    }
}
