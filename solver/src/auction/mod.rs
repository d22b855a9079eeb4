//! The auction: the allowed calls, the declarer and the winning bid.
//!
//! Nearly all auctions are a ladder: each bid is higher than the standing one, a player who has passed stays out, and
//! the last player left declares. The calls that exist and the players who may make them are data
//! ([`Bidding`](crate::rules::bidding::Bidding)). Under the oldest rules players do not bid numbers: a player says that
//! they have a game, and another player asks for its suit. Such an auction is also a ladder, with a question in
//! between.

mod announce;
mod ladder;
mod rung;

use std::sync::Arc;

use thiserror::Error;

use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};

pub use ladder::Auction;
pub(crate) use ladder::AuctionKey;
use ladder::Stage;
use rung::{Rung, rungs};

/// The state of an auction as its players see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuctionState {
    /// The auction goes on.
    Open {
        /// Seat whose turn it is.
        to_call: Seat,
        /// Calls that this seat may make, the pass first.
        allowed: Vec<Call>,
    },
    /// A player declares. Defenders who have bid can still call, if the rules let them take the declarer's discards.
    Declared {
        /// The declarer.
        declarer: Seat,
        /// The bid with which the declarer won.
        bid: Call,
        /// Whether the declarer plays from the hand, without the talon.
        hand: bool,
        /// Whether the declarer may choose to play from the hand although the bid was made with the talon.
        may_play_from_hand: bool,
    },
    /// All have passed: how the hand continues, possibly with further calls.
    Passed(AllPass),
}

impl Auction {
    /// Starts an auction. Forehand makes the first call.
    pub fn new(rules: &Variant) -> Result<Auction, AuctionError> {
        Auction::after_passes(rules, 0)
    }

    /// Starts an auction after `passed` passed-out deals in a row.
    pub fn after_passes(rules: &Variant, passed: usize) -> Result<Auction, AuctionError> {
        let bidding = rules.bidding().clone();
        if bidding.by.is_none() {
            return Err(AuctionError::None { rules: rules.label().to_owned() });
        }
        Ok(Auction {
            rungs: rungs(&bidding, passed, |suit| rules.value(Contract::Game(Some(suit)))).into(),
            bidding: Arc::new(bidding),
            calls: 0,
            stage: Stage::Bidding,
            active: Seats::ALL,
            fresh: Seats::ALL,
            regular_bidders: Seats::NONE,
            bidders: Seats::NONE,
            to_call: Seat::Forehand,
            top: None,
            held: Seats::NONE,
            hands: BySeat([None; 3]),
            paid: BySeat([0; 3]),
        })
    }

    /// The state of the auction.
    #[must_use]
    pub fn state(&self) -> AuctionState {
        match (self.stage, self.top) {
            (Stage::Over, Some((declarer, rung))) => {
                let may_play_from_hand = self.bidding.hand_for_winner && !rung.hand && !rung.must_take_talon;
                AuctionState::Declared { declarer, bid: rung.call, hand: rung.hand, may_play_from_hand }
            }
            (Stage::Over, None) => AuctionState::Passed(match self.bidding.all_pass {
                AllPass::ForehandAgain => AllPass::DealerForced,
                AllPass::SecondRound | AllPass::BidAgain => AllPass::Redeal,
                no_declarer => no_declarer,
            }),
            // Until somebody calls in the next stage, the state is that all have passed.
            (Stage::ForehandAgain | Stage::Offers | Stage::BiddingAgain, None)
                if self.fresh == Seats::ALL =>
            {
                AuctionState::Passed(self.bidding.all_pass)
            }
            _ => AuctionState::Open { to_call: self.to_call, allowed: self.legal_calls() },
        }
    }

    /// Auctions with equal keys under the same rules continue in the same ways.
    pub(crate) fn key(&self) -> AuctionKey {
        let can_usurp = self.bidding.usurp_from > 0;
        if self.stage == Stage::Over && !can_usurp {
            return (self.stage, [Seats::NONE; 5], Seat::Forehand, self.top, BySeat::default(), self.paid);
        }
        // The calls of seats that have passed do not matter, except that seats that have bid may usurp.
        let active = self.active;
        let among_active = |seats: Seats| active - (active - seats);
        let regular_bidders =
            if self.bidding.hand_after_number { Seats::NONE } else { among_active(self.regular_bidders) };
        let bidders = if can_usurp { self.bidders } else { among_active(self.bidders) };
        let seats = [active, among_active(self.fresh), regular_bidders, bidders, among_active(self.held)];
        (self.stage, seats, self.to_call, self.top, self.hands, self.paid)
    }

    /// Includes a second round and offers for the talon. Seats that may take the declarer's discards can still call.
    pub(crate) fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// What each seat must pay into the pot for its offers for the talon.
    #[must_use]
    pub fn offer_payments(&self) -> BySeat<u32> {
        self.paid
    }

    /// Whether each seat calls only once, and a seat is still to call after the current one.
    pub(crate) fn has_later_callers(&self) -> bool {
        self.bidding.once && self.fresh.len() > 1
    }

    /// The seats that have made a bid of any kind or have held one.
    #[must_use]
    pub fn seats_with_bids(&self) -> Seats {
        self.bidders
    }

    /// The seat whose turn it is, without meaning when nobody may call.
    #[must_use]
    pub fn to_call(&self) -> Seat {
        self.to_call
    }

    /// The calls that the seat to call may make, the pass first; none when the auction is over and nobody can take the
    /// declarer's discards. If sums may be offered, only the lowest sum is listed.
    #[must_use]
    pub fn legal_calls(&self) -> Vec<Call> {
        match self.stage {
            Stage::Bidding | Stage::BiddingAgain => {
                let mut calls = Vec::with_capacity(self.rungs.len() + 1);
                // With a chain of iterators `for_each` is faster than `collect`.
                self.bids().for_each(|call| calls.push(call));
                calls
            }
            Stage::Naming => self.hand_suits().map(Call::HandIn).collect(),
            Stage::SuitAsked { asker } if self.to_call != asker => {
                self.suits_above(None).map(Call::Named).collect()
            }
            Stage::SuitAsked { .. } => self.calls_against_suit(),
            Stage::Over => self.usurp_calls(),
            // Every sum above the last offer is allowed; the lowest sum stands for all of them. After
            // an offer of `u32::MAX` no sum is left.
            Stage::Offers => {
                let lowest_offer = match self.top {
                    Some((_, Rung { call: Call::Offer(sum), .. })) => sum.checked_add(1),
                    _ => Some(1),
                };
                std::iter::once(Call::Pass).chain(lowest_offer.map(Call::Offer)).collect()
            }
            Stage::ForehandAgain => vec![Call::Pass, Call::Number(1)],
        }
    }

    pub(crate) fn is_listed(&self, call: Call) -> bool {
        match self.stage {
            Stage::Bidding | Stage::BiddingAgain => self.bids().any(|bid| bid == call),
            _ => self.legal_calls().contains(&call),
        }
    }

    pub(crate) fn has_calls(&self) -> bool {
        self.stage != Stage::Over || !self.usurp_calls().is_empty()
    }

    /// Makes a call for the seat whose turn it is.
    pub fn call(&mut self, call: Call) -> Result<(), AuctionError> {
        let allowed = self.legal_calls();
        let offered = match (call, allowed.get(1)) {
            (Call::Offer(sum), Some(&Call::Offer(lowest_offer))) => sum >= lowest_offer,
            _ => false,
        };
        if !allowed.contains(&call) && !offered {
            let number = self.calls + 1;
            return Err(if allowed.is_empty() {
                AuctionError::Over { number, call }
            } else {
                AuctionError::NotAllowed { number, call, seat: self.to_call, allowed }
            });
        }
        self.call_allowed(call);
        Ok(())
    }

    /// `call` must be allowed; see [`Auction::call`] for the check.
    pub(crate) fn call_allowed(&mut self, call: Call) {
        self.calls += 1;
        let seat = self.to_call;
        self.fresh -= Seats::from_seat(seat);
        match self.stage {
            Stage::Bidding | Stage::BiddingAgain => self.make_bid(seat, call),
            Stage::Naming => self.name_suit(seat, call),
            Stage::SuitAsked { asker } => self.answer_question(seat, asker, call),
            Stage::Over => self.answer_usurp(seat, call),
            Stage::Offers => self.make_offer(seat, call),
            Stage::ForehandAgain => {
                if call != Call::Pass {
                    // Forehand's second chance is to play with the talon, not from the hand.
                    self.top = Some((seat, Rung { must_take_talon: true, ..Rung::unlisted(call) }));
                }
                self.stage = Stage::Over;
            }
        }
    }

    fn make_offer(&mut self, seat: Seat, call: Call) {
        // The only other allowed call is a pass.
        if let Call::Offer(sum) = call {
            if !self.bidding.all_offers_pay {
                self.paid = BySeat([0; 3]);
            }
            self.paid[seat] = sum;
            self.top = Some((seat, Rung::unlisted(call)));
        } else {
            self.active -= Seats::from_seat(seat);
        }
        self.advance_turn();
    }
}

/// The error for a call that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum AuctionError {
    #[error("the rules '{rules}' have no auction: add [auction], or extend a preset")]
    None { rules: String },
    #[error("{} may not say {call}; allowed: {}", seat.name(), call_list(allowed))]
    NotAllowed {
        /// From 1.
        number: usize,
        call: Call,
        seat: Seat,
        allowed: Vec<Call>,
    },
    #[error("the auction is over, so {call} cannot be said")]
    Over {
        /// From 1.
        number: usize,
        call: Call,
    },
}

fn call_list(calls: &[Call]) -> String {
    calls.iter().map(Call::to_string).collect::<Vec<_>>().join(" ")
}
