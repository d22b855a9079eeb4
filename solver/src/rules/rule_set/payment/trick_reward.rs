//! Settlement by the tricks taken, for which the pot pays, as in America and Greece.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;
use crate::rules::rule_set::number::{number, numbers_by_contract, switch};

/// The payments by the tricks taken: from the pot, or into it by the declarer of a failed contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct TrickReward {
    /// Amount that the pot pays for a trick.
    #[serde(deserialize_with = "number")]
    pub trick: u8,
    /// Amount that the pot pays for a trick in contracts with an amount of their own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbers_by_contract")]
    pub tricks: BTreeMap<Contract, u8>,
    /// Whether the pot pays for the defenders' tricks too.
    #[serde(deserialize_with = "switch")]
    pub defenders: bool,
    /// Amount that the declarer of a failed contract pays into the pot.
    #[serde(deserialize_with = "number")]
    pub failed: u8,
}

impl Default for TrickReward {
    fn default() -> TrickReward {
        TrickReward { trick: 1, tricks: BTreeMap::new(), defenders: true, failed: 10 }
    }
}
