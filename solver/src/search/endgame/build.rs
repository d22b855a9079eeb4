//! Complete tables, built from the last trick backwards on all cores.

use std::collections::HashMap;

use rayon::prelude::*;

use super::after::{After, Won};
use super::codebook::{ByLeader, Codebook, Range};
use super::index::{Index, blocks};
use super::question::{GameQuestion, Question};
use super::ranges::Ranges;
use super::relaxed::Relaxed;
use super::rows::{AllWays, InGame, Progress, Region, Rows};
use super::shape::Layout;
use super::tricks::{Setting, Ways};
use super::values::{FIGURES, UNITS, Values};
use crate::search::board::Board;
use crate::search::suit_pattern::CLASS_LENS;

impl Values {
    /// Computes all values for boards like this one, of three hands, with up to `cards` in each, in the order
    /// of the index.
    ///
    /// There is no table if the work is cancelled.
    pub(super) fn complete(
        board: &Board,
        question: Question,
        cards: u8,
        progress: &Progress,
    ) -> Option<Box<[u8]>> {
        let plan = Plan::new(board, cards, false);
        let won = Won::new(question, |leader, byte| FIGURES[leader][usize::from(byte)]);
        let mut bytes = vec![0; plan.layout.index.places()].into_boxed_slice();
        let mut ways = AllWays::default();
        let mut after = After::end();
        for tricks in 1..=cards {
            plan.add_ways(question, tricks, &mut ways, progress)?;
            let rows = plan.rows(question, tricks, &after, [InGame { ways: &ways, won: &won }]);
            let bytes = &mut bytes[plan.layout.index.of(tricks)];
            let regions = plan.regions(tricks, bytes).into_par_iter();
            regions.try_for_each(|(region, bytes)| {
                let [[a, b, c]] = rows.values(&region, progress)?;
                for (byte, ((a, b), c)) in bytes.iter_mut().zip(a.iter().zip(b).zip(c)) {
                    *byte = a * UNITS[0] + b * UNITS[1] + c * UNITS[2];
                }
                progress(bytes.len() as u64)
            })?;
            if tricks < cards {
                after = After::of(&plan.layout, tricks, bytes);
            }
        }
        Some(bytes)
    }
}

impl Ranges {
    /// Computes all ranges for boards like this one, of three hands, with up to `cards` in each: the
    /// codebooks, and the bytes in the order of the index.
    ///
    /// There is no table if the work is cancelled.
    pub(crate) fn complete(
        board: &Board,
        question: Question,
        cards: u8,
        progress: &Progress,
    ) -> Option<Box<[u8]>> {
        let plan = Plan::new(board, cards, true);
        ranges(&plan, Relaxed::both(question.pursues(0)), cards, progress)
    }
}

/// Computes the ranges from the value of one game to that of the other.
fn ranges(plan: &Plan, [low, high]: [Relaxed; 2], cards: u8, progress: &Progress) -> Option<Box<[u8]>> {
    let head = Codebook::BYTES * usize::from(cards);
    let mut bytes = vec![0; head + plan.layout.index.places()].into_boxed_slice();
    let (codebooks, places) = bytes.split_at_mut(head);
    let (mut ways_low, mut ways_high) = (AllWays::default(), AllWays::default());
    let none = |asked| Won::new(asked, |_, _| 0);
    let (mut won_low, mut won_high) = (none(low), none(high));
    let mut after = After::end();
    for (tricks, written) in (1..=cards).zip(codebooks.chunks_exact_mut(Codebook::BYTES)) {
        plan.add_ways(low, tricks, &mut ways_low, progress)?;
        plan.add_ways(high, tricks, &mut ways_high, progress)?;
        let games = [(&ways_low, &won_low), (&ways_high, &won_high)].map(|(ways, won)| InGame { ways, won });
        let rows = plan.rows(low, tricks, &after, games);
        let places = &mut places[plan.layout.index.of(tricks)];
        let regions = plan.regions(tricks, places);
        let (met, known) = sample(plan, tricks, &regions, &rows, progress)?;
        let codebook = Codebook::of(met, tricks);
        let closest = codebook.closest(tricks);
        let values = known.into_iter().flatten().map(Some).chain(std::iter::repeat_with(|| None));
        let regions = regions.into_iter().zip(values).collect::<Vec<_>>().into_par_iter();
        regions.try_for_each(|((region, bytes), known)| {
            let values = known.or_else(|| rows.values(&region, progress))?;
            for (place, byte) in bytes.iter_mut().enumerate() {
                *byte = closest.of(ranges_at(&values, place));
            }
            progress(bytes.len() as u64)
        })?;
        if tricks < cards {
            after = After::of(&plan.layout, tricks, places);
            let range = |leader, byte| codebook.ranges(byte).of(leader);
            won_low = Won::new(low, |leader, byte| range(leader, byte).low);
            won_high = Won::new(high, |leader, byte| range(leader, byte).high);
        }
        written.iter_mut().zip(codebook.written()).for_each(|(byte, written)| *byte = written);
        progress(Codebook::BYTES as u64)?;
    }
    Some(bytes)
}

/// The values of the two relaxed games, for each leader.
type Both = [[Vec<u8>; 3]; 2];

fn ranges_at([low, high]: &Both, place: usize) -> ByLeader {
    ByLeader::from_fn(|leader| Range { low: low[leader][place], high: high[leader][place] })
}

/// The frequencies of triples of ranges, and the values of all regions if they are known.
type Sample = (HashMap<ByLeader, u64>, Option<Vec<Both>>);

/// Counts the triples of ranges in a sample of the positions with this many tricks left, a few million at
/// most: the positions with some patterns of trumps or, without trumps, every n-th of all.
fn sample(
    plan: &Plan,
    tricks: u8,
    regions: &[(Region, &mut [u8])],
    rows: &Rows<2>,
    go_on: &Progress,
) -> Option<Sample> {
    let wanted = plan.layout.index.of(tricks).len().div_ceil(2_000_000);
    // One in this many; a prime number, so that it has no common factor with the sizes of classes.
    let step = [1, 11, 37, 137, 401].into_iter().find(|&step| step >= wanted).unwrap_or(1511);
    let none = || vec![0_u64; ByLeader::NUMBERS];
    let count = |counts: &mut Vec<u64>, values: &Both, step| {
        for place in (0..values[0][0].len()).step_by(step) {
            counts[ranges_at(values, place).number()] += 1;
        }
    };
    let (counts, known) = if step == 1 || regions.len() == 1 {
        let values = regions.par_iter().map(|(region, _)| rows.values(region, go_on));
        let known = values.collect::<Option<Vec<Both>>>()?;
        let mut counts = none();
        known.iter().for_each(|values| count(&mut counts, values, step));
        (counts, Some(known))
    } else {
        let single = regions.iter().flat_map(|(region, _)| {
            let patterns = region.patterns.clone();
            patterns.map(|first| Region { patterns: first..first + 1, ..region.clone() })
        });
        let parts: Vec<Region> = single.step_by(step).collect();
        let add = |mut counts: Vec<u64>, part: &Region| {
            count(&mut counts, &rows.values(part, go_on)?, 1);
            Some(counts)
        };
        let both = |mut counts: Vec<u64>, others: Vec<u64>| {
            counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
            Some(counts)
        };
        // Few vectors of counts, since each has as many entries as there are numbers of triples.
        let parts = parts.par_iter().with_min_len(parts.len() / 16 + 1);
        (parts.try_fold(none, add).try_reduce(none, both)?, None)
    };
    let met = counts.into_iter().enumerate().filter(|&(_, count)| count > 0);
    Some((met.map(|(number, count)| (ByLeader::numbered(number), count)).collect(), known))
}

/// The plan of a table: the order of its positions, and the tables about suits.
struct Plan<'a> {
    board: &'a Board,
    layout: Layout,
}

impl<'a> Plan<'a> {
    fn new(board: &'a Board, cards: u8, relaxed: bool) -> Plan<'a> {
        assert_eq!(board.players, 3, "complete tables are about three hands");
        let trumps = board.trumps != 0;
        let index = Index::new(board.playing, trumps, cards, relaxed);
        Plan { board, layout: Layout::new(index, trumps, relaxed) }
    }

    /// Adds the outcomes of all tricks with this many tricks left.
    fn add_ways(
        &self,
        asked: impl GameQuestion,
        tricks: u8,
        ways: &mut AllWays,
        go_on: &Progress,
    ) -> Option<()> {
        let mut settings: Vec<Setting> = Vec::new();
        self.layout.each_shape(tricks, |shape| {
            let leads_trumps = self.layout.leads_trumps(&shape);
            let leaders = (0..3).filter(|&leader| CLASS_LENS[shape.led][leader] > 0);
            settings.extend(leaders.map(|leader| Setting::of(&shape, leads_trumps, leader)));
        });
        settings.sort_unstable();
        settings.dedup();
        settings.retain(|setting| !ways.contains_key(setting));
        let of = |board: &mut Board, setting| {
            go_on(0)?;
            Some((setting, Ways::new(board, asked, &self.layout.suits, setting)))
        };
        let new = settings.into_par_iter().map_init(|| self.board.clone(), of);
        ways.extend(new.collect::<Option<Vec<_>>>()?);
        Some(())
    }

    fn rows<'b, const GAMES: usize>(
        &'b self,
        asked: impl GameQuestion,
        tricks: u8,
        after: &'b After,
        games: [InGame<'b>; GAMES],
    ) -> Rows<'b, GAMES> {
        let pursues = [0, 1, 2].map(|seat| asked.pursues(seat));
        Rows { games, after, pursues, layout: &self.layout, tricks }
    }

    /// Lists all regions of the positions with this many tricks left, each with its bytes, which stand for
    /// indices in order.
    fn regions<'b>(&self, tricks: u8, mut bytes: &'b mut [u8]) -> Vec<(Region, &'b mut [u8])> {
        let Layout { trumps: with_trumps, suits, .. } = &self.layout;
        let mut regions: Vec<Region> = Vec::new();
        let mut end = 0;
        for classes in blocks(self.board.playing, *with_trumps, tricks) {
            let trumps = with_trumps.then_some(classes[0]);
            let first = end;
            let places: usize = classes.iter().map(|&class| suits.size(class)).product();
            end += places;
            match regions.last_mut().filter(|region| region.trumps == trumps) {
                Some(region) => region.places += places,
                None => {
                    let patterns = 0..trumps.map_or(1, |class| suits.size(class));
                    regions.push(Region { trumps, patterns, first, places });
                }
            }
        }
        let with_bytes = regions.into_iter().map(|region| {
            let own;
            (own, bytes) = std::mem::take(&mut bytes).split_at_mut(region.places);
            (region, own)
        });
        with_bytes.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::search::endgame::values::tests::board;

    /// Stops builds of a table without trumps, where all positions with some number of tricks left are one
    /// region.
    #[test]
    fn build_stops_within_region() {
        let board = board(false, 3);
        let question = Question::new(0b001, 0b001);
        let asked = AtomicU64::new(0);
        // Returns whether there is a table, and the number of times that the work asked whether to continue.
        let build = |most| {
            asked.store(0, Ordering::Relaxed);
            let go_on = |_| (asked.fetch_add(1, Ordering::Relaxed) < most).then_some(());
            (Ranges::complete(&board, question, 3, &go_on).is_some(), asked.load(Ordering::Relaxed))
        };
        let (built, all) = build(u64::MAX);
        assert!(built && all > 500, "{all}");
        let threads = rayon::current_num_threads() as u64;
        for most in [0, all / 7, all / 2, all - 1] {
            let (built, asked) = build(most);
            assert!(!built, "{most} of {all}");
            assert!(asked <= most + 6 + threads, "{asked} instead of {most}");
        }
    }
}
