//! The outcome of a contract against best defence, with all cards known.

use crate::rules::Goal;
use crate::rules::contract::Contract;
use crate::search::Solver;
use crate::seat::{Seat, Seats};
use crate::situation::Situation;
use crate::situation::form::word_values;
use crate::situation::play::Play;

/// Result of a contract when everybody plays best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Number of tricks for the declarer over the whole hand, including tricks already taken: the most that
    /// are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and
    /// if only `made` was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub tricks: Option<u8>,
    /// Whether the declarer makes the contract.
    pub made: bool,
}

impl Outcome {
    /// The tricks in the eyes of the declarer of `contract`: their number, or in misère minus their number; 0 if it is
    /// unknown.
    #[must_use]
    pub fn trick_value(self, contract: Contract) -> i16 {
        let tricks = i16::from(self.tricks.unwrap_or(0));
        if contract.is_misere() { -tricks } else { tricks }
    }

    /// The rank for the declarer of `contract`, greater is better: a made contract, then more tricks, in misère fewer.
    #[must_use]
    pub fn rank(self, contract: Contract) -> (bool, i16) {
        (self.made, self.trick_value(contract))
    }
}

/// Detail in which a contract is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum SolveDetail {
    /// The exact number of tricks.
    #[default]
    Tricks,
    /// Only whether the contract is made, which is faster.
    #[cfg_attr(feature = "clap", value(name = "made"))]
    #[serde(rename = "made")]
    MadeOnly,
}

word_values!(SolveDetail);

impl SolveDetail {
    pub(crate) fn solve_outcome(self, solver: &mut Solver, play: &Play) -> Outcome {
        match self {
            SolveDetail::Tricks => play.outcome(solver),
            SolveDetail::MadeOnly => Outcome { tricks: None, made: play.is_made(solver) },
        }
    }
}

pub(crate) fn margin(situation: &Situation, contract: Contract, outcome: Outcome) -> Option<i8> {
    situation.rules().target(contract, situation.is_from_hand()).margin(outcome.tricks?)
}

impl Play {
    /// Finds whether the declarer makes the contract against best defence.
    pub fn is_made(&self, solver: &mut Solver) -> bool {
        solver.can_reach(self.position(), Seats::from_seat(self.declarer()), self.goal)
    }

    /// Computes the outcome of the contract against best defence.
    pub fn outcome(&self, solver: &mut Solver) -> Outcome {
        let side = Seats::from_seat(self.declarer());
        let rest = match self.goal {
            _ if self.contract().is_misere() => solver.min_tricks(self.position(), side),
            Goal::AtLeast { .. } => solver.max_tricks(self.position(), side),
            _ => return Outcome { tricks: None, made: self.is_made(solver) },
        };
        self.outcome_with(rest)
    }

    /// `rest` is the number of the declarer's tricks still to come.
    pub(crate) fn outcome_with(&self, rest: u8) -> Outcome {
        let made = match self.goal {
            Goal::AtLeast { tricks, .. } => rest >= tricks,
            Goal::AtMost { tricks, .. } => rest <= tricks,
            _ => false,
        };
        Outcome { tricks: Some(self.tricks_taken()[self.declarer()] + rest), made }
    }

    /// Whether the outcome is still `before`, the outcome before the last card, which `mover` played.
    ///
    /// This card cannot have improved the outcome for `mover`, so the search asks only whether it has become worse.
    pub(crate) fn keeps_outcome(&self, solver: &mut Solver, before: Outcome, mover: Seat) -> bool {
        let Some(tricks) = before.tricks else { return self.is_made(solver) == before.made };
        let seats = Seats::from_seat(self.declarer());
        let taken = self.tricks_taken()[self.declarer()];
        let is_by_declarer = mover == self.declarer();
        // After a card of the declarer the search asks whether the declarer can still reach the same number of
        // tricks; after a card of a defender, whether the declarer can now do better by one trick.
        let step = u8::from(!is_by_declarer);
        let reached = if self.contract().is_misere() {
            match tricks.checked_sub(taken + step) {
                Some(tricks) => solver.can_reach(self.position(), seats, Goal::AtMost { seats, tricks }),
                None => false,
            }
        } else {
            let tricks = (tricks + step).saturating_sub(taken);
            solver.can_reach(self.position(), seats, Goal::AtLeast { seats, tricks })
        };
        reached == is_by_declarer
    }
}
