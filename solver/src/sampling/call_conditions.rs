//! Conditions on layouts that follow from the calls of the other seats.

use crate::deal::Deal;
use crate::hand::{Action, View};
use crate::outcomes::discards::can_make;
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{Seat, Seats};
use crate::situation::play::Play;

/// Seats whose calls restrict the layouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallConditions {
    /// Seats that have passed: they make no contract from the hand.
    pub passed: Seats,
    /// Seats that have bid: they make a contract with the talon.
    pub bid: Seats,
}

impl CallConditions {
    /// The conditions that follow from the calls of the other seats in the auction. A seat that has bid
    /// and passed later counts as a seat that has bid.
    #[must_use]
    pub fn from_view(view: &View) -> CallConditions {
        let mut conditions = CallConditions::default();
        for step in &view.steps {
            let Some(Action::Call(call)) = step.action else { break };
            if step.seat == view.seat {
                continue;
            }
            if call != Call::Pass {
                conditions.bid.insert(step.seat);
                conditions.passed.remove(step.seat);
            } else if !conditions.bid.contains(step.seat) {
                conditions.passed.insert(step.seat);
            }
        }
        conditions
    }

    pub(crate) fn are_met(self, solver: &mut Solver, rules: &Variant, deal: &Deal) -> bool {
        let declaration = |contract: Contract, declarer: Seat, from_hand: bool| Declaration {
            contract,
            declarer,
            from_hand,
        };
        let makes_from_hand = |solver: &mut Solver, seat: Seat| {
            rules.contracts().iter().any(|&contract| {
                Play::from_deal(rules, deal, declaration(contract, seat, true)).is_made(solver)
            })
        };
        let makes_with_talon = |solver: &mut Solver, seat: Seat| {
            let mut contracts = rules.contracts().iter();
            contracts.any(|&contract| can_make(solver, rules, deal, declaration(contract, seat, false)))
        };
        self.passed.iter().all(|seat| !makes_from_hand(solver, seat))
            && self.bid.iter().all(|seat| makes_with_talon(solver, seat))
    }
}
