//! The suit patterns of each class, and the patterns that remain after a card is played.

use crate::search::endgame::values::index::ending_patterns;
use crate::search::suit_pattern::{CLASS_COUNT, CLASS_LENS, Pattern, patterns};

/// The suit patterns of each class in order, for the relaxed games only the representatives.
pub(super) struct Suits {
    relaxed: bool,
    /// By class.
    patterns: Vec<Vec<u16>>,
    /// By class, seat, choice of a discard and pattern of the class: the index of the remaining pattern in its class. A
    /// pattern with fewer choices than others repeats its first choice.
    discards: Vec<[Vec<Vec<u16>>; 3]>,
    /// The same, with the seat's lowest card as the only choice.
    lowest: Vec<[Vec<Vec<u16>>; 3]>,
}

impl Suits {
    pub(super) fn new(relaxed: bool) -> Suits {
        let mut by_order = vec![Vec::new(); CLASS_COUNT];
        for pattern in ending_patterns(relaxed) {
            by_order[pattern.code.class()].push(pattern.id);
        }
        for class in &mut by_order {
            class.sort_unstable_by_key(|&id| patterns()[usize::from(id)].code.index_in_class(relaxed));
        }
        let mut suits = Suits { relaxed, patterns: by_order, discards: Vec::new(), lowest: Vec::new() };
        suits.discards =
            (0..CLASS_COUNT).map(|class| [0, 1, 2].map(|seat| suits.discard_table(class, seat))).collect();
        suits.lowest =
            (0..CLASS_COUNT).map(|class| [0, 1, 2].map(|seat| suits.lowest_table(class, seat))).collect();
        suits
    }

    /// From the highest card down, each as its index in its class.
    fn patterns_without_card(&self, id: u16, seat: usize) -> impl DoubleEndedIterator<Item = u16> {
        let owners: Vec<usize> = Pattern::owners(id).collect();
        let held: Vec<usize> = (0..owners.len()).filter(|&n| owners[n] == seat).collect();
        held.into_iter().map(move |n| {
            let remaining = (0..owners.len()).rev().filter(|&other| other != n).map(|other| owners[other]);
            self.index_in_class(&patterns()[usize::from(Pattern::from_owners(remaining))])
        })
    }

    fn discard_choices(&self, id: u16, seat: usize) -> Vec<u16> {
        let mut remaining: Vec<u16> = self.patterns_without_card(id, seat).collect();
        remaining.sort_unstable();
        remaining.dedup();
        remaining
    }

    fn lowest_table(&self, class: usize, seat: usize) -> Vec<Vec<u16>> {
        if CLASS_LENS[class][seat] == 0 {
            return Vec::new();
        }
        vec![
            self.patterns[class]
                .iter()
                .filter_map(|&id| self.patterns_without_card(id, seat).next_back())
                .collect(),
        ]
    }

    fn discard_table(&self, class: usize, seat: usize) -> Vec<Vec<u16>> {
        if CLASS_LENS[class][seat] == 0 {
            return Vec::new();
        }
        let remaining: Vec<Vec<u16>> =
            self.patterns[class].iter().map(|&id| self.discard_choices(id, seat)).collect();
        let max_choices = remaining.iter().map(Vec::len).max().unwrap_or(0);
        let choice =
            |n: usize| remaining.iter().map(|remaining| *remaining.get(n).unwrap_or(&remaining[0])).collect();
        (0..max_choices).map(choice).collect()
    }

    pub(super) fn patterns(&self, class: usize) -> &[u16] {
        &self.patterns[class]
    }

    #[inline]
    pub(super) fn size(&self, class: usize) -> usize {
        self.patterns[class].len()
    }

    pub(super) fn index_in_class(&self, pattern: &Pattern) -> u16 {
        pattern.code.index_in_class(self.relaxed) as u16
    }

    /// Each choice holds, for each pattern, the index of the remaining pattern in the class with one card less.
    pub(super) fn discards(&self, class: usize, seat: usize) -> &[Vec<u16>] {
        &self.discards[class][seat]
    }

    pub(super) fn lowest_discard(&self, class: usize, seat: usize) -> &[Vec<u16>] {
        &self.lowest[class][seat]
    }

    pub(super) fn class_without_card(class: usize, seat: usize) -> usize {
        let mut len = CLASS_LENS[class];
        len[seat] -= 1;
        Pattern::class(len)
    }
}
