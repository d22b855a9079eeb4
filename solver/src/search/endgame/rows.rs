//! The values of whole blocks of endings, row by row.
//!
//! In a block the suits are of the same classes everywhere. So whoever follows suit in one of its
//! positions follows suit in all of them, and a trick leads from the same block to the same others.
//! The ways a trick can go depend on the suit led, and on the trumps if somebody may have to choose
//! whether to play one (see [`Ways`]). A row is what the block has for one pattern of these, and
//! all patterns of its other suits. So each way is a step for the whole row: the greater or the
//! lesser of a row of bytes and the bytes of the places to which the trick leads from there.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;

use super::index::Index;
use super::places::{Part, Places, Second, Trick};
use super::question::GameQuestion;
use super::suits::Suits;
use super::tricks::{Setting, Ways};
use crate::search::suit_pattern::CLASS_LENS;

/// The ways of all tricks, by setting.
pub(super) type AllWays = HashMap<Setting, Ways, BuildHasherDefault<AHasher>>;

/// The values after a trick, in the order of the index, by who has won it: a seat or, as one side
/// decides, either defender. The trick is counted in.
pub(super) struct After([Vec<u8>; 4]);

impl After {
    /// The values after a trick, given those at the start of the next, whoever leads to it, for
    /// this many places.
    pub(super) fn of(
        asked: impl GameQuestion,
        places: usize,
        value: impl Fn(usize, usize) -> u8 + Sync,
    ) -> After {
        let won = |seat: u8, place| u8::from(asked.counts(seat)) + value(seat.into(), place);
        let [declarer, left, right] =
            [0, 1, 2].map(|seat| (0..places).map(|place| won(seat, place)).collect::<Vec<u8>>());
        let either = left.iter().zip(&right).map(|(&left, &right)| asked.decided(left, right)).collect();
        After([declarer, left, right, either])
    }
}

/// What differs from game to game: how tricks go, and what comes after them.
#[derive(Clone, Copy)]
pub(super) struct InGame<'a> {
    pub(super) ways: &'a AllWays,
    pub(super) after: &'a After,
}

/// What the values of blocks are worked out from, in games in which the same seats want tricks to
/// be many.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, const GAMES: usize> {
    pub(super) games: [InGame<'a>; GAMES],
    pub(super) pursues: [bool; 3],
    pub(super) trumps: bool,
    pub(super) suits: &'a Suits,
    pub(super) index: &'a Index,
    /// The tricks left.
    pub(super) tricks: u8,
}

impl<const GAMES: usize> Rows<'_, GAMES> {
    /// The values of a part of a block in each game, for each leader.
    pub(super) fn values(&self, part: &Part) -> [[Vec<u8>; 3]; GAMES] {
        let mut spare = [const { Vec::new() }; 3];
        let positions = part.positions(self.suits);
        let mut values = [const { [const { Vec::new() }; 3] }; GAMES];
        for leader in 0..3 {
            for values in &mut values {
                values[leader] = vec![identity(self.pursues[leader]); positions];
            }
            for led in (0..4).filter(|&led| CLASS_LENS[part.classes[led]][leader] > 0) {
                let trick =
                    Trick::new(part, self.suits, (self.index, self.tricks), self.trumps, [leader, led]);
                for (&game, values) in self.games.iter().zip(&mut values) {
                    self.lead(part, led, &trick, game, &mut values[leader], &mut spare);
                }
            }
        }
        values
    }

    /// Improve the values by leads of one suit.
    fn lead(
        &self,
        part: &Part,
        led: usize,
        trick: &Trick,
        game: InGame,
        values: &mut [u8],
        spare: &mut [Vec<u8>],
    ) {
        let (row, spare) = spare.split_first_mut().expect("a row for each card of a trick");
        let leader = trick.setting.leader;
        let high = [0, 1, 2].map(|n| self.pursues[(leader + n) % 3]);
        let game = Lead { high, trick, ways: &game.ways[&trick.setting], after: game.after };
        let size = |suit: usize| self.suits.size(part.classes[suit]);
        let with_trumps = trick.setting.trumps.is_some();
        let firsts = if with_trumps || led == 0 { part.firsts.clone() } else { 0..1 };
        for first in firsts {
            for pattern in if led == 0 { first..first + 1 } else { 0..size(led) } {
                let number = if with_trumps { pattern * size(0) + first } else { pattern };
                row.clear();
                row.resize(trick.own.len(), identity(high[0]));
                game.leads(number, row, spare);
                put(high[0], row, values, &trick.own, trick.own.at(pattern, first));
            }
        }
    }
}

/// Leads of one suit in one game.
struct Lead<'a> {
    /// Whether each seat in turn wants tricks to be many.
    high: [bool; 3],
    trick: &'a Trick,
    ways: &'a Ways,
    after: &'a After,
}

impl Lead<'_> {
    /// The leads of one row, the patterns of whose ways have this number.
    fn leads(&self, number: usize, row: &mut [u8], spare: &mut [Vec<u8>]) {
        for lead in self.ways.leads(number) {
            choose(self.high[0], self.high[1], row, spare, |row, spare| {
                for (discards, play) in self.ways.seconds(lead) {
                    let Trick { played, discarded, .. } = self.trick;
                    for second in if discards { discarded } else { played.as_slice() } {
                        choose(self.high[1], self.high[2], row, spare, |row, _| {
                            self.thirds(play, second, row);
                        });
                    }
                }
            });
        }
    }

    fn thirds(&self, play: usize, Second { played, discarded }: &Second, row: &mut [u8]) {
        for (discards, end) in self.ways.thirds(play) {
            for places in if discards { discarded } else { played.as_slice() } {
                let at = places.at(end.led.into(), end.trumps.into()) as usize;
                get(self.high[2], row, &self.after.0[usize::from(end.winner)][at..], places);
            }
        }
    }
}

/// The worst value there is, for a seat that wants many tricks or few.
fn identity(high: bool) -> u8 {
    if high { 0 } else { u8::MAX }
}

/// Let the next seat choose for each place of the row, and keep that value where it is better.
#[inline(always)]
fn choose(
    high: bool,
    next: bool,
    row: &mut [u8],
    spare: &mut [Vec<u8>],
    next_seat: impl FnOnce(&mut [u8], &mut [Vec<u8>]),
) {
    if high == next {
        // Two seats of one side choose as one.
        return next_seat(row, spare);
    }
    let Some((chosen, spare)) = spare.split_first_mut() else { return };
    chosen.clear();
    chosen.resize(row.len(), identity(next));
    next_seat(chosen, spare);
    keep(high, row, chosen);
}

/// Keep the better of each value in the row and that in its place.
#[inline]
fn get(high: bool, row: &mut [u8], values: &[u8], places: &Places) {
    let (starts, run) = places.runs();
    assert!(places.end() <= values.len(), "the places are among those of the trick before");
    // SAFETY: every start is less than `places.end()`, which is no more than `values.len()`.
    let single = || starts.iter().map(|&start| unsafe { *values.get_unchecked(start as usize) });
    if run > 1 {
        for (row, &start) in row.chunks_exact_mut(run).zip(starts) {
            keep(high, row, &values[start as usize..][..run]);
        }
    } else if high {
        row.iter_mut().zip(single()).for_each(|(best, value)| *best = value.max(*best));
    } else {
        row.iter_mut().zip(single()).for_each(|(best, value)| *best = value.min(*best));
    }
}

/// Keep the better of each value in its place and that in the row.
fn put(high: bool, row: &[u8], values: &mut [u8], places: &Places, at: u32) {
    let (starts, run) = places.runs();
    for (row, &start) in row.chunks_exact(run).zip(starts) {
        keep(high, &mut values[at.wrapping_add(start) as usize..][..run], row);
    }
}

/// Keep the better of each value and another.
#[inline(always)]
fn keep(high: bool, best: &mut [u8], others: &[u8]) {
    if high { each(best, others, u8::max) } else { each(best, others, u8::min) }
}

/// Eight values at a time: the processor compares eight bytes in one step.
#[inline(always)]
fn each(best: &mut [u8], others: &[u8], better: impl Fn(u8, u8) -> u8) {
    let (eights, best) = best.as_chunks_mut::<8>();
    let (other_eights, others) = others.as_chunks::<8>();
    for (best, other) in eights.iter_mut().zip(other_eights) {
        *best = std::array::from_fn(|n| better(best[n], other[n]));
    }
    for (best, &other) in best.iter_mut().zip(others) {
        *best = better(*best, other);
    }
}
