//! The auction with all cards known: who ends up declaring what, and what everybody gains.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use ahash::AHasher;

use crate::analysis::contracts::{Outcome, Play};
use crate::analysis::decisions::{AtMost, worth, worth_at_most, worth_if};
use crate::analysis::raspasovka;
use crate::analysis::settled::{Model, unplayed};
use crate::analysis::talon;
use crate::analysis::usurp::{self, Usurping};
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::position::{Game, Position};
use crate::rules::auction::{AllPass, Auction, AuctionError, Call, Standing, State};
use crate::rules::contract::{Contract, Target};
use crate::rules::decisions::GiveUp;
use crate::rules::settlement::{Amount, Declared, Gains, Played, SettlementError, Way};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};

/// A deal whose auction is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The rules.
    pub rules: &'a Variant,
    /// The cards.
    pub deal: &'a Deal,
    /// What the players decide and play for.
    pub model: Model,
    /// What is known beside: the pot, marks, how many hands in a row have been passed.
    pub hand: &'a Played,
    /// Of how many discards the gain is found, those with the best tricks for the contract;
    /// without effect where only the declarer's tricks count.
    pub discards: usize,
}

/// What a contract is worth to one declarer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The contract, who plays it, with the talon or without.
    pub game: Declared,
    /// What he lays aside for it, with the talon.
    pub discard: Option<Cards>,
    /// What he is sure of.
    pub outcome: Outcome,
    /// What everybody gains by it.
    pub gains: Gains,
}

/// What one declarer can do with the talon, or without.
#[derive(Clone, Debug)]
pub struct Worths {
    declarer: Seat,
    from_hand: bool,
    /// What each contract comes to at best, in tricks, and a discard for that.
    contracts: Vec<(Contract, Outcome, Option<Cards>)>,
    /// What he plays when these are what he may announce.
    best: Vec<(Vec<Contract>, Worth)>,
}

/// How an auction ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Somebody plays.
    Played {
        /// His bid; `None` of a dealer who is made to declare.
        bid: Option<Call>,
        /// What he plays.
        worth: Worth,
        /// Others have taken up what the declarer by auction laid aside, and who holds the
        /// contract now is not, or not only, he.
        usurped: bool,
    },
    /// A dealer who is made to declare gives up.
    GivenUp(Seat),
    /// All have passed.
    Passed(AllPass),
}

/// An auction in which everybody makes the calls that gain him most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Par {
    /// The calls, in turn.
    pub calls: Vec<(Seat, Call)>,
    /// What they come to.
    pub end: End,
    /// What everybody gains.
    pub gains: Gains,
}

/// The contracts that can be left to announce when an auction is over, by whether the talon
/// is left, too: of numbers for instance all that are worth one, two, three…
///
/// # Errors
/// If the rules do not say how they bid.
pub fn announcements(rules: &Variant) -> Result<Vec<(bool, Vec<Contract>)>, AuctionError> {
    let mut known = HashSet::new();
    let mut found: Vec<(bool, Vec<Contract>)> = Vec::new();
    let mut add = |hand: bool, contracts: Vec<Contract>| {
        if !found.iter().any(|(known, of)| (*known, of) == (hand, &contracts)) {
            found.push((hand, contracts));
        }
    };
    let mut open = vec![Auction::new(rules)?];
    while let Some(auction) = open.pop() {
        if !known.insert(auction.state()) {
            continue;
        }
        match auction.standing() {
            Standing::Declared { bid, hand, .. } => add(hand, rules.announceable(Some(bid))),
            Standing::Passed(AllPass::DealerPlays | AllPass::DealerForced) => {
                add(false, rules.announceable(None));
            }
            _ => {}
        }
        if matches!(auction.standing(), Standing::Declared { .. }) {
            continue;
        }
        // A higher offer leaves the same to announce.
        for call in auction.allowed().into_iter().filter(|call| !matches!(call, Call::Offer(2..))) {
            let mut next = auction.clone();
            next.call_allowed(call);
            open.push(next);
        }
    }
    Ok(found)
}

/// A contract, what is laid aside for it, and what it can gain.
struct Candidate {
    game: Declared,
    discard: Option<Cards>,
    outcome: Outcome,
    gains: AtMost,
}

/// What all declarers can do, with the talon and without.
///
/// # Errors
/// If the rules do not say how they bid, or have no price for a contract.
pub fn all_worths(solver: &mut Solver, table: Table<'_>) -> Result<Vec<Worths>, ParError> {
    let all = announcements(table.rules)?;
    let mut found = Vec::new();
    for from_hand in [false, true] {
        let sets: Vec<Vec<Contract>> = all
            .iter()
            .filter(|(hand, _)| *hand == from_hand)
            .map(|(_, contracts)| contracts.clone())
            .collect();
        for seat in Seat::ALL {
            found.push(worths(solver, table, seat, from_hand, &sets)?);
        }
    }
    Ok(found)
}

/// What a declarer can do with the talon or without; `announcements` are what can be left to
/// announce then.
///
/// # Errors
/// If the rules have no price for a contract.
pub fn worths(
    solver: &mut Solver,
    table: Table<'_>,
    declarer: Seat,
    from_hand: bool,
    announcements: &[Vec<Contract>],
) -> Result<Worths, SettlementError> {
    let mut all = table.rules.all_announceable();
    all.retain(|contract| announcements.iter().any(|announced| announced.contains(contract)));
    let mut candidates = candidates(solver, table, declarer, from_hand, &all)?;
    let mut contracts: Vec<(Contract, Outcome, Option<Cards>)> = Vec::new();
    for candidate in &candidates {
        let contract = candidate.game.contract;
        if !contracts.iter().any(|&(known, ..)| known == contract) {
            contracts.push((contract, candidate.outcome, candidate.discard));
        }
    }
    let mut best = Vec::new();
    for announced in announcements {
        let of: Vec<&mut Candidate> =
            candidates.iter_mut().filter(|candidate| announced.contains(&candidate.game.contract)).collect();
        best.extend(choose(solver, table, declarer, of)?.map(|worth| (announced.clone(), worth)));
    }
    Ok(Worths { declarer, from_hand, contracts, best })
}

/// What is best for the declarer, those being worked out that can be.
fn choose(
    solver: &mut Solver,
    table: Table<'_>,
    declarer: Seat,
    mut of: Vec<&mut Candidate>,
) -> Result<Option<Worth>, SettlementError> {
    let most = |candidate: &Candidate| match &candidate.gains {
        AtMost::Gains(gains) => gains.seats[declarer],
        AtMost::Bound(bound) => *bound,
    };
    of.sort_by_key(|candidate| std::cmp::Reverse(most(candidate)));
    let mut best: Option<Worth> = None;
    for candidate in of {
        // The rest are bounded by less, too.
        if best.as_ref().is_some_and(|best| most(candidate) < best.gains.seats[declarer]) {
            break;
        }
        let found = match &candidate.gains {
            AtMost::Gains(found) => found.clone(),
            AtMost::Bound(_) => {
                let (game, laid) = (candidate.game, candidate.discard);
                let deal = laid.map_or(*table.deal, |laid| table.deal.exchange(declarer, laid));
                let found = gains(solver, table, &deal, game)?;
                candidate.gains = AtMost::Gains(found.clone());
                found
            }
        };
        let liking = |gains: &Gains| table.model.liking(declarer, Some(declarer), gains);
        if best.as_ref().is_none_or(|best| liking(&found) > liking(&best.gains)) {
            let Candidate { game, discard, outcome, .. } = *candidate;
            best = Some(Worth { game, discard, outcome, gains: found });
        }
    }
    Ok(best)
}

/// Every contract with every discard that is weighed for it, the best in tricks first.
fn candidates(
    solver: &mut Solver,
    table: Table<'_>,
    declarer: Seat,
    from_hand: bool,
    contracts: &[Contract],
) -> Result<Vec<Candidate>, SettlementError> {
    let Table { rules, deal, model, .. } = table;
    let mut candidates: Vec<Candidate> = Vec::new();
    for &contract in contracts {
        let game = Declared { contract, declarer, from_hand };
        // Contracts that are played alike come to the same tricks.
        let like = |known: &&Candidate| known.game.contract.played_as() == contract.played_as();
        let known: Vec<_> =
            candidates.iter().filter(like).map(|known| (known.discard, known.outcome)).collect();
        let mut weighed: Vec<(Option<Cards>, Outcome)> = Vec::new();
        for (discard, outcome) in known {
            if !weighed.iter().any(|&(known, _)| known == discard) {
                weighed.push((discard, judged(rules, contract, from_hand, outcome)));
            }
        }
        if weighed.is_empty() {
            weighed = best_in_tricks(solver, table, game);
        }
        for (discard, outcome) in weighed {
            let laid = discard.map_or(*deal, |discard| deal.exchange(declarer, discard));
            let hand = Played { game: Some(game), talon: deal.talon(), ..table.hand.clone() };
            let gains = match outcome.tricks {
                None if model == Model::Tricks && contract.is_misere() => {
                    AtMost::Gains(worth_if(outcome.made, rules, &laid, &hand, model)?)
                }
                _ => worth_at_most(solver, rules, &laid, &hand, model)?,
            };
            candidates.push(Candidate { game, discard, outcome, gains });
        }
    }
    Ok(candidates)
}

/// The discards that are weighed for a contract, and what it then comes to.
fn best_in_tricks(solver: &mut Solver, table: Table<'_>, game: Declared) -> Vec<(Option<Cards>, Outcome)> {
    let Table { rules, deal, model, .. } = table;
    let Declared { contract, declarer, from_hand } = game;
    if from_hand {
        return vec![(None, Play::from_deal(rules, deal, game).outcome(solver))];
    }
    let best = if model == Model::Tricks {
        let each_counts = rules.settlement().by == Some(Way::Books);
        vec![talon::most(solver, rules, deal, declarer, contract, each_counts)]
    } else {
        talon::best_in_tricks(solver, rules, deal, declarer, contract, table.discards)
    };
    best.into_iter().map(|(discard, outcome)| (Some(discard), outcome)).collect()
}

/// The outcome of a contract that is played like another.
fn judged(rules: &Variant, contract: Contract, from_hand: bool, outcome: Outcome) -> Outcome {
    let made = match (rules.target(contract, from_hand), outcome.tricks) {
        (Target::AtLeast(target), Some(tricks)) => tricks >= target,
        (Target::None, Some(tricks)) => tricks == 0,
        _ => outcome.made,
    };
    Outcome { made, ..outcome }
}

fn gains(
    solver: &mut Solver,
    table: Table<'_>,
    deal: &Deal,
    game: Declared,
) -> Result<Gains, SettlementError> {
    let hand = Played { game: Some(game), talon: table.deal.talon(), ..table.hand.clone() };
    worth(solver, table.rules, deal, &hand, None, table.model)
}

impl Worths {
    /// What each contract comes to at best, in tricks.
    pub fn outcomes(&self) -> impl Iterator<Item = (Declared, Outcome)> {
        let Worths { declarer, from_hand, .. } = *self;
        self.contracts
            .iter()
            .map(move |&(contract, outcome, _)| (Declared { contract, declarer, from_hand }, outcome))
    }
}

/// The auction of a deal whose contracts are worth this, by backward induction over all calls
/// that the rules allow.
///
/// Of calls that gain a seat as much the first of those allowed is made, passing before all
/// others. An offer for the talon goes over the last by one, and no further than it can
/// pay.
///
/// # Errors
/// If the rules do not say how they bid, or do not settle what comes of it.
pub fn par(solver: &mut Solver, table: Table<'_>, worths: &[Worths]) -> Result<Par, ParError> {
    let auction = Auction::after_passes(table.rules, usize::from(table.hand.progression - 1))?;
    from_here(solver, table, worths, &auction)
}

/// The same from some point of the auction on.
///
/// # Errors
/// As of [`par`].
pub fn from_here(
    solver: &mut Solver,
    table: Table<'_>,
    worths: &[Worths],
    auction: &Auction,
) -> Result<Par, ParError> {
    let highest = highest_offer(worths);
    let mut induction = Induction {
        solver,
        table,
        worths,
        highest,
        memory: usurp::Memory::default(),
        known: HashMap::default(),
    };
    induction.solve(auction)?;
    let mut calls = Vec::new();
    let mut auction = auction.clone();
    loop {
        let known = &induction.known[&auction.state()];
        let Some(call) = known.call else {
            let (end, gains) = (known.end.clone(), known.gains.clone());
            return Ok(Par { calls, end, gains });
        };
        calls.push((auction.to_call(), call));
        auction.call(call)?;
    }
}

/// Over this no offer can pay: who declares gains less than in any other way the hand can go.
fn highest_offer(worths: &[Worths]) -> u32 {
    let of = |seat: Seat| {
        let all = || worths.iter().flat_map(|worths| worths.best.iter().map(|(_, worth)| worth));
        let own = all().filter(|worth| worth.game.declarer == seat);
        let best = own.map(|worth| worth.gains.seats[seat]).max().unwrap_or_default();
        let worst = all().map(|worth| worth.gains.seats[seat]).min().unwrap_or_default();
        (best - worst.min(Amount::default())).ceil().to_integer()
    };
    Seat::ALL.into_iter().map(of).max().and_then(|offer| offer.try_into().ok()).unwrap_or(0)
}

/// What an auction comes to from some point on.
struct Known {
    /// The next call, if there is one.
    call: Option<Call>,
    end: End,
    gains: Gains,
}

struct Induction<'a> {
    solver: &'a mut Solver,
    table: Table<'a>,
    worths: &'a [Worths],
    highest: u32,
    memory: usurp::Memory,
    known: HashMap<State, Known, BuildHasherDefault<AHasher>>,
}

impl Induction<'_> {
    fn solve(&mut self, auction: &Auction) -> Result<(), ParError> {
        let state = auction.state();
        if self.known.contains_key(&state) {
            return Ok(());
        }
        let known = match auction.standing() {
            Standing::Declared { declarer, bid, hand } => {
                let usurpers = auction.allowed();
                self.declared(auction, declarer, bid, hand, !usurpers.is_empty())?
            }
            Standing::Passed(then) if auction.allowed().is_empty() => self.passed(then)?,
            Standing::Passed(_) | Standing::Open { .. } => self.called(auction)?,
        };
        self.known.insert(state, known);
        Ok(())
    }

    /// The seat whose turn it is makes the call that gains him most.
    fn called(&mut self, auction: &Auction) -> Result<Known, ParError> {
        let seat = auction.to_call();
        let mut best: Option<(Call, State)> = None;
        for call in auction.allowed() {
            if matches!(call, Call::Offer(sum) if sum > self.highest) {
                continue;
            }
            let mut next = auction.clone();
            next.call_allowed(call);
            self.solve(&next)?;
            let state = next.state();
            let gain = |state: &State| self.known[state].gains.seats[seat];
            if best.as_ref().is_none_or(|(_, best)| gain(&state) > gain(best)) {
                best = Some((call, state));
            }
        }
        let (call, state) = best.ok_or(ParError::Silent)?;
        let Known { end, gains, .. } = &self.known[&state];
        Ok(Known { call: Some(call), end: end.clone(), gains: gains.clone() })
    }

    fn declared(
        &mut self,
        auction: &Auction,
        declarer: Seat,
        bid: Call,
        hand: bool,
        usurpers: bool,
    ) -> Result<Known, ParError> {
        if let (true, Call::Number(number)) = (usurpers, bid)
            && usurp::pays_by_result(self.table.rules)
        {
            return self.exchanged(declarer, number, auction.have_bid());
        }
        let mut known = self.plays(declarer, Some(bid), hand)?;
        if let Call::Offer(sum) = bid {
            known.gains.seats[declarer] -= Amount::from_integer(sum.into());
            known.gains.pot += Amount::from_integer(sum.into());
        }
        Ok(known)
    }

    /// The declarer announces what is worth most to him.
    fn plays(&mut self, declarer: Seat, bid: Option<Call>, hand: bool) -> Result<Known, ParError> {
        let contracts = self.table.rules.announceable(bid);
        let of = self.worths.iter().filter(|of| (of.declarer, of.from_hand) == (declarer, hand));
        let mut best = of.flat_map(|of| &of.best).filter(|(announced, _)| *announced == contracts);
        let (_, best) = best.next().ok_or(ParError::Silent)?;
        let gains = best.gains.clone();
        Ok(Known { call: None, end: End::Played { bid, worth: best.clone(), usurped: false }, gains })
    }

    /// The same where others may take up what he lays aside. He lays aside what is best for
    /// one of the contracts that he may announce.
    fn exchanged(&mut self, declarer: Seat, number: u8, bidders: Seats) -> Result<Known, ParError> {
        let Table { rules, deal, model, hand, .. } = self.table;
        let mut laid: Vec<Cards> = Vec::new();
        for contract in rules.announceable(Some(Call::Number(number))) {
            let of = self.worths.iter().filter(|of| (of.declarer, of.from_hand) == (declarer, false));
            let discards = of.flat_map(|of| &of.contracts).filter(|(known, ..)| *known == contract);
            let played = self.plays(declarer, Some(Call::Number(number)), false)?;
            let End::Played { worth, .. } = played.end else { continue };
            for discard in discards.filter_map(|&(.., discard)| discard).chain(worth.discard) {
                if !laid.contains(&discard) {
                    laid.push(discard);
                }
            }
        }
        let usurping = Usurping { rules, declarer, bid: number, bidders, hand, model };
        let discards = usurp::discards(self.solver, &mut self.memory, deal, usurping, &laid)?;
        let best = usurp::best(declarer, &discards).ok_or(ParError::Silent)?;
        let exchanged = &best.exchanged;
        let outcome = Play::from_deal(rules, &exchanged.deal, exchanged.game).outcome(self.solver);
        let worth = Worth {
            game: exchanged.game,
            discard: Some(exchanged.deal.talon()),
            outcome,
            gains: exchanged.gains.clone(),
        };
        let gains = exchanged.gains.clone();
        let usurped = exchanged.takings.len() > 1;
        Ok(Known { call: None, end: End::Played { bid: Some(Call::Number(number)), worth, usurped }, gains })
    }

    fn passed(&mut self, then: AllPass) -> Result<Known, ParError> {
        let dealer = Seat::Rearhand;
        let rules = self.table.rules;
        match then {
            AllPass::DealerPlays => self.plays(dealer, None, false),
            AllPass::DealerForced => {
                let plays = self.plays(dealer, None, false)?;
                if rules.decisions().give_up == GiveUp::Never {
                    return Ok(plays);
                }
                let gave_up = Played { gave_up: true, ..self.table.hand.clone() };
                let contract = rules.announceable(None).first().copied().ok_or(ParError::Silent)?;
                let game = Some(Declared { contract, declarer: dealer, from_hand: false });
                let gains = unplayed(rules, &Played { game, ..gave_up })?.gains;
                if gains.seats[dealer] > plays.gains.seats[dealer] {
                    return Ok(Known { call: None, end: End::GivenUp(dealer), gains });
                }
                Ok(plays)
            }
            AllPass::Raspasovka => {
                let tricks = all_passed(self.solver, self.table);
                let hand = Played { tricks: BySeat(tricks.0.map(Some)), ..self.table.hand.clone() };
                let gains = rules.settle(&Played { game: None, ..hand })?;
                Ok(Known { call: None, end: End::Passed(then), gains })
            }
            _ => {
                let gains = Gains::none(self.table.hand.four);
                Ok(Known { call: None, end: End::Passed(then), gains })
            }
        }
    }
}

/// The tricks when all have passed, the talon's cards leading in the order of listing where
/// the rules have it.
pub fn all_passed(solver: &mut Solver, table: Table<'_>) -> BySeat<u8> {
    let Table { rules, deal, .. } = table;
    let game = Game { switches: rules.switches(), trump: None, soloist: None, playing: Seats::ALL };
    let position =
        Position::new(game, deal.hands(), Seat::Forehand, &[]).expect("the hands of a deal are equal");
    let talon: Vec<_> =
        if rules.all_pass().talon_leads { deal.talon().iter().map(Card::suit).collect() } else { Vec::new() };
    raspasovka::tricks(solver, rules, &position, &talon)
}

/// Why an auction has no outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParError {
    /// It cannot be held.
    #[error(transparent)]
    Auction(#[from] AuctionError),
    /// It cannot be settled.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// Somebody can declare nothing that has a price.
    #[error("the rules let somebody declare who has no contract to announce: [values] has none for his bid")]
    Silent,
}
