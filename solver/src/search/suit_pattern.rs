//! The suit pattern: the owners of a suit's remaining cards in the order of rank, without the ranks.
//!
//! There are 9841 = 1 + 3 + … + 3⁸ patterns, so every fact about a suit is computed once for each pattern and looked
//! up.

use std::sync::LazyLock;

pub(crate) const PATTERN_COUNT: usize = 9841;

/// A suit pattern, with the facts about it that the search needs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pattern {
    /// Two suits have the same number only if they have equally many cards left, with the same owners in the same
    /// order. In a tree in which every node has three children, the owners, from the lowest card up, are a path from
    /// the root; the number is that of the path's last node, if nodes are counted level by level.
    pub(crate) id: u16,
    /// Number of cards of each seat.
    pub(crate) len: [u8; 3],
    /// The owner of the highest card; 3 for an empty suit.
    pub(crate) top: u8,
    /// Cards at the top of the suit that all belong to `top`.
    pub(crate) run: u8,
    /// Smallest number of cards of each seat that can remain unbeaten if every card of an opponent beats at most one
    /// lower card. The only opponent of a defender is the declarer.
    pub(crate) unbeaten: [u8; 3],
    pub(crate) code: Code,
}

const _: () = assert!(size_of::<Pattern>() == 16);

/// The class of a pattern and two indices within that class, of ten bits each.
///
/// In the relaxed games several patterns count as one, and the representative stands for all of them. The first index
/// is that of the pattern's representative among the representatives of the class, the second the pattern's own among
/// all patterns of the class. So codes are sorted by class, and within a class by representative.
///
/// The largest class, with three, three and two cards, has 560 patterns.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Code(u32);

impl Code {
    const BITS: u32 = 10;

    fn new(class: usize, relaxed: u32, own: u32) -> Code {
        Code((class as u32) << (2 * Code::BITS) | relaxed << Code::BITS | own)
    }

    /// Numbers have the same order as codes.
    #[inline(always)]
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn from_number(number: u32) -> Code {
        Code(number)
    }

    #[inline(always)]
    pub(crate) fn class(self) -> usize {
        (self.0 >> (2 * Code::BITS)) as usize
    }

    /// If `relaxed`, the index of the representative among the representatives.
    #[inline(always)]
    pub(crate) fn index_in_class(self, relaxed: bool) -> u32 {
        self.0 >> (u32::from(relaxed) * Code::BITS) & ((1 << Code::BITS) - 1)
    }
}

/// Largest number of cards of one seat in a suit that has a class.
const MAX_CLASS_CARDS: u8 = 7;

pub(crate) const CLASS_LENS: [[u8; 3]; CLASS_COUNT] = {
    let mut lens = [[0; 3]; CLASS_COUNT];
    let mut class = 0;
    let mut n = 0;
    while n < CLASS_BASE.pow(3) {
        let len = [n % CLASS_BASE, n / CLASS_BASE % CLASS_BASE, n / CLASS_BASE.pow(2)];
        if len[0] + len[1] + len[2] <= 8 {
            lens[class] = [len[0] as u8, len[1] as u8, len[2] as u8];
            class += 1;
        }
        n += 1;
    }
    assert!(class == CLASS_COUNT);
    lens
};

pub(crate) const CLASS_COUNT: usize = 162;

const CLASS_BASE: usize = MAX_CLASS_CARDS as usize + 1;

const fn encode_lens(a: u8, b: u8, c: u8) -> usize {
    a as usize + CLASS_BASE * (b as usize + CLASS_BASE * c as usize)
}

impl Pattern {
    #[inline(always)]
    pub(crate) const fn with_top(id: u16, owner: usize) -> u16 {
        3 * id + 1 + owner as u16
    }

    /// From the lowest card up.
    pub(crate) fn from_owners(owners: impl Iterator<Item = usize>) -> u16 {
        owners.fold(0, Pattern::with_top)
    }

    /// From the highest card down.
    pub(crate) fn owners(id: u16) -> impl Iterator<Item = usize> {
        let path = std::iter::successors(Some(id), |&id| (id > 0).then(|| (id - 1) / 3));
        path.take_while(|&id| id > 0).map(|id| usize::from((id - 1) % 3))
    }

    /// A bit for each card's rank among the remaining cards.
    pub(crate) fn cards_by_seat(id: u16) -> [u8; 3] {
        let mut held = [0; 3];
        let mut cards = 0;
        for owner in Pattern::owners(id) {
            held[owner] |= 0x80 >> cards;
            cards += 1;
        }
        held.map(|hand: u16| (hand << cards >> 8) as u8)
    }

    /// In the relaxed games (see `endgame::values::relaxed`): in every pool of the representative, the lower cards are
    /// the left defender's.
    pub(crate) fn representative(id: u16) -> u16 {
        Pattern::with_pools_sorted(Pattern::cards_by_seat(id))
    }

    fn with_pools_sorted([declarer, left_defender, right_defender]: [u8; 3]) -> u16 {
        // The cards of a pool are added when the pool ends: first the left defender's cards, then, above them, the
        // right defender's.
        let cards = (declarer | left_defender | right_defender).count_ones();
        let (mut id, mut pool) = (0, [0_u8; 2]);
        for rank in 0..cards {
            if declarer >> rank & 1 == 1 {
                id = Pattern::with_top(Pattern::with_pool(id, std::mem::take(&mut pool)), 0);
            } else {
                pool[usize::from(right_defender >> rank & 1)] += 1;
            }
        }
        Pattern::with_pool(id, pool)
    }

    fn with_pool(id: u16, [left, right]: [u8; 2]) -> u16 {
        let id = (0..left).fold(id, |id, _| Pattern::with_top(id, 1));
        (0..right).fold(id, |id, _| Pattern::with_top(id, 2))
    }

    /// The class with these lengths: at most seven cards each, and together at most the eight of a suit.
    pub(crate) fn class(len: [u8; 3]) -> usize {
        /// The class, indexed by [`encode_lens`].
        static CLASS_OF: [u8; CLASS_BASE.pow(3)] = {
            let mut classes = [0; CLASS_BASE.pow(3)];
            let mut class = 0;
            while class < CLASS_COUNT {
                let [a, b, c] = CLASS_LENS[class];
                classes[encode_lens(a, b, c)] = class as u8;
                class += 1;
            }
            classes
        };
        usize::from(CLASS_OF[encode_lens(len[0], len[1], len[2])])
    }

    pub(crate) fn has_code(&self) -> bool {
        self.len.iter().all(|&len| len <= MAX_CLASS_CARDS)
    }

    #[inline(always)]
    pub(crate) fn run_of(&self, seat: usize) -> u8 {
        if self.top as usize == seat { self.run } else { 0 }
    }

    fn with_card_on_top(&self, owner: usize) -> Pattern {
        let mut pattern = *self;
        pattern.id = Pattern::with_top(self.id, owner);
        pattern.len[owner] += 1;
        pattern.run = self.run_of(owner) + 1;
        pattern.top = owner as u8;
        // The new card is the highest so far. It can beat any single card of an opponent below it, and only cards that
        // are added later can beat it. Matching greedily from below is optimal, since every card added later is higher
        // than all cards that are still unmatched.
        for (seat, unbeaten) in pattern.unbeaten.iter_mut().enumerate() {
            if seat == owner {
                *unbeaten += 1;
            } else if seat == 0 || owner == 0 {
                *unbeaten = unbeaten.saturating_sub(1);
            }
        }
        pattern
    }
}

pub(crate) fn class_sizes(relaxed: bool) -> [u32; CLASS_COUNT] {
    let mut sizes = [0; CLASS_COUNT];
    for pattern in patterns().iter().filter(|pattern| pattern.has_code()) {
        let size = &mut sizes[pattern.code.class()];
        *size = (*size).max(pattern.code.index_in_class(relaxed) + 1);
    }
    sizes
}

pub(crate) fn patterns() -> &'static [Pattern; PATTERN_COUNT] {
    static ALL: LazyLock<Box<[Pattern; PATTERN_COUNT]>> = LazyLock::new(|| {
        let (mut patterns, mut cards_by_seat) =
            (Vec::with_capacity(PATTERN_COUNT), Vec::with_capacity(PATTERN_COUNT));
        patterns.push(Pattern { top: 3, ..Pattern::default() });
        cards_by_seat.push([0; 3]);
        for n in 0..PATTERN_COUNT {
            let (pattern, below) = (patterns[n], cards_by_seat[n]);
            let cards = pattern.len.iter().sum::<u8>();
            if cards < 8 {
                patterns.extend((0..3).map(|owner| pattern.with_card_on_top(owner)));
                cards_by_seat.extend((0..3).map(|owner| {
                    let mut held = below;
                    held[owner] |= 1 << cards;
                    held
                }));
            }
        }
        let representatives: Vec<u16> = cards_by_seat.into_iter().map(Pattern::with_pools_sorted).collect();
        let (mut pattern_counts, mut representative_counts) = ([0; CLASS_COUNT], [0; CLASS_COUNT]);
        // The first pass numbers the representatives, since the other patterns copy the index of their representative.
        for is_first_pass in [true, false] {
            for n in 0..PATTERN_COUNT {
                let representative = representatives[n];
                if patterns[n].has_code() && is_first_pass == (representative == patterns[n].id) {
                    let class = Pattern::class(patterns[n].len);
                    let place = if is_first_pass {
                        representative_counts[class]
                    } else {
                        patterns[usize::from(representative)].code.index_in_class(true)
                    };
                    patterns[n].code = Code::new(class, place, pattern_counts[class]);
                    pattern_counts[class] += 1;
                    representative_counts[class] += u32::from(is_first_pass);
                }
            }
        }
        patterns.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("3⁰ + … + 3⁸ patterns"))
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the lowest card up.
    fn pattern(owners: &[usize]) -> Pattern {
        patterns()[usize::from(Pattern::from_owners(owners.iter().copied()))]
    }

    #[test]
    fn every_pattern_is_stored_at_its_id() {
        for (n, pattern) in patterns().iter().enumerate() {
            assert_eq!(usize::from(pattern.id), n);
        }
    }

    #[test]
    fn codes_distinguish_patterns_of_small_endings() {
        let small = patterns().iter().filter(|pattern| pattern.has_code());
        let mut codes: Vec<Code> = small.map(|pattern| pattern.code).collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
        assert!(codes.iter().all(|code| code.index_in_class(false) < class_sizes(false)[code.class()]));
        assert_eq!(class_sizes(false).iter().max(), Some(&560));
        assert_eq!(class_sizes(false).iter().sum::<u32>() as usize, count);
    }

    #[test]
    fn unbeaten_cards_are_left_by_maximum_matching() {
        let kqj_under_ace = pattern(&[0, 0, 0, 1]);
        assert_eq!(kqj_under_ace.unbeaten, [2, 1, 0]);
        let between = pattern(&[0, 1, 0, 2, 0]);
        assert_eq!(between.unbeaten, [1, 0, 0]);
        assert_eq!((between.top, between.run, between.len), (0, 1, [3, 1, 1]));
        let partners = pattern(&[1, 2, 1, 0, 2]);
        assert_eq!(partners.unbeaten, [0, 1, 1]);
    }
}
