//! Errors of hands that cannot be settled.

use thiserror::Error;

use super::amount::Amount;
use crate::rules::contract::Contract;
use crate::seat::Seat;

impl SettlementError {
    /// Whether there is only no price: the rules have none for this hand, or it depends on a pot that was not given.
    pub(crate) fn is_unpriced(&self) -> bool {
        use SettlementError as E;
        matches!(
            self,
            E::None { .. }
                | E::AllPass { .. }
                | E::NoValue { .. }
                | E::SomebodyPlays { .. }
                | E::PotUnknown { .. }
        )
    }

    /// Whether the tricks are missing or impossible, or leave open or contradict whether the contract was made. Any
    /// other error occurs with every possible number of tricks.
    pub(crate) fn is_about_tricks(&self) -> bool {
        use SettlementError as E;
        matches!(
            self,
            E::TricksMissing
                | E::TrickSum { .. }
                | E::DefenderTrickLimit { .. }
                | E::TricksOfSeatOut { .. }
                | E::Unplayed
                | E::InARow { .. }
                | E::MadeContradicted
        )
    }
}

/// Why a hand cannot be settled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum SettlementError {
    #[error("the amounts are too large to be counted exactly: begin a new sheet")]
    TooLarge,
    #[error(
        "under '{rules}' hands are paid at once, and no sheet is written: name rules that keep one, such as russian or bule"
    )]
    NoSheet { rules: String },
    #[error("under '{rules}' there is no pool: leave it out, and write bule as the mountain")]
    NoPool { rules: String },
    #[error(
        "a sheet has three or four players, each with a pool, a mountain and whists on all others (found: {players} players)"
    )]
    Totals { players: usize },
    #[error(
        "under '{rules}' points are written on a sheet: give the points of the ruling in the pool, in the mountain or as whists"
    )]
    PaidRuling { rules: String },
    #[error("the ruling takes {taken} out of the pot, which holds {pot}: take the rest from the players")]
    RulingExceedsPot { pot: Amount, taken: Amount },
    #[error("the rules '{rules}' have no settlement: add [settlement], or extend a preset")]
    None { rules: String },
    #[error("under '{rules}' nobody plays when all pass: name a contract and its declarer")]
    AllPass { rules: String },
    #[error("the rules '{rules}' have no price for {contract}")]
    NoValue { contract: Contract, rules: String },
    #[error(
        "tricks are missing: give the tricks of every seat that played, such as F=6,M=2,R=2 (for misere and slam the declarer's are enough)"
    )]
    TricksMissing,
    #[error("the tricks add up to {sum}, but a hand has 10")]
    TrickSum { sum: u32 },
    #[error("the play ends at {limit} tricks of the defenders, but they have more")]
    DefenderTrickLimit { limit: u8 },
    #[error("{} dropped out and cannot have tricks", seat.name())]
    TricksOfSeatOut { seat: Seat },
    #[error(
        "nobody played against the declarer, or the declarer gave up, and yet there are tricks: leave them out"
    )]
    Unplayed,
    #[error(
        "the tricks alone do not decide whether {contract} was made: say whether it was (yes or no), in agreement with the tricks"
    )]
    InARow { contract: Contract },
    #[error("{} declares: only a defender can drop out, be a guest, or say kontra or whist", seat.name())]
    Declarer { seat: Seat },
    #[error("{} cannot drop out: under '{rules}' nobody may drop out in {contract}", seat.name())]
    NoDropping { seat: Seat, contract: Contract, rules: String },
    #[error("there are no guests in {contract} under '{rules}'")]
    NoInvitation { contract: Contract, rules: String },
    #[error("{} plays as a guest, so neither the guest nor the host has dropped out", seat.name())]
    GuestOut { seat: Seat },
    #[error(
        "{contract} cannot be given up under '{rules}'{}",
        if *dealer { ", except by a dealer who is forced to declare" } else { "" }
    )]
    NoGivingUp { contract: Contract, rules: String, dealer: bool },
    #[error("with four at the table the dealer sits out (D), with three the dealer is one of F, M and R")]
    Dealer,
    #[error("an ace in the talon contradicts the statement about the declarer's aces")]
    Aces,
    #[error("the result of the hand contradicts the statement that the contract was made or lost")]
    MadeContradicted,
    #[error("under '{rules}' a contract is played when all pass: name the declarer and the contract")]
    SomebodyPlays { rules: String },
    #[error("there is no kontra in {contract} under '{rules}'")]
    NoKontra { contract: Contract, rules: String },
    #[error("under '{rules}' kontra cannot be answered that often: leave out mort, sub or rekontra")]
    TooManyDoublings { rules: String },
    #[error(
        "under '{rules}' one defender says kontra and the other is the guest: name only one defender in kontra, and no guest"
    )]
    OneKontra { rules: String },
    #[error("{} said kontra and cannot have dropped out", seat.name())]
    KontraOut { seat: Seat },
    #[error("rekontra, sub or mort without a kontra: name the defender who said kontra")]
    DoublingWithoutKontra,
    #[error(
        "answered names a defender whose kontra got no rekontra: name this defender in kontra and give rekontra, or leave answered out"
    )]
    AnsweredWithoutKontra,
    #[error(
        "under '{rules}' a rekontra answers all kontras: leave answered out, or set rekontra = \"each\" in [decisions]"
    )]
    AnswersAll { rules: String },
    #[error("{} pays nothing for an offer: under '{rules}' only the declarer's offer is paid", seat.name())]
    OfferNotPaid { seat: Seat, rules: String },
    #[error(
        "{} declares: name only the other seats in other_offers, and the declarer's own sum in offer",
        seat.name()
    )]
    OwnOffer { seat: Seat },
    #[error(
        "{}'s offer is impossible: each offer is higher than the last, and the declarer's is the highest",
        seat.name()
    )]
    NoRise { seat: Seat },
    #[error("there is no refa under '{rules}'")]
    NoRefa { rules: String },
    #[error("under '{rules}' the payment depends on the pot: give its contents")]
    PotUnknown { rules: String },
    #[error("{reason}")]
    Whist {
        /// In words.
        reason: &'static str,
    },
    #[error("{reason}")]
    HalfWhist {
        /// In words.
        reason: &'static str,
    },
}
