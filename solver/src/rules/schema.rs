//! What a file of rules can say.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::bidding::Bidding;
use crate::rules::contract::Contract;
use crate::rules::decisions::Decisions;
use crate::rules::number::{by_contract, number};
use crate::rules::payment::Settlement;
use crate::rules::play::{AllPassPlay, Lead, PlayRules};

/// What a file of rules says; what it leaves out comes from the one it extends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub(super) struct Rules {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) aliases: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) title: String,
    /// Where the rules are described.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extends: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lead: Option<Lead>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) contracts: Option<Vec<Contract>>,
    #[serde(deserialize_with = "number")]
    pub(super) hand_target: u8,
    pub(super) play: PlayRules,
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "by_contract")]
    pub(super) targets: BTreeMap<Contract, u8>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) leads: BTreeMap<Contract, Lead>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "by_contract")]
    pub(super) values: BTreeMap<Contract, u8>,
    pub(super) all_pass: AllPassPlay,
    pub(super) auction: Bidding,
    pub(super) decisions: Decisions,
    pub(super) settlement: Settlement,
}

impl Rules {
    /// A value that no game can have: its table, its key, and what would be right.
    pub(super) fn wrong(&self) -> Option<(&'static str, String, String)> {
        if self.hand_target > 4 {
            let message = format!("hand_target is {}: write 0 to 4", self.hand_target);
            return Some(("", "hand_target".to_owned(), message));
        }
        let outside = |table, key: &str, allowed: &str| {
            Some((table, key.to_owned(), format!("{key} has a value that no game can have: write {allowed}")))
        };
        let Bidding { first, last, exit, .. } = &self.auction;
        // What is left out is 0 here.
        let numbers = "numbers from 1 to 9, the first not over the last";
        if *last > 9 {
            return outside("auction", "last", numbers);
        }
        if *first > 9 || *last > 0 && first > last {
            return outside("auction", "first", numbers);
        }
        if exit.iter().any(|level| !(6..=10).contains(level)) {
            return outside("auction", "exit", "levels from 6 to 10");
        }
        if self.decisions.doublings > 4 {
            return outside("decisions", "doublings", "0 to 4");
        }
        if !self.settlement.ante.is_multiple_of(10) {
            return outside("settlement", "ante", "a number that ten divides");
        }
        if let Some(books) = &self.settlement.books {
            if books.duties.iter().any(|&duty| duty > 10) {
                return outside("settlement.books", "duties", "five numbers from 0 to 10");
            }
            if books.progression.is_empty() {
                return outside("settlement.books", "progression", "one factor at least");
            }
        }
        let target = |(contract, tricks): (&Contract, &u8)| {
            let right = matches!(contract, Contract::Game(_)) && (1..=10).contains(tricks);
            (!right).then(|| {
                let message =
                    format!("[targets] {contract} = {tricks}: write S H D C or N, and 1 to 10 tricks");
                ("targets", contract.to_string(), message)
            })
        };
        self.targets.iter().find_map(target)
    }
}
