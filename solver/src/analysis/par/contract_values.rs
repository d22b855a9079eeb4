//! The values of the contracts of each declarer, with the talon and without.

use std::collections::HashMap;

use crate::analysis::contracts::Outcome;
use crate::analysis::discard::{best_by_tricks, best_in_tricks, is_made_after};
use crate::analysis::game::bounded_graph::NodeId;
use crate::analysis::game::decisions::{Depth, Graph, Leaf, Tree};
use crate::analysis::game::payoffs::{GainEstimate, Model};
use crate::analysis::game::wish::Wish;
use crate::analysis::talon::DISCARDS;
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::{Gains, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::Play;

/// Options of the questions `par` and `review`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParOptions {
    /// Model of everybody's decisions and play.
    pub model: Model,
    /// Number of discards of a contract whose gain is found, those with the best tricks; without effect where only the
    /// tricks for the declarer count.
    pub discards: usize,
}

impl Default for ParOptions {
    fn default() -> ParOptions {
        ParOptions { model: Model::Selfish, discards: DISCARDS }
    }
}

/// Value of a contract to one declarer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct ContractValue {
    /// The contract and its declarer, with the talon or without.
    pub(in crate::analysis) game: Declaration,
    /// The declarer's discard for it, with the talon.
    pub(in crate::analysis) discard: Option<Cards>,
    /// The outcome that the declarer is sure of.
    pub(in crate::analysis) outcome: Outcome,
    /// The gains of everybody.
    pub(in crate::analysis) gains: Gains,
}

/// The outcomes in tricks of one declarer's contracts, with the talon or without.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct ContractValues {
    declarer: Seat,
    from_hand: bool,
    /// The best outcome of each contract, and a discard for it.
    contracts: Vec<(Contract, Outcome, Option<Cards>)>,
}

/// Solves the outcomes in tricks of all declarers, with the talon and without.
pub(in crate::analysis) fn all_contract_values(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
) -> Vec<ContractValues> {
    let parts = [false, true].into_iter().flat_map(|hand| Seat::ALL.map(|seat| (seat, hand)));
    parts.map(|(seat, from_hand)| contract_values(solver, rules, deal, (seat, from_hand))).collect()
}

/// Solves the outcomes in tricks of one declarer, with the talon or without. For a misère that fails the
/// tricks are not solved.
pub(in crate::analysis) fn contract_values(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    (declarer, from_hand): (Seat, bool),
) -> ContractValues {
    let mut contracts: Vec<(Contract, Outcome, Option<Cards>)> = Vec::new();
    for contract in rules.all_announceable() {
        let game = Declaration { contract, declarer, from_hand };
        // Contracts that are played alike have the same tricks.
        let like = contracts.iter().find(|(known, ..)| known.played_as() == contract.played_as());
        let (outcome, discard) = match like {
            Some(&(_, outcome, discard)) => (judged(rules, game, outcome), discard),
            None if from_hand => {
                let play = Play::from_deal(rules, deal, game);
                let fails = contract.is_misere() && !play.made(solver);
                let failing = Outcome { tricks: None, made: false };
                (if fails { failing } else { play.outcome(solver) }, None)
            }
            None => {
                let (discard, outcome) = best_by_tricks(solver, rules, deal, game, false);
                (outcome, Some(discard))
            }
        };
        contracts.push((contract, outcome, discard));
    }
    ContractValues { declarer, from_hand, contracts }
}

impl ContractValues {
    /// Iterates over the contracts with their best outcomes.
    pub(in crate::analysis) fn outcomes(&self) -> impl Iterator<Item = (Declaration, Outcome)> {
        let ContractValues { declarer, from_hand, .. } = *self;
        self.contracts
            .iter()
            .map(move |&(contract, outcome, _)| (Declaration { contract, declarer, from_hand }, outcome))
    }
}

/// Returns the outcome of a contract that is played like another.
fn judged(rules: &Variant, game: Declaration, outcome: Outcome) -> Outcome {
    let target = rules.target(game.contract, game.from_hand);
    let made = outcome.tricks.and_then(|tricks| target.is_made_by(tricks));
    Outcome { made: made.unwrap_or(outcome.made), ..outcome }
}

/// The unsolved parts of a contract.
#[derive(Clone, Debug)]
pub(super) enum Open {
    /// The discard for a contract, or the hand played without one.
    Contract(Declaration),
    /// The discard for a misère that fails after it.
    Failing(Declaration),
    /// The play of a hand.
    Leaf(Leaf),
}

/// The contracts of all declarers and their discards, in a graph with other choices.
pub(super) struct Contracts<'a, L> {
    situation: &'a Situation,
    deal: Deal,
    options: ParOptions,
    contract_values: &'a [ContractValues],
    pub(super) graph: Graph<L>,
    places: HashMap<Declaration, NodeId>,
    /// Bounds on the gains of contracts, for any discard.
    priced: HashMap<(Declaration, Depth), GainEstimate>,
    /// The candidate discards for a contract that is played like this one.
    weighed: HashMap<(Seat, Contract), Vec<(Cards, Outcome)>>,
    /// The discard with which a hand begins at a node, and its outcome.
    laid: HashMap<NodeId, (Declaration, Option<Cards>, Outcome)>,
}

impl<'a, L: From<Open> + From<Leaf>> Contracts<'a, L> {
    pub(super) fn new(
        situation: &'a Situation,
        options: ParOptions,
        contract_values: &'a [ContractValues],
    ) -> Result<Contracts<'a, L>, QuestionError> {
        let deal = situation.deal()?;
        let (places, priced) = (HashMap::new(), HashMap::new());
        let (weighed, laid) = (HashMap::new(), HashMap::new());
        let graph = Graph::default();
        Ok(Contracts { situation, deal, options, contract_values, graph, places, priced, weighed, laid })
    }

    /// Returns the node of the declarer's choice among these contracts; `None` if none of them can be played.
    pub(super) fn choice(
        &mut self,
        solver: &mut Solver,
        declarer: Seat,
        from_hand: &[bool],
        may: &[Contract],
    ) -> Result<Option<NodeId>, SettlementError> {
        let own = |of: &&ContractValues| of.declarer == declarer && from_hand.contains(&of.from_hand);
        let of = self.contract_values.iter().filter(own);
        let games: Vec<Declaration> = of.flat_map(ContractValues::outcomes).map(|(game, _)| game).collect();
        let mut options = Vec::new();
        for game in games.into_iter().filter(|game| may.contains(&game.contract)) {
            options.push(self.place(solver, game)?);
        }
        let wish = self.wish(declarer);
        Ok((!options.is_empty()).then(|| self.graph.choices.choice(wish, options)))
    }

    fn wish(&self, declarer: Seat) -> Wish {
        Wish::Utility { seat: declarer, declarer, model: self.options.model }
    }

    /// Iterates over all contracts that some seat can play.
    pub(super) fn all(&self) -> impl Iterator<Item = Declaration> + use<'a, L> {
        self.contract_values.iter().flat_map(|of| of.outcomes().map(|(game, _)| game))
    }

    /// Returns the node of a contract in the graph, and adds it if it is new.
    pub(super) fn place(
        &mut self,
        solver: &mut Solver,
        game: Declaration,
    ) -> Result<NodeId, SettlementError> {
        if let Some(&known) = self.places.get(&game) {
            return Ok(known);
        }
        let fails = game.contract.is_misere() && !self.best(game).0.made;
        let place = if self.options.model == Model::Tricks && !fails {
            // Everything is known already.
            let options = self.laid(solver, game, false)?;
            self.graph.choices.choice(self.wish(game.declarer), options)
        } else {
            let known = self.priced(solver, game, if fails { Depth::Fails } else { Depth::Prices })?;
            self.graph.choices.end(known, Open::Contract(game).into())
        };
        self.places.insert(game, place);
        Ok(place)
    }

    /// Returns the best outcome of a contract in tricks, and a discard for it.
    fn best(&self, game: Declaration) -> (Outcome, Option<Cards>) {
        let of = |of: &&ContractValues| (of.declarer, of.from_hand) == (game.declarer, game.from_hand);
        let all = self.contract_values.iter().filter(of).flat_map(|of| &of.contracts);
        let found = all.into_iter().find(|(contract, ..)| *contract == game.contract);
        found
            .map_or((Outcome { tricks: None, made: true }, None), |&(_, outcome, discard)| (outcome, discard))
    }

    /// Returns bounds on the gains of a contract, for any discard.
    pub(super) fn priced(
        &mut self,
        solver: &mut Solver,
        game: Declaration,
        depth: Depth,
    ) -> Result<GainEstimate, SettlementError> {
        if let Some(known) = self.priced.get(&(game, depth)) {
            return Ok(known.clone());
        }
        let (deal, wishes) = (self.deal, self.options.model.into());
        let declared = self.situation.clone().with_declaration(game);
        let mut laid = Vec::new();
        if game.from_hand {
            laid.push(declared);
        } else {
            // The discard affects the bounds only by containing aces.
            let own = self.situation.rules().discards_from(&deal, game.declarer);
            let (aces, others) = (own & Cards::ACES, own - Cards::ACES);
            let two = |cards: &mut dyn Iterator<Item = Card>| cards.take(2).collect::<Cards>();
            laid.push(declared.clone().with_discard(two(&mut others.iter())));
            let all_four = (Cards::ACES - deal.hand(game.declarer) - deal.talon()).is_empty();
            if all_four && !aces.is_empty() {
                laid.push(declared.with_discard(two(&mut aces.iter().chain(others.iter()))));
            }
        }
        let mut all = Vec::new();
        for situation in laid {
            let node = Tree::lay_out(solver, &mut self.graph, &situation, wishes, depth)?;
            all.push(self.graph.choices.known(node.place).clone());
        }
        let known = all.into_iter().reduce(|one, other| one.or(&other)).expect("something was laid aside");
        self.priced.insert((game, depth), known.clone());
        Ok(known)
    }

    /// Solves the unsolved part at a node.
    pub(super) fn open(
        &mut self,
        solver: &mut Solver,
        place: NodeId,
        open: Open,
    ) -> Result<(), SettlementError> {
        let (game, failing) = match open {
            Open::Contract(game) => (game, false),
            Open::Failing(game) => (game, true),
            Open::Leaf(hand) => {
                let gains = hand.gains(solver, self.situation.rules(), self.options.model.into())?;
                self.graph.choices.found(place, gains);
                return Ok(());
            }
        };
        let options = self.laid(solver, game, failing)?;
        self.graph.choices.opens(place, self.wish(game.declarer), options);
        Ok(())
    }

    /// Returns the nodes at which the hands begin after the candidate discards for a contract; discards after
    /// which a misère fails that can be made only if `failing`.
    fn laid(
        &mut self,
        solver: &mut Solver,
        game: Declaration,
        failing: bool,
    ) -> Result<Vec<NodeId>, SettlementError> {
        let (weighed, rest) = match failing {
            true => (self.failing(solver, game), false),
            false => self.weighed(solver, game),
        };
        let (rules, wishes) = (self.situation.rules(), self.options.model.into());
        let declared = self.situation.clone().with_declaration(game);
        let mut places = Vec::new();
        for (discard, outcome) in weighed {
            let laid = match discard {
                Some(discard) => declared.clone().with_discard(discard),
                None => declared.clone(),
            };
            let node = Tree::lay_out(solver, &mut self.graph, &laid, wishes, Depth::Bounds)?;
            self.laid.insert(node.place, (game, discard, judged(rules, game, outcome)));
            places.push(node.place);
        }
        if rest {
            let known = self.priced(solver, game, Depth::Fails)?;
            places.push(self.graph.choices.end(known, Open::Failing(game).into()));
        }
        Ok(places)
    }

    /// Returns the candidate discards for a contract with their outcomes in tricks. For a misère that can be
    /// made these are only the discards after which it is made, and the flag says whether there are others.
    fn weighed(&mut self, solver: &mut Solver, game: Declaration) -> (Vec<(Option<Cards>, Outcome)>, bool) {
        let (rules, deal, ParOptions { model, discards }) =
            (self.situation.rules(), &self.deal, self.options);
        let Declaration { contract, from_hand, .. } = game;
        let (outcome, discard) = self.best(game);
        let fails = contract.is_misere() && !outcome.made;
        if from_hand {
            let play = Play::from_deal(rules, deal, game);
            return (vec![(None, if fails { play.outcome(solver) } else { outcome })], false);
        }
        if model == Model::Tricks {
            if !fails {
                return (vec![(discard, outcome)], false);
            }
            let (discard, outcome) = best_by_tricks(solver, rules, deal, game, true);
            return (vec![(Some(discard), outcome)], false);
        }
        if contract.is_misere() && !fails {
            let (made, fewer) = is_made_after(solver, rules, deal, game, discards);
            return (made.into_iter().map(|cards| (Some(cards), outcome)).collect(), fewer);
        }
        (self.best_in_tricks(solver, game), false)
    }

    /// Returns the candidate discards for a misère besides the ones after which it is made.
    fn failing(&mut self, solver: &mut Solver, game: Declaration) -> Vec<(Option<Cards>, Outcome)> {
        self.best_in_tricks(solver, game).into_iter().filter(|(_, outcome)| !outcome.made).collect()
    }

    fn best_in_tricks(&mut self, solver: &mut Solver, game: Declaration) -> Vec<(Option<Cards>, Outcome)> {
        let (rules, deal, discards) = (self.situation.rules(), &self.deal, self.options.discards);
        let Declaration { contract, declarer, .. } = game;
        let weighed = self.weighed.entry((declarer, contract.played_as()));
        let find = || best_in_tricks(solver, rules, deal, game, discards);
        weighed.or_insert_with(find).iter().map(|&(cards, outcome)| (Some(cards), outcome)).collect()
    }

    /// Checks whether a hand begins at this node.
    pub(super) fn lays(&self, place: NodeId) -> bool {
        self.laid.contains_key(&place)
    }

    /// Returns the contract played at this node with its value, if that is a hand with known gains.
    pub(super) fn worth(&self, place: NodeId) -> Option<ContractValue> {
        let &(game, discard, outcome) = self.laid.get(&place)?;
        match self.graph.choices.known(place) {
            GainEstimate::Exact(gains) => {
                Some(ContractValue { game, discard, outcome, gains: gains.clone() })
            }
            GainEstimate::Bounds(_) => None,
        }
    }

    /// Returns the discards that are best in tricks for these contracts.
    pub(super) fn best_discards(&self, declarer: Seat, may: &[Contract]) -> Vec<Cards> {
        let games = may.iter().map(|&contract| Declaration { contract, declarer, from_hand: false });
        games.filter_map(|game| self.best(game).1).collect()
    }
}
