//! What a hand is when its play begins (contract and decisions), and its result.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::amount::Amount;
use super::error::SettlementError;
use crate::cards::Cards;
use crate::excerpt::excerpt;
use crate::rules::contract::{Contract, Declaration, Target};
use crate::rules::decisions::{ContractScope, Decisions, KontraScope};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};

/// The dealer: one of the three seats, or the fourth player. Some rules pay the dealer for a pair in the talon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dealer {
    /// One of the three players with cards.
    Seat(Seat),
    /// The player who sits out, with four at the table.
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

/// The text does not name a dealer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a dealer: write F, M or R, or D for a dealer who sits out", excerpt(.0))]
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

/// The declarer's statement about the aces. It covers the ten cards dealt and the two of the talon, or the
/// ten cards alone if the game is played from the hand.
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

/// The last doubling of a contract: kontra, or an answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Doubling {
    /// The contract is not doubled.
    #[default]
    None,
    /// Doubled by the defenders in [`HandDecisions::kontra`]: the price counts twice.
    Kontra,
    /// Redoubled by the declarer: the price counts four times.
    Rekontra,
    /// Doubled once more by the defenders: the price counts eight times.
    Sub,
    /// Doubled once more by the declarer: the price counts sixteen times.
    Mort,
}

impl Doubling {
    /// The factor by which this doubling multiplies the price.
    #[must_use]
    pub const fn factor(self) -> i64 {
        1 << self as u8
    }
}

/// The result of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandResult {
    /// A contract for ten tricks, and one that is neither a game nor a level, such as a misère, need only the
    /// declarer's tricks; any other contract needs the tricks of every seat that plays. Books need those of all three
    /// seats, except for a misère. A hand that nobody plays needs none.
    pub tricks: BySeat<Option<u8>>,
    /// Whether the contract was made, needed only if the tricks do not show it, as in one for six tricks in a row.
    pub made: Option<bool>,
}

impl From<BySeat<u8>> for HandResult {
    fn from(tricks: BySeat<u8>) -> HandResult {
        HandResult { tricks: BySeat(tricks.0.map(Some)), made: None }
    }
}

impl HandResult {
    /// An error if the field `made` contradicts the actual result.
    pub(super) fn check_made(&self, made: bool) -> Result<(), SettlementError> {
        if self.made.is_none_or(|stated| stated == made) {
            Ok(())
        } else {
            Err(SettlementError::MadeContradicted)
        }
    }

    pub(super) fn all_tricks(&self) -> Result<BySeat<u8>, SettlementError> {
        self.tricks_with_dealer(0).map(|(tricks, _)| tricks)
    }

    /// The last number is the remainder up to ten, which the dealer who sits out has. It must not exceed
    /// `max_dealer_tricks`.
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
            _ => Err(SettlementError::TrickSum { sum }),
        }
    }
}

/// The terms of a hand when its play begins, without the cards of the seats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HandTerms {
    /// The contract and its declarer; `None` if all have passed and everybody plays for themselves.
    pub declaration: Option<Declaration>,
    /// What was decided, and what the table adds.
    pub decisions: HandDecisions,
}

/// The decisions made between the auction and the play, and what the table adds: dealer, pot and marks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HandDecisions {
    /// The defenders who dropped out; under rules with books, the defenders who passed.
    pub out: Seats,
    /// The defender who plays only because the other one invited them, and who needs no tricks of their own.
    pub guest: Option<Seat>,
    /// Whether the declarer gave up before the play.
    pub gave_up: bool,
    /// The defenders who said kontra.
    pub kontra: Seats,
    /// The last doubling. If somebody said kontra, [`Doubling::None`] counts as [`Doubling::Kontra`].
    pub doubling: Doubling,
    /// The defender whose kontra was answered, if both said kontra and only one was answered. Otherwise empty, or equal
    /// to `kontra`; whether anybody answered follows from `doubling`.
    pub answered: Seats,
    /// Whether this hand counts double because of a mark that an earlier passed-out deal left.
    pub refa: bool,
    /// The declarer's statement about the aces.
    pub aces: Option<Aces>,
    /// The amount in the pot before the hand is settled.
    pub pot: Option<Amount>,
    /// The largest amount of the pot that counts for the unit, if not the limit in the rules.
    pub limit: Option<u32>,
    /// The talon's two cards; empty if they are unknown or do not matter.
    pub talon: Cards,
    /// The dealer; `None` is rearhand or, with four at the table, the player who sits out.
    pub dealer: Option<Dealer>,
    /// The whisters in the order in which they spoke; `None` is all who did not pass, or nobody after half-whist.
    pub whist: Option<Vec<Seat>>,
    /// The defender who said half-whist.
    pub half_whist: Option<Seat>,
    /// What the declarer offered to pay into the pot for the talon.
    pub offer: u32,
    /// The offers of the other seats, above zero only if the rules make everybody pay their offer.
    pub other_offers: BySeat<u32>,
    /// The number of passed-out hands in a row if all pass in this one, which is counted.
    pub progression: u8,
    /// Whether four players are at the table, one of whom sits out.
    pub four: bool,
}

impl HandTerms {
    /// A hand that is not played from the hand, without any further decisions.
    #[must_use]
    pub fn new(contract: Contract, declarer: Seat) -> HandTerms {
        HandDecisions::default().under(Declaration { contract, declarer, from_hand: false })
    }

    /// A hand in which all have passed and everybody plays for themselves.
    #[must_use]
    pub fn all_passed() -> HandTerms {
        HandDecisions::default().under(None)
    }

    pub(crate) fn contract(&self) -> Option<Contract> {
        self.declaration.map(|declaration| declaration.contract)
    }

    /// How many tricks the dealer who sits out can take: 2 if all have passed and the talon is led to them, otherwise
    /// 0.
    pub(crate) fn max_dealer_tricks(&self, rules: &Variant) -> u8 {
        if self.declaration.is_none() && self.decisions.four && rules.all_pass().talon_leads { 2 } else { 0 }
    }
}

/// Nothing was decided yet.
impl Default for HandDecisions {
    fn default() -> HandDecisions {
        HandDecisions {
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
}

impl HandDecisions {
    /// The terms of a hand with this declaration; without one, all have passed.
    #[must_use]
    pub fn under(self, declaration: impl Into<Option<Declaration>>) -> HandTerms {
        HandTerms { declaration: declaration.into(), decisions: self }
    }

    /// The defenders who dropped out, except an invited guest.
    #[must_use]
    pub fn seats_out_of_play(&self) -> Seats {
        self.out - self.guest.map_or(Seats::NONE, Seats::from_seat)
    }

    /// The defenders whose kontra was answered, if another defender's was not.
    pub(crate) fn answered_alone(&self) -> Seats {
        if self.answered == self.kontra { Seats::NONE } else { self.answered }
    }

    /// 1 without a kontra.
    pub(super) fn doubling_factor(&self) -> i64 {
        if self.kontra.is_empty() { 1 } else { self.doubling.max(Doubling::Kontra).factor() }
    }

    /// Under rules in which each defender doubles only for themselves.
    pub(super) fn doubling_factor_against(&self, defender: Seat) -> i64 {
        if !self.kontra.contains(defender) {
            1
        } else if self.answered.is_empty() || self.answered.contains(defender) {
            self.doubling_factor()
        } else {
            Doubling::Kontra.factor()
        }
    }

    pub(super) fn talon_is_a_pair(&self) -> bool {
        let mut cards = self.talon.iter();
        matches!((cards.next(), cards.next()), (Some(a), Some(b)) if a.rank() == b.rank())
    }
}

/// A single defender, or a host with the guest, who fulfil or miss their quota as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DefenceParty {
    /// Pays and is paid for the party.
    pub(super) seat: Seat,
    /// Their tricks count for the party.
    pub(super) seats: Seats,
    /// Number of tricks that these seats took together.
    pub(super) tricks: u8,
    /// 0 if the party needs none.
    pub(super) quota: u8,
    /// Whether both defenders together took enough tricks, however they are divided.
    pub(super) enough_together: bool,
}

impl DefenceParty {
    pub(super) fn shortfall(&self) -> u8 {
        if self.enough_together { 0 } else { self.quota.saturating_sub(self.tricks) }
    }
}

/// Computed from decisions and tricks that have been checked.
#[derive(Clone, Debug)]
pub(super) struct CheckedResult {
    pub(super) made: bool,
    /// 10 if nobody played against the contract, 0 if the declarer gave up.
    pub(super) tricks: u8,
    pub(super) parties: Vec<DefenceParty>,
}

impl Variant {
    /// `limit` is the number of the defenders' tricks that ends the play, if it can end before the last trick.
    pub(super) fn checked_result(
        &self,
        declaration: Declaration,
        hand: &HandDecisions,
        played: &HandResult,
        limit: Option<u8>,
    ) -> Result<CheckedResult, SettlementError> {
        self.check_decisions(declaration, hand)?;
        let declarer = declaration.declarer;
        let host = self.host(declaration, hand);
        let guest = host.map(|host| host.partner(declarer));
        let playing: Vec<Seat> = declarer
            .others()
            .into_iter()
            .filter(|&seat| !hand.out.contains(seat) || Some(seat) == guest)
            .collect();
        // Without play the declarer is credited with all ten tricks, or with none after giving up.
        if playing.is_empty() || hand.gave_up {
            let tricks = if hand.gave_up { 0 } else { 10 };
            let declarer_fits = hand.gave_up || played.tricks[declarer].is_none_or(|taken| taken == tricks);
            let mut others = declarer.others().into_iter();
            if !declarer_fits || !others.all(|seat| played.tricks[seat].is_none_or(|taken| taken == 0)) {
                return Err(SettlementError::Unplayed);
            }
            played.check_made(!hand.gave_up)?;
            return Ok(CheckedResult { made: !hand.gave_up, tricks, parties: Vec::new() });
        }
        if let Some(seat) = Seat::ALL.into_iter().find(|&seat| {
            seat != declarer && !playing.contains(&seat) && played.tricks[seat].unwrap_or(0) > 0
        }) {
            return Err(SettlementError::TricksOfSeatOut { seat });
        }
        let tricks = self.checked_tricks(declaration, played, &playing, limit)?;
        let taken = tricks[declarer];
        let made = match self.target(declaration.contract, declaration.from_hand) {
            Target::AtLeast(target) => taken >= target,
            Target::None => taken == 0,
            Target::Exactly(target) => taken == target,
            Target::InARow(target) => match (played.made, taken >= target) {
                // All ten tricks contain every run, and fewer than the target none; between them the record must say it.
                (None | Some(true), true) if taken == 10 => true,
                (Some(made), true) if taken < 10 => made,
                (None | Some(false), false) => false,
                _ => return Err(SettlementError::InARow { contract: declaration.contract }),
            },
        };
        played.check_made(made)?;
        let parties = self.parties(declaration, hand, &playing, tricks);
        Ok(CheckedResult { made, tricks: taken, parties })
    }

    fn parties(
        &self,
        declaration: Declaration,
        hand: &HandDecisions,
        playing: &[Seat],
        tricks: BySeat<u8>,
    ) -> Vec<DefenceParty> {
        // If one defender is responsible for both, they are one party.
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
        let parties = sides.into_iter().map(|(seats, seat, quota)| DefenceParty {
            seat,
            seats,
            tricks: sum_of(seats),
            quota: if needs_tricks { quota } else { 0 },
            enough_together,
        });
        parties.collect()
    }

    fn host(&self, declaration: Declaration, hand: &HandDecisions) -> Option<Seat> {
        // The one who said kontra, if under the rules a kontra binds both, or else the defender who invited a guest.
        match (self.decisions().kontra, hand.kontra.iter().next()) {
            (KontraScope::Host, Some(seat)) => Some(seat),
            _ => hand.guest.map(|guest| guest.partner(declaration.declarer)),
        }
    }

    /// 0 for a seat whose tricks are not given, unless they matter.
    fn checked_tricks(
        &self,
        declaration: Declaration,
        played: &HandResult,
        playing: &[Seat],
        limit: Option<u8>,
    ) -> Result<BySeat<u8>, SettlementError> {
        let declarer = declaration.declarer;
        let plays = |seat: Seat| seat == declarer || playing.contains(&seat);
        let taken = played.tricks[declarer].ok_or(SettlementError::TricksMissing)?;
        let tricks = BySeat::from_fn(|seat| played.tricks[seat].unwrap_or(0));
        let sum: u32 = tricks.0.iter().map(|&n| u32::from(n)).sum();
        let others = sum - u32::from(taken);
        // The play of a misère or a slam may end as soon as it is decided, with fewer than ten tricks.
        let target = self.target(declaration.contract, declaration.from_hand);
        let ends_early = matches!(target, Target::None | Target::AtLeast(10));
        let declarer_suffices = ends_early || !ContractScope::Counting.contains(declaration.contract);
        let all_known =
            Seat::ALL.into_iter().filter(|&seat| plays(seat)).all(|seat| played.tricks[seat].is_some());
        if let Some(limit) = limit
            && others > limit.into()
        {
            return Err(SettlementError::DefenderTrickLimit { limit });
        }
        let stopped = limit.is_some_and(|limit| others == u32::from(limit)) && sum < 10;
        if taken > 10 || sum > 10 || !ends_early && !stopped && all_known && sum != 10 {
            return Err(SettlementError::TrickSum { sum });
        }
        if !all_known && !declarer_suffices {
            return Err(SettlementError::TricksMissing);
        }
        Ok(tricks)
    }
}

impl ContractScope {
    #[must_use]
    /// Whether the scope contains this contract.
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
