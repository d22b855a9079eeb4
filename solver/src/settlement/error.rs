//! The reasons that a hand cannot be settled.

use thiserror::Error;

use crate::rules::contract::Contract;
use crate::seat::Seat;

impl SettlementError {
    /// Checks whether the error means only that there is no price: the rules have none, or the price depends
    /// on a pot that was not given.
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

    /// Checks whether the error depends on the tricks: they are impossible, or they leave open whether the
    /// contract was made. Any other error occurs with all tricks alike.
    pub(crate) fn is_of_the_tricks(&self) -> bool {
        use SettlementError as E;
        matches!(
            self,
            E::TricksMissing
                | E::Sum { .. }
                | E::Stops { .. }
                | E::Out { .. }
                | E::Unplayed
                | E::InARow { .. }
                | E::NotSo
        )
    }
}

/// The reason that a hand cannot be settled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SettlementError {
    /// The amounts of a sheet have grown too large, or too finely divided, to be counted exactly.
    #[error("the amounts are too large to be counted exactly: begin a new sheet")]
    TooLarge,
    /// Totals of a sheet are given, and under these rules hands are paid at once.
    #[error(
        "under '{rules}' hands are paid at once, and no sheet is written: name rules that keep one, as russian or bule"
    )]
    NoSheet {
        /// The rules.
        rules: String,
    },
    /// Totals of a sheet have a pool, and under these rules there is none.
    #[error("under '{rules}' there is no pool: leave it out, and write bule as the mountain")]
    NoPool {
        /// The rules.
        rules: String,
    },
    /// The totals are not totals of three or four players.
    #[error("a sheet has three or four players, each with whists on all: these totals are of {players}")]
    Totals {
        /// The number of players.
        players: usize,
    },
    /// The rules settle nothing.
    #[error("the rules '{rules}' have no settlement: add [settlement], or extend a preset")]
    None {
        /// The rules.
        rules: String,
    },
    /// A price is asked for when all pass, and under these rules nobody declares then.
    #[error("under '{rules}' nobody plays when all pass: name a contract and its declarer")]
    AllPass {
        /// The rules.
        rules: String,
    },
    /// The rules have no price for the contract.
    #[error("'{rules}' has no price for {contract}")]
    NoValue {
        /// The contract.
        contract: Contract,
        /// The rules.
        rules: String,
    },
    /// Tricks that the price depends on were not given.
    #[error(
        "tricks are missing: give those of everybody who played, as F=6,M=2,R=2 (of misere and slam the declarer's are enough)"
    )]
    TricksMissing,
    /// The tricks of the seats do not add up to the ten of a hand.
    #[error("the tricks add up to {sum}, and a hand has 10")]
    Sum {
        /// Their sum.
        sum: u32,
    },
    /// The defenders have more tricks than end the play.
    #[error("the play ends at {stops} tricks of the defenders, and they have more")]
    Stops {
        /// Number of the defenders' tricks that ends the play.
        stops: u8,
    },
    /// A seat that dropped out has tricks.
    #[error("{} dropped out and has tricks", seat.name())]
    Out {
        /// The seat.
        seat: Seat,
    },
    /// There are tricks in a hand that was not played.
    #[error(
        "nobody played against the declarer, or the declarer gave up, and yet there are tricks: leave them out"
    )]
    Unplayed,
    /// The tricks do not decide whether the contract was made.
    #[error(
        "the tricks alone do not decide whether {contract} was made: add the result (made yes or no), in accord with them"
    )]
    InARow {
        /// The contract.
        contract: Contract,
    },
    /// The declarer is named where only a defender can be.
    #[error("{} declares: only a defender drops out, is a guest, says kontra or whist", seat.name())]
    Declarer {
        /// The declarer.
        seat: Seat,
    },
    /// A seat dropped out, and the rules allow nobody to.
    #[error("{} cannot drop out: under '{rules}' nobody may in {contract}", seat.name())]
    NoDropping {
        /// The seat that dropped out.
        seat: Seat,
        /// The contract.
        contract: Contract,
        /// The rules.
        rules: String,
    },
    /// There is a guest, and the rules have none in this contract.
    #[error("there are no guests in {contract} under '{rules}'")]
    NoInvitation {
        /// The contract.
        contract: Contract,
        /// The rules.
        rules: String,
    },
    /// The guest or the host dropped out.
    #[error("{} plays as a guest, so neither the guest nor the host has dropped out", seat.name())]
    GuestOut {
        /// The guest.
        seat: Seat,
    },
    /// The declarer gave up a contract that must be played.
    #[error(
        "{contract} cannot be given up under '{rules}'{}",
        if *dealer { ", except by a dealer who is made to declare" } else { "" }
    )]
    NoGivingUp {
        /// The contract.
        contract: Contract,
        /// The rules.
        rules: String,
        /// Whether a dealer who is made to declare could give it up.
        dealer: bool,
    },
    /// The dealer is in a seat that does not deal with this number of players.
    #[error("with four at the table the dealer sits out (D), with three the dealer is one of F, M and R")]
    Dealer,
    /// The talon contradicts the statement about the declarer's aces.
    #[error("an ace in the talon contradicts the statement about the declarer's aces")]
    Aces,
    /// The contract is said to be made or lost, and the tricks, or that nobody played, say otherwise.
    #[error("the result of the hand contradicts the statement that the contract was made or lost")]
    NotSo,
    /// Nobody is named as declarer when all pass, and under these rules somebody declares then.
    #[error("under '{rules}' a contract is played when all pass: name the declarer and the contract")]
    SomebodyPlays {
        /// The rules.
        rules: String,
    },
    /// There was a kontra, and the rules have none in this contract.
    #[error("there is no kontra in {contract} under '{rules}'")]
    NoKontra {
        /// The contract.
        contract: Contract,
        /// The rules.
        rules: String,
    },
    /// A kontra was answered more often than the rules allow.
    #[error("under '{rules}' kontra does not go that far: leave out mort, sub or rekontra")]
    TooFar {
        /// The rules.
        rules: String,
    },
    /// Both defenders said kontra, and one kontra binds both.
    #[error(
        "under '{rules}' one defender says kontra and the other is the guest: name one of them, and no guest"
    )]
    OneKontra {
        /// The rules.
        rules: String,
    },
    /// A seat said kontra and dropped out.
    #[error("{} said kontra and cannot have dropped out", seat.name())]
    KontraOut {
        /// The seat.
        seat: Seat,
    },
    /// There is a rekontra, sub or mort without a kontra.
    #[error("rekontra, sub or mort without a kontra: name the defender that said it")]
    Unanswered,
    /// The answered defenders did not all say kontra, or there was no rekontra.
    #[error("answered names defenders who said kontra and got a rekontra: say both, or leave it out")]
    Answered,
    /// A rekontra is said to answer one defender, and under these rules it answers all.
    #[error(
        "under '{rules}' a rekontra answers all kontras: leave out the defender, or set rekontra = \"each\" in [decisions]"
    )]
    AnswersAll {
        /// The rules.
        rules: String,
    },
    /// A defender is said to pay for an offer, and under these rules only the declarer pays.
    #[error("{} pays nothing for an offer: under '{rules}' only the declarer's is paid", seat.name())]
    OneOfferPaid {
        /// The defender.
        seat: Seat,
        /// The rules.
        rules: String,
    },
    /// The declarer is among the seats whose offers lost.
    #[error("{} declares: only the others are named here, the declarer's own is the offer itself", seat.name())]
    OwnOffer {
        /// The declarer.
        seat: Seat,
    },
    /// An offer is not lower than the declarer's, or two of them are equal.
    #[error("{}'s offer cannot be: each is higher than the last, and the declarer's is the highest", seat.name())]
    NoRise {
        /// The seat that offered.
        seat: Seat,
    },
    /// Refas are named, and the rules have none.
    #[error("there is no refa under '{rules}'")]
    NoRefa {
        /// The rules.
        rules: String,
    },
    /// The price depends on the pot, which was not given.
    #[error("under '{rules}' the payment depends on the pot: give its contents")]
    PotUnknown {
        /// The rules.
        rules: String,
    },
    /// The whists contradict the rules or each other.
    #[error("{reason}")]
    Whist {
        /// The rule that is broken.
        reason: &'static str,
    },
    /// The half-whist contradicts the rules or the whists.
    #[error("{reason}")]
    HalfWhist {
        /// The rule that is broken.
        reason: &'static str,
    },
}
