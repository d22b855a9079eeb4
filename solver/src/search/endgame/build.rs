//! Complete tables, made from the last trick backwards on all cores.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, Ordering};

use ahash::AHasher;
use rayon::prelude::*;

use super::codebook::{ByLeader, Codebook, Range};
use super::index::{Index, blocks, ending_patterns};
use super::question::{GameQuestion, Question, everything, value};
use super::ranges::Ranges;
use super::relaxed::Relaxed;
use super::values::{FIGURES, UNITS, Values, zeros};
use crate::search::board::Board;
use crate::search::specialize::{Any, Ask, Rules, under};
use crate::search::suit_pattern::CLASSES;

impl Values {
    /// All values for boards like this one with up to `cards` in each hand, in the order of the
    /// index.
    ///
    /// `progress` hears now and then, from any thread, how many more bytes are done.
    pub(super) fn complete(
        board: &Board,
        question: Question,
        cards: u8,
        progress: impl Fn(u64) + Sync,
    ) -> Box<[u8]> {
        let index = Index::new(board.playing, board.trumps != 0, cards, false);
        let bytes = zeros(index.places());
        for tricks in 1..=cards {
            on_all_cores(board, tricks, false, &progress, |board, left| {
                // Every place of fewer tricks is complete.
                let after = |left, winner: usize| match tricks {
                    1 => 0,
                    _ => {
                        let byte = bytes[index.place(board, left, tricks - 1)].load(Ordering::Relaxed);
                        FIGURES[winner][usize::from(byte)]
                    }
                };
                let mut byte = 0;
                for leader in (0..3).filter(|leader| board.playing >> leader & 1 == 1) {
                    byte += value::<Any>(question, board, left, leader, everything(tricks), after)
                        * UNITS[leader];
                }
                bytes[index.place(board, left, tricks)].store(byte, Ordering::Relaxed);
            });
        }
        settled(bytes)
    }

    /// Whether the values of a complete table follow from those with one trick less, for a few
    /// positions of every block or all of a small one.
    #[cfg(any(test, not(target_family = "wasm")))]
    pub(super) fn follows(&self, board: &Board) -> bool {
        (1..=self.cards).all(|tricks| {
            everywhere(board, tricks, false, |board, left| {
                (0..3).filter(|leader| board.playing >> leader & 1 == 1).all(|leader| {
                    let after = |left, winner| self.value(board, left, winner, tricks - 1);
                    let value = value::<Any>(self.question, board, left, leader, everything(tricks), after);
                    value == self.value(board, left, leader, tricks)
                })
            })
        })
    }
}

impl Ranges {
    /// All ranges for boards like this one with up to `cards` in each hand: the codebooks, and the
    /// bytes in the order of the index.
    ///
    /// `progress` hears now and then, from any thread, how many more bytes are done.
    pub(crate) fn complete(
        board: &Board,
        question: Question,
        cards: u8,
        progress: impl Fn(u64) + Sync,
    ) -> Box<[u8]> {
        let index = Index::new(board.playing, board.trumps != 0, cards, true);
        let room = Codebook::BYTES * usize::from(cards);
        let bytes = zeros(room + index.places());
        let place = |board: &Board, left, tricks| &bytes[room + index.place(board, left, tricks)];
        let mut codebooks: Vec<Codebook> = Vec::new();
        for tricks in 1..=cards {
            let below = |board: &Board, left| match codebooks.last() {
                Some(codebook) => codebook.ranges(place(board, left, tricks - 1).load(Ordering::Relaxed)),
                None => ByLeader::NONE,
            };
            let follow = compiled(board, question);
            let of = |board: &Board, left| follow(board, left, tricks, &below);
            let codebook = Codebook::of(sample(board, tricks, of), tricks);
            let closest = codebook.closest(tricks);
            on_all_cores(board, tricks, true, &progress, |board, left| {
                place(board, left, tricks).store(closest.of(of(board, left)), Ordering::Relaxed);
            });
            codebooks.push(codebook);
            progress(Codebook::BYTES as u64);
        }
        for (byte, written) in bytes.iter().zip(codebooks.iter().flat_map(Codebook::written)) {
            byte.store(written, Ordering::Relaxed);
        }
        settled(bytes)
    }

    /// Whether the ranges follow from those with one trick less, as answers to this question, for
    /// a few positions of every block or all of a small one.
    #[cfg(any(test, not(target_family = "wasm")))]
    pub(super) fn follows(&self, board: &Board, question: Question) -> bool {
        self.codebooks.iter().zip(1..).all(|(codebook, tricks)| {
            // Ranges that no entry holds have no closest one, and are not in the table.
            let closest = codebook.closest(tricks);
            let below = |board: &Board, left| match tricks {
                1 => ByLeader::NONE,
                _ => self.ranges(board, left, tricks - 1),
            };
            let follow = compiled(board, question);
            everywhere(board, tricks, true, |board, left| {
                let ranges = follow(board, left, tricks, &below);
                let kept = self.ranges(board, left, tricks);
                ranges.widened(kept).is_some() && codebook.ranges(closest.of(ranges)) == kept
            })
        })
    }
}

/// A function from a position at the start of a trick, the tricks left, and the ranges after the
/// trick to the ranges at its start.
type Follow<After> = fn(&Board, u32, u8, &After) -> ByLeader;

/// That function, compiled for the rules of the board and for what the declarer wants.
fn compiled<After: Fn(&Board, u32) -> ByLeader>(board: &Board, question: Question) -> Follow<After> {
    struct Compiled<After>(Question, PhantomData<After>);
    impl<After: Fn(&Board, u32) -> ByLeader> Ask for Compiled<After> {
        type Answer = Follow<After>;

        fn ask<R: Rules>(self) -> Follow<After> {
            if self.0.pursues(0) { by_leader::<R, true, After> } else { by_leader::<R, false, After> }
        }
    }
    under(board.play_rules, Compiled(question, PhantomData))
}

/// The ranges at the start of a trick.
///
/// Ranges that were widened on the way are still right: a value is no higher for lower values
/// after it, and no lower for higher ones.
fn by_leader<R: Rules, const DECLARER_PURSUES: bool, After: Fn(&Board, u32) -> ByLeader>(
    board: &Board,
    left: u32,
    tricks: u8,
    after: &After,
) -> ByLeader {
    // The same trick comes about with every leader, and for both ends.
    let met = [const { Cell::new((0, ByLeader::NONE)) }; MET];
    let after = |left: u32| {
        let met = &met[(left.wrapping_mul(0x9E37_79B1) >> (u32::BITS - MET.ilog2())) as usize];
        if met.get().0 != left {
            met.set((left, after(board, left)));
        }
        met.get().1
    };
    ByLeader::from_fn(|leader| {
        let (low, high) = (Relaxed::<DECLARER_PURSUES, false>, Relaxed::<DECLARER_PURSUES, true>);
        let window = everything(tricks);
        let low = value::<R>(low, board, left, leader, window, |left, leader| after(left).of(leader).low);
        // The upper end is no less than the lower one, and mostly the same.
        let window = (low as i8, window.1);
        let high = value::<R>(high, board, left, leader, window, |left, leader| after(left).of(leader).high);
        Range { low, high }
    })
}

/// How many tricks are remembered at a time.
const MET: usize = 256;

/// How often ranges occur in a sample of the positions with `tricks` left, a million at most and a
/// few from every block.
fn sample(
    board: &Board,
    tricks: u8,
    ranges: impl Fn(&Board, u32) -> ByLeader + Sync,
) -> HashMap<ByLeader, u64, BuildHasherDefault<AHasher>> {
    type Counts = HashMap<ByLeader, u64, BuildHasherDefault<AHasher>>;
    let up_to = |tricks| Index::new(board.playing, board.trumps != 0, tricks, true).places();
    let wanted = (up_to(tricks) - up_to(tricks - 1)).div_ceil(1_000_000);
    // One position in this many; a prime number, to keep no step with the sizes of classes.
    let step = [1, 11, 37, 137, 401].into_iter().find(|&step| step >= wanted).unwrap_or(1511);
    let ids = ids(true);
    let of_block = |board: &mut Board, number: usize, block: [usize; 4]| {
        let mut counts = Counts::default();
        let mut met = number;
        each_of(block, &block.map(|class| ids[class].as_slice()), |patterns| {
            if met.is_multiple_of(step) {
                let left = board.hold(patterns);
                *counts.entry(ranges(board, left)).or_default() += 1;
            }
            met += 1;
        });
        counts
    };
    let both = |mut counts: Counts, others: Counts| {
        others.into_iter().for_each(|(ranges, count)| *counts.entry(ranges).or_default() += count);
        counts
    };
    blocks(board.playing, board.trumps != 0, tricks)
        .par_iter()
        .enumerate()
        .map_init(|| board.clone(), |board, (number, &block)| of_block(board, number, block))
        .reduce(Counts::default, both)
}

/// The bytes when all is written, in the same room.
fn settled(bytes: Box<[AtomicU8]>) -> Box<[u8]> {
    bytes.into_vec().into_iter().map(AtomicU8::into_inner).collect::<Vec<u8>>().into_boxed_slice()
}

/// Do `work` at every place with `tricks` left, one place at a time on each core.
fn on_all_cores(
    board: &Board,
    tricks: u8,
    relaxed: bool,
    progress: &(impl Fn(u64) + Sync),
    work: impl Fn(&Board, u32) + Sync,
) {
    let ids = ids(relaxed);
    blocks(board.playing, board.trumps != 0, tricks).par_iter().for_each_init(
        || board.clone(),
        |board, &block| {
            let mut done = 0;
            each_of(block, &block.map(|class| ids[class].as_slice()), |patterns| {
                let left = board.hold(patterns);
                work(board, left);
                done += 1;
            });
            progress(done);
        },
    );
}

/// Whether something holds for a few positions of every block with `tricks` left, or for all
/// positions of a small one.
#[cfg(any(test, not(target_family = "wasm")))]
fn everywhere(board: &Board, tricks: u8, relaxed: bool, holds: impl Fn(&Board, u32) -> bool + Sync) -> bool {
    /// About how many patterns of each suit are looked at.
    const SAMPLE: usize = 4;
    let ids = ids(relaxed);
    blocks(board.playing, board.trumps != 0, tricks).par_iter().all(|&block| {
        let mut board = board.clone();
        // A few patterns of each suit, from all over its class.
        let some = block.map(|class| {
            let all = &ids[class];
            all.iter().copied().step_by(all.len().div_ceil(SAMPLE)).collect::<Vec<u16>>()
        });
        let mut all = true;
        each_of(block, &some.each_ref().map(Vec::as_slice), |patterns| {
            let left = board.hold(patterns);
            all &= holds(&board, left);
        });
        all
    })
}

/// The numbers of the suit patterns by class: all patterns, or if `relaxed` one for each group of
/// patterns that are the same in the relaxed games.
fn ids(relaxed: bool) -> Vec<Vec<u16>> {
    let mut ids = vec![Vec::new(); CLASSES];
    for pattern in ending_patterns(relaxed) {
        ids[pattern.code.class()].push(pattern.id);
    }
    ids
}

/// Call `of` with all positions of a block that these patterns of its suits make.
///
/// Suits of one class are exchangeable, trumps aside: each pair of the last two is met in one
/// order only.
fn each_of(block: [usize; 4], patterns: &[&[u16]; 4], mut of: impl FnMut([u16; 4])) {
    let [first, second, third, fourth] = patterns;
    for &a in *first {
        for &b in *second {
            for &c in *third {
                for &d in fourth.iter().filter(|&&d| block[2] != block[3] || c <= d) {
                    of([a, b, c, d]);
                }
            }
        }
    }
}
