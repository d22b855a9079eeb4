//! Points that a player can count in a hand of ten cards, and what they say about the chance of a contract.
//!
//! The weights in `points.toml` were fitted to solved hands by the program `points` in `benches`. They depend on the
//! obligations in play and on who leads, not on the name of the rules.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Cards, Rank, Suit};
use crate::rules::contract::{Contract, Target};
use crate::rules::play::PlayRules;
use crate::rules::variant::Variant;
use crate::seat::{Seat, Seats};

/// Levels for which a table has chances: the first is six tricks.
pub const LEVELS: [u8; 5] = [6, 7, 8, 9, 10];

/// Fewest trumps of a hand whose points are counted.
pub const FEWEST_TRUMPS: usize = 4;

/// What is counted, in the order of the weights of a table.
pub const COUNTED: [&str; 8] = [
    "each trump",
    "ace of trumps",
    "king of trumps",
    "queen of trumps",
    "side ace",
    "side king with another card",
    "side queen with two others",
    "each side card from the fourth of its suit on",
];

/// Weights for one class of rules, for games with a trump suit or for games without.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointTable {
    /// Obligations in play that are in force, by their [names](PlayRules::NAMES).
    pub play: Vec<String>,
    /// Whether there is a trump suit.
    pub trumps: bool,
    /// Whether the declarer leads.
    pub own_lead: bool,
    /// Points for each thing of [`COUNTED`].
    pub count: Vec<i32>,
    /// For each level the curve of [`chance`]: `[half, scale]`.
    pub count_levels: Vec<[f64; 2]>,
    /// Hundredths of a trick for each holding of the trump suit; empty in games without trumps. [`honours`] gives the
    /// row and the place in it.
    pub trump: Vec<[i32; 4]>,
    /// The same for each other suit.
    pub side: Vec<[i32; 4]>,
    /// As `count_levels`, in hundredths of a trick.
    pub sheet_levels: Vec<[f64; 2]>,
}

/// Points of a hand in a contract with the talon.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Points {
    /// Points counted.
    pub count: i32,
    /// Fewest points with which the contract is made more often than not.
    pub needed: i32,
    /// Chance of making the contract that belongs to the count.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub chance: f64,
    /// Sum of the values of the four holdings, which is about the number of tricks.
    pub sheet: f64,
    /// Chance of making the contract that belongs to this sum.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub sheet_chance: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointFile {
    table: Vec<PointTable>,
}

/// The tables of all classes of rules that have been fitted.
///
/// # Panics
/// Never: a test holds that the file can be read.
pub fn tables() -> &'static [PointTable] {
    static TABLES: LazyLock<Vec<PointTable>> = LazyLock::new(|| {
        let file: PointFile = toml::from_str(include_str!("points.toml")).expect("the tables are valid");
        file.table
    });
    &TABLES
}

/// How often each thing of [`COUNTED`] is in a hand.
#[must_use]
pub fn counted(hand: Cards, trump: Option<Suit>) -> [u8; COUNTED.len()] {
    let mut numbers = [0; COUNTED.len()];
    for suit in Suit::ALL {
        let held = hand.in_suit(suit);
        let has = |rank: Rank| u8::from(held.contains(Card::new(suit, rank)));
        let [ace, king, queen] = [Rank::Ace, Rank::King, Rank::Queen].map(has);
        let length = held.len();
        if Some(suit) == trump {
            numbers[..4].copy_from_slice(&[length as u8, ace, king, queen]);
        } else {
            numbers[4] += ace;
            numbers[5] += if length >= 2 { king } else { 0 };
            numbers[6] += if length >= 3 { queen } else { 0 };
            numbers[7] += length.saturating_sub(3) as u8;
        }
    }
    numbers
}

/// The row of a holding: A = 16, K = 8, Q = 4, J = 2, T = 1. Its column is the number of the cards below the ten.
#[must_use]
pub fn honours(holding: Cards, suit: Suit) -> (usize, usize) {
    let ranks = [Rank::Ace, Rank::King, Rank::Queen, Rank::Jack, Rank::Ten];
    let row =
        ranks.iter().fold(0, |row, &rank| 2 * row + usize::from(holding.contains(Card::new(suit, rank))));
    (row, holding.in_suit(suit).len() - row.count_ones() as usize)
}

/// The logistic curve: with `half` points the chance is one half, and every `scale` points more multiply the odds by e.
#[must_use]
pub fn chance(points: f64, [half, scale]: [f64; 2]) -> f64 {
    1.0 / (1.0 + ((half - points) / scale).exp())
}

impl PointTable {
    /// The points of a hand, counted in the head.
    #[must_use]
    pub fn count(&self, hand: Cards, trump: Option<Suit>) -> i32 {
        self.count.iter().zip(counted(hand, trump)).map(|(weight, number)| weight * i32::from(number)).sum()
    }

    /// The sum of the values of a hand's holdings, in hundredths of a trick.
    #[must_use]
    pub fn sheet(&self, hand: Cards, trump: Option<Suit>) -> i32 {
        let value = |suit: Suit| {
            let (row, column) = honours(hand, suit);
            if Some(suit) == trump { self.trump[row][column] } else { self.side[row][column] }
        };
        Suit::ALL.into_iter().map(value).sum()
    }

    fn is_for(&self, play: PlayRules, trumps: bool, own_lead: bool) -> bool {
        let named = |(n, name): (usize, &&str)| {
            (play.bits() >> n & 1 == 1) == self.play.iter().any(|own| own == name)
        };
        (self.trumps, self.own_lead) == (trumps, own_lead) && PlayRules::NAMES.iter().enumerate().all(named)
    }
}

impl Points {
    /// `None` for contracts that are not about a number of tricks from six to ten, for fewer than [`FEWEST_TRUMPS`]
    /// trumps, for hands of other than ten cards, and for classes of rules that were not fitted.
    #[must_use]
    pub fn of_hand(hand: Cards, rules: &Variant, contract: Contract, declarer: Seat) -> Option<Points> {
        let trump = contract.trump();
        let Target::AtLeast(tricks) = rules.target(contract, false) else { return None };
        let level = LEVELS.iter().position(|&level| level == tricks)?;
        let is_long = trump.is_none_or(|suit| hand.in_suit(suit).len() >= FEWEST_TRUMPS);
        if hand.len() != 10 || contract.is_misere() || !is_long {
            return None;
        }
        let play = rules.play_rules_in(trump).effective_rules(trump.is_some());
        let own_lead = rules.leader(contract, declarer, Seats::ALL) == declarer;
        let table = tables().iter().find(|table| table.is_for(play, trump.is_some(), own_lead))?;
        let (count, sheet) = (table.count(hand, trump), table.sheet(hand, trump));
        let needed = table.count_levels[level][0].ceil() as i32;
        let rounded = |chance: f64| (chance * 1000.0).round() / 1000.0;
        Some(Points {
            count,
            needed,
            chance: rounded(chance(count.into(), table.count_levels[level])),
            sheet: f64::from(sheet) / 100.0,
            sheet_chance: rounded(chance(sheet.into(), table.sheet_levels[level])),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_value_for_everything() {
        for table in tables() {
            let rows = if table.trumps { 32 } else { 0 };
            assert_eq!((table.count.len(), table.trump.len(), table.side.len()), (COUNTED.len(), rows, 32));
            for levels in [&table.count_levels, &table.sheet_levels] {
                assert_eq!(levels.len(), LEVELS.len());
                assert!(levels.is_sorted_by(|lower, higher| lower[0] < higher[0]), "{levels:?}");
                assert!(levels.iter().all(|level| level[1] > 0.0));
            }
        }
    }

    #[test]
    fn counted_things_are_counted_by_hand() {
        let hand: Cards = "AQ987.KJ98.A.".parse().expect("cards");
        assert_eq!(counted(hand, Some(Suit::Spades)), [5, 1, 0, 1, 1, 1, 0, 1]);
        assert_eq!(counted(hand, None), [0, 0, 0, 0, 2, 1, 1, 3]);
        assert_eq!(honours(hand, Suit::Spades), (0b10100, 3));
    }
}
