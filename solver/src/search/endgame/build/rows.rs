//! The computation of an endgame table, a whole row of values at a time.
//!
//! A row holds one value for each way in which the cards of the side suits can be spread over the seats. The side suits
//! do not affect the course of a trick (see [`side_suits`](super::side_suits); the drawings in
//! [`endgame`](crate::search::endgame) show the axes of a row). A given course of the trick leads from every index of a
//! row to the same index of one other row. So a step of the computation is the maximum or the minimum of two whole
//! rows, byte by byte.
//!
//! Discards and trumps lead to other indices, so the values of the best discard and of the best trump are computed
//! beforehand. For the last seat this is done once for each way in which the trick can end; for the second seat, once
//! for each set of cards with which the last seat can reply.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use ahash::AHasher;
use rayon::prelude::*;

use super::minmax::{minmax_into, minmax_rows, worst_value};
use super::position_rows::{PositionRows, TricksByWinner};
use super::side_suits::Discards;
use super::suit_lengths::{SuitLengths, TableArrangement};
use super::suits::Suits;
use super::tricks::{FollowerCard, TrickEnd, TrickKind, TrickOutcomes, Trumpers};
use crate::search::suit_pattern::CLASS_LENS;

/// Called by any thread with the number of newly finished bytes. It returns `None` to cancel the work.
pub(crate) type Progress<'a> = dyn Fn(u64) -> Option<()> + Sync + 'a;

pub(super) type OutcomesByKind = HashMap<TrickKind, TrickOutcomes, BuildHasherDefault<AHasher>>;

/// The outcomes of a game's tricks, and the number of counted tricks after each. Two games can be computed together:
/// the two [relaxed games](crate::search::endgame::values::relaxed) differ only in these tables.
#[derive(Clone, Copy)]
pub(super) struct GameTables<'a> {
    pub(super) outcomes: &'a OutcomesByKind,
    pub(super) tricks_by_winner: &'a TricksByWinner,
}

/// A part of the positions with a certain number of tricks left. Without trumps a slice holds all these positions. With
/// trumps it holds the positions in which the trumps have a certain class or, within this class, certain patterns.
#[derive(Clone)]
pub(super) struct TableSlice {
    /// `None` without trumps.
    pub(super) trumps: Option<usize>,
    /// Indices in the class of the trumps; `0..1` without trumps.
    pub(super) patterns: Range<usize>,
    /// Counted from the first position with the same number of tricks left.
    pub(super) first: usize,
    /// Number of positions with any pattern of the slice's class.
    pub(super) full_position_count: usize,
}

/// The computation of several games at once, in all of which the same seats maximize tricks.
#[derive(Clone, Copy)]
pub(super) struct RowBuilder<'a, const GAMES: usize> {
    pub(super) games: [GameTables<'a>; GAMES],
    pub(super) after: &'a PositionRows,
    pub(super) maximizes: [bool; 3],
    pub(super) arrangement: &'a TableArrangement,
    /// Number of tricks left in the positions that are computed; `after` holds the positions with one trick less.
    pub(super) tricks: u8,
}

impl TableSlice {
    fn pattern_count(&self, suits: &Suits) -> usize {
        self.trumps.map_or(1, |class| suits.size(class))
    }

    pub(super) fn position_count(&self, suits: &Suits) -> usize {
        self.full_position_count / self.pattern_count(suits) * self.patterns.len()
    }
}

impl<const GAMES: usize> RowBuilder<'_, GAMES> {
    pub(super) fn values(&self, slice: &TableSlice, progress: &Progress) -> Option<[[Vec<u8>; 3]; GAMES]> {
        let mut all_lengths = Vec::new();
        self.arrangement.for_each_lengths(self.tricks, |lengths| {
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
            *values =
                vec![worst_value(self.maximizes[leader]); slice.position_count(&self.arrangement.suits)];
            let mut spare = [[0; PART_BYTES]; 2];
            for lengths in all_lengths.iter().filter(|lengths| CLASS_LENS[lengths.led][leader] > 0) {
                progress(0)?;
                LeadRows::new(self, slice, *lengths, game, leader).improve(values, &mut spare);
            }
            Some(())
        })?;
        Some(values)
    }
}

/// All leads by one seat from one suit, in positions with the same suit lengths.
struct LeadRows<'a, const GAMES: usize> {
    builder: &'a RowBuilder<'a, GAMES>,
    slice: &'a TableSlice,
    lengths: SuitLengths,
    trick_kind: TrickKind,
    outcomes: &'a TrickOutcomes,
    tricks_by_winner: &'a TricksByWinner,
    leader: usize,
    /// In the order of play, the leader first.
    maximizes: [bool; 3],
    /// Indices in the class of the suit led.
    led: Range<usize>,
    /// Indices in the class of the trumps; `0..1` without trumps or if they are led.
    trumps: Range<usize>,
}

/// A part of a row that stays in the processor's cache. In tests it is small, so that even their short rows are split.
const PART_BYTES: usize = if cfg!(test) { 32 } else { 4096 };

/// The layout of a row: for each trump pattern in `trumps`, a value for each spread of the side suits with `held` cards
/// in the seats. If the course of the trick depends on the trump pattern, `trumps` is `0..1`, and each row belongs to
/// one trump pattern.
#[derive(Clone)]
struct RowKey {
    /// `None` without trumps, or if trumps are led.
    class: Option<usize>,
    trumps: Range<usize>,
    held: [u8; 3],
}

/// The values after the third player's cards, for a given set of cards of the second player.
struct ThirdRows {
    /// By kind of third card: a row for each way in which a card of this kind can end the trick.
    rows: [Vec<u8>; 3],
    /// By the number of the third card in [`TrickOutcomes`].
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
        let leads_trumps = builder.arrangement.leads_trumps(&lengths);
        let trick_kind = TrickKind::new(&lengths, leads_trumps, leader);
        let patterns = slice.patterns.clone();
        let (led, trumps) = if leads_trumps {
            (patterns, 0..1)
        } else {
            (0..builder.arrangement.suits.size(lengths.led), patterns)
        };
        LeadRows {
            builder,
            slice,
            lengths,
            trick_kind,
            outcomes: &game.outcomes[&trick_kind],
            tricks_by_winner: game.tricks_by_winner,
            leader,
            maximizes: [0, 1, 2].map(|n| builder.maximizes[(leader + n) % 3]),
            led,
            trumps,
        }
    }

    fn depends_on_trumps(&self) -> bool {
        // The second follower may have to overtrump the first one.
        matches!(self.trick_kind.trumpers, Trumpers::Both(_))
    }

    fn width(&self, held: [u8; 3]) -> usize {
        self.builder
            .arrangement
            .side_suits_table
            .get(held, &self.builder.arrangement.suits)
            .width(self.lengths.side_suit_count())
    }

    fn len(&self, key: &RowKey) -> usize {
        self.width(key.held) * key.trumps.len()
    }

    /// `turn` is 1 for the second card of the trick, 2 for the third.
    fn seat(&self, turn: usize) -> usize {
        (self.leader + turn) % 3
    }

    fn key(&self) -> RowKey {
        let trumps = if self.depends_on_trumps() { 0..1 } else { self.trumps.clone() };
        RowKey { class: self.lengths.trumps, trumps, held: self.lengths.side_cards }
    }

    fn key_after(&self, key: &RowKey, turn: usize, card: FollowerCard) -> RowKey {
        let mut key_after = key.clone();
        match card {
            FollowerCard::Particular => {}
            FollowerCard::Discard => key_after.held[self.seat(turn)] -= 1,
            FollowerCard::Trump => {
                key_after.class = key.class.map(|class| Suits::class_without_card(class, self.seat(turn)));
                key_after.trumps =
                    0..key_after.class.map_or(1, |class| self.builder.arrangement.suits.size(class));
            }
        }
        key_after
    }

    fn trick_numbers(&self) -> Range<usize> {
        // If the course of the trick depends on trumps, both followers are void in the suit led. It then has
        // a single pattern, and the tricks are numbered by the pattern of the trumps.
        if self.depends_on_trumps() { self.trumps.clone() } else { self.led.clone() }
    }

    fn improve(&self, values: &mut [u8], [second_buffer, third_buffer]: &mut [[u8; PART_BYTES]; 2]) {
        let len = self.len(&self.key());
        if len == 0 {
            return;
        }
        // Particular cards lead from each index to the same index of another row. The best discards and trumps, which
        // lead to other indices, are computed for whole rows beforehand.
        let particular =
            self.rows_after_seconds(FollowerCard::Particular, &self.seconds(FollowerCard::Particular));
        let rows_before =
            [FollowerCard::Discard, FollowerCard::Trump].map(|card| self.rows_before_seconds(card));
        let mut rows = vec![worst_value(self.maximizes[0]); self.trick_numbers().len() * len];
        for (number, row) in self.trick_numbers().zip(rows.chunks_exact_mut(len)) {
            for (part, row) in row.chunks_mut(PART_BYTES).enumerate() {
                let first = part * PART_BYTES;
                let (second_buffer, third_buffer) =
                    (&mut second_buffer[..row.len()], &mut third_buffer[..row.len()]);
                for lead in self.outcomes.leads(number) {
                    choose([self.maximizes[0], self.maximizes[1]], row, second_buffer, |row| {
                        for &second in self.outcomes.seconds(lead) {
                            let second = second as usize;
                            let card = self.outcomes.second_card(second);
                            if card == FollowerCard::Particular {
                                choose([self.maximizes[1], self.maximizes[2]], row, third_buffer, |row| {
                                    self.merge_thirds(second, &particular, first, row);
                                });
                            } else {
                                let (starts, rows) = &rows_before[card as usize - 1];
                                minmax_into(
                                    self.maximizes[1],
                                    row,
                                    &rows[starts[second] + first..][..row.len()],
                                );
                            }
                        }
                    });
                }
            }
        }
        self.merge_into_slice(&rows, values);
    }

    /// `row` is a part of a whole row, which begins at index `first` of that row.
    #[inline]
    fn merge_thirds(&self, second: usize, after: &ThirdRows, first: usize, row: &mut [u8]) {
        for third in self.outcomes.thirds(second) {
            let rows = &after.rows[self.outcomes.third(third).0 as usize];
            minmax_into(self.maximizes[2], row, &rows[after.starts[third] + first..][..row.len()]);
        }
    }

    fn seconds(&self, card: FollowerCard) -> Cow<'a, [u32]> {
        let seconds = self.outcomes.seconds_by(card);
        let numbers = self.trick_numbers();
        if seconds.is_empty() || numbers.len() == self.outcomes.trick_count() {
            return Cow::Borrowed(seconds);
        }
        let mut met = vec![false; self.outcomes.second_count()];
        for &second in numbers
            .flat_map(|number| self.outcomes.leads(number))
            .flat_map(|lead| self.outcomes.seconds(lead))
        {
            met[second as usize] = true;
        }
        seconds.iter().copied().filter(|&second| met[second as usize]).collect()
    }

    fn rows_after_seconds(&self, card: FollowerCard, seconds: &[u32]) -> ThirdRows {
        let key = self.key_after(&self.key(), 1, card);
        let len = self.len(&key);
        let mut starts = vec![0; if seconds.is_empty() { 0 } else { self.outcomes.third_count() }];
        let rows = [FollowerCard::Particular, FollowerCard::Discard, FollowerCard::Trump].map(|last| {
            let thirds = seconds.iter().flat_map(|&second| self.outcomes.thirds(second as usize));
            let mut thirds = thirds.filter(|&third| self.outcomes.third(third).0 == last).peekable();
            if thirds.peek().is_none() {
                return Vec::new();
            }
            let lengths =
                self.lengths.after_trick(self.leader, [card, last].map(|card| card == FollowerCard::Discard));
            let patterns = self.pattern_count_after(&lengths);
            let (mut ends, mut row_of) = (Vec::new(), vec![None; 4 * patterns]);
            for third in thirds {
                let (_, end) = self.outcomes.third(third);
                // If ends differ in `trumps`, both followers are void in the suit led. Then only the leader can still
                // hold cards of this suit: it has one pattern, and `led` is 0. Otherwise `trumps` is 0. So the greater
                // of the two numbers distinguishes the ends.
                let number = usize::from(end.winner) * patterns + usize::from(end.led.max(end.trumps));
                starts[third] = len
                    * *row_of[number].get_or_insert_with(|| {
                        ends.push(end);
                        ends.len() - 1
                    });
            }
            let rows = self.rows_at_ends(&lengths, &self.key_after(&key, 2, last), &ends);
            self.rows_before(2, last, &key, rows)
        });
        ThirdRows { rows, starts }
    }

    fn pattern_count_after(&self, lengths: &SuitLengths) -> usize {
        // Counts patterns of the trumps if the course of the trick depends on them, otherwise those of the suit led.
        self.builder.arrangement.sizes(lengths)[usize::from(self.depends_on_trumps())]
    }

    /// `lengths` are the suit lengths after each of `ends`.
    fn rows_at_ends(&self, lengths: &SuitLengths, key: &RowKey, ends: &[TrickEnd]) -> Vec<u8> {
        let width = self.width(key.held);
        let [_, trumps] = self.builder.arrangement.sizes(lengths);
        let after = self.builder.after.rows(lengths);
        let len = self.len(key);
        let mut rows = Vec::with_capacity(ends.len() * len);
        for end in ends {
            let trumps_left = key.trumps.start + usize::from(end.trumps);
            let first = (usize::from(end.led) * trumps + trumps_left) * width;
            self.tricks_by_winner.append(end.winner, &after[first..][..len], &mut rows);
        }
        rows
    }

    /// `rows` are the values after a card of the kind `card`; the result holds the best values for the seat that plays
    /// it, in place `turn` of the trick. `key` is the layout before the card.
    fn rows_before(&self, turn: usize, card: FollowerCard, key: &RowKey, rows: Vec<u8>) -> Vec<u8> {
        if card == FollowerCard::Particular {
            return rows;
        }
        let (seat, maximize) = (self.seat(turn), self.maximizes[turn]);
        let TableArrangement { suits, side_suits_table, .. } = self.builder.arrangement;
        let from = self.key_after(key, turn, card);
        let len_from = self.len(&from);
        let mut to = vec![worst_value(maximize); rows.len() / len_from * self.len(key)];
        if card == FollowerCard::Discard {
            let discards = Discards {
                side_suits: side_suits_table,
                suits,
                held: key.held,
                seat,
                side_suit_count: self.lengths.side_suit_count(),
            };
            discards.choose(maximize, &rows, &mut to);
        } else if let Some(class) = key.class {
            let width = self.width(key.held);
            let lowest = turn == 1 && self.outcomes.must_play_lowest_trump();
            let remaining =
                if lowest { suits.lowest_discard(class, seat) } else { suits.discards(class, seat) };
            // Each pattern of the trumps has a part of the row: the pattern without the trump selects the part to read.
            for (rows, to) in rows.chunks_exact(len_from).zip(to.chunks_exact_mut(self.len(key))) {
                for (trumps, to) in key.trumps.clone().zip(to.chunks_exact_mut(width)) {
                    for remaining in remaining {
                        minmax_into(maximize, to, &rows[usize::from(remaining[trumps]) * width..][..width]);
                    }
                }
            }
        }
        to
    }

    fn rows_before_seconds(&self, card: FollowerCard) -> (Vec<usize>, Vec<u8>) {
        // A card of this kind may stand for several cards of the second seat; the values are those of the best of
        // them for this seat.
        let seconds = self.seconds(card);
        if seconds.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let after = self.rows_after_seconds(card, &seconds);
        let key = self.key();
        let (len, len_after) = (self.len(&key), self.len(&self.key_after(&key, 1, card)));
        let mut starts = vec![0; self.outcomes.second_count()];
        let mut rows = vec![worst_value(self.maximizes[2]); seconds.len() * len_after];
        for ((n, &second), row) in seconds.iter().enumerate().zip(rows.chunks_exact_mut(len_after)) {
            let second = second as usize;
            starts[second] = n * len;
            self.merge_thirds(second, &after, 0, row);
        }
        (starts, self.rows_before(1, card, &key, rows))
    }

    fn merge_into_slice(&self, rows: &[u8], values: &mut [u8]) {
        let RowBuilder { arrangement, tricks, .. } = *self.builder;
        let side_suits = arrangement.side_suits(&self.lengths);
        let width = side_suits.width(self.lengths.side_suit_count());
        let (led, trumps) = (self.led.len(), self.trumps.len());
        let pattern_count = self.slice.pattern_count(&arrangement.suits);
        for block in side_suits.blocks(self.lengths.side_suit_count()) {
            let side_classes = block.classes(self.lengths.side_suit_count());
            for mut index_block in arrangement.index_blocks(&self.lengths, side_classes, tricks) {
                index_block.first =
                    (index_block.first - self.slice.first) / pattern_count * self.slice.patterns.len();
                for (trump, above) in
                    (0..trumps).flat_map(|trump| (0..index_block.above).map(move |above| (trump, above)))
                {
                    let values =
                        &mut values[index_block.index(led, [0, trump, above])..][..led * index_block.below];
                    let from = trump * width + block.places.start + above * index_block.below;
                    let rows = rows[from..].chunks(trumps * width);
                    minmax_rows(self.maximizes[0], values, rows, index_block.below);
                }
            }
        }
    }
}

/// Merges into `row` what is better for the previous seat, which maximizes if `maximize`, of the values that the next
/// seat, which maximizes if `next`, chooses. `next_seat` merges the values of the next seat's cards into its argument.
#[inline(always)]
fn choose([maximize, next]: [bool; 2], row: &mut [u8], chosen: &mut [u8], next_seat: impl FnOnce(&mut [u8])) {
    if maximize == next {
        // Two successive seats of the same side choose together.
        return next_seat(row);
    }
    chosen.fill(worst_value(next));
    next_seat(chosen);
    minmax_into(maximize, row, chosen);
}
