//! Ranges that contain the values of endings, from the value of one relaxed game to that of the other.
//!
//! A small table covers up to six cards in each hand and takes 144 MB with trumps and 37 MB without. A large table
//! covers up to seven cards and takes 1.5 GB and 0.4 GB. One byte holds the ranges for each of the three seats that can
//! be on lead, as the number of an entry of a [`Codebook`]. The ranges of endings with more cards are computed from the
//! stored ranges of endings with fewer.

use super::bytes::Bytes;
use super::codebook::{Codebook, RangeTriple};
use super::index::Index;
use crate::search::board::Board;

/// A table of ranges for one question.
pub(crate) struct Ranges {
    index: Index,
    /// Largest number of cards in each hand.
    pub(crate) cards: u8,
    /// By the number of cards, from one up.
    pub(crate) codebooks: Vec<Codebook>,
    /// The codebooks, then the number of a codebook entry for each index.
    bytes: Bytes,
}

impl Ranges {
    pub(crate) fn from_bytes(board: &Board, cards: u8, bytes: Bytes) -> Ranges {
        let index = Index::new(board.playing, board.trumps != 0, cards, true);
        let codebooks = bytes
            .as_slice()
            .chunks_exact(Codebook::BYTES)
            .map(Codebook::from_bytes)
            .take(cards.into())
            .collect();
        Ranges { index, cards, codebooks, bytes }
    }

    pub(crate) fn size_in_bytes(trumps: bool, cards: u8) -> usize {
        Codebook::BYTES * usize::from(cards) + Index::new(0b111, trumps, cards, true).index_count()
    }

    /// `None` if the range leaves this open. `tricks` is at most [`cards`](Self::cards).
    #[inline(always)]
    pub(crate) fn can_reach(
        &self,
        board: &Board,
        remaining: u32,
        leader: usize,
        tricks: u8,
        need: u8,
    ) -> Option<bool> {
        let range = self.ranges(board, remaining, tricks).range(leader);
        let reached = range.low >= need;
        (reached || range.high < need).then_some(reached)
    }

    #[inline(always)]
    pub(crate) fn ranges(&self, board: &Board, remaining: u32, tricks: u8) -> RangeTriple {
        let place = Codebook::BYTES * self.codebooks.len() + self.index.index_of(board, remaining, tricks);
        self.codebooks[usize::from(tricks) - 1].ranges(self.bytes.as_slice()[place])
    }
}
