//! A hand before its play, and its result.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::amount::Amount;
use super::error::SettlementError;
use crate::cards::Cards;
use crate::excerpt::excerpt;
use crate::rules::contract::{Contract, Declaration, Target};
use crate::rules::decisions::{ContractScope, Decisions, Kontra};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};

/// The dealer, on whose account a pair in the talon is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dealer {
    /// One of the three players with cards.
    Seat(Seat),
    /// The player sitting out, with four at the table.
    Sitting,
}

impl fmt::Display for Dealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dealer::Seat(seat) => seat.fmt(f),
            Dealer::Sitting => f.write_str("D"),
        }
    }
}

/// The error of a text that does not name a dealer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a dealer: write F, M, R, or D, which sits out", excerpt(.0))]
pub struct DealerError(String);

impl FromStr for Dealer {
    type Err = DealerError;

    fn from_str(text: &str) -> Result<Dealer, DealerError> {
        if text.eq_ignore_ascii_case("D") {
            return Ok(Dealer::Sitting);
        }
        text.parse().map(Dealer::Seat).map_err(|_| DealerError(text.to_owned()))
    }
}

/// The declarer's statement about the aces among the twelve cards, or ten from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Aces {
    /// The declarer holds all four.
    #[cfg_attr(feature = "clap", value(name = "4"))]
    #[serde(rename = "4")]
    Four,
    /// The declarer holds none, and has announced it.
    #[serde(rename = "none")]
    None,
}

/// The number of times that a contract was doubled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Doubling {
    /// Not at all.
    #[default]
    None,
    /// By the defenders named: twice.
    Kontra,
    /// By the declarer against them: four times.
    Rekontra,
    /// Again by the defender: eight times.
    Sub,
    /// Again by the declarer: sixteen times.
    Mort,
}

impl Doubling {
    /// Returns the factor by which it multiplies the price.
    #[must_use]
    pub const fn factor(self) -> i64 {
        1 << self as u8
    }
}

/// The result of a hand: its tricks and, where they do not decide it, whether the contract was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandResult {
    /// The tricks of each seat. Misère and slam need only the declarer's, and a hand that nobody plays needs
    /// none.
    pub tricks: BySeat<Option<u8>>,
    /// Whether the contract was made, where the tricks do not decide: six in a row.
    pub made: Option<bool>,
}

impl From<BySeat<u8>> for HandResult {
    /// Builds the result from the tricks of all three.
    fn from(tricks: BySeat<u8>) -> HandResult {
        HandResult { tricks: BySeat(tricks.0.map(Some)), made: None }
    }
}

impl HandResult {
    /// Refuses a statement about the contract being made that contradicts the result `made`.
    pub(super) fn check_made(&self, made: bool) -> Result<(), SettlementError> {
        if self.made.is_none_or(|stated| stated == made) { Ok(()) } else { Err(SettlementError::NotSo) }
    }

    /// Returns the tricks of all three, which must sum to ten.
    pub(super) fn all_tricks(&self) -> Result<BySeat<u8>, SettlementError> {
        self.tricks_with_dealer(0).map(|(tricks, _)| tricks)
    }

    /// Returns the tricks of all three, and the number that is missing to ten: the tricks of the dealer
    /// sitting out, at most `max_dealer_tricks`.
    pub(super) fn tricks_with_dealer(
        &self,
        max_dealer_tricks: u8,
    ) -> Result<(BySeat<u8>, u8), SettlementError> {
        if self.tricks.0.iter().any(Option::is_none) {
            return Err(SettlementError::TricksMissing);
        }
        let tricks = BySeat::from_fn(|seat| self.tricks[seat].unwrap_or_default());
        let sum: u32 = tricks.0.iter().map(|&n| u32::from(n)).sum();
        match 10_u32.checked_sub(sum) {
            Some(dealer) if dealer <= max_dealer_tricks.into() => Ok((tricks, dealer as u8)),
            _ => Err(SettlementError::Sum { sum }),
        }
    }
}

/// A hand when its play begins: the contract and the decisions since.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The contract; `None` when all passed and everybody played for themselves.
    pub declaration: Option<Declaration>,
    /// The defenders that dropped out.
    pub out: Seats,
    /// The defender that plays at the other's invitation, without duties of their own.
    pub guest: Option<Seat>,
    /// Whether the declarer gave up before the play.
    pub gave_up: bool,
    /// The defenders that said kontra.
    pub kontra: Seats,
    /// The number of times that the contract was doubled, kontra and answers.
    pub doubling: Doubling,
    /// The defenders whose kontra alone was answered; none where all were, or none was.
    pub answered: Seats,
    /// Whether a mark of an earlier passed-out deal doubles this one.
    pub refa: bool,
    /// The declarer's statement about the aces.
    pub aces: Option<Aces>,
    /// Content of the pot before the hand is settled.
    pub pot: Option<Amount>,
    /// The limit of the pot, if it is not that of the rules.
    pub limit: Option<u32>,
    /// The talon's two cards, where they are known and matter.
    pub talon: Cards,
    /// The dealer; if not given, rearhand, or the player sitting out with four at the table.
    pub dealer: Option<Dealer>,
    /// The whisters, in the order of speaking; `None` for all defenders that did not drop out.
    pub whist: Option<Vec<Seat>>,
    /// The defender that said half-whist.
    pub half_whist: Option<Seat>,
    /// The declarer's offer to the pot for the talon.
    pub offer: u32,
    /// The offers of others, where every offer is paid.
    pub other_offers: BySeat<u32>,
    /// The number of hands in a row that all have passed, this one counted, from 1.
    pub progression: u8,
    /// Whether four are at the table, one of them sitting out.
    pub four: bool,
}

impl Hand {
    /// Returns a hand of this contract and declarer, with the talon and without further decisions.
    #[must_use]
    pub fn new(contract: Contract, declarer: Seat) -> Hand {
        Hand { declaration: Some(Declaration { contract, declarer, from_hand: false }), ..Hand::all_passed() }
    }

    /// Returns a hand in which everybody plays for themselves.
    #[must_use]
    pub fn all_passed() -> Hand {
        Hand {
            declaration: None,
            out: Seats::NONE,
            guest: None,
            gave_up: false,
            kontra: Seats::NONE,
            doubling: Doubling::None,
            answered: Seats::NONE,
            refa: false,
            aces: None,
            pot: None,
            limit: None,
            talon: Cards::NONE,
            dealer: None,
            whist: None,
            half_whist: None,
            offer: 0,
            other_offers: BySeat([0; 3]),
            progression: 1,
            four: false,
        }
    }

    /// Returns the seats whose cards are not played: dropped-out defenders, except an invited guest.
    #[must_use]
    pub fn playing_without(&self) -> Seats {
        self.out - self.guest.map_or(Seats::NONE, Seats::from_seat)
    }

    /// Returns the defenders whose kontra alone was answered, where another's was not.
    pub(crate) fn answered_alone(&self) -> Seats {
        if self.answered == self.kontra { Seats::NONE } else { self.answered }
    }

    /// Returns the factor of kontra and its answers.
    pub(super) fn doubling_factor(&self) -> i64 {
        if self.kontra.is_empty() { 1 } else { self.doubling.max(Doubling::Kontra).factor() }
    }

    /// Returns the factor of kontra and its answers between the declarer and this defender, where each
    /// defender doubles alone.
    pub(super) fn doubling_factor_against(&self, defender: Seat) -> i64 {
        if !self.kontra.contains(defender) {
            1
        } else if self.answered.is_empty() || self.answered.contains(defender) {
            self.doubling_factor()
        } else {
            Doubling::Kontra.factor()
        }
    }

    /// Returns the largest number of tricks that the dealer sitting out can take: the tricks to which the
    /// talon's cards lead.
    pub(crate) fn tricks_of_the_dealer(&self, rules: &Variant) -> u8 {
        if self.declaration.is_none() && self.four && rules.all_pass().talon_leads { 2 } else { 0 }
    }

    /// Checks whether the talon's cards are known to be of one rank.
    pub(super) fn talon_is_a_pair(&self) -> bool {
        let mut cards = self.talon.iter();
        matches!((cards.next(), cards.next()), (Some(a), Some(b)) if a.rank() == b.rank())
    }
}

/// A side of the defence that wins or fails as one: a defender, or a host and a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Party {
    /// The seat that pays and is paid.
    pub(super) seat: Seat,
    /// The seats whose tricks count.
    pub(super) seats: Seats,
    /// Number of their tricks.
    pub(super) tricks: u8,
    /// Number of tricks that they need; 0 if they need none.
    pub(super) quota: u8,
    /// Whether the tricks of both defenders are enough for each of them.
    pub(super) enough_together: bool,
}

impl Party {
    /// Returns the number of tricks that they are short of their quota.
    pub(super) fn shortfall(&self) -> u8 {
        if self.enough_together { 0 } else { self.quota.saturating_sub(self.tricks) }
    }
}

/// The result of a declarer's hand.
#[derive(Clone, Debug)]
pub(super) struct Score {
    /// Whether the declarer made the contract.
    pub(super) made: bool,
    /// The declarer's tricks; ten if nobody played against the contract, none if it was given up.
    pub(super) tricks: u8,
    /// The parties that played against the declarer.
    pub(super) parties: Vec<Party>,
}

impl Variant {
    /// Computes the result of a hand, and refuses impossible decisions and tricks.
    ///
    /// `stops` is the number of the defenders' tricks at which the play ends, if it does before the last
    /// trick.
    pub(super) fn result(
        &self,
        declaration: Declaration,
        hand: &Hand,
        played: &HandResult,
        stops: Option<u8>,
    ) -> Result<Score, SettlementError> {
        self.check_decisions(declaration, hand)?;
        let declarer = declaration.declarer;
        let host = self.host(declaration, hand);
        let guest = host.map(|host| host.partner(declarer));
        let playing: Vec<Seat> = declarer
            .others()
            .into_iter()
            .filter(|&seat| !hand.out.contains(seat) || Some(seat) == guest)
            .collect();
        if playing.is_empty() || hand.gave_up {
            let tricks = if hand.gave_up { 0 } else { 10 };
            let declarer_fits = hand.gave_up || played.tricks[declarer].is_none_or(|taken| taken == tricks);
            let mut others = declarer.others().into_iter();
            if !declarer_fits || !others.all(|seat| played.tricks[seat].is_none_or(|taken| taken == 0)) {
                return Err(SettlementError::Unplayed);
            }
            played.check_made(!hand.gave_up)?;
            return Ok(Score { made: !hand.gave_up, tricks, parties: Vec::new() });
        }
        if let Some(seat) = Seat::ALL.into_iter().find(|&seat| {
            seat != declarer && !playing.contains(&seat) && played.tricks[seat].unwrap_or(0) > 0
        }) {
            return Err(SettlementError::Out { seat });
        }
        let tricks = self.checked_tricks(declaration, played, &playing, stops)?;
        let taken = tricks[declarer];
        let made = match self.target(declaration.contract, declaration.from_hand) {
            Target::AtLeast(target) => taken >= target,
            Target::None => taken == 0,
            Target::Exactly(target) => taken == target,
            Target::InARow(target) => match (played.made, taken >= target) {
                (None | Some(true), true) if taken == 10 => true,
                (Some(made), true) if taken < 10 => made,
                (None | Some(false), false) => false,
                _ => return Err(SettlementError::InARow { contract: declaration.contract }),
            },
        };
        played.check_made(made)?;
        Ok(Score { made, tricks: taken, parties: self.parties(declaration, hand, &playing, tricks) })
    }

    /// Returns the sides of the defence: each playing defender, or both as one.
    fn parties(
        &self,
        declaration: Declaration,
        hand: &Hand,
        playing: &[Seat],
        tricks: BySeat<u8>,
    ) -> Vec<Party> {
        let Decisions { quotas, quota, quota_together, quota_shared, quota_kontra, .. } = *self.decisions();
        let sum_of = |seats: Seats| seats.iter().map(|seat| tricks[seat]).sum();
        let both: Seats = playing.iter().copied().collect();
        let host = self.host(declaration, hand);
        let enough_together =
            quota_shared && host.is_none() && playing.len() == 2 && sum_of(both) >= quota_together;
        let sides: Vec<(Seats, Seat, u8)> = match host {
            Some(host) if hand.kontra.is_empty() => vec![(both, host, quota_together)],
            Some(host) => vec![(both, host, quota_kontra)],
            None => playing.iter().map(|&seat| (Seats::from_seat(seat), seat, quota)).collect(),
        };
        let needs_tricks = quotas.contains(declaration.contract);
        let parties = sides.into_iter().map(|(seats, seat, quota)| Party {
            seat,
            seats,
            tricks: sum_of(seats),
            quota: if needs_tricks { quota } else { 0 },
            enough_together,
        });
        parties.collect()
    }

    /// Returns the defender who answers for both: the one that said kontra where that binds both, or the host
    /// of a guest.
    fn host(&self, declaration: Declaration, hand: &Hand) -> Option<Seat> {
        match (self.decisions().kontra, hand.kontra.iter().next()) {
            (Kontra::Host, Some(seat)) => Some(seat),
            _ => hand.guest.map(|guest| guest.partner(declaration.declarer)),
        }
    }

    /// Returns the tricks of everybody, 0 where they need not be known, and refuses impossible numbers.
    fn checked_tricks(
        &self,
        declaration: Declaration,
        played: &HandResult,
        playing: &[Seat],
        stops: Option<u8>,
    ) -> Result<BySeat<u8>, SettlementError> {
        let declarer = declaration.declarer;
        let plays = |seat: Seat| seat == declarer || playing.contains(&seat);
        let taken = played.tricks[declarer].ok_or(SettlementError::TricksMissing)?;
        let tricks = BySeat::from_fn(|seat| played.tricks[seat].unwrap_or(0));
        let sum: u32 = tricks.0.iter().map(|&n| u32::from(n)).sum();
        let others = sum - u32::from(taken);
        // The play of misère and slam ends as soon as it is decided.
        let target = self.target(declaration.contract, declaration.from_hand);
        let ends_early = matches!(target, Target::None | Target::AtLeast(10));
        let declarer_suffices = ends_early || !ContractScope::Counting.contains(declaration.contract);
        let all_known =
            Seat::ALL.into_iter().filter(|&seat| plays(seat)).all(|seat| played.tricks[seat].is_some());
        if let Some(stops) = stops
            && others > stops.into()
        {
            return Err(SettlementError::Stops { stops });
        }
        let stopped = stops.is_some_and(|stops| others == u32::from(stops)) && sum < 10;
        if taken > 10 || sum > 10 || !ends_early && !stopped && all_known && sum != 10 {
            return Err(SettlementError::Sum { sum });
        }
        if !all_known && !declarer_suffices {
            return Err(SettlementError::TricksMissing);
        }
        Ok(tricks)
    }
}

impl ContractScope {
    /// Checks whether the scope contains this contract.
    #[must_use]
    pub fn contains(self, contract: Contract) -> bool {
        match self {
            ContractScope::Never => false,
            ContractScope::Suits => contract.trump().is_some(),
            ContractScope::Counting => matches!(contract, Contract::Game(_) | Contract::Level(..)),
            ContractScope::NoTrump => contract.trump().is_none(),
            ContractScope::Always => true,
        }
    }
}
