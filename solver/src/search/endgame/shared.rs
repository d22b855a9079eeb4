//! The values of small endings in use, shared by solvers.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;

use ahash::AHasher;

#[cfg(not(target_family = "wasm"))]
use super::folder::{TableError, TableFolder};
use super::kind::EndgameTable;
use super::{Endgame, Question};
use crate::search::board::Board;

/// How many questions values are kept for: 60 MB if all are of three hands with trumps.
/// One set of rules needs three, with trumps, without, and for misère.
const QUESTIONS: usize = 16;

/// How often a question is asked before its complete table is read; a process that has
/// less to do is done sooner without.
const PAYS: u32 = 300;

/// The values of small endings, for solvers to share; clones share them too.
///
/// Values are found when they are first asked for. With a folder of complete tables at
/// hand, those take over in a longer run as soon as they have been read and checked, which
/// happens aside, so that no answer waits for a table.
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

/// The values of one question.
#[derive(Default)]
struct Slot {
    /// Those found one by one, made when they are first asked for.
    found: Option<Arc<Endgame>>,
    complete: Arc<OnceLock<Arc<Endgame>>>,
    asked: u32,
    /// Who reads and checks the complete table.
    reader: Option<JoinHandle<()>>,
}

impl Endgames {
    /// Values that are found when they are first asked for.
    #[must_use]
    pub fn new() -> Endgames {
        Endgames::default()
    }

    /// The same, with the tables of a folder at hand. A table that is missing is done
    /// without; of one that is damaged or of another version `trouble` hears, and it is
    /// done without too.
    ///
    /// ```
    /// use preference::{EndgameTable, Endgames, Solver, Switches, TableFolder};
    /// let folder = TableFolder::new("no-such-folder");
    /// let endgames = Endgames::in_folder(folder, |table, error| eprintln!("{table} {error}"));
    /// // Usually not needed: a longer run loads what it needs by itself.
    /// assert!(!endgames.load(EndgameTable::new(Switches::default(), true, false)));
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

    /// Work out a complete table in memory, on all cores; takes from ten seconds to two
    /// minutes. `progress` hears, from any thread, how many values more are done, of
    /// [`EndgameTable::bytes`] in all.
    pub fn prepare(&self, table: EndgameTable, progress: impl Fn(u64) + Sync) {
        let board = table.board();
        let endgame = Endgame::complete(&board, table.question(), table.cards(), progress);
        self.slot(&board, table.question(), |slot| {
            let _ = slot.complete.set(Arc::new(endgame));
        });
    }

    /// Take this table from the folder now instead of when it pays; returns when it is at
    /// hand, and whether it is.
    pub fn load(&self, table: EndgameTable) -> bool {
        let board = table.board();
        let question = table.question();
        let (reader, complete) = self.slot(&board, question, |slot| {
            if slot.asked < PAYS {
                slot.asked = PAYS;
                slot.reader = self.read(&board, question, &slot.complete);
            }
            (slot.reader.take(), Arc::clone(&slot.complete))
        });
        if let Some(reader) = reader {
            // A reader that panicked has brought nothing, as one that found nothing.
            let _ = reader.join();
        }
        complete.get().is_some()
    }

    /// The values for boards like this one.
    pub(crate) fn get(&self, board: &Board, question: Question) -> Arc<Endgame> {
        self.slot(board, question, |slot| {
            self.count(board, question, slot);
            match slot.complete.get() {
                Some(complete) => Arc::clone(complete),
                None => {
                    let found = || Arc::new(Endgame::new(board, question));
                    Arc::clone(slot.found.get_or_insert_with(found))
                }
            }
        })
    }

    /// The same, if a complete table of them is at hand.
    pub(crate) fn complete(&self, board: &Board, question: Question) -> Option<Arc<Endgame>> {
        self.slot(board, question, |slot| {
            self.count(board, question, slot);
            slot.complete.get().cloned()
        })
    }

    /// Note that a question was asked once more; when it pays its table is read.
    fn count(&self, board: &Board, question: Question, slot: &mut Slot) {
        slot.asked = slot.asked.saturating_add(1);
        if slot.asked == PAYS {
            slot.reader = self.read(board, question, &slot.complete);
        }
    }

    fn slot<T>(&self, board: &Board, question: Question, of: impl FnOnce(&mut Slot) -> T) -> T {
        let mut slots = self.0.questions.lock().unwrap_or_else(PoisonError::into_inner);
        let id = id(board, question);
        if slots.len() == QUESTIONS && !slots.contains_key(&id) {
            slots.clear();
        }
        of(slots.entry(id).or_default())
    }

    /// Begin to read the complete table, if there is a folder and it could hold one.
    #[cfg(not(target_family = "wasm"))]
    fn read(
        &self,
        board: &Board,
        question: Question,
        complete: &Arc<OnceLock<Arc<Endgame>>>,
    ) -> Option<JoinHandle<()>> {
        let (folder, trouble) = self.0.folder.clone()?;
        let fewest = question.pursuers == 0b110;
        let table = EndgameTable::new(board.switches, board.trumps != 0, fewest);
        let table = if question.pooled { table.bounds()? } else { table };
        if id(&table.board(), table.question()) != id(board, question) {
            return None;
        }
        let file = match folder.map(table) {
            Ok(file) => file,
            Err(TableError::Missing) => return None,
            Err(error) => {
                trouble(table, error);
                return None;
            }
        };
        let complete = Arc::clone(complete);
        let read = move || match file.check(table) {
            Ok(endgame) => {
                let _ = complete.set(Arc::new(endgame));
            }
            Err(error) => trouble(table, error),
        };
        // A system that refuses a thread has to do without the table.
        std::thread::Builder::new().name("endgame table".to_owned()).spawn(read).ok()
    }

    #[cfg(target_family = "wasm")]
    fn read(&self, _: &Board, _: Question, _: &Arc<OnceLock<Arc<Endgame>>>) -> Option<JoinHandle<()>> {
        None
    }
}

/// What tells questions apart.
fn id(board: &Board, question: Question) -> u32 {
    board.rules()
        | u32::from(question.counted) << 10
        | u32::from(question.pursuers) << 13
        | u32::from(question.pooled) << 16
}
