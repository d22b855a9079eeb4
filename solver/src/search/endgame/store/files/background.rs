//! Background work during searches: reading and building tables.

use std::sync::{Arc, OnceLock};

use super::builder::Builder;
use super::loading::LoadStage;
use crate::search::board::Board;
use crate::search::endgame::store::cache::{CacheReply, EndgameCache};
use crate::search::endgame::values::kind::EndgameTableId;
use crate::search::endgame::values::question::Question;

/// The number of questions after which the tables of each stage of loading are read. After the same number of further
/// questions the tables have saved the time that one core takes to read them. The large table of ranges is much larger
/// than the small one, and saves little more.
pub(super) const READ_THRESHOLDS: [(u32, LoadStage); 3] =
    [(48, LoadStage::FourCards), (500, LoadStage::Small), (80_000, LoadStage::Large)];

/// The background work for the searches that share a cache.
#[derive(Default)]
pub(in crate::search::endgame::store) struct BackgroundWork {
    builder: OnceLock<Builder>,
}

impl BackgroundWork {
    pub(in crate::search::endgame::store) fn start_worthwhile_work(
        &self,
        cache: &Arc<EndgameCache>,
        board: &Board,
        question: Question,
        reply: &CacheReply,
    ) {
        for (threshold, stage) in READ_THRESHOLDS {
            if reply.asked_before < threshold && threshold <= reply.asked_after {
                cache.read_in_background(board, question, stage);
            }
        }
        if let (Some(stage), Some(builder)) = (reply.worthwhile_stage, self.builder.get())
            && builder.begin(cache, board, question, stage)
        {
            cache.advance(board, question, stage);
        }
    }

    pub(super) fn build_when_worthwhile(
        &self,
        limit: u64,
        on_stored: impl Fn(EndgameTableId) + Send + Sync + 'static,
    ) {
        let _ = self.builder.set(Builder::new(limit, on_stored));
    }

    pub(super) fn stop(&self) {
        if let Some(builder) = self.builder.get() {
            builder.stop();
        }
    }
}
