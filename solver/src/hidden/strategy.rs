//! Strategies of both sides as trees and graphs of cards. They are *certificates*, checked by the rules of play alone:
//! a plan proves by itself that it beats a set of worlds, and the declarer's mix that it makes the contract with a
//! certain probability.

#[cfg(feature = "hands")]
use std::rc::Rc;

use ahash::AHashMap;

use super::beaten::PlanSearch;
use super::chance::ChanceSolution;
use super::matrix::Fraction;
use super::mix::{DeclarerChoice, MixSearch, Shares, Weights, reduce, weighted_worlds, whole_weights};
#[cfg(feature = "hands")]
use super::mix::{Defence, DefenceMoves};
use super::play::HiddenPlay;
use super::worlds::{WorldSet, members};
use crate::cards::Card;

/// Limit for all strategies of an answer, which is then about ten megabytes long.
pub(crate) const MAX_STRATEGY_POINTS: usize = 200_000;

/// Points that the strategies of an answer may still have.
pub(crate) struct PointBudget(pub(crate) usize);

/// More than [`MAX_STRATEGY_POINTS`].
#[derive(Debug)]
pub(crate) struct TooManyPoints;

impl PointBudget {
    pub(crate) fn take(&mut self) -> Result<(), TooManyPoints> {
        self.0 = self.0.checked_sub(1).ok_or(TooManyPoints)?;
        Ok(())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlanTree {
    /// The defenders' cards until the declarer is to move.
    pub(crate) play: Vec<Card>,
    /// By the declarer's next card. Empty once the contract has failed, or if only one world of the set is possible,
    /// since the defenders then know all cards.
    pub(crate) then: Vec<(Card, PlanTree)>,
}

impl PlanSearch<'_> {
    /// The caller guarantees that a plan beats all worlds of `set`.
    pub(crate) fn plan_tree(
        &mut self,
        play: &HiddenPlay,
        set: WorldSet,
        budget: &mut PointBudget,
    ) -> Result<PlanTree, TooManyPoints> {
        budget.take()?;
        let mut tree = PlanTree::default();
        let mut play = *play;
        while play.result_if_decided().is_none() && !play.is_declarers_turn() {
            let card = self.planned_card(&play, set);
            tree.play.push(card);
            play = play.play_after(card);
        }
        if play.result_if_decided().is_none() && set.count_ones() > 1 {
            let cards = self.worlds.declarer_cards(&play, set);
            let rest = |(card, worlds)| Ok((card, self.plan_tree(&play.play_after(card), worlds, budget)?));
            tree.then = cards.into_iter().map(rest).collect::<Result<_, _>>()?;
        }
        Ok(tree)
    }

    /// The mix guarantees the lower bound of the chance. No limit may be set.
    pub(crate) fn mix_graph(
        &mut self,
        play: &HiddenPlay,
        chance: &ChanceSolution,
        budget: &mut PointBudget,
    ) -> Result<Option<MixGraph>, TooManyPoints> {
        let Some(weights) = whole_weights(&chance.mix) else { return Ok(None) };
        let (graph, places) = (MixGraph::default(), AHashMap::new());
        let search = MixSearch::new(self);
        let mut builder = GraphBuilder { search, graph, places, budget, has_too_many: false };
        let added = builder.add(play, weights, chance.plays_same_cards);
        if builder.has_too_many { Err(TooManyPoints) } else { Ok(added.map(|_| builder.graph)) }
    }
}

/// Strategies of both sides for a mix of the declarer that the defenders know, and what they guarantee.
#[cfg(feature = "hands")]
pub(crate) struct KnownMixStrategies {
    /// Guaranteed by the declarer's play, times the sum of the weights.
    pub(crate) low: Fraction,
    /// Guaranteed by the defence, times the sum of the weights.
    pub(crate) high: Fraction,
    pub(crate) mix: MixGraph,
    pub(crate) defence: DefenceGraph,
}

/// The first node is the present point of the play.
#[cfg(feature = "hands")]
#[derive(Clone, Debug, Default)]
pub(crate) struct DefenceGraph {
    pub(crate) nodes: Vec<DefenceNode>,
}

#[cfg(feature = "hands")]
#[derive(Clone, Debug)]
pub(crate) enum DefenceNode {
    Plan(WorldSet, PlanTree),
    /// Each card that can follow, with the places of the nodes of which one is drawn, and their probabilities.
    Then(Vec<(Card, Vec<(Fraction, usize)>)>),
}

#[cfg(feature = "hands")]
impl PlanSearch<'_> {
    /// `nodes` limits the search, after which the best strategies known are returned; `None` if they have too many
    /// points.
    pub(crate) fn strategies_for_mix(
        &mut self,
        play: &HiddenPlay,
        weights: &Weights,
        nodes: u64,
        budget: &mut PointBudget,
    ) -> Result<KnownMixStrategies, TooManyPoints> {
        if let Some(strategies) = self.best_strategies(play, weights, nodes, budget)? {
            return Ok(strategies);
        }
        let all = weighted_worlds(weights);
        let weight_of = |set: WorldSet| {
            let inside = weights.iter().filter(|&&(world, _)| set >> world & 1 == 1);
            inside.map(|&(_, weight)| weight).sum::<i128>()
        };
        let made = all & !self.failing_worlds(play, all);
        let known = self.known_beaten_sets(play, all).into_iter();
        let beaten = known.max_by_key(|&set| weight_of(set)).unwrap_or(0);
        let plan = self.plan_tree(play, beaten, budget)?;
        Ok(KnownMixStrategies {
            low: Fraction::from(weight_of(made)),
            high: Fraction::from(weight_of(all & !beaten)),
            mix: MixGraph { nodes: vec![MixNode { made, moves: MixMoves::None }] },
            defence: DefenceGraph { nodes: vec![DefenceNode::Plan(beaten, plan)] },
        })
    }

    fn best_strategies(
        &mut self,
        play: &HiddenPlay,
        weights: &Weights,
        nodes: u64,
        budget: &mut PointBudget,
    ) -> Result<Option<KnownMixStrategies>, TooManyPoints> {
        self.sets_left = nodes;
        let mut search = MixSearch::new(self);
        let best = search.defence(play, weights);
        search.plans.sets_left = u64::MAX;
        let Some(best) = best else { return Ok(None) };
        let (graph, places) = (MixGraph::default(), AHashMap::new());
        let mut builder = GraphBuilder { search, graph, places, budget, has_too_many: false };
        let added = builder.add(play, weights.clone(), false);
        if builder.has_too_many {
            return Err(TooManyPoints);
        }
        let mix = builder.graph;
        let mut defence =
            DefenceBuilder { plans: self, graph: DefenceGraph::default(), places: AHashMap::new(), budget };
        let is_complete = added.is_some() && defence.add(play, &best)?.is_some();
        let defence = defence.graph;
        let chance = best.chance(weights);
        Ok(is_complete.then_some(KnownMixStrategies { low: chance, high: chance, mix, defence }))
    }
}

#[cfg(feature = "hands")]
struct DefenceBuilder<'a, 'b, 'c> {
    plans: &'a mut PlanSearch<'b>,
    graph: DefenceGraph,
    /// By point and address; all defences live as long as the first one.
    places: AHashMap<(u64, *const Defence), usize>,
    budget: &'c mut PointBudget,
}

#[cfg(feature = "hands")]
impl DefenceBuilder<'_, '_, '_> {
    /// `None` if numbers become too large.
    fn add(&mut self, play: &HiddenPlay, defence: &Rc<Defence>) -> Result<Option<usize>, TooManyPoints> {
        let key = (play.key(), Rc::as_ptr(defence));
        if let Some(&place) = self.places.get(&key) {
            return Ok(Some(place));
        }
        self.budget.take()?;
        let place = self.graph.nodes.len();
        self.places.insert(key, place);
        self.graph.nodes.push(DefenceNode::Then(Vec::new()));
        let node = match &defence.moves {
            DefenceMoves::Plan(set) => {
                DefenceNode::Plan(*set, self.plans.plan_tree(play, *set, self.budget)?)
            }
            DefenceMoves::Card(card, rest) => {
                let Some(next) = self.add(&play.play_after(*card), rest)? else { return Ok(None) };
                DefenceNode::Then(vec![(*card, vec![(Fraction::from(1), next)])])
            }
            DefenceMoves::Replies(replies) => {
                let mut then = Vec::new();
                for (card, priced) in replies {
                    let Some(drawn) = Defence::drawn(priced) else { return Ok(None) };
                    let mut nodes = Vec::new();
                    for (share, defence) in drawn {
                        let Some(next) = self.add(&play.play_after(*card), &defence)? else {
                            return Ok(None);
                        };
                        nodes.push((share, next));
                    }
                    then.push((*card, nodes));
                }
                DefenceNode::Then(then)
            }
        };
        self.graph.nodes[place] = node;
        Ok(Some(place))
    }
}

/// The first node is the present point of the play. Nodes with the same cards left and the same weights are shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MixGraph {
    pub(crate) nodes: Vec<MixNode>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MixNode {
    /// Even with open cards.
    pub(crate) made: WorldSet,
    pub(crate) moves: MixMoves,
}

/// Each move comes with the place of the next node in the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum MixMoves {
    /// Nothing is guaranteed beyond the worlds in `made`.
    #[default]
    None,
    /// The declarer's cards, with their probabilities in each world.
    Declarer(Vec<(Card, Shares, usize)>),
    /// The cards that a defender can play.
    Defender(Vec<(Card, usize)>),
}

impl MixGraph {
    /// The cards with their probabilities, if the graph begins with a card of the declarer and `weights` draw the
    /// worlds.
    pub(crate) fn first_cards(&self, weights: &[(usize, Fraction)]) -> Vec<(Card, Fraction)> {
        let Some(MixNode { moves: MixMoves::Declarer(cards), .. }) = self.nodes.first() else {
            return Vec::new();
        };
        let weight_of = |world: usize| {
            let weights = weights.iter().filter(|&&(other, _)| other == world);
            weights.map(|&(_, weight)| weight).sum::<Fraction>()
        };
        let weight = |shares: &[(usize, Fraction)]| {
            shares.iter().map(|&(world, share)| share * weight_of(world)).sum()
        };
        cards.iter().map(|(card, shares, _)| (*card, weight(shares))).collect()
    }
}

struct GraphBuilder<'a, 'b> {
    search: MixSearch<'a, 'b>,
    graph: MixGraph,
    places: AHashMap<(u64, Weights, bool), usize>,
    budget: &'b mut PointBudget,
    has_too_many: bool,
}

impl GraphBuilder<'_, '_> {
    /// Returns the place of the first node, or `None` if there are too many. If `plays_same_cards`, the declarer plays
    /// the same cards in all worlds, and makes the contract in at least one of them; this requires that no plan beats
    /// all of them.
    fn add(&mut self, play: &HiddenPlay, mut weights: Weights, plays_same_cards: bool) -> Option<usize> {
        if plays_same_cards {
            // The weights do not affect this play, so nodes with different ones are shared.
            weights.iter_mut().for_each(|(_, weight)| *weight = 1);
        }
        let key = (play.key(), reduce(weights).0, plays_same_cards);
        if let Some(&place) = self.places.get(&key) {
            return Some(place);
        }
        self.has_too_many |= self.budget.take().is_err();
        if self.has_too_many {
            return None;
        }
        let weights = key.1.clone();
        let place = self.graph.nodes.len();
        self.places.insert(key, place);
        self.graph.nodes.push(MixNode::default());
        let set = weighted_worlds(&weights);
        let failing = self.search.plans.failing_worlds(play, set);
        let made = set & !failing;
        // Played alike, the worlds guarantee one that is made. Otherwise nothing is left to guarantee if one plan beats
        // all failing worlds.
        let is_done = if plays_same_cards { made != 0 } else { self.is_beaten(play, failing) };
        let moves = if is_done {
            MixMoves::None
        } else {
            self.moves(play, weights_in(weights, failing), plays_same_cards)?
        };
        self.graph.nodes[place] = MixNode { made, moves };
        Some(place)
    }

    fn is_beaten(&mut self, play: &HiddenPlay, set: WorldSet) -> bool {
        self.search.plans.beats(play, set).expect("no limit is set")
    }

    /// All worlds must fail with open cards.
    fn moves(&mut self, play: &HiddenPlay, weights: Weights, plays_same_cards: bool) -> Option<MixMoves> {
        let choice =
            if plays_same_cards { DeclarerChoice::Alike } else { self.search.choice(play, &weights)? };
        let plays_same_cards = matches!(choice, DeclarerChoice::Alike);
        let cards = match choice {
            DeclarerChoice::Cards(cards) => cards,
            DeclarerChoice::Alike if play.is_declarers_turn() => {
                // Any card will do after which no plan beats all worlds that are left.
                let cards =
                    self.search.plans.worlds.declarer_cards(play, weighted_worlds(&weights)).into_iter();
                let mut unbeaten =
                    cards.filter(|&(card, worlds)| !self.is_beaten(&play.play_after(card), worlds));
                let (card, worlds) = unbeaten.next().expect("no plan beats the set");
                let whole = members(worlds).map(|world| (world, Fraction::from(1)));
                vec![(card, weights_in(weights, worlds), whole.collect())]
            }
            _ => {
                let cards = play.distinct_defender_moves().iter();
                let replies = cards.map(|card| {
                    Some((card, self.add(&play.play_after(card), weights.clone(), plays_same_cards)?))
                });
                return Some(MixMoves::Defender(replies.collect::<Option<_>>()?));
            }
        };
        let played = cards.into_iter().map(|(card, weights, shares)| {
            let place = self.add(&play.play_after(card), weights, plays_same_cards)?;
            Some((card, shares, place))
        });
        Some(MixMoves::Declarer(played.collect::<Option<_>>()?))
    }
}

fn weights_in(mut weights: Weights, set: WorldSet) -> Weights {
    weights.retain(|&(world, _)| set >> world & 1 == 1);
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budget_ends_after_its_points() {
        let mut budget = PointBudget(2);
        let taken: Vec<bool> = (0..4).map(|_| budget.take().is_ok()).collect();
        assert_eq!(taken, [true, true, false, false]);
    }
}
