//! When a table has paid for itself before it is built.
//!
//! To rent or to buy: nobody knows how long a run will be. So each table is bought, that is built,
//! when the searches that it would have helped have cost as much as it costs; a run then takes at
//! most about twice as long as it would have taken with the best choice made beforehand (the ski
//! rental problem; Karlin, Manasse, Rudolph and Sleator, Competitive snoopy caching, 1988).

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
    /// Whether searches with trumps or without that have visited so many starts of tricks have cost
    /// as much as this step.
    ///
    /// A start of a trick takes a search about 0.15 microseconds. With trumps the steps take about
    /// 0.4, 6 and 20 seconds of one core, without trumps a fourth of that.
    pub(super) fn is_paid(self, visited: u64, trumps: bool) -> bool {
        let cost = match self {
            Step::Four => 500_000,
            Step::Values => 40_000_000,
            Step::Ranges => 130_000_000,
            Step::Nothing => return false,
        };
        visited >= if trumps { cost } else { cost / 4 }
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
