//! Settlement between the declarer and each opponent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;

/// Each opponent pays the declarer a price, or is paid it if the contract fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Each {
    /// The prices; without any they are the values of the contracts.
    pub prices: BTreeMap<Contract, u8>,
    /// The factor by which the price from the hand is higher.
    pub hand_times: u8,
    /// What is added in suit games for each trick over the target, and for each under it.
    pub over: u8,
}

impl Default for Each {
    fn default() -> Each {
        Each { prices: BTreeMap::new(), hand_times: 1, over: 0 }
    }
}
