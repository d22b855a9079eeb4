//! The rows of statistics.

use serde::Serialize;

use crate::analysis::sampling::{Estimate, Means};
use crate::rules::contract::Contract;
use crate::seat::Seat;

/// The cards that a contract is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TalonUse {
    /// The ten that were dealt.
    Hand,
    /// The best after the exchange with the talon.
    Talon,
}

/// What a contract comes to for one declarer, or for all.
#[derive(Clone, Debug, Serialize)]
pub struct ContractRow {
    /// With which cards.
    pub with: TalonUse,
    /// The contract.
    pub contract: Contract,
    /// Who plays it; `None` for all.
    pub declarer: Option<Seat>,
    /// How many hands.
    pub hands: u64,
    /// How often it is made, and the tricks.
    #[serde(flatten)]
    pub means: Means,
    /// How many hands come to each number of tricks from 0 to 10, where they were counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub histogram: Vec<u64>,
}

/// What a contract comes to for hands of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct ClassRow {
    /// With which cards.
    pub with: TalonUse,
    /// The contract.
    pub contract: Contract,
    /// What the declarer's ten cards have: points, or trumps.
    pub class: usize,
    /// How many hands.
    pub hands: u64,
    /// How often it is made, and the tricks.
    #[serde(flatten)]
    pub means: Means,
}

/// How far two numbers are apart, hand by hand.
#[derive(Clone, Debug, Serialize)]
pub struct DifferenceRow {
    /// The contract; `None` for all.
    pub contract: Option<Contract>,
    /// How many hands.
    pub hands: u64,
    /// The mean difference.
    pub mean: Estimate,
    /// How many hands have each difference.
    pub histogram: Vec<(i64, u64)>,
}

/// What a seat gains.
#[derive(Clone, Debug, Serialize)]
pub struct GainRow {
    /// The seat.
    pub seat: Seat,
    /// How many hands.
    pub hands: u64,
    /// The mean gain.
    pub mean: Estimate,
    /// How many hands have each gain, rounded to a whole number.
    pub histogram: Vec<(i64, u64)>,
}

/// What many answers say together.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    /// How many answers there were.
    pub answers: u64,
    /// How many records had none.
    pub errors: u64,
    /// Number of answers without anything that is counted.
    pub skipped: u64,
    /// Number of deals of the answers that are counted.
    pub deals: u64,
    /// The rules that the answers name.
    pub rules: Vec<String>,
    /// What each contract comes to.
    pub contracts: Vec<ContractRow>,
    /// The same by the points of the declarer's ten cards: ace 4, king 3, queen 2, jack 1.
    pub strength: Vec<ClassRow>,
    /// The same by the number of trumps in them.
    pub length: Vec<ClassRow>,
    /// The tricks that the talon brings; in misère those that it takes away.
    pub talon: Vec<DifferenceRow>,
    /// The tricks that defence by rules of thumb gives the declarer.
    pub rules_of_thumb: Vec<DifferenceRow>,
    /// What everybody gains.
    pub gains: Vec<GainRow>,
}
