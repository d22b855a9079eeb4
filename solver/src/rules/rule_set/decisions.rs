//! The decisions of the players between the auction and the play.

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;
use crate::rules::rule_set::number::{number, switch};

/// The decisions that the rules allow: the `[decisions]` table of a variant's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Decisions {
    /// The contracts in which a defender may drop out.
    pub drop_out: ContractScope,
    /// The contracts in which the defenders need a number of tricks, their quota.
    pub quotas: ContractScope,
    /// Number of tricks that each playing defender needs in the contracts of `quotas`.
    #[serde(deserialize_with = "number")]
    pub quota: u8,
    /// Number of tricks that a host and the host's guest need together.
    #[serde(deserialize_with = "number")]
    pub quota_together: u8,
    /// Whether two defenders who took `quota_together` tricks fulfil their quotas, however the tricks are divided.
    #[serde(deserialize_with = "switch")]
    pub quota_shared: bool,
    /// Number of tricks that both defenders need together after a kontra that counts for both.
    #[serde(deserialize_with = "number")]
    pub quota_kontra: u8,
    /// Whether a defender may invite the other one, who would otherwise drop out, as a guest.
    #[serde(deserialize_with = "switch")]
    pub invite: bool,
    /// The declarers who may give up before the play.
    pub give_up: GiveUpRight,
    /// Whether the declarer decides about giving up after the defenders have decided whether they play, not before.
    #[serde(deserialize_with = "switch")]
    pub give_up_last: bool,
    /// The defenders that a kontra binds.
    pub kontra: KontraScope,
    /// The contracts in which there is a kontra.
    pub kontra_in: ContractScope,
    /// The kontras that a rekontra answers.
    pub rekontra: RekontraScope,
    /// Largest number of doublings: 1 allows kontra, 2 also rekontra, 3 also sub, 4 also mort.
    #[serde(deserialize_with = "number")]
    pub doublings: u8,
    /// Whether a passed-out deal leaves marks (refas), each of which doubles a later hand.
    #[serde(deserialize_with = "switch")]
    pub refa: bool,
    /// Whether the defenders' hands lie open in a misère from the beginning of the play on or, if the declarer leads,
    /// after the first card.
    #[serde(deserialize_with = "switch")]
    pub misere_open: bool,
}

impl Default for Decisions {
    fn default() -> Decisions {
        Decisions {
            drop_out: ContractScope::default(),
            quotas: ContractScope::default(),
            quota: 2,
            quota_together: 4,
            quota_shared: false,
            quota_kontra: 5,
            invite: false,
            give_up: GiveUpRight::default(),
            give_up_last: false,
            kontra: KontraScope::default(),
            kontra_in: ContractScope::default(),
            rekontra: RekontraScope::default(),
            doublings: 0,
            refa: false,
            misere_open: false,
        }
    }
}

/// The declarers who may give up before the play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GiveUpRight {
    /// No declarer.
    #[default]
    Never,
    /// Only a dealer who is made to declare when all have passed.
    DealerForced,
    /// Every declarer of a contract with a trump suit.
    Suits,
    /// Every declarer.
    Always,
}

impl GiveUpRight {
    pub(crate) fn contains(self, contract: Contract) -> bool {
        match self {
            GiveUpRight::Never | GiveUpRight::DealerForced => false,
            GiveUpRight::Suits => contract.trump().is_some(),
            GiveUpRight::Always => true,
        }
    }
}

/// A set of contracts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ContractScope {
    /// No contract.
    #[default]
    Never,
    /// Contracts with a trump suit.
    Suits,
    /// Contracts that require a number of tricks, with trumps or without.
    Counting,
    /// Contracts without trumps.
    NoTrump,
    /// All contracts.
    Always,
}

/// The defenders that a kontra binds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KontraScope {
    /// There is no kontra.
    #[default]
    Never,
    /// Only the defender who says it.
    Each,
    /// Both defenders: the one who says kontra is responsible for both, and the other one plays as a guest.
    Host,
}

/// The kontras to which a rekontra and every later doubling apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RekontraScope {
    /// All of them.
    #[default]
    All,
    /// All of them or only one of two kontras, as the declarer chooses.
    Each,
}
