//! Hands that other threads play out while an auction is solved.

use crate::analysis::analyst::Analyst;
use crate::analysis::game::bounded_graph::NodeId;
use crate::analysis::game::decisions::Leaf;
use crate::analysis::game::payoffs::Model;
use crate::batch::HelperQueue;
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::settlement::{Gains, SettlementError};

/// Hands to be played out, each for its node in the graph, and everybody's gains there.
pub(in crate::analysis) type PlayOutPool<'a> =
    HelperQueue<'a, (NodeId, Leaf), (NodeId, Result<Gains, SettlementError>)>;

impl Analyst {
    /// Runs `lead` with a solver on the calling thread, while other threads, if there are any, play out the
    /// hands that it submits.
    pub(in crate::analysis) fn with_hands_aside<T>(
        &mut self,
        rules: &Variant,
        model: Model,
        lead: impl FnOnce(&mut Solver, Option<&PlayOutPool>) -> T,
    ) -> T {
        let play_out = |solver: &mut Solver, (place, hand): (NodeId, Leaf)| {
            (place, hand.gains(solver, rules, model.into()))
        };
        self.with_helpers(play_out, lead)
    }
}
