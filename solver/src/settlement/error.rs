//! Why a hand cannot be settled.

use thiserror::Error;

use crate::rules::contract::Contract;
use crate::seat::Seat;

impl SettlementError {
    /// Whether the error means only that there is no price: the rules have none, or the price depends
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

    /// Whether the error depends on the tricks: they are impossible, or they leave open whether the
    /// contract was made. Any other error comes with all tricks alike.
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

/// Why a hand cannot be settled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SettlementError {
    /// Amounts of a sheet that have grown too large, or too finely divided, to be counted exactly.
    #[error("the amounts are too large to be counted exactly: begin a new sheet")]
    TooLarge,
    /// The rules settle nothing.
    #[error("the rules '{rules}' do not say what a hand pays: add [settlement], or extend a preset")]
    None {
        /// The rules.
        rules: String,
    },
    /// Nobody declares.
    #[error("under '{rules}' nobody plays when all pass: name a contract and its declarer")]
    AllPass {
        /// The rules.
        rules: String,
    },
    /// The contract is not one of the rules.
    #[error("'{rules}' has no price for {contract}")]
    NoValue {
        /// The contract.
        contract: Contract,
        /// The rules.
        rules: String,
    },
    /// Tricks that must be known are not.
    #[error(
        "tricks are missing: give those of everybody who played, as F=6,M=2,R=2 (of misere and slam the declarer's are enough)"
    )]
    TricksMissing,
    /// The tricks do not add up.
    #[error("the tricks add up to {sum}, and a hand has 10")]
    Sum {
        /// Their sum.
        sum: u32,
    },
    /// The play would have ended before.
    #[error("the play ends at {stops} tricks of the defenders, and they have more")]
    Stops {
        /// How many end it.
        stops: u8,
    },
    /// Tricks of somebody who did not play.
    #[error("{} dropped out and has tricks", seat.name())]
    Out {
        /// The seat.
        seat: Seat,
    },
    /// Tricks in a hand that was not played.
    #[error(
        "nobody played against the declarer, or the declarer gave up, and yet there are tricks: leave them out"
    )]
    Unplayed,
    /// The tricks do not tell whether the contract was made.
    #[error(
        "the tricks alone do not tell whether {contract} was made: say so (made yes or no), in accord with them"
    )]
    InARow {
        /// The contract.
        contract: Contract,
    },
    /// The declarer named as a defender.
    #[error("{} declares: only a defender drops out, is a guest, says kontra or whist", seat.name())]
    Declarer {
        /// The declarer.
        seat: Seat,
    },
    /// Nobody may drop out.
    #[error("{} cannot drop out: under '{rules}' nobody may in {contract}", seat.name())]
    NoDropping {
        /// The seat that did.
        seat: Seat,
        /// The contract.
        contract: Contract,
        /// The rules.
        rules: String,
    },
    /// Nobody is invited.
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
    /// The declarer must play.
    #[error(
        "{contract} cannot be given up under '{rules}'{}",
        if *dealer { ", except by a dealer who is made to declare" } else { "" }
    )]
    NoGivingUp {
        /// The contract.
        contract: Contract,
        /// The rules.
        rules: String,
        /// A dealer who is made to declare could.
        dealer: bool,
    },
    /// The dealer is in an impossible seat.
    #[error("with four at the table the dealer sits out (D), with three the dealer is one of F, M and R")]
    Dealer,
    /// The talon contradicts what is said of the aces.
    #[error("an ace in the talon contradicts what is said of the declarer's aces")]
    Aces,
    /// The tricks, or that nobody played, contradict what is said of the contract.
    #[error("what came of the hand contradicts what is said of the contract being made")]
    NotSo,
    /// Somebody declares when all pass.
    #[error("under '{rules}' somebody declares when all pass: say who, and in what")]
    SomebodyPlays {
        /// The rules.
        rules: String,
    },
    /// There is no kontra.
    #[error("there is no kontra in {contract} under '{rules}'")]
    NoKontra {
        /// The contract.
        contract: Contract,
        /// The rules.
        rules: String,
    },
    /// It was answered more often than there are answers.
    #[error("under '{rules}' kontra does not go that far: leave out mort, sub or rekontra")]
    TooFar {
        /// The rules.
        rules: String,
    },
    /// A kontra binds both defenders.
    #[error(
        "under '{rules}' one defender says kontra and the other is the guest: name one of them, and no guest"
    )]
    OneKontra {
        /// The rules.
        rules: String,
    },
    /// The seat that said kontra has to play.
    #[error("{} said kontra and cannot have dropped out", seat.name())]
    KontraOut {
        /// Who did.
        seat: Seat,
    },
    /// An answer to nothing.
    #[error("rekontra, sub or mort without a kontra: say whose it was")]
    Unanswered,
    /// An answer to somebody who said nothing, or no answer.
    #[error("answered names defenders who said kontra and got a rekontra: say both, or leave it out")]
    Answered,
    /// A rekontra answers everybody.
    #[error(
        "under '{rules}' a rekontra answers all kontras: leave out whose, or set rekontra = \"each\" in [decisions]"
    )]
    AnswersAll {
        /// The rules.
        rules: String,
    },
    /// An offer that only the last pays.
    #[error("{} pays nothing for an offer: under '{rules}' only the declarer's is paid", seat.name())]
    OneOfferPaid {
        /// Who is said to have offered.
        seat: Seat,
        /// The rules.
        rules: String,
    },
    /// The declarer's own offer among those of the others.
    #[error("{} declares: only the others are named here, the declarer's own is the offer itself", seat.name())]
    OwnOffer {
        /// The declarer.
        seat: Seat,
    },
    /// An offer that would have won the talon, or that somebody had made before.
    #[error("{}'s offer cannot be: each is higher than the last, and the declarer's is the highest", seat.name())]
    NoRise {
        /// Who is said to have offered.
        seat: Seat,
    },
    /// There are no marks.
    #[error("there is no refa under '{rules}'")]
    NoRefa {
        /// The rules.
        rules: String,
    },
    /// The pot decides, and is not known.
    #[error("under '{rules}' the pot decides what is paid: say what is in it")]
    PotUnknown {
        /// The rules.
        rules: String,
    },
    /// Whists that cannot be.
    #[error("{reason}")]
    Whist {
        /// Why not.
        reason: &'static str,
    },
    /// A half-whist that cannot be.
    #[error("{reason}")]
    HalfWhist {
        /// Why not.
        reason: &'static str,
    },
}
