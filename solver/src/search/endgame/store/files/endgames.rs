//! Endgame values with tables in a folder, which are read and built in the background.

use std::sync::Arc;

use super::file::TableError;
use super::folder::TableFolder;
use crate::search::endgame::store::cache::EndgameCache;
use crate::search::endgame::store::shared::{Endgames, Shared};
use crate::search::endgame::values::kind::EndgameTableId;

impl Endgames {
    /// Returns a cache that uses the tables of a folder. A table may be missing. `on_error` is called with
    /// each table that is damaged or of another version; such a table is not used until it is built again.
    ///
    /// ```
    /// use preference::rules::PlayRules;
    /// use preference::search::{EndgameTableId, Endgames, Solver, TableFolder};
    /// let folder = TableFolder::new("no-such-folder");
    /// let endgames = Endgames::in_folder(folder, |table, error| eprintln!("{table} {error}"));
    /// // Usually not needed: a longer run loads what it needs by itself.
    /// assert!(!endgames.load(EndgameTableId::new(PlayRules::default(), true, false)));
    /// let solver = Solver::with_endgames(endgames.clone());
    /// # let _ = solver;
    /// ```
    #[must_use]
    pub fn in_folder(
        folder: TableFolder,
        on_error: impl Fn(EndgameTableId, TableError) + Send + Sync + 'static,
    ) -> Endgames {
        let cache = Arc::new(EndgameCache::in_folder(folder, on_error));
        Endgames(Arc::new(Shared { cache, ..Shared::default() }))
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
    /// `on_stored` is called with each table that was written to a file. [`Endgames::stop`] cancels building.
    pub fn build_when_worthwhile(
        &self,
        limit: u64,
        on_stored: impl Fn(EndgameTableId) + Send + Sync + 'static,
    ) {
        self.0.background.build_when_worthwhile(limit, on_stored);
    }

    /// Cancels building, and waits until its thread has ended and has removed its unfinished file. This takes
    /// a moment.
    pub fn stop(&self) {
        self.0.background.stop();
    }
}

#[cfg(test)]
mod tests;
