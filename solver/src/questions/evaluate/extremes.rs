//! The layouts on which a hand takes the fewest and the most tricks.

use std::sync::atomic::{AtomicU8, Ordering};

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::Deal;
use crate::outcomes::outcome::Outcome;
use crate::outcomes::reached_tricks::ReachedTricks;
use crate::rules::contract::Declaration;
use crate::rules::variant::Variant;
use crate::sampling::call_conditions::CallConditions;
use crate::sampling::layouts::Layouts;
use crate::sampling::sample::answer_all;
use crate::search::Solver;

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

/// The numbers of tricks between the fewest and the most so far change only between chunks of layouts, so that the
/// answer does not depend on the number of threads.
pub(super) struct SeenTricks {
    fewest: AtomicU8,
    /// One more than the most.
    above: AtomicU8,
}

/// Fewest and most tricks on the layouts so far.
#[derive(Default)]
pub(super) struct FoundExtremes {
    fewest: Option<ExtremeLayout>,
    most: Option<ExtremeLayout>,
    made: u64,
    of: u64,
    lacks_tricks: bool,
}

/// What a layout adds to the extremes.
pub(super) struct LayoutTricks {
    is_made: bool,
    /// The tricks, if they are fewer or more than on all layouts before this chunk.
    new: Option<ExtremeLayout>,
}

impl LayoutTricks {
    pub(super) fn is_made(&self) -> bool {
        self.is_made
    }
}

impl SeenTricks {
    pub(super) fn none() -> SeenTricks {
        SeenTricks { fewest: AtomicU8::new(11), above: AtomicU8::new(0) }
    }

    /// `None` if the contract does not count tricks.
    ///
    /// On most layouts it is only asked whether there are fewer tricks than the fewest so far, or more than the most.
    /// Often the question whether the contract is made answers one of the two.
    pub(super) fn ask(
        &self,
        solver: &mut Solver,
        question: &LayoutQuestion<'_>,
        deal: Deal,
    ) -> Option<LayoutTricks> {
        let LayoutQuestion { rules, declaration, discard, .. } = *question;
        let mut reached = ReachedTricks::new(solver, rules, &deal, declaration, discard)?;
        let is_made = reached.is_made();
        let is_new = !reached.is_at_least(self.fewest.load(Ordering::Relaxed))
            || reached.is_at_least(self.above.load(Ordering::Relaxed));
        let tricks = is_new.then(|| reached.tricks());
        Some(LayoutTricks { is_made, new: tricks.map(|tricks| ExtremeLayout { tricks, layout: deal }) })
    }

    /// `None` if the outcome has no tricks.
    pub(super) fn compare(&self, outcome: Outcome, deal: Deal) -> Option<LayoutTricks> {
        let tricks = outcome.tricks?;
        let seen = self.fewest.load(Ordering::Relaxed)..self.above.load(Ordering::Relaxed);
        let new = (!seen.contains(&tricks)).then_some(ExtremeLayout { tricks, layout: deal });
        Some(LayoutTricks { is_made: outcome.made, new })
    }
}

impl FoundExtremes {
    /// Adds the next layout, in the order of the layouts.
    pub(super) fn add(&mut self, seen: &SeenTricks, tricks: Option<&LayoutTricks>) {
        let Some(&LayoutTricks { is_made, new }) = tricks else {
            self.lacks_tricks = true;
            return;
        };
        self.made += u64::from(is_made);
        self.of += 1;
        let Some(new) = new else { return };
        if new.tricks < seen.fewest.load(Ordering::Relaxed) {
            seen.fewest.store(new.tricks, Ordering::Relaxed);
            self.fewest = Some(new);
        }
        if new.tricks >= seen.above.load(Ordering::Relaxed) {
            seen.above.store(new.tricks + 1, Ordering::Relaxed);
            self.most = Some(new);
        }
    }

    /// `None` if the contract does not count tricks.
    pub(super) fn of_all(self) -> Option<Extremes> {
        let FoundExtremes { fewest, most, made, of, lacks_tricks } = self;
        let extremes = Extremes { fewest: fewest?, most: most?, made, of };
        (!lacks_tricks).then_some(extremes)
    }
}

impl LayoutQuestion<'_> {
    /// `None` if the contract does not count tricks, or the time is up before the last layout.
    pub(super) fn extremes(&self, analyst: &mut Analyst, layouts: &Layouts) -> Option<Extremes> {
        let (seen, mut found) = (SeenTricks::none(), FoundExtremes::default());
        let is_complete = answer_all(
            analyst,
            layouts,
            |solver, &(hands, talon)| {
                let deal = Deal::new(hands, talon).expect("ten cards each");
                self.calls.are_met(solver, self.rules, &deal).then(|| seen.ask(solver, self, deal))
            },
            |tricks| found.add(&seen, tricks.as_ref()),
        );
        found.of_all().filter(|_| is_complete)
    }
}
