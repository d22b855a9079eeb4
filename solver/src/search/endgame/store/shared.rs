//! The endgame values that solvers share.

use std::fmt;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::sync::OnceLock;

#[cfg(not(target_family = "wasm"))]
use super::builder::Builder;
#[cfg(not(target_family = "wasm"))]
use super::cache::LoadStage;
use super::cache::{CachedEndings, Effort, EndgameCache};
#[cfg(not(target_family = "wasm"))]
use super::file::TableError;
#[cfg(not(target_family = "wasm"))]
use super::folder::TableFolder;
use crate::rules::variant::Variant;
use crate::search::board::Board;
use crate::search::endgame::values::kind::EndgameTable;
use crate::search::endgame::values::question::Question;

/// Number of times that a question is asked before its tables of each stage are read. After the same number
/// of further questions the tables have saved the time that one core takes to read them. If there is a small
/// table of ranges, the large one saves less, and more has to be read.
#[cfg(not(target_family = "wasm"))]
const PAYS: [(u32, LoadStage); 3] =
    [(48, LoadStage::FourCards), (500, LoadStage::Small), (80_000, LoadStage::Large)];

/// The values of small endings, shared by solvers. Clones share them, too.
///
/// Values are computed on first use. If there is a folder of complete tables, a longer run uses the tables as
/// soon as they have been read and checked. A thread does this in the background, so that no answer waits for
/// a table.
#[derive(Clone, Default)]
pub struct Endgames(Arc<Shared>);

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endgames").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct Shared {
    cache: Arc<EndgameCache>,
    #[cfg(not(target_family = "wasm"))]
    builder: OnceLock<Builder>,
}

impl Endgames {
    /// Returns an empty cache: values are computed on first use.
    #[must_use]
    pub fn new() -> Endgames {
        Endgames::default()
    }

    /// Returns a cache that uses the tables of a folder. A table may be missing. `trouble` is called with
    /// each table that is damaged or of another version; such a table is not used until it is built again.
    ///
    /// ```
    /// use preference::rules::PlayRules;
    /// use preference::search::{EndgameTable, Endgames, Solver, TableFolder};
    /// let folder = TableFolder::new("no-such-folder");
    /// let endgames = Endgames::in_folder(folder, |table, error| eprintln!("{table} {error}"));
    /// // Usually not needed: a longer run loads what it needs by itself.
    /// assert!(!endgames.load(EndgameTable::new(PlayRules::default(), true, false)));
    /// let solver = Solver::with_endgames(endgames.clone());
    /// # let _ = solver;
    /// ```
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn in_folder(
        folder: TableFolder,
        trouble: impl Fn(EndgameTable, TableError) + Send + Sync + 'static,
    ) -> Endgames {
        let cache = Arc::new(EndgameCache::in_folder(folder, trouble));
        Endgames(Arc::new(Shared { cache, ..Shared::default() }))
    }

    /// Loads this table from the folder now instead of waiting until it pays. Returns whether the table is
    /// loaded.
    pub fn load(&self, table: EndgameTable) -> bool {
        self.0.cache.load(table)
    }

    /// Loads from the folder now all tables that games under these rules use. Returns the tables that are
    /// loaded, each large table of ranges in place of the small one if there is a large one.
    pub fn load_all(&self, rules: &Variant) -> Vec<EndgameTable> {
        let [large, small] = [true, false].map(|large| EndgameTable::all(rules, large));
        large.into_iter().zip(small).filter_map(|(large, small)| self.load_either(large, small)).collect()
    }

    /// Loads the table `large` if it has large ranges and can be loaded, otherwise the table `small`. Returns
    /// the table that is loaded.
    fn load_either(&self, large: EndgameTable, small: EndgameTable) -> Option<EndgameTable> {
        let is_loaded = large.is_large() && self.load(large);
        is_loaded.then_some(large).or_else(|| self.load(small).then_some(small))
    }

    /// Returns the cached endings for boards like this one. `effort` is the solver's work for this question
    /// since its last report.
    pub(crate) fn get(&self, board: &Board, question: Question, effort: Effort) -> CachedEndings {
        let reply = self.0.cache.get(board, question, effort);
        #[cfg(not(target_family = "wasm"))]
        {
            for (pays, stage) in PAYS {
                if reply.asked_before < pays && pays <= reply.asked_after {
                    self.0.cache.read_in_background(board, question, stage);
                }
            }
            if let (Some(stage), Some(builder)) = (reply.paid, self.0.builder.get())
                && builder.begin(&self.0.cache, board, question, stage)
            {
                self.0.cache.advance(board, question, stage);
            }
        }
        reply.endings
    }

    /// Returns the number of starts of tricks that all solvers have reported for this question.
    #[cfg(test)]
    pub(crate) fn visited(&self, board: &Board, question: Question) -> u64 {
        self.0.cache.visited(board, question)
    }

    /// Builds tables on a thread of its own while searches go on. First come all values of endings of up to
    /// four cards, then the values of five cards and the small table of ranges: as files, if there is a
    /// folder that can be written, otherwise in memory. Files and tables of five cards and more in memory
    /// together take no more than `limit` bytes.
    ///
    /// For each table the builder adds up the time that searches would have saved with it, and builds the
    /// table as soon as the sum reaches the time of building. So a run that ends earlier has built nothing in
    /// vain. By the time a table is ready, a longer run has spent twice the time of building it: once on
    /// slower searches, once on the table.
    ///
    /// `stored` is called with each table that was written to a file. [`Endgames::stop`] cancels building.
    #[cfg(not(target_family = "wasm"))]
    pub fn build_when_paid(&self, limit: u64, stored: impl Fn(EndgameTable) + Send + Sync + 'static) {
        let _ = self.0.builder.set(Builder::new(limit, stored));
    }

    /// Cancels building, and waits until its thread has ended and has removed its unfinished file. This takes
    /// a moment.
    #[cfg(not(target_family = "wasm"))]
    pub fn stop(&self) {
        if let Some(builder) = self.0.builder.get() {
            builder.stop();
        }
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::rules::play::PlayRules;

    /// Waits a moment for a build that began at this time.
    fn wait_for_build(begun: Instant) {
        assert!(begun.elapsed() < Duration::from_secs(60), "it is never built");
        std::thread::sleep(Duration::from_millis(5));
    }

    #[test]
    fn table_is_built_once_it_pays_off() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let (sender, stored) = mpsc::channel();
        let endgames =
            Endgames::in_folder(TableFolder::new(dir.path()), |table, error| panic!("{table} {error}"));
        let table = || EndgameTable::new(PlayRules::default(), false, false);
        let files = || TableFolder::new(dir.path()).list().expect("it is there").len();
        endgames.build_when_paid(1_000_000_000, move |table| sender.send(table).expect("somebody listens"));
        let (board, question) = (table().board(), table().question());
        let visited = |visited| endgames.get(&board, question, Effort { asked: 1, visited });
        let complete = || visited(0).values.is_complete();
        visited(1000);
        assert!(!complete() && files() == 0, "it is built for nothing");
        let begun = Instant::now();
        visited(0).values.count_computed(1_000_000);
        while !complete() {
            wait_for_build(begun);
        }
        assert_eq!(stored.recv(), Ok(table().four_cards()));
        assert_eq!(files(), 1);
        while !endgames.0.cache.has_table(table()) {
            visited(30_000_000);
            wait_for_build(begun);
        }
        assert_eq!(stored.recv(), Ok(table()));
        for table in [table(), table().four_cards()] {
            assert!(TableFolder::new(dir.path()).verify(table).is_ok(), "{table}");
        }
        endgames.stop();
    }

    /// Asks a question until reading the values of four cards pays, and waits a moment for them. Returns
    /// whether they are read.
    fn reads_four_cards(endgames: &Endgames, table: EndgameTable) -> bool {
        let get = |asked| endgames.get(&table.board(), table.question(), Effort { asked, visited: 0 }).values;
        let (pays, _) = PAYS[0];
        assert!(!get(pays - 1).is_complete() && !get(0).is_complete(), "the file is read for a short run");
        get(1);
        let begun = Instant::now();
        while !get(0).is_complete() && begun.elapsed() < Duration::from_millis(500) {
            std::thread::sleep(Duration::from_millis(1));
        }
        get(0).is_complete()
    }

    #[test]
    fn later_run_reads_values_of_four_cards_or_reports_damage() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let folder = || TableFolder::new(dir.path());
        let table = EndgameTable::new(PlayRules::default(), false, true);
        let (sender, reports) = mpsc::channel();
        let endgames = || {
            let sender = sender.clone();
            Endgames::in_folder(folder(), move |table, error| {
                sender.send(format!("{table} {error}")).expect("somebody listens");
            })
        };
        assert!(!reads_four_cards(&endgames(), table), "there is no file");
        folder().build(table.four_cards(), |_| {}).expect("it is written");
        assert!(reads_four_cards(&endgames(), table));
        assert!(reports.try_recv().is_err());
        let file = folder().file(table.four_cards());
        let mut bytes = std::fs::read(&file).expect("it was built");
        bytes[500_000] ^= 1;
        std::fs::write(&file, bytes).expect("it can be written");
        assert!(!reads_four_cards(&endgames(), table), "a damaged file is used");
        let report = reports.try_recv();
        assert_eq!(report.as_deref(), Ok("notrump-fewest-four is damaged: the checksum is wrong"));
    }

    #[test]
    fn unreadable_folder_is_not_reported_by_a_short_run() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        let folder = TableFolder::new(file.path().join("tables"));
        let endgames = Endgames::in_folder(folder, |table, error| panic!("{table} {error}"));
        assert!(!reads_four_cards(&endgames, EndgameTable::new(PlayRules::default(), false, false)));
    }
}
