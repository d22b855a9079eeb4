//! In which order contracts stand in tables, and which of them have a price.

use preference::cards::Suit;
use preference::rules::{Contract, Variant};

/// The contracts in the order in which the rules rank bids, each once: by what they are worth;
/// where levels are bid by their tricks, then their strains. What cannot be bid comes last, in
/// the order that was given.
pub(crate) fn by_rank(rules: &Variant, contracts: impl IntoIterator<Item = Contract>) -> Vec<Contract> {
    let mut ordered: Vec<Contract> = Vec::new();
    for contract in contracts {
        if !ordered.contains(&contract) {
            ordered.push(contract);
        }
    }
    ordered.sort_by_key(|&contract| rank(rules, contract));
    ordered
}

/// Worth, level, strain.
fn rank(rules: &Variant, contract: Contract) -> (u8, u8, usize) {
    if let Some(value) = rules.value(contract) {
        return (value, 0, 0);
    }
    let own = rules.bidding().strains.iter().map(|&strain| Option::<Suit>::from(strain));
    let mut strains: Vec<Option<Suit>> = own.collect();
    if strains.is_empty() {
        strains = [Suit::Spades, Suit::Clubs, Suit::Diamonds, Suit::Hearts].map(Some).into();
    }
    let place = |strain| strains.iter().position(|&own| own == strain).unwrap_or(strains.len());
    match contract {
        Contract::Game(strain) => (u8::MAX, 0, place(strain)),
        Contract::Level(level, strain) => (u8::MAX, level, place(strain)),
        _ => (u8::MAX, u8::MAX, 0),
    }
}

/// Whether these rules price the suits and have no game without trumps.
pub(crate) fn is_unpriced(rules: &Variant, contract: Contract) -> bool {
    let suits = Suit::ALL.into_iter().any(|suit| rules.value(Contract::Game(Some(suit))).is_some());
    contract == Contract::Game(None) && suits && rules.value(contract).is_none()
}
