//! Settlement by the tricks taken, paid by the pot, as in America and Greece.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;
use crate::rules::number::{number, numbers_by_contract, switch};

/// The payments of a settlement by tricks: tricks draw from the pot; the declarer of a failed contract draws
/// nothing and pays in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct TrickReward {
    /// Amount that a trick draws.
    #[serde(deserialize_with = "number")]
    pub trick: u8,
    /// Amount that a trick draws under contracts with a reward of their own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbers_by_contract")]
    pub tricks: BTreeMap<Contract, u8>,
    /// Whether the defenders' tricks draw too.
    #[serde(deserialize_with = "switch")]
    pub defenders: bool,
    /// Amount that the declarer of a failed contract pays.
    #[serde(deserialize_with = "number")]
    pub failed: u8,
}

impl Default for TrickReward {
    fn default() -> TrickReward {
        TrickReward { trick: 1, tricks: BTreeMap::new(), defenders: true, failed: 10 }
    }
}
