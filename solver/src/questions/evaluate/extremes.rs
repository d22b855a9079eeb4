//! The layouts on which a hand takes the fewest and the most tricks.

use std::sync::atomic::{AtomicU8, Ordering};

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::Deal;
use crate::outcomes::reached_tricks::ReachedTricks;
use crate::rules::contract::Declaration;
use crate::rules::variant::Variant;
use crate::sampling::call_conditions::CallConditions;
use crate::sampling::layouts::Layouts;
use crate::sampling::sample::answer_all;

/// Fewest and most tricks of a declarer with twelve cards over all layouts of the other cards, each played best by both
/// sides with all cards known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Extremes {
    /// Fewest tricks.
    pub fewest: ExtremeLayout,
    /// Most tricks.
    pub most: ExtremeLayout,
    /// Number of layouts on which the contract is made.
    pub made: u64,
    /// Number of layouts.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 184_756)))]
    pub of: u64,
}

/// Number of tricks, and a layout on which the declarer takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtremeLayout {
    /// Number of the declarer's tricks.
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub tricks: u8,
    /// First such layout in the order of the layouts.
    pub layout: Deal,
}

/// What is asked on each layout.
pub(super) struct LayoutQuestion<'a> {
    pub(super) rules: &'a Variant,
    pub(super) declaration: Declaration,
    /// The discard; `None` for the best one on each layout.
    pub(super) discard: Option<Cards>,
    pub(super) calls: CallConditions,
}

impl LayoutQuestion<'_> {
    /// Goes through all layouts. `None` if the contract does not count tricks, or if the time is up before the last one.
    ///
    /// On most layouts the tricks are not counted: it is only asked whether there are fewer than the fewest so far, or
    /// more than the most. Often the question whether the contract is made answers one of the two.
    pub(super) fn extremes(&self, analyst: &mut Analyst, layouts: &Layouts) -> Option<Extremes> {
        // The fewest tricks so far, and one more than the most. They change only between chunks of layouts, so that the
        // answer does not depend on the number of threads.
        let (fewest, above) = (AtomicU8::new(11), AtomicU8::new(0));
        let (mut made, mut of, mut counts_tricks) = (0, 0, true);
        let mut found: [Option<ExtremeLayout>; 2] = [None; 2];
        let is_complete = answer_all(
            analyst,
            layouts,
            |solver, &(hands, talon)| {
                let deal = Deal::new(hands, talon).expect("ten cards each");
                if !self.calls.are_met(solver, self.rules, &deal) {
                    return None;
                }
                let Some(mut reached) =
                    ReachedTricks::new(solver, self.rules, &deal, self.declaration, self.discard)
                else {
                    return Some(None);
                };
                let is_made = reached.is_made();
                let is_new = !reached.is_at_least(fewest.load(Ordering::Relaxed))
                    || reached.is_at_least(above.load(Ordering::Relaxed));
                let tricks = is_new.then(|| reached.tricks());
                Some(Some((is_made, tricks.map(|tricks| ExtremeLayout { tricks, layout: deal }))))
            },
            |answer| {
                let Some((is_made, new)) = answer else {
                    counts_tricks = false;
                    return;
                };
                made += u64::from(is_made);
                of += 1;
                let Some(new) = new else { return };
                if new.tricks < fewest.load(Ordering::Relaxed) {
                    fewest.store(new.tricks, Ordering::Relaxed);
                    found[0] = Some(new);
                }
                if new.tricks >= above.load(Ordering::Relaxed) {
                    above.store(new.tricks + 1, Ordering::Relaxed);
                    found[1] = Some(new);
                }
            },
        );
        let [Some(fewest), Some(most)] = found else { return None };
        (is_complete && counts_tricks).then_some(Extremes { fewest, most, made, of })
    }
}
