//! Building of tables on a separate thread during searches; [`BuildStage`] decides when.

use std::fs::TryLockError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use super::folder::{Claim, TableFolder};
use crate::search::board::Board;
use crate::search::endgame::store::build_stage::BuildStage;
use crate::search::endgame::store::cache::EndgameCache;
use crate::search::endgame::values::bytes::Bytes;
use crate::search::endgame::values::kind::EndgameTableId;
use crate::search::endgame::values::question::Question;
use crate::search::endgame::values::value_table::{MAX_ON_DEMAND_CARDS, Values};

/// Dropping the builder cancels the work.
pub(super) struct Builder {
    job: Arc<BuildJob>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Builder {
    pub(super) fn new(limit: u64, on_stored: impl Fn(EndgameTableId) + Send + Sync + 'static) -> Builder {
        let (held_bytes, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let job = BuildJob { limit, held_bytes, on_stored: Box::new(on_stored), stopped };
        Builder { job: Arc::new(job), thread: Mutex::default() }
    }

    /// Starts a stage of building for the question. Returns `false` if another table is being built; the caller may try
    /// again later. A stage is skipped if the builder is stopped, if the system refuses a thread, or if the board does
    /// not have three players, the only number for which there are tables.
    pub(super) fn begin(
        &self,
        cache: &Arc<EndgameCache>,
        board: &Board,
        question: Question,
        stage: BuildStage,
    ) -> bool {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            return false;
        }
        if board.players != 3 || self.job.is_stopped() {
            return true;
        }
        let (job, cache, board) = (Arc::clone(&self.job), Arc::clone(cache), board.clone());
        // If the system refuses a thread, searches go on without the table.
        *thread = std::thread::Builder::new()
            .name("building tables".to_owned())
            .spawn(move || job.run_alone(&cache, &board, question, stage))
            .ok();
        true
    }

    pub(super) fn stop(&self) {
        self.job.stopped.store(true, Ordering::Relaxed);
        self.wait();
    }

    fn wait(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        self.stop();
    }
}

struct BuildJob {
    /// Limit on the bytes of all tables together, except for values of four-card endings in memory.
    limit: u64,
    /// Tables of endings of five cards or more that this builder keeps only in memory.
    held_bytes: AtomicU64,
    on_stored: Box<dyn Fn(EndgameTableId) + Send + Sync>,
    stopped: AtomicBool,
}

impl BuildJob {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn go_on(&self) -> Option<()> {
        (!self.is_stopped()).then_some(())
    }

    fn run_alone(&self, cache: &EndgameCache, board: &Board, question: Question, stage: BuildStage) {
        // A pool of one thread takes no threads from the searches.
        if let Ok(pool) = ThreadPoolBuilder::new().num_threads(1).build() {
            pool.install(|| self.run(cache, board, question, stage));
        }
    }

    fn run(&self, cache: &EndgameCache, board: &Board, question: Question, stage: BuildStage) {
        let table = EndgameTableId::for_board(board, question);
        match (stage, table) {
            // There is nothing to build: the folder has the larger table of five-card endings, which is loaded in
            // the background once the question has been asked a few hundred times.
            (BuildStage::FourCards, Some(table))
                if cache.folder().is_some_and(|folder| folder.map(table).is_ok()) => {}
            (BuildStage::FourCards, Some(table)) => self.build_four_cards(cache, table.four_card_values()),
            (BuildStage::FourCards, None) => {
                let bytes = Values::complete(board, question, MAX_ON_DEMAND_CARDS, &|_| self.go_on());
                if let Some(bytes) = bytes {
                    let values =
                        Values::from_bytes(board, question, MAX_ON_DEMAND_CARDS, Bytes::InMemory(bytes));
                    cache.insert_values(board, question, values);
                }
            }
            (BuildStage::Values, Some(table)) => self.build(cache, table),
            (BuildStage::Ranges, Some(table)) => self.build(cache, table.ranges(false)),
            (BuildStage::Nothing, _) | (_, None) => {}
        }
    }

    fn build_four_cards(&self, cache: &EndgameCache, table: EndgameTableId) {
        // Several programs may do this at the same time, since waiting for another program's larger table would take
        // longer than building this one. Each program writes the same bytes to its own temporary file and renames the
        // file.
        if cache.open(table).is_ok() {
            return;
        }
        let Some(bytes) = table.complete(&|_| self.go_on()) else { return };
        let folder =
            cache.folder().filter(|folder| self.fits_limit(cache, table) && folder.make_ready(table).is_ok());
        folder.iter().for_each(|folder| folder.sweep_old());
        let stored = folder.is_some_and(|folder| folder.store(table, &bytes, || self.is_stopped()).is_ok());
        cache.insert_table(table, Bytes::InMemory(bytes));
        if stored {
            (self.on_stored)(table);
        }
    }

    fn build(&self, cache: &EndgameCache, table: EndgameTableId) {
        // Another program may have built the table. If the folder cannot take it, it stays in memory.
        if cache.open(table).is_ok() || !self.fits_limit(cache, table) {
            return;
        }
        let folder = cache.folder().filter(|folder| folder.make_ready(table).is_ok());
        let claim = folder.and_then(|folder| self.claim(folder));
        // Before the claim was granted, another program may have built this table, or other tables that use up the
        // limit.
        if self.is_stopped() || cache.open(table).is_ok() || !self.fits_limit(cache, table) {
            return;
        }
        folder.iter().for_each(|folder| folder.sweep_old());
        let Some(bytes) = table.complete(&|_| self.go_on()) else { return };
        let stored = folder.is_some_and(|folder| folder.store(table, &bytes, || self.is_stopped()).is_ok());
        drop(claim);
        if self.is_stopped() {
            return;
        }
        if stored && cache.open(table).is_ok() {
            (self.on_stored)(table);
        } else {
            self.held_bytes.fetch_add(table.size_in_bytes(), Ordering::Relaxed);
            cache.insert_table(table, Bytes::InMemory(bytes));
        }
    }

    fn claim(&self, folder: &TableFolder) -> Option<Claim> {
        loop {
            match folder.claim() {
                Err(TryLockError::WouldBlock) if !self.is_stopped() => {
                    std::thread::sleep(CLAIM_RETRY_INTERVAL);
                }
                claim => return claim.ok(),
            }
        }
    }

    fn fits_limit(&self, cache: &EndgameCache, table: EndgameTableId) -> bool {
        // All other tables in the folder count, and the tables of endings of five cards or more that this builder
        // keeps in memory. A damaged file of the table itself does not count, since it is replaced.
        let stored = cache.folder().and_then(|folder| folder.list().ok()).unwrap_or_default();
        let others = stored.iter().filter(|stored| stored.table != table);
        let bytes = others.map(|stored| stored.bytes).sum::<u64>() + self.held_bytes.load(Ordering::Relaxed);
        bytes + table.size_in_bytes() <= self.limit
    }
}

/// Time between two attempts to get the right to build while another program has it.
const CLAIM_RETRY_INTERVAL: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::mpsc;

    use super::*;
    use crate::rules::play::PlayRules;

    fn table() -> EndgameTableId {
        EndgameTableId::new(PlayRules::default(), false, false)
    }

    fn cache_in(folder: &Path) -> Arc<EndgameCache> {
        let on_error = |table, error| panic!("the table {table} {error}");
        Arc::new(EndgameCache::in_folder(TableFolder::new(folder), on_error))
    }

    fn finished_builder(cache: &Arc<EndgameCache>, limit: u64, stage: BuildStage) -> Builder {
        let builder = Builder::new(limit, |_| {});
        assert!(builder.begin(cache, &table().board(), table().question(), stage));
        builder.wait();
        builder
    }

    fn files(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).into_iter().flatten();
        files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn table_over_limit_is_not_built() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let cache = cache_in(dir.path());
        finished_builder(&cache, table().size_in_bytes() - 1, BuildStage::Values);
        assert!(!cache.has_table(table()) && files(dir.path()).is_empty());
    }

    #[test]
    fn unstorable_table_is_kept_in_memory() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        // The cache also reports that the folder cannot be read; this test ignores the report.
        let cache =
            Arc::new(EndgameCache::in_folder(TableFolder::new(file.path().join("tables")), |_, _| {}));
        let builder = finished_builder(&cache, table().size_in_bytes(), BuildStage::Values);
        assert!(cache.has_table(table()));
        assert_eq!(builder.job.held_bytes.load(Ordering::Relaxed), table().size_in_bytes());
    }

    #[test]
    fn values_of_four_cards_are_stored_once() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let four = table().four_card_values();
        let folder = TableFolder::new(dir.path());
        // The limit leaves room for one file of this size, which has to replace the damaged file.
        let size = four.size_in_bytes();
        fs::write(folder.file_path(four), vec![0; usize::try_from(size).expect("a few megabytes")])
            .expect("the folder can be written to");
        let cache = || Arc::new(EndgameCache::in_folder(TableFolder::new(dir.path()), |_, _| {}));
        let (sender, stored) = mpsc::channel();
        let build = || {
            let (cache, sender) = (cache(), sender.clone());
            let builder = Builder::new(size, move |table| sender.send(table).expect("the receiver exists"));
            assert!(builder.begin(&cache, &table().board(), table().question(), BuildStage::FourCards));
            builder.wait();
            assert!(cache.has_table(four) && !cache.has_table(table()));
        };
        build();
        assert_eq!(stored.try_recv(), Ok(four), "the damaged file is not replaced");
        assert!(folder.verify(four).is_ok());
        build();
        assert!(stored.try_recv().is_err(), "the table is built again although its file can be read");
    }

    #[test]
    fn values_of_four_cards_stay_in_memory_if_they_cannot_be_stored() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let four = table().four_card_values();
        let cache = cache_in(dir.path());
        finished_builder(&cache, four.size_in_bytes() - 1, BuildStage::FourCards);
        assert!(cache.has_table(four) && files(dir.path()).is_empty());
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        for cache in [Arc::default(), cache_in(&file.path().join("tables"))] {
            finished_builder(&cache, u64::MAX, BuildStage::FourCards);
            assert!(cache.has_table(four));
        }
    }

    #[test]
    fn concurrent_builders_of_four_cards_leave_one_whole_file() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        // The claim of a builder of a larger table does not delay these builders.
        let folder = TableFolder::new(dir.path());
        let claim = folder.claim();
        let caches: Vec<Arc<EndgameCache>> = (0..4).map(|_| cache_in(dir.path())).collect();
        let builders = caches.iter().map(|cache| {
            let builder = Builder::new(u64::MAX, |_| {});
            assert!(builder.begin(cache, &table().board(), table().question(), BuildStage::FourCards));
            builder
        });
        let builders: Vec<Builder> = builders.collect();
        builders.iter().for_each(Builder::wait);
        drop(claim);
        assert!(caches.iter().all(|cache| cache.has_table(table().four_card_values())));
        assert!(folder.verify(table().four_card_values()).is_ok());
        assert_eq!(files(dir.path()).len(), 2, "one table and its mark");
    }

    #[test]
    fn stopped_builder_leaves_no_table() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let cache = cache_in(dir.path());
        let builder = Builder::new(1_000_000_000, |table| panic!("{table} is stored"));
        assert!(builder.begin(&cache, &table().board(), table().question(), BuildStage::Values));
        let another = builder.begin(&cache, &table().board(), table().question(), BuildStage::FourCards);
        assert!(!another, "a builder builds one table at a time");
        std::thread::sleep(Duration::from_millis(20));
        builder.stop();
        assert!(!cache.has_table(table()));
        assert_eq!(files(dir.path()), Vec::<String>::new());
    }

    #[test]
    fn second_builder_waits_for_first() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let (sender, stored) = mpsc::channel();
        let caches: Vec<Arc<EndgameCache>> = (0..2).map(|_| cache_in(dir.path())).collect();
        let builders: Vec<Builder> = caches
            .iter()
            .map(|cache| {
                let sender = sender.clone();
                let builder = Builder::new(u64::MAX, move |_| sender.send(()).expect("the receiver exists"));
                assert!(builder.begin(cache, &table().board(), table().question(), BuildStage::Values));
                builder
            })
            .collect();
        builders.iter().for_each(Builder::wait);
        drop(builders);
        drop(sender);
        assert_eq!(stored.iter().count(), 1);
        assert!(caches.iter().all(|cache| cache.has_table(table())));
        assert_eq!(files(dir.path()).len(), 1);
    }
}
