//! The order in which rules rank contracts, and the contracts that have a price.

use crate::cards::Suit;
use crate::order::sorted_indices_by_key;
use crate::rules::contract::Contract;
use crate::rules::rule_set::variant::Variant;

impl Variant {
    /// Contracts in the order in which the rules rank bids, the lowest first, each once.
    ///
    /// Contracts with a value come first, ranked by value; then games, by strain, levels, by level and then by strain,
    /// and all other contracts. Ties keep the order given.
    ///
    /// ```
    /// use preference::rules::{Contract, Variant};
    /// let rules: Variant = "austrian".parse()?;
    /// let ranked = rules.rank_contracts(rules.contracts().iter().copied());
    /// let names: Vec<String> = ranked.iter().map(Contract::to_string).collect();
    /// assert_eq!(names, ["C", "S", "D", "H", "N"]);
    /// # Ok::<(), preference::rules::VariantError>(())
    /// ```
    #[must_use]
    pub fn rank_contracts(&self, contracts: impl IntoIterator<Item = Contract>) -> Vec<Contract> {
        let mut once: Vec<Contract> = Vec::new();
        for contract in contracts {
            if !once.contains(&contract) {
                once.push(contract);
            }
        }
        let order = sorted_indices_by_key(once.len(), |place| self.bid_rank(once[place]));
        order.into_iter().map(|place| once[place]).collect()
    }

    fn bid_rank(&self, contract: Contract) -> (u8, u8, usize) {
        // A contract without a value counts as if it had the value 255.
        if let Some(value) = self.value(contract) {
            return (value, 0, 0);
        }
        let strains = self.bidding().strains();
        let place = |strain| strains.iter().position(|&other| other == strain).unwrap_or(strains.len());
        match contract {
            Contract::Game(strain) => (u8::MAX, 0, place(strain)),
            Contract::Level(level, strain) => (u8::MAX, level, place(strain)),
            _ => (u8::MAX, u8::MAX, 0),
        }
    }

    /// Whether a contract of the rules has a price. Only a game without trumps can lack one: under rules that give
    /// values to suits, but not to games without trumps.
    ///
    /// ```
    /// use preference::rules::{Contract, Variant};
    /// let [austrian, bule]: [Variant; 2] = ["austrian".parse()?, "bule".parse()?];
    /// assert!(!austrian.has_announceable_price(Contract::Game(None)));
    /// assert!(bule.has_announceable_price(Contract::Game(None)));
    /// # Ok::<(), preference::rules::VariantError>(())
    /// ```
    #[must_use]
    pub fn has_announceable_price(&self, contract: Contract) -> bool {
        let values_suits =
            || Suit::ALL.into_iter().any(|suit| self.value(Contract::Game(Some(suit))).is_some());
        contract != Contract::Game(None) || self.value(contract).is_some() || !values_suits()
    }

    /// Whether a declarer may announce a contract.
    ///
    /// ```
    /// use preference::rules::{Contract, Variant};
    /// let [austrian, illustrated]: [Variant; 2] = ["austrian".parse()?, "illustrated".parse()?];
    /// assert!(!austrian.can_be_announced(Contract::Misere) && illustrated.can_be_announced(Contract::Misere));
    /// # Ok::<(), preference::rules::VariantError>(())
    /// ```
    #[must_use]
    pub fn can_be_announced(&self, contract: Contract) -> bool {
        let is_game = matches!(contract, Contract::Game(_) | Contract::Level(..));
        self.has_announceable_price(contract) && (is_game || self.contracts().contains(&contract))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(rules: &str) -> String {
        let rules: Variant = rules.parse().expect("a preset");
        let names = rules.rank_contracts(rules.contracts().iter().copied());
        names.iter().map(Contract::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn contracts_rank_by_value_or_strain() {
        assert_eq!(ranking("austrian"), "C S D H N");
        assert_eq!(ranking("illustrated"), "C S D H misere slam N");
        assert_eq!(ranking("russian"), "S C D H N misere");
        assert_eq!(ranking("american"), "S C D H N");
    }

    #[test]
    fn levels_rank_by_tricks_then_strain() {
        let rules: Variant = "russian".parse().expect("a preset");
        let contracts =
            ["7S", "6N", "6C", "7S", "misere", "6S"].map(|name| name.parse().expect("a contract"));
        let names: Vec<String> = rules.rank_contracts(contracts).iter().map(Contract::to_string).collect();
        assert_eq!(names, ["6S", "6C", "6N", "7S", "misere"]);
    }
}
