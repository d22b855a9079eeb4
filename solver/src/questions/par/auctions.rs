//! All possible auctions of one deal, and what follows them, as one graph of choices.
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;

use super::auction_end::{AuctionEnd, AuctionResult};
use super::contract_values;
use super::contract_values::{ContractGraph, ContractOutcomes, ContractValue, ParOptions};
use super::leaf_pool::LeafPool;
use crate::auction::{Auction, AuctionKey, AuctionState};
use crate::cards::Cards;
use crate::gains::bounded_graph::NodeId;
use crate::gains::decisions::{Leaf, SolveDepth};
use crate::gains::expected_result;
use crate::gains::objective::Objective;
use crate::gains::payoffs::{GainBounds, GainEstimate, Payments, settle_unplayed};
use crate::questions::usurp;
use crate::questions::usurp::UsurpOptions;
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::rules::contract::Declaration;
use crate::rules::decisions::GiveUpRight;
use crate::search::Solver;
use crate::seat::{Seat, Seats};
use crate::settlement::{Amount, Gains, HandDecisions};
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::play::Play;
use crate::worker_pool::HelperQueue;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "under these rules a player can win the auction and have no contract to announce: [values] has none for the bid"
)]
struct NoAnnounceableContract;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "under these rules it can pay to offer up to {0} for the talon, but auctions are solved only with offers up to {1}"
)]
struct OfferTooHigh(i64, u32);

/// Each offer adds a level of recursion, and the stack of a thread holds some four thousand levels.
const MAX_OFFER: u32 = 1000;

/// The choices of the auction could not be followed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("under these rules the auction could not be followed to its end")]
struct UnfinishedAuction;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("under these rules no result of a passed-out deal has a payment")]
struct NoPassedOutPayment;

fn no_contract_error() -> QuestionError {
    QuestionError::new(ErrorCode::BadRules, "rules", NoAnnounceableContract)
}

/// The seat's highest gain as declarer minus the lower of 0 and its lowest gain in any contract, rounded up.
fn max_profitable_offer(seat: Seat, contract_bounds: &[(Seat, GainBounds)]) -> i64 {
    let declared = contract_bounds.iter().filter(|(declarer, _)| *declarer == seat);
    let best = declared.map(|(_, gains)| gains.upper[seat]).max().unwrap_or_default();
    let worst = contract_bounds.iter().map(|(_, gains)| gains.lower[seat]).min().unwrap_or_default();
    (best - worst.min(Amount::default())).ceil().to_integer()
}

#[derive(Clone, Debug)]
enum UnsolvedLeaf {
    /// A contract whose value is not solved.
    Contract(contract_values::UnsolvedContract),
    /// A contract with the talon, for which the declarer lays two cards aside that the other bidders may take up.
    Exchange { declarer: Seat, number: u8, bidders: Seats },
    /// The play after all have passed.
    Passed,
}

impl From<contract_values::UnsolvedContract> for UnsolvedLeaf {
    fn from(contract: contract_values::UnsolvedContract) -> UnsolvedLeaf {
        UnsolvedLeaf::Contract(contract)
    }
}

impl From<Leaf> for UnsolvedLeaf {
    fn from(leaf: Leaf) -> UnsolvedLeaf {
        UnsolvedLeaf::Contract(contract_values::UnsolvedContract::Leaf(leaf))
    }
}

/// The graph grows as auctions are queried.
pub(crate) struct Auctions<'a> {
    solver: &'a mut Solver,
    /// `None` if everything is solved on this thread.
    pool: Option<&'a LeafPool<'a>>,
    situation: &'a Situation,
    options: ParOptions,
    contracts: ContractGraph<'a, UnsolvedLeaf>,
    /// The largest offer that any seat can profit from, once computed.
    highest: Option<u32>,
    exchange_cache: usurp::ExchangeCache,
    nodes: HashMap<AuctionKey, NodeId, BuildHasherDefault<AHasher>>,
    /// The exchange by declarer, number of the bid, and seats that have bid.
    exchanges: HashMap<(Seat, u8, Seats), NodeId>,
    /// By solved node: the contract that is finally played, and whether an opponent has taken up discards.
    exchanged: HashMap<NodeId, (ContractValue, bool)>,
}

impl<'a> Auctions<'a> {
    pub(crate) fn new(
        solver: &'a mut Solver,
        pool: Option<&'a LeafPool<'a>>,
        situation: &'a Situation,
        options: ParOptions,
        contract_outcomes: &'a [ContractOutcomes],
    ) -> Result<Auctions<'a>, QuestionError> {
        let contracts = ContractGraph::new(situation, options, contract_outcomes)?;
        let exchange_cache = usurp::ExchangeCache::default();
        let (nodes, exchanges, exchanged) = (HashMap::default(), HashMap::new(), HashMap::new());
        let highest = None;
        Ok(Auctions {
            solver,
            pool,
            situation,
            options,
            contracts,
            highest,
            exchange_cache,
            nodes,
            exchanges,
            exchanged,
        })
    }

    pub(crate) fn solve_auction(&mut self, auction: &Auction) -> Result<AuctionResult, QuestionError> {
        let mut node = self.add_auction(auction)?;
        let gains = self.gains(node)?;
        let (mut calls, mut auction) = (Vec::new(), auction.clone());
        while let Some((call, next, next_node)) = self.next_call(&auction, node)? {
            calls.push((auction.to_call(), call));
            (auction, node) = (next, next_node);
        }
        // The gains of a node can be exact while the contract and the discard behind them are not yet known. So
        // solving continues until the chosen options are known down to the node where the decisions of a
        // contract begin, and that node is solved.
        loop {
            node = self.follow_choices(node);
            match self.contracts.graph.choices.take_unsolved_leaf_at(node) {
                Some(leaf) => self.solve_leaf(node, leaf)?,
                None => return Ok(AuctionResult { calls, end: self.auction_end(&auction, node)?, gains }),
            }
        }
    }

    fn follow_choices(&self, mut node: NodeId) -> NodeId {
        // The options are known as far as the node where the decisions of a contract begin.
        while !self.contracts.is_contract_start(node)
            && let Some(chosen) = self.contracts.graph.choices.chosen_option(node)
        {
            node = chosen;
        }
        node
    }

    fn next_call(
        &mut self,
        auction: &Auction,
        node: NodeId,
    ) -> Result<Option<(Call, Auction, NodeId)>, QuestionError> {
        if matches!(auction.state(), AuctionState::Declared { .. }) {
            return Ok(None);
        }
        let chosen = self.contracts.graph.choices.chosen_option(node);
        for (call, next) in self.allowed_calls(auction)? {
            let node = self.add_auction(&next)?;
            if Some(node) == chosen {
                return Ok(Some((call, next, node)));
            }
        }
        Ok(None)
    }

    /// `most` must be the highest gain that the seat to call can reach.
    pub(crate) fn calls_that_gain(
        &mut self,
        auction: &Auction,
        most: Amount,
    ) -> Result<Vec<Call>, QuestionError> {
        let seat = auction.to_call();
        let mut calls = Vec::new();
        for (call, next) in self.allowed_calls(auction)? {
            let node = self.add_auction(&next)?;
            // The bounds on the gain are narrowed until they show whether the gain reaches `most`.
            let good = loop {
                let bounds = self.contracts.graph.choices.estimate(node).bounds();
                if bounds.lower[seat] >= most || bounds.upper[seat] < most {
                    break bounds.lower[seat] >= most;
                }
                if !self.narrow_gains(node)? {
                    break false;
                }
            };
            if good {
                calls.push(call);
            }
        }
        Ok(calls)
    }

    fn gains(&mut self, node: NodeId) -> Result<Gains, QuestionError> {
        // The graph changes while it is solved, so the estimate is looked up again after each step.
        loop {
            if let GainEstimate::Exact(gains) = self.contracts.graph.choices.estimate(node) {
                return Ok(gains.clone());
            }
            assert!(self.narrow_gains(node)?, "an unsolved leaf is left, or all gains are exact");
        }
    }

    /// Narrows the bounds on the gains from this node on by solving one more leaf; `false` if no leaf could.
    ///
    /// Other threads, if there are any, solve the most promising hands. Some are begun before it is known whether they
    /// matter; most of these would have to be solved anyway (see docs/search.md).
    fn narrow_gains(&mut self, node: NodeId) -> Result<bool, QuestionError> {
        while self.pool.is_none_or(HelperQueue::has_room) {
            let Some((node, leaf)) = self.contracts.graph.choices.take_unsolved_leaf(node) else { break };
            match (self.pool, leaf) {
                (Some(pool), UnsolvedLeaf::Contract(contract_values::UnsolvedContract::Leaf(leaf))) => {
                    pool.submit((node, leaf));
                }
                (_, leaf) => {
                    self.solve_leaf(node, leaf)?;
                    return Ok(true);
                }
            }
        }
        let Some((node, gains)) = self.pool.and_then(HelperQueue::next_answer) else { return Ok(false) };
        self.contracts.graph.choices.set_gains(node, gains?);
        Ok(true)
    }

    fn solve_leaf(&mut self, node: NodeId, leaf: UnsolvedLeaf) -> Result<(), QuestionError> {
        let gains = match leaf {
            UnsolvedLeaf::Contract(contract) => {
                return Ok(self.contracts.solve_leaf(self.solver, node, contract)?);
            }
            UnsolvedLeaf::Exchange { declarer, number, bidders } => {
                let (value, usurped) = self.solve_exchange(declarer, number, bidders)?;
                let gains = value.gains.clone();
                self.exchanged.insert(node, (value, usurped));
                gains
            }
            UnsolvedLeaf::Passed => {
                let passed = self.situation.clone().with_all_passed();
                let (position, taken) = passed.passed_out_position()?;
                let tricks = expected_result::solve_all_passed(self.solver, &passed, &position, taken);
                self.situation.rules().settle(&passed.hand(), &tricks.into())?
            }
        };
        self.contracts.graph.choices.set_gains(node, gains);
        Ok(())
    }

    fn allowed_calls(&mut self, auction: &Auction) -> Result<Vec<(Call, Auction)>, QuestionError> {
        // Offers that no seat can profit from are left out.
        let mut calls = Vec::new();
        for call in auction.legal_calls() {
            let sums = match call {
                // A seat that may not call again needs an offer that no other seat overbids, so every sum is
                // tried.
                Call::Offer(sum) if auction.has_later_callers() => sum..=self.highest_offer()?,
                Call::Offer(sum) => sum..=sum.min(self.highest_offer()?),
                _ => 0..=0,
            };
            for sum in sums {
                let call = if matches!(call, Call::Offer(_)) { Call::Offer(sum) } else { call };
                let mut next = auction.clone();
                next.call_allowed(call);
                calls.push((call, next));
            }
        }
        Ok(calls)
    }

    fn highest_offer(&mut self) -> Result<u32, QuestionError> {
        // With a higher offer the declarer gains less than in any other course of the hand.
        if let Some(highest) = self.highest {
            return Ok(highest);
        }
        let mut contract_bounds = Vec::new();
        for declaration in self.contracts.declarations() {
            let node = self.contracts.add_contract(self.solver, declaration)?;
            if let Some((node, leaf)) = self.contracts.graph.choices.take_unsolved_leaf(node) {
                self.solve_leaf(node, leaf)?;
            }
            contract_bounds
                .push((declaration.declarer, self.contracts.graph.choices.estimate(node).bounds()));
        }
        let highest =
            Seat::ALL.into_iter().map(|seat| max_profitable_offer(seat, &contract_bounds)).max().unwrap_or(0);
        // A player who may call only once compares all sums, and for each of them all sums that the next
        // player may offer. The work grows with the square of the limit, so rules with a single call per player have
        // a lower limit.
        let most = if self.situation.rules().bidding().once { MAX_OFFER / 10 } else { MAX_OFFER };
        match u32::try_from(highest) {
            Ok(highest) if highest <= most => Ok(*self.highest.insert(highest)),
            // If every way to declare gains less than not declaring, no offer pays.
            Err(_) if highest < 0 => Ok(*self.highest.insert(0)),
            _ => Err(QuestionError::new(ErrorCode::BadRules, "rules", OfferTooHigh(highest, most))),
        }
    }

    fn add_auction(&mut self, auction: &Auction) -> Result<NodeId, QuestionError> {
        let state = auction.key();
        if let Some(&node) = self.nodes.get(&state) {
            return Ok(node);
        }
        let calls = self.allowed_calls(auction)?;
        let node = match auction.state() {
            AuctionState::Declared { declarer, bid, hand, may_play_from_hand } => {
                let from_hand = if may_play_from_hand { &[false, true][..] } else { &[hand] };
                self.add_declared(auction, declarer, bid, from_hand, !calls.is_empty())?
            }
            AuctionState::Passed(then) if calls.is_empty() => self.add_passed(then)?,
            AuctionState::Passed(_) | AuctionState::Open { .. } => {
                let options =
                    calls.iter().map(|(_, next)| self.add_auction(next)).collect::<Result<_, _>>()?;
                self.contracts.graph.choices.add_choice(Objective::Gain(auction.to_call()), options)
            }
        };
        self.nodes.insert(state, node);
        Ok(node)
    }

    fn add_declared(
        &mut self,
        auction: &Auction,
        declarer: Seat,
        bid: Call,
        from_hand: &[bool],
        can_be_usurped: bool,
    ) -> Result<NodeId, QuestionError> {
        if let (true, Call::Number(number)) = (can_be_usurped, bid)
            && usurp::pays_by_result(self.situation.rules())
        {
            return self.add_exchange(declarer, number, auction.seats_with_bids());
        }
        let mut node = self.add_contracts(declarer, Some(bid), from_hand)?;
        for (seat, &sum) in auction.offer_payments().iter().filter(|(_, sum)| **sum > 0) {
            node = self.contracts.graph.choices.add_payment(seat, Amount::from_integer(sum.into()), node);
        }
        Ok(node)
    }

    /// `from_hand` contains `true` for contracts from the hand, and `false` for contracts with the talon.
    fn add_contracts(
        &mut self,
        declarer: Seat,
        bid: Option<Call>,
        from_hand: &[bool],
    ) -> Result<NodeId, QuestionError> {
        let allowed = self.situation.rules().announceable(bid);
        self.contracts.add_choice(self.solver, declarer, from_hand, &allowed)?.ok_or_else(no_contract_error)
    }

    fn add_exchange(&mut self, declarer: Seat, number: u8, bidders: Seats) -> Result<NodeId, QuestionError> {
        // The contract that is finally played is one that the declarer may announce, or any contract with which one
        // bidder can outbid another.
        if let Some(&node) = self.exchanges.get(&(declarer, number, bidders)) {
            return Ok(node);
        }
        let rules = self.situation.rules();
        let announced = rules.announceable(Some(Call::Number(number)));
        let announceable = announced.into_iter().map(|contract| (declarer, contract));
        let over = rules.announceable(Some(Call::Number(rules.bidding().usurp_from)));
        let over = bidders.iter().flat_map(|seat| over.iter().map(move |&contract| (seat, contract)));
        let mut estimates = Vec::new();
        for (declarer, contract) in announceable.chain(over) {
            let declaration = Declaration { contract, declarer, from_hand: false };
            estimates.push(self.contracts.estimate_contract(self.solver, declaration, SolveDepth::Prices)?);
        }
        let estimate =
            estimates.into_iter().reduce(|one, other| one.union(&other)).ok_or_else(no_contract_error)?;
        let open = UnsolvedLeaf::Exchange { declarer, number, bidders };
        let node = self.contracts.graph.choices.add_unsolved_leaf(estimate, open);
        self.exchanges.insert((declarer, number, bidders), node);
        Ok(node)
    }

    fn solve_exchange(
        &mut self,
        declarer: Seat,
        number: u8,
        bidders: Seats,
    ) -> Result<(ContractValue, bool), QuestionError> {
        // Only some discards are candidates: for each contract that may be announced, a discard that is best in
        // tricks, and the discard that would gain most if nobody could take it up.
        let (rules, model) = (self.situation.rules(), self.options.model);
        let allowed = rules.announceable(Some(Call::Number(number)));
        let mut discards: Vec<Cards> = Vec::new();
        let uncontested_node = self.add_contracts(declarer, Some(Call::Number(number)), &[false])?;
        self.gains(uncontested_node)?;
        let uncontested_value = self.contracts.contract_value(self.follow_choices(uncontested_node));
        let uncontested_discard = uncontested_value.and_then(|value| value.discard);
        for discard in self.contracts.best_discards(declarer, &allowed).into_iter().chain(uncontested_discard)
        {
            if !discards.contains(&discard) {
                discards.push(discard);
            }
        }
        let situation = self.situation.clone().with_declarer(declarer);
        let options = UsurpOptions { bid: number, bidders, model };
        let discard_gains =
            usurp::solve_discards(self.solver, &mut self.exchange_cache, &situation, &options, &discards)?;
        let best = usurp::best_discard(declarer, &discard_gains).ok_or_else(no_contract_error)?;
        let exchanged = &best.exchanged;
        let outcome = Play::from_deal(rules, &exchanged.deal, exchanged.declaration).outcome(self.solver);
        let discard = Some(exchanged.deal.talon());
        let value = ContractValue {
            declaration: exchanged.declaration,
            discard,
            outcome,
            gains: exchanged.gains.clone(),
        };
        Ok((value, exchanged.takings.len() > 1))
    }

    fn add_passed(&mut self, then: AllPass) -> Result<NodeId, QuestionError> {
        let dealer = Seat::Rearhand;
        let rules = self.situation.rules();
        match then {
            AllPass::DealerPlays => self.add_contracts(dealer, None, &[false]),
            AllPass::DealerForced => {
                let plays = self.add_contracts(dealer, None, &[false])?;
                if rules.decisions().give_up == GiveUpRight::Never {
                    return Ok(plays);
                }
                // The contract of a dealer who gives up does not matter.
                let gave_up = HandDecisions { gave_up: true, ..self.situation.hand().decisions };
                let contract = rules.announceable(None).first().copied().ok_or_else(no_contract_error)?;
                let declaration = Declaration { contract, declarer: dealer, from_hand: false };
                let gains = settle_unplayed(rules, &gave_up.under(declaration))?.gains;
                let choices = &mut self.contracts.graph.choices;
                let given_up = choices.add_solved_leaf(gains);
                Ok(choices.add_choice(Objective::Gain(dealer), vec![plays, given_up]))
            }
            AllPass::Raspasovka => {
                let hand = self.situation.hand().decisions.under(None);
                let payments = Payments::new(rules, &hand)?;
                let any =
                    GainEstimate::from_alternatives(payments.outcomes(Seats::ALL).map(|(_, gains)| gains));
                Ok(self.contracts.graph.choices.add_unsolved_leaf(
                    any.ok_or_else(|| QuestionError::new(ErrorCode::BadRules, "rules", NoPassedOutPayment))?,
                    UnsolvedLeaf::Passed,
                ))
            }
            _ => Ok(self
                .contracts
                .graph
                .choices
                .add_solved_leaf(Gains::zero(self.situation.hand().decisions.four))),
        }
    }

    fn auction_end(&self, auction: &Auction, node: NodeId) -> Result<AuctionEnd, QuestionError> {
        let (bid, is_forced_dealer) = match auction.state() {
            AuctionState::Declared { bid, .. } => (Some(bid), false),
            AuctionState::Passed(AllPass::DealerPlays) => (None, false),
            AuctionState::Passed(AllPass::DealerForced) => (None, true),
            AuctionState::Passed(then) => return Ok(AuctionEnd::Passed(then)),
            AuctionState::Open { .. } => {
                return Err(QuestionError::new(ErrorCode::BadRules, "rules", UnfinishedAuction));
            }
        };
        if let Some((value, usurped)) = self.exchanged.get(&node) {
            return Ok(AuctionEnd::Played { bid, value: value.clone(), usurped: *usurped });
        }
        match self.contracts.contract_value(node) {
            Some(value) => Ok(AuctionEnd::Played { bid, value, usurped: false }),
            None if is_forced_dealer => Ok(AuctionEnd::GivenUp(Seat::Rearhand)),
            None => Err(no_contract_error()),
        }
    }
}
