//! The values of whole rows of endings.
//!
//! A row holds one value for every possible content of the side suits, which do not affect the course of a
//! trick (see [`rest`](super::rest)). Each outcome of the trick leads from every index of a row to the same
//! index of another, so it is one step for the whole row: the maximum or the minimum of two rows of bytes.
//! Discards and trumps, which lead to other indices, are computed beforehand: the best values that the last
//! seat's discards and trumps lead to, for each end of the trick, and the best that the second seat's lead
//! to, for all continuations.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use ahash::AHasher;
use rayon::prelude::*;

use super::after::{After, Won};
use super::keep::{identity, keep, keep_columns};
use super::rest::Discards;
use super::shape::{Layout, Shape};
use super::suits::Suits;
use super::tricks::{Card, End, Setting, Trumpers, Ways};
use crate::search::suit_pattern::CLASS_LENS;

/// Reports, from any thread, how many more bytes of a table are done, and cancels the work by `None`.
pub(super) type Progress<'a> = dyn Fn(u64) -> Option<()> + Sync + 'a;

/// The outcomes of all tricks, by setting.
pub(super) type AllWays = HashMap<Setting, Ways, BuildHasherDefault<AHasher>>;

/// The data that differ from game to game: the outcomes of tricks, and the values after them.
#[derive(Clone, Copy)]
pub(super) struct InGame<'a> {
    pub(super) ways: &'a AllWays,
    pub(super) won: &'a Won,
}

/// Positions side by side in the index: all or, in games with trumps, the positions whose trumps are of one
/// class, or have some of its patterns.
#[derive(Clone)]
pub(super) struct Region {
    pub(super) trumps: Option<usize>,
    pub(super) patterns: Range<usize>,
    /// The index of the first position, with all patterns, counted from the first with as many tricks left.
    pub(super) first: usize,
    /// Number of positions with all patterns.
    pub(super) places: usize,
}

/// The input for computing values, in games in which the same seats maximize tricks.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, const GAMES: usize> {
    pub(super) games: [InGame<'a>; GAMES],
    pub(super) after: &'a After,
    pub(super) pursues: [bool; 3],
    pub(super) layout: &'a Layout,
    /// Number of tricks left.
    pub(super) tricks: u8,
}

impl Region {
    /// Returns the number of patterns of the trumps.
    fn all_patterns(&self, suits: &Suits) -> usize {
        self.trumps.map_or(1, |class| suits.size(class))
    }

    /// Counts the positions.
    pub(super) fn positions(&self, suits: &Suits) -> usize {
        self.places / self.all_patterns(suits) * self.patterns.len()
    }
}

impl<const GAMES: usize> Rows<'_, GAMES> {
    /// Computes the values of a region in each game, for each leader; `None` if the work is cancelled.
    pub(super) fn values(&self, region: &Region, go_on: &Progress) -> Option<[[Vec<u8>; 3]; GAMES]> {
        let mut shapes = Vec::new();
        self.layout.each_shape(self.tricks, |shape| {
            let of_region = match region.trumps {
                Some(class) => shape.trumps.unwrap_or(shape.led) == class,
                None => true,
            };
            if of_region {
                shapes.push(shape);
            }
        });
        let mut values = [const { [const { Vec::new() }; 3] }; GAMES];
        let all = values.iter_mut().zip(self.games).flat_map(|(values, game)| {
            values.iter_mut().enumerate().map(move |(leader, values)| (game, leader, values))
        });
        all.collect::<Vec<_>>().into_par_iter().try_for_each(|(game, leader, values)| {
            *values = vec![identity(self.pursues[leader]); region.positions(&self.layout.suits)];
            let mut spare = [[0; AT_A_TIME]; 2];
            for shape in shapes.iter().filter(|shape| CLASS_LENS[shape.led][leader] > 0) {
                go_on(0)?;
                Lead::new(self, region, *shape, game, leader).improve(values, &mut spare);
            }
            Some(())
        })?;
        Some(values)
    }
}

/// The leads of one seat to tricks of one shape.
struct Lead<'a, const GAMES: usize> {
    all: &'a Rows<'a, GAMES>,
    region: &'a Region,
    shape: Shape,
    setting: Setting,
    ways: &'a Ways,
    won: &'a Won,
    leader: usize,
    /// Whether each seat in turn maximizes tricks.
    high: [bool; 3],
    /// The patterns of the suit led and of trumps.
    led: Range<usize>,
    trumps: Range<usize>,
}

/// Number of bytes of a row that are processed at a time, so that they stay in the cache. Few in tests, so
/// that their short rows have several such parts, too.
const AT_A_TIME: usize = if cfg!(test) { 32 } else { 4096 };

/// The key of rows: for each pattern of trumps in a range all contents of the side suits with some cards.
/// Where the outcomes depend on trumps each row is of one pattern of trumps, which has the number 0 here.
#[derive(Clone)]
struct Span {
    /// The class of the trumps, if there are trumps and another suit is led.
    class: Option<usize>,
    trumps: Range<usize>,
    held: [u8; 3],
}

/// The rows that follow some of the second cards.
struct AfterSeconds {
    /// By the last card: a row of tricks for each end that they lead to.
    rows: [Vec<u8>; 3],
    /// Offset of the row of each last card, by the card's number.
    starts: Vec<usize>,
}

impl<'a, const GAMES: usize> Lead<'a, GAMES> {
    fn new(
        all: &'a Rows<'a, GAMES>,
        region: &'a Region,
        shape: Shape,
        game: InGame<'a>,
        leader: usize,
    ) -> Lead<'a, GAMES> {
        let leads_trumps = all.layout.leads_trumps(&shape);
        let setting = Setting::of(&shape, leads_trumps, leader);
        let patterns = region.patterns.clone();
        let (led, trumps) =
            if leads_trumps { (patterns, 0..1) } else { (0..all.layout.suits.size(shape.led), patterns) };
        Lead {
            all,
            region,
            shape,
            setting,
            ways: &game.ways[&setting],
            won: game.won,
            leader,
            high: [0, 1, 2].map(|n| all.pursues[(leader + n) % 3]),
            led,
            trumps,
        }
    }

    /// Checks whether the outcomes depend on trumps: then each row is of one pattern of them.
    fn by_trumps(&self) -> bool {
        matches!(self.setting.trumpers, Trumpers::Both(_))
    }

    /// Counts the contents of the side suits with these cards.
    fn width(&self, held: [u8; 3]) -> usize {
        self.all.layout.rests.of(held, &self.all.layout.suits).width(self.shape.others())
    }

    /// Returns the number of values in the rows.
    fn len(&self, span: &Span) -> usize {
        self.width(span.held) * span.trumps.len()
    }

    /// Returns the seat that plays the second card, or the third.
    fn seat(&self, turn: usize) -> usize {
        (self.leader + turn) % 3
    }

    /// Returns the key of the rows of these leads.
    fn span(&self) -> Span {
        let trumps = if self.by_trumps() { 0..1 } else { self.trumps.clone() };
        Span { class: self.shape.trumps, trumps, held: self.shape.beside }
    }

    /// Returns the key of the rows after such a card of a follower.
    fn after(&self, span: &Span, turn: usize, card: Card) -> Span {
        let mut after = span.clone();
        match card {
            Card::Named => {}
            Card::Discard => after.held[self.seat(turn)] -= 1,
            Card::Trump => {
                after.class = span.class.map(|class| Suits::without(class, self.seat(turn)));
                after.trumps = 0..after.class.map_or(1, |class| self.all.layout.suits.size(class));
            }
        }
        after
    }

    /// Returns the numbers of the tricks, in the order of their rows.
    fn numbers(&self) -> Range<usize> {
        // Where the outcomes depend on trumps there is one pattern of the suit led.
        if self.by_trumps() { self.trumps.clone() } else { self.led.clone() }
    }

    /// Improves the values of the region by these leads.
    fn improve(&self, values: &mut [u8], [chosen, second_chosen]: &mut [[u8; AT_A_TIME]; 2]) {
        let len = self.len(&self.span());
        if len == 0 {
            return;
        }
        let named = self.after_seconds(Card::Named, &self.seconds(Card::Named));
        let spread = [Card::Discard, Card::Trump].map(|card| self.spread_seconds(card));
        let mut rows = vec![identity(self.high[0]); self.numbers().len() * len];
        for (number, row) in self.numbers().zip(rows.chunks_exact_mut(len)) {
            for (part, row) in row.chunks_mut(AT_A_TIME).enumerate() {
                let first = part * AT_A_TIME;
                let (chosen, second_chosen) = (&mut chosen[..row.len()], &mut second_chosen[..row.len()]);
                for lead in self.ways.leads(number) {
                    choose([self.high[0], self.high[1]], row, chosen, |row| {
                        for &second in self.ways.seconds(lead) {
                            let second = second as usize;
                            let card = self.ways.second_card(second);
                            if card == Card::Named {
                                choose([self.high[1], self.high[2]], row, second_chosen, |row| {
                                    self.thirds(second, &named, first, row);
                                });
                            } else {
                                let (starts, rows) = &spread[card as usize - 1];
                                keep(self.high[1], row, &rows[starts[second] + first..][..row.len()]);
                            }
                        }
                    });
                }
            }
        }
        self.put(&rows, values);
    }

    /// Merges into a part of a row the best values that the last seat can get after this second card.
    #[inline]
    fn thirds(&self, second: usize, after: &AfterSeconds, first: usize, row: &mut [u8]) {
        for third in self.ways.thirds(second) {
            let rows = &after.rows[self.ways.third(third).0 as usize];
            keep(self.high[2], row, &rows[after.starts[third] + first..][..row.len()]);
        }
    }

    /// Returns the numbers of such second cards in these tricks.
    fn seconds(&self, card: Card) -> Cow<'a, [u32]> {
        let all = self.ways.seconds_by(card);
        let numbers = self.numbers();
        if all.is_empty() || numbers.len() == self.ways.tricks() {
            return Cow::Borrowed(all);
        }
        let mut met = vec![false; self.ways.all_seconds()];
        for &second in
            numbers.flat_map(|number| self.ways.leads(number)).flat_map(|lead| self.ways.seconds(lead))
        {
            met[second as usize] = true;
        }
        all.iter().copied().filter(|&second| met[second as usize]).collect()
    }

    /// Computes the rows that can follow such second cards, given their numbers.
    fn after_seconds(&self, card: Card, seconds: &[u32]) -> AfterSeconds {
        let span = self.after(&self.span(), 1, card);
        let len = self.len(&span);
        let mut starts = vec![0; if seconds.is_empty() { 0 } else { self.ways.all_thirds() }];
        let rows = [Card::Named, Card::Discard, Card::Trump].map(|last| {
            let thirds = seconds.iter().flat_map(|&second| self.ways.thirds(second as usize));
            let mut thirds = thirds.filter(|&third| self.ways.third(third).0 == last).peekable();
            if thirds.peek().is_none() {
                return Vec::new();
            }
            let shape = self.shape.after(self.leader, [card, last].map(|card| card == Card::Discard));
            let patterns = self.patterns_after(&shape);
            let (mut ends, mut row_of) = (Vec::new(), vec![None; 4 * patterns]);
            for third in thirds {
                let (_, end) = self.ways.third(third);
                // Where the end gives the remaining trumps, nothing is left of the suit led but the leader's
                // card: one pattern.
                let number = usize::from(end.winner) * patterns + usize::from(end.led.max(end.trumps));
                starts[third] = len
                    * *row_of[number].get_or_insert_with(|| {
                        ends.push(end);
                        ends.len() - 1
                    });
            }
            let rows = self.ends(&shape, &self.after(&span, 2, last), &ends);
            self.spread(2, last, &span, rows)
        });
        AfterSeconds { rows, starts }
    }

    /// Returns the number of patterns that the end of a trick can leave of the suit that it names.
    fn patterns_after(&self, shape: &Shape) -> usize {
        self.all.layout.sizes(shape)[usize::from(self.by_trumps())]
    }

    /// Computes the tricks for each of these ends, which leave the suits in this shape.
    fn ends(&self, shape: &Shape, span: &Span, ends: &[End]) -> Vec<u8> {
        let width = self.width(span.held);
        let [_, trumps] = self.all.layout.sizes(shape);
        let after = self.all.after.rows(shape);
        let len = self.len(span);
        let mut rows = Vec::with_capacity(ends.len() * len);
        for end in ends {
            let trumps_left = span.trumps.start + usize::from(end.trumps);
            let first = (usize::from(end.led) * trumps + trumps_left) * width;
            self.won.of(end.winner, &after[first..][..len], &mut rows);
        }
        rows
    }

    /// Computes the best values that such a card leads to, for the rows before it; `rows` are the rows after
    /// it.
    fn spread(&self, turn: usize, card: Card, span: &Span, rows: Vec<u8>) -> Vec<u8> {
        if card == Card::Named {
            return rows;
        }
        let (seat, high) = (self.seat(turn), self.high[turn]);
        let Layout { suits, rests, .. } = self.all.layout;
        let from = self.after(span, turn, card);
        let len_from = self.len(&from);
        let mut to = vec![identity(high); rows.len() / len_from * self.len(span)];
        if card == Card::Discard {
            let discards = Discards { rests, suits, held: span.held, seat, others: self.shape.others() };
            discards.choose(high, &rows, &mut to);
        } else if let Some(class) = span.class {
            let width = self.width(span.held);
            let lowest = turn == 1 && self.ways.lowest_trump();
            let left = if lowest { suits.lowest(class, seat) } else { suits.discards(class, seat) };
            for (rows, to) in rows.chunks_exact(len_from).zip(to.chunks_exact_mut(self.len(span))) {
                for (trumps, to) in span.trumps.clone().zip(to.chunks_exact_mut(width)) {
                    for left in left {
                        keep(high, to, &rows[usize::from(left[trumps]) * width..][..width]);
                    }
                }
            }
        }
        to
    }

    /// Computes the best values that such second cards lead to: the offset of each card's row, by its number,
    /// and the rows.
    fn spread_seconds(&self, card: Card) -> (Vec<usize>, Vec<u8>) {
        let seconds = self.seconds(card);
        if seconds.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let after = self.after_seconds(card, &seconds);
        let span = self.span();
        let (len, len_after) = (self.len(&span), self.len(&self.after(&span, 1, card)));
        let mut starts = vec![0; self.ways.all_seconds()];
        let mut rows = vec![identity(self.high[2]); seconds.len() * len_after];
        for ((n, &second), row) in seconds.iter().enumerate().zip(rows.chunks_exact_mut(len_after)) {
            let second = second as usize;
            starts[second] = n * len;
            self.thirds(second, &after, 0, row);
        }
        (starts, self.spread(1, card, &span, rows))
    }

    /// Improves the values of the region by these rows.
    fn put(&self, rows: &[u8], values: &mut [u8]) {
        let Rows { layout, tricks, .. } = *self.all;
        let rest = layout.rest(&self.shape);
        let width = rest.width(self.shape.others());
        let (led, trumps) = (self.led.len(), self.trumps.len());
        let all_patterns = self.region.all_patterns(&layout.suits);
        for block in rest.blocks(self.shape.others()) {
            let others = block.classes(self.shape.others());
            for mut slot in layout.slots(&self.shape, others, tricks) {
                slot.first = (slot.first - self.region.first) / all_patterns * self.region.patterns.len();
                for (with, above) in
                    (0..trumps).flat_map(|with| (0..slot.above).map(move |above| (with, above)))
                {
                    let values = &mut values[slot.at(led, [0, with, above])..][..led * slot.below];
                    let from = with * width + block.places.start + above * slot.below;
                    let rows = rows[from..].chunks(trumps * width);
                    keep_columns(self.high[0], values, rows, slot.below);
                }
            }
        }
    }
}

/// Lets the next seat choose at each index of the row, and stores that value where it is better.
#[inline(always)]
fn choose([high, next]: [bool; 2], row: &mut [u8], chosen: &mut [u8], next_seat: impl FnOnce(&mut [u8])) {
    if high == next {
        // Two seats of one side choose as one.
        return next_seat(row);
    }
    chosen.fill(identity(next));
    next_seat(chosen);
    keep(high, row, chosen);
}
