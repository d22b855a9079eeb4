//! The auction with all cards known: who ends up declaring what, and what everybody gains.

mod worths;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;

use crate::analysis::contracts::Play;
use crate::analysis::raspasovka;
use crate::analysis::settled::{Model, unplayed};
use crate::analysis::usurp::{self, Usurping};
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::rules::auction::{AllPass, Auction, AuctionError, Call, Standing, State};
use crate::rules::decisions::GiveUp;
use crate::rules::settlement::{Amount, Declared, Gains, Played, SettlementError};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};

pub use worths::{Worth, Worths, all_worths, announcements, worths};

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
    Induction::new(solver, table, worths).from(&auction)
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

/// The auctions of one deal, worked out as they are asked about.
pub(super) struct Induction<'a> {
    solver: &'a mut Solver,
    table: Table<'a>,
    worths: &'a [Worths],
    highest: u32,
    memory: usurp::Memory,
    known: HashMap<State, Known, BuildHasherDefault<AHasher>>,
}

impl<'a> Induction<'a> {
    pub(super) fn new(solver: &'a mut Solver, table: Table<'a>, worths: &'a [Worths]) -> Induction<'a> {
        let (highest, memory) = (highest_offer(worths), usurp::Memory::default());
        Induction { solver, table, worths, highest, memory, known: HashMap::default() }
    }

    /// How an auction goes on from here.
    pub(super) fn from(&mut self, auction: &Auction) -> Result<Par, ParError> {
        self.solve(auction)?;
        let mut calls = Vec::new();
        let mut auction = auction.clone();
        loop {
            let known = &self.known[&auction.state()];
            let Some(call) = known.call else {
                let (end, gains) = (known.end.clone(), known.gains.clone());
                return Ok(Par { calls, end, gains });
            };
            calls.push((auction.to_call(), call));
            auction.call(call)?;
        }
    }

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
        let may = rules.announceable(Some(Call::Number(number)));
        let with_talon = self.worths.iter().filter(|of| (of.declarer, of.from_hand) == (declarer, false));
        let mut laid: Vec<Cards> = Vec::new();
        for of in with_talon {
            let each = of.contracts.iter().filter(|(contract, ..)| may.contains(contract));
            let all = of.best.iter().filter(|(announced, _)| *announced == may);
            let discards = each.filter_map(|&(.., discard)| discard);
            for discard in discards.chain(all.filter_map(|(_, worth)| worth.discard)) {
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
    let talon: Vec<Card> = deal.talon().iter().collect();
    let position = raspasovka::first_lead(rules, deal, &talon).expect("the talon in the order of listing");
    raspasovka::tricks(solver, rules, &position, BySeat::default())
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
