//! Whether a declarer with twelve cards reaches a number of tricks, asked for one number after another.

use crate::cards::Cards;
use crate::deal::Deal;
use crate::outcomes::discards::{DiscardSearch, ordered_candidates};
use crate::rules::contract::{Declaration, Goal};
use crate::rules::variant::Variant;
use crate::search::Solver;

/// The tricks of a declarer on one layout, found as exactly as they are asked for: a search tests one number, and each
/// answer narrows the range in which the result lies.
pub(crate) struct ReachedTricks<'a> {
    search: DiscardSearch<'a>,
    discards: Vec<Cards>,
    /// The declarer takes at least `lo` and at most `hi` tricks.
    lo: u8,
    hi: u8,
}

impl<'a> ReachedTricks<'a> {
    /// `None` for contracts that do not count tricks. Without a `discard` the declarer chooses the best one.
    pub(crate) fn new(
        solver: &'a mut Solver,
        rules: &Variant,
        deal: &Deal,
        declaration: Declaration,
        discard: Option<Cards>,
    ) -> Option<ReachedTricks<'a>> {
        let Declaration { contract, declarer, .. } = declaration;
        let discards = discard
            .map_or_else(|| ordered_candidates(rules, deal, declarer, contract), |discard| vec![discard]);
        let search = DiscardSearch::new(solver, rules, deal, declaration);
        search.counts_tricks().then_some(ReachedTricks { search, discards, lo: 0, hi: 10 })
    }

    pub(crate) fn is_at_least(&mut self, tricks: u8) -> bool {
        if tricks <= self.lo || tricks > self.hi {
            return tricks <= self.lo;
        }
        let reached = if self.search.is_misere() { self.must_take(tricks) } else { self.can_take(tricks) };
        if reached {
            self.lo = tricks;
        } else {
            self.hi = tricks - 1;
        }
        reached
    }

    pub(crate) fn is_made(&mut self) -> bool {
        match self.search.goal() {
            Goal::AtLeast { tricks, .. } => self.is_at_least(tricks),
            Goal::AtMost { tricks, .. } => !self.is_at_least(tricks + 1),
            goal => unreachable!("{goal:?} does not count tricks"),
        }
    }

    pub(crate) fn tricks(&mut self) -> u8 {
        let mut guess = self.search.guess_tricks(self.discards[0]);
        while self.lo < self.hi {
            let tested = guess.clamp(self.lo + 1, self.hi);
            guess = if self.is_at_least(tested) { tested + 1 } else { tested - 1 };
        }
        self.lo
    }

    fn can_take(&mut self, tricks: u8) -> bool {
        let (first, others) = self.discards.split_first().expect("a discard");
        if self.search.takes_at_least(*first, tricks) {
            return true;
        }
        if others.is_empty() || self.search.is_out_of_reach(tricks) {
            return false;
        }
        let better = others.iter().position(|&discard| self.search.takes_at_least(discard, tricks));
        // The next question about this layout begins with the discard that is known to be good.
        better.map(|place| self.discards.swap(0, place + 1)).is_some()
    }

    fn must_take(&mut self, tricks: u8) -> bool {
        let is_single = self.discards.len() == 1;
        let escape = self.discards.iter().position(|&discard| {
            // That lower cards help is proved only for the first trick.
            let is_skipped = tricks == 1 && !is_single && self.search.is_dominated(discard);
            !is_skipped && !self.search.takes_at_least(discard, tricks)
        });
        escape.map(|place| self.discards.swap(0, place)).is_none()
    }
}
