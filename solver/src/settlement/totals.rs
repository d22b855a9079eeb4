//! Totals of a written score sheet.

use super::amount::Amount;
use super::error::SettlementError;
use super::gains::BookEntries;

/// The totals of a score sheet. Each list has one element for each of the three or four players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetTotals {
    /// Points in the pool.
    pub pool: Vec<Amount>,
    /// Points in the mountain; under rules with bule, the bule.
    pub mountain: Vec<Amount>,
    /// Whists or, under rules with bule, supe: `whists[a][b]` are written by player `a` on player `b`.
    pub whists: Vec<Vec<Amount>>,
}

impl SheetTotals {
    /// The totals of an empty sheet for this number of players.
    #[must_use]
    pub fn new(players: usize) -> SheetTotals {
        let zeros = vec![Amount::default(); players];
        SheetTotals { pool: zeros.clone(), mountain: zeros.clone(), whists: vec![zeros; players] }
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.pool.len()
    }

    /// Both must be for the same number of players.
    pub(super) fn sum(&self, other: &SheetTotals) -> SheetTotals {
        let sum = |one: &[Amount], other: &[Amount]| -> Vec<Amount> {
            one.iter().zip(other).map(|(&one, &other)| one + other).collect()
        };
        SheetTotals {
            pool: sum(&self.pool, &other.pool),
            mountain: sum(&self.mountain, &other.mountain),
            whists: self.whists.iter().zip(&other.whists).map(|(one, other)| sum(one, other)).collect(),
        }
    }

    /// As if they were the entries of a single hand, with the fourth player as the one who sits out.
    pub(super) fn as_entries(&self) -> Result<BookEntries, SettlementError> {
        let players = self.players();
        let is_row = |row: &Vec<Amount>| row.len() == players;
        let is_square = self.whists.len() == players && self.whists.iter().all(is_row);
        if !(3..=4).contains(&players) || !is_row(&self.mountain) || !is_square {
            return Err(SettlementError::Totals { players });
        }
        let amounts = || self.whists.iter().chain([&self.pool, &self.mountain]).flatten();
        if !amounts().all(|amount| amount.is_within_range()) {
            return Err(SettlementError::TooLarge);
        }
        let mut entries = BookEntries::default();
        for player in 0..players {
            entries.pool[player] = self.pool[player];
            entries.mountain[player] = self.mountain[player];
            entries.whists[player][..players].copy_from_slice(&self.whists[player]);
        }
        Ok(entries)
    }
}
