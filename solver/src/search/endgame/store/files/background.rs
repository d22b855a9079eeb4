//! The work in the background while searches go on: reading of tables, and building.

use std::sync::{Arc, OnceLock};

use super::builder::Builder;
use super::loading::LoadStage;
use crate::search::board::Board;
use crate::search::endgame::store::cache::{CacheReply, EndgameCache};
use crate::search::endgame::values::kind::EndgameTableId;
use crate::search::endgame::values::question::Question;

/// Number of times that a question is asked before its tables of each stage are read. After the same number
/// of further questions the tables have saved the time that one core takes to read them. If there is a small
/// table of ranges, the large one saves less, and more has to be read.
pub(super) const PAYS: [(u32, LoadStage); 3] =
    [(48, LoadStage::FourCards), (500, LoadStage::Small), (80_000, LoadStage::Large)];

/// The work in the background for the searches that share a cache.
#[derive(Default)]
pub(in crate::search::endgame::store) struct BackgroundWork {
    builder: OnceLock<Builder>,
}

impl BackgroundWork {
    /// Starts to read or to build the tables that are worth it after this reply to a solver's report.
    pub(in crate::search::endgame::store) fn go_on(
        &self,
        cache: &Arc<EndgameCache>,
        board: &Board,
        question: Question,
        reply: &CacheReply,
    ) {
        for (pays, stage) in PAYS {
            if reply.asked_before < pays && pays <= reply.asked_after {
                cache.read_in_background(board, question, stage);
            }
        }
        if let (Some(stage), Some(builder)) = (reply.paid, self.builder.get())
            && builder.begin(cache, board, question, stage)
        {
            cache.advance(board, question, stage);
        }
    }

    /// Builds tables from now on; see [`Endgames::build_when_paid`](crate::search::Endgames::build_when_paid).
    pub(super) fn build_when_paid(
        &self,
        limit: u64,
        stored: impl Fn(EndgameTableId) + Send + Sync + 'static,
    ) {
        let _ = self.builder.set(Builder::new(limit, stored));
    }

    /// Cancels building, and waits until its thread has ended.
    pub(super) fn stop(&self) {
        if let Some(builder) = self.builder.get() {
            builder.stop();
        }
    }
}
