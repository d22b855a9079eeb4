//! Complete tables, made from the last trick backwards, block by block on all cores.

use std::collections::HashMap;

use rayon::prelude::*;

use super::codebook::{ByLeader, Codebook, Range};
use super::index::{Index, blocks};
use super::places::Part;
use super::question::{GameQuestion, Question};
use super::ranges::Ranges;
use super::relaxed::Relaxed;
use super::rows::{After, AllWays, InGame, Rows};
use super::suits::Suits;
use super::tricks::{Setting, Ways};
use super::values::{FIGURES, UNITS, Values};
use crate::search::board::Board;
use crate::search::suit_pattern::CLASS_LENS;

impl Values {
    /// All values for boards like this one, of three hands, with up to `cards` in each, in the
    /// order of the index.
    ///
    /// `progress` hears now and then, from any thread, how many more bytes are done; the work is
    /// broken off, and there is no table, where it gives `None`.
    pub(super) fn complete(
        board: &Board,
        question: Question,
        cards: u8,
        progress: impl Fn(u64) -> Option<()> + Sync,
    ) -> Option<Box<[u8]>> {
        let plan = Plan::new(board, cards, false);
        let mut bytes = vec![0; plan.index.places()].into_boxed_slice();
        let mut ways = AllWays::default();
        let mut after = After::of(question, 1, |_, _| 0);
        for tricks in 1..=cards {
            plan.add_ways(question, tricks, &mut ways, &progress)?;
            let rows = plan.rows(question, tricks, [InGame { ways: &ways, after: &after }]);
            let bytes = &mut bytes[plan.index.of(tricks)];
            plan.fill(tricks, bytes, &progress, |part, bytes| {
                let [[a, b, c]] = rows.values(part);
                for (byte, ((a, b), c)) in bytes.iter_mut().zip(a.iter().zip(b).zip(c)) {
                    *byte = a * UNITS[0] + b * UNITS[1] + c * UNITS[2];
                }
            })?;
            if tricks < cards {
                let figure = |leader: usize, place: usize| FIGURES[leader][usize::from(bytes[place])];
                after = After::of(question, bytes.len(), figure);
            }
        }
        Some(bytes)
    }
}

impl Ranges {
    /// All ranges for boards like this one, of three hands, with up to `cards` in each: the
    /// codebooks, and the bytes in the order of the index.
    ///
    /// `progress` hears now and then, from any thread, how many more bytes are done; the work is
    /// broken off, and there is no table, where it gives `None`.
    pub(crate) fn complete(
        board: &Board,
        question: Question,
        cards: u8,
        progress: impl Fn(u64) -> Option<()> + Sync,
    ) -> Option<Box<[u8]>> {
        let plan = Plan::new(board, cards, true);
        ranges(&plan, Relaxed::both(question.pursues(0)), cards, progress)
    }
}

/// The ranges from the value of one game to that of the other.
fn ranges(
    plan: &Plan,
    [low, high]: [Relaxed; 2],
    cards: u8,
    progress: impl Fn(u64) -> Option<()> + Sync,
) -> Option<Box<[u8]>> {
    let head = Codebook::BYTES * usize::from(cards);
    let mut bytes = vec![0; head + plan.index.places()].into_boxed_slice();
    let (codebooks, places) = bytes.split_at_mut(head);
    let (mut ways_low, mut ways_high) = (AllWays::default(), AllWays::default());
    let mut after_low = After::of(low, 1, |_, _| 0);
    let mut after_high = After::of(high, 1, |_, _| 0);
    for (tricks, written) in (1..=cards).zip(codebooks.chunks_exact_mut(Codebook::BYTES)) {
        plan.add_ways(low, tricks, &mut ways_low, &progress)?;
        plan.add_ways(high, tricks, &mut ways_high, &progress)?;
        let games =
            [(&ways_low, &after_low), (&ways_high, &after_high)].map(|(ways, after)| InGame { ways, after });
        let rows = plan.rows(low, tricks, games);
        let ranges = |part: &Part| {
            let [low, high] = rows.values(part);
            let range = move |place: usize, leader: usize| Range {
                low: low[leader][place],
                high: high[leader][place],
            };
            move |place| ByLeader::from_fn(|leader| range(place, leader))
        };
        let codebook = Codebook::of(plan.sample(tricks, ranges, &progress)?, tricks);
        let closest = codebook.closest(tricks);
        let places = &mut places[plan.index.of(tricks)];
        plan.fill(tricks, places, &progress, |part, bytes| {
            let ranges = ranges(part);
            bytes.iter_mut().enumerate().for_each(|(place, byte)| *byte = closest.of(ranges(place)));
        })?;
        if tricks < cards {
            let range = |leader, place: usize| codebook.ranges(places[place]).of(leader);
            after_low = After::of(low, places.len(), |leader, place| range(leader, place).low);
            after_high = After::of(high, places.len(), |leader, place| range(leader, place).high);
        }
        written.iter_mut().zip(codebook.written()).for_each(|(byte, written)| *byte = written);
        progress(Codebook::BYTES as u64)?;
    }
    Some(bytes)
}

/// What a table is made by: the order of its places, and what is known of suits.
struct Plan<'a> {
    board: &'a Board,
    trumps: bool,
    suits: Suits,
    index: Index,
}

/// The least number of positions in each part of a block, except the last part. Small in tests, so
/// that the small blocks of tests have several parts too.
const PART: usize = if cfg!(test) { 1 << 6 } else { 1 << 14 };

impl<'a> Plan<'a> {
    fn new(board: &'a Board, cards: u8, relaxed: bool) -> Plan<'a> {
        assert_eq!(board.players, 3, "complete tables are about three hands");
        let trumps = board.trumps != 0;
        let index = Index::new(board.playing, trumps, cards, relaxed);
        Plan { board, trumps, suits: Suits::new(relaxed), index }
    }

    /// Add the ways of all tricks of blocks with this many tricks left.
    fn add_ways(
        &self,
        asked: impl GameQuestion,
        tricks: u8,
        ways: &mut AllWays,
        go_on: &(impl Fn(u64) -> Option<()> + Sync),
    ) -> Option<()> {
        let mut settings: Vec<Setting> = Vec::new();
        for classes in blocks(self.board.playing, self.trumps, tricks) {
            let leads = (0..3).flat_map(|leader| (0..4).map(move |led| (leader, led)));
            let leads = leads.filter(|&(leader, led)| CLASS_LENS[classes[led]][leader] > 0);
            settings.extend(leads.map(|(leader, led)| Setting::of(classes, self.trumps, leader, led)));
        }
        settings.sort_unstable();
        settings.dedup();
        settings.retain(|setting| !ways.contains_key(setting));
        let of = |board: &mut Board, setting| {
            go_on(0)?;
            Some((setting, Ways::new(board, asked, &self.suits, setting)))
        };
        let new = settings.into_par_iter().map_init(|| self.board.clone(), of);
        ways.extend(new.collect::<Option<Vec<_>>>()?);
        Some(())
    }

    fn rows<'b, const GAMES: usize>(
        &'b self,
        asked: impl GameQuestion,
        tricks: u8,
        games: [InGame<'b>; GAMES],
    ) -> Rows<'b, GAMES> {
        let pursues = [0, 1, 2].map(|seat| asked.pursues(seat));
        Rows { games, pursues, trumps: self.trumps, suits: &self.suits, index: &self.index, tricks }
    }

    /// Do `work` for all parts of blocks with this many tricks left, each with its bytes, which
    /// stand for places in order.
    fn fill(
        &self,
        tricks: u8,
        bytes: &mut [u8],
        progress: &(impl Fn(u64) -> Option<()> + Sync),
        work: impl Fn(&Part, &mut [u8]) + Sync,
    ) -> Option<()> {
        let mut rest = bytes;
        let mut parts = Vec::new();
        for classes in blocks(self.board.playing, self.trumps, tricks) {
            let size = self.suits.size(classes[0]);
            let of_one = Part { classes, firsts: 0..1 }.positions(&self.suits);
            let step = PART.div_ceil(of_one);
            for first in (0..size).step_by(step) {
                let part = Part { classes, firsts: first..size.min(first + step) };
                let bytes;
                (bytes, rest) = rest.split_at_mut(part.positions(&self.suits));
                parts.push((part, bytes));
            }
        }
        parts.into_par_iter().try_for_each(|(part, bytes)| {
            work(&part, bytes);
            progress(bytes.len() as u64)
        })
    }

    /// How often ranges occur in a sample of the positions with this many tricks left, a few
    /// million at most: those of some patterns of the first suit, evenly over all blocks.
    fn sample<Ranges: Fn(usize) -> ByLeader>(
        &self,
        tricks: u8,
        ranges: impl Fn(&Part) -> Ranges + Sync,
        go_on: &(impl Fn(u64) -> Option<()> + Sync),
    ) -> Option<HashMap<ByLeader, u64>> {
        let wanted = self.index.of(tricks).len().div_ceil(2_000_000);
        // One pattern of the first suit in this many; a prime number, to keep no step with the sizes
        // of classes.
        let step = [1, 11, 37, 137, 401].into_iter().find(|&step| step >= wanted).unwrap_or(1511);
        let parts = blocks(self.board.playing, self.trumps, tricks).into_iter().flat_map(|classes| {
            (0..self.suits.size(classes[0])).map(move |first| Part { classes, firsts: first..first + 1 })
        });
        let parts: Vec<Part> = parts.step_by(step).collect();
        let count = |mut counts: Vec<u64>, part: &Part| {
            go_on(0)?;
            let ranges = ranges(part);
            (0..part.positions(&self.suits)).for_each(|place| counts[ranges(place).number()] += 1);
            Some(counts)
        };
        let both = |mut counts: Vec<u64>, others: Vec<u64>| {
            counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
            Some(counts)
        };
        let none = || vec![0; ByLeader::NUMBERS];
        // Few counts, since each has as many figures as there are numbers of ranges.
        let counts = parts
            .par_iter()
            .with_min_len(parts.len() / 16 + 1)
            .try_fold(none, count)
            .try_reduce(none, both)?;
        let met = counts.into_iter().enumerate().filter(|&(_, count)| count > 0);
        Some(met.map(|(number, count)| (ByLeader::numbered(number), count)).collect())
    }
}
