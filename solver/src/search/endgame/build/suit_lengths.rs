//! The lengths of the suits in a position, and the arrangement in rows of positions with the same lengths.
//!
//! Positions with the same lengths have the same number of cards of each seat in the suit led, in the trumps (if they
//! are another suit), and in all side suits together, with any patterns of these suits. There is one row for each
//! pattern of the suit led. For each pattern of the trumps it holds a value for each combination of patterns of the
//! side suits.

use super::side_suits::{SideSuits, SideSuitsTable};
use super::suits::Suits;
use crate::search::endgame::values::index::{Index, for_each_class};
use crate::search::suit_pattern::CLASS_LENS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SuitLengths {
    /// A class.
    pub(super) led: usize,
    /// A class; `None` without trumps, or if they are led.
    pub(super) trumps: Option<usize>,
    /// Number of cards of each seat in all other suits, the side suits.
    pub(super) side_cards: [u8; 3],
}

impl SuitLengths {
    pub(super) fn side_suit_count(&self) -> usize {
        if self.trumps.is_some() { 2 } else { 3 }
    }

    /// `discards` says which of the two followers discard; the others follow suit or, if they cannot, trump.
    pub(super) fn after_trick(mut self, leader: usize, discards: [bool; 2]) -> SuitLengths {
        let led = self.led;
        self.led = Suits::class_without_card(led, leader);
        for (n, discards) in (1..).zip(discards) {
            let seat = (leader + n) % 3;
            if discards {
                self.side_cards[seat] -= 1;
            } else if CLASS_LENS[led][seat] > 0 {
                self.led = Suits::class_without_card(self.led, seat);
            } else {
                self.trumps = self.trumps.map(|trumps| Suits::class_without_card(trumps, seat));
            }
        }
        self
    }
}

/// All positions of a table, in the order of its index and in rows.
pub(super) struct TableArrangement {
    pub(super) trumps: bool,
    pub(super) suits: Suits,
    pub(super) side_suits_table: SideSuitsTable,
    pub(super) index: Index,
}

impl TableArrangement {
    pub(super) fn new(index: Index, trumps: bool, relaxed: bool) -> TableArrangement {
        TableArrangement {
            trumps,
            suits: Suits::new(relaxed),
            side_suits_table: SideSuitsTable::new(),
            index,
        }
    }

    /// Includes lengths in which the suit led is empty.
    pub(super) fn for_each_lengths(&self, tricks: u8, mut visit: impl FnMut(SuitLengths)) {
        for_each_class(0, [tricks; 3], &mut |led, side_cards| {
            visit(SuitLengths { led, trumps: None, side_cards });
            if self.trumps {
                let trumps = Some(led);
                for_each_class(0, side_cards, &mut |led, side_cards| {
                    visit(SuitLengths { led, trumps, side_cards });
                });
            }
        });
    }

    pub(super) fn leads_trumps(&self, lengths: &SuitLengths) -> bool {
        self.trumps && lengths.trumps.is_none()
    }

    /// 1 for trumps if there are none or they are led.
    pub(super) fn sizes(&self, lengths: &SuitLengths) -> [usize; 2] {
        [self.suits.size(lengths.led), lengths.trumps.map_or(1, |class| self.suits.size(class))]
    }

    pub(super) fn side_suits(&self, lengths: &SuitLengths) -> &SideSuits {
        self.side_suits_table.get(lengths.side_cards, &self.suits)
    }

    pub(super) fn position_count(&self, lengths: &SuitLengths) -> usize {
        self.sizes(lengths).iter().product::<usize>()
            * self.side_suits(lengths).width(lengths.side_suit_count())
    }

    /// The blocks of the index with these lengths, `tricks` tricks left, and side suits of the classes `side_classes`,
    /// which are in rising order. There are several blocks if a side suit has the class of the suit led, since suits of
    /// one class come in either order.
    pub(super) fn index_blocks(
        &self,
        lengths: &SuitLengths,
        side_classes: &[usize],
        tricks: u8,
    ) -> impl Iterator<Item = IndexBlock> {
        let SuitLengths { led, trumps, .. } = *lengths;
        let leads_trumps = self.leads_trumps(lengths);
        let fits = move |&n: &usize| if leads_trumps { n == 0 } else { is_in_order(side_classes, led, n) };
        (0..=side_classes.len()).filter(fits).map(move |n| {
            let mut first = trumps.into_iter().chain(side_classes[..n].iter().copied()).chain([led]);
            let mut rest = side_classes[n..].iter().copied();
            let classes = std::array::from_fn(|_| first.next().or_else(|| rest.next()).expect("four suits"));
            let places = |classes: &[usize]| classes.iter().map(|&class| self.suits.size(class)).product();
            IndexBlock {
                first: self.index.block_start(classes, tricks) as usize,
                above: places(&side_classes[..n]),
                below: places(&side_classes[n..]),
            }
        })
    }
}

fn is_in_order(classes: &[usize], class: usize, n: usize) -> bool {
    (n == 0 || classes[n - 1] <= class) && classes.get(n).is_none_or(|&next| class <= next)
}

pub(super) struct IndexBlock {
    /// Counted from the first index with the same number of tricks left.
    pub(super) first: usize,
    /// Combinations of patterns of the suits before the suit led, trumps excluded.
    pub(super) above: usize,
    /// Combinations of patterns of the suits after the suit led.
    pub(super) below: usize,
}

impl IndexBlock {
    /// From this index on, `self.below` indices are for all combinations of patterns of the suits after the suit led.
    /// `led` and `trumps` are numbers of patterns, `size` is the number of patterns of the suit led, and `above` the
    /// number of the combination of patterns of the suits before it.
    #[inline]
    pub(super) fn index(&self, size: usize, [led, trumps, above]: [usize; 3]) -> usize {
        self.first + ((trumps * self.above + above) * size + led) * self.below
    }
}
