//! Settlement between the declarer and each opponent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;
use crate::rules::rule_set::number::{number, numbers_by_contract};

/// The prices of a settlement in which each opponent pays the declarer, or is paid if the contract fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct PerOpponent {
    /// The prices of contracts. A contract without a price here costs its value.
    #[serde(deserialize_with = "numbers_by_contract")]
    pub prices: BTreeMap<Contract, u8>,
    /// The factor by which the price of a contract played from the hand is multiplied.
    #[serde(deserialize_with = "number")]
    pub hand_times: u8,
    /// Amount added to the price in contracts with trumps for each trick over the target, or under it if the contract
    /// fails.
    #[serde(deserialize_with = "number")]
    pub over: u8,
}

impl Default for PerOpponent {
    fn default() -> PerOpponent {
        PerOpponent { prices: BTreeMap::new(), hand_times: 1, over: 0 }
    }
}
