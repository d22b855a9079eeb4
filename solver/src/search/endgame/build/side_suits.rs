//! The side suits: all suits except the suit led and the trumps. They do not affect the course of a trick.
//!
//! The *contents* of the side suits are a combination of patterns, one for each side suit. All contents with given
//! numbers of cards of each seat are adjacent in a row, in blocks of contents whose suits have the same classes. Apart
//! from discards, a trick changes only the suit led and the trumps, so it is computed in one step for all contents of a
//! row. Only discards lead to other contents.

use std::ops::Range;
use std::sync::OnceLock;

use super::minmax::minmax_at;
use super::suits::Suits;
use crate::search::endgame::values::index::for_each_class;
use crate::search::suit_pattern::{CLASS_LENS, Pattern};

/// All contents in which the seats hold certain numbers of cards.
pub(super) struct SideSuits {
    /// Within a block the suits are in rising order of their classes, so blocks with an empty first suit come first.
    blocks: Vec<SideSuitsBlock>,
    /// The number of blocks with an empty first suit, which hold all contents of two side suits.
    two_suit_blocks: usize,
}

/// The contents in which the suits have certain classes.
pub(super) struct SideSuitsBlock {
    classes: [usize; 3],
    /// Indices in a row.
    pub(super) places: Range<usize>,
}

impl SideSuitsBlock {
    pub(super) fn classes(&self, suits: usize) -> &[usize] {
        &self.classes[3 - suits..]
    }
}

impl SideSuits {
    fn new(held: [u8; 3], suits: &Suits) -> SideSuits {
        let (mut blocks, mut end) = (Vec::new(), 0);
        for_each_class(0, held, &mut |first, rest| {
            for_each_class(first, rest, &mut |second, rest| {
                if rest.iter().sum::<u8>() <= 8 && second <= Pattern::class(rest) {
                    let classes = [first, second, Pattern::class(rest)];
                    let start = end;
                    end += classes.map(|class| suits.size(class)).iter().product::<usize>();
                    blocks.push(SideSuitsBlock { classes, places: start..end });
                }
            });
        });
        let two_suit_blocks = blocks.partition_point(|block| block.classes[0] == 0);
        SideSuits { blocks, two_suit_blocks }
    }

    pub(super) fn blocks(&self, suits: usize) -> &[SideSuitsBlock] {
        if suits == 2 { &self.blocks[..self.two_suit_blocks] } else { &self.blocks }
    }

    pub(super) fn width(&self, suits: usize) -> usize {
        self.blocks(suits).last().map_or(0, |block| block.places.end)
    }

    /// `classes` are in rising order; the range is empty if no contents have them.
    fn places(&self, classes: [usize; 3]) -> Range<usize> {
        let index = self.blocks.binary_search_by_key(&classes, |block| block.classes);
        index.map_or(0..0, |block| self.blocks[block].places.clone())
    }
}

/// The contents of the side suits for all numbers of cards of each seat, computed on first use.
pub(super) struct SideSuitsTable {
    by_cards: Vec<OnceLock<SideSuits>>,
}

/// Shorter runs are processed one index at a time.
const MIN_RUN: usize = 8;

/// One more than the largest number of cards that a seat can hold in the side suits.
const HELD_BASE: usize = 8;

impl SideSuitsTable {
    pub(super) fn new() -> SideSuitsTable {
        SideSuitsTable { by_cards: (0..HELD_BASE.pow(3)).map(|_| OnceLock::new()).collect() }
    }

    pub(super) fn get(&self, held: [u8; 3], suits: &Suits) -> &SideSuits {
        let number = held.iter().fold(0, |number, &held| number * HELD_BASE + usize::from(held));
        self.by_cards[number].get_or_init(|| SideSuits::new(held, suits))
    }
}

/// The discards of one seat in positions in which the seats hold `held` cards in the side suits.
pub(super) struct Discards<'a> {
    pub(super) side_suits: &'a SideSuitsTable,
    pub(super) suits: &'a Suits,
    pub(super) held: [u8; 3],
    pub(super) seat: usize,
    /// Two or three.
    pub(super) side_suit_count: usize,
}

impl Discards<'_> {
    /// Merges into each row of `to` the values of all discards; the same row of `from` holds the contents after them.
    pub(super) fn choose(&self, maximize: bool, from: &[u8], to: &mut [u8]) {
        let mut held_after = self.held;
        held_after[self.seat] -= 1;
        let [before, after] = [self.held, held_after].map(|held| self.side_suits.get(held, self.suits));
        let [width, width_after] = [before, after].map(|contents| contents.width(self.side_suit_count));
        let (mut starts, mut runs) = (Vec::new(), Vec::new());
        for block in before.blocks(self.side_suit_count) {
            starts.clear();
            runs.clear();
            for suit in (0..3).filter(|&suit| CLASS_LENS[block.classes[suit]][self.seat] > 0) {
                self.add_runs(block, suit, after, &mut starts, &mut runs);
            }
            for (from, to) in from.chunks_exact(width_after).zip(to.chunks_exact_mut(width)) {
                let to = &mut to[block.places.clone()];
                let mut begin = 0;
                for &(end, run) in &runs {
                    minmax_at(maximize, to, from, &starts[begin..end], run);
                    begin = end;
                }
            }
        }
    }

    /// Adds every choice of a discard from one suit of a block: to `starts` the first index of each run of contents
    /// after the discard, and to `runs` the end of this choice's part of `starts` and the length of its runs.
    fn add_runs(
        &self,
        block: &SideSuitsBlock,
        suit: usize,
        after: &SideSuits,
        starts: &mut Vec<u32>,
        runs: &mut Vec<(usize, usize)>,
    ) {
        let class = block.classes[suit];
        let class_left = Suits::class_without_card(class, self.seat);
        // A suit with one card less has a lower class, so it may move before other suits.
        let mut order = [0, 1, 2];
        let mut classes = block.classes;
        classes[suit] = class_left;
        order.sort_by_key(|&suit| classes[suit]);
        let sizes = block.classes.map(|class| self.suits.size(class));
        let mut steps = [0; 3];
        let mut step = 1;
        for suit in order.into_iter().rev() {
            steps[suit] = step;
            step *= self.suits.size(classes[suit]);
        }
        let first = after.places(order.map(|suit| classes[suit])).start;
        let (mut outer, mut run) = (3, 1);
        while outer - 1 > suit && steps[outer - 1] == run {
            outer -= 1;
            run *= sizes[outer];
        }
        if run < MIN_RUN {
            (outer, run) = (3, 1);
        }
        let length = |n: usize| if n < outer { sizes[n] } else { 1 };
        for choice in self.suits.discards(class, self.seat) {
            let remaining =
                |n: usize, pattern: usize| if n == suit { choice[pattern].into() } else { pattern };
            let place = |n: usize, pattern: usize| steps[n] * remaining(n, pattern);
            for a in 0..length(0) {
                let first = first + place(0, a);
                for b in 0..length(1) {
                    let first = first + place(1, b);
                    starts.extend((0..length(2)).map(|c| (first + place(2, c)) as u32));
                }
            }
            runs.push((starts.len(), run));
        }
    }
}
