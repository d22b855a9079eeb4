//! When a table is worth building in a run of unknown length.
//!
//! This is the question whether to rent or to buy (the ski rental problem; Karlin, Manasse, Rudolph
//! and Sleator, Competitive snoopy caching, 1988). A search without the table pays rent: the time
//! that the table would have saved it. To build the table is to buy. The table is built when the
//! rent paid since the start of the run equals the cost of building. So the run loses at most one
//! such cost: a run that ends at that moment need not have built, and a longer run should have built
//! at the start. Either way it takes at most twice as long as with the better choice.

/// What is built for a question, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Step {
    /// The values of all endings of up to four cards.
    #[default]
    Four,
    /// The table of values.
    Values,
    /// The small table of ranges.
    Ranges,
    /// Nothing more; large tables are built on request only.
    Nothing,
}

impl Step {
    /// Whether searches have visited enough starts of tricks for this step to be worth its cost, in
    /// games with trumps or without.
    ///
    /// A search takes about 0.1 microseconds for each start of a trick. The steps take one core about
    /// 0.3, 4.5 and 20 seconds with trumps, and a fourth of that without. The values of five cards
    /// save three tenths of a search with trumps and a seventh without; the ranges save a fourth and
    /// a seventh of what is left. The values of four cards save most in the first searches.
    pub(super) fn is_paid(self, visited: u64, trumps: bool) -> bool {
        let (with_trumps, without) = match self {
            Step::Four => (500_000, 125_000),
            Step::Values => (130_000_000, 90_000_000),
            Step::Ranges => (700_000_000, 400_000_000),
            Step::Nothing => return false,
        };
        visited >= if trumps { with_trumps } else { without }
    }

    /// The step after this one.
    pub(super) fn after(self) -> Step {
        match self {
            Step::Four => Step::Values,
            Step::Values => Step::Ranges,
            Step::Ranges | Step::Nothing => Step::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_steps_are_paid_later() {
        for trumps in [false, true] {
            let steps = std::iter::successors(Some(Step::default()), |step| Some(step.after()));
            let paid =
                |visited| steps.clone().take(4).filter(move |step| step.is_paid(visited, trumps)).count();
            assert_eq!([0, 600_000, 200_000_000, u64::MAX].map(paid), [0, 1, 2, 3]);
        }
    }
}
