//! The decisions between the auction and the play of a contract, as a graph of choices.

use std::collections::HashMap;
use std::sync::Arc;

use crate::deal::Deal;
use crate::gains::bounded_graph::{BoundedGraph, NodeId};
use crate::gains::objective::Objective;
use crate::gains::payoffs::{
    GainEstimate, Model, Preferences, PricedPlay, Prices, settle_by_result, settle_by_tricks,
    settle_unplayed, solve_play,
};
use crate::hand::Choice;
use crate::hand::decision_order::{
    DecisionOrder, DecisionState, PendingDecision, has_four_aces, has_no_ace, matches_decisions,
    pays_for_no_ace,
};
use crate::position::{PlaySetup, Position};
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::search::{RulesOfThumb, Solver};
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Aces, Gains, HandDecisions, HandTerms, SettlementError};
use crate::situation::Situation;

/// How much of the play is solved when the graph is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SolveDepth {
    /// Nothing; every outcome that the prices allow counts as possible.
    Prices,
    /// Nothing; the contract is a misère that is known to fail.
    Fails,
    /// Bounds on the gains are solved where this is fast, or exact gains where these are found as fast.
    Bounds,
    /// Nothing; the contract is known to be made (`true`) or to fail (`false`).
    Result(bool),
    /// Nothing; the declarer is known to take this number of tricks. Only for the model `tricks`.
    Tricks(u8),
}

/// A hand to be played after all decisions.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    position: Position,
    prices: Arc<Prices>,
}

impl Leaf {
    pub(crate) fn gains(
        &self,
        solver: &mut Solver,
        rules: &Variant,
        preferences: Preferences,
    ) -> Result<Gains, SettlementError> {
        let Leaf { position, prices } = self;
        if preferences.rules_of_thumb == RulesOfThumb::default() {
            return PricedPlay { rules, position, prices, model: preferences.model }.solve_gains(solver);
        }
        Ok(solve_play(solver, rules, prices.hand(), position, BySeat::default(), preferences)?.gains)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Graph<L> {
    pub(crate) choices: BoundedGraph<L>,
    /// They do not depend on the cards, so positions share them.
    prices: HashMap<HandTerms, Arc<Prices>>,
}

impl<L> Default for Graph<L> {
    fn default() -> Graph<L> {
        Graph { choices: BoundedGraph::default(), prices: HashMap::new() }
    }
}

impl Graph<Leaf> {
    pub(crate) fn gains(
        &mut self,
        solver: &mut Solver,
        rules: &Variant,
        preferences: Preferences,
        node: NodeId,
    ) -> Result<Gains, SettlementError> {
        while let Some((open, hand)) = self.choices.take_unsolved_leaf(node) {
            self.choices.set_gains(open, hand.gains(solver, rules, preferences)?);
        }
        match self.choices.estimate(node) {
            GainEstimate::Exact(gains) => Ok(gains.clone()),
            GainEstimate::Bounds(_) => unreachable!("all leaves that may matter are solved"),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) id: NodeId,
    pub(super) then: NextStep,
}

#[derive(Debug)]
pub(crate) enum NextStep {
    /// A seat makes one of these choices, each of which leads to a node.
    Decision(Seat, Vec<(Choice, Node)>),
    /// From the position of the first lead.
    Played(Position, HandTerms),
    Unplayed(HandTerms),
}

pub(crate) struct Tree<'a, L> {
    solver: &'a mut Solver,
    graph: &'a mut Graph<L>,
    situation: &'a Situation,
    rules: &'a Variant,
    preferences: Preferences,
    deal: Deal,
    contract: Contract,
    declarer: Seat,
    depth: SolveDepth,
}

type Branch = Result<Node, SettlementError>;

impl<'a, L: From<Leaf>> Tree<'a, L> {
    pub(crate) fn lay_out(
        solver: &'a mut Solver,
        graph: &'a mut Graph<L>,
        situation: &'a Situation,
        preferences: Preferences,
        depth: SolveDepth,
    ) -> Branch {
        let (rules, hand) = (situation.rules(), situation.hand());
        let declaration =
            hand.declaration.ok_or_else(|| SettlementError::AllPass { rules: rules.label().to_owned() })?;
        let Declaration { contract, declarer, .. } = declaration;
        let deal = situation
            .deal_in_play()
            .expect("a whole deal, with two of the declarer's twelve cards laid aside");
        Tree { solver, graph, situation, rules, preferences, deal, contract, declarer, depth }
            .lay_out_decisions(hand.decisions, declaration)
    }

    fn lay_out_decisions(mut self, mut hand: HandDecisions, declaration: Declaration) -> Branch {
        // Some facts about aces follow from the cards.
        // After an exchange the talon of the deal is the discard, and `hand` contains the talon as dealt.
        if hand.talon.is_empty() {
            hand.talon = self.deal.talon();
        }
        if hand.aces.is_none() && has_four_aces(&self.deal, declaration.declarer) {
            hand.aces = Some(Aces::Four);
        }
        let can_announce = hand.aces.is_none()
            && pays_for_no_ace(self.rules, self.contract)
            && has_no_ace(&self.deal, declaration);
        let order = DecisionOrder { rules: self.rules, declaration, can_announce };
        let start = match self.preferences.model {
            Model::Tricks => order.start_at_aces(&hand),
            _ => order.start(&hand),
        };
        self.lay_out_from(order, start, &hand)
    }

    fn lay_out_from(
        &mut self,
        order: DecisionOrder<'_>,
        mut state: DecisionState,
        hand: &HandDecisions,
    ) -> Branch {
        // A decision with only one choice gets no node.
        while let Some(PendingDecision { seat, choices }) = order.next_decision(&state) {
            if let [only] = choices[..] {
                state = order.after(state, only);
                continue;
            }
            let mut options = Vec::new();
            for choice in choices {
                options.push((choice, self.lay_out_from(order, order.after(state, choice), hand)?));
            }
            let objective =
                Objective::Utility { seat, declarer: self.declarer, model: self.preferences.model };
            let ids = options.iter().map(|(_, node)| node.id).collect();
            let id = self.graph.choices.add_choice(objective, ids);
            return Ok(Node { id, then: NextStep::Decision(seat, options) });
        }
        let hand = state.decisions(hand).under(order.declaration);
        if state.is_played() { self.add_played_leaf(hand) } else { self.add_unplayed_leaf(hand) }
    }

    fn add_played_leaf(&mut self, hand: HandTerms) -> Branch {
        let (rules, Preferences { model, rules_of_thumb }) = (self.rules, self.preferences);
        let setup = PlaySetup {
            play_rules: rules.play_rules_in(self.contract.trump()),
            trump: self.contract.trump(),
            declarer: Some(self.declarer),
            playing: Seats::ALL - hand.decisions.out,
        };
        let declared = hand.declaration.expect("the hand has a declaration");
        let leader = self.situation.leader(declared, setup.playing);
        let position = Position::new(setup, self.deal.hands(), leader, &[])
            .expect("the hands of a deal have equally many cards");
        let prices = self.graph.prices.entry(hand.clone());
        let prices = Arc::clone(prices.or_insert_with_key(|hand| Prices::new(hand.clone()).into()));
        let play = PricedPlay { rules, position: &position, prices: &prices, model };
        let estimate = match self.depth {
            SolveDepth::Result(made) => {
                GainEstimate::Exact(settle_by_result(rules, &hand, setup.playing, made)?)
            }
            SolveDepth::Tricks(tricks) if setup.playing == Seats::ALL => {
                GainEstimate::Exact(settle_by_tricks(rules, &hand, &position, self.declarer, tricks)?)
            }
            SolveDepth::Bounds if rules_of_thumb == RulesOfThumb::default() => {
                play.estimate_gains(self.solver)?
            }
            depth => {
                let fails = match depth {
                    SolveDepth::Fails => play.estimate_failing_misere()?,
                    _ => None,
                };
                let outcomes = prices.payments(rules)?.outcomes(setup.playing);
                let possible = || GainEstimate::from_alternatives(outcomes.map(|(_, gains)| gains));
                match fails.or_else(possible) {
                    Some(estimate) => estimate,
                    // No trick count can be settled, because tricks do not decide the result (tricks in a row).
                    None => GainEstimate::Exact(play.solve_gains(self.solver)?),
                }
            }
        };
        let id = self.graph.choices.add_unsolved_leaf(estimate, Leaf { position, prices }.into());
        Ok(Node { id, then: NextStep::Played(position, hand) })
    }

    fn add_unplayed_leaf(&mut self, hand: HandTerms) -> Branch {
        let gains = settle_unplayed(self.rules, &hand)?.gains;
        Ok(Node { id: self.graph.choices.add_solved_leaf(gains), then: NextStep::Unplayed(hand) })
    }
}

impl Node {
    /// Adds the choices that nobody is asked for because they are the only ones.
    pub(super) fn path_of_choices(&self, choices: &[Choice]) -> Option<Vec<Choice>> {
        let Some((first, rest)) = choices.split_first() else { return Some(Vec::new()) };
        let options: &[(Choice, Node)] = match &self.then {
            NextStep::Decision(_, options) => options,
            NextStep::Played(..) | NextStep::Unplayed(_) => &[],
        };
        let (choice, mut path) = match (options.iter().find(|(choice, _)| choice == first), options) {
            (Some((choice, node)), _) => (choice, node.path_of_choices(rest)?),
            // Players are asked about aces even where the answer changes nothing.
            (None, _) if *first == Choice::Silent => return self.path_of_choices(rest),
            (None, [(only, node)]) => (only, node.path_of_choices(choices)?),
            (None, _) => return None,
        };
        path.insert(0, *choice);
        Some(path)
    }

    pub(super) fn path_to_hand(&self, target: &HandDecisions, declarer: Seat) -> Option<Vec<Choice>> {
        match &self.then {
            NextStep::Played(_, hand) | NextStep::Unplayed(hand) => {
                matches_decisions(target, &hand.decisions, declarer).then(Vec::new)
            }
            NextStep::Decision(_, options) => options.iter().find_map(|(choice, node)| {
                let mut path = node.path_to_hand(target, declarer)?;
                path.insert(0, *choice);
                Some(path)
            }),
        }
    }
}

#[cfg(test)]
mod tests;
