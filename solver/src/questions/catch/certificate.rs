//! Strategies of both sides in the form that answers contain, so that a reader can check what they guarantee.
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::hidden::matrix::{Fraction, to_f64};
use crate::hidden::strategy;
use crate::hidden::strategy::{MixGraph, MixMoves, PlanTree};
use crate::hidden::worlds::{WorldSet, members};

/// Plan of the defenders from some point of the play on.
///
/// The defenders can follow it without knowing the discard: the declarer's cards decide the branch. Of touching cards
/// in one hand only the lowest is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlanNode {
    /// Cards that the defenders play, one after another, until the declarer is to move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub play: Vec<Card>,
    /// Each card that the declarer can play next after one of the discards that the plan beats, with the rest of the
    /// plan after this card. The map is empty once the contract has failed, and where only one of these discards is
    /// still possible, so that the defenders know all cards.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub then: BTreeMap<Card, PlanNode>,
}

/// Point of the play in the declarer's mix.
///
/// The declarer draws a discard by the weights in the answer, and plays from the first node of the mix on. Nodes
/// refer to each other by their places in the list. Of touching cards in one hand only the lowest is listed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MixNode {
    /// Places of the discards with which the declarer makes the contract from here on, even if the defenders know the
    /// discard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<u8>,
    /// If the declarer is to move, each card that the declarer plays, with the places of the discards with which it
    /// is played. With any other discard the declarer has no chance here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub play: BTreeMap<Card, Vec<u8>>,
    /// For each card of `play`, the probability of the card with each discard listed there, in the same order. If the
    /// map is empty, there is only one card for each discard, and this card is always played.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shares: BTreeMap<Card, Vec<f64>>,
    /// Each card of `play`, or each card that the defender to move can play, with the place of the next node. The map
    /// is empty if the mix guarantees nothing more from here on: the contract may fail with every discard that is not
    /// in `made`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub then: BTreeMap<Card, u32>,
}

// The schema of a recursive tree allows any object, because an Arrow column cannot have a recursive type.
#[cfg(feature = "schema")]
crate::macros::inline_schemas! {
    [] PlanNode: schemars::json_schema!({"type": "object", "additionalProperties": true});
    [] MixNode: schemars::json_schema!({"type": "object", "additionalProperties": true});
}

pub(super) fn world_numbers(set: WorldSet) -> Vec<u8> {
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
        MixNode { made: world_numbers(node.made), play, shares, then }
    }
}

pub(super) fn mix_nodes(graph: MixGraph) -> Vec<MixNode> {
    graph.nodes.into_iter().map(MixNode::from).collect()
}
