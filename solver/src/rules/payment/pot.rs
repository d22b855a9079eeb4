//! Settlement out of a pot, as in Austria and Hungary.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;
use crate::rules::number::{maybe_number, number, numbers_by_contract, switch};

/// The payments of a settlement out of a pot: the declarer takes from the pot or pays into it, and pays the
/// defenders for tricks.
///
/// All of it is counted in a *unit*: the worth of one trick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Pot {
    /// The unit, where nothing below says otherwise.
    #[serde(deserialize_with = "number")]
    pub unit: u8,
    /// The factor by which the contract's value is multiplied to give the unit, 0 if it does not depend on
    /// it.
    #[serde(deserialize_with = "number")]
    pub unit_by_value: u8,
    /// The units of contracts that have their own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbers_by_contract")]
    pub units: BTreeMap<Contract, u8>,
    /// Whether the unit is a tenth of the pot.
    #[serde(deserialize_with = "switch")]
    pub unit_of_pot: bool,
    /// Amount up to which a pot counts, 0 for no limit.
    #[serde(deserialize_with = "number")]
    pub limit: u32,
    /// Whether the pot pays no more than it holds; otherwise the account of one hand may leave it below
    /// nothing.
    #[serde(deserialize_with = "switch")]
    pub pays_what_it_holds: bool,
    /// Amount added to the value of a contract from the hand.
    #[serde(deserialize_with = "number")]
    pub hand_adds: u8,
    /// The factor by which the unit of a contract from the hand is multiplied.
    #[serde(deserialize_with = "number")]
    pub hand_times: u8,
    /// Units that the declarer takes for making the contract.
    #[serde(deserialize_with = "number")]
    pub made: u8,
    /// Whether the declarer takes them even for a contract that fails.
    #[serde(deserialize_with = "switch")]
    pub taken_first: bool,
    /// Units that the declarer of a failed contract pays in.
    #[serde(deserialize_with = "number")]
    pub failed: u8,
    /// Units that a defender with too few tricks pays.
    #[serde(deserialize_with = "number")]
    pub fine: u8,
    /// Units that a defender with too few tricks pays after inviting the other.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "maybe_number")]
    pub host_fine: Option<u8>,
    /// The defenders' achievements that the declarer pays, in suit games and where they need tricks.
    pub paid: DefenderPay,
    /// The payment of a defender with too few tricks when the declarer made the contract.
    pub short: WhenShort,
    /// The payments of the declarer for giving up.
    pub give_up: GiveUpPrice,
}

impl Default for Pot {
    fn default() -> Pot {
        Pot {
            unit: 1,
            unit_by_value: 0,
            units: BTreeMap::new(),
            unit_of_pot: false,
            limit: 0,
            pays_what_it_holds: false,
            hand_adds: 0,
            hand_times: 1,
            made: 10,
            taken_first: false,
            failed: 10,
            fine: 10,
            host_fine: None,
            paid: DefenderPay::Trick,
            short: WhenShort::Pot,
            give_up: GiveUpPrice::default(),
        }
    }
}

/// The defenders' achievements that the declarer pays, a unit each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefenderPay {
    /// Each trick.
    Trick,
    /// Having two tricks, once, whether a host or the guest has them.
    Quota,
    /// Nothing.
    Nothing,
}

/// The payment of a defender short of tricks when the declarer made the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhenShort {
    /// A payment into the pot.
    Pot,
    /// Payments to all others for their tricks; the pot is left alone.
    Tricks,
}

/// The payments of the declarer for giving up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct GiveUpPrice {
    /// Units to the pot.
    #[serde(deserialize_with = "number")]
    pub pot: u8,
    /// Amount to the pot, regardless of the value of the contract.
    #[serde(deserialize_with = "number")]
    pub bete: u8,
    /// Units to each playing defender.
    #[serde(deserialize_with = "number")]
    pub each: u8,
    /// Units to the only defender left.
    #[serde(deserialize_with = "number")]
    pub alone: u8,
}
