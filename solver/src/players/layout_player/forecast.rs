//! The gains of a hand whose cards are all known, if all players continue as beginners or play the cards best.

use super::misere_bid::{best_misere_discard, is_misere_bid_won, worth_of_knowledge};
use super::plans::Plan;
use crate::gains::Model;
use crate::gains::expected_result::solve_expected_result;
use crate::hand::{Choice, Hand, Phase};
use crate::players::beginner::Beginner;
use crate::players::player::Player;
use crate::search::Solver;
use crate::seat::BySeat;
use crate::settlement::Gains;
use crate::situation::PlayState;

/// Maximum number of cards of the seat to move with which a passed-out hand is solved.
const MAX_SOLVED_CARDS: usize = 6;

/// Play of the cards of a contract in a forecast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ForecastPlay {
    /// Best play of both sides with all cards known.
    Solved,
    /// The play of beginners, each from its own view.
    Beginners,
}

/// Forecasts the gains of a hand after the actions of a plan. Players call, lay aside and decide as beginners, each
/// from its own view. If all have passed, they play as beginners until each has six cards left; the rest is solved with
/// all cards known, each seat playing for its own gain. A planner who knows the layout lays aside what
/// [`best_misere_discard`] finds, and gains less by [`worth_of_knowledge`].
///
/// # Panics
/// If the hand is over.
pub(super) fn forecast_gains(
    solver: &mut Solver,
    hand: &Hand,
    plan: &Plan,
    play: ForecastPlay,
) -> BySeat<f64> {
    let planner = hand.player().expect("the hand goes on");
    let mut has_known_layout = false;
    let mut hand = hand.clone();
    hand.apply(plan.action).expect("a legal action");
    while let Some(player) = hand.player() {
        if let Some(state) = hand.play_state().filter(|state| is_solved(state, play)) {
            let expected = solve_expected_result(solver, &hand.situation(), state, Model::Tricks.into());
            let gains = expected.expect("a hand that can be settled").gains;
            let mut gains = in_numbers(&gains.expect("a hand that includes its auction can be settled"));
            if has_known_layout {
                gains[planner] -= worth_of_knowledge(&hand, planner);
            }
            return gains;
        }
        let legal = hand.legal_actions();
        if hand.phase() == Phase::Offer {
            // The player has accepted. Whether the others do so makes no difference to the choice.
            hand.apply(Choice::Accept).expect("an offer can be accepted");
            continue;
        }
        let planned = match hand.phase() {
            _ if player != planner => None,
            Phase::Announcement => plan.announcement.filter(|action| legal.contains(action)),
            Phase::Discard if plan.knows_layout && is_misere_bid_won(&hand) => {
                has_known_layout = true;
                Some(best_misere_discard(solver, &hand, planner))
            }
            _ => None,
        };
        let action = planned.unwrap_or_else(|| Beginner.choose(&hand.view(player), &legal));
        hand.apply(action).expect("a legal action");
    }
    in_numbers(&hand.result().expect("the hand is over"))
}

fn in_numbers(gains: &Gains) -> BySeat<f64> {
    BySeat::from_fn(|seat| gains.seats[seat].to_f64())
}

fn is_solved(state: &PlayState, play: ForecastPlay) -> bool {
    match state {
        PlayState::Contract(_) => play == ForecastPlay::Solved,
        PlayState::AllPassed { position, .. } => position.hand(position.to_move()).len() <= MAX_SOLVED_CARDS,
    }
}
