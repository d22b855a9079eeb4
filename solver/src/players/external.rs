//! Players outside of the library, and the actions of theirs that are replaced.

use serde::{Deserialize, Serialize};

use crate::hand::{Action, View};

/// Chooses the actions of the external players of a match.
pub trait ExternalPlayers {
    /// A hand begins.
    fn begin_hand(&mut self) {}

    /// Asks the player of this name for one of the legal actions. `view` is that of the seat that decides.
    ///
    /// # Errors
    /// If there is no answer that can be used. The action of `beginner` then takes its place, as it does for an illegal
    /// action.
    fn choose(&mut self, name: &str, view: &View, legal: &[Action]) -> Result<Action, ReplacementCause>;
}

/// Why an action of an external player was replaced by the action of `beginner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReplacementCause {
    /// The player ended, or could not be asked.
    Crash,
    /// The answer is not an action.
    Unreadable,
    /// The action is not legal.
    Illegal,
    /// The answer did not come in time.
    Late,
}

/// An action of an external player that was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// Number of the action in the hand, from 0.
    pub action: usize,
    /// Why it was replaced.
    pub cause: ReplacementCause,
}

/// Numbers of actions of a player that were replaced by the action of `beginner`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplacementCounts {
    /// Actions for which the player could not be asked, since it had ended.
    pub crash: u64,
    /// Answers that are not actions.
    pub unreadable: u64,
    /// Actions that are not legal.
    pub illegal: u64,
    /// Answers that did not come in time.
    pub late: u64,
}

impl ReplacementCounts {
    pub(crate) fn add(&mut self, cause: ReplacementCause) {
        let count = match cause {
            ReplacementCause::Crash => &mut self.crash,
            ReplacementCause::Unreadable => &mut self.unreadable,
            ReplacementCause::Illegal => &mut self.illegal,
            ReplacementCause::Late => &mut self.late,
        };
        *count += 1;
    }

    /// Returns the number of all replaced actions.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.crash + self.unreadable + self.illegal + self.late
    }
}
