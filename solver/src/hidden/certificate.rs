//! Strategies of both sides as answers contain them, so that a reader can check what they guarantee.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::matrix::Fraction;
use super::strategy;
#[cfg(feature = "hands")]
use super::strategy::DefenceGraph;
use super::strategy::{MixGraph, MixMoves, PlanTree};
use super::worlds::{WorldSet, members};
use crate::cards::Card;
use crate::macros::{read_from_text, write_as_text};

/// Probability as an exact fraction in lowest terms, written as `1/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Probability(Fraction);

/// The text is no fraction from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a probability is 0, 1 or a fraction between them, such as 1/3")]
pub struct ProbabilityError;

impl Probability {
    pub(crate) fn new(fraction: Fraction) -> Probability {
        Probability(fraction)
    }

    /// Numerator and denominator.
    #[must_use]
    pub fn terms(self) -> (i128, i128) {
        (*self.0.numer(), *self.0.denom())
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl FromStr for Probability {
    type Err = ProbabilityError;

    fn from_str(text: &str) -> Result<Probability, ProbabilityError> {
        let fraction: Fraction = text.parse().map_err(|_| ProbabilityError)?;
        let is_probability = Fraction::from(0) <= fraction && fraction <= Fraction::from(1);
        is_probability.then_some(Probability(fraction)).ok_or(ProbabilityError)
    }
}

write_as_text!(Probability);
read_from_text!(Probability);

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
    pub shares: BTreeMap<Card, Vec<Probability>>,
    /// Each card of `play`, or each card that the defender to move can play, with the place of the next node. The map
    /// is empty if the mix guarantees nothing more from here on: the contract may fail with every discard that is not
    /// in `made`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub then: BTreeMap<Card, u32>,
}

/// Point of the play in the defenders' mix, which holds a mix of discards to a chance.
///
/// The defenders do not know the discard. Nodes refer to each other by their places in the list; the play begins at the
/// first one. Of touching cards in one hand only the lowest is listed.
#[cfg(feature = "hands")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DefenceNode {
    /// Plan for the rest of the play; absent where `then` has the next cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanNode>,
    /// Places of the discards that the plan beats whatever the declarer plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beats: Vec<u8>,
    /// Each card that the declarer can play, or the card that the defender to move plays, with the nodes of which the
    /// defenders draw one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub then: BTreeMap<Card, Vec<DrawnNode>>,
}

/// Node that is drawn with a certain probability.
#[cfg(feature = "hands")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DrawnNode {
    /// Probability with which the node is drawn.
    pub share: Probability,
    /// Place of the node.
    pub node: u32,
}

// The schema of a recursive tree allows any object, because an Arrow column cannot have a recursive type.
#[cfg(feature = "schema")]
crate::macros::inline_schemas! {
    [] PlanNode: schemars::json_schema!({"type": "object", "additionalProperties": true});
    [] MixNode: schemars::json_schema!({"type": "object", "additionalProperties": true});
    [] DefenceNode: schemars::json_schema!({"type": "object", "additionalProperties": true});
    [] Probability: schemars::json_schema!({"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"});
}

pub(crate) fn world_numbers(set: WorldSet) -> Vec<u8> {
    members(set).map(|world| world as u8).collect()
}

impl From<PlanTree> for PlanNode {
    fn from(tree: PlanTree) -> PlanNode {
        // Inserted one by one: a collected map is sorted first, which would be a sort more in the page's engine.
        let mut then = BTreeMap::new();
        for (card, rest) in tree.then {
            then.insert(card, rest.into());
        }
        PlanNode { play: tree.play, then }
    }
}

impl strategy::MixNode {
    /// `place_of` is the place of a world in the list to which the answer refers.
    fn described(self, place_of: &impl Fn(usize) -> u8) -> MixNode {
        let (mut play, mut shares, mut then) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        match self.moves {
            MixMoves::None => {}
            MixMoves::Declarer(cards) => {
                let whole = Fraction::from(1);
                let is_split =
                    cards.iter().any(|(_, worlds, _)| worlds.iter().any(|&(_, share)| share < whole));
                for (card, worlds, place) in cards {
                    play.insert(card, worlds.iter().map(|&(world, _)| place_of(world)).collect());
                    if is_split {
                        let probabilities = worlds.iter().map(|&(_, share)| Probability::new(share));
                        shares.insert(card, probabilities.collect());
                    }
                    then.insert(card, place as u32);
                }
            }
            MixMoves::Defender(cards) => {
                then.extend(cards.into_iter().map(|(card, place)| (card, place as u32)));
            }
        }
        MixNode { made: members(self.made).map(place_of).collect(), play, shares, then }
    }
}

pub(crate) fn mix_nodes(graph: MixGraph, place_of: impl Fn(usize) -> u8) -> Vec<MixNode> {
    graph.nodes.into_iter().map(|node| node.described(&place_of)).collect()
}

#[cfg(feature = "hands")]
pub(crate) fn defence_nodes(graph: DefenceGraph, place_of: impl Fn(usize) -> u8) -> Vec<DefenceNode> {
    let drawn =
        |(share, place): (Fraction, usize)| DrawnNode { share: Probability::new(share), node: place as u32 };
    let node = |node: strategy::DefenceNode| match node {
        strategy::DefenceNode::Plan(set, tree) => DefenceNode {
            plan: Some(tree.into()),
            beats: members(set).map(&place_of).collect(),
            then: BTreeMap::new(),
        },
        strategy::DefenceNode::Then(cards) => {
            let cards = cards.into_iter();
            let then = cards.map(|(card, nodes)| (card, nodes.into_iter().map(drawn).collect()));
            DefenceNode { then: then.collect(), ..DefenceNode::default() }
        }
    };
    graph.nodes.into_iter().map(node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probability_is_read_and_written_in_lowest_terms() {
        let read = |text: &str| text.parse::<Probability>().map(|probability| probability.to_string());
        assert_eq!(read("2/6").as_deref(), Ok("1/3"));
        assert_eq!(read("1").as_deref(), Ok("1"));
        for wrong in ["4/3", "-1/2", "1/0", "0.5", ""] {
            assert_eq!(read(wrong), Err(ProbabilityError), "{wrong}");
        }
    }
}
