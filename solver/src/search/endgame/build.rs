//! Complete tables, made from the last trick backwards on all cores.

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use super::index::{Index, blocks, standing};
use super::{Endgame, FIGURES, HIGHEST, Question, UNITS, Values};
use crate::search::board::Board;
use crate::search::shape::CLASSES;

impl Endgame {
    /// All values for boards like this one with up to so many cards in each hand.
    ///
    /// `progress` hears now and then, from any thread, that so many more places are done.
    pub(crate) fn complete(
        board: &Board,
        question: Question,
        cards: u8,
        progress: impl Fn(u64) + Sync,
    ) -> Endgame {
        let index = Index::new(board.playing, board.trumps != 0, cards, question.pooled);
        let bytes: Box<[AtomicU8]> = (0..index.places()).map(|_| AtomicU8::default()).collect();
        let ids = ids(question.pooled);
        for tricks in 1..=cards {
            // Every place of fewer tricks is complete, and each of these belongs to one
            // block, which one thread works out.
            let blocks = blocks(board.playing, board.trumps != 0, tricks);
            blocks.par_iter().for_each_init(
                || board.clone(),
                |board, &block| {
                    let mut done = 0;
                    each_of(block, &block.map(|class| ids[class].as_slice()), |shapes| {
                        let left = board.hold(shapes);
                        let mut byte = 0;
                        for leader in (0..3).filter(|leader| board.playing >> leader & 1 == 1) {
                            let after = |left, winner: usize| {
                                if tricks == 1 {
                                    return 0;
                                }
                                let place = index.place(board, left, tricks - 1);
                                let byte = bytes[place].load(Ordering::Relaxed);
                                question.turned(FIGURES[winner][usize::from(byte)], tricks - 1)
                            };
                            let value = question.value(board, left, leader, tricks, after);
                            byte += question.turned(value, tricks).min(HIGHEST) * UNITS[leader];
                        }
                        bytes[index.place(board, left, tricks)].store(byte, Ordering::Relaxed);
                        done += 1;
                    });
                    progress(done);
                },
            );
        }
        let bytes = bytes.into_iter().map(AtomicU8::into_inner).collect();
        Endgame { index, question, cards, values: Values::Complete(bytes) }
    }

    /// Whether values of every block of a complete table follow from those with one trick
    /// less: one of each block, or all of a small one.
    #[cfg(any(test, not(target_family = "wasm")))]
    pub(crate) fn follows(&self, board: &Board) -> bool {
        /// About how many positions of a block are looked at.
        const SAMPLE: usize = 4;
        let ids = ids(self.question.pooled);
        (1..=self.cards).all(|tricks| {
            blocks(board.playing, board.trumps != 0, tricks).par_iter().all(|&block| {
                let mut board = board.clone();
                // A few shapes of each suit, from all over its class.
                let some = block.map(|class| {
                    let all = &ids[class];
                    all.iter().copied().step_by(all.len().div_ceil(SAMPLE)).collect::<Vec<u16>>()
                });
                let mut follow = true;
                each_of(block, &some.each_ref().map(Vec::as_slice), |shapes| {
                    let left = board.hold(shapes);
                    for leader in (0..3).filter(|leader| board.playing >> leader & 1 == 1) {
                        let after = |left, winner| self.value(&board, left, winner, tricks - 1);
                        let value = self.question.value(&board, left, leader, tricks, after);
                        let figure = self.question.turned(value, tricks).min(HIGHEST);
                        follow &=
                            self.question.turned(figure, tricks) == self.value(&board, left, leader, tricks);
                    }
                });
                follow
            })
        })
    }

    /// The bytes of the values, of a table that is complete in memory; else none.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn into_bytes(self) -> Box<[u8]> {
        match self.values {
            Values::Complete(bytes) => bytes,
            _ => Box::default(),
        }
    }
}

/// The shapes of each class, of those that stand for others in the pooled game if it is
/// about that.
fn ids(pooled: bool) -> Vec<Vec<u16>> {
    let mut ids = vec![Vec::new(); CLASSES];
    for shape in standing(pooled) {
        ids[shape.code.class()].push(shape.id);
    }
    ids
}

/// All positions of a block that these shapes of its suits make.
///
/// Suits of one class are exchangeable, trumps aside: of the last two each pair is met in
/// one order only.
fn each_of(block: [usize; 4], shapes: &[&[u16]; 4], mut of: impl FnMut([u16; 4])) {
    let [first, second, third, fourth] = shapes;
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
