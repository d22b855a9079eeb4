//! Complete tables, computed from the last trick backwards on all cores.

use std::collections::HashMap;

use rayon::prelude::*;

use super::position_rows::{PositionRows, TricksByWinner};
use super::rows::{GameTables, OutcomesByKind, Progress, RowBuilder, TableSlice};
use super::suit_lengths::TableArrangement;
use super::tricks::{TrickKind, TrickOutcomes};
use crate::search::board::Board;
use crate::search::endgame::values::codebook::{Codebook, Range, RangeTriple};
use crate::search::endgame::values::index::{Index, blocks};
use crate::search::endgame::values::kind::EndgameTableId;
use crate::search::endgame::values::question::{GameQuestion, Question};
use crate::search::endgame::values::ranges::Ranges;
use crate::search::endgame::values::relaxed::RelaxedGame;
use crate::search::endgame::values::value_table::{DIGIT_WEIGHTS, DIGITS, Values};
use crate::search::suit_pattern::CLASS_LENS;

impl Values {
    /// The bytes, for endings of up to `cards` cards in each of three hands. `None` if the work is cancelled.
    pub(crate) fn complete(
        board: &Board,
        question: Question,
        cards: u8,
        progress: &Progress,
    ) -> Option<Box<[u8]>> {
        let plan = Plan::new(board, cards, false);
        let tricks_by_winner =
            TricksByWinner::new(question, |leader, byte| DIGITS[leader][usize::from(byte)]);
        let mut bytes = vec![0; plan.arrangement.index.index_count()].into_boxed_slice();
        let mut outcomes = OutcomesByKind::default();
        let mut after = PositionRows::after_last_trick();
        for tricks in 1..=cards {
            plan.add_outcomes(question, tricks, &mut outcomes, progress)?;
            let rows = plan.rows(
                question,
                tricks,
                &after,
                [GameTables { outcomes: &outcomes, tricks_by_winner: &tricks_by_winner }],
            );
            let bytes = &mut bytes[plan.arrangement.index.range(tricks)];
            let slices = plan.slices(tricks, bytes).into_par_iter();
            slices.try_for_each(|(slice, bytes)| {
                let [[a, b, c]] = rows.values(&slice, progress)?;
                for (byte, ((a, b), c)) in bytes.iter_mut().zip(a.iter().zip(b).zip(c)) {
                    *byte = a * DIGIT_WEIGHTS[0] + b * DIGIT_WEIGHTS[1] + c * DIGIT_WEIGHTS[2];
                }
                progress(bytes.len() as u64)
            })?;
            if tricks < cards {
                after = PositionRows::from_bytes(&plan.arrangement, tricks, bytes);
            }
        }
        Some(bytes)
    }
}

impl Ranges {
    /// The codebooks, then the bytes. `None` if the work is cancelled.
    pub(crate) fn complete(
        board: &Board,
        question: Question,
        cards: u8,
        progress: &Progress,
    ) -> Option<Box<[u8]>> {
        let plan = Plan::new(board, cards, true);
        compute_ranges(&plan, RelaxedGame::lower_and_upper(question.maximizes(0)), cards, progress)
    }
}

impl EndgameTableId {
    pub(crate) fn complete(self, progress: &Progress) -> Option<Box<[u8]>> {
        let (board, question, cards) = (self.board(), self.question(), self.max_cards());
        if self.holds_ranges() {
            Ranges::complete(&board, question, cards, progress)
        } else {
            Values::complete(&board, question, cards, progress)
        }
    }
}

fn compute_ranges(
    plan: &Plan,
    [low, high]: [RelaxedGame; 2],
    cards: u8,
    progress: &Progress,
) -> Option<Box<[u8]>> {
    let codebooks_len = Codebook::BYTES * usize::from(cards);
    let mut bytes = vec![0; codebooks_len + plan.arrangement.index.index_count()].into_boxed_slice();
    let (codebooks, places) = bytes.split_at_mut(codebooks_len);
    let (mut outcomes_low, mut outcomes_high) = (OutcomesByKind::default(), OutcomesByKind::default());
    let no_tricks = |question| TricksByWinner::new(question, |_, _| 0);
    let (mut won_low, mut won_high) = (no_tricks(low), no_tricks(high));
    let mut after = PositionRows::after_last_trick();
    for (tricks, codebook_bytes) in (1..=cards).zip(codebooks.chunks_exact_mut(Codebook::BYTES)) {
        plan.add_outcomes(low, tricks, &mut outcomes_low, progress)?;
        plan.add_outcomes(high, tricks, &mut outcomes_high, progress)?;
        let games = [(&outcomes_low, &won_low), (&outcomes_high, &won_high)]
            .map(|(outcomes, tricks_by_winner)| GameTables { outcomes, tricks_by_winner });
        let rows = plan.rows(low, tricks, &after, games);
        let places = &mut places[plan.arrangement.index.range(tricks)];
        let slices = plan.slices(tricks, places);
        let (counts, sampled) = sample(plan, tricks, &slices, &rows, progress)?;
        let codebook = Codebook::from_counts(counts, tricks);
        let closest = codebook.closest_codes(tricks);
        let values = sampled.into_iter().flatten().map(Some).chain(std::iter::repeat_with(|| None));
        let slices = slices.into_iter().zip(values).collect::<Vec<_>>().into_par_iter();
        slices.try_for_each(|((slice, bytes), values)| {
            let values = values.or_else(|| rows.values(&slice, progress))?;
            for (place, byte) in bytes.iter_mut().enumerate() {
                *byte = closest.byte(ranges_at(&values, place));
            }
            progress(bytes.len() as u64)
        })?;
        if tricks < cards {
            after = PositionRows::from_bytes(&plan.arrangement, tricks, places);
            let range = |leader, byte| codebook.ranges(byte).range(leader);
            // Endings with one card more follow from the stored ranges, which the codebook may have widened.
            won_low = TricksByWinner::new(low, |leader, byte| range(leader, byte).low);
            won_high = TricksByWinner::new(high, |leader, byte| range(leader, byte).high);
        }
        codebook_bytes.iter_mut().zip(codebook.to_bytes()).for_each(|(byte, value)| *byte = value);
        progress(Codebook::BYTES as u64)?;
    }
    Some(bytes)
}

/// By leader and position.
type GameValues = [[Vec<u8>; 3]; 2];

fn ranges_at([low, high]: &GameValues, place: usize) -> RangeTriple {
    RangeTriple::from_fn(|leader| Range { low: low[leader][place], high: high[leader][place] })
}

/// The frequencies of the triples of ranges, and the values of all slices if they were computed for the sample.
type Sample = (HashMap<RangeTriple, u64>, Option<Vec<GameValues>>);

fn sample(
    plan: &Plan,
    tricks: u8,
    slices: &[(TableSlice, &mut [u8])],
    rows: &RowBuilder<2>,
    progress: &Progress,
) -> Option<Sample> {
    // All positions with certain patterns of trumps or, without trumps, every `step`-th position; if there are few,
    // all.
    let least_step = plan.arrangement.index.range(tricks).len().div_ceil(2_000_000);
    // About one position in `step` is counted, up to about two million in all. `step` is 1 or prime, so that it has no
    // common factor with the sizes of classes.
    let step = [1, 11, 37, 137, 401].into_iter().find(|&step| step >= least_step).unwrap_or(1511);
    let no_counts = || vec![0_u64; RangeTriple::NUMBER_COUNT];
    let (counts, all_values) = if step == 1 || slices.len() == 1 {
        let values = slices.par_iter().map(|(slice, _)| rows.values(slice, progress));
        let all_values = values.collect::<Option<Vec<GameValues>>>()?;
        let mut counts = no_counts();
        all_values.iter().for_each(|values| count_ranges(&mut counts, values, step));
        (counts, Some(all_values))
    } else {
        let single = slices.iter().flat_map(|(slice, _)| {
            let patterns = slice.patterns.clone();
            patterns.map(|first| TableSlice { patterns: first..first + 1, ..slice.clone() })
        });
        let parts: Vec<TableSlice> = single.step_by(step).collect();
        // The parts form at most 16 groups, since each group needs its own vector of counts for all numbers of triples.
        let parts = parts.par_iter().with_min_len(parts.len() / 16 + 1);
        let counts = parts.try_fold(no_counts, |mut counts, part| {
            count_ranges(&mut counts, &rows.values(part, progress)?, 1);
            Some(counts)
        });
        (counts.try_reduce(no_counts, |counts, others| Some(add_counts(counts, &others)))?, None)
    };
    let frequencies = counts.into_iter().enumerate().filter(|&(_, count)| count > 0);
    let frequencies = frequencies.map(|(number, count)| (RangeTriple::from_number(number), count));
    Some((frequencies.collect(), all_values))
}

fn count_ranges(counts: &mut [u64], values: &GameValues, step: usize) {
    for place in (0..values[0][0].len()).step_by(step) {
        counts[ranges_at(values, place).number()] += 1;
    }
}

fn add_counts(mut counts: Vec<u64>, others: &[u64]) -> Vec<u64> {
    counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
    counts
}

struct Plan<'a> {
    board: &'a Board,
    arrangement: TableArrangement,
}

impl<'a> Plan<'a> {
    fn new(board: &'a Board, cards: u8, relaxed: bool) -> Plan<'a> {
        assert_eq!(board.players, 3, "complete tables exist only for three hands");
        let trumps = board.trumps != 0;
        let index = Index::new(board.playing, trumps, cards, relaxed);
        Plan { board, arrangement: TableArrangement::new(index, trumps, relaxed) }
    }

    /// `None` if the work is cancelled.
    fn add_outcomes(
        &self,
        question: impl GameQuestion,
        tricks: u8,
        outcomes: &mut OutcomesByKind,
        progress: &Progress,
    ) -> Option<()> {
        let mut trick_kinds: Vec<TrickKind> = Vec::new();
        self.arrangement.for_each_lengths(tricks, |lengths| {
            let leads_trumps = self.arrangement.leads_trumps(&lengths);
            let leaders = (0..3).filter(|&leader| CLASS_LENS[lengths.led][leader] > 0);
            trick_kinds.extend(leaders.map(|leader| TrickKind::new(&lengths, leads_trumps, leader)));
        });
        trick_kinds.sort_unstable();
        trick_kinds.dedup();
        trick_kinds.retain(|trick_kind| !outcomes.contains_key(trick_kind));
        let new_outcomes = trick_kinds.into_par_iter().map_init(
            || self.board.clone(),
            |board, trick_kind| {
                progress(0)?;
                Some((trick_kind, TrickOutcomes::new(board, question, &self.arrangement.suits, trick_kind)))
            },
        );
        outcomes.extend(new_outcomes.collect::<Option<Vec<_>>>()?);
        Some(())
    }

    fn rows<'b, const GAMES: usize>(
        &'b self,
        question: impl GameQuestion,
        tricks: u8,
        after: &'b PositionRows,
        games: [GameTables<'b>; GAMES],
    ) -> RowBuilder<'b, GAMES> {
        let maximizes = [0, 1, 2].map(|seat| question.maximizes(seat));
        RowBuilder { games, after, maximizes, arrangement: &self.arrangement, tricks }
    }

    fn slices<'b>(&self, tricks: u8, mut bytes: &'b mut [u8]) -> Vec<(TableSlice, &'b mut [u8])> {
        let TableArrangement { trumps: with_trumps, suits, .. } = &self.arrangement;
        let mut slices: Vec<TableSlice> = Vec::new();
        let mut end = 0;
        for classes in blocks(self.board.playing, *with_trumps, tricks) {
            let trumps = with_trumps.then_some(classes[0]);
            let first = end;
            let full_position_count: usize = classes.iter().map(|&class| suits.size(class)).product();
            end += full_position_count;
            match slices.last_mut().filter(|slice| slice.trumps == trumps) {
                Some(slice) => slice.full_position_count += full_position_count,
                None => {
                    let patterns = 0..trumps.map_or(1, |class| suits.size(class));
                    slices.push(TableSlice { trumps, patterns, first, full_position_count });
                }
            }
        }
        let with_bytes = slices.into_iter().map(|slice| {
            let part;
            (part, bytes) = std::mem::take(&mut bytes).split_at_mut(slice.full_position_count);
            (slice, part)
        });
        with_bytes.collect()
    }
}

#[cfg(test)]
mod tests;
