//! The tables of a file of rules about the play.

use serde::{Deserialize, Serialize};

use crate::cards::Suit;
use crate::rules::play::PlayRules;
use crate::rules::rule_set::number::switch;

/// The `[play]` table of a variant's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub(super) struct PlayTable {
    #[serde(deserialize_with = "switch")]
    trump: bool,
    #[serde(deserialize_with = "switch")]
    head: bool,
    #[serde(deserialize_with = "switch")]
    overtrump: bool,
    #[serde(deserialize_with = "switch")]
    lowest: bool,
    #[serde(deserialize_with = "switch")]
    nosteal: bool,
    /// Whether `lowest` binds in games without trumps too.
    #[serde(deserialize_with = "switch")]
    pub(super) lowest_without_trumps: bool,
}

impl Default for PlayTable {
    fn default() -> PlayTable {
        PlayTable {
            trump: false,
            head: false,
            overtrump: false,
            lowest: false,
            nosteal: false,
            lowest_without_trumps: true,
        }
    }
}

impl PlayTable {
    pub(super) const fn switches(self) -> PlayRules {
        let PlayTable { trump, head, overtrump, lowest, nosteal, .. } = self;
        PlayRules { trump, head, overtrump, lowest, nosteal }
    }

    pub(super) fn switches_in(self, trump: Option<Suit>) -> PlayRules {
        let switches = self.switches();
        let lowest = switches.lowest && (trump.is_some() || self.lowest_without_trumps);
        PlayRules { lowest, ..switches }
    }

    pub(super) const fn with_switches(self, switches: PlayRules) -> PlayTable {
        let PlayRules { trump, head, overtrump, lowest, nosteal } = switches;
        PlayTable { trump, head, overtrump, lowest, nosteal, ..self }
    }
}

/// The `[all_pass]` table of a variant's file: play in which everybody plays for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct AllPassPlay {
    /// Whether the talon's two cards name the suits of the first two tricks; forehand plays first to both.
    #[serde(deserialize_with = "switch")]
    pub talon_leads: bool,
    /// Whether the winner of the second trick leads to the third; otherwise forehand does.
    #[serde(deserialize_with = "switch")]
    pub winner_leads: bool,
}
