//! Hands that other threads play out while an auction is worked out.

use crate::analysis::analyst::Analyst;
use crate::analysis::game::choices::Place;
use crate::analysis::game::decisions::Leaf;
use crate::analysis::game::settled::Model;
use crate::batch::Aside;
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::settlement::{Gains, SettlementError};

/// Hands to be played out, each for its place among the choices, and what everybody gains there.
pub(in crate::analysis) type HandsAside<'a> =
    Aside<'a, (Place, Leaf), (Place, Result<Gains, SettlementError>)>;

impl Analyst {
    /// What `lead` gives with a solver, while other threads, if there are any, play hands out aside.
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
