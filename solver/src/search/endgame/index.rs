//! The place of a position in a table of endings.
//!
//! Positions that differ only by exchanging suits other than trumps have one place.
//! It is found by arithmetic: the classes of the suits (how many cards each seat has
//! there) name a block of places, and the places of the patterns within their classes name the
//! place in it, as the figures of a number with mixed bases. The class of the last suit
//! follows from the others, since each seat has one card for each trick left.

use std::ops::Range;

use crate::search::board::Board;
use crate::search::suit_pattern::{CLASS_LENS, CLASSES, Code, Pattern, patterns, sizes};

/// The places of all endings up to some number of cards in each hand, those with fewer
/// cards first.
pub(crate) struct Index {
    /// By the tricks left less one and the classes of the first two suits: where in
    /// `cells` the class of the third is counted from.
    rows: Vec<u32>,
    /// The first place of each block.
    cells: Vec<u32>,
    /// How many places each class has.
    sizes: [u32; CLASSES],
    /// The first place of each number of tricks left.
    firsts: Vec<u32>,
    /// The number of places in all.
    places: u32,
    /// Whether positions are those of the relaxed games.
    relaxed: bool,
}

impl Index {
    /// Suits come in this order: trumps if there are any, then the others by their
    /// codes, so that exchanging those changes nothing.
    pub(crate) fn new(playing: u8, trump: bool, cards: u8, relaxed: bool) -> Index {
        let mut index = Index {
            rows: Vec::new(),
            cells: Vec::new(),
            sizes: sizes(relaxed),
            firsts: Vec::new(),
            places: 0,
            relaxed,
        };
        for tricks in 1..=cards {
            index.firsts.push(index.places);
            index.add(&blocks(playing, trump, tricks));
        }
        index
    }

    /// Add the blocks of endings with one trick more.
    fn add(&mut self, blocks: &[[usize; 4]]) {
        let rows = self.rows.len();
        self.rows.resize(rows + CLASSES * CLASSES, 0);
        for same in blocks.chunk_by(|a, b| a[..2] == b[..2]) {
            // The third suits come in rising order: cells from the first to the last.
            let (start, [first, second, lowest, _]) = (self.cells.len(), same[0]);
            self.rows[rows + first * CLASSES + second] = (start as u32).wrapping_sub(lowest as u32);
            for block in same {
                self.cells.resize(start + block[2] - lowest, 0);
                self.cells.push(self.places);
                self.places += block.map(|class| self.sizes[class]).iter().product::<u32>();
            }
        }
    }

    /// The first place of the block of suits of these classes, sorted as suits are, counted from
    /// all with as many tricks left.
    pub(super) fn block(&self, classes: [usize; 4], tricks: u8) -> u32 {
        if tricks == 0 {
            return 0;
        }
        let row = ((usize::from(tricks) - 1) * CLASSES + classes[0]) * CLASSES + classes[1];
        self.cells[self.rows[row].wrapping_add(classes[2] as u32) as usize]
            - self.firsts[usize::from(tricks) - 1]
    }

    /// The places of endings with this many tricks left.
    pub(super) fn of(&self, tricks: u8) -> Range<usize> {
        let [first, end] =
            [tricks - 1, tricks].map(|n| self.firsts.get(usize::from(n)).unwrap_or(&self.places));
        *first as usize..*end as usize
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.places as usize
    }

    /// The place of a position at the start of a trick.
    #[inline(always)]
    pub(crate) fn place(&self, board: &Board, left: u32, tricks: u8) -> usize {
        let [a, b, c, d] = board.codes(left);
        let row = ((usize::from(tricks) - 1) * CLASSES + a.class()) * CLASSES + b.class();
        let block = self.cells[self.rows[row].wrapping_add(c.class() as u32) as usize];
        let after = |place: u32, code: Code| place * self.sizes[code.class()] + code.order(self.relaxed);
        (block + after(after(after(a.order(self.relaxed), b), c), d)) as usize
    }
}

/// The classes that four suits can have with `tricks` left, trumps first if there are any, the
/// others in rising order.
pub(crate) fn blocks(playing: u8, trump: bool, tricks: u8) -> Vec<[usize; 4]> {
    let total = [0, 1, 2].map(|seat| if playing >> seat & 1 == 1 { tricks } else { 0 });
    let mut blocks = Vec::new();
    for first in classes(total) {
        let total = minus(total, first);
        for second in classes(total).filter(|&second| trump || first <= second) {
            let total = minus(total, second);
            for third in classes(total).filter(|&third| second <= third) {
                let rest = minus(total, third);
                if rest.iter().sum::<u8>() <= 8 && third <= Pattern::class(rest) {
                    blocks.push([first, second, third, Pattern::class(rest)]);
                }
            }
        }
    }
    blocks
}

/// The classes of suits in which no seat has more cards than in `most`, and all together no more
/// than a suit has.
fn classes(most: [u8; 3]) -> impl Iterator<Item = usize> {
    let all = (0..=most[2])
        .flat_map(move |c| (0..=most[1]).flat_map(move |b| (0..=most[0]).map(move |a| [a, b, c])));
    all.filter(|len| len.iter().sum::<u8>() <= 8).map(Pattern::class)
}

/// The patterns that suits of endings can have or, if `relaxed`, only the patterns that stand for
/// others in the relaxed games.
pub(crate) fn ending_patterns(relaxed: bool) -> impl Iterator<Item = &'static Pattern> {
    let stands = move |pattern: &Pattern| !relaxed || Pattern::standing_for(pattern.id) == pattern.id;
    patterns().iter().filter(move |pattern| pattern.has_code() && stands(pattern))
}

/// What remains for the other suits after one of this class.
fn minus(total: [u8; 3], class: usize) -> [u8; 3] {
    [0, 1, 2].map(|seat| total[seat] - CLASS_LENS[class][seat])
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use bitvec::prelude::*;

    use super::*;
    use crate::search::endgame::values::tests::{board, each};

    #[test]
    fn each_position_has_one_place_and_each_place_one_position() {
        let some = [(false, 3, 2, false), (true, 3, 2, false), (false, 2, 5, false), (true, 2, 4, false)];
        for (trumps, hands, most, relaxed) in
            some.into_iter().chain([(false, 3, 3, true), (true, 3, 2, true)])
        {
            let mut board = board(trumps, hands);
            let index = Index::new(board.playing, trumps, most, relaxed);
            let (mut keys, mut taken) = (HashMap::new(), bitvec![0; index.places()]);
            each(&mut board, most, |board, left, tricks| {
                let place = index.place(board, left, tricks);
                let patterns = [0, 1, 2, 3].map(|suit| board.pattern(suit, left).id);
                let stand = |id| if relaxed { Pattern::standing_for(id) } else { id };
                let mut suits = patterns.map(stand);
                suits[usize::from(trumps)..].sort_unstable();
                let known = *keys.entry(suits).or_insert(place);
                assert_eq!(known, place, "one position has two places");
                taken.set(place, true);
            });
            assert_eq!(taken.count_ones(), keys.len(), "two positions share a place");
        }
    }
}
