//! Settlement out of a pot, as in Austria and Hungary.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;
use crate::rules::number::{by_contract, maybe_number, number, switch};

/// The declarer takes from the pot or pays into it, and pays the defenders for tricks.
///
/// All of it is counted in a *unit*: what one trick is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Pot {
    /// The unit, where nothing below says otherwise.
    #[serde(deserialize_with = "number")]
    pub unit: u8,
    /// The unit is this times the value of the contract, 0 if it does not depend on it.
    #[serde(deserialize_with = "number")]
    pub unit_by_value: u8,
    /// The units of contracts that have their own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "by_contract")]
    pub units: BTreeMap<Contract, u8>,
    /// The unit is a tenth of the pot.
    #[serde(deserialize_with = "switch")]
    pub unit_of_pot: bool,
    /// A pot counts up to this amount, 0 for no limit.
    #[serde(deserialize_with = "number")]
    pub limit: u32,
    /// The pot pays no more than it holds; else the account of one hand may leave it below nothing.
    #[serde(deserialize_with = "switch")]
    pub pays_what_it_holds: bool,
    /// What is added to the value of a contract from the hand.
    #[serde(deserialize_with = "number")]
    pub hand_adds: u8,
    /// The factor that multiplies the unit of a contract from the hand.
    #[serde(deserialize_with = "number")]
    pub hand_times: u8,
    /// Units that a declarer who makes the contract takes.
    #[serde(deserialize_with = "number")]
    pub made: u8,
    /// The declarer takes them even for a contract that fails.
    #[serde(deserialize_with = "switch")]
    pub taken_first: bool,
    /// Units that a declarer who fails pays in.
    #[serde(deserialize_with = "number")]
    pub failed: u8,
    /// Units that a defender with too few tricks pays.
    #[serde(deserialize_with = "number")]
    pub fine: u8,
    /// The same for a defender who has invited the other.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "maybe_number")]
    pub host_fine: Option<u8>,
    /// What the declarer pays the defenders for, in suit games and where they need tricks.
    pub paid: Paid,
    /// What a defender with too few tricks does when the declarer made the contract.
    pub short: Short,
    /// What a declarer who gives up pays.
    pub give_up: GiveUp,
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
            paid: Paid::Trick,
            short: Short::Pot,
            give_up: GiveUp::default(),
        }
    }
}

/// What the declarer pays defenders for, a unit each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paid {
    /// Each trick.
    Trick,
    /// Having two tricks, once, whether a host or the guest has them.
    Quota,
    /// Nothing.
    Nothing,
}

/// What a defender who is short of tricks does when the declarer made the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Short {
    /// Pay into the pot.
    Pot,
    /// Pay all others for their tricks; the pot is left alone.
    Tricks,
}

/// What a declarer who gives up pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct GiveUp {
    /// To the pot, in units.
    #[serde(deserialize_with = "number")]
    pub pot: u8,
    /// To the pot, whatever the value of the contract.
    #[serde(deserialize_with = "number")]
    pub bete: u8,
    /// To each defender who plays, in units.
    #[serde(deserialize_with = "number")]
    pub each: u8,
    /// To the only defender left, in units.
    #[serde(deserialize_with = "number")]
    pub alone: u8,
}
