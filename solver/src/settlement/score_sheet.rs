//! The score sheet as players write it on paper: the successive numbers in each of its columns.

use serde::{Deserialize, Serialize};

use super::amount::Amount;
use super::sheet::SheetRow;
use super::totals::SheetTotals;
use crate::rules::payment::PaymentScheme;
use crate::rules::variant::Variant;

/// The layout of a score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SheetLayout {
    /// The Russian sheet: a sector for each player, with mountain, pool and whists.
    Books,
    /// The Yugoslav paper: a sheet for each player, with a column of bule between the columns of supe on the others.
    Paper,
    /// A table with the gains of each deal, under rules that pay at once.
    Gains,
}

/// The numbers of one player on a score sheet: pool, mountain and whists, each in the order of writing.
///
/// As on paper, each number is the total in its column so far, and a number is written only when the total
/// changes. In a table of gains the numbers are the gains of each deal instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerEntries {
    /// The numbers in the pool.
    pub pool: Vec<Amount>,
    /// The numbers in the mountain; under rules with bule, the bule.
    pub mountain: Vec<Amount>,
    /// The whists or supe on each other player, by index; the list at the player's own index is empty.
    pub whists: Vec<Vec<Amount>>,
    /// The gains from each deal.
    pub gains: Vec<Amount>,
    /// The player's result if the game ended after these deals.
    pub total: Amount,
}

/// A score sheet after some deals, ready to be printed.
///
/// ```
/// use preference::Variant;
/// use preference::seat::{BySeat, Seat};
/// use preference::settlement::{ScoreSheet, HandTerms, Sheet};
/// let rules: Variant = "russian".parse()?;
/// let mut sheet = Sheet::new(rules.clone(), 3);
/// let hand = HandTerms::new("6S".parse()?, Seat::Forehand);
/// let rows = [sheet.add_hand(&hand, &BySeat([6, 2, 2]).into())?];
/// let paper = ScoreSheet::new(&rules, &["Ada", "Ben", "Cem"], None, &rows);
/// assert_eq!(paper.entries[0].pool, [2.into()]);
/// assert_eq!(paper.entries[1].whists[0], [4.into()]);
/// assert!(paper.to_string().contains("whists on Ada  4."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreSheet {
    /// The layout.
    pub layout: SheetLayout,
    /// The names of the players in turn order.
    pub players: Vec<String>,
    /// The entries of each player.
    pub entries: Vec<PlayerEntries>,
    /// The amount in the pot after each deal.
    pub pot: Vec<Amount>,
    /// The size of each player's pool, if the game is played until the pools reach a size.
    pub pool_size: Option<u32>,
}

impl ScoreSheet {
    /// The score sheet of these deals. `opening` holds the totals with which the sheet begins; `None` for an
    /// empty sheet.
    #[must_use]
    pub fn new(
        rules: &Variant,
        players: &[impl AsRef<str>],
        opening: Option<&SheetTotals>,
        rows: &[SheetRow],
    ) -> ScoreSheet {
        let layout = match rules.settlement().by {
            Some(PaymentScheme::Books) => SheetLayout::Books,
            Some(PaymentScheme::Paper) => SheetLayout::Paper,
            _ => SheetLayout::Gains,
        };
        let count = players.len();
        let books = rows.iter().filter_map(|row| row.books.as_ref());
        let totals: Vec<&SheetTotals> = opening.into_iter().chain(books).collect();
        let numbers =
            |number: &dyn Fn(&SheetTotals) -> Amount| changes(totals.iter().map(|totals| number(totals)));
        let results = totals
            .last()
            .and_then(|totals| rules.settle_totals(totals).ok())
            .map(|gains| gains.player_gains());
        let entries = (0..count).map(|player| {
            let gains: Vec<Amount> = rows.iter().map(|row| row.gains[player]).collect();
            PlayerEntries {
                pool: numbers(&|totals| totals.pool[player]),
                mountain: numbers(&|totals| totals.mountain[player]),
                whists: (0..count).map(|other| numbers(&|totals| totals.whists[player][other])).collect(),
                total: results.as_ref().map_or_else(|| gains.iter().sum(), |results| results[player]),
                gains,
            }
        });
        ScoreSheet {
            layout,
            players: players.iter().map(|name| name.as_ref().to_owned()).collect(),
            entries: entries.collect(),
            pot: rows.iter().map(|row| row.pot).collect(),
            pool_size: None,
        }
    }

    /// Sets the size of each player's pool.
    #[must_use]
    pub fn with_pool_size(self, points: u32) -> ScoreSheet {
        ScoreSheet { pool_size: Some(points), ..self }
    }

    /// The indices of the other players in turn order, beginning at the player's left.
    #[must_use]
    pub fn others(&self, player: usize) -> Vec<usize> {
        let players = self.players.len();
        (1..players).map(|step| (player + step) % players).collect()
    }
}

fn changes(amounts: impl Iterator<Item = Amount>) -> Vec<Amount> {
    // The first amount is compared with 0.
    let mut before = Amount::default();
    amounts.filter(|&amount| std::mem::replace(&mut before, amount) != amount).collect()
}

pub(super) fn format_amount(amount: Amount) -> String {
    if amount.is_integer() { amount.to_string() } else { format!("{:.2}", amount.to_f64()) }
}

pub(super) fn format_signed(amount: Amount) -> String {
    let sign = if amount > Amount::default() { "+" } else { "" };
    format!("{sign}{}", format_amount(amount))
}
