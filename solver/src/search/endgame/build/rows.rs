//! The values of whole rows of endings.
//!
//! A row holds one value for every possible content of the side suits, which do not affect the course of a
//! trick (see [`side_suits`](super::side_suits)); the drawings in [`endgame`](crate::search::endgame) show its
//! axes. Each outcome of the trick leads from every index of a row to the same index of another, so it is one
//! step for the whole row: the maximum or the minimum of two rows of bytes. Discards and trumps, which lead to
//! other indices, are computed beforehand: the best values that the last seat's discards and trumps lead to,
//! for each end of the trick, and the best that the second seat's lead to, for all continuations.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use ahash::AHasher;
use rayon::prelude::*;

use super::minmax::{identity, minmax_columns, minmax_into};
use super::position_rows::{PositionRows, TricksByWinner};
use super::side_suits::Discards;
use super::suit_lengths::{Layout, SuitLengths};
use super::suits::Suits;
use super::tricks::{FollowerCard, TrickEnd, TrickKind, TrickOutcomes, Trumpers};
use crate::search::suit_pattern::CLASS_LENS;

/// Reports, from any thread, how many more bytes of a table are done, and cancels the work by `None`.
pub(crate) type Progress<'a> = dyn Fn(u64) -> Option<()> + Sync + 'a;

/// The outcomes of all tricks, by kind of trick.
pub(super) type OutcomesByKind = HashMap<TrickKind, TrickOutcomes, BuildHasherDefault<AHasher>>;

/// The data that differ from game to game: the outcomes of tricks, and the values after them.
#[derive(Clone, Copy)]
pub(super) struct GameTables<'a> {
    pub(super) outcomes: &'a OutcomesByKind,
    pub(super) won: &'a TricksByWinner,
}

/// Positions side by side in the index: all or, in games with trumps, the positions whose trumps are of one
/// class, or have some of its patterns.
#[derive(Clone)]
pub(super) struct TableSlice {
    pub(super) trumps: Option<usize>,
    pub(super) patterns: Range<usize>,
    /// The index of the first position, with all patterns, counted from the first with as many tricks left.
    pub(super) first: usize,
    /// Number of positions with all patterns.
    pub(super) places: usize,
}

/// The input for computing values, in games in which the same seats maximize tricks.
#[derive(Clone, Copy)]
pub(super) struct RowBuilder<'a, const GAMES: usize> {
    pub(super) games: [GameTables<'a>; GAMES],
    pub(super) after: &'a PositionRows,
    pub(super) maximizes: [bool; 3],
    pub(super) layout: &'a Layout,
    /// Number of tricks left.
    pub(super) tricks: u8,
}

impl TableSlice {
    /// Returns the number of patterns of the trumps.
    fn all_patterns(&self, suits: &Suits) -> usize {
        self.trumps.map_or(1, |class| suits.size(class))
    }

    /// Counts the positions.
    pub(super) fn positions(&self, suits: &Suits) -> usize {
        self.places / self.all_patterns(suits) * self.patterns.len()
    }
}

impl<const GAMES: usize> RowBuilder<'_, GAMES> {
    /// Computes the values of a slice in each game, for each leader; `None` if the work is cancelled.
    pub(super) fn values(&self, slice: &TableSlice, go_on: &Progress) -> Option<[[Vec<u8>; 3]; GAMES]> {
        let mut all_lengths = Vec::new();
        self.layout.for_each_lengths(self.tricks, |lengths| {
            let is_in_slice = match slice.trumps {
                Some(class) => lengths.trumps.unwrap_or(lengths.led) == class,
                None => true,
            };
            if is_in_slice {
                all_lengths.push(lengths);
            }
        });
        let mut values = [const { [const { Vec::new() }; 3] }; GAMES];
        let jobs = values.iter_mut().zip(self.games).flat_map(|(values, game)| {
            values.iter_mut().enumerate().map(move |(leader, values)| (game, leader, values))
        });
        jobs.collect::<Vec<_>>().into_par_iter().try_for_each(|(game, leader, values)| {
            *values = vec![identity(self.maximizes[leader]); slice.positions(&self.layout.suits)];
            let mut spare = [[0; AT_A_TIME]; 2];
            for lengths in all_lengths.iter().filter(|lengths| CLASS_LENS[lengths.led][leader] > 0) {
                go_on(0)?;
                LeadRows::new(self, slice, *lengths, game, leader).improve(values, &mut spare);
            }
            Some(())
        })?;
        Some(values)
    }
}

/// The leads of one seat to tricks from positions with the same lengths of suits.
struct LeadRows<'a, const GAMES: usize> {
    builder: &'a RowBuilder<'a, GAMES>,
    slice: &'a TableSlice,
    lengths: SuitLengths,
    trick_kind: TrickKind,
    outcomes: &'a TrickOutcomes,
    won: &'a TricksByWinner,
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
struct RowKey {
    /// The class of the trumps, if there are trumps and another suit is led.
    class: Option<usize>,
    trumps: Range<usize>,
    held: [u8; 3],
}

/// The rows that follow some of the second cards.
struct ThirdRows {
    /// By the last card: a row of tricks for each end that they lead to.
    rows: [Vec<u8>; 3],
    /// Offset of the row of each last card, by the card's number.
    starts: Vec<usize>,
}

impl<'a, const GAMES: usize> LeadRows<'a, GAMES> {
    fn new(
        builder: &'a RowBuilder<'a, GAMES>,
        slice: &'a TableSlice,
        lengths: SuitLengths,
        game: GameTables<'a>,
        leader: usize,
    ) -> LeadRows<'a, GAMES> {
        let leads_trumps = builder.layout.leads_trumps(&lengths);
        let trick_kind = TrickKind::new(&lengths, leads_trumps, leader);
        let patterns = slice.patterns.clone();
        let (led, trumps) = if leads_trumps {
            (patterns, 0..1)
        } else {
            (0..builder.layout.suits.size(lengths.led), patterns)
        };
        LeadRows {
            builder,
            slice,
            lengths,
            trick_kind,
            outcomes: &game.outcomes[&trick_kind],
            won: game.won,
            leader,
            high: [0, 1, 2].map(|n| builder.maximizes[(leader + n) % 3]),
            led,
            trumps,
        }
    }

    /// Checks whether the outcomes depend on trumps: then each row is of one pattern of them.
    fn is_by_trumps(&self) -> bool {
        matches!(self.trick_kind.trumpers, Trumpers::Both(_))
    }

    /// Counts the contents of the side suits with these cards.
    fn width(&self, held: [u8; 3]) -> usize {
        self.builder
            .layout
            .side_suits_table
            .get(held, &self.builder.layout.suits)
            .width(self.lengths.side_suit_count())
    }

    /// Returns the number of values in the rows.
    fn len(&self, key: &RowKey) -> usize {
        self.width(key.held) * key.trumps.len()
    }

    /// Returns the seat that plays the second card, or the third.
    fn seat(&self, turn: usize) -> usize {
        (self.leader + turn) % 3
    }

    /// Returns the key of the rows of these leads.
    fn key(&self) -> RowKey {
        let trumps = if self.is_by_trumps() { 0..1 } else { self.trumps.clone() };
        RowKey { class: self.lengths.trumps, trumps, held: self.lengths.side_cards }
    }

    /// Returns the key of the rows after such a card of a follower.
    fn key_after(&self, key: &RowKey, turn: usize, card: FollowerCard) -> RowKey {
        let mut key_after = key.clone();
        match card {
            FollowerCard::Named => {}
            FollowerCard::Discard => key_after.held[self.seat(turn)] -= 1,
            FollowerCard::Trump => {
                key_after.class = key.class.map(|class| Suits::class_without_card(class, self.seat(turn)));
                key_after.trumps =
                    0..key_after.class.map_or(1, |class| self.builder.layout.suits.size(class));
            }
        }
        key_after
    }

    /// Returns the numbers of the tricks, in the order of their rows.
    fn trick_numbers(&self) -> Range<usize> {
        // Where the outcomes depend on trumps there is one pattern of the suit led.
        if self.is_by_trumps() { self.trumps.clone() } else { self.led.clone() }
    }

    /// Improves the values of the slice by these leads.
    fn improve(&self, values: &mut [u8], [chosen, second_chosen]: &mut [[u8; AT_A_TIME]; 2]) {
        let len = self.len(&self.key());
        if len == 0 {
            return;
        }
        let named = self.after_seconds(FollowerCard::Named, &self.seconds(FollowerCard::Named));
        let spread = [FollowerCard::Discard, FollowerCard::Trump].map(|card| self.spread_seconds(card));
        let mut rows = vec![identity(self.high[0]); self.trick_numbers().len() * len];
        for (number, row) in self.trick_numbers().zip(rows.chunks_exact_mut(len)) {
            for (part, row) in row.chunks_mut(AT_A_TIME).enumerate() {
                let first = part * AT_A_TIME;
                let (chosen, second_chosen) = (&mut chosen[..row.len()], &mut second_chosen[..row.len()]);
                for lead in self.outcomes.leads(number) {
                    choose([self.high[0], self.high[1]], row, chosen, |row| {
                        for &second in self.outcomes.seconds(lead) {
                            let second = second as usize;
                            let card = self.outcomes.second_card(second);
                            if card == FollowerCard::Named {
                                choose([self.high[1], self.high[2]], row, second_chosen, |row| {
                                    self.merge_thirds(second, &named, first, row);
                                });
                            } else {
                                let (starts, rows) = &spread[card as usize - 1];
                                minmax_into(self.high[1], row, &rows[starts[second] + first..][..row.len()]);
                            }
                        }
                    });
                }
            }
        }
        self.merge_into_slice(&rows, values);
    }

    /// Merges into a part of a row the best values that the last seat can get after this second card.
    #[inline]
    fn merge_thirds(&self, second: usize, after: &ThirdRows, first: usize, row: &mut [u8]) {
        for third in self.outcomes.thirds(second) {
            let rows = &after.rows[self.outcomes.third(third).0 as usize];
            minmax_into(self.high[2], row, &rows[after.starts[third] + first..][..row.len()]);
        }
    }

    /// Returns the numbers of such second cards in these tricks.
    fn seconds(&self, card: FollowerCard) -> Cow<'a, [u32]> {
        let seconds = self.outcomes.seconds_by(card);
        let numbers = self.trick_numbers();
        if seconds.is_empty() || numbers.len() == self.outcomes.tricks() {
            return Cow::Borrowed(seconds);
        }
        let mut met = vec![false; self.outcomes.all_seconds()];
        for &second in numbers
            .flat_map(|number| self.outcomes.leads(number))
            .flat_map(|lead| self.outcomes.seconds(lead))
        {
            met[second as usize] = true;
        }
        seconds.iter().copied().filter(|&second| met[second as usize]).collect()
    }

    /// Computes the rows that can follow such second cards, given their numbers.
    fn after_seconds(&self, card: FollowerCard, seconds: &[u32]) -> ThirdRows {
        let key = self.key_after(&self.key(), 1, card);
        let len = self.len(&key);
        let mut starts = vec![0; if seconds.is_empty() { 0 } else { self.outcomes.all_thirds() }];
        let rows = [FollowerCard::Named, FollowerCard::Discard, FollowerCard::Trump].map(|last| {
            let thirds = seconds.iter().flat_map(|&second| self.outcomes.thirds(second as usize));
            let mut thirds = thirds.filter(|&third| self.outcomes.third(third).0 == last).peekable();
            if thirds.peek().is_none() {
                return Vec::new();
            }
            let lengths =
                self.lengths.after_trick(self.leader, [card, last].map(|card| card == FollowerCard::Discard));
            let patterns = self.patterns_after(&lengths);
            let (mut ends, mut row_of) = (Vec::new(), vec![None; 4 * patterns]);
            for third in thirds {
                let (_, end) = self.outcomes.third(third);
                // Where the end gives the remaining trumps, nothing is left of the suit led but the leader's
                // card: one pattern.
                let number = usize::from(end.winner) * patterns + usize::from(end.led.max(end.trumps));
                starts[third] = len
                    * *row_of[number].get_or_insert_with(|| {
                        ends.push(end);
                        ends.len() - 1
                    });
            }
            let rows = self.ends(&lengths, &self.key_after(&key, 2, last), &ends);
            self.spread(2, last, &key, rows)
        });
        ThirdRows { rows, starts }
    }

    /// Returns the number of patterns that the end of a trick can leave of the suit that it names.
    fn patterns_after(&self, lengths: &SuitLengths) -> usize {
        self.builder.layout.sizes(lengths)[usize::from(self.is_by_trumps())]
    }

    /// Computes the tricks for each of these ends, which leave suits of these lengths.
    fn ends(&self, lengths: &SuitLengths, key: &RowKey, ends: &[TrickEnd]) -> Vec<u8> {
        let width = self.width(key.held);
        let [_, trumps] = self.builder.layout.sizes(lengths);
        let after = self.builder.after.rows(lengths);
        let len = self.len(key);
        let mut rows = Vec::with_capacity(ends.len() * len);
        for end in ends {
            let trumps_left = key.trumps.start + usize::from(end.trumps);
            let first = (usize::from(end.led) * trumps + trumps_left) * width;
            self.won.append(end.winner, &after[first..][..len], &mut rows);
        }
        rows
    }

    /// Computes the best values that such a card leads to, for the rows before it; `rows` are the rows after
    /// it.
    fn spread(&self, turn: usize, card: FollowerCard, key: &RowKey, rows: Vec<u8>) -> Vec<u8> {
        if card == FollowerCard::Named {
            return rows;
        }
        let (seat, high) = (self.seat(turn), self.high[turn]);
        let Layout { suits, side_suits_table, .. } = self.builder.layout;
        let from = self.key_after(key, turn, card);
        let len_from = self.len(&from);
        let mut to = vec![identity(high); rows.len() / len_from * self.len(key)];
        if card == FollowerCard::Discard {
            let discards = Discards {
                side_suits: side_suits_table,
                suits,
                held: key.held,
                seat,
                side_suit_count: self.lengths.side_suit_count(),
            };
            discards.choose(high, &rows, &mut to);
        } else if let Some(class) = key.class {
            let width = self.width(key.held);
            let lowest = turn == 1 && self.outcomes.lowest_trump();
            let left = if lowest { suits.lowest(class, seat) } else { suits.discards(class, seat) };
            for (rows, to) in rows.chunks_exact(len_from).zip(to.chunks_exact_mut(self.len(key))) {
                for (trumps, to) in key.trumps.clone().zip(to.chunks_exact_mut(width)) {
                    for left in left {
                        minmax_into(high, to, &rows[usize::from(left[trumps]) * width..][..width]);
                    }
                }
            }
        }
        to
    }

    /// Computes the best values that such second cards lead to: the offset of each card's row, by its number,
    /// and the rows.
    fn spread_seconds(&self, card: FollowerCard) -> (Vec<usize>, Vec<u8>) {
        let seconds = self.seconds(card);
        if seconds.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let after = self.after_seconds(card, &seconds);
        let key = self.key();
        let (len, len_after) = (self.len(&key), self.len(&self.key_after(&key, 1, card)));
        let mut starts = vec![0; self.outcomes.all_seconds()];
        let mut rows = vec![identity(self.high[2]); seconds.len() * len_after];
        for ((n, &second), row) in seconds.iter().enumerate().zip(rows.chunks_exact_mut(len_after)) {
            let second = second as usize;
            starts[second] = n * len;
            self.merge_thirds(second, &after, 0, row);
        }
        (starts, self.spread(1, card, &key, rows))
    }

    /// Improves the values of the slice by these rows.
    fn merge_into_slice(&self, rows: &[u8], values: &mut [u8]) {
        let RowBuilder { layout, tricks, .. } = *self.builder;
        let side_suits = layout.side_suits(&self.lengths);
        let width = side_suits.width(self.lengths.side_suit_count());
        let (led, trumps) = (self.led.len(), self.trumps.len());
        let all_patterns = self.slice.all_patterns(&layout.suits);
        for block in side_suits.blocks(self.lengths.side_suit_count()) {
            let side_classes = block.classes(self.lengths.side_suit_count());
            for mut index_block in layout.index_blocks(&self.lengths, side_classes, tricks) {
                index_block.first =
                    (index_block.first - self.slice.first) / all_patterns * self.slice.patterns.len();
                for (trump, above) in
                    (0..trumps).flat_map(|trump| (0..index_block.above).map(move |above| (trump, above)))
                {
                    let values =
                        &mut values[index_block.index(led, [0, trump, above])..][..led * index_block.below];
                    let from = trump * width + block.places.start + above * index_block.below;
                    let rows = rows[from..].chunks(trumps * width);
                    minmax_columns(self.high[0], values, rows, index_block.below);
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
    minmax_into(high, row, chosen);
}
