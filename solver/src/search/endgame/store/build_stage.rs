//! The decision when a table is worth building, in a run of unknown length.
//!
//! This is the question whether to rent or to buy (the ski rental problem; Karlin, Manasse, Rudolph and
//! Sleator, Competitive snoopy caching, 1988). A search without the table pays rent: the time that the table
//! would have saved it. To build the table is to buy. The table is built as soon as the rent paid since the
//! start of the run equals the cost of building. In this way a run loses at most that cost once: a run that
//! ends just then should not have built, and a longer run should have built at the start. Either way the run
//! takes at most twice as long as with the better choice.

/// The stages of building tables for a question, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BuildStage {
    /// The values of all endings of up to four cards.
    #[default]
    FourCards,
    /// The table of values of endings of up to five cards.
    Values,
    /// The small table of ranges, of endings of up to six cards.
    Ranges,
    /// Nothing more: large tables are built on request only.
    Nothing,
}

/// The work that searches for a question have done without the next table. It measures the rent they have
/// paid.
#[derive(Clone, Copy)]
pub(super) struct Rent {
    /// Number of positions at the start of a trick that the searches have visited.
    pub(super) visited: u64,
    /// Number of values of endings that were computed one by one.
    pub(super) computed: u32,
}

/// Estimates the number of values of endings that a search computes one by one in `seconds` of processor
/// time, if each value takes `time` nanoseconds.
fn values_in(seconds: f64, time: f64) -> u32 {
    (seconds * 1e9 / time) as u32
}

/// Estimates the number of positions at the start of a trick that searches visit without a table until the
/// table would have saved the cost of building it. That cost is `seconds` of one core; the table saves `saved`
/// nanoseconds at each start of a trick.
fn visits_until_worth(seconds: f64, saved: f64) -> u64 {
    (seconds * 1e9 / saved) as u64
}

impl BuildStage {
    /// Checks whether searches have done enough work for this stage to be worth its cost, in games with
    /// trumps or without.
    ///
    /// The costs and savings were measured on one computer. On a slower one both are greater.
    pub(super) fn is_paid(self, rent: Rent, trumps: bool) -> bool {
        let Rent { visited, computed } = rent;
        let visits = |seconds, saved| visited >= visits_until_worth(seconds, saved);
        let values = |seconds| computed >= values_in(seconds, 150.0);
        match (self, trumps) {
            // The limit is a third of the time that building takes. By then the searches have taken twice the
            // time of building in all, so building adds a third to the time of the run or, if the run ends at
            // this moment, a half. The other condition serves searches that meet the same endings again and
            // again: the next stage does not have to wait for them.
            (BuildStage::FourCards, _) => {
                values(if trumps { 0.05 } else { 0.02 }) || BuildStage::Values.is_paid(rent, trumps)
            }
            (BuildStage::Values, true) => visits(1.1, 25.0),
            (BuildStage::Values, false) => visits(0.4, 11.0),
            (BuildStage::Ranges, true) => visits(7.0, 28.0),
            (BuildStage::Ranges, false) => visits(2.1, 14.0),
            (BuildStage::Nothing, _) => false,
        }
    }

    /// Returns the stage after this one.
    pub(super) fn next_stage(self) -> BuildStage {
        match self {
            BuildStage::FourCards => BuildStage::Values,
            BuildStage::Values => BuildStage::Ranges,
            BuildStage::Ranges | BuildStage::Nothing => BuildStage::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_stages_pay_off_later() {
        for trumps in [false, true] {
            let stages = std::iter::successors(Some(BuildStage::default()), |stage| Some(stage.next_stage()));
            let work = [(0, 0), (600_000, 4_000_000), (100_000_000, 4_000_000), (u64::MAX, u32::MAX)];
            let paid = work.map(|(visited, computed)| {
                let rent = Rent { visited, computed };
                stages.clone().take(4).filter(|stage| stage.is_paid(rent, trumps)).count()
            });
            assert_eq!(paid, [0, 1, 2, 3]);
        }
    }
}
