//! The cache of endgame values and tables, by question.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, PoisonError};

use ahash::AHasher;

use super::build_stage::{BuildStage, Rent};
use crate::search::board::Board;
use crate::search::endgame::values::bytes::Bytes;
use crate::search::endgame::values::kind::EndgameTableId;
use crate::search::endgame::values::question::Question;
use crate::search::endgame::values::ranges::Ranges;
use crate::search::endgame::values::value_table::{MAX_ON_DEMAND_CARDS, Values};

/// At this number of cached questions the entries without a table are dropped before another question is added. For
/// endings with trumps and three hands, the computed values of 16 questions take 40 MB. One rule set needs three
/// questions: with trumps, without, and for misère.
const MAX_QUESTIONS: usize = 16;

/// The cached endings of each question, and the folder from which tables can be loaded.
#[derive(Default)]
pub(super) struct EndgameCache {
    /// By the number of the board's rules (see [`Board::rules_id`]) and by question.
    questions: Mutex<HashMap<(u32, Question), CacheEntry, BuildHasherDefault<AHasher>>>,
    #[cfg(all(feature = "tables", not(target_family = "wasm")))]
    pub(super) folder: Option<(super::files::folder::TableFolder, super::files::file::ErrorCallback)>,
}

#[derive(Default)]
struct CacheEntry {
    asked: u32,
    /// Positions at the start of a trick that the searches for this question have visited.
    visited: u64,
    next: BuildStage,
    /// The values computed so far, or a complete table of values of small endings.
    values: Option<Arc<Values>>,
    ranges: Option<Arc<Ranges>>,
}

impl CacheEntry {
    fn insert_values(&mut self, values: Values) {
        // A loaded table takes precedence over complete values of four-card endings.
        if !self.has_any_table() {
            self.values = Some(Arc::new(values));
        }
    }

    fn insert_table(&mut self, table: EndgameTableId, bytes: Bytes) {
        if self.has_table(table) {
            return;
        }
        let (board, cards) = (table.board(), table.max_cards());
        if table.holds_ranges() {
            self.ranges = Some(Arc::new(Ranges::from_bytes(&board, cards, bytes)));
        } else {
            self.values = Some(Arc::new(Values::from_bytes(&board, table.question(), cards, bytes)));
        }
    }

    fn has_any_table(&self) -> bool {
        // Complete values of four-card endings do not count.
        self.ranges.is_some() || self.values.as_ref().is_some_and(|values| values.cards > MAX_ON_DEMAND_CARDS)
    }

    fn has_table(&self, table: EndgameTableId) -> bool {
        let cards = if table.holds_ranges() {
            self.ranges.as_ref().map(|ranges| ranges.cards)
        } else {
            // Values that are computed on first use do not form a complete table.
            self.values.as_ref().filter(|values| values.is_complete()).map(|values| values.cards)
        };
        cards.is_some_and(|cards| cards >= table.max_cards())
    }
}

pub(crate) struct CachedEndings {
    pub(crate) values: Arc<Values>,
    pub(crate) ranges: Option<Arc<Ranges>>,
}

/// The work of one solver since its last report.
#[derive(Clone, Copy, Default)]
pub(crate) struct Effort {
    /// Number of times that the question was asked.
    pub(crate) asked: u32,
    /// Positions at the start of a trick.
    pub(crate) visited: u64,
}

/// The reply to a solver's report.
pub(super) struct CacheReply {
    pub(super) endings: CachedEndings,
    /// By all solvers together, without this report.
    pub(super) asked_before: u32,
    /// The same with this report.
    pub(super) asked_after: u32,
    /// The next stage of building, if it is worth its cost by now.
    pub(super) worthwhile_stage: Option<BuildStage>,
}

impl EndgameCache {
    /// Adds a solver's report `effort` to the entry of the question.
    pub(super) fn get(&self, board: &Board, question: Question, effort: Effort) -> CacheReply {
        self.entry(board, question, |entry| {
            let asked_before = entry.asked;
            entry.asked = asked_before.saturating_add(effort.asked);
            entry.visited += effort.visited;
            let values = entry.values.get_or_insert_with(|| Arc::new(Values::new(board, question)));
            let endings = CachedEndings { values: Arc::clone(values), ranges: entry.ranges.clone() };
            let rent = Rent { visited: entry.visited, computed: values.computed_count() };
            let worthwhile_stage = entry.next.is_worthwhile(rent, board.trumps != 0).then_some(entry.next);
            CacheReply { endings, asked_before, asked_after: entry.asked, worthwhile_stage }
        })
    }

    #[cfg(test)]
    pub(super) fn visited(&self, board: &Board, question: Question) -> u64 {
        self.entry(board, question, |entry| entry.visited)
    }

    pub(super) fn advance(&self, board: &Board, question: Question, stage: BuildStage) {
        self.entry(board, question, |entry| entry.next = stage.next_stage());
    }

    pub(super) fn insert_values(&self, board: &Board, question: Question, values: Values) {
        self.entry(board, question, |entry| entry.insert_values(values));
    }

    /// Loads this table from the folder now instead of waiting until that is worthwhile. Returns whether it is loaded.
    pub(super) fn load(&self, table: EndgameTableId) -> bool {
        #[cfg(all(feature = "tables", not(target_family = "wasm")))]
        self.read_now(table);
        self.has_table(table)
    }

    pub(super) fn has_table(&self, table: EndgameTableId) -> bool {
        self.entry(&table.board(), table.question(), |entry| entry.has_table(table))
    }

    pub(super) fn insert_table(&self, table: EndgameTableId, bytes: Bytes) {
        self.entry(&table.board(), table.question(), |entry| entry.insert_table(table, bytes));
    }

    fn entry<T>(&self, board: &Board, question: Question, visit: impl FnOnce(&mut CacheEntry) -> T) -> T {
        let mut entries = self.questions.lock().unwrap_or_else(PoisonError::into_inner);
        let id = (board.rules_id(), question);
        if entries.len() >= MAX_QUESTIONS && !entries.contains_key(&id) {
            entries.retain(|_, entry| entry.has_any_table());
        }
        visit(entries.entry(id).or_default())
    }
}
