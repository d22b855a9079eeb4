//! Settlement out of a pot, as in Austria and Hungary.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;
use crate::rules::rule_set::number::{maybe_number, number, numbers_by_contract, switch};

/// The payments of a settlement out of a pot, counted in a *unit*, the price of one trick, unless stated otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Pot {
    /// The unit, unless a key below determines it in another way.
    #[serde(deserialize_with = "number")]
    pub unit: u8,
    /// The factor of a unit that is the contract's value times this number; 0 for another unit.
    #[serde(deserialize_with = "number")]
    pub unit_by_value: u8,
    /// The units of contracts that have a unit of their own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbers_by_contract")]
    pub units: BTreeMap<Contract, u8>,
    /// Whether the unit is a tenth of the amount in the pot.
    #[serde(deserialize_with = "switch")]
    pub unit_of_pot: bool,
    /// Largest amount of the pot that counts for the unit; 0 for no limit.
    #[serde(deserialize_with = "number")]
    pub limit: u32,
    /// Whether the pot pays the declarer no more than it holds. Otherwise its amount may become negative.
    #[serde(deserialize_with = "switch")]
    pub pays_what_it_holds: bool,
    /// Amount added to the value of a contract played from the hand.
    #[serde(deserialize_with = "number")]
    pub hand_adds: u8,
    /// The factor by which the unit of a contract played from the hand is multiplied.
    #[serde(deserialize_with = "number")]
    pub hand_times: u8,
    /// Units that the declarer takes out of the pot for making the contract.
    #[serde(deserialize_with = "number")]
    pub made: u8,
    /// Whether the declarer takes the units of `made` even if the contract fails.
    #[serde(deserialize_with = "switch")]
    pub taken_first: bool,
    /// Units that the declarer of a failed contract pays into the pot.
    #[serde(deserialize_with = "number")]
    pub failed: u8,
    /// Units that a defender with too few tricks pays into the pot.
    #[serde(deserialize_with = "number")]
    pub fine: u8,
    /// Units that a host pays into the pot instead of `fine`, if host and guest together have too few tricks.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "maybe_number")]
    pub host_fine: Option<u8>,
    /// The declarer's payment to each defender for tricks, in contracts with a trump suit or with quotas.
    pub paid: DefenderPay,
    /// The payment of a defender with too few tricks if the declarer made the contract.
    pub short: ShortDefenderPayment,
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
            short: ShortDefenderPayment::Pot,
            give_up: GiveUpPrice::default(),
        }
    }
}

/// The declarer's payment to each defender for tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefenderPay {
    /// A unit for each trick.
    Trick,
    /// One unit if the defender took at least [`quota`](crate::rules::Decisions::quota) tricks; the tricks of a host
    /// and the guest count together.
    Quota,
    /// Nothing.
    Nothing,
}

/// The payment of a defender with too few tricks if the declarer made the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShortDefenderPayment {
    /// The fine is paid into the pot.
    Pot,
    /// The defender with too few tricks pays the declarer, and the other defender if that one has enough tricks, a unit
    /// for each of their tricks. The pot neither pays nor is paid.
    Tricks,
}

/// The payments of the declarer for giving up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct GiveUpPrice {
    /// Units that the declarer pays into the pot.
    #[serde(deserialize_with = "number")]
    pub pot: u8,
    /// Amount that the declarer pays into the pot, in units if the unit is a tenth of the pot.
    #[serde(deserialize_with = "number")]
    pub bete: u8,
    /// Units that the declarer pays each defender if neither has dropped out.
    #[serde(deserialize_with = "number")]
    pub each: u8,
    /// Units that the declarer pays the only defender who has not dropped out.
    #[serde(deserialize_with = "number")]
    pub alone: u8,
}
