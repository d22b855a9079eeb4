//! The rows of statistics.

use serde::Serialize;

use crate::rules::contract::Contract;
use crate::sampling::{Estimate, Means};
#[cfg(feature = "schema")]
use crate::sampling::{SmallSampleEstimate, SmallSampleMeans};
use crate::seat::Seat;

/// The cards with which a contract is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TalonUse {
    /// The ten cards that were dealt.
    Hand,
    /// The ten cards after the best exchange with the talon.
    Talon,
}

/// The results of a contract for one declarer, or for all declarers together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContractRow {
    /// The cards with which the contract is played.
    pub with: TalonUse,
    /// The contract.
    pub contract: Contract,
    /// The declarer; null for all declarers together.
    pub declarer: Option<Seat>,
    /// Number of hands.
    pub hands: u64,
    /// The chance that the contract is made, and the mean number of the declarer's tricks.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "SmallSampleMeans"))]
    pub means: Means,
    /// Number of hands for each number of the declarer's tricks from 0 to 10; absent if the tricks are not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(equal = 11)))]
    pub histogram: Vec<u64>,
}

/// On how many layouts a contract is made, summed over answers with exact counts, such as those about one hand with each
/// talon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LayoutRow {
    /// The cards with which the contract is played.
    pub with: TalonUse,
    /// The contract.
    pub contract: Contract,
    /// Number of answers.
    pub answers: u64,
    /// Number of layouts on which the contract is made.
    pub made: u64,
    /// Number of layouts.
    pub of: u64,
}

/// The results of a contract over the hands of one class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClassRow {
    /// The cards with which the contract is played.
    pub with: TalonUse,
    /// The contract.
    pub contract: Contract,
    /// The number of points, or of trumps, in the ten cards that were dealt to the declarer.
    pub class: usize,
    /// Number of hands.
    pub hands: u64,
    /// The chance that the contract is made, and the mean number of the declarer's tricks.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "SmallSampleMeans"))]
    pub means: Means,
}

/// A difference in tricks over many hands, such as the tricks that the talon brings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DifferenceRow {
    /// The contract; null for all contracts together.
    pub contract: Option<Contract>,
    /// Number of hands.
    pub hands: u64,
    /// The mean difference.
    #[cfg_attr(feature = "schema", schemars(with = "SmallSampleEstimate"))]
    pub mean: Estimate,
    /// Number of hands with each difference.
    pub histogram: Vec<(i64, u64)>,
}

/// The gains of a seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GainRow {
    /// The seat.
    pub seat: Seat,
    /// Number of hands.
    pub hands: u64,
    /// The mean gain.
    #[cfg_attr(feature = "schema", schemars(with = "SmallSampleEstimate"))]
    pub mean: Estimate,
    /// Number of hands with each gain, rounded to a whole number.
    pub histogram: Vec<(i64, u64)>,
}

/// The statistics over many answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Statistics {
    /// Number of answers that are counted.
    pub answers: u64,
    /// Number of answers that are errors.
    pub errors: u64,
    /// Number of answers without anything that is counted.
    pub skipped: u64,
    /// Number of deals in the answers that are counted.
    pub deals: u64,
    /// The rules that the answers name.
    pub rules: Vec<String>,
    /// The results of each contract.
    pub contracts: Vec<ContractRow>,
    /// The results by the points of the ten cards dealt to the declarer: ace 4, king 3, queen 2, jack 1.
    pub strength: Vec<ClassRow>,
    /// The results by the number of trumps in the ten cards dealt to the declarer.
    pub length: Vec<ClassRow>,
    /// The tricks that the declarer gains by the talon; in misère the tricks that the declarer avoids by it.
    pub talon: Vec<DifferenceRow>,
    /// The additional tricks that the declarer takes if the defenders follow rules of thumb instead of playing best.
    pub rules_of_thumb: Vec<DifferenceRow>,
    /// The gains of each seat.
    pub gains: Vec<GainRow>,
    /// The sums of exact counts over layouts.
    pub layouts: Vec<LayoutRow>,
}
