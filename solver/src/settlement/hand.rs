//! A hand before its play, and what came of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::amount::Amount;
use super::error::SettlementError;
use crate::cards::Cards;
use crate::excerpt::excerpt;
use crate::rules::contract::{Contract, Declared, Target};
use crate::rules::decisions::{Decisions, Kontra, Where};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};

/// The player who dealt, whom the talon's cards concern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dealer {
    /// One of the three who hold cards.
    Seat(Seat),
    /// The one who sits out, with four at the table.
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

/// Text that names no dealer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is no dealer: write F, M, R, or D who sits out", excerpt(.0))]
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

/// What the declarer says of the aces among the twelve cards, or ten from the hand.
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

/// How far a contract was doubled.
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
    /// What it multiplies by.
    #[must_use]
    pub const fn factor(self) -> i64 {
        1 << self as u8
    }
}

/// What came of a hand: its tricks, and where these do not tell it, whether the contract was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The tricks of each seat. Those of misère and slam need only the declarer's, and
    /// nobody's are needed where nobody played.
    pub tricks: BySeat<Option<u8>>,
    /// Whether the contract was made, where the tricks do not tell: six in a row.
    pub made: Option<bool>,
}

impl From<BySeat<u8>> for Played {
    /// The tricks of all three.
    fn from(tricks: BySeat<u8>) -> Played {
        Played { tricks: BySeat(tricks.0.map(Some)), made: None }
    }
}

impl Played {
    /// Refuses what is said of the contract being made if that is not what came of the hand.
    pub(super) fn agrees(&self, made: bool) -> Result<(), SettlementError> {
        if self.made.is_none_or(|said| said == made) { Ok(()) } else { Err(SettlementError::NotSo) }
    }

    /// The tricks of all three, which must be ten.
    pub(super) fn all_tricks(&self) -> Result<BySeat<u8>, SettlementError> {
        self.tricks_and_those_of_the_dealer(0).map(|(tricks, _)| tricks)
    }

    /// The tricks of all three, and those that are missing to ten: the dealer who sits out has
    /// them, `most` of them at most.
    pub(super) fn tricks_and_those_of_the_dealer(
        &self,
        most: u8,
    ) -> Result<(BySeat<u8>, u8), SettlementError> {
        if self.tricks.0.iter().any(Option::is_none) {
            return Err(SettlementError::TricksMissing);
        }
        let tricks = BySeat::from_fn(|seat| self.tricks[seat].unwrap_or_default());
        let sum: u32 = tricks.0.iter().map(|&n| u32::from(n)).sum();
        match 10_u32.checked_sub(sum) {
            Some(dealer) if dealer <= most.into() => Ok((tricks, dealer as u8)),
            _ => Err(SettlementError::Sum { sum }),
        }
    }
}

/// What is known of a hand when its play begins: what was declared, and what was said since.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The contract; `None` when all passed and everybody played for themselves.
    pub game: Option<Declared>,
    /// Who dropped out.
    pub out: Seats,
    /// The defender who plays at the other's invitation, without duties of their own.
    pub guest: Option<Seat>,
    /// The declarer gave up before the play.
    pub gave_up: bool,
    /// Who said kontra.
    pub kontra: Seats,
    /// How far they were answered.
    pub doubling: Doubling,
    /// Whose kontra alone was answered; nobody where all were, or none.
    pub answered: Seats,
    /// A mark of an earlier passed-out deal doubles this one.
    pub refa: bool,
    /// What the declarer says of the aces.
    pub aces: Option<Aces>,
    /// What is in the pot before the hand is settled.
    pub pot: Option<Amount>,
    /// The limit of the pot, if it is not that of the rules.
    pub limit: Option<u32>,
    /// The talon's two cards, where they are known and matter.
    pub talon: Cards,
    /// Who dealt; if it is not said, rearhand, or the player who sits out with four at the table.
    pub dealer: Option<Dealer>,
    /// Who said whist, in the order of speaking; `None` for all who did not drop out.
    pub whist: Option<Vec<Seat>>,
    /// Who said half-whist.
    pub half_whist: Option<Seat>,
    /// What the declarer offered to the pot for the talon.
    pub offer: u32,
    /// What others had offered, where all who offer pay.
    pub other_offers: BySeat<u32>,
    /// The number of hands in a row that all have passed, this one counted, from 1.
    pub progression: u8,
    /// Four are at the table, one of whom sits out.
    pub four: bool,
}

impl Hand {
    /// A contract of this declarer, with the talon and nothing out of the ordinary.
    #[must_use]
    pub fn of(contract: Contract, declarer: Seat) -> Hand {
        Hand { game: Some(Declared { contract, declarer, from_hand: false }), ..Hand::all_passed() }
    }

    /// A hand in which everybody plays for themselves.
    #[must_use]
    pub fn all_passed() -> Hand {
        Hand {
            game: None,
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

    /// The seats whose cards are not played: those who dropped out, but for an invited guest.
    #[must_use]
    pub fn playing_without(&self) -> Seats {
        self.out - self.guest.map_or(Seats::NONE, Seats::of)
    }

    /// Whose kontra alone was answered, where another's was not.
    pub(crate) fn answered_alone(&self) -> Seats {
        if self.answered == self.kontra { Seats::NONE } else { self.answered }
    }

    /// What kontra and its answers multiply by.
    pub(super) fn doubled(&self) -> i64 {
        if self.kontra.is_empty() { 1 } else { self.doubling.max(Doubling::Kontra).factor() }
    }

    /// What kontra and its answers multiply by between the declarer and this defender, where each
    /// doubles for himself.
    pub(super) fn doubled_for(&self, defender: Seat) -> i64 {
        if !self.kontra.contains(defender) {
            1
        } else if self.answered.is_empty() || self.answered.contains(defender) {
            self.doubled()
        } else {
            Doubling::Kontra.factor()
        }
    }

    /// How many tricks the dealer who sits out can take: those that the talon's cards lead to.
    pub(crate) fn tricks_of_the_dealer(&self, rules: &Variant) -> u8 {
        if self.game.is_none() && self.four && rules.all_pass().talon_leads { 2 } else { 0 }
    }

    /// Whether the talon's cards are known to be of one rank.
    pub(super) fn talon_is_a_pair(&self) -> bool {
        let mut cards = self.talon.iter();
        matches!((cards.next(), cards.next()), (Some(a), Some(b)) if a.rank() == b.rank())
    }
}

/// A side of the defence that wins or fails as one: a defender, or a host and a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Party {
    /// Who pays and is paid.
    pub(super) seat: Seat,
    /// Whose tricks count.
    pub(super) seats: Seats,
    /// Their tricks.
    pub(super) tricks: u8,
    /// How many they need, where they need any.
    pub(super) quota: u8,
    /// Whether the tricks of both defenders are enough for each of them.
    pub(super) enough_together: bool,
}

impl Party {
    /// How many tricks they are short of what they need.
    pub(super) fn short(&self) -> u8 {
        if self.enough_together { 0 } else { self.quota.saturating_sub(self.tricks) }
    }
}

/// What a hand of a declarer came to.
#[derive(Clone, Debug)]
pub(super) struct Score {
    /// Whether the declarer made it.
    pub(super) made: bool,
    /// The declarer's tricks; ten if nobody played against the contract, none if it was given up.
    pub(super) own: u8,
    /// Those who played against the declarer.
    pub(super) parties: Vec<Party>,
}

impl Variant {
    /// Who won, with everything that cannot be refused.
    ///
    /// `stops` is the number of the defenders' tricks at which the play ends, if it does
    /// before the last.
    pub(super) fn result(
        &self,
        game: Declared,
        hand: &Hand,
        played: &Played,
        stops: Option<u8>,
    ) -> Result<Score, SettlementError> {
        self.check_decisions(game, hand)?;
        let declarer = game.declarer;
        let host = self.host(game, hand);
        let guest = host.map(|host| host.partner(declarer));
        let playing: Vec<Seat> = declarer
            .others()
            .into_iter()
            .filter(|&seat| !hand.out.contains(seat) || Some(seat) == guest)
            .collect();
        if playing.is_empty() || hand.gave_up {
            let own = if hand.gave_up { 0 } else { 10 };
            let unplayed = played.tricks[declarer].is_none_or(|tricks| tricks == own || hand.gave_up);
            let nobody = declarer
                .others()
                .into_iter()
                .all(|seat| played.tricks[seat].is_none_or(|tricks| tricks == 0));
            if !(unplayed && nobody) {
                return Err(SettlementError::Unplayed);
            }
            played.agrees(!hand.gave_up)?;
            return Ok(Score { made: !hand.gave_up, own, parties: Vec::new() });
        }
        if let Some(seat) = Seat::ALL.into_iter().find(|&seat| {
            seat != declarer && !playing.contains(&seat) && played.tricks[seat].unwrap_or(0) > 0
        }) {
            return Err(SettlementError::Out { seat });
        }
        let tricks = self.tricks_of(game, played, &playing, stops)?;
        let own = tricks[declarer];
        let made = match self.target(game.contract, game.from_hand) {
            Target::AtLeast(tricks) => own >= tricks,
            Target::None => own == 0,
            Target::Exactly(tricks) => own == tricks,
            Target::InARow(tricks) => match (played.made, own >= tricks) {
                (None | Some(true), true) if own == 10 => true,
                (Some(made), true) if own < 10 => made,
                (None | Some(false), false) => false,
                _ => return Err(SettlementError::InARow { contract: game.contract }),
            },
        };
        played.agrees(made)?;
        Ok(Score { made, own, parties: self.parties(game, hand, &playing, tricks) })
    }

    /// Returns the sides of the defence: each defender who plays, or both as one.
    fn parties(&self, game: Declared, hand: &Hand, playing: &[Seat], tricks: BySeat<u8>) -> Vec<Party> {
        let Decisions { quotas, quota, quota_together, quota_shared, quota_kontra, .. } = *self.decisions();
        let sum_of = |seats: Seats| seats.iter().map(|seat| tricks[seat]).sum();
        let both: Seats = playing.iter().copied().collect();
        let host = self.host(game, hand);
        let enough_together =
            quota_shared && host.is_none() && playing.len() == 2 && sum_of(both) >= quota_together;
        let party = |seats: Seats, seat: Seat, quota: u8| Party {
            seat,
            seats,
            tricks: sum_of(seats),
            quota: if quotas.holds(game.contract) { quota } else { 0 },
            enough_together,
        };
        match host {
            Some(host) if hand.kontra.is_empty() => vec![party(both, host, quota_together)],
            Some(host) => vec![party(both, host, quota_kontra)],
            None => playing.iter().map(|&seat| party(Seats::of(seat), seat, quota)).collect(),
        }
    }

    /// The defender who answers for both: the one who said kontra where that binds both, or
    /// the one who invited the other.
    fn host(&self, game: Declared, hand: &Hand) -> Option<Seat> {
        match (self.decisions().kontra, hand.kontra.iter().next()) {
            (Kontra::Host, Some(seat)) => Some(seat),
            _ => hand.guest.map(|guest| guest.partner(game.declarer)),
        }
    }

    /// The tricks of everybody, 0 where they need not be known.
    fn tricks_of(
        &self,
        game: Declared,
        played: &Played,
        playing: &[Seat],
        stops: Option<u8>,
    ) -> Result<BySeat<u8>, SettlementError> {
        let declarer = game.declarer;
        let told = |seat: Seat| seat == declarer || playing.contains(&seat);
        let own = played.tricks[declarer].ok_or(SettlementError::TricksMissing)?;
        let tricks = BySeat::from_fn(|seat| played.tricks[seat].unwrap_or(0));
        let sum: u32 = tricks.0.iter().map(|&n| u32::from(n)).sum();
        let others = sum - u32::from(own);
        // The play of misère and slam ends as soon as it is decided.
        let target = self.target(game.contract, game.from_hand);
        let ends_early = matches!(target, Target::None | Target::AtLeast(10));
        let short = ends_early || !Where::Counting.holds(game.contract);
        let all = Seat::ALL.into_iter().filter(|&seat| told(seat)).all(|seat| played.tricks[seat].is_some());
        if let Some(stops) = stops
            && others > stops.into()
        {
            return Err(SettlementError::Stops { stops });
        }
        let stopped = stops.is_some_and(|stops| others == u32::from(stops)) && sum < 10;
        if own > 10 || sum > 10 || !ends_early && !stopped && all && sum != 10 {
            return Err(SettlementError::Sum { sum });
        }
        if !all && !short {
            return Err(SettlementError::TricksMissing);
        }
        Ok(tricks)
    }
}

impl Where {
    /// Whether it holds in this contract.
    #[must_use]
    pub fn holds(self, contract: Contract) -> bool {
        match self {
            Where::Never => false,
            Where::Suits => contract.trump().is_some(),
            Where::Counting => matches!(contract, Contract::Game(_) | Contract::Level(..)),
            Where::NoTrump => contract.trump().is_none(),
            Where::Always => true,
        }
    }
}
