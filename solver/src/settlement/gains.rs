//! What everybody gains by a hand, and what is written for it.

use std::fmt;

use serde::Serialize;

use super::amount::Amount;
use crate::seat::{BySeat, Seat};

/// What everybody gains; sums to zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gains {
    /// The players.
    #[serde(flatten)]
    pub seats: BySeat<Amount>,
    /// The dealer who sits out, with four at the table.
    #[serde(rename = "D", skip_serializing_if = "Option::is_none")]
    pub sitting: Option<Amount>,
    /// The pot; where players write bule, ten times what is written, and what was offered for the
    /// talon.
    pub pot: Amount,
}

/// What one hand writes in books or on paper: for the three seats in turn order, and for the
/// player who sits out with four at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Points in the pool.
    pub pool: [Amount; 4],
    /// Points in the mountain; on paper, bule.
    pub mountain: [Amount; 4],
    /// Whists or supe of each on each.
    pub whists: [[Amount; 4]; 4],
}

/// What a hand comes to: who gains what, and what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Who gains what.
    pub gains: Gains,
    /// What is written, where hands are settled in writing.
    pub written: Option<Written>,
}

/// A player or the pot: whatever can pay or be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purse {
    Seat(Seat),
    Sitting,
    Pot,
}

impl Purse {
    /// All who play, in the order in which books list them: the seats and the player who sits out.
    pub(super) const PLAYERS: [Purse; 4] = [
        Purse::Seat(Seat::Forehand),
        Purse::Seat(Seat::Middlehand),
        Purse::Seat(Seat::Rearhand),
        Purse::Sitting,
    ];

    /// Its place among the players; the pot is none of them.
    pub(super) fn index(self) -> usize {
        match self {
            Purse::Seat(seat) => seat.index(),
            Purse::Sitting | Purse::Pot => 3,
        }
    }
}

impl From<Seat> for Purse {
    fn from(seat: Seat) -> Purse {
        Purse::Seat(seat)
    }
}

impl Gains {
    /// Nobody gains anything.
    pub(crate) fn none(four: bool) -> Gains {
        let zero = Amount::from_integer(0);
        Gains { seats: BySeat([zero; 3]), sitting: four.then_some(zero), pot: zero }
    }

    /// One pays another, so that the sum stays zero.
    pub(super) fn pay(&mut self, from: impl Into<Purse>, to: impl Into<Purse>, amount: Amount) {
        *self.of(from.into()) -= amount;
        *self.of(to.into()) += amount;
    }

    pub(super) fn of(&mut self, purse: Purse) -> &mut Amount {
        match purse {
            Purse::Seat(seat) => &mut self.seats[seat],
            Purse::Sitting => self.sitting.get_or_insert_default(),
            Purse::Pot => &mut self.pot,
        }
    }

    /// The sum of all, which is zero.
    #[must_use]
    pub fn sum(&self) -> Amount {
        self.seats.0.iter().sum::<Amount>() + self.sitting.unwrap_or_default() + self.pot
    }
}

/// The gains of the seats in turn order, of the sitting dealer and the pot, as `F +6`.
impl fmt::Display for Gains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, gain) in self.seats.iter() {
            write!(f, "{seat} {gain:+} ")?;
        }
        if let Some(gain) = self.sitting {
            write!(f, "D {gain:+} ")?;
        }
        write!(f, "pot {:+}", self.pot)
    }
}

pub(super) fn whole(amount: impl Into<i64>) -> Amount {
    Amount::from_integer(amount.into())
}
