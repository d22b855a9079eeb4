//! Errors of hands that cannot be settled.

use thiserror::Error;

use crate::rules::contract::Contract;
use crate::seat::Seat;

impl SettlementError {
    /// Whether the error means only that there is no price: the rules have none for this hand, or the
    /// price depends on a pot that was not given.
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

    /// Whether the error depends on the tricks: they are missing or impossible, or they leave open or contradict
    /// whether the contract was made. Any other error occurs with every possible number of tricks.
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

/// The error for a hand that cannot be settled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SettlementError {
    /// The amounts of a sheet are too large, or have too large a denominator, to be counted exactly.
    #[error("the amounts are too large to be counted exactly: begin a new sheet")]
    TooLarge,
    /// Totals of a sheet are given, but under these rules each hand is paid at once and no sheet is written.
    #[error(
        "under '{rules}' hands are paid at once, and no sheet is written: name rules that keep one, such as russian or bule"
    )]
    NoSheet {
        /// Name of the rules.
        rules: String,
    },
    /// Totals of a sheet have a pool, but under these rules there is none.
    #[error("under '{rules}' there is no pool: leave it out, and write bule as the mountain")]
    NoPool {
        /// Name of the rules.
        rules: String,
    },
    /// The totals given are not the totals of three or four players.
    #[error(
        "a sheet has three or four players, each with a pool, a mountain and whists on all others (found: {players} players)"
    )]
    Totals {
        /// The number of players.
        players: usize,
    },
    /// The rules have no settlement.
    #[error("the rules '{rules}' have no settlement: add [settlement], or extend a preset")]
    None {
        /// Name of the rules.
        rules: String,
    },
    /// A price is asked for when all pass, but under these rules nobody plays then.
    #[error("under '{rules}' nobody plays when all pass: name a contract and its declarer")]
    AllPass {
        /// Name of the rules.
        rules: String,
    },
    /// The rules have no price for the contract.
    #[error("the rules '{rules}' have no price for {contract}")]
    NoValue {
        /// The contract.
        contract: Contract,
        /// Name of the rules.
        rules: String,
    },
    /// Tricks on which the price depends were not given.
    #[error(
        "tricks are missing: give the tricks of every seat that played, such as F=6,M=2,R=2 (for misere and slam the declarer's are enough)"
    )]
    TricksMissing,
    /// The tricks of the seats do not add up to the ten of a hand.
    #[error("the tricks add up to {sum}, but a hand has 10")]
    TrickSum {
        /// Sum of the tricks given.
        sum: u32,
    },
    /// The defenders have more tricks than the number that ends the play.
    #[error("the play ends at {limit} tricks of the defenders, but they have more")]
    DefenderTrickLimit {
        /// Number of the defenders' tricks that ends the play.
        limit: u8,
    },
    /// A defender who dropped out has tricks.
    #[error("{} dropped out and cannot have tricks", seat.name())]
    TricksOfSeatOut {
        /// The seat.
        seat: Seat,
    },
    /// Tricks are given for a hand that was not played.
    #[error(
        "nobody played against the declarer, or the declarer gave up, and yet there are tricks: leave them out"
    )]
    Unplayed,
    /// The tricks leave open whether a contract for tricks in a row was made, or contradict the statement whether it
    /// was made.
    #[error(
        "the tricks alone do not decide whether {contract} was made: say whether it was (yes or no), in agreement with the tricks"
    )]
    InARow {
        /// The contract.
        contract: Contract,
    },
    /// The declarer is named in a role that only a defender can have.
    #[error("{} declares: only a defender can drop out, be a guest, or say kontra or whist", seat.name())]
    Declarer {
        /// The declarer.
        seat: Seat,
    },
    /// A defender dropped out, but the rules do not allow this in the contract.
    #[error("{} cannot drop out: under '{rules}' nobody may drop out in {contract}", seat.name())]
    NoDropping {
        /// The defender who dropped out.
        seat: Seat,
        /// The contract.
        contract: Contract,
        /// Name of the rules.
        rules: String,
    },
    /// There is a guest, but the rules have no guests in this contract.
    #[error("there are no guests in {contract} under '{rules}'")]
    NoInvitation {
        /// The contract.
        contract: Contract,
        /// Name of the rules.
        rules: String,
    },
    /// The guest or the host dropped out.
    #[error("{} plays as a guest, so neither the guest nor the host has dropped out", seat.name())]
    GuestOut {
        /// The guest.
        seat: Seat,
    },
    /// The declarer gave up, but the rules do not allow this in the contract.
    #[error(
        "{contract} cannot be given up under '{rules}'{}",
        if *dealer { ", except by a dealer who is forced to declare" } else { "" }
    )]
    NoGivingUp {
        /// The contract.
        contract: Contract,
        /// Name of the rules.
        rules: String,
        /// Whether a dealer who is made to declare could give up the contract.
        dealer: bool,
    },
    /// The dealer is a seat although four are at the table, or sits out although three are.
    #[error("with four at the table the dealer sits out (D), with three the dealer is one of F, M and R")]
    Dealer,
    /// The talon contradicts the statement about the declarer's aces.
    #[error("an ace in the talon contradicts the statement about the declarer's aces")]
    Aces,
    /// The statement whether the contract was made contradicts the tricks, or the fact that nobody played against the
    /// contract or that the declarer gave up.
    #[error("the result of the hand contradicts the statement that the contract was made or lost")]
    MadeContradicted,
    /// No declarer is named when all pass, but under these rules somebody plays a contract then.
    #[error("under '{rules}' a contract is played when all pass: name the declarer and the contract")]
    SomebodyPlays {
        /// Name of the rules.
        rules: String,
    },
    /// Somebody said kontra, but the rules have no kontra in this contract.
    #[error("there is no kontra in {contract} under '{rules}'")]
    NoKontra {
        /// The contract.
        contract: Contract,
        /// Name of the rules.
        rules: String,
    },
    /// The last doubling goes beyond the number of doublings that the rules allow.
    #[error("under '{rules}' kontra cannot be answered that often: leave out mort, sub or rekontra")]
    TooManyDoublings {
        /// Name of the rules.
        rules: String,
    },
    /// Both defenders said kontra, or a guest is named together with a kontra. But under these rules only one defender
    /// says kontra, and this makes the other one the guest.
    #[error(
        "under '{rules}' one defender says kontra and the other is the guest: name only one defender in kontra, and no guest"
    )]
    OneKontra {
        /// Name of the rules.
        rules: String,
    },
    /// A defender said kontra and dropped out.
    #[error("{} said kontra and cannot have dropped out", seat.name())]
    KontraOut {
        /// The seat.
        seat: Seat,
    },
    /// There is a rekontra, sub or mort without a kontra.
    #[error("rekontra, sub or mort without a kontra: name the defender who said kontra")]
    DoublingWithoutKontra,
    /// The field `answered` names a defender who did not say kontra, or nobody said rekontra.
    #[error(
        "answered names a defender whose kontra got no rekontra: name this defender in kontra and give rekontra, or leave answered out"
    )]
    AnsweredWithoutKontra,
    /// A rekontra is said to answer only one of two kontras, but under these rules it answers all of them.
    #[error(
        "under '{rules}' a rekontra answers all kontras: leave answered out, or set rekontra = \"each\" in [decisions]"
    )]
    AnswersAll {
        /// Name of the rules.
        rules: String,
    },
    /// A defender is said to pay for an offer, but under these rules only the declarer pays.
    #[error("{} pays nothing for an offer: under '{rules}' only the declarer's offer is paid", seat.name())]
    OfferNotPaid {
        /// The defender.
        seat: Seat,
        /// Name of the rules.
        rules: String,
    },
    /// The declarer is among the seats whose offers lost.
    #[error(
        "{} declares: name only the other seats in other_offers, and the declarer's own sum in offer",
        seat.name()
    )]
    OwnOffer {
        /// The declarer.
        seat: Seat,
    },
    /// A defender's offer is not lower than the declarer's, or the two defenders' offers are equal.
    #[error(
        "{}'s offer is impossible: each offer is higher than the last, and the declarer's is the highest",
        seat.name()
    )]
    NoRise {
        /// The seat that offered.
        seat: Seat,
    },
    /// The hand is said to be doubled by a refa, but the rules have no refas.
    #[error("there is no refa under '{rules}'")]
    NoRefa {
        /// Name of the rules.
        rules: String,
    },
    /// The price depends on the amount in the pot, which was not given.
    #[error("under '{rules}' the payment depends on the pot: give its contents")]
    PotUnknown {
        /// Name of the rules.
        rules: String,
    },
    /// The list of the defenders who said whist contradicts the rules or the list of the seats that dropped out, or
    /// names a defender twice.
    #[error("{reason}")]
    Whist {
        /// The rule that is broken, in words.
        reason: &'static str,
    },
    /// The half-whist contradicts the rules, or the other whists.
    #[error("{reason}")]
    HalfWhist {
        /// The rule that is broken, in words.
        reason: &'static str,
    },
}
