//! Threads that play out hands while the main thread solves an auction.

use crate::analysis::analyst::Analyst;
use crate::analysis::game::bounded_graph::NodeId;
use crate::analysis::game::decisions::Leaf;
use crate::analysis::game::payoffs::Model;
use crate::batch::HelperQueue;
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::settlement::{Gains, SettlementError};

/// Queue of hands that other threads play out. A job is a hand with its node in the graph of the auction; the
/// answer is the node with the gain of each seat there.
pub(in crate::analysis) type PlayOutPool<'a> =
    HelperQueue<'a, (NodeId, Leaf), (NodeId, Result<Gains, SettlementError>)>;

impl Analyst {
    /// Runs `main_task` with a solver on the calling thread. Meanwhile the other threads, if there are any,
    /// play out the hands that it submits to the pool.
    pub(in crate::analysis) fn with_play_out_pool<T>(
        &mut self,
        rules: &Variant,
        model: Model,
        main_task: impl FnOnce(&mut Solver, Option<&PlayOutPool>) -> T,
    ) -> T {
        self.with_helpers(
            |solver, (place, hand): (NodeId, Leaf)| (place, hand.gains(solver, rules, model.into())),
            main_task,
        )
    }
}
