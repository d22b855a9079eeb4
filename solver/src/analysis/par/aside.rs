//! Hands that other threads play out while an auction is solved.

use crate::analysis::analyst::Analyst;
use crate::analysis::game::choices::Place;
use crate::analysis::game::decisions::Leaf;
use crate::analysis::game::settled::Model;
use crate::batch::Aside;
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::settlement::{Gains, SettlementError};

/// Hands to be played out, each for its node in the graph, and everybody's gains there.
pub(in crate::analysis) type HandsAside<'a> =
    Aside<'a, (Place, Leaf), (Place, Result<Gains, SettlementError>)>;

impl Analyst {
    /// Runs `lead` with a solver on the calling thread, while other threads, if there are any, play out the
    /// hands that it submits.
    pub(in crate::analysis) fn with_hands_aside<T>(
        &mut self,
        rules: &Variant,
        model: Model,
        lead: impl FnOnce(&mut Solver, Option<&HandsAside>) -> T,
    ) -> T {
        let play_out = |solver: &mut Solver, (place, hand): (Place, Leaf)| {
            (place, hand.gains(solver, rules, model.into()))
        };
        self.lead(play_out, lead)
    }
}
