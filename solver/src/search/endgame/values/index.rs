//! The index of a position in a table of endings.
//!
//! Positions that differ only by an exchange of suits other than trumps have the same index. The classes of the suits
//! (a class is the number of cards of each seat in a suit) determine a block of indices, and the indices of the
//! patterns within their classes the offset in the block, as the digits of a mixed-radix number. The class of the last
//! suit follows from the other classes, since each seat has one card for each remaining trick.

use std::ops::Range;

use crate::search::board::Board;
use crate::search::suit_pattern::{CLASS_COUNT, CLASS_LENS, Code, Pattern, class_sizes, patterns};

/// Endings with fewer cards come first.
pub(crate) struct Index {
    /// For the number of remaining tricks less one and the classes of the first two suits: an offset in `cells`, where
    /// the class of the third suit is added to it.
    rows: Vec<u32>,
    /// The first index of each block.
    cells: Vec<u32>,
    /// Distinguished patterns of each class.
    sizes: [u32; CLASS_COUNT],
    /// By the number of remaining tricks, from one up.
    firsts: Vec<u32>,
    count: u32,
    relaxed: bool,
}

impl Index {
    pub(crate) fn new(playing: u8, trump: bool, cards: u8, relaxed: bool) -> Index {
        // Trumps come first if there are any, then the other suits in the order of their codes, so that an
        // exchange of these suits does not change the index.
        let mut index = Index {
            rows: vec![0; usize::from(cards) * CLASS_COUNT * CLASS_COUNT],
            cells: Vec::new(),
            sizes: class_sizes(relaxed),
            firsts: Vec::new(),
            count: 0,
            relaxed,
        };
        for tricks in 1..=cards {
            index.firsts.push(index.count);
            let mut last = None;
            for_each_block(playing, trump, tricks, |block| index.add(block, tricks, &mut last));
        }
        index
    }

    /// `last` holds the first two classes of the previous block.
    fn add(&mut self, block: [usize; 4], tricks: u8, last: &mut Option<[usize; 2]>) {
        let [first, second, third, _] = block;
        let row = ((usize::from(tricks) - 1) * CLASS_COUNT + first) * CLASS_COUNT + second;
        if last.replace([first, second]) != Some([first, second]) {
            self.rows[row] = (self.cells.len() as u32).wrapping_sub(third as u32);
        }
        // A row consists of the blocks with the same number of tricks and the same first two classes. Their third
        // classes come in rising order, so the row's cells extend from the first of these classes to the last.
        self.cells.resize(self.rows[row].wrapping_add(third as u32) as usize, 0);
        self.cells.push(self.count);
        self.count += block.map(|class| self.sizes[class]).iter().product::<u32>();
    }

    /// Counted from the first index with the same number of remaining tricks. `classes` are in the order of the index.
    pub(crate) fn block_start(&self, classes: [usize; 4], tricks: u8) -> u32 {
        if tricks == 0 {
            return 0;
        }
        let row = ((usize::from(tricks) - 1) * CLASS_COUNT + classes[0]) * CLASS_COUNT + classes[1];
        self.cells[self.rows[row].wrapping_add(classes[2] as u32) as usize]
            - self.firsts[usize::from(tricks) - 1]
    }

    pub(crate) fn range(&self, tricks: u8) -> Range<usize> {
        let [first, end] =
            [tricks - 1, tricks].map(|n| self.firsts.get(usize::from(n)).unwrap_or(&self.count));
        *first as usize..*end as usize
    }

    pub(crate) fn index_count(&self) -> usize {
        self.count as usize
    }

    #[inline(always)]
    pub(crate) fn index_of(&self, board: &Board, remaining: u32, tricks: u8) -> usize {
        let [a, b, c, d] = board.codes(remaining);
        let row = ((usize::from(tricks) - 1) * CLASS_COUNT + a.class()) * CLASS_COUNT + b.class();
        let block = self.cells[self.rows[row].wrapping_add(c.class() as u32) as usize];
        let place = self.place_after(a.index_in_class(self.relaxed), b);
        (block + self.place_after(self.place_after(place, c), d)) as usize
    }

    #[inline(always)]
    fn place_after(&self, place: u32, code: Code) -> u32 {
        place * self.sizes[code.class()] + code.index_in_class(self.relaxed)
    }
}

/// Trumps come first if there are any; the other classes are in rising order.
pub(crate) fn blocks(playing: u8, trump: bool, tricks: u8) -> Vec<[usize; 4]> {
    let mut blocks = Vec::new();
    for_each_block(playing, trump, tricks, |block| blocks.push(block));
    blocks
}

fn for_each_block(playing: u8, trump: bool, tricks: u8, mut visit: impl FnMut([usize; 4])) {
    let total = [0, 1, 2].map(|seat| if playing >> seat & 1 == 1 { tricks } else { 0 });
    for_each_class(0, total, &mut |first, rest| {
        for_each_class(if trump { 0 } else { first }, rest, &mut |second, rest| {
            for_each_class(second, rest, &mut |third, rest| {
                if rest.iter().sum::<u8>() <= 8 && third <= Pattern::class(rest) {
                    visit([first, second, third, Pattern::class(rest)]);
                }
            });
        });
    });
}

/// Visits, in rising order, every class from `from` on in which no seat has more cards than in `max_cards`, with the
/// number of cards of each seat that remain for the other suits.
pub(crate) fn for_each_class(from: usize, max_cards: [u8; 3], visit: &mut impl FnMut(usize, [u8; 3])) {
    for c in CLASS_LENS[from][2]..=max_cards[2] {
        for b in 0..=max_cards[1].min(8 - c) {
            for a in 0..=max_cards[0].min(8 - c - b) {
                let class = Pattern::class([a, b, c]);
                if class >= from {
                    visit(class, [max_cards[0] - a, max_cards[1] - b, max_cards[2] - c]);
                }
            }
        }
    }
}

pub(crate) fn ending_patterns(relaxed: bool) -> impl Iterator<Item = &'static Pattern> {
    let is_included = move |pattern: &Pattern| !relaxed || Pattern::representative(pattern.id) == pattern.id;
    patterns().iter().filter(move |pattern| pattern.has_code() && is_included(pattern))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

    use bitvec::prelude::*;

    use super::*;
    use crate::cards::{Cards, Suit};
    use crate::position::{PlaySetup, Position};
    use crate::rules::play::PlayRules;
    use crate::seat::{BySeat, Seat, Seats};

    pub(crate) fn board(trumps: bool, hands: usize) -> Board {
        let playing = if hands == 3 { Seats::ALL } else { Seats::ALL - Seats::from_seat(Seat::Rearhand) };
        let trump = trumps.then_some(Suit::Diamonds);
        let setup =
            PlaySetup { play_rules: PlayRules::from_bits(1), trump, declarer: Some(Seat::Forehand), playing };
        let mut board = Board::new();
        let nothing = BySeat([Cards::NONE; 3]);
        board.lay_out(&Position::new(setup, nothing, Seat::Forehand, &[]).expect("empty hands"));
        board
    }

    fn patterns_of_class(class: usize) -> Vec<u16> {
        let of_class = |pattern: &&Pattern| pattern.has_code() && Pattern::class(pattern.len) == class;
        patterns().iter().filter(of_class).map(|pattern| pattern.id).collect()
    }

    pub(crate) fn for_each_ending(board: &mut Board, max_cards: u8, mut ending: impl FnMut(&Board, u32, u8)) {
        for tricks in 1..=max_cards {
            for block in blocks(board.playing, board.trumps != 0, tricks) {
                let [first, second, third, fourth] = block.map(patterns_of_class);
                for (&a, &b) in first.iter().flat_map(|a| second.iter().map(move |b| (a, b))) {
                    for (&c, &d) in third.iter().flat_map(|c| fourth.iter().map(move |d| (c, d))) {
                        let remaining = board.lay_out_patterns([a, b, c, d]);
                        ending(board, remaining, tricks);
                    }
                }
            }
        }
    }

    #[test]
    fn positions_and_indices_correspond_one_to_one() {
        let unrelaxed =
            [(false, 3, 2, false), (true, 3, 2, false), (false, 2, 5, false), (true, 2, 4, false)];
        for (trumps, hands, max_cards, relaxed) in
            unrelaxed.into_iter().chain([(false, 3, 3, true), (true, 3, 2, true)])
        {
            let mut board = board(trumps, hands);
            let index = Index::new(board.playing, trumps, max_cards, relaxed);
            let (mut keys, mut taken) = (HashMap::new(), bitvec![0; index.index_count()]);
            for_each_ending(&mut board, max_cards, |board, remaining, tricks| {
                let place = index.index_of(board, remaining, tricks);
                let patterns = [0, 1, 2, 3].map(|suit| board.pattern(suit, remaining).id);
                let representative = |id| if relaxed { Pattern::representative(id) } else { id };
                let mut suits = patterns.map(representative);
                suits[usize::from(trumps)..].sort_unstable();
                let first_place = *keys.entry(suits).or_insert(place);
                assert_eq!(first_place, place, "one position has two indices");
                taken.set(place, true);
            });
            assert_eq!(taken.count_ones(), keys.len(), "two positions share an index");
        }
    }
}
