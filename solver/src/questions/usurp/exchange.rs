//! Solver for the exchange: a bidder may take up the declarer's discards for a higher contract, then another bidder
//! that bidder's discards, and so on.
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::decoys::{Decoy, OverbidPayments};
use super::discards_by_result::DiscardsByResult;
use super::take_over::TakeOver;
use crate::cards::Cards;
use crate::deal::Deal;
use crate::gains::bounded_graph::NodeId;
use crate::gains::decisions::{Graph, Leaf, SolveDepth, Tree, gains_by_result};
use crate::gains::objective::Objective;
use crate::gains::payoffs::Model;
use crate::outcomes::discards::{DiscardKey, discard_key};
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, Gains, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::Play;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExchangeResult {
    /// The steps in which the talon or discards are taken up, in order.
    pub takings: Vec<TakeOver>,
    /// The contract that is finally played.
    pub declaration: Declaration,
    /// The cards as they are finally played; the talon holds the last discard.
    pub deal: Deal,
    /// The gain of each seat.
    pub gains: Gains,
}

/// A discard of the seat that won the auction, and what it gains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DiscardGains {
    /// The two cards that are laid aside.
    pub cards: Cards,
    /// The result of the exchange after this discard.
    pub exchanged: ExchangeResult,
    /// The contract that the declarer would announce if nobody could take the discard up, and its gains.
    pub uncontested: (Contract, Gains),
}

/// Options of the question `usurp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsurpOptions {
    /// Number of the declarer's bid.
    pub bid: u8,
    /// Seats that have bid, and may take up the cards that another seat lays aside; the declarer is one in any case.
    pub bidders: Seats,
    /// Model of the players' decisions and play.
    pub model: Model,
}

impl Default for UsurpOptions {
    fn default() -> UsurpOptions {
        UsurpOptions { bid: 1, bidders: Seats::ALL, model: Model::Selfish }
    }
}

/// Solves the exchange after each of these discards, if every seat that may take them up maximizes its own gain.
///
/// A seat takes discards up only if that gains it more than leaving them. Among contracts with equal gains the highest
/// is chosen, and for a contract the first discard in the order of [`DiscardsByResult`]. Taking discards up for a
/// contract that fails can also gain more: the seat would lose more as a defender, or the contract is a decoy.
pub(crate) fn solve_discards(
    solver: &mut Solver,
    cache: &mut ExchangeCache,
    situation: &Situation,
    options: &UsurpOptions,
    discards: &[Cards],
) -> Result<Vec<DiscardGains>, QuestionError> {
    let (deal, declarer) = (&situation.deal()?, situation.declarer()?);
    let mut exchange = Exchange::new(solver, cache, situation, options)?;
    let least = (options.bid + 1).max(situation.rules().bidding().usurp_from);
    discards
        .iter()
        .map(|&discard| {
            let after_discard = deal.exchange(declarer, discard);
            exchange.discard_key = discard_key(deal, declarer, discard);
            let others = options.bidders - Seats::from_seat(declarer);
            let mut exchanged =
                exchange.ask_seats(&after_discard, declarer, None, least, others, declarer)?;
            let takes = deal.talon();
            exchanged.takings.insert(0, TakeOver { seat: declarer, takes, discard, contract: None });
            let uncontested = exchange.end_exchange(&after_discard, declarer, None)?;
            Ok(DiscardGains {
                cards: discard,
                exchanged,
                uncontested: (uncontested.declaration.contract, uncontested.gains),
            })
        })
        .collect()
}

/// When others may take it up; ties go to the first.
#[must_use]
pub(crate) fn best_discard(declarer: Seat, discards: &[DiscardGains]) -> Option<&DiscardGains> {
    discards.iter().rev().max_by_key(|discarded| discarded.exchanged.gains.seats[declarer])
}

/// If nobody could take it up; ties go to the first.
#[must_use]
pub(crate) fn best_uncontested_discard(declarer: Seat, discards: &[DiscardGains]) -> Option<&DiscardGains> {
    discards.iter().rev().max_by_key(|discarded| discarded.uncontested.1.seats[declarer])
}

/// Reused for other bids and bidders in the same model.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExchangeCache {
    /// The payments of the contracts with which one bidder can outbid another.
    pays: Option<ContractPayments>,
    /// The discards of the seat once it has taken up the talon of the deal.
    made: HashMap<(Deal, Seat, Contract), Rc<RefCell<DiscardsByResult>>>,
    /// The contracts that a declarer can announce if nobody takes the discard up.
    graph: Graph<Leaf>,
    nodes: HashMap<(DiscardKey, Seat, Contract), NodeId>,
}

/// Indexed by declarer, by contract and by result (0 failed, 1 made).
type ContractPayments = Rc<BySeat<Vec<[Gains; 2]>>>;

struct Exchange<'a> {
    solver: &'a mut Solver,
    cache: &'a mut ExchangeCache,
    situation: &'a Situation,
    rules: &'a Variant,
    options: &'a UsurpOptions,
    /// The contracts with which one bidder can outbid another, with their values, the lowest first.
    overbids: Vec<(Contract, u8)>,
    pays: ContractPayments,
    /// A contract above the lowest one in `overbids`.
    can_pay_to_fail_higher: bool,
    /// For each contract in `overbids`, by the seat that plays it.
    decoys: BySeat<Rc<[Decoy]>>,
    /// The key of the discard that is being solved.
    discard_key: DiscardKey,
}

impl<'a> Exchange<'a> {
    fn new(
        solver: &'a mut Solver,
        cache: &'a mut ExchangeCache,
        situation: &'a Situation,
        options: &'a UsurpOptions,
    ) -> Result<Exchange<'a>, QuestionError> {
        let rules = situation.rules();
        let from = rules.bidding().usurp_from;
        let overbids = rules.announceable(Some(Call::Number(from)));
        let overbids: Vec<(Contract, u8)> =
            overbids.into_iter().filter_map(|contract| Some((contract, rules.value(contract)?))).collect();
        let pays = match &cache.pays {
            Some(pays) => Rc::clone(pays),
            None => {
                let mut pays = BySeat::<Vec<[Gains; 2]>>::default();
                for seat in Seat::ALL {
                    for &(contract, _) in &overbids {
                        let declaration = Declaration { contract, declarer: seat, from_hand: false };
                        let declared = situation.clone().with_declaration(declaration);
                        // These rules have one price for the contract if it is made, and one if it fails.
                        let mut gains = |made| gains_by_result(made, solver, &declared, options.model);
                        pays[seat].push([gains(false)?, gains(true)?]);
                    }
                }
                Rc::clone(cache.pays.insert(pays.into()))
            }
        };
        let can_pay_to_fail_higher = can_pay_to_fail_higher(&pays);
        let payments = OverbidPayments { overbids: &overbids, pays: &pays };
        let decoys = BySeat::from_fn(|seat| {
            let others = options.bidders - Seats::from_seat(seat);
            (0..overbids.len()).map(|n| payments.decoy(seat, n, others)).collect()
        });
        let discard_key = (Cards::NONE, false);
        Ok(Exchange {
            solver,
            cache,
            situation,
            rules,
            options,
            overbids,
            pays,
            can_pay_to_fail_higher,
            decoys,
            discard_key,
        })
    }

    /// Asks each of `asked_seats`, in turn from the left of the seat `from`, whether it takes up the discards of
    /// `holder`, the talon of `deal`, for a contract with a value of at least `least`. `announced` is the contract with
    /// which `holder` took cards up; `None` for the seat that won the auction.
    fn ask_seats(
        &mut self,
        deal: &Deal,
        holder: Seat,
        announced: Option<Contract>,
        least: u8,
        asked_seats: Seats,
        from: Seat,
    ) -> Result<ExchangeResult, QuestionError> {
        if asked_seats.is_empty() || self.overbids.last().is_none_or(|&(_, highest)| highest < least) {
            return self.end_exchange(deal, holder, announced);
        }
        let seat = asked_seats.next_after(from);
        let mut best =
            self.ask_seats(deal, holder, announced, least, asked_seats - Seats::from_seat(seat), seat)?;
        let ways: Vec<usize> = (0..self.overbids.len()).filter(|&n| self.overbids[n].1 >= least).collect();
        // No way of taking the discards up pays the seat more than making the best of these contracts.
        let most = ways.iter().map(|&n| self.pays[seat][n][1].seats[seat]).max();
        let others = self.options.bidders - Seats::from_seat(seat);
        if Some(best.gains.seats[seat]) >= most {
            return Ok(best);
        }
        let decoys = self.decoys[seat].clone();
        for &n in ways.iter().rev() {
            let (contract, value) = self.overbids[n];
            // If the contract is made, the seat gains at most `pays`. If it fails, the seat gains less,
            // unless the contract is a decoy.
            let pays = self.pays[seat][n][1].seats[seat];
            let no_more = decoys[n] == Decoy::Impossible && !self.can_pay_to_fail_higher;
            if no_more && best.gains.seats[seat] >= pays {
                continue;
            }
            let discards = self.discards_by_result(deal, seat, contract);
            for number in 0.. {
                let gain = best.gains.seats[seat];
                let after = discards.borrow_mut().nth_discard(self.solver, self.rules, number);
                let Some((discard, made)) = after else { break };
                let after_discard = deal.exchange(seat, discard);
                if !self.can_pay_to_fail_higher
                    && self.gains_no_more(gain, &after_discard, seat, n, made, others)
                    && !self.is_decoy(&decoys[n], &after_discard)
                {
                    continue;
                }
                let mut exchanged =
                    self.ask_seats(&after_discard, seat, Some(contract), value + 1, others, seat)?;
                if exchanged.gains.seats[seat] > gain {
                    let taking = TakeOver { seat, takes: deal.talon(), discard, contract: Some(contract) };
                    exchanged.takings.insert(0, taking);
                    best = exchanged;
                    let gain = best.gains.seats[seat];
                    if Some(gain) >= most {
                        return Ok(best);
                    }
                    if no_more && gain >= pays {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }

    /// `after_discard` has the discard as its talon.
    fn is_decoy(&mut self, decoy: &Decoy, after_discard: &Deal) -> bool {
        match decoy {
            Decoy::Impossible => false,
            Decoy::Possible => true,
            Decoy::IfSeatMakes(third, feared) => feared.iter().any(|&n| {
                let discards = self.discards_by_result(after_discard, *third, self.overbids[n].0);
                let first = discards.borrow_mut().nth_discard(self.solver, self.rules, 0);
                first.is_some_and(|(_, made)| made)
            }),
        }
    }

    /// Whether contract `n`, which `seat` makes or fails (`made`) after laying aside the talon of `after_discard`,
    /// gains `seat` no more than `gain`, unless it is a decoy. `others` may take these discards up.
    fn gains_no_more(
        &mut self,
        gain: Amount,
        after_discard: &Deal,
        seat: Seat,
        n: usize,
        made: bool,
        others: Seats,
    ) -> bool {
        if made {
            return gain >= self.pays[seat][n][1].seats[seat];
        }
        gain >= self.failing_bound(seat, n) || gain >= self.outbid_bound(after_discard, seat, n, others)
    }

    fn failing_bound(&self, seat: Seat, n: usize) -> Amount {
        // Either `seat` pays for the contract, or another seat outbids it with a contract that is made.
        let others = Seat::ALL.into_iter().filter(|&other| other != seat);
        let higher = (0..self.overbids.len()).filter(|&other| self.overbids[other].1 > self.overbids[n].1);
        let outbid = higher.flat_map(|n| others.clone().map(move |other| (other, n)));
        let outbid = outbid.map(|(other, n)| self.pays[other][n][1].seats[seat]);
        outbid
            .chain([self.pays[seat][n][0].seats[seat]])
            .max()
            .expect("the contract's own result is among them")
    }

    /// An upper bound on `seat`'s gain from contract `n` if it fails: another seat may already make a higher contract
    /// with its own ten cards. This contract, or a higher one, is then played against `seat`, regardless of the
    /// discards. Otherwise the bound is `failing_bound`.
    fn outbid_bound(&mut self, after_discard: &Deal, seat: Seat, n: usize, others: Seats) -> Amount {
        let mut bound = self.failing_bound(seat, n);
        for other in others {
            for higher in (n + 1..self.overbids.len()).rev() {
                let (contract, value) = self.overbids[higher];
                let declaration = Declaration { contract, declarer: other, from_hand: false };
                let pays = self.pays[other][higher][1].seats[seat];
                if value > self.overbids[n].1
                    && pays < bound
                    && Play::from_deal(self.rules, after_discard, declaration).is_made(self.solver)
                {
                    bound = pays;
                    break;
                }
            }
        }
        bound
    }

    fn discards_by_result(
        &mut self,
        deal: &Deal,
        seat: Seat,
        contract: Contract,
    ) -> Rc<RefCell<DiscardsByResult>> {
        // The list is shared and solved on demand.
        // An open contract is made by the same cards as the closed one.
        let contract = contract.played_as();
        let made = self.cache.made.entry((*deal, seat, contract));
        Rc::clone(
            made.or_insert_with(|| {
                RefCell::new(DiscardsByResult::new(self.rules, deal, seat, contract)).into()
            }),
        )
    }

    fn end_exchange(
        &mut self,
        deal: &Deal,
        holder: Seat,
        announced: Option<Contract>,
    ) -> Result<ExchangeResult, QuestionError> {
        // The seat that won the auction announces the contract that gains it most.
        let (contract, gains) = match announced {
            Some(contract) => (contract, self.solve_gains(deal, holder, contract)),
            None => self.best_announcement(deal, holder)?,
        };
        let declaration = Declaration { contract, declarer: holder, from_hand: false };
        Ok(ExchangeResult { takings: Vec::new(), declaration, deal: *deal, gains })
    }

    /// The contract is one of `overbids`.
    fn solve_gains(&mut self, deal: &Deal, holder: Seat, contract: Contract) -> Gains {
        let declaration = Declaration { contract, declarer: holder, from_hand: false };
        let made = Play::from_deal(self.rules, deal, declaration).is_made(self.solver);
        let n = self
            .overbids
            .iter()
            .position(|&(overbid, _)| overbid == contract)
            .expect("the contract is one of the overbids");
        self.pays[holder][n][usize::from(made)].clone()
    }

    fn best_announcement(&mut self, deal: &Deal, holder: Seat) -> Result<(Contract, Gains), QuestionError> {
        let (rules, UsurpOptions { bid, model, .. }) = (self.rules, *self.options);
        let contracts = rules.announceable(Some(Call::Number(bid)));
        if contracts.is_empty() {
            return Err(SettlementError::None { rules: rules.label().to_owned() }.into());
        }
        let mut nodes = Vec::new();
        for &contract in &contracts {
            let key = (self.discard_key, holder, contract);
            let node = match self.cache.nodes.get(&key) {
                Some(&node) => node,
                // The gains of a contract that can outbid others depend on its result alone.
                None if self.overbids.iter().any(|&(overbid, _)| overbid == contract) => {
                    let gains = self.solve_gains(deal, holder, contract);
                    self.cache.graph.choices.add_solved_leaf(gains)
                }
                None => {
                    let declaration = Declaration { contract, declarer: holder, from_hand: false };
                    let after_discard =
                        self.situation.clone().with_declaration(declaration).with_discard(deal.talon());
                    let graph = &mut self.cache.graph;
                    Tree::lay_out(self.solver, graph, &after_discard, model.into(), SolveDepth::Bounds)?.id
                }
            };
            self.cache.nodes.insert(key, node);
            nodes.push(node);
        }
        let graph = &mut self.cache.graph;
        let objective = Objective::Utility { seat: holder, declarer: holder, model };
        let choice = graph.choices.add_choice(objective, nodes.clone());
        let gains = graph.gains(self.solver, rules, model.into(), choice)?;
        let chosen = graph.choices.chosen_option(choice).expect("the choice is solved");
        let n = nodes.iter().position(|&node| node == chosen).expect("the chosen node is an option");
        Ok((contracts[n], gains))
    }
}

fn can_pay_to_fail_higher(pays: &BySeat<Vec<[Gains; 2]>>) -> bool {
    // It never pays if each seat gains at least as much by defending against the made contract that is worst for it
    // as by failing a contract above the lowest. A seat that leaves the discards is sure of the gain from that
    // defence, regardless of the others' choices.
    Seat::ALL.into_iter().any(|seat| {
        let failing = pays[seat].iter().skip(1).map(|pays| pays[0].seats[seat]).max();
        let others = Seat::ALL.into_iter().filter(|&other| other != seat);
        let made = others.flat_map(|other| &pays[other]).map(|pays| pays[1].seats[seat]).min();
        failing > made
    })
}

/// The solver for the exchange assumes it of every contract with which one bidder can outbid another.
#[must_use]
pub(crate) fn pays_by_result(rules: &Variant) -> bool {
    let settlement = rules.settlement();
    let each = settlement.each.as_ref();
    rules.announceable(Some(Call::Number(rules.bidding().usurp_from))).into_iter().all(|contract| {
        let priced = each.is_some_and(|each| each.prices.contains_key(&contract));
        priced && (contract.trump().is_none() || each.is_some_and(|each| each.over == 0))
    })
}

#[cfg(test)]
mod tests;
