//! What the players decide between the auction and the play.

use crate::rules::number::number;
use serde::{Deserialize, Serialize};

/// The decisions there are: `[decisions]` in the file of a variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Decisions {
    /// In which contracts a defender may drop out.
    pub drop_out: Where,
    /// In which contracts each defender who plays needs two tricks of his own, a host with
    /// a guest four together, after a kontra that binds both five.
    pub quotas: Where,
    /// A defender left alone may invite the other as a guest.
    pub invite: bool,
    /// Whether the declarer may give up.
    pub give_up: GiveUp,
    /// Whom a kontra binds.
    pub kontra: Kontra,
    /// In which contracts there is one.
    pub kontra_in: Where,
    /// How often it goes to and fro: kontra 1, rekontra 2, sub 3, mort 4.
    #[serde(deserialize_with = "number")]
    pub doublings: u8,
    /// A deal that all pass leaves marks that double later ones.
    pub refa: bool,
}

/// Who may give up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GiveUp {
    /// Nobody.
    #[default]
    Never,
    /// Only a dealer who is made to declare when all have passed.
    DealerForced,
    /// Every declarer.
    Always,
}

/// A part of the contracts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    /// None.
    #[default]
    Never,
    /// Those with a trump suit.
    Suits,
    /// Those that ask for a number of tricks, with trumps or without.
    Counting,
    /// Those without trumps.
    NoTrump,
    /// All.
    Always,
}

/// Whom a kontra binds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kontra {
    /// There is none.
    #[default]
    Never,
    /// Each defender for himself.
    Each,
    /// Who says it answers for both: the other plays as his guest.
    Host,
}
