//! The answer about a hidden discard.

use serde::{Deserialize, Serialize};

use super::certificate::HiddenCertificate;
use crate::cards::{Card, Cards};
use crate::sampling::Estimate;

/// Value of a contract whose discard is hidden, chosen before the defenders' hands are opened.
///
/// The declarer draws a discard (and a first card, if the declarer leads) at random by the weights of the mix. The
/// defenders know the mix and both their hands, but not what was drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HiddenValue {
    /// Chance of making the contract with the mix, on layouts that were not used to find it.
    pub chance: Estimate,
    /// Bounds on the mean of these layouts. They differ only if the limit on nodes was reached on a layout.
    pub bounds: MeanBounds,
    /// Chance of the best mix on the layouts that were used to find it. It is an estimate of the hand's value that is
    /// too high on average.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub estimate: f64,
    /// Gain of the declarer; absent if the contract has no price. A discard that is caught takes as many tricks as with
    /// open cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<Estimate>,
    /// Mean tricks of the declarer where the contract fails, with open cards; absent if it never fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tricks_when_caught: Option<f64>,
    /// Number of layouts that were used to find the mix.
    pub layouts: u64,
    /// Number of layouts in the chance and the gain.
    pub fresh: u64,
    /// Discards of the mix, the most probable first; absent if the talon is unknown, since each talon has its own mix.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mix: Vec<MixedDiscard>,
    /// Best single discard if the defenders knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub single: Option<SingleDiscard>,
    /// Strategies of both sides on some of the fresh layouts; absent if they are not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<HiddenCertificate>,
}

/// Bounds on a mean chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MeanBounds {
    /// Mean of the chances that the mix guarantees.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub low: f64,
    /// Mean of the chances to which the defenders can hold the mix.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub high: f64,
}

/// Discard of a mix, and its probability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MixedDiscard {
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
    /// Other discards that leave the same play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equal: Vec<Cards>,
    /// First card that the declarer leads; absent if a defender leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Card>,
    /// Probability of the discard and the first card.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub weight: f64,
}

/// Discard that the defenders know, and its chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SingleDiscard {
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
    /// First card that the declarer leads; absent if a defender leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Card>,
    /// Chance of making the contract, on the layouts of the mix's chance.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub chance: f64,
}
