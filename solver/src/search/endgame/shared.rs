//! What is known of small endings, for solvers to share.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, PoisonError};

use ahash::AHasher;

use super::bytes::Bytes;
#[cfg(not(target_family = "wasm"))]
use super::file::{self, TableError};
#[cfg(not(target_family = "wasm"))]
use super::folder::TableFolder;
use super::kind::EndgameTable;
use super::question::Question;
use super::ranges::Ranges;
use super::values::{FOUND_CARDS, Values};
use crate::rules::play::PlayRules;
use crate::search::board::Board;

/// How many questions values are kept for: 60 MB if all are of three hands with trumps.
/// One set of rules needs three, with trumps, without, and for misère.
const QUESTIONS: usize = 16;

/// How often a question is asked before its complete table and its small ranges are read: after
/// the same number of questions again they have saved the time that one core takes to read them.
const PAYS: u32 = 500;

/// The same for large ranges where there are small ones: more is read, and they save less.
const LARGE_PAYS: u32 = 80_000;

/// The values of small endings, for solvers to share; clones share them too.
///
/// Values are found when they are first asked for. With a folder of complete tables at
/// hand, the tables take over in a longer run as soon as they have been read and checked, which
/// a thread does aside, so that no answer waits for a table.
#[derive(Clone, Default)]
pub struct Endgames(Arc<Shared>);

#[derive(Default)]
struct Shared {
    questions: Mutex<HashMap<u32, Slot, BuildHasherDefault<AHasher>>>,
    #[cfg(not(target_family = "wasm"))]
    folder: Option<(TableFolder, Trouble)>,
}

/// Hears of tables that are there but cannot be used.
#[cfg(not(target_family = "wasm"))]
type Trouble = Arc<dyn Fn(EndgameTable, TableError) + Send + Sync>;

/// What is known of one question.
#[derive(Default)]
struct Slot {
    asked: u32,
    /// The values found so far, or a complete table of them.
    values: Option<Arc<Values>>,
    ranges: Option<Arc<Ranges>>,
}

impl Slot {
    /// Use this complete table from now on, unless one is at hand that is no smaller.
    fn take(&mut self, table: EndgameTable, bytes: Bytes) {
        if self.has(table) {
            return;
        }
        let (board, cards) = (table.board(), table.cards());
        if table.holds_ranges() {
            self.ranges = Some(Arc::new(Ranges::of(&board, cards, bytes)));
        } else {
            self.values = Some(Arc::new(Values::of(&board, table.question(), cards, bytes)));
        }
    }

    /// Whether any complete table is at hand.
    fn holds_a_table(&self) -> bool {
        self.ranges.is_some() || self.values.as_ref().is_some_and(|values| values.cards > FOUND_CARDS)
    }

    /// Whether this complete table is at hand, or one that holds more.
    fn has(&self, table: EndgameTable) -> bool {
        let cards = if table.holds_ranges() {
            self.ranges.as_ref().map(|ranges| ranges.cards)
        } else {
            self.values.as_ref().map(|values| values.cards)
        };
        // Values that are found when asked for are of fewer cards than any table.
        cards.is_some_and(|cards| cards >= table.cards())
    }
}

/// What is known of the endings of one question.
pub(crate) struct Known {
    pub(crate) values: Arc<Values>,
    /// Where there is a table of them.
    pub(crate) ranges: Option<Arc<Ranges>>,
}

impl Endgames {
    /// Values that are found when they are first asked for.
    #[must_use]
    pub fn new() -> Endgames {
        Endgames::default()
    }

    /// Values with the tables of a folder at hand. A table that is missing is done without;
    /// `trouble` hears of a table that is damaged or of another version, and it is done without
    /// too.
    ///
    /// ```
    /// use preference::rules::PlayRules;
    /// use preference::search::{EndgameTable, Endgames, Solver, TableFolder};
    /// let folder = TableFolder::new("no-such-folder");
    /// let endgames = Endgames::in_folder(folder, |table, error| eprintln!("{table} {error}"));
    /// // Usually not needed: a longer run loads what it needs by itself.
    /// assert!(!endgames.load(EndgameTable::new(PlayRules::default(), true, false)));
    /// let solver = Solver::with(endgames.clone());
    /// # let _ = solver;
    /// ```
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn in_folder(
        folder: TableFolder,
        trouble: impl Fn(EndgameTable, TableError) + Send + Sync + 'static,
    ) -> Endgames {
        let folder = Some((folder, Arc::new(trouble) as Trouble));
        Endgames(Arc::new(Shared { folder, ..Shared::default() }))
    }

    /// Take this table from the folder now instead of when it pays; returns whether it is at hand.
    pub fn load(&self, table: EndgameTable) -> bool {
        #[cfg(not(target_family = "wasm"))]
        if let Some((folder, trouble)) = &self.0.folder
            && !self.has(table)
        {
            match folder.open(table) {
                Ok(bytes) => self.take(table, bytes),
                Err(TableError::Missing) => {}
                Err(error) => trouble(table, error),
            }
        }
        self.has(table)
    }

    /// Take all tables that games under these rules use from the folder now; returns those that
    /// are at hand, with large ranges in place of small ones where there are any.
    pub fn load_all(&self, play_rules: PlayRules) -> Vec<EndgameTable> {
        let [large, small] = [true, false].map(|large| EndgameTable::all(play_rules, large));
        let load = |(large, small): (EndgameTable, EndgameTable)| {
            let loaded = large.is_large() && self.load(large);
            loaded.then_some(large).or_else(|| self.load(small).then_some(small))
        };
        large.into_iter().zip(small).filter_map(load).collect()
    }

    /// What is known of the endings of boards like this one.
    pub(crate) fn get(&self, board: &Board, question: Question) -> Known {
        let (known, asked) = self.slot(board, question, |slot| {
            slot.asked = slot.asked.saturating_add(1);
            let values = slot.values.get_or_insert_with(|| Arc::new(Values::new(board, question)));
            let known = Known { values: Arc::clone(values), ranges: slot.ranges.clone() };
            (known, slot.asked)
        });
        match asked {
            PAYS => self.read(board, question, false),
            LARGE_PAYS => self.read(board, question, true),
            _ => {}
        }
        known
    }

    fn has(&self, table: EndgameTable) -> bool {
        self.slot(&table.board(), table.question(), |slot| slot.has(table))
    }

    fn take(&self, table: EndgameTable, bytes: Bytes) {
        self.slot(&table.board(), table.question(), |slot| slot.take(table, bytes));
    }

    fn slot<T>(&self, board: &Board, question: Question, of: impl FnOnce(&mut Slot) -> T) -> T {
        let mut slots = self.0.questions.lock().unwrap_or_else(PoisonError::into_inner);
        let id = id(board, question);
        if slots.len() >= QUESTIONS && !slots.contains_key(&id) {
            slots.retain(|_, slot| slot.holds_a_table());
        }
        of(slots.entry(id).or_default())
    }

    /// Begin to read the complete tables, if there is a folder and it could hold them: large
    /// ranges, or else the values and the smallest ranges that there are.
    #[cfg(not(target_family = "wasm"))]
    fn read(&self, board: &Board, question: Question, large: bool) {
        let Some((folder, trouble)) = self.0.folder.clone() else { return };
        let values = EndgameTable::new(board.play_rules, board.trumps != 0, question.pursuers == 0b110);
        if id(&values.board(), values.question()) != id(board, question) {
            return;
        }
        let file = |table| match folder.map(table) {
            Ok(file) => Some((table, file)),
            Err(TableError::Missing) => None,
            Err(error) => {
                trouble(table, error);
                None
            }
        };
        let [small, largest] = [false, true].map(|large| values.ranges(large));
        let wanted = if large { vec![vec![largest]] } else { vec![vec![values], vec![small, largest]] };
        // Of each choice the first table that there is.
        let first =
            |choice: Vec<EndgameTable>| choice.into_iter().filter(|&table| !self.has(table)).find_map(file);
        let files: Vec<_> = wanted.into_iter().filter_map(first).collect();
        let endgames = self.clone();
        let read = move || {
            for (table, file) in files {
                match file::checked(file) {
                    Ok(bytes) => endgames.take(table, bytes),
                    Err(error) => trouble(table, error),
                }
            }
        };
        // A system that refuses a thread has to do without the tables.
        let _ = std::thread::Builder::new().name("endgame tables".to_owned()).spawn(read);
    }

    #[cfg(target_family = "wasm")]
    fn read(&self, _: &Board, _: Question, _: bool) {}
}

/// A number that tells questions apart.
fn id(board: &Board, question: Question) -> u32 {
    board.rules() | u32::from(question.counted) << 10 | u32::from(question.pursuers) << 13
}
