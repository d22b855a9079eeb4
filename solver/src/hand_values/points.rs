//! Points that a player can count in a hand of ten cards, and what they say about the chance of a contract.
//!
//! The weights in `points/tables.rs` were fitted to solved hands by the program `points` in `benches`. They depend on the
//! obligations in play and on who leads, not on the name of the rules.

mod table;
mod tables;

use serde::{Deserialize, Serialize};

use crate::cards::Cards;
use crate::rules::contract::{Contract, Target};
use crate::rules::variant::Variant;
use crate::seat::{Seat, Seats};

pub use table::{COUNTED, LEVELS, PointTable, counted, honours};

/// Fewest trumps of a hand whose points are counted.
pub const FEWEST_TRUMPS: usize = 4;

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

/// The tables of all classes of rules that have been fitted.
#[must_use]
pub fn tables() -> &'static [PointTable] {
    tables::TABLES
}

/// The logistic curve: with `half` points the chance is one half, and every `scale` points more multiply the odds by e.
#[must_use]
pub fn chance(points: f64, [half, scale]: [f64; 2]) -> f64 {
    1.0 / (1.0 + ((half - points) / scale).exp())
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
    use crate::cards::Suit;

    #[test]
    fn tables_have_a_value_for_everything() {
        for table in tables() {
            assert_eq!(table.trump.len(), if table.trumps { 32 } else { 0 });
            for levels in [&table.count_levels, &table.sheet_levels] {
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
