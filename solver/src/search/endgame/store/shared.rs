//! The endgame values that solvers share.

use std::fmt;
use std::sync::Arc;

use super::cache::{CachedEndings, Effort, EndgameCache};
use crate::search::board::Board;
use crate::search::endgame::values::kind::EndgameTableId;
use crate::search::endgame::values::question::Question;

/// The values of small endings, shared by all clones.
///
/// Values are computed on first use. A table in the folder is read and checked by a background thread once its question
/// has been asked often enough, so that no answer waits for it.
#[derive(Clone, Default)]
pub struct Endgames(pub(super) Arc<Shared>);

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endgames").finish_non_exhaustive()
    }
}

/// The cache that solvers share, and its background work.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) cache: Arc<EndgameCache>,
    #[cfg(all(feature = "tables", not(target_family = "wasm")))]
    pub(super) background: super::files::background::BackgroundWork,
}

impl Endgames {
    /// An empty cache: values are computed on first use.
    #[must_use]
    pub fn new() -> Endgames {
        Endgames::default()
    }

    /// Loads this table from the folder now, even if its question has not been asked yet. Returns whether it is loaded.
    pub fn load(&self, table: EndgameTableId) -> bool {
        self.0.cache.load(table)
    }

    /// `effort` is the solver's work since its last report.
    pub(crate) fn get(&self, board: &Board, question: Question, effort: Effort) -> CachedEndings {
        let reply = self.0.cache.get(board, question, effort);
        #[cfg(all(feature = "tables", not(target_family = "wasm")))]
        self.0.background.start_worthwhile_work(&self.0.cache, board, question, &reply);
        reply.endings
    }

    #[cfg(test)]
    pub(crate) fn visited(&self, board: &Board, question: Question) -> u64 {
        self.0.cache.visited(board, question)
    }
}
