//! The bid of a misère before the defenders' hands are opened.
//!
//! The declarer lays aside before the defenders' hands are opened, and the defenders do not see the discard. In a
//! forecast the declarer knows the layout and the defenders know the discard, which is worth something to the declarer on
//! average.

use crate::auction::AuctionState;
use crate::hand::{Action, Hand};
use crate::outcomes::discards::best_by_tricks;
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declaration};
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::HandResult;

/// What the knowledge of a layout is worth to the declarer, as a share of the cost of the first trick: 11 whists of 133
/// under Russian rules. `benches/results/players.md` has other shares.
const WORTH_OF_KNOWLEDGE: f64 = 1.0 / 12.0;

/// Whether the declarer, who is about to lay aside, has won the auction with a misère.
pub(super) fn is_misere_bid_won(hand: &Hand) -> bool {
    matches!(hand.auction().state(), AuctionState::Declared { bid: Call::Misere, .. })
}

/// The best discard for a misère with all cards known.
pub(super) fn best_misere_discard(solver: &mut Solver, hand: &Hand, declarer: Seat) -> Action {
    let declaration = Declaration { contract: Contract::Misere, declarer, from_hand: false };
    let (discard, _) = best_by_tricks(solver, hand.rules(), hand.deal(), declaration, true);
    Action::Discard(discard)
}

/// What it is worth to the declarer of this misère to have known the layout.
pub(super) fn worth_of_knowledge(hand: &Hand, declarer: Seat) -> f64 {
    WORTH_OF_KNOWLEDGE * (gain(hand, declarer, 0) - gain(hand, declarer, 1))
}

fn gain(hand: &Hand, declarer: Seat, tricks: u8) -> f64 {
    let mut result = HandResult::default();
    result.tricks[declarer] = Some(tricks);
    let gains =
        hand.rules().settle(&hand.terms(), &result).expect("a misère that can be played can be settled");
    gains.seats[declarer].to_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::random;
    use crate::hand::{Phase, Table};
    use crate::outcomes::discards::discard_pairs;
    use crate::players::beginner::Beginner;
    use crate::players::layout_player::forecast::{ForecastPlay, forecast_gains};
    use crate::players::layout_player::plans::Plan;
    use crate::players::player::Player;
    use crate::rules::variant::Variant;
    use crate::seat::Seats;

    #[test]
    fn forecast_of_misere_is_best_discard_less_knowledge() {
        let rules: Variant = "russian".parse().expect("a preset");
        let (mut solver, mut compared) = (Solver::new(), 0);
        for seed in 0..60 {
            let deal = random::deal(&mut random::generator(66_200_000 + seed));
            let hand = Hand::new(rules.clone(), deal, Table::default()).expect("a hand");
            let plan = Plan { knows_layout: true, ..Action::Call(Call::Misere).into() };
            let forecast = forecast_gains(&mut solver, &hand, &plan, ForecastPlay::Solved);
            let mut called = hand;
            called.apply(plan.action).expect("legal");
            while let (Phase::Auction, Some(player)) = (called.phase(), called.player()) {
                let call = Beginner.choose(&called.view(player), &called.legal_actions());
                called.apply(call).expect("legal");
            }
            if called.declarer() != Some(Seat::Forehand) {
                continue;
            }
            // What each discard gains, the rest of the hand being played by the rules, with all cards known.
            let gains = discard_pairs(&rules, &deal, Seat::Forehand).map(|cards| {
                let mut hand = called.clone();
                hand.apply(Action::Discard(cards)).expect("legal");
                let declarer = Seats::from_seat(Seat::Forehand);
                let tricks = solver.min_tricks(hand.position().expect("cards are played"), declarer);
                gain(&hand, Seat::Forehand, tricks)
            });
            let best = gains.fold(f64::NEG_INFINITY, f64::max);
            // The first trick costs 133 1/3 whists.
            let expected = best - 400.0 / 3.0 / 12.0;
            assert!(
                (forecast[Seat::Forehand] - expected).abs() < 1e-9,
                "seed {seed}: {forecast:?} {expected}"
            );
            compared += 1;
        }
        assert!(compared > 50, "{compared}");
    }
}
