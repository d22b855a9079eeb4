//! All auctions of one deal, with their consequences, as one graph of choices.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;

use super::auction_end::{Auctioned, End};
use super::contract_values::{self, ContractValue, ContractValues, Contracts, ParOptions};
use super::play_out::PlayOutPool;
use crate::analysis::game::bounded_graph::NodeId;
use crate::analysis::game::decisions::{Depth, Leaf};
use crate::analysis::game::expected_result;
use crate::analysis::game::payoffs::{GainEstimate, Payments, unplayed};
use crate::analysis::game::wish::Wish;
use crate::analysis::usurp::{self, UsurpOptions};
use crate::auction::{Auction, AuctionKey, AuctionState};
use crate::batch::HelperQueue;
use crate::cards::Cards;
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::rules::contract::Declaration;
use crate::rules::decisions::GiveUpRight;
use crate::search::Solver;
use crate::seat::{Seat, Seats};
use crate::settlement::{Amount, Gains, Hand};
use crate::situation::Situation;
use crate::situation::error::{Code, QuestionError};
use crate::situation::play::Play;

/// The error of a declarer without a contract that has a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules let a player declare that has no contract to announce: [values] has none for the bid")]
struct Silent;

/// The error of too many offers for the talon, which are solved one by one, each on top of the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("offers for the talon up to {0} can pay by these rules, and at most {1} are solved")]
struct TooManyOffers(i64, u32);

/// The highest offer that is solved: each is a level of recursion, of which a thread's stack holds some four
/// thousand.
const OFFERS: u32 = 1000;

fn silent() -> QuestionError {
    QuestionError::new(Code::BadRules, "rules", Silent)
}

/// The unsolved parts of an auction.
#[derive(Clone, Debug)]
enum Open {
    /// The value of a contract.
    Contract(contract_values::Open),
    /// The result when others may take up the declarer's discards.
    Exchange { declarer: Seat, number: u8, bidders: Seats },
    /// The play after all have passed.
    Passed,
}

impl From<contract_values::Open> for Open {
    fn from(open: contract_values::Open) -> Open {
        Open::Contract(open)
    }
}

impl From<Leaf> for Open {
    fn from(hand: Leaf) -> Open {
        Open::Contract(contract_values::Open::Leaf(hand))
    }
}

/// The auctions of one deal, solved as they are queried.
pub(in crate::analysis) struct Auctions<'a> {
    solver: &'a mut Solver,
    /// The other threads, if there are any.
    aside: Option<&'a PlayOutPool<'a>>,
    situation: &'a Situation,
    options: ParOptions,
    contracts: Contracts<'a, Open>,
    /// Largest offer that can pay.
    highest: Option<u32>,
    memory: usurp::Memory,
    /// The nodes of auctions in the graph.
    places: HashMap<AuctionKey, NodeId, BuildHasherDefault<AHasher>>,
    /// The nodes of exchanges in the graph, by declarer, number and the seats that may take cards up.
    exchanges: HashMap<(Seat, u8, Seats), NodeId>,
    /// The value of the contract that is played at such a node, and whether others have taken cards up.
    exchanged: HashMap<NodeId, (ContractValue, bool)>,
}

impl<'a> Auctions<'a> {
    pub(in crate::analysis) fn new(
        solver: &'a mut Solver,
        aside: Option<&'a PlayOutPool<'a>>,
        situation: &'a Situation,
        options: ParOptions,
        contract_values: &'a [ContractValues],
    ) -> Result<Auctions<'a>, QuestionError> {
        let contracts = Contracts::new(situation, options, contract_values)?;
        let memory = usurp::Memory::default();
        let (places, exchanges, exchanged) = (HashMap::default(), HashMap::new(), HashMap::new());
        let highest = None;
        Ok(Auctions {
            solver,
            aside,
            situation,
            options,
            contracts,
            highest,
            memory,
            places,
            exchanges,
            exchanged,
        })
    }

    /// Solves the auction from here on.
    pub(in crate::analysis) fn from(&mut self, auction: &Auction) -> Result<Auctioned, QuestionError> {
        let mut place = self.lay_out(auction)?;
        let gains = self.gains(place)?;
        let (mut calls, mut auction) = (Vec::new(), auction.clone());
        while let Some((call, next, stands)) = self.next(&auction, place)? {
            calls.push((auction.to_call(), call));
            (auction, place) = (next, stands);
        }
        // The gains may be known without the discard for them.
        loop {
            place = self.chosen(place);
            match self.contracts.graph.choices.take_open_at(place) {
                Some(open) => self.work_out(place, open)?,
                None => return Ok(Auctioned { calls, end: self.end(&auction, place)?, gains }),
            }
        }
    }

    /// Follows the choices from this node on, as far as they are known.
    fn chosen(&self, mut place: NodeId) -> NodeId {
        while !self.contracts.lays(place)
            && let Some(chosen) = self.contracts.graph.choices.chosen(place)
        {
            place = chosen;
        }
        place
    }

    /// Returns the call that is made, with its auction and node; `None` at the end of the auction.
    fn next(
        &mut self,
        auction: &Auction,
        place: NodeId,
    ) -> Result<Option<(Call, Auction, NodeId)>, QuestionError> {
        if matches!(auction.state(), AuctionState::Declared { .. }) {
            return Ok(None);
        }
        let chosen = self.contracts.graph.choices.chosen(place);
        for (call, next) in self.calls(auction)? {
            let place = self.lay_out(&next)?;
            if Some(place) == chosen {
                return Ok(Some((call, next, place)));
            }
        }
        Ok(None)
    }

    /// Returns the calls by which the seat whose turn it is gains `most`, the most that it can gain.
    pub(in crate::analysis) fn calls_that_gain(
        &mut self,
        auction: &Auction,
        most: Amount,
    ) -> Result<Vec<Call>, QuestionError> {
        let seat = auction.to_call();
        let mut calls = Vec::new();
        for (call, next) in self.calls(auction)? {
            let place = self.lay_out(&next)?;
            // The gain is narrowed down until it is known whether it reaches `most`.
            let good = loop {
                let between = self.contracts.graph.choices.known(place).bounds();
                if between.least[seat] >= most || between.most[seat] < most {
                    break between.least[seat] >= most;
                }
                if !self.go_on(place)? {
                    break false;
                }
            };
            if good {
                calls.push(call);
            }
        }
        Ok(calls)
    }

    /// Solves the gains of everybody from this node on.
    fn gains(&mut self, place: NodeId) -> Result<Gains, QuestionError> {
        // The choices change while they are solved.
        loop {
            if let GainEstimate::Exact(gains) = self.contracts.graph.choices.known(place) {
                return Ok(gains.clone());
            }
            assert!(self.go_on(place)?, "something is open, or all is known");
        }
    }

    /// Narrows the gains of everybody from this node on; `false` if nothing is open or under way.
    ///
    /// Other threads, if there are any, play the hands, the most promising first. Of the hands begun before
    /// it is known that they matter, four in five would be played anyway.
    fn go_on(&mut self, place: NodeId) -> Result<bool, QuestionError> {
        while self.aside.is_none_or(HelperQueue::has_room) {
            let Some((place, open)) = self.contracts.graph.choices.take_open(place) else { break };
            match (self.aside, open) {
                (Some(aside), Open::Contract(contract_values::Open::Leaf(hand))) => {
                    aside.begin((place, hand));
                }
                (_, open) => {
                    self.work_out(place, open)?;
                    return Ok(true);
                }
            }
        }
        let Some((place, gains)) = self.aside.and_then(HelperQueue::next) else { return Ok(false) };
        self.contracts.graph.choices.found(place, gains?);
        Ok(true)
    }

    fn work_out(&mut self, place: NodeId, open: Open) -> Result<(), QuestionError> {
        let gains = match open {
            Open::Contract(open) => return Ok(self.contracts.open(self.solver, place, open)?),
            Open::Exchange { declarer, number, bidders } => {
                let (worth, usurped) = self.exchanged(declarer, number, bidders)?;
                let gains = worth.gains.clone();
                self.exchanged.insert(place, (worth, usurped));
                gains
            }
            Open::Passed => {
                let passed = self.situation.clone().all_passed();
                let (position, taken) = passed.for_themselves()?;
                let tricks = expected_result::all_passed(self.solver, &passed, &position, taken);
                self.situation.rules().settle(&passed.hand(), &tricks.into())?
            }
        };
        self.contracts.graph.choices.found(place, gains);
        Ok(())
    }

    /// Lists the allowed calls, each with the auction after it; no offers that cannot pay.
    fn calls(&mut self, auction: &Auction) -> Result<Vec<(Call, Auction)>, QuestionError> {
        let mut calls = Vec::new();
        for call in auction.allowed() {
            let sums = match call {
                // A seat that may not call again needs an offer that no other seat overbids.
                Call::Offer(sum) if auction.others_call_after() => sum..=self.highest_offer()?,
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

    /// Returns the largest offer that can pay: above it the declarer gains less than in any other course of
    /// the hand.
    fn highest_offer(&mut self) -> Result<u32, QuestionError> {
        if let Some(known) = self.highest {
            return Ok(known);
        }
        let mut all = Vec::new();
        for game in self.contracts.all() {
            let place = self.contracts.place(self.solver, game)?;
            if let Some((place, open)) = self.contracts.graph.choices.take_open(place) {
                self.work_out(place, open)?;
            }
            all.push((game.declarer, self.contracts.graph.choices.known(place).bounds()));
        }
        let of = |seat: Seat| {
            let own = all.iter().filter(|(declarer, _)| *declarer == seat);
            let best = own.map(|(_, gains)| gains.most[seat]).max().unwrap_or_default();
            let worst = all.iter().map(|(_, gains)| gains.least[seat]).min().unwrap_or_default();
            (best - worst.min(Amount::default())).ceil().to_integer()
        };
        let highest = Seat::ALL.into_iter().map(of).max().unwrap_or(0);
        // A player that calls once compares all sums, each against all that the next may offer.
        let most = if self.situation.rules().bidding().once { OFFERS / 10 } else { OFFERS };
        match u32::try_from(highest) {
            Ok(highest) if highest <= most => Ok(*self.highest.insert(highest)),
            // No offer pays where every way to declare loses.
            Err(_) if highest < 0 => Ok(*self.highest.insert(0)),
            _ => Err(QuestionError::new(Code::BadRules, "rules", TooManyOffers(highest, most))),
        }
    }

    /// Returns the node of an auction in the graph, and adds it if it is new.
    fn lay_out(&mut self, auction: &Auction) -> Result<NodeId, QuestionError> {
        let state = auction.key();
        if let Some(&known) = self.places.get(&state) {
            return Ok(known);
        }
        let calls = self.calls(auction)?;
        let place = match auction.state() {
            AuctionState::Declared { declarer, bid, hand, or_hand } => {
                let ways = if or_hand { &[false, true][..] } else { &[hand] };
                self.declared(auction, (declarer, bid), ways, !calls.is_empty())?
            }
            AuctionState::Passed(then) if calls.is_empty() => self.passed(then)?,
            AuctionState::Passed(_) | AuctionState::Open { .. } => {
                let options = calls.iter().map(|(_, next)| self.lay_out(next)).collect::<Result<_, _>>()?;
                self.contracts.graph.choices.choice(Wish::Gain(auction.to_call()), options)
            }
        };
        self.places.insert(state, place);
        Ok(place)
    }

    fn declared(
        &mut self,
        auction: &Auction,
        (declarer, bid): (Seat, Call),
        from_hand: &[bool],
        usurpers: bool,
    ) -> Result<NodeId, QuestionError> {
        if let (true, Call::Number(number)) = (usurpers, bid)
            && usurp::pays_by_result(self.situation.rules())
        {
            return self.exchange(declarer, number, auction.seats_with_bids());
        }
        let mut place = self.plays(declarer, Some(bid), from_hand)?;
        for (seat, &sum) in auction.offer_payments().iter().filter(|(_, sum)| **sum > 0) {
            place = self.contracts.graph.choices.pays(seat, Amount::from_integer(sum.into()), place);
        }
        Ok(place)
    }

    /// Returns the node of the declarer's choice among the contracts that may be announced, with the talon or
    /// from the hand as `from_hand` lists.
    fn plays(
        &mut self,
        declarer: Seat,
        bid: Option<Call>,
        from_hand: &[bool],
    ) -> Result<NodeId, QuestionError> {
        let may = self.situation.rules().announceable(bid);
        self.contracts.choice(self.solver, declarer, from_hand, &may)?.ok_or_else(silent)
    }

    /// Returns the node of a declarer's contract where others may take up the discards: the contract in the
    /// end is one that the declarer may announce, or any contract with which one can outbid another.
    fn exchange(&mut self, declarer: Seat, number: u8, bidders: Seats) -> Result<NodeId, QuestionError> {
        if let Some(&known) = self.exchanges.get(&(declarer, number, bidders)) {
            return Ok(known);
        }
        let rules = self.situation.rules();
        let announced = rules.announceable(Some(Call::Number(number)));
        let own = announced.into_iter().map(|contract| (declarer, contract));
        let over = rules.announceable(Some(Call::Number(rules.bidding().usurp_from)));
        let over = bidders.iter().flat_map(|seat| over.iter().map(move |&contract| (seat, contract)));
        let mut all = Vec::new();
        for (declarer, contract) in own.chain(over) {
            let game = Declaration { contract, declarer, from_hand: false };
            all.push(self.contracts.priced(self.solver, game, Depth::Prices)?);
        }
        let known = all.into_iter().reduce(|one, other| one.or(&other)).ok_or_else(silent)?;
        let open = Open::Exchange { declarer, number, bidders };
        let place = self.contracts.graph.choices.end(known, open);
        self.exchanges.insert((declarer, number, bidders), place);
        Ok(place)
    }

    /// Solves such an exchange, and returns the contract in the end with whether others have taken cards up.
    /// The declarer lays aside the best discard for one of the contracts that the declarer may announce.
    fn exchanged(
        &mut self,
        declarer: Seat,
        number: u8,
        bidders: Seats,
    ) -> Result<(ContractValue, bool), QuestionError> {
        let (rules, model) = (self.situation.rules(), self.options.model);
        let may = rules.announceable(Some(Call::Number(number)));
        let mut laid: Vec<Cards> = Vec::new();
        let alone = self.plays(declarer, Some(Call::Number(number)), &[false])?;
        self.gains(alone)?;
        let alone = self.contracts.worth(self.chosen(alone)).and_then(|worth| worth.discard);
        for discard in self.contracts.best_discards(declarer, &may).into_iter().chain(alone) {
            if !laid.contains(&discard) {
                laid.push(discard);
            }
        }
        let situation = self.situation.clone().with_declarer(declarer);
        let options = UsurpOptions { bid: number, bidders, model };
        let discards = usurp::discards(self.solver, &mut self.memory, &situation, &options, &laid)?;
        let best = usurp::best(declarer, &discards).ok_or_else(silent)?;
        let exchanged = &best.exchanged;
        let outcome = Play::from_deal(rules, &exchanged.deal, exchanged.game).outcome(self.solver);
        let discard = Some(exchanged.deal.talon());
        let worth = ContractValue { game: exchanged.game, discard, outcome, gains: exchanged.gains.clone() };
        Ok((worth, exchanged.takings.len() > 1))
    }

    fn passed(&mut self, then: AllPass) -> Result<NodeId, QuestionError> {
        let dealer = Seat::Rearhand;
        let rules = self.situation.rules();
        match then {
            AllPass::DealerPlays => self.plays(dealer, None, &[false]),
            AllPass::DealerForced => {
                let plays = self.plays(dealer, None, &[false])?;
                if rules.decisions().give_up == GiveUpRight::Never {
                    return Ok(plays);
                }
                let gave_up = Hand { gave_up: true, ..self.situation.hand() };
                let contract = rules.announceable(None).first().copied().ok_or_else(silent)?;
                let game = Some(Declaration { contract, declarer: dealer, from_hand: false });
                let gains = unplayed(rules, &Hand { declaration: game, ..gave_up })?.gains;
                let choices = &mut self.contracts.graph.choices;
                let given_up = choices.done(gains);
                Ok(choices.choice(Wish::Gain(dealer), vec![plays, given_up]))
            }
            AllPass::Raspasovka => {
                let hand = Hand { declaration: None, ..self.situation.hand() };
                let payments = Payments::new(rules, &hand)?;
                let any = GainEstimate::one_of(payments.of_those(Seats::ALL).map(|(_, gains)| gains));
                Ok(self.contracts.graph.choices.end(any.ok_or_else(silent)?, Open::Passed))
            }
            _ => Ok(self.contracts.graph.choices.done(Gains::none(self.situation.hand().four))),
        }
    }

    /// Returns the end of an auction that stands at this node.
    fn end(&self, auction: &Auction, place: NodeId) -> Result<End, QuestionError> {
        let (bid, dealer) = match auction.state() {
            AuctionState::Declared { bid, .. } => (Some(bid), false),
            AuctionState::Passed(AllPass::DealerPlays) => (None, false),
            AuctionState::Passed(AllPass::DealerForced) => (None, true),
            AuctionState::Passed(then) => return Ok(End::Passed(then)),
            AuctionState::Open { .. } => return Err(silent()),
        };
        if let Some((worth, usurped)) = self.exchanged.get(&place) {
            return Ok(End::Played { bid, worth: worth.clone(), usurped: *usurped });
        }
        match self.contracts.worth(place) {
            Some(worth) => Ok(End::Played { bid, worth, usurped: false }),
            None if dealer => Ok(End::GivenUp(Seat::Rearhand)),
            None => Err(silent()),
        }
    }
}
