//! The structure of a file of rules, and checks of its values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::contract::Contract;
use crate::rules::play::Lead;
use crate::rules::rule_set::bidding::Bidding;
use crate::rules::rule_set::decisions::{Decisions, KontraScope};
use crate::rules::rule_set::number::{number, numbers_by_contract};
use crate::rules::rule_set::payment::{PaymentScheme, Settlement};
use crate::rules::rule_set::play_table::{AllPassPlay, PlayTable};

/// The contents of a file of rules. Keys that the file leaves out come from the rules that it extends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub(super) struct Rules {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) aliases: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) title: String,
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
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbers_by_contract")]
    pub(super) targets: BTreeMap<Contract, u8>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) leads: BTreeMap<Contract, Lead>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "numbers_by_contract")]
    pub(super) values: BTreeMap<Contract, u8>,
    pub(super) all_pass: AllPassPlay,
    pub(super) auction: Bidding,
    pub(super) decisions: Decisions,
    pub(super) settlement: Settlement,
}

fn has_no_duplicates<T: PartialEq>(list: &[T]) -> bool {
    (0..list.len()).all(|n| !list[..n].contains(&list[n]))
}

/// A mistake in the value of a key.
pub(super) struct KeyProblem {
    /// The tables that contain the key, with dots between them; empty for a key outside of all tables.
    pub(super) table: &'static str,
    pub(super) key: String,
    pub(super) problem: String,
}

fn impossible_value(table: &'static str, key: &str, allowed: &str) -> Option<KeyProblem> {
    let problem = format!("{key} has a value that no game can have: write {allowed}");
    Some(KeyProblem { table, key: key.to_owned(), problem })
}

fn contradiction(table: &'static str, key: &str, reason: &str) -> Option<KeyProblem> {
    Some(KeyProblem { table, key: key.to_owned(), problem: format!("{key}: {reason}") })
}

fn target_problem(contract: Contract, tricks: u8) -> Option<KeyProblem> {
    let is_possible = matches!(contract, Contract::Game(_)) && (1..=10).contains(&tricks);
    let problem = format!("[targets] {contract} = {tricks}: write S H D C or N, and 1 to 10 tricks");
    (!is_possible).then(|| KeyProblem { table: "targets", key: contract.to_string(), problem })
}

impl Rules {
    /// The tables came from the rules that the file extends. The prices per opponent stay, since they can be used with
    /// another scheme.
    pub(super) fn remove_unused_schemes(&mut self) {
        let Settlement { by, pot, each, reward, books, paper, .. } = &mut self.settlement;
        let is_unused = |scheme: PaymentScheme| by.is_some_and(|by| by != scheme);
        pot.take_if(|_| is_unused(PaymentScheme::Pot));
        each.take_if(|each| is_unused(PaymentScheme::Each) && each.prices.is_empty());
        reward.take_if(|_| is_unused(PaymentScheme::Reward));
        books.take_if(|_| is_unused(PaymentScheme::Books));
        paper.take_if(|_| is_unused(PaymentScheme::Paper));
    }

    pub(super) fn find_impossible_value(&self) -> Option<KeyProblem> {
        if self.hand_target > 4 {
            let problem = format!("hand_target is {}: write 0 to 4", self.hand_target);
            return Some(KeyProblem { table: "", key: "hand_target".to_owned(), problem });
        }
        let contracts = self.contracts.as_deref().unwrap_or_default();
        if self.contracts.is_some() && (contracts.is_empty() || !has_no_duplicates(contracts)) {
            return impossible_value("", "contracts", "at least one contract, each once");
        }
        let Bidding { first, last, exit, .. } = &self.auction;
        // Before the rules that the file extends are merged in, a key that the file leaves out is 0.
        let numbers = "numbers from 1 to 9, the first not above the last";
        if *last > 9 {
            return impossible_value("auction", "last", numbers);
        }
        if *first > 9 || *last > 0 && first > last {
            return impossible_value("auction", "first", numbers);
        }
        if exit.iter().any(|level| !(6..=10).contains(level)) {
            return impossible_value("auction", "exit", "levels from 6 to 10");
        }
        let strains = &self.auction.strains;
        if !strains.is_empty() && (strains.len() != 5 || !has_no_duplicates(strains)) {
            return impossible_value("auction", "strains", "S C D H and N, each once");
        }
        let Decisions { quota, quota_together, quota_kontra, .. } = self.decisions;
        for (key, tricks) in
            [("quota", quota), ("quota_together", quota_together), ("quota_kontra", quota_kontra)]
        {
            if tricks > 10 {
                return impossible_value("decisions", key, "0 to 10");
            }
        }
        if self.decisions.doublings > 4 {
            return impossible_value("decisions", "doublings", "0 to 4");
        }
        if !self.settlement.ante.is_multiple_of(10) {
            return impossible_value("settlement", "ante", "a multiple of 10");
        }
        if let Some(books) = &self.settlement.books {
            if books.duties.iter().any(|&duty| duty > 10) {
                return impossible_value("settlement.books", "duties", "five numbers from 0 to 10");
            }
            if books.own_duties.is_some_and(|duties| duties.iter().any(|&duty| duty > 10)) {
                return impossible_value("settlement.books", "own_duties", "five numbers from 0 to 10");
            }
            if books.progression.is_empty() {
                return impossible_value("settlement.books", "progression", "at least one factor");
            }
        }
        if self.settlement.paper.is_some_and(|paper| !(1..=10).contains(&paper.ends_at)) {
            return impossible_value(
                "settlement.paper",
                "ends_at",
                "1 to 10 tricks, 10 if all ten are played",
            );
        }
        self.targets.iter().find_map(|(&contract, &tricks)| target_problem(contract, tricks))
    }

    pub(super) fn find_contradiction(&self) -> Option<KeyProblem> {
        let Settlement { by, each, pot, .. } = &self.settlement;
        if pot.as_ref().is_some_and(|pot| pot.unit_of_pot && pot.unit_by_value > 0) {
            return contradiction(
                "settlement.pot",
                "unit_by_value",
                "the unit is a tenth of the pot already; write 0, or unit_of_pot = false",
            );
        }
        if let Some((key, reason)) = self.auction.find_contradiction() {
            return contradiction("auction", key, reason);
        }
        let Decisions { kontra, kontra_in, .. } = self.decisions;
        // A kontra of one defender doubles only the payments between that defender and the declarer.
        let prices = each.as_ref().map(|each| &each.prices);
        let has_own_price = |contract: &Contract| prices.is_some_and(|prices| prices.contains_key(contract));
        let mut doubled =
            self.values.iter().filter(|&(contract, &value)| value > 0 && kontra_in.contains(*contract));
        if kontra == KontraScope::Each
            && by.is_some_and(|by| by != PaymentScheme::Each)
            && doubled.any(|(contract, _)| !has_own_price(contract))
        {
            return contradiction(
                "decisions",
                "kontra",
                "\"each\" needs a price between the declarer and each defender, in [settlement.each.prices], for every contract of kontra_in",
            );
        }
        None
    }
}
