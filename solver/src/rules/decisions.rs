//! What the players decide between the auction and the play.

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;
use crate::rules::number::{number, switch};

/// The decisions there are: `[decisions]` in the file of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Decisions {
    /// In which contracts a defender may drop out.
    pub drop_out: Where,
    /// In which contracts the defenders need tricks of their own.
    pub quotas: Where,
    /// How many each defender who plays needs then.
    #[serde(deserialize_with = "number")]
    pub quota: u8,
    /// How many a host and the guest need together.
    #[serde(deserialize_with = "number")]
    pub quota_together: u8,
    /// Two defenders who have that many between them are not short, however they share them.
    #[serde(deserialize_with = "switch")]
    pub quota_shared: bool,
    /// How many both need together after a kontra that binds them.
    #[serde(deserialize_with = "number")]
    pub quota_kontra: u8,
    /// A defender left alone may invite the other as a guest.
    #[serde(deserialize_with = "switch")]
    pub invite: bool,
    /// Whether the declarer may give up.
    pub give_up: GiveUp,
    /// The declarer is asked so after the defenders have said who plays, else before them.
    #[serde(deserialize_with = "switch")]
    pub give_up_last: bool,
    /// Whom a kontra binds.
    pub kontra: Kontra,
    /// In which contracts there is one.
    pub kontra_in: Where,
    /// Whom a rekontra answers.
    pub rekontra: Rekontra,
    /// How often the price can be doubled: kontra 1, rekontra 2, sub 3, mort 4.
    #[serde(deserialize_with = "number")]
    pub doublings: u8,
    /// A deal that all pass leaves marks that double later ones.
    #[serde(deserialize_with = "switch")]
    pub refa: bool,
}

impl Default for Decisions {
    fn default() -> Decisions {
        Decisions {
            drop_out: Where::default(),
            quotas: Where::default(),
            quota: 2,
            quota_together: 4,
            quota_shared: false,
            quota_kontra: 5,
            invite: false,
            give_up: GiveUp::default(),
            give_up_last: false,
            kontra: Kontra::default(),
            kontra_in: Where::default(),
            rekontra: Rekontra::default(),
            doublings: 0,
            refa: false,
        }
    }
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
    /// Every declarer of a contract with a trump suit.
    Suits,
    /// Every declarer.
    Always,
}

impl GiveUp {
    /// Whether every declarer of this contract may give up.
    pub(crate) fn holds(self, contract: Contract) -> bool {
        match self {
            GiveUp::Never | GiveUp::DealerForced => false,
            GiveUp::Suits => contract.trump().is_some(),
            GiveUp::Always => true,
        }
    }
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
    /// Each defender alone.
    Each,
    /// The defender who says it answers for both: the other plays as a guest.
    Host,
}

/// Whom a rekontra answers, and so each doubling after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rekontra {
    /// All who said kontra.
    #[default]
    All,
    /// All, or one of two, as the declarer likes.
    Each,
}
