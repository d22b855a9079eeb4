//! Players that value actions on layouts of the cards that they do not see. `sampling.md` has the details.
//!
//! A player draws layouts that agree with its view and with the calls of the others
//! ([`likely_layouts`](likely_layouts::likely_layouts)), lists the actions that are worth comparing
//! ([`plans`](plans::plans)), forecasts each of them on each layout ([`forecast_gains`]), and
//! takes the action with the highest mean gain. Against a misère in which only the discard is hidden, it compares only
//! the cards that catch it for every discard ([`catching_cards`](hidden_discard::catching_cards)), if there are any.

mod forecast;
mod hidden_discard;
mod likely_layouts;
mod misere_bid;
mod plan_tally;
mod plans;
mod weighted_layouts;

use std::cell::RefCell;

use crate::deal::random;
use crate::hand::{Action, Hand, Phase, View};
use crate::players::beginner::Beginner;
use crate::players::player::Player;
use crate::search::Solver;
use crate::seat::BySeat;
use forecast::{ForecastPlay, forecast_gains};
use likely_layouts::likely_layouts;
use plan_tally::PlanTally;
use plans::{Plan, plans};

pub use weighted_layouts::{WeightedLayout, draw_layouts};

/// Number of layouts in a round. After each round the plans that are clearly worse than the best one are left out.
const LAYOUTS_PER_ROUND: usize = 8;

/// Maximum number of layouts on which a player values the actions of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutLimits {
    /// Number of layouts for a call, and for the choice to take up the talon.
    pub calls: usize,
    /// Whether the bid of a misère whose defenders' hands are opened is valued by the best discard on each layout.
    pub best_misere_discards: bool,
    /// Number of layouts for a discard and for an announcement.
    pub discards: usize,
    /// Number of layouts for a decision and for the answer to an offer.
    pub decisions: usize,
    /// Number of layouts for a card.
    pub cards: usize,
    /// [`CatchOptions::node_limit`](crate::questions::catch::CatchOptions::node_limit) of the search, for each card,
    /// for a plan that catches a misère; 0 for a player without such plans.
    pub nodes: u64,
}

impl LayoutLimits {
    /// The limits of the player `quick`.
    pub const QUICK: LayoutLimits =
        LayoutLimits { calls: 8, best_misere_discards: false, discards: 8, decisions: 8, cards: 8, nodes: 0 };

    /// The limits of the player `strong`.
    pub const STRONG: LayoutLimits = LayoutLimits {
        calls: 48,
        best_misere_discards: true,
        discards: 24,
        decisions: 48,
        cards: 32,
        nodes: 20_000,
    };

    fn layouts(self, phase: Phase) -> usize {
        match phase {
            Phase::Auction | Phase::Usurping | Phase::Talon => self.calls,
            Phase::Discard | Phase::Announcement => self.discards,
            Phase::Decisions | Phase::Offer => self.decisions,
            Phase::Play | Phase::Over => self.cards,
        }
    }
}

/// A player that takes the action with the highest mean gain over layouts of the cards that it does not see; a defender
/// in the play, with the highest mean loss of the declarer.
#[derive(Clone, Copy, Debug)]
pub struct LayoutPlayer {
    limits: LayoutLimits,
    seed: u64,
}

impl LayoutPlayer {
    /// The layouts for a choice depend on the seed, the view and the number of earlier actions. Use a new seed for each
    /// hand.
    #[must_use]
    pub fn new(limits: LayoutLimits, seed: u64) -> LayoutPlayer {
        LayoutPlayer { limits, seed }
    }
}

impl Player for LayoutPlayer {
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let beginner_action = Beginner.choose(view, legal);
        let mut plans = plans(view, legal, beginner_action, self.limits.best_misere_discards);
        if plans.len() > 1 && self.limits.nodes > 0 {
            let catching = hidden_discard::catching_cards(view, self.limits.nodes);
            if let Some(cards) = catching {
                plans.retain(|plan| matches!(plan.action, Action::Card(card) if cards.contains(&card)));
            }
        }
        if plans.len() == 1 {
            return plans[0].action;
        }
        let seed = random::derived_seed(self.seed, view.steps.len() as u64);
        let layouts = likely_layouts(view, self.limits.layouts(view.phase), seed);
        SOLVER.with_borrow_mut(|solver| best_action(solver, view, &layouts, plans, beginner_action))
    }
}

thread_local! {
    /// The solver of all players on this thread. Its tables make later choices faster without changing them.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// Ties go to `beginner_action`, then to the first plan.
fn best_action(
    solver: &mut Solver,
    view: &View,
    layouts: &[Hand],
    plans: Vec<Plan>,
    beginner_action: Action,
) -> Action {
    let mut tally = PlanTally::new(plans);
    for round in layouts.chunks(LAYOUTS_PER_ROUND) {
        for layout in round {
            tally.add_layout(|plan| payoff(solver, view, layout, plan));
        }
        tally.drop_worse_plans();
        if let Some(action) = tally.only_action() {
            return action;
        }
    }
    tally.best_action(beginner_action)
}

/// For other choices than calls and cards, the mean of two forecasts: with best play and with that of beginners.
fn payoff(solver: &mut Solver, view: &View, layout: &Hand, plan: &Plan) -> f64 {
    let mut payoff_with = |play| payoff_of(view, &forecast_gains(solver, layout, plan, play));
    let solved = payoff_with(ForecastPlay::Solved);
    match view.phase {
        Phase::Discard | Phase::Announcement | Phase::Decisions | Phase::Offer => {
            (solved + payoff_with(ForecastPlay::Beginners)) / 2.0
        }
        _ => solved,
    }
}

/// The player's own gain or, for a defender in the play, the declarer's loss, since the defenders share their tricks.
fn payoff_of(view: &View, gains: &BySeat<f64>) -> f64 {
    match (view.phase, view.declarer) {
        (Phase::Play, Some(declarer)) if declarer != view.seat => -gains[declarer],
        _ => gains[view.seat],
    }
}
