//! The value of each contract to each declarer, with the talon and from the hand.
use std::collections::HashMap;

use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::gains::bounded_graph::NodeId;
use crate::gains::decisions::{Graph, Leaf, SolveDepth, Tree};
use crate::gains::objective::Objective;
use crate::gains::payoffs::{GainEstimate, Model};
use crate::outcomes::discards::{best_by_tricks, rank_discards, winning_discards};
use crate::outcomes::outcome::Outcome;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::{Gains, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::DiscardCount;
use crate::situation::play::Play;

/// Options of the questions `par` and `review`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParOptions {
    /// Model of the players' decisions and play.
    pub model: Model,
    /// For each contract, the number of discards, the best in tricks, whose gains are solved. In the model `tricks`
    /// only the best is solved in an auction, and this number affects only the review of the discard.
    pub discards: usize,
}

impl Default for ParOptions {
    fn default() -> ParOptions {
        ParOptions { model: Model::Selfish, discards: DiscardCount::DEFAULT }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ContractValue {
    pub(crate) declaration: Declaration,
    /// `None` if the contract is played from the hand.
    pub(crate) discard: Option<Cards>,
    /// Against best defence.
    pub(crate) outcome: Outcome,
    pub(crate) gains: Gains,
}

/// The outcomes of one declarer in tricks, either with the talon or from the hand.
#[derive(Clone, Debug)]
pub(crate) struct ContractOutcomes {
    declarer: Seat,
    from_hand: bool,
    /// Each contract with its outcome and a discard that leads to it; no discard from the hand.
    contracts: Vec<(Contract, Outcome, Option<Cards>)>,
}

pub(crate) fn all_contract_outcomes(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
) -> Vec<ContractOutcomes> {
    let parts = [false, true].into_iter().flat_map(|hand| Seat::ALL.map(|seat| (seat, hand)));
    parts.map(|(seat, from_hand)| contract_outcomes(solver, rules, deal, seat, from_hand)).collect()
}

/// The outcomes in tricks. If a misère fails, the number of its tricks is not solved.
pub(crate) fn contract_outcomes(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declarer: Seat,
    from_hand: bool,
) -> ContractOutcomes {
    let mut contracts: Vec<(Contract, Outcome, Option<Cards>)> = Vec::new();
    for contract in rules.all_announceable() {
        let declaration = Declaration { contract, declarer, from_hand };
        // Contracts that are played alike have the same tricks.
        let like = contracts.iter().find(|(other, ..)| other.played_as() == contract.played_as());
        let (outcome, discard) = match like {
            Some(&(_, outcome, discard)) => (outcome_by_target(rules, declaration, outcome), discard),
            None if from_hand => {
                let play = Play::from_deal(rules, deal, declaration);
                let fails = contract.is_misere() && !play.is_made(solver);
                let failing = Outcome { tricks: None, made: false };
                (if fails { failing } else { play.outcome(solver) }, None)
            }
            None => {
                let (discard, outcome) = best_by_tricks(solver, rules, deal, declaration, false);
                (outcome, Some(discard))
            }
        };
        contracts.push((contract, outcome, discard));
    }
    ContractOutcomes { declarer, from_hand, contracts }
}

impl ContractOutcomes {
    pub(crate) fn outcomes(&self) -> impl Iterator<Item = (Declaration, Outcome)> {
        let ContractOutcomes { declarer, from_hand, .. } = *self;
        self.contracts
            .iter()
            .map(move |&(contract, outcome, _)| (Declaration { contract, declarer, from_hand }, outcome))
    }
}

fn outcome_by_target(rules: &Variant, declaration: Declaration, outcome: Outcome) -> Outcome {
    // Contracts that are played alike have the same tricks, but may have another target.
    let target = rules.target(declaration.contract, declaration.from_hand);
    let made = outcome.tricks.and_then(|tricks| target.is_made_by(tricks));
    Outcome { made: made.unwrap_or(outcome.made), ..outcome }
}

#[derive(Clone, Debug)]
pub(super) enum UnsolvedContract {
    /// A contract with the talon whose discards are not yet compared, or a contract from the hand.
    Contract(Declaration),
    /// The choice among the discards after which a misère fails, although it can be made after others.
    Failing(Declaration),
    /// The play of a hand.
    Leaf(Leaf),
}

/// A part of a graph that may hold other choices.
pub(super) struct ContractGraph<'a, L> {
    situation: &'a Situation,
    deal: Deal,
    options: ParOptions,
    contract_outcomes: &'a [ContractOutcomes],
    pub(super) graph: Graph<L>,
    nodes: HashMap<Declaration, NodeId>,
    /// They hold for any discard.
    estimates: HashMap<(Declaration, SolveDepth), GainEstimate>,
    /// Best in tricks, by declarer and by [`Contract::played_as`].
    candidates: HashMap<(Seat, Contract), Vec<(Cards, Outcome)>>,
    /// For each node at which the decisions of a contract begin.
    contract_starts: HashMap<NodeId, (Declaration, Option<Cards>, Outcome)>,
}

impl<'a, L: From<UnsolvedContract> + From<Leaf>> ContractGraph<'a, L> {
    pub(super) fn new(
        situation: &'a Situation,
        options: ParOptions,
        contract_outcomes: &'a [ContractOutcomes],
    ) -> Result<ContractGraph<'a, L>, QuestionError> {
        let deal = situation.deal()?;
        let (nodes, estimates) = (HashMap::new(), HashMap::new());
        let (candidates, contract_starts) = (HashMap::new(), HashMap::new());
        let graph = Graph::default();
        Ok(ContractGraph {
            situation,
            deal,
            options,
            contract_outcomes,
            graph,
            nodes,
            estimates,
            candidates,
            contract_starts,
        })
    }

    /// `None` if none of the contracts `allowed` can be played.
    pub(super) fn add_choice(
        &mut self,
        solver: &mut Solver,
        declarer: Seat,
        from_hand: &[bool],
        allowed: &[Contract],
    ) -> Result<Option<NodeId>, SettlementError> {
        let values = self.contract_outcomes.iter();
        let values =
            values.filter(|values| values.declarer == declarer && from_hand.contains(&values.from_hand));
        let outcomes = values.flat_map(ContractOutcomes::outcomes);
        let declarations: Vec<Declaration> = outcomes.map(|(declaration, _)| declaration).collect();
        let mut options = Vec::new();
        for declaration in
            declarations.into_iter().filter(|declaration| allowed.contains(&declaration.contract))
        {
            options.push(self.add_contract(solver, declaration)?);
        }
        let objective = self.objective(declarer);
        Ok((!options.is_empty()).then(|| self.graph.choices.add_choice(objective, options)))
    }

    fn objective(&self, declarer: Seat) -> Objective {
        Objective::Utility { seat: declarer, declarer, model: self.options.model }
    }

    /// All declarations, with the talon and from the hand.
    pub(super) fn declarations(&self) -> impl Iterator<Item = Declaration> + use<'a, L> {
        self.contract_outcomes.iter().flat_map(|values| values.outcomes().map(|(declaration, _)| declaration))
    }

    pub(super) fn add_contract(
        &mut self,
        solver: &mut Solver,
        declaration: Declaration,
    ) -> Result<NodeId, SettlementError> {
        if let Some(&node) = self.nodes.get(&declaration) {
            return Ok(node);
        }
        let fails = declaration.contract.is_misere() && !self.best_outcome(declaration).0.made;
        let node = if self.options.model == Model::Tricks && !fails {
            // The discard that is best in tricks is known already.
            let options = self.add_discards(solver, declaration, false)?;
            self.graph.choices.add_choice(self.objective(declaration.declarer), options)
        } else {
            let estimate = self.estimate_contract(
                solver,
                declaration,
                if fails { SolveDepth::Fails } else { SolveDepth::Prices },
            )?;
            self.graph.choices.add_unsolved_leaf(estimate, UnsolvedContract::Contract(declaration).into())
        };
        self.nodes.insert(declaration, node);
        Ok(node)
    }

    fn best_outcome(&self, declaration: Declaration) -> (Outcome, Option<Cards>) {
        let Declaration { contract, declarer, from_hand } = declaration;
        let values = self.contract_outcomes.iter();
        let values = values.filter(|values| (values.declarer, values.from_hand) == (declarer, from_hand));
        let best = values.flat_map(|values| &values.contracts).find(|(other, ..)| *other == contract);
        best.map_or((Outcome { tricks: None, made: true }, None), |&(_, outcome, discard)| (outcome, discard))
    }

    /// They hold for any discard.
    pub(super) fn estimate_contract(
        &mut self,
        solver: &mut Solver,
        declaration: Declaration,
        depth: SolveDepth,
    ) -> Result<GainEstimate, SettlementError> {
        if let Some(estimate) = self.estimates.get(&(declaration, depth)) {
            return Ok(estimate.clone());
        }
        let (deal, preferences) = (self.deal, self.options.model.into());
        let declared = self.situation.clone().with_declaration(declaration);
        let mut situations = Vec::new();
        if declaration.from_hand {
            situations.push(declared);
        } else {
            // The discard affects these bounds only by the aces it contains: whether the declarer keeps all
            // four. So at most two discards are estimated.
            let twelve = self.situation.rules().discards_from(&deal, declaration.declarer);
            let (aces, others) = (twelve & Cards::ACES, twelve - Cards::ACES);
            let two = |cards: &mut dyn Iterator<Item = Card>| cards.take(2).collect::<Cards>();
            situations.push(declared.clone().with_discard(two(&mut others.iter())));
            let all_four = (Cards::ACES - deal.hand(declaration.declarer) - deal.talon()).is_empty();
            if all_four && !aces.is_empty() {
                situations.push(declared.with_discard(two(&mut aces.iter().chain(others.iter()))));
            }
        }
        let mut estimates = Vec::new();
        for situation in situations {
            let node = Tree::lay_out(solver, &mut self.graph, &situation, preferences, depth)?;
            estimates.push(self.graph.choices.estimate(node.id).clone());
        }
        let estimate = estimates
            .into_iter()
            .reduce(|one, other| one.union(&other))
            .expect("at least one outcome was estimated");
        self.estimates.insert((declaration, depth), estimate.clone());
        Ok(estimate)
    }

    /// Or replaces it by the choice among its discards.
    pub(super) fn solve_leaf(
        &mut self,
        solver: &mut Solver,
        node: NodeId,
        contract: UnsolvedContract,
    ) -> Result<(), SettlementError> {
        let (declaration, failing) = match contract {
            UnsolvedContract::Contract(declaration) => (declaration, false),
            UnsolvedContract::Failing(declaration) => (declaration, true),
            UnsolvedContract::Leaf(hand) => {
                let gains = hand.gains(solver, self.situation.rules(), self.options.model.into())?;
                self.graph.choices.set_gains(node, gains);
                return Ok(());
            }
        };
        let options = self.add_discards(solver, declaration, failing)?;
        self.graph.choices.replace_by_choice(node, self.objective(declaration.declarer), options);
        Ok(())
    }

    /// The first node of each candidate: if `failing`, the discards after which a misère that can be made fails.
    fn add_discards(
        &mut self,
        solver: &mut Solver,
        declaration: Declaration,
        failing: bool,
    ) -> Result<Vec<NodeId>, SettlementError> {
        let (candidates, rest) = match failing {
            true => (self.failing_discards(solver, declaration), false),
            false => self.candidate_discards(solver, declaration),
        };
        let (rules, preferences) = (self.situation.rules(), self.options.model.into());
        let declared = self.situation.clone().with_declaration(declaration);
        let mut nodes = Vec::new();
        for (discard, outcome) in candidates {
            let after_discard = match discard {
                Some(discard) => declared.clone().with_discard(discard),
                None => declared.clone(),
            };
            let node =
                Tree::lay_out(solver, &mut self.graph, &after_discard, preferences, SolveDepth::Bounds)?;
            self.contract_starts
                .insert(node.id, (declaration, discard, outcome_by_target(rules, declaration, outcome)));
            nodes.push(node.id);
        }
        // Discards after which the misère fails are solved only if this leaf may be chosen.
        if rest {
            let estimate = self.estimate_contract(solver, declaration, SolveDepth::Fails)?;
            nodes.push(
                self.graph.choices.add_unsolved_leaf(estimate, UnsolvedContract::Failing(declaration).into()),
            );
        }
        Ok(nodes)
    }

    /// For a misère that can be made only discards after which it is made. The flag says whether those after which it
    /// fails must be considered too: if there are any, and fewer than [`ParOptions::discards`] make it.
    fn candidate_discards(
        &mut self,
        solver: &mut Solver,
        declaration: Declaration,
    ) -> (Vec<(Option<Cards>, Outcome)>, bool) {
        let (rules, deal, ParOptions { model, discards }) =
            (self.situation.rules(), &self.deal, self.options);
        let Declaration { contract, from_hand, .. } = declaration;
        let (outcome, discard) = self.best_outcome(declaration);
        let fails = contract.is_misere() && !outcome.made;
        if from_hand {
            let play = Play::from_deal(rules, deal, declaration);
            return (vec![(None, if fails { play.outcome(solver) } else { outcome })], false);
        }
        if model == Model::Tricks {
            if !fails {
                return (vec![(discard, outcome)], false);
            }
            let (discard, outcome) = best_by_tricks(solver, rules, deal, declaration, true);
            return (vec![(Some(discard), outcome)], false);
        }
        if contract.is_misere() && !fails {
            let (made, fewer) = winning_discards(solver, rules, deal, declaration, discards);
            return (made.into_iter().map(|cards| (Some(cards), outcome)).collect(), fewer);
        }
        (self.best_discards_in_tricks(solver, declaration), false)
    }

    fn failing_discards(
        &mut self,
        solver: &mut Solver,
        declaration: Declaration,
    ) -> Vec<(Option<Cards>, Outcome)> {
        self.best_discards_in_tricks(solver, declaration)
            .into_iter()
            .filter(|(_, outcome)| !outcome.made)
            .collect()
    }

    fn best_discards_in_tricks(
        &mut self,
        solver: &mut Solver,
        declaration: Declaration,
    ) -> Vec<(Option<Cards>, Outcome)> {
        let (rules, deal, discards) = (self.situation.rules(), &self.deal, self.options.discards);
        let Declaration { contract, declarer, .. } = declaration;
        let candidates = self.candidates.entry((declarer, contract.played_as()));
        let find = || rank_discards(solver, rules, deal, declaration, discards);
        candidates.or_insert_with(find).iter().map(|&(cards, outcome)| (Some(cards), outcome)).collect()
    }

    pub(super) fn is_contract_start(&self, node: NodeId) -> bool {
        self.contract_starts.contains_key(&node)
    }

    /// `None` if the decisions of no contract begin here, or the gains are not known.
    pub(super) fn contract_value(&self, node: NodeId) -> Option<ContractValue> {
        let &(declaration, discard, outcome) = self.contract_starts.get(&node)?;
        match self.graph.choices.estimate(node) {
            GainEstimate::Exact(gains) => {
                Some(ContractValue { declaration, discard, outcome, gains: gains.clone() })
            }
            GainEstimate::Bounds(_) => None,
        }
    }

    pub(super) fn best_discards(&self, declarer: Seat, allowed: &[Contract]) -> Vec<Cards> {
        let declarations =
            allowed.iter().map(|&contract| Declaration { contract, declarer, from_hand: false });
        declarations.filter_map(|declaration| self.best_outcome(declaration).1).collect()
    }
}
