//! Settlement in the books of Russian Preferans: a pool, a mountain, and whists that players write on each
//! other.
//!
//! The gain of one deal is the change that it makes in the final result, in whists.

use crate::rules::contract::Contract;
use crate::rules::number::{levels, maybe_levels, number, number_or, numbers, switch};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The prices and duties of a settlement in books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Books {
    /// The prices of the levels 6 to 10.
    #[serde(deserialize_with = "levels")]
    pub prices: [u8; 5],
    /// The price of a misère, made, and for each trick taken in it.
    #[serde(deserialize_with = "number")]
    pub misere: u8,
    /// Number of tricks that the defenders owe together against each level.
    #[serde(deserialize_with = "levels")]
    pub duties: [u8; 5],
    /// Number of these for which each of two whisters answers alone, 0 where the second to whist answers for
    /// all; if it is not given, half of the duty against 6 and 7, and 0 above.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "maybe_levels")]
    pub own_duties: Option<[u8; 5]>,
    /// The part of the price that a whister writes for a trick owed and not taken.
    pub responsibility: Responsibility,
    /// Whether a lone whister shares the whists with the defender that passed when the declarer fails;
    /// otherwise the whister keeps them.
    #[serde(deserialize_with = "switch")]
    pub gentleman: bool,
    /// Whether the second defender may take half the duty's whists on 6 and 7.
    #[serde(deserialize_with = "switch")]
    pub half_whist: bool,
    /// Whether both defenders must whist on six spades.
    #[serde(deserialize_with = "switch")]
    pub stalingrad: bool,
    /// Whether a ten is inspected with all hands open: nobody owes tricks or writes any.
    #[serde(deserialize_with = "switch")]
    pub ten_checked: bool,
    /// Whists that everybody writes on a declarer for each trick short of the target.
    pub consolation: Rate,
    /// Whether defenders that passed write them too, and not only whisters.
    #[serde(deserialize_with = "switch")]
    pub passers_consoled: bool,
    /// The factor by which every whist written counts.
    #[serde(deserialize_with = "number")]
    pub whist_times: u8,
    /// The factor by which every entry in the mountain for a contract counts.
    #[serde(deserialize_with = "number")]
    pub mountain_times: u8,
    /// Worth of a point in the pool in whists, shared over the table.
    #[serde(deserialize_with = "number")]
    pub pool_point: u8,
    /// Cost of a point in the mountain in whists, shared over the table.
    #[serde(deserialize_with = "number")]
    pub mountain_point: u8,
    /// The price of a trick in the mountain when all pass; 0 if whists are written instead.
    #[serde(deserialize_with = "number")]
    pub all_pass: u8,
    /// Points in the pool of a player without a trick when all pass; the price is that of one trick, or 1
    /// where whists are written.
    pub all_pass_pool: Rate,
    /// The factors of the first, the second and all later hands in a row that all pass.
    #[serde(deserialize_with = "numbers")]
    pub progression: Vec<u8>,
    /// Whether a contract that nobody whists does not end a row of hands that all pass.
    #[serde(deserialize_with = "switch")]
    pub progression_kept: bool,
    /// Whether, when all pass, the fewest tricks of any player are subtracted from everybody's.
    #[serde(deserialize_with = "switch")]
    pub amnesty: bool,
    /// Whists that, when all pass and whists are written, the player with the fewest tricks writes on each
    /// other player for each trick of that player.
    #[serde(deserialize_with = "number")]
    pub all_pass_whists: u8,
}

impl Books {
    /// Returns the price of a contract, regardless of its strain; `None` for contracts that these books do
    /// not know.
    #[must_use]
    pub fn price(&self, contract: Contract) -> Option<u8> {
        match contract {
            Contract::Level(level @ 6..=10, _) => Some(self.prices[usize::from(level) - 6]),
            Contract::Game(_) => Some(self.prices[0]),
            Contract::Misere => Some(self.misere),
            _ => None,
        }
    }

    /// Returns the number of tricks for which each of two whisters answers alone against this level, 0 where
    /// the second to whist answers for the whole duty.
    ///
    /// # Panics
    /// If the level is not one of 6 to 10.
    #[must_use]
    pub fn own_duty(&self, level: u8) -> u8 {
        let at = usize::from(level) - 6;
        match self.own_duties {
            Some(duties) => duties[at],
            None if level <= 7 => self.duties[at] / 2,
            None => 0,
        }
    }
}

impl Default for Books {
    fn default() -> Books {
        Books {
            prices: [2, 4, 6, 8, 10],
            misere: 10,
            duties: [4, 2, 1, 1, 1],
            own_duties: None,
            responsibility: Responsibility::Full,
            gentleman: false,
            half_whist: true,
            stalingrad: false,
            ten_checked: false,
            consolation: Rate::Price,
            passers_consoled: true,
            whist_times: 1,
            mountain_times: 1,
            pool_point: 10,
            mountain_point: 10,
            all_pass: 1,
            all_pass_pool: Rate::Price,
            progression: vec![1],
            progression_kept: false,
            amnesty: false,
            all_pass_whists: 5,
        }
    }
}

/// The share of the price that whisters pay for a trick they owe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Responsibility {
    /// All of it.
    Full,
    /// Half of it.
    Half,
    /// Nothing.
    None,
}

/// A rate in whists or points: the price, or a number of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// The price, `"price"` in a file.
    Price,
    /// This number, 0 for none.
    Number(u8),
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Rate::Price => serializer.serialize_str("price"),
            Rate::Number(number) => serializer.serialize_u8(*number),
        }
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rate, D::Error> {
        number_or(deserializer, "price", "\"price\" or a number from 0 to 255")
            .map(|number| number.map_or(Rate::Price, Rate::Number))
    }
}
