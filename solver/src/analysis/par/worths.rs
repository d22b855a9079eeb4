//! What each declarer can do, and what is best for him, whatever he may announce.

use std::collections::HashSet;

use super::{ParError, Table};
use crate::analysis::contracts::{Outcome, Play};
use crate::analysis::decisions::{AtMost, best_of, worth, worth_at_most, worth_if};
use crate::analysis::settled::Model;
use crate::analysis::talon;
use crate::cards::Cards;
use crate::rules::auction::{AllPass, Auction, AuctionError, Call, Standing};
use crate::rules::contract::Contract;
use crate::rules::settlement::{Declared, Gains, Played, SettlementError, Way};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::Seat;

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
    pub(super) declarer: Seat,
    pub(super) from_hand: bool,
    /// What each contract comes to at best, in tricks, and a discard for that.
    pub(super) contracts: Vec<(Contract, Outcome, Option<Cards>)>,
    /// What he plays when these are what he may announce.
    pub(super) best: Vec<(Vec<Contract>, Worth)>,
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
        let places: Vec<usize> = (0..candidates.len())
            .filter(|&place| announced.contains(&candidates[place].game.contract))
            .collect();
        let mut gained: Vec<AtMost> = places.iter().map(|&place| candidates[place].gains.clone()).collect();
        let chosen = best_of(&mut gained, declarer, table.model, |n| {
            let Candidate { game, discard, .. } = candidates[places[n]];
            let deal = discard.map_or(*table.deal, |discard| table.deal.exchange(declarer, discard));
            worth(solver, table.rules, &deal, &table.played(game), None, table.model)
        })?;
        for (&place, gained) in places.iter().zip(gained) {
            candidates[place].gains = gained;
        }
        if let Some((n, gains)) = chosen {
            let Candidate { game, discard, outcome, .. } = candidates[places[n]];
            best.push((announced.clone(), Worth { game, discard, outcome, gains }));
        }
    }
    Ok(Worths { declarer, from_hand, contracts, best })
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
            let hand = table.played(game);
            let gains = match outcome.tricks {
                None if model == Model::Tricks && contract.is_misere() => {
                    AtMost::Gains(worth_if(outcome.made, solver, rules, &laid, &hand, model)?)
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
    let target = rules.target(contract, from_hand);
    let made = outcome.tricks.and_then(|tricks| target.made_by(tricks));
    Outcome { made: made.unwrap_or(outcome.made), ..outcome }
}

impl Table<'_> {
    /// The hand of this contract, before anybody decides.
    fn played(&self, game: Declared) -> Played {
        Played { game: Some(game), talon: self.deal.talon(), ..self.hand.clone() }
    }
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
