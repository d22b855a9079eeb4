//! The contents of a file of rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::bidding::Bidding;
use crate::rules::contract::Contract;
use crate::rules::decisions::{Decisions, Kontra};
use crate::rules::number::{by_contract, number};
use crate::rules::payment::{PaymentScheme, Settlement};
use crate::rules::play::{AllPassPlay, Lead, PlayTable};

/// The contents of a file of rules; keys that are left out come from the rules that it extends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub(super) struct Rules {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) aliases: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) title: String,
    /// Source that describes the rules.
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
    pub(super) play: PlayTable,
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

/// Checks whether a list has no element twice.
fn each_once<T: PartialEq>(list: &[T]) -> bool {
    (0..list.len()).all(|n| !list[..n].contains(&list[n]))
}

impl Rules {
    /// Removes the tables of all ways to settle but the one in use; the others came from the rules that were
    /// extended.
    pub(super) fn settled_one_way(&mut self) {
        let Settlement { by, pot, each, reward, books, paper, .. } = &mut self.settlement;
        let other = |way: PaymentScheme| by.is_some_and(|by| by != way);
        pot.take_if(|_| other(PaymentScheme::Pot));
        each.take_if(|each| other(PaymentScheme::Each) && each.prices.is_empty());
        reward.take_if(|_| other(PaymentScheme::Reward));
        books.take_if(|_| other(PaymentScheme::Books));
        paper.take_if(|_| other(PaymentScheme::Paper));
    }

    /// Finds a value that no game can have, and returns its table, its key, and the allowed values.
    pub(super) fn wrong(&self) -> Option<(&'static str, String, String)> {
        if self.hand_target > 4 {
            let message = format!("hand_target is {}: write 0 to 4", self.hand_target);
            return Some(("", "hand_target".to_owned(), message));
        }
        let outside = |table, key: &str, allowed: &str| {
            Some((table, key.to_owned(), format!("{key} has a value that no game can have: write {allowed}")))
        };
        let contracts = self.contracts.as_deref().unwrap_or_default();
        if self.contracts.is_some() && (contracts.is_empty() || !each_once(contracts)) {
            return outside("", "contracts", "one contract at least, each once");
        }
        let Bidding { first, last, exit, .. } = &self.auction;
        // Keys that are left out are 0 here.
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
        let strains = &self.auction.strains;
        if !strains.is_empty() && (strains.len() != 5 || !each_once(strains)) {
            return outside("auction", "strains", "S C D H and N, each once");
        }
        let Decisions { quota, quota_together, quota_kontra, .. } = self.decisions;
        for (key, tricks) in
            [("quota", quota), ("quota_together", quota_together), ("quota_kontra", quota_kontra)]
        {
            if tricks > 10 {
                return outside("decisions", key, "0 to 10");
            }
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
            if books.own_duties.is_some_and(|duties| duties.iter().any(|&duty| duty > 10)) {
                return outside("settlement.books", "own_duties", "five numbers from 0 to 10");
            }
            if books.progression.is_empty() {
                return outside("settlement.books", "progression", "one factor at least");
            }
        }
        if self.settlement.paper.is_some_and(|paper| !(1..=10).contains(&paper.ends_at)) {
            return outside("settlement.paper", "ends_at", "1 to 10 tricks, 10 where all are played");
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

    /// Finds a key that contradicts another one, when the keys that the file leaves out are filled in, and
    /// returns its table, its name, and the reason.
    pub(super) fn contradicts(&self) -> Option<(&'static str, String, String)> {
        let Settlement { by, each, pot, .. } = &self.settlement;
        let found = |table, key: &str, why: &str| Some((table, key.to_owned(), format!("{key}: {why}")));
        if pot.as_ref().is_some_and(|pot| pot.unit_of_pot && pot.unit_by_value > 0) {
            return found(
                "settlement.pot",
                "unit_by_value",
                "the unit is a tenth of the pot already; write 0, or unit_of_pot = false",
            );
        }
        if let Some((key, why)) = self.auction.contradicts() {
            return found("auction", key, why);
        }
        let Decisions { kontra, kontra_in, .. } = self.decisions;
        // A kontra of one defender alone doubles the payments between the two.
        let prices = each.as_ref().map(|each| &each.prices);
        let apart = |contract: &Contract| prices.is_some_and(|prices| prices.contains_key(contract));
        let mut doubled =
            self.values.iter().filter(|&(contract, &value)| value > 0 && kontra_in.holds(*contract));
        if kontra == Kontra::Each
            && by.is_some_and(|by| by != PaymentScheme::Each)
            && doubled.any(|(contract, _)| !apart(contract))
        {
            return found(
                "decisions",
                "kontra",
                "\"each\" needs a price between the declarer and each defender, in [settlement.each.prices], for every contract of kontra_in",
            );
        }
        None
    }
}
