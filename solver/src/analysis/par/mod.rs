//! The auction with all cards known: who ends up declaring what, and what everybody gains.

mod auctions;
mod contract_values;

use crate::analysis::game::settled::Model;
use crate::analysis::raspasovka;
use crate::auction::{Auction, AuctionError};
use crate::cards::Card;
use crate::deal::Deal;
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{BySeat, Seat};
use crate::settlement::{Gains, Hand, SettlementError};

pub(super) use auctions::Auctions;
pub use contract_values::{ContractValue, ContractValues, all_contract_values, contract_values};

/// A deal whose auction is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The rules.
    pub rules: &'a Variant,
    /// The cards.
    pub deal: &'a Deal,
    /// What the players decide and play for.
    pub model: Model,
    /// What is known beside: the pot, marks, how many hands in a row have been passed.
    pub hand: &'a Hand,
    /// Of how many discards the gain is found, those with the best tricks for the contract;
    /// without effect where only the declarer's tricks count.
    pub discards: usize,
}

/// How an auction ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Somebody plays.
    Played {
        /// His bid; `None` of a dealer who is made to declare.
        bid: Option<Call>,
        /// What he plays.
        worth: ContractValue,
        /// Others have taken up what the declarer by auction laid aside, and who holds the
        /// contract now is not, or not only, he.
        usurped: bool,
    },
    /// A dealer who is made to declare gives up.
    GivenUp(Seat),
    /// All have passed.
    Passed(AllPass),
}

/// An auction in which everybody makes the calls that gain him most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Par {
    /// The calls, in turn.
    pub calls: Vec<(Seat, Call)>,
    /// What they come to.
    pub end: End,
    /// What everybody gains.
    pub gains: Gains,
}

/// The auction of a deal whose contracts are worth this, by backward induction over all calls
/// that the rules allow.
///
/// Of calls that gain a seat as much the first of those allowed is made, passing before all
/// others. An offer for the talon goes over the last by one, and no further than it can
/// pay.
///
/// # Errors
/// If the rules do not say how they bid, or do not settle what comes of it.
pub fn par(
    solver: &mut Solver,
    table: Table<'_>,
    contract_values: &[ContractValues],
) -> Result<Par, ParError> {
    let auction = Auction::after_passes(table.rules, usize::from(table.hand.progression - 1))?;
    Auctions::new(solver, table, contract_values).from(&auction)
}

/// The tricks when all have passed, the talon's cards leading in the order of listing where
/// the rules have it.
pub fn all_passed(solver: &mut Solver, table: Table<'_>) -> BySeat<u8> {
    let Table { rules, deal, .. } = table;
    let talon: Vec<Card> = deal.talon().iter().collect();
    let position = raspasovka::first_lead(rules, deal, &talon).expect("the talon in the order of listing");
    raspasovka::tricks(solver, rules, &position, BySeat::default())
}

/// Why an auction has no outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParError {
    /// It cannot be held.
    #[error(transparent)]
    Auction(#[from] AuctionError),
    /// It cannot be settled.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// Somebody can declare nothing that has a price.
    #[error("the rules let somebody declare who has no contract to announce: [values] has none for his bid")]
    Silent,
}
