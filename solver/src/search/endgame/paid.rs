//! When a table has paid for itself before it is built.
//!
//! To rent or to buy: nobody knows how long a run will be. So each table is bought, that is built,
//! when it would have saved as much as it costs, had it been there from the start. A run then takes
//! at most twice as long as it would have taken with the best choice made beforehand (the ski
//! rental problem; Karlin, Manasse, Rudolph and Sleator, Competitive snoopy caching, 1988): one that
//! ends just then has paid once more what was to be saved, and a longer one has missed as much.

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
    /// Whether this step would have saved searches with trumps or without, which have visited so many
    /// starts of tricks, as much as it costs.
    ///
    /// A start of a trick takes a search about 0.1 microseconds. With trumps the steps cost about 0.3,
    /// 4.5 and 20 seconds of one core, without trumps a fourth of that. The values of five cards save
    /// three tenths of the time with trumps and a seventh without, the ranges a fourth and a seventh
    /// of the rest; the values of four cards save most at the beginning.
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
