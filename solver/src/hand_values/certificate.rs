//! The strategies of both sides on single layouts, so that a reader can check what a mix is worth there.

use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::deal::Deal;
use crate::seat::Seat;

pub use crate::hidden::certificate::{DefenceNode, DrawnNode, MixNode, PlanNode, Probability};

/// What is needed to check the chance of a mix on some of the fresh layouts by the rules of play alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HiddenCertificate {
    /// Seat that leads to the first trick.
    pub leader: Seat,
    /// Exact probability of each element of the mix, in the same order.
    pub weights: Vec<Probability>,
    /// The first fresh layouts, each with the strategies of both sides.
    pub layouts: Vec<CertifiedLayout>,
}

/// Layout, with the strategies that guarantee the bounds of the mix's chance on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CertifiedLayout {
    /// Cards of the layout.
    pub layout: Deal,
    /// Chance that the declarer guarantees with the mix.
    pub low: Probability,
    /// Chance to which the defenders hold the mix. It is greater than `low` only if the limit on nodes was reached.
    pub high: Probability,
    /// Strategies after each first card of the mix; a single element if a defender leads.
    pub parts: Vec<CertifiedPart>,
}

/// Strategies of both sides after the declarer's first card. Discards are numbered by their places in the mix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CertifiedPart {
    /// First card; absent if a defender leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Card>,
    /// The declarer's play after each discard of the mix with this first card.
    pub mix: Vec<MixNode>,
    /// The defenders' play.
    pub defence: Vec<DefenceNode>,
}
