//! The cache of endgame values and tables by question.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, PoisonError};

use ahash::AHasher;

use super::build_stage::{BuildStage, Rent};
#[cfg(not(target_family = "wasm"))]
use super::file::{self, TableError};
#[cfg(not(target_family = "wasm"))]
use super::folder::TableFolder;
use crate::search::board::Board;
use crate::search::endgame::values::bytes::Bytes;
#[cfg(not(target_family = "wasm"))]
use crate::search::endgame::values::bytes::MappedFile;
use crate::search::endgame::values::kind::EndgameTable;
use crate::search::endgame::values::question::Question;
use crate::search::endgame::values::ranges::Ranges;
use crate::search::endgame::values::value_table::{ON_DEMAND_CARDS, Values};

/// Largest number of questions with cached values. They take 40 MB if all are of three hands with trumps. One
/// set of rules needs three: with trumps, without, and for misère.
const QUESTIONS: usize = 16;

/// The cached endings of each question, and the folder that holds more tables.
#[derive(Default)]
pub(super) struct EndgameCache {
    /// The entries by the number of the board's rules (see [`Board::rules`]) and the question.
    questions: Mutex<HashMap<(u32, Question), CacheEntry, BuildHasherDefault<AHasher>>>,
    #[cfg(not(target_family = "wasm"))]
    folder: Option<(TableFolder, Trouble)>,
}

/// Callback for tables that are in the folder but cannot be used.
#[cfg(not(target_family = "wasm"))]
type Trouble = Arc<dyn Fn(EndgameTable, TableError) + Send + Sync>;

/// The cache entry of one question.
#[derive(Default)]
struct CacheEntry {
    asked: u32,
    /// Number of starts of tricks that searches for this question have visited.
    visited: u64,
    /// The next stage of building.
    next: BuildStage,
    /// The values computed so far, or all values of endings of up to four or five cards.
    values: Option<Arc<Values>>,
    ranges: Option<Arc<Ranges>>,
}

impl CacheEntry {
    /// Uses these complete values of four cards from now on, unless a complete table is loaded.
    #[cfg(not(target_family = "wasm"))]
    fn insert_values(&mut self, values: Values) {
        if !self.has_any_table() {
            self.values = Some(Arc::new(values));
        }
    }

    /// Uses this complete table from now on, unless a table that is no smaller is loaded.
    fn insert_table(&mut self, table: EndgameTable, bytes: Bytes) {
        if self.has_table(table) {
            return;
        }
        let (board, cards) = (table.board(), table.cards());
        if table.holds_ranges() {
            self.ranges = Some(Arc::new(Ranges::from_bytes(&board, cards, bytes)));
        } else {
            self.values = Some(Arc::new(Values::from_bytes(&board, table.question(), cards, bytes)));
        }
    }

    /// Checks whether any complete table from a file or a build is loaded; complete values of four cards do
    /// not count.
    fn has_any_table(&self) -> bool {
        self.ranges.is_some() || self.values.as_ref().is_some_and(|values| values.cards > ON_DEMAND_CARDS)
    }

    /// Checks whether this complete table is loaded, or a table that holds more.
    fn has_table(&self, table: EndgameTable) -> bool {
        let cards = if table.holds_ranges() {
            self.ranges.as_ref().map(|ranges| ranges.cards)
        } else {
            // Values that are computed on first use are not a table.
            self.values.as_ref().filter(|values| values.is_complete()).map(|values| values.cards)
        };
        cards.is_some_and(|cards| cards >= table.cards())
    }
}

/// The cached endings of one question.
pub(crate) struct CachedEndings {
    pub(crate) values: Arc<Values>,
    /// The table of ranges, if one is loaded.
    pub(crate) ranges: Option<Arc<Ranges>>,
}

/// The work of a solver for one question since its last report.
#[derive(Clone, Copy, Default)]
pub(crate) struct Effort {
    /// Number of times that the question was asked.
    pub(crate) asked: u32,
    /// Number of starts of tricks that its searches visited.
    pub(crate) visited: u64,
}

/// The stages of loading the tables for a question from a folder, in their order.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy)]
pub(super) enum LoadStage {
    /// The values of four cards.
    FourCards,
    /// The values of five cards, and the smallest table of ranges that the folder has.
    Small,
    /// The large table of ranges.
    Large,
}

/// The reply to a solver's report.
pub(super) struct CacheReply {
    pub(super) endings: CachedEndings,
    /// Number of times that all solvers together had asked the question before this report, and including it.
    pub(super) asked_before: u32,
    pub(super) asked_after: u32,
    /// The next stage of building, if searches have done enough work for it to be worth its cost.
    pub(super) paid: Option<BuildStage>,
}

impl EndgameCache {
    /// Returns an empty cache with a folder of tables. `trouble` is called with each table of the folder that
    /// cannot be used, and the reason.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn in_folder(
        folder: TableFolder,
        trouble: impl Fn(EndgameTable, TableError) + Send + Sync + 'static,
    ) -> EndgameCache {
        EndgameCache { folder: Some((folder, Arc::new(trouble))), ..EndgameCache::default() }
    }

    /// Returns the cached endings for boards like this one, after adding the solver's report `effort` to the
    /// entry of the question.
    pub(super) fn get(&self, board: &Board, question: Question, effort: Effort) -> CacheReply {
        self.entry(board, question, |entry| {
            let asked_before = entry.asked;
            entry.asked = asked_before.saturating_add(effort.asked);
            entry.visited += effort.visited;
            let values = entry.values.get_or_insert_with(|| Arc::new(Values::new(board, question)));
            let endings = CachedEndings { values: Arc::clone(values), ranges: entry.ranges.clone() };
            let rent = Rent { visited: entry.visited, computed: values.computed_count() };
            let paid = entry.next.is_paid(rent, board.trumps != 0).then_some(entry.next);
            CacheReply { endings, asked_before, asked_after: entry.asked, paid }
        })
    }

    #[cfg(test)]
    pub(super) fn visited(&self, board: &Board, question: Question) -> u64 {
        self.entry(board, question, |entry| entry.visited)
    }

    /// Sets the next stage of building for the question to the stage after `stage`.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn advance(&self, board: &Board, question: Question, stage: BuildStage) {
        self.entry(board, question, |entry| entry.next = stage.next_stage());
    }

    /// Loads this table from the folder, unless it is loaded already.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn open(&self, table: EndgameTable) -> Result<(), TableError> {
        if !self.has_table(table) {
            let folder = self.folder().ok_or(TableError::Missing)?;
            self.insert_table(table, folder.open(table)?);
        }
        Ok(())
    }

    /// Loads this table from the folder now instead of waiting until it pays. Returns whether the table is
    /// loaded.
    pub(super) fn load(&self, table: EndgameTable) -> bool {
        #[cfg(not(target_family = "wasm"))]
        if let Err(error) = self.open(table)
            && !matches!(error, TableError::Missing)
            && let Some((_, trouble)) = &self.folder
        {
            trouble(table, error);
        }
        self.has_table(table)
    }

    /// Returns the folder of tables, if there is one.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn folder(&self) -> Option<&TableFolder> {
        self.folder.as_ref().map(|(folder, _)| folder)
    }

    /// Uses these complete values for endings of boards like this one.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn insert_values(&self, board: &Board, question: Question, values: Values) {
        self.entry(board, question, |entry| entry.insert_values(values));
    }

    pub(super) fn has_table(&self, table: EndgameTable) -> bool {
        self.entry(&table.board(), table.question(), |entry| entry.has_table(table))
    }

    pub(super) fn insert_table(&self, table: EndgameTable, bytes: Bytes) {
        self.entry(&table.board(), table.question(), |entry| entry.insert_table(table, bytes));
    }

    fn entry<T>(&self, board: &Board, question: Question, visit: impl FnOnce(&mut CacheEntry) -> T) -> T {
        let mut entries = self.questions.lock().unwrap_or_else(PoisonError::into_inner);
        let id = (board.rules(), question);
        if entries.len() >= QUESTIONS && !entries.contains_key(&id) {
            entries.retain(|_, entry| entry.has_any_table());
        }
        visit(entries.entry(id).or_default())
    }

    /// Starts to read the complete tables of a stage for the question in the background, if there is a
    /// folder.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn read_in_background(
        self: &Arc<EndgameCache>,
        board: &Board,
        question: Question,
        stage: LoadStage,
    ) {
        let Some((folder, trouble)) = self.folder.clone() else { return };
        let Some(values) = EndgameTable::for_board(board, question) else { return };
        let [small, largest] = [false, true].map(|large| values.ranges(large));
        let choices = match stage {
            LoadStage::FourCards => vec![vec![values.four_cards()]],
            LoadStage::Small => vec![vec![values], vec![small, largest]],
            LoadStage::Large => vec![vec![largest]],
        };
        // Of each choice, the first table that is in the folder and not loaded.
        let files = choices.into_iter().filter_map(|choice| {
            let mut missing = choice.into_iter().filter(|&table| !self.has_table(table));
            missing.find_map(|table| map_file(&folder, table, &trouble))
        });
        let files: Vec<(EndgameTable, MappedFile)> = files.collect();
        let cache = Arc::clone(self);
        // If the system refuses a thread, the search goes on without the tables.
        let _ = std::thread::Builder::new()
            .name("endgame tables".to_owned())
            .spawn(move || cache.read_files(files, &trouble));
    }

    /// Reads the files of tables, and uses each table whose checksum is right.
    #[cfg(not(target_family = "wasm"))]
    fn read_files(&self, files: Vec<(EndgameTable, MappedFile)>, trouble: &Trouble) {
        for (table, file) in files {
            match file::verify_checksum(file) {
                Ok(bytes) => self.insert_table(table, bytes),
                Err(error) => trouble(table, error),
            }
        }
    }
}

/// Maps the file of a table into memory, if it is there and its head is right; otherwise returns `None`.
#[cfg(not(target_family = "wasm"))]
fn map_file(
    folder: &TableFolder,
    table: EndgameTable,
    trouble: &Trouble,
) -> Option<(EndgameTable, MappedFile)> {
    match folder.map(table) {
        Ok(file) => Some((table, file)),
        Err(TableError::Missing) => None,
        // The values of four cards are computed anyway. A longer run reports the folder when it reads the
        // larger tables.
        Err(TableError::Io(_)) if table == table.four_cards() => None,
        Err(error) => {
            trouble(table, error);
            None
        }
    }
}
