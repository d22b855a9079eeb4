//! Building of tables on a thread of its own, while searches go on; [`Step`] says when.

use std::fs::TryLockError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use super::at_hand::AtHand;
use super::bytes::Bytes;
use super::folder::{Claim, TableFolder};
use super::kind::EndgameTable;
use super::paid::Step;
use super::question::Question;
use super::values::{FOUND_CARDS, Values};
use crate::search::board::Board;

/// Builds one table at a time, on a thread of its own.
pub(super) struct Builder {
    /// The most bytes of all tables together, and how many of them are in memory only.
    limit: u64,
    held: Arc<AtomicU64>,
    stored: Arc<dyn Fn(EndgameTable) + Send + Sync>,
    stopped: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Builder {
    pub(super) fn new(limit: u64, stored: impl Fn(EndgameTable) + Send + Sync + 'static) -> Builder {
        let stored = Arc::new(stored);
        Builder { limit, held: Arc::default(), stored, stopped: Arc::default(), thread: Mutex::default() }
    }

    /// Begin with a step for the question. Returns false while another table is built: ask again
    /// later. Returns true if the step is begun, or if there is nothing to build for such boards.
    pub(super) fn begin(&self, at_hand: &Arc<AtHand>, board: &Board, question: Question, step: Step) -> bool {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            return false;
        }
        if board.players != 3 || self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let work = Work {
            at_hand: Arc::clone(at_hand),
            limit: self.limit,
            held: Arc::clone(&self.held),
            stored: Arc::clone(&self.stored),
            stopped: Arc::clone(&self.stopped),
        };
        let board = board.clone();
        let build = move || {
            // By one thread alone: the others have the run's own work to do.
            if let Ok(alone) = ThreadPoolBuilder::new().num_threads(1).build() {
                alone.install(|| work.step(&board, question, step));
            }
        };
        // A system that refuses a thread has to do without the table.
        *thread = std::thread::Builder::new().name("building tables".to_owned()).spawn(build).ok();
        true
    }

    /// Break off.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

/// What a thread builds, and for whom.
struct Work {
    at_hand: Arc<AtHand>,
    limit: u64,
    held: Arc<AtomicU64>,
    stored: Arc<dyn Fn(EndgameTable) + Send + Sync>,
    stopped: Arc<AtomicBool>,
}

impl Work {
    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// `None` once the builder is stopped.
    fn go_on(&self, _: u64) -> Option<()> {
        (!self.stopped()).then_some(())
    }

    fn step(&self, board: &Board, question: Question, step: Step) {
        let table = AtHand::table(board, question);
        let folder = self.at_hand.folder();
        match (step, table) {
            // A larger table is being read.
            (Step::Four, Some(table)) if folder.is_some_and(|folder| folder.file(table).exists()) => {}
            (Step::Four, _) => {
                let all = Values::complete(board, question, FOUND_CARDS, |done| self.go_on(done));
                if let Some(bytes) = all {
                    let values = Values::of(board, question, FOUND_CARDS, Bytes::InMemory(bytes));
                    self.at_hand.take_values(board, question, values);
                }
            }
            (Step::Values, Some(table)) => self.build(table),
            (Step::Ranges, Some(table)) => self.build(table.ranges(false)),
            (Step::Nothing, _) | (_, None) => {}
        }
    }

    /// Build a table, unless another program does.
    fn build(&self, table: EndgameTable) {
        let folder = self.at_hand.folder().filter(|folder| folder.ready_for(table).is_ok());
        let claim = folder.and_then(|folder| self.claim(folder));
        if self.stopped() || self.at_hand.load(table) || self.in_use() + table.bytes() > self.limit {
            return;
        }
        folder.iter().for_each(|folder| folder.sweep_old());
        let Some(bytes) = table.complete(|done| self.go_on(done)) else { return };
        let stored = folder.is_some_and(|folder| folder.store(table, &bytes, || self.stopped()).is_ok());
        drop(claim);
        if self.stopped() {
            return;
        }
        if stored && self.at_hand.load(table) {
            (self.stored)(table);
        } else {
            self.held.fetch_add(table.bytes(), Ordering::Relaxed);
            self.at_hand.take(table, Bytes::InMemory(bytes));
        }
    }

    /// Wait for the right to build in a folder; `None` if the system has no locks on folders.
    fn claim(&self, folder: &TableFolder) -> Option<Claim> {
        loop {
            match folder.claim() {
                Err(TryLockError::WouldBlock) if !self.stopped() => std::thread::sleep(WAIT),
                claim => return claim.ok(),
            }
        }
    }

    /// The bytes of all tables in the folder and of the tables that this builder holds in memory.
    fn in_use(&self) -> u64 {
        let stored = self.at_hand.folder().and_then(|folder| folder.list().ok()).unwrap_or_default();
        stored.iter().map(|stored| stored.bytes).sum::<u64>() + self.held.load(Ordering::Relaxed)
    }
}

/// How long to wait before another program is looked at again that builds the table.
const WAIT: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::mpsc;

    use super::*;
    use crate::rules::play::PlayRules;

    fn table() -> EndgameTable {
        EndgameTable::new(PlayRules::default(), false, false)
    }

    fn at_hand(folder: &Path) -> Arc<AtHand> {
        let trouble = |table, error| panic!("the table {table} {error}");
        Arc::new(AtHand::in_folder(TableFolder::new(folder), trouble))
    }

    /// A builder that has finished this step.
    fn after(at_hand: &Arc<AtHand>, limit: u64, step: Step) -> Builder {
        let builder = Builder::new(limit, |_| {});
        assert!(builder.begin(at_hand, &table().board(), table().question(), step));
        let thread = builder.thread.lock().expect("it is whole").take();
        thread.expect("it is begun").join().expect("it ends well");
        builder
    }

    fn files(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).into_iter().flatten();
        files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn no_more_is_built_than_there_is_room_for() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let at_hand = at_hand(dir.path());
        after(&at_hand, table().bytes() - 1, Step::Values);
        assert!(!at_hand.has(table()) && files(dir.path()).is_empty());
    }

    #[test]
    fn what_cannot_be_stored_is_kept_in_memory() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        // That the folder cannot be read is told, too.
        let at_hand = Arc::new(AtHand::in_folder(TableFolder::new(file.path().join("tables")), |_, _| {}));
        let builder = after(&at_hand, table().bytes(), Step::Values);
        assert!(at_hand.has(table()));
        assert_eq!(builder.held.load(Ordering::Relaxed), table().bytes());
    }

    #[test]
    fn what_is_stopped_leaves_nothing() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let at_hand = at_hand(dir.path());
        let builder = Builder::new(1_000_000_000, |table| panic!("{table} is stored"));
        assert!(builder.begin(&at_hand, &table().board(), table().question(), Step::Values));
        let another = builder.begin(&at_hand, &table().board(), table().question(), Step::Four);
        assert!(!another, "one at a time");
        std::thread::sleep(Duration::from_millis(20));
        builder.stop();
        assert!(!at_hand.has(table()));
        assert_eq!(files(dir.path()), Vec::<String>::new());
    }

    #[test]
    fn what_was_left_long_ago_is_removed() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let long_ago = std::time::SystemTime::now() - Duration::from_secs(100_000);
        for (name, age) in
            [(".building-old", Some(long_ago)), (".building-new", None), ("notes", Some(long_ago))]
        {
            let file = fs::File::create(dir.path().join(name)).expect("it can be written");
            age.map_or(Ok(()), |age| file.set_modified(age)).expect("it can be set");
        }
        TableFolder::new(dir.path()).sweep_old();
        let mut left = files(dir.path());
        left.sort();
        assert_eq!(left, [".building-new", "notes"]);
    }

    #[test]
    fn of_two_programs_one_builds() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let (told, stored) = mpsc::channel();
        let all: Vec<Arc<AtHand>> = (0..2).map(|_| at_hand(dir.path())).collect();
        let builders: Vec<Builder> = all
            .iter()
            .map(|at_hand| {
                let told = told.clone();
                let builder = Builder::new(u64::MAX, move |_| told.send(()).expect("somebody listens"));
                assert!(builder.begin(at_hand, &table().board(), table().question(), Step::Values));
                builder
            })
            .collect();
        for builder in builders {
            let thread = builder.thread.lock().expect("it is whole").take();
            thread.expect("it is begun").join().expect("it ends well");
        }
        drop(told);
        assert_eq!(stored.iter().count(), 1);
        assert!(all.iter().all(|at_hand| at_hand.has(table())));
        assert_eq!(files(dir.path()).len(), 1);
    }
}
