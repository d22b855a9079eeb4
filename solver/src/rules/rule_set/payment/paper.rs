//! Settlement with bule and supe, as in Serbia and Croatia.

use crate::rules::rule_set::number::number;
use serde::{Deserialize, Serialize};

/// The entries of a settlement with bule and supe, mostly multiples of the contract's value with its doublings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Paper {
    /// The bule of the declarer, as a multiple of the value: subtracted if the contract is made, and added if it fails.
    #[serde(deserialize_with = "number")]
    pub bule: u8,
    /// The bule added for a defender, as a multiple of the value: for too few tricks, or for saying kontra if a
    /// contract without quotas, such as a misère, is made.
    #[serde(deserialize_with = "number")]
    pub fine: u8,
    /// The supe that a defender writes on the declarer for each of the defender's tricks, as a multiple of the value.
    /// Only suit games, games without trumps and levels pay for tricks, and not for more than `ends_at` of them.
    #[serde(deserialize_with = "number")]
    pub supe: u8,
    /// The supe that each defender writes on the declarer when a misère fails, as a multiple of the value.
    #[serde(deserialize_with = "number")]
    pub misere_supe: u8,
    /// The number of the defenders' tricks that ends the play of a contract with quotas.
    #[serde(deserialize_with = "number")]
    pub ends_at: u8,
    /// Amount added to the value of a contract played from the hand.
    #[serde(deserialize_with = "number")]
    pub hand_adds: u8,
    /// Value of one point of bule, in supe, in the final account.
    #[serde(deserialize_with = "number")]
    pub bule_point: u8,
}

impl Default for Paper {
    fn default() -> Paper {
        Paper { bule: 2, fine: 2, supe: 2, misere_supe: 10, ends_at: 5, hand_adds: 1, bule_point: 10 }
    }
}
