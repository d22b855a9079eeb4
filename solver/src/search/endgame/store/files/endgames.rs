//! The public interface to endgame tables in a folder, which are read and built in the background.

use std::sync::Arc;

use super::file::TableError;
use super::folder::TableFolder;
use crate::search::endgame::store::cache::EndgameCache;
use crate::search::endgame::store::shared::{Endgames, Shared};
use crate::search::endgame::values::kind::EndgameTableId;

impl Endgames {
    /// A cache that uses the tables of a folder. Tables may be missing. `on_error` is called with each table whose file
    /// exists but cannot be used and must be built again.
    ///
    /// ```
    /// use preference::rules::PlayRules;
    /// use preference::search::{EndgameTableId, Endgames, Solver, TableFolder};
    /// let folder = TableFolder::new("no-such-folder");
    /// let endgames = Endgames::in_folder(folder, |table, error| eprintln!("{table} {error}"));
    /// // Usually not needed: a longer run loads the tables automatically.
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

    /// Builds tables on a separate thread during searches. For each kind of game (the rules, whether there are trumps,
    /// and the seats whose tricks count), it first builds all values of endings of up to four cards, then the values of
    /// five-card endings and the small table of ranges: as files in a folder that can be written to, otherwise in
    /// memory. Except for four-card values in memory, all tables together take no more than `limit` bytes.
    ///
    /// A table is built as soon as the time that searches would have saved with it reaches the time of building. So a
    /// run that ends earlier has not built it needlessly, and a longer run has spent twice the time of building it:
    /// once on slower searches, and once on the table.
    ///
    /// `on_stored` is called with each table that was written to a file. Only the first call of this function counts.
    pub fn build_when_worthwhile(
        &self,
        limit: u64,
        on_stored: impl Fn(EndgameTableId) + Send + Sync + 'static,
    ) {
        self.0.background.build_when_worthwhile(limit, on_stored);
    }

    /// Stops the building of tables, and waits a moment until the builder's thread has removed its unfinished file.
    pub fn stop(&self) {
        self.0.background.stop();
    }
}

#[cfg(test)]
mod tests;
