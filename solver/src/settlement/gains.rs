//! Gains of all players from a hand, and its entries on a score sheet.

use std::cmp::Reverse;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::amount::Amount;
use crate::order::sorted_indices_by_key;
use crate::seat::{BySeat, Seat};

/// Gains of all players and the pot, which sum to zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gains {
    /// Gains of the players.
    #[serde(flatten)]
    pub seats: BySeat<Amount>,
    /// Gain of the dealer, if four are at the table and the dealer sits out.
    #[serde(rename = "D", skip_serializing_if = "Option::is_none")]
    pub sitting_out: Option<Amount>,
    /// Change of the amount in the pot. Under rules with bule each point of bule counts `bule_point` supe (usually 10),
    /// and the offers for the talon are added.
    pub pot: Amount,
}

/// Entries of one hand on a score sheet: pool, mountain and whists, as in Russia, or bule and supe, as in Serbia and
/// Croatia. Each array has the three seats in turn order and, last, the player who sits out, or zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookEntries {
    /// Points in the pool.
    pub pool: [Amount; 4],
    /// Points in the mountain; under rules with bule, the bule.
    pub mountain: [Amount; 4],
    /// Whists or, under rules with bule, supe: `whists[a][b]` are written by player `a` on player `b`.
    pub whists: [[Amount; 4]; 4],
}

/// What a hand pays: the gains, and the entries on the score sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandSettlement {
    /// Gains of all players and the pot.
    pub gains: Gains,
    /// Entries on the score sheet; `None` under rules that pay each hand at once.
    pub entries: Option<BookEntries>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Party {
    Seat(Seat),
    Sitting,
    Pot,
}

impl Party {
    /// In the order of [`BookEntries`].
    pub(super) const PLAYERS: [Party; 4] = [
        Party::Seat(Seat::Forehand),
        Party::Seat(Seat::Middlehand),
        Party::Seat(Seat::Rearhand),
        Party::Sitting,
    ];

    /// Meaningless for the pot, which has no entry.
    pub(super) fn index(self) -> usize {
        match self {
            Party::Seat(seat) => seat.index(),
            Party::Sitting | Party::Pot => 3,
        }
    }
}

impl From<Seat> for Party {
    fn from(seat: Seat) -> Party {
        Party::Seat(seat)
    }
}

impl BookEntries {
    /// The gains from whists alone: those that the player has written, less those that the others have written on the
    /// player.
    pub(super) fn whist_gains(&self, four: bool) -> Gains {
        let mut gains = Gains::zero(four);
        let players = &Party::PLAYERS[..if four { 4 } else { 3 }];
        for (&writer, row) in players.iter().zip(&self.whists) {
            for (&other, &whists) in players.iter().zip(row) {
                gains.pay(other, writer, whists);
            }
        }
        gains
    }
}

impl Gains {
    pub(crate) fn zero(four: bool) -> Gains {
        let zero = Amount::from_integer(0);
        Gains { seats: BySeat([zero; 3]), sitting_out: four.then_some(zero), pot: zero }
    }

    /// Moves `amount` from one party to another, so that the sum stays zero.
    pub(super) fn pay(&mut self, from: impl Into<Party>, to: impl Into<Party>, amount: Amount) {
        *self.amount_mut(from.into()) -= amount;
        *self.amount_mut(to.into()) += amount;
    }

    pub(super) fn amount_mut(&mut self, party: Party) -> &mut Amount {
        match party {
            Party::Seat(seat) => &mut self.seats[seat],
            Party::Sitting => self.sitting_out.get_or_insert_default(),
            Party::Pot => &mut self.pot,
        }
    }

    /// The gains of the players in turn order, last that of the player who sits out.
    #[must_use]
    pub fn player_gains(&self) -> Vec<Amount> {
        self.seats.0.into_iter().chain(self.sitting_out).collect()
    }

    /// Rounded to whole numbers by [`rounded`], so that their sum remains zero. The pot is last in the order that
    /// breaks ties.
    #[must_use]
    pub fn rounded(&self) -> Gains {
        let mut amounts = rounded(&[self.player_gains(), vec![self.pot]].concat());
        let pot = amounts.pop().unwrap_or_default();
        let sitting_out = self.sitting_out.and_then(|_| amounts.pop());
        Gains { seats: BySeat::from_fn(|seat| amounts[seat.index()]), sitting_out, pot }
    }

    /// The sum of all gains, the pot's included, which is zero.
    #[must_use]
    pub fn sum(&self) -> Amount {
        self.seats.0.iter().sum::<Amount>() + self.sitting_out.unwrap_or_default() + self.pot
    }
}

/// Gains as in `F +6`: of the seats in turn order, of the dealer who sits out, and of the pot.
impl fmt::Display for Gains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, gain) in self.seats.iter() {
            write!(f, "{seat} {gain:+} ")?;
        }
        if let Some(gain) = self.sitting_out {
            write!(f, "D {gain:+} ")?;
        }
        write!(f, "pot {:+}", self.pot)
    }
}

/// Rounds amounts to whole numbers whose sum is the exact sum rounded down: each amount is rounded down, then the
/// amounts with the largest fractions are raised by 1. Ties go to the earlier amount.
///
/// ```
/// use preference::settlement::{Amount, rounded};
/// let thirds = [Amount::new(160, 3), Amount::new(-80, 3), Amount::new(-80, 3)];
/// assert_eq!(rounded(&thirds), [54, -27, -27].map(Amount::from_integer));
/// ```
#[must_use]
pub fn rounded(amounts: &[Amount]) -> Vec<Amount> {
    let mut wholes: Vec<Amount> = amounts.iter().map(|amount| amount.floor()).collect();
    let fractions: Vec<Amount> = amounts.iter().map(|&amount| amount - amount.floor()).collect();
    let missing = fractions.iter().sum::<Amount>().to_integer();
    for place in sorted_indices_by_key(amounts.len(), |place| Reverse(fractions[place]))
        .into_iter()
        .take(missing as usize)
    {
        wholes[place] += whole(1);
    }
    wholes
}

pub(super) fn whole(amount: impl Into<i64>) -> Amount {
    Amount::from_integer(amount.into())
}
