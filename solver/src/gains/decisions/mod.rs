//! The decisions before the play. Each choice is valued by the payments of the hand that follows.

mod tree;

use serde::{Deserialize, Serialize, Serializer};

use crate::gains::bounded_graph::NodeId;
use crate::gains::payoffs::{
    GainEstimate, Model, PlayedResult, Preferences, Utility, settle_unplayed, solve_play,
};
use crate::search::Solver;
use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, Gains, HandDecisions, HandTerms, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;

pub use crate::hand::Choice;
use tree::NextStep;
pub(crate) use tree::{Graph, Leaf, Node, SolveDepth, Tree};

/// A decision, and the gain from each choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Decision {
    /// Seat that decides.
    pub seat: Seat,
    /// Best choice for this seat.
    pub best: Choice,
    /// Gain of this seat for each choice, if all players decide and play best afterwards.
    #[serde(serialize_with = "serialize_gains", deserialize_with = "deserialize_gains")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<Choice, Amount>"))]
    pub gains: Vec<(Choice, Amount)>,
}

fn deserialize_gains<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(Choice, Amount)>, D::Error> {
    struct Gains;

    impl<'de> serde::de::Visitor<'de> for Gains {
        type Value = Vec<(Choice, Amount)>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("gains by choice")
        }

        fn visit_map<M: serde::de::MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut gains = Vec::new();
            while let Some(entry) = map.next_entry()? {
                gains.push(entry);
            }
            Ok(gains)
        }
    }

    deserializer.deserialize_map(Gains)
}

fn serialize_gains<S: Serializer>(gains: &[(Choice, Amount)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(gains.iter().map(|(choice, gain)| (choice.name(), gain)))
}

/// The result of a contract when each seat decides and plays by its preferences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionResult {
    /// The decisions in the order in which they are made.
    pub decisions: Vec<Decision>,
    /// The hand after all decisions, before its play.
    pub hand: HandTerms,
    /// The result of the hand.
    pub settled: PlayedResult,
}

/// The past decisions of a hand, in order.
pub type DecisionPath = Vec<PastDecision>;

/// A decision with the choice that was made, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastDecision {
    /// The decision.
    pub decision: Decision,
    /// All choices that cost the seat nothing.
    pub best_choices: Vec<Choice>,
    /// The choice that was made.
    pub choice: Choice,
    /// The cost to the seat: of its own gain, or of the sum of both defenders' gains if they are allied.
    pub cost: Amount,
}

/// Solves by backward induction the decisions before the play of a contract.
///
/// The situation needs a whole deal and a contract. Its decisions, pot and marks (refa) are taken as given.
///
/// # Errors
/// If a fact is missing, or the rules have no price for the contract.
pub fn solve_decisions(
    solver: &mut Solver,
    situation: &Situation,
    preferences: Preferences,
) -> Result<DecisionResult, QuestionError> {
    check_facts(situation)?;
    let rules = situation.rules();
    let (mut decision_solver, mut node) =
        DecisionSolver::new(solver, situation, preferences, SolveDepth::Bounds)?;
    let mut decisions = Vec::new();
    loop {
        match node.then {
            NextStep::Decision(seat, mut options) => {
                let decision = decision_solver.decision(seat, &options)?;
                let best = options.iter().position(|&(choice, _)| choice == decision.best);
                node = options.swap_remove(best.expect("one of the options")).1;
                decisions.push(decision);
            }
            NextStep::Played(position, hand) => {
                let taken = BySeat::default();
                let settled =
                    solve_play(decision_solver.solver, rules, &hand, &position, taken, preferences)?;
                return Ok(DecisionResult { decisions, hand, settled });
            }
            NextStep::Unplayed(hand) => {
                let settled = settle_unplayed(rules, &hand)?;
                return Ok(DecisionResult { decisions, hand, settled });
            }
        }
    }
}

/// The gain of each seat from a contract; faster than [`solve_decisions`], which also computes the tricks.
///
/// # Errors
/// If a fact is missing, or the rules have no price for the contract.
pub fn contract_gains(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
) -> Result<Gains, QuestionError> {
    check_facts(situation)?;
    let (mut decision_solver, root) =
        DecisionSolver::new(solver, situation, model.into(), SolveDepth::Bounds)?;
    decision_solver.gains(root.id).map_err(QuestionError::from)
}

/// Estimates the result of [`contract_gains`] without solving any play for the gains of all seats. The estimate is
/// exact where exact gains are found as fast as bounds.
///
/// # Errors
/// If a fact is missing, or the rules have no price for the contract.
pub fn estimate_gains(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
) -> Result<GainEstimate, QuestionError> {
    check_facts(situation)?;
    let mut graph = Graph::<Leaf>::default();
    let root = Tree::lay_out(solver, &mut graph, situation, model.into(), SolveDepth::Bounds)?;
    Ok(graph.choices.estimate(root.id).clone())
}

/// Valid only for contracts that pay by made or failed alone.
pub(crate) fn gains_by_result(
    made: bool,
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
) -> Result<Gains, QuestionError> {
    check_facts(situation)?;
    let (mut decision_solver, root) =
        DecisionSolver::new(solver, situation, model.into(), SolveDepth::Result(made))?;
    decision_solver.gains(root.id).map_err(QuestionError::from)
}

/// [`contract_gains`] in the model `tricks`, if the declarer takes `tricks`. The contract must count tricks.
pub(crate) fn gains_by_tricks(
    tricks: u8,
    solver: &mut Solver,
    situation: &Situation,
) -> Result<Gains, QuestionError> {
    check_facts(situation)?;
    let (mut decision_solver, root) =
        DecisionSolver::new(solver, situation, Model::Tricks.into(), SolveDepth::Tricks(tricks))?;
    decision_solver.gains(root.id).map_err(QuestionError::from)
}

/// The decisions that lead to the hand of the situation, with the cost of each. If the situation does not have them in
/// their order and several paths lead to the hand, the first is returned; `None` if no path leads to it under these
/// rules.
///
/// # Errors
/// If a fact is missing, or the rules have no price for the contract.
pub fn path_to_hand(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
) -> Result<Option<DecisionPath>, QuestionError> {
    let target = situation.hand();
    let before = situation.clone().with_decisions(without_decisions(&target.decisions));
    check_facts(&before)?;
    let (mut decision_solver, mut node) =
        DecisionSolver::new(solver, &before, model.into(), SolveDepth::Bounds)?;
    let declarer = decision_solver.declarer;
    // Without an order of the choices the first path to the same decisions serves.
    let known = situation.choices().and_then(|choices| node.path_of_choices(choices));
    let Some(choices) = known.or_else(|| node.path_to_hand(&target.decisions, declarer)) else {
        return Ok(None);
    };
    let mut path = DecisionPath::new();
    for done in choices {
        let NextStep::Decision(seat, mut options) = node.then else {
            unreachable!("each choice of the path is made at a decision")
        };
        let decision = decision_solver.decision(seat, &options)?;
        let mut utility = |choice| decision_solver.utility(seat, &options, choice);
        let most = utility(decision.best)?;
        let lost = most - utility(done)?;
        let mut best = Vec::new();
        for &(choice, _) in &options {
            if utility(choice)? == most {
                best.push(choice);
            }
        }
        let next = options.iter().position(|&(choice, _)| choice == done).expect("one of the options");
        node = options.swap_remove(next).1;
        path.push(PastDecision { decision, best_choices: best, choice: done, cost: lost });
    }
    Ok(Some(path))
}

/// What the table adds to the hand, before any decision.
pub(crate) fn without_decisions(hand: &HandDecisions) -> HandDecisions {
    HandDecisions {
        talon: hand.talon,
        pot: hand.pot,
        limit: hand.limit,
        refa: hand.refa,
        progression: hand.progression,
        four: hand.four,
        dealer: hand.dealer,
        offer: hand.offer,
        other_offers: hand.other_offers,
        ..HandDecisions::default()
    }
}

fn check_facts(situation: &Situation) -> Result<(), QuestionError> {
    situation.declaration()?;
    situation.deal_in_play().map(|_| ())
}

struct DecisionSolver<'a> {
    solver: &'a mut Solver,
    situation: &'a Situation,
    preferences: Preferences,
    declarer: Seat,
    graph: Graph<Leaf>,
}

impl<'a> DecisionSolver<'a> {
    fn new(
        solver: &'a mut Solver,
        situation: &'a Situation,
        preferences: Preferences,
        depth: SolveDepth,
    ) -> Result<(DecisionSolver<'a>, Node), SettlementError> {
        let mut graph = Graph::default();
        // Bounds help only if there is a decision, so the graph is first laid out without them. In the model `tricks`
        // only the declarer decides; there the estimates are exact gains, which are found as fast as bounds.
        let exact = preferences.model == Model::Tricks;
        let first = if depth == SolveDepth::Bounds && !exact { SolveDepth::Prices } else { depth };
        let mut root = Tree::lay_out(solver, &mut graph, situation, preferences, first)?;
        if first != depth && matches!(root.then, NextStep::Decision(..)) {
            root = Tree::lay_out(solver, &mut graph, situation, preferences, depth)?;
        }
        let declarer = situation.declaration_if_any().expect("the situation has a contract").declarer;
        Ok((DecisionSolver { solver, situation, preferences, declarer, graph }, root))
    }

    fn gains(&mut self, node: NodeId) -> Result<Gains, SettlementError> {
        self.graph.gains(self.solver, self.situation.rules(), self.preferences, node)
    }

    fn utility(
        &mut self,
        seat: Seat,
        options: &[(Choice, Node)],
        wanted_choice: Choice,
    ) -> Result<Amount, SettlementError> {
        let (_, node) =
            options.iter().find(|&&(choice, _)| choice == wanted_choice).expect("one of the options");
        let gains = self.gains(node.id)?;
        Ok(self.preferences.model.utility(seat, Some(self.declarer), &gains)[0])
    }

    fn decision(&mut self, seat: Seat, options: &[(Choice, Node)]) -> Result<Decision, SettlementError> {
        let mut choice_gains = Vec::new();
        let mut best: Option<(Choice, Utility)> = None;
        for &(choice, Node { id, .. }) in options {
            let gains = self.gains(id)?;
            choice_gains.push((choice, gains.seats[seat]));
            let utility = self.preferences.model.utility(seat, Some(self.declarer), &gains);
            if best.is_none_or(|(_, best)| utility > best) {
                best = Some((choice, utility));
            }
        }
        let (best, _) = best.expect("a decision has choices");
        Ok(Decision { seat, best, gains: choice_gains })
    }
}
