//! Strategies of both sides in the form in which an answer has them, so that their guarantees can be checked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::analysis::hidden::matrix::{Fraction, to_f64};
use crate::analysis::hidden::strategy::{self, MixGraph, MixMoves, PlanTree};
use crate::analysis::hidden::worlds::{WorldSet, members};
use crate::cards::Card;

/// Plan of the defenders from some point of the play on.
///
/// It can be followed without knowing the discard: the declarer's cards decide how it goes on. Touching cards of one
/// hand are one card here, the lowest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlanNode {
    /// Cards that the defenders play, one after another, until the declarer is to move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub play: Vec<Card>,
    /// Each card with which the declarer can go on after the discards that the plan beats, and the rest of the plan.
    /// The map is empty once the contract has failed, and where only one discard is still possible: then the defenders
    /// know all cards.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub then: BTreeMap<Card, PlanNode>,
}

/// Point of the play in the declarer's mix.
///
/// The declarer draws a discard by the weights in the answer, and plays from the first node of the mix on. Nodes refer
/// to each other by their places in the list. Touching cards of one hand are one card here, the lowest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MixNode {
    /// Discards after which the declarer makes the contract from here on, even if the defenders know the discard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<u8>,
    /// The declarer's cards, if the declarer is to move: each card, and the discards after which it is played. A discard
    /// that is not among them leaves no chance here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub play: BTreeMap<Card, Vec<u8>>,
    /// For each card of `play`, its probability after each of its discards, in their order. If there are no shares, one
    /// card belongs to each discard, and is always played.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shares: BTreeMap<Card, Vec<f64>>,
    /// Each card that the declarer plays in `play`, or that the defender to move can play, and the place of the next
    /// node. The map is empty if the mix guarantees nothing more from here on: the declarer may fail after all discards
    /// but those in `made`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub then: BTreeMap<Card, u32>,
}

// The schema of a recursive tree allows any object, because an Arrow column cannot have a recursive type.
#[cfg(feature = "schema")]
crate::macros::inline_schemas! {
    [] PlanNode: schemars::json_schema!({"type": "object", "additionalProperties": true});
    [] MixNode: schemars::json_schema!({"type": "object", "additionalProperties": true});
}

/// Returns the numbers of the discards in a set.
pub(super) fn numbers(set: WorldSet) -> Vec<u8> {
    members(set).map(|world| world as u8).collect()
}

impl From<PlanTree> for PlanNode {
    fn from(tree: PlanTree) -> PlanNode {
        let then = tree.then.into_iter().map(|(card, rest)| (card, rest.into())).collect();
        PlanNode { play: tree.play, then }
    }
}

impl From<strategy::MixNode> for MixNode {
    fn from(node: strategy::MixNode) -> MixNode {
        let (mut play, mut shares, mut then) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        match node.moves {
            MixMoves::None => {}
            MixMoves::Declarer(cards) => {
                let whole = Fraction::from(1);
                let is_split =
                    cards.iter().any(|(_, worlds, _)| worlds.iter().any(|&(_, share)| share < whole));
                for (card, worlds, place) in cards {
                    play.insert(card, worlds.iter().map(|&(world, _)| world as u8).collect());
                    if is_split {
                        shares.insert(card, worlds.iter().map(|&(_, share)| to_f64(share)).collect());
                    }
                    then.insert(card, place as u32);
                }
            }
            MixMoves::Defender(cards) => {
                then.extend(cards.into_iter().map(|(card, place)| (card, place as u32)));
            }
        }
        MixNode { made: numbers(node.made), play, shares, then }
    }
}

/// Returns the nodes of a mix.
pub(super) fn mix_nodes(graph: MixGraph) -> Vec<MixNode> {
    graph.nodes.into_iter().map(MixNode::from).collect()
}
