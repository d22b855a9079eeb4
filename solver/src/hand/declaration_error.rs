//! The check that declarer and contract follow from the calls.

use thiserror::Error;

use crate::auction::{Auction, AuctionState};
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::rules::contract::Contract;
use crate::seat::Seat;
use crate::situation::Situation;

/// The error for a record whose declarer or contract does not follow from the calls.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeclarationError {
    /// A contract that may not be announced after the bid that won the auction.
    #[error("{} may announce only {}", winner_text(*bid), contracts_text(may))]
    Announced {
        /// The bid that won the auction; `None` for a dealer who declares after all have passed.
        bid: Option<Call>,
        /// The contracts that may be announced.
        may: Vec<Contract>,
    },
    /// A declarer who does not follow from the calls, or a game from the hand that does not, or the reverse.
    #[error(
        "by these calls {} declares {}",
        declarer.name(),
        if *hand { "without the talon" } else { "with the talon" }
    )]
    Declares {
        /// The declarer that follows from the calls.
        declarer: Seat,
        /// Whether the game is played from the hand according to the calls.
        hand: bool,
    },
    /// A record that goes beyond the auction, although the auction is not over.
    #[error("{} is still to call", .0.name())]
    Open(Seat),
    /// A record in which the dealer does not declare, although the calls force the dealer to declare.
    #[error("by these calls the dealer has to declare")]
    DealerDeclares,
    /// A declarer, although all have passed according to the calls.
    #[error("by these calls all have passed")]
    AllPassed,
    /// Cards that were played after all had passed, under rules by which such a hand is not played.
    #[error("by these rules nobody plays when all have passed")]
    NotPlayed,
}

fn winner_text(bid: Option<Call>) -> String {
    bid.map_or("the dealer".to_owned(), |bid| format!("after the winning bid {bid} the declarer"))
}

fn contracts_text(contracts: &[Contract]) -> String {
    contracts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn check_declaration(record: &Situation, auction: &Auction) -> Result<(), DeclarationError> {
    use DeclarationError as E;
    let state = auction.state();
    let (declarer, bid, hand, or_hand) = match state {
        AuctionState::Open { to_call, .. } => return Err(E::Open(to_call)),
        AuctionState::Declared { declarer, bid, hand, may_play_from_hand: or_hand } => {
            (declarer, Some(bid), hand, or_hand)
        }
        AuctionState::Passed(AllPass::DealerPlays | AllPass::DealerForced) => {
            (Seat::Rearhand, None, false, false)
        }
        // The auction goes on: forehand may still play, offers follow, or suits are bid again. Only such further calls
        // can determine a declarer.
        AuctionState::Passed(AllPass::ForehandAgain | AllPass::SecondRound | AllPass::BidAgain)
            if record.declarer_if_any().is_some() =>
        {
            return Err(E::Open(auction.to_call()));
        }
        AuctionState::Passed(_) if record.declarer_if_any().is_some() => return Err(E::AllPassed),
        AuctionState::Passed(AllPass::Raspasovka) => return Ok(()),
        AuctionState::Passed(_) if record.cards_played().is_empty() => return Ok(()),
        AuctionState::Passed(_) => return Err(E::NotPlayed),
    };
    let is_declarer = record.declarer_if_any().map_or(!record.is_all_passed(), |seat| seat == declarer);
    if !is_declarer && bid.is_none() {
        return Err(E::DealerDeclares);
    }
    let declaration = record.declaration_if_any();
    let is_allowed =
        |from_hand: bool| from_hand == hand || or_hand && !(from_hand && record.discard().is_some());
    if !is_declarer || declaration.is_some_and(|declaration| !is_allowed(declaration.from_hand)) {
        return Err(E::Declares { declarer, hand });
    }
    let may = record.rules().announceable(bid);
    // The contract of a dealer who was forced to declare and gave up does not matter.
    let is_forced = matches!(state, AuctionState::Passed(AllPass::DealerForced));
    let has_given_up = is_forced && record.hand().decisions.gave_up;
    match declaration.filter(|_| !has_given_up) {
        Some(declaration) if !may.contains(&declaration.contract) => Err(E::Announced { bid, may }),
        _ => Ok(()),
    }
}
