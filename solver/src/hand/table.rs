//! The table at which a hand is played: the players, the pot, and facts that depend on earlier hands.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::auction::{Auction, AuctionError};
use crate::cards::Suit;
use crate::rules::bidding::{AllPass, BidKind, HandBids};
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, Dealer, HandDecisions, SettlementError, Sheet};
use crate::situation::QuestionError;
use crate::situation::field_types::{MAX_AMOUNT, OneOrMany, WholeNumber};
use crate::situation::fields::Fields;

/// The table at which a hand is played. In JSON a key is left out if it has its default value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "HandTable"))]
#[serde(default)]
pub struct Table {
    /// The dealer; if absent, rearhand or, with four at the table, the player who sits out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealer: Option<Dealer>,
    /// Whether four players are at the table, one of whom sits out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub four: bool,
    /// The amount in the pot, the dealer's ante included; absent if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pot: Option<Amount>,
    /// The limit up to which the pot counts, if it differs from the limit in the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Number of passed-out hands in a row before this one.
    #[serde(skip_serializing_if = "is_zero")]
    pub passed: u8,
    /// The seats with a mark (refa), which doubles the hand if the seat declares.
    #[serde(skip_serializing_if = "is_nobody")]
    pub marks: Seats,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field by reference")]
const fn is_nobody(seats: &Seats) -> bool {
    seats.is_empty()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field by reference")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Table {
    /// The table for the next hand of a score sheet.
    #[must_use]
    pub fn from_sheet(sheet: &Sheet) -> Table {
        let has_mark = |seat: &Seat| sheet.marks()[sheet.player(*seat)] > 0;
        Table {
            dealer: None,
            four: sheet.player_sitting_out().is_some(),
            pot: Some(sheet.next_pot()),
            limit: None,
            passed: sheet.passed_out_in_a_row(),
            marks: Seat::ALL.into_iter().filter(has_mark).collect(),
        }
    }

    pub(crate) fn read(fields: &mut Fields) -> Result<Table, QuestionError> {
        for (name, why) in [
            ("refa", "write the seats with a mark in marks"),
            ("progression", "write the number of passed-out hands before this one in passed"),
        ] {
            if fields.has(name) {
                return Err(QuestionError::not_here(name, why));
            }
        }
        let marks: Option<OneOrMany<Seat>> = fields.take_value("marks")?;
        let limit: Option<WholeNumber<0, MAX_AMOUNT>> = fields.take_value("limit")?;
        let passed: Option<WholeNumber<0, 255>> = fields.take_value("passed")?;
        Ok(Table {
            dealer: fields.take_value("dealer")?,
            four: fields.take_value("four")?,
            pot: fields.amount("pot")?,
            limit: limit.map(WholeNumber::to),
            passed: passed.map_or(0, WholeNumber::to),
            marks: marks.into_iter().flat_map(|OneOrMany(seats)| seats).collect(),
        })
    }

    pub(crate) fn decisions(&self) -> HandDecisions {
        HandDecisions {
            pot: self.pot,
            limit: self.limit,
            dealer: self.dealer,
            progression: self.passed.saturating_add(1),
            four: self.four,
            ..HandDecisions::default()
        }
    }
}

/// Everything about a hand that does not depend on its cards.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HandSetup {
    pub(super) rules: Arc<Variant>,
    pub(super) table: Table,
    /// The auction before the first call.
    pub(super) auction: Auction,
    /// The highest offer for the talon: the most that the declarer can gain from all ten tricks.
    pub(super) highest_offer: u32,
}

impl HandSetup {
    pub(super) fn new(rules: Arc<Variant>, table: Table) -> Result<HandSetup, HandSetupError> {
        let expected = if table.four { Dealer::Sitting } else { Dealer::Seat(Seat::Rearhand) };
        if table.dealer.is_some_and(|dealer| dealer != expected) {
            return Err(HandSetupError::Dealer { expected });
        }
        let auction = Auction::after_passes(&rules, table.passed.into())?;
        if let Some(bid) = winning_bids(&rules).find(|&bid| rules.announceable(bid).is_empty()) {
            return Err(HandSetupError::NoContract { bid });
        }
        let mut tricks = BySeat([0; 3]);
        tricks[Seat::Forehand] = 10;
        let said = table.decisions();
        let by_forehand = |contract| Declaration { contract, declarer: Seat::Forehand, from_hand: false };
        let named = (rules.bidding().hands == HandBids::Suits).then_some(Suit::ALL.map(Some));
        let named = named.into_iter().flatten().map(Contract::Game);
        for contract in rules.all_announceable().into_iter().chain(named) {
            rules.settle(&said.clone().under(by_forehand(contract)), &tricks.into())?;
        }
        if rules.bidding().all_pass == AllPass::Raspasovka {
            rules.settle(&said.clone().under(None), &tricks.into())?;
        }
        let mut highest_offer = 0;
        if rules.bidding().all_pass == AllPass::SecondRound {
            for contract in rules.announceable(Some(Call::Offer(1))) {
                let gains = rules.settle(&said.clone().under(by_forehand(contract)), &tricks.into())?;
                let gain = gains.seats[Seat::Forehand].floor().to_integer();
                highest_offer = highest_offer.max(u32::try_from(gain).unwrap_or(0));
            }
        }
        Ok(HandSetup { rules, table, auction, highest_offer })
    }
}

/// One winning bid of each kind for which rules may lack a contract. `None` is a dealer who must declare.
fn winning_bids(rules: &Variant) -> impl Iterator<Item = Option<Call>> {
    let bidding = rules.bidding();
    let dealer_declares =
        matches!(bidding.all_pass, AllPass::DealerPlays | AllPass::ForehandAgain | AllPass::DealerForced);
    let bids = [
        (dealer_declares, None),
        (bidding.by == Some(BidKind::Numbers), Some(Call::Number(bidding.last))),
        (bidding.by == Some(BidKind::Asking), Some(Call::Number(1))),
        (bidding.hands == HandBids::Suits, Some(Call::Hand)),
        (bidding.all_pass == AllPass::SecondRound, Some(Call::Offer(1))),
    ];
    bids.into_iter().filter(|(is_possible, _)| *is_possible).map(|(_, bid)| bid)
}

/// No hand can be played and settled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HandSetupError {
    /// The rules have no auction.
    #[error(transparent)]
    Auction(#[from] AuctionError),
    /// A hand cannot be settled: the rules have no settlement or no price for a contract that can be announced, or the
    /// pot on which the payment depends is unknown.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// A bid can win the auction although it allows no contract.
    #[error("no contract can be announced {}", bid.map_or("by the dealer when all have passed".to_owned(), |bid| format!("after the bid {bid}")))]
    NoContract {
        /// The bid; `None` for a dealer who declares when all have passed.
        bid: Option<Call>,
    },
    /// The dealer is not the last seat in turn order.
    #[error("the dealer must be {expected}: seats are named by their turn after the dealer")]
    Dealer {
        /// The only dealer that is possible at this table.
        expected: Dealer,
    },
}
