//! Comparison of plans by their mean payoffs over the same layouts.

use average::Variance;

use super::plans::Plan;
use crate::hand::Action;

/// Between the means of the best plan and of a plan that is left out.
const CLEAR_STANDARD_ERRORS: f64 = 2.5;

/// Difference of means below which plans are equally good.
const TIE_TOLERANCE: f64 = 1e-9;

/// The plans that are still compared, with the forecast payoffs of each plan on all layouts so far.
pub(super) struct PlanTally {
    rows: Vec<PlanRow>,
}

struct PlanRow {
    plan: Plan,
    payoffs: Vec<f64>,
}

impl PlanRow {
    fn mean(&self) -> f64 {
        self.payoffs.iter().sum::<f64>() / self.payoffs.len().max(1) as f64
    }

    /// On the same layouts, by more than [`CLEAR_STANDARD_ERRORS`].
    fn is_clearly_worse_than(&self, best: &PlanRow) -> bool {
        let differences = best.payoffs.iter().zip(&self.payoffs).map(|(best, payoff)| best - payoff);
        let lead: Variance = differences.collect();
        lead.mean() > TIE_TOLERANCE && lead.mean() > CLEAR_STANDARD_ERRORS * lead.error()
    }
}

impl PlanTally {
    pub(super) fn new(plans: Vec<Plan>) -> PlanTally {
        PlanTally { rows: plans.into_iter().map(|plan| PlanRow { plan, payoffs: Vec::new() }).collect() }
    }

    pub(super) fn add_layout(&mut self, mut payoff: impl FnMut(&Plan) -> f64) {
        for row in &mut self.rows {
            row.payoffs.push(payoff(&row.plan));
        }
    }

    pub(super) fn drop_worse_plans(&mut self) {
        let best = self.rows.iter().max_by(|one, other| one.mean().total_cmp(&other.mean()));
        let Some(best) = best.filter(|best| best.payoffs.len() > 1) else { return };
        let is_kept: Vec<bool> = self.rows.iter().map(|row| !row.is_clearly_worse_than(best)).collect();
        let mut is_kept = is_kept.into_iter();
        self.rows.retain(|_| is_kept.next().expect("a mark for each plan"));
    }

    pub(super) fn only_action(&self) -> Option<Action> {
        let first = self.rows.first()?.plan.action;
        self.rows.iter().all(|row| row.plan.action == first).then_some(first)
    }

    pub(super) fn best_action(&self, beginner_action: Action) -> Action {
        let highest = self.rows.iter().map(PlanRow::mean).fold(f64::NEG_INFINITY, f64::max);
        let is_best = |row: &&PlanRow| row.mean() >= highest - TIE_TOLERANCE;
        let mut best = self.rows.iter().filter(is_best).map(|row| row.plan.action);
        if best.clone().any(|action| action == beginner_action) {
            return beginner_action;
        }
        best.next().unwrap_or(beginner_action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clearly_worse_plans_are_left_out() {
        let [one, other, third]: [Action; 3] = ["SA", "SK", "SQ"].map(|text| text.parse().expect("a card"));
        let mut tally = PlanTally::new([one, other, third].map(Plan::from).to_vec());
        let payoffs = [[1.0, 2.0, 3.0, 0.0], [1.0, 2.5, 2.5, 0.0], [0.0, 0.9, 2.0, -1.0]];
        for layout in 0..4 {
            let mut rows = payoffs.iter();
            tally.add_layout(|_| rows.next().expect("a plan")[layout]);
        }
        tally.drop_worse_plans();
        assert_eq!(tally.rows.iter().map(|row| row.plan.action).collect::<Vec<_>>(), [one, other]);
        assert_eq!(tally.only_action(), None);
        // The means are equal.
        assert_eq!(tally.best_action(other), other);
        assert_eq!(tally.best_action(third), one);
    }
}
