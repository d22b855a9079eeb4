//! The decision when to build a table, in a run of unknown length.
//!
//! This is the decision whether to rent or to buy (the ski rental problem; Karlin, Manasse, Rudolph and Sleator,
//! Competitive snoopy caching, 1988). A search without the table pays rent: the time that the table would have saved.
//! The table is built as soon as the rent paid since the start of the run equals the cost of building. So a run never
//! pays more than twice the cost of the better choice: one that ends just after the build should not have built, and a
//! longer one should have built at the start.

/// The stages of building for a question, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BuildStage {
    /// The values of all endings of up to four cards.
    #[default]
    FourCards,
    /// The table of values of endings of up to five cards.
    Values,
    /// The small table, of endings of up to six cards.
    Ranges,
    /// Large tables are built only on request.
    Nothing,
}

/// The work that searches for a question have done without the next table: the rent paid.
#[derive(Clone, Copy)]
pub(super) struct Rent {
    /// Positions at the start of a trick.
    pub(super) visited: u64,
    /// Endgame values that were computed one by one.
    pub(super) computed: u32,
}

/// `time` is nanoseconds of processor time for each value.
fn values_in(seconds: f64, time: f64) -> u32 {
    (seconds * 1e9 / time) as u32
}

/// `seconds` of one core build the table, which saves `saved` nanoseconds for each visit.
fn visits_until_worthwhile(seconds: f64, saved: f64) -> u64 {
    (seconds * 1e9 / saved) as u64
}

impl BuildStage {
    /// Whether searches have done enough work for this stage of building to be worth its cost.
    ///
    /// The costs and savings were measured on one computer. On a slower computer both are greater.
    pub(super) fn is_worthwhile(self, rent: Rent, trumps: bool) -> bool {
        let Rent { visited, computed } = rent;
        let visits = |seconds, saved| visited >= visits_until_worthwhile(seconds, saved);
        let values = |seconds| computed >= values_in(seconds, 150.0);
        match (self, trumps) {
            // The limit for the computation of single values is a third of the time of building. By then the searches
            // have taken twice the time of building in all. So the build takes a third of the time up to its end; it
            // lengthens a run that would have ended now by a half. The other condition is for searches that reach the
            // same endings again and again and compute few new values: it keeps them from delaying the next stage.
            (BuildStage::FourCards, _) => {
                values(if trumps { 0.05 } else { 0.02 }) || BuildStage::Values.is_worthwhile(rent, trumps)
            }
            (BuildStage::Values, true) => visits(1.1, 25.0),
            (BuildStage::Values, false) => visits(0.4, 11.0),
            (BuildStage::Ranges, true) => visits(7.0, 28.0),
            (BuildStage::Ranges, false) => visits(2.1, 14.0),
            (BuildStage::Nothing, _) => false,
        }
    }

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
                stages.clone().take(4).filter(|stage| stage.is_worthwhile(rent, trumps)).count()
            });
            assert_eq!(paid, [0, 1, 2, 3]);
        }
    }
}
