//! Settlement in the books of Russian Preferans: pool, mountain, and whists on each other player.

use crate::rules::contract::Contract;
use crate::rules::rule_set::number::{
    maybe_numbers_by_level, number, number_or, numbers, numbers_by_level, switch,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The prices, duties and factors of a settlement in books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Books {
    /// The prices of contracts at the levels 6 to 10.
    #[serde(deserialize_with = "numbers_by_level")]
    pub prices: [u8; 5],
    /// The price of a misère: points in the pool if it is made, otherwise in the mountain for each trick taken.
    #[serde(deserialize_with = "number")]
    pub misere: u8,
    /// Number of tricks that the defenders owe together against each of the levels 6 to 10: their duty.
    #[serde(deserialize_with = "numbers_by_level")]
    pub duties: [u8; 5],
    /// Number of tricks that each of two whisters owes alone against each of the levels 6 to 10, or 0 if the second
    /// whister is liable for the whole duty. By default half of the duty against 6 and 7, and 0 above.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "maybe_numbers_by_level")]
    pub own_duties: Option<[u8; 5]>,
    /// The share of the price that a liable whister writes in their own mountain for each trick that is missing.
    pub responsibility: Responsibility,
    /// Whether a lone whister shares the whists with the defender who passed, if the declarer fails.
    #[serde(deserialize_with = "switch")]
    pub gentleman: bool,
    /// Whether the second defender may say half-whist against 6 and 7: the hand is not played, the contract counts as
    /// made, and the defender writes the whists for half of the duty.
    #[serde(deserialize_with = "switch")]
    pub half_whist: bool,
    /// Whether both defenders must whist on six spades.
    #[serde(deserialize_with = "switch")]
    pub stalingrad: bool,
    /// Whether a contract for ten tricks is only inspected with all hands open, without duty and whists for tricks.
    #[serde(deserialize_with = "switch")]
    pub ten_checked: bool,
    /// Whists that each whister, and a dealer who sits out, writes on the declarer for each trick short.
    pub consolation: Rate,
    /// Whether the defenders who passed write the whists of `consolation`, too.
    #[serde(deserialize_with = "switch")]
    pub passers_consoled: bool,
    /// The factor by which all whists for a contract are multiplied; it does not apply when all pass.
    #[serde(deserialize_with = "number")]
    pub whist_times: u8,
    /// The factor of all entries in the mountain for a contract; it does not apply when all pass.
    #[serde(deserialize_with = "number")]
    pub mountain_times: u8,
    /// Value in whists of a point in the pool above the average of all players.
    #[serde(deserialize_with = "number")]
    pub pool_point: u8,
    /// Cost in whists of a point in the mountain above the average of all players.
    #[serde(deserialize_with = "number")]
    pub mountain_point: u8,
    /// Points in the mountain for each trick taken when all pass; 0 if whists are written instead.
    #[serde(deserialize_with = "number")]
    pub all_pass: u8,
    /// Points in the pool for taking no trick when all pass; `"price"` is that of one trick, or 1 point for whists.
    pub all_pass_pool: Rate,
    /// The factors of the price of a trick in the first, the second and each later passed-out hand in a row; the last
    /// element holds for all further hands.
    #[serde(deserialize_with = "numbers")]
    pub progression: Vec<u8>,
    /// Whether a contract that nobody whists does not set the count of passed-out hands in a row back to zero.
    #[serde(deserialize_with = "switch")]
    pub progression_kept: bool,
    /// Whether, when all pass, the smallest number of tricks among the three seats is subtracted from every player's
    /// tricks, those of a dealer who sits out included.
    #[serde(deserialize_with = "switch")]
    pub amnesty: bool,
    /// Whists for each trick when all pass: the players with the fewest tricks, who divide them, write them on each
    /// other player for each of that player's tricks.
    #[serde(deserialize_with = "number")]
    pub all_pass_whists: u8,
}

impl Books {
    /// The price of a contract, in any strain. A game without a level has the price of level 6.
    #[must_use]
    pub fn price(&self, contract: Contract) -> Option<u8> {
        match contract {
            Contract::Level(level @ 6..=10, _) => Some(self.prices[usize::from(level) - 6]),
            Contract::Game(_) => Some(self.prices[0]),
            Contract::Misere => Some(self.misere),
            _ => None,
        }
    }

    /// How many tricks each of two whisters owes alone; 0 if the second whister is liable for the whole duty.
    ///
    /// # Panics
    /// If the level is below 6, or if it is above 10 and `own_duties` is given.
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

/// The share of the price that a liable whister writes in their own mountain for a trick that the defenders lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Responsibility {
    /// The whole price.
    Full,
    /// Half of the price.
    Half,
    /// Nothing.
    None,
}

/// A rate in whists or points: the price, or another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// The price, `"price"` in a file.
    Price,
    /// This number of whists or points; 0 for none.
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
