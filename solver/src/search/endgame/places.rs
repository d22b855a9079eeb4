//! The places of the positions to which the tricks of a block lead.

use std::ops::Range;

use super::index::Index;
use super::suits::Suits;
use super::tricks::Setting;
use crate::search::suit_pattern::CLASS_LENS;

/// A block, or a part of it: the classes of its suits, and which patterns of the first suit.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) classes: [usize; 4],
    pub(super) firsts: Range<usize>,
}

impl Part {
    /// How many positions there are.
    pub(super) fn positions(&self, suits: &Suits) -> usize {
        self.classes[1..].iter().map(|&class| suits.size(class)).product::<usize>() * self.firsts.len()
    }
}

/// The tricks of a part of a block to which one seat leads one suit.
pub(super) struct Trick {
    pub(super) setting: Setting,
    /// The places of a row in its own part.
    pub(super) own: Places,
    /// Where a trick leads when the second card is no discard.
    pub(super) played: Option<Second>,
    /// The same for each way to discard.
    pub(super) discarded: Vec<Second>,
}

/// Where a trick leads after the second card.
pub(super) struct Second {
    /// When the third is no discard.
    pub(super) played: Option<Places>,
    /// For each way to discard.
    pub(super) discarded: Vec<Places>,
}

/// The places of the positions of a row, or the places of the positions after the trick, in runs of
/// consecutive places.
pub(super) struct Places {
    /// How far the places move with the next pattern of the suit led, and with the next pattern of
    /// trumps if the ways of the trick depend on trumps.
    led: usize,
    trumps: usize,
    /// Where the runs begin, for the first patterns of these, and the end of the last run.
    starts: Vec<u32>,
    run: usize,
    end: usize,
}

/// Shorter runs are kept place by place.
const RUN: usize = 8;

impl Places {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len() * self.run
    }

    /// What patterns of the suit led and of the trumps add to the starts.
    #[inline]
    pub(super) fn at(&self, led: usize, trumps: usize) -> u32 {
        (led * self.led + trumps * self.trumps) as u32
    }

    /// How many places there are up to the last of these, for the first patterns of the suit led
    /// and of the trumps.
    #[inline]
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Where the runs begin, and how long they are.
    #[inline]
    pub(super) fn runs(&self) -> (&[u32], usize) {
        (&self.starts, self.run)
    }
}

/// What the places of a row follow from.
struct Row<'a> {
    suits: &'a Suits,
    index: &'a Index,
    /// Whether the first suit is the trump suit, and the tricks left.
    trumps: bool,
    tricks: u8,
    setting: Setting,
    /// The suit led.
    led: usize,
    /// The suits along the row and their patterns. All cards that are discarded are of these suits.
    along: Vec<(usize, Range<usize>)>,
}

/// A discarded card: its suit, and for each pattern of that suit the pattern that is left.
type Discard<'a> = (usize, &'a [u16]);

impl Trick {
    /// The tricks of a part of a block of the index, with `tricks` left, to which `leader` leads
    /// the suit `led`.
    pub(super) fn new(
        part: &Part,
        suits: &Suits,
        (index, tricks): (&Index, u8),
        trumps: bool,
        [leader, led]: [usize; 2],
    ) -> Trick {
        let classes = part.classes;
        let setting = Setting::of(classes, trumps, leader, led);
        let patterns =
            |suit: usize| if suit == 0 { part.firsts.clone() } else { 0..suits.size(classes[suit]) };
        let along = (0..4).filter(|&suit| suit != led && !(suit == 0 && setting.trumps.is_some()));
        let along = along.map(|suit| (suit, patterns(suit))).collect();
        let row = Row { suits, index, trumps, tricks, setting, led, along };
        let second = (leader + 1) % 3;
        let after = less(classes, led, leader);
        let discards = row.discards(classes, second);
        let steps = row.steps([0, 1, 2, 3], classes);
        let skipped = (part.firsts.start * steps[0]) as u32;
        Trick {
            setting,
            own: row.places(steps, 0_u32.wrapping_sub(skipped), &[]),
            played: row.plays(classes, second).map(|suit| row.second(less(after, suit, second), None)),
            discarded: discards
                .map(|discard| row.second(less(after, discard.0, second), Some(discard)))
                .collect(),
        }
    }
}

impl Row<'_> {
    /// Where the trick leads after the second card, which leaves suits of these classes.
    fn second(&self, classes: [usize; 4], before: Option<Discard>) -> Second {
        let seat = (self.setting.leader + 2) % 3;
        let places = |suit, discards: &[Discard]| {
            let (first, steps) = self.block(less(classes, suit, seat));
            self.places(steps, first, discards)
        };
        let played = self.plays(classes, seat).map(|suit| places(suit, before.as_slice()));
        let discarded = self.discards(classes, seat).map(|discard| match before {
            Some(before) => places(discard.0, &[before, discard]),
            None => places(discard.0, &[discard]),
        });
        Second { played, discarded: discarded.collect() }
    }

    /// The suit of a card that is no discard, if the seat can play one.
    fn plays(&self, classes: [usize; 4], seat: usize) -> Option<usize> {
        let trumps = self.trumps.then_some(0);
        [Some(self.led), trumps].into_iter().flatten().find(|&suit| CLASS_LENS[classes[suit]][seat] > 0)
    }

    /// Every way of a seat to discard.
    fn discards(&self, classes: [usize; 4], seat: usize) -> impl Iterator<Item = Discard<'_>> {
        let may = self.setting.discarders >> seat & 1 == 1;
        let from =
            self.along.iter().map(|&(suit, _)| suit).filter(move |&suit| {
                may && !(suit == 0 && self.trumps) && CLASS_LENS[classes[suit]][seat] > 0
            });
        from.flat_map(move |suit| {
            let choices = self.suits.discards(classes[suit], seat);
            choices.iter().map(move |choice| (suit, choice.as_slice()))
        })
    }

    /// The first place of the block of suits of these classes after the trick, counted from all
    /// with as many tricks left, and how far its places are apart for each suit.
    ///
    /// Suits of one class may come in either order here, though a search asks for the place of one
    /// order only: the places of both orders hold the same value.
    fn block(&self, classes: [usize; 4]) -> (u32, [usize; 4]) {
        let mut suits = [0, 1, 2, 3];
        suits[usize::from(self.trumps)..].sort_by_key(|&suit| classes[suit]);
        let sorted = suits.map(|suit| classes[suit]);
        (self.index.block(sorted, self.tricks - 1), self.steps(suits, classes))
    }

    /// How far places are apart for each suit, if the suits come in this order.
    fn steps(&self, suits: [usize; 4], classes: [usize; 4]) -> [usize; 4] {
        let mut steps = [0; 4];
        suits.into_iter().rev().fold(1, |step, suit| {
            steps[suit] = step;
            step * self.suits.size(classes[suit])
        });
        steps
    }

    /// The places of the row, after these discards, in a block that begins at `first`.
    fn places(&self, steps: [usize; 4], mut first: u32, discards: &[Discard]) -> Places {
        let (mut outer, mut run) = (self.along.as_slice(), 1);
        while let Some(((suit, patterns), rest)) = outer.split_last()
            && steps[*suit] == run
            && discards.iter().all(|(from, _)| from != suit)
        {
            first = first.wrapping_add((patterns.start * run) as u32);
            run *= patterns.len();
            outer = rest;
        }
        let mut starts = vec![first];
        for (suit, patterns) in outer {
            let mut left: Vec<u32> = patterns.clone().map(|pattern| pattern as u32).collect();
            for (_, choice) in discards.iter().filter(|(from, _)| from == suit) {
                left.iter_mut().for_each(|pattern| *pattern = choice[*pattern as usize].into());
            }
            left.iter_mut().for_each(|pattern| *pattern *= steps[*suit] as u32);
            starts = sums(&starts, &left);
        }
        if run < RUN {
            starts = sums(&starts, &(0..run as u32).collect::<Vec<u32>>());
            run = 1;
        }
        let trumps = if self.setting.trumps.is_some() { steps[0] } else { 0 };
        let end = starts.iter().max().map_or(0, |&last| last as usize + run);
        Places { led: steps[self.led], trumps, starts, run, end }
    }
}

/// Each of the first numbers with each of the second added.
fn sums(first: &[u32], second: &[u32]) -> Vec<u32> {
    let mut sums = Vec::with_capacity(first.len() * second.len());
    for first in first {
        sums.extend(second.iter().map(|second| first.wrapping_add(*second)));
    }
    sums
}

/// The classes with one card less of a seat in one suit.
fn less(mut classes: [usize; 4], suit: usize, seat: usize) -> [usize; 4] {
    classes[suit] = Suits::without(classes[suit], seat);
    classes
}
