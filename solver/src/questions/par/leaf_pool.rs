//! Threads that solve the play of hands while the main thread solves an auction.
use crate::analyst::Analyst;
use crate::gains::bounded_graph::NodeId;
use crate::gains::decisions::Leaf;
use crate::gains::payoffs::Model;
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::settlement::{Gains, SettlementError};
use crate::worker_pool::HelperQueue;

/// A job is a leaf with its node in the graph of the auction; the answer is the node with the gain of each seat there.
pub(crate) type LeafPool<'a> = HelperQueue<'a, (NodeId, Leaf), (NodeId, Result<Gains, SettlementError>)>;

impl Analyst {
    /// `main_task` runs on the calling thread; the others, if there are any, solve the leaves that it submits.
    pub(crate) fn with_leaf_pool<T>(
        &mut self,
        rules: &Variant,
        model: Model,
        main_task: impl FnOnce(&mut Solver, Option<&LeafPool>) -> T,
    ) -> T {
        self.with_helpers(
            |solver, (node, hand): (NodeId, Leaf)| (node, hand.gains(solver, rules, model.into())),
            main_task,
        )
    }
}
