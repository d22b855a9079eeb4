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

/// A place on a score sheet, where numbers are written one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetPlace {
    /// The pool of this player.
    Pool(usize),
    /// The mountain of this player; under rules with bule, the bule.
    Mountain(usize),
    /// The whists or supe of the first player on the second.
    Whists(usize, usize),
    /// The gains of this player.
    Gains(usize),
    /// The amounts in the pot after each deal.
    Pot,
}

/// A number that is struck out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StruckNumber {
    /// Where the number stands.
    pub place: SheetPlace,
    /// How many numbers of its place, without struck ones, stand before it.
    pub after: usize,
    /// A total, as in the pool, or the gain of one deal, as the place has them.
    pub amount: Amount,
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
    /// The entries of each player, without struck numbers.
    pub entries: Vec<PlayerEntries>,
    /// The amount in the pot after each deal.
    pub pot: Vec<Amount>,
    /// The numbers of rows that are struck out, for each place in the order of writing.
    pub struck: Vec<StruckNumber>,
    /// A line for each ruling, each row that is struck out, and each other row with words.
    pub notes: Vec<String>,
    /// The size of each player's pool, if the game is played until the pools reach a size.
    pub pool_size: Option<u32>,
}

impl ScoreSheet {
    /// The score sheet of these deals. `opening` holds the totals with which the sheet begins.
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
        let books = rows.iter().filter_map(|row| row.books.as_ref().map(|books| (books, row.is_struck)));
        let totals: Vec<(&SheetTotals, bool)> =
            opening.map(|totals| (totals, false)).into_iter().chain(books).collect();
        // Under rules that pay at once there are no totals, and each player's result is the sum of the gains.
        let last_totals = totals.iter().rfind(|(_, is_struck)| !is_struck);
        let results = last_totals
            .and_then(|(totals, _)| rules.settle_totals(totals).ok())
            .map(|gains| gains.player_gains());
        let mut struck = Vec::new();
        let mut changes = |place, number: &dyn Fn(&SheetTotals) -> Amount| {
            let numbers = totals.iter().map(|&(totals, is_struck)| (number(totals), is_struck));
            separate(place, without_repetitions(numbers), &mut struck)
        };
        let mut entries: Vec<PlayerEntries> = (0..count)
            .map(|player| PlayerEntries {
                pool: changes(SheetPlace::Pool(player), &|totals| totals.pool[player]),
                mountain: changes(SheetPlace::Mountain(player), &|totals| totals.mountain[player]),
                whists: (0..count)
                    .map(|other| {
                        changes(SheetPlace::Whists(player, other), &|totals| totals.whists[player][other])
                    })
                    .collect(),
                ..PlayerEntries::default()
            })
            .collect();
        for (player, entries) in entries.iter_mut().enumerate() {
            let gains = rows.iter().map(|row| (row.gains[player], row.is_struck));
            entries.gains = separate(SheetPlace::Gains(player), gains, &mut struck);
            entries.total =
                results.as_ref().map_or_else(|| entries.gains.iter().sum(), |results| results[player]);
        }
        let pot = rows.iter().map(|row| (row.pot, row.is_struck));
        ScoreSheet {
            layout,
            players: players.iter().map(|name| name.as_ref().to_owned()).collect(),
            entries,
            pot: separate(SheetPlace::Pot, pot, &mut struck),
            struck,
            notes: notes(rows),
            pool_size: None,
        }
    }

    fn counted_numbers(&self, place: SheetPlace) -> &[Amount] {
        match place {
            SheetPlace::Pool(player) => &self.entries[player].pool,
            SheetPlace::Mountain(player) => &self.entries[player].mountain,
            SheetPlace::Whists(player, other) => &self.entries[player].whists[other],
            SheetPlace::Gains(player) => &self.entries[player].gains,
            SheetPlace::Pot => &self.pot,
        }
    }

    /// The numbers of a place in the order of writing, each with whether it is struck out.
    #[must_use]
    pub fn numbers(&self, place: SheetPlace) -> Vec<(Amount, bool)> {
        let mut struck = self.struck.iter().filter(|struck| struck.place == place).peekable();
        let mut numbers = Vec::new();
        for (n, &amount) in self.counted_numbers(place).iter().enumerate() {
            while let Some(struck) = struck.next_if(|struck| struck.after <= n) {
                numbers.push((struck.amount, true));
            }
            numbers.push((amount, false));
        }
        numbers.extend(struck.map(|struck| (struck.amount, true)));
        numbers
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

/// Numbers with `true` are struck out: they are added to `struck`, and the others returned.
fn separate(
    place: SheetPlace,
    numbers: impl Iterator<Item = (Amount, bool)>,
    struck: &mut Vec<StruckNumber>,
) -> Vec<Amount> {
    let mut counted = Vec::new();
    for (amount, is_struck) in numbers {
        if is_struck {
            struck.push(StruckNumber { place, after: counted.len(), amount });
        } else {
            counted.push(amount);
        }
    }
    counted
}

fn without_repetitions(
    numbers: impl Iterator<Item = (Amount, bool)>,
) -> impl Iterator<Item = (Amount, bool)> {
    // The first number is compared with 0, and every number with the last one that is not struck out.
    let mut before = Amount::default();
    numbers.filter(move |&(amount, is_struck)| {
        let is_new = amount != before;
        if !is_struck {
            before = amount;
        }
        is_new
    })
}

fn notes(rows: &[SheetRow]) -> Vec<String> {
    let mut hands = 0;
    let mut notes = Vec::new();
    for row in rows {
        let number = if row.is_ruling { hands } else { hands + 1 };
        hands += usize::from(!row.is_ruling && !row.is_struck);
        let what = match (row.is_ruling, number) {
            (true, 0) => "ruling before hand 1".to_owned(),
            (true, _) => format!("ruling after hand {number}"),
            (false, _) => format!("hand {number}"),
        };
        if row.is_ruling || row.is_struck || !row.words.is_empty() {
            let what = if row.is_struck { format!("{what}, struck out") } else { what };
            let words = if row.words.is_empty() { String::new() } else { format!(": {}", row.words) };
            notes.push(what + &words);
        }
    }
    notes
}

pub(super) fn format_amount(amount: Amount) -> String {
    if amount.is_integer() { amount.to_string() } else { format!("{:.2}", amount.to_f64()) }
}

pub(super) fn format_signed(amount: Amount) -> String {
    let sign = if amount > Amount::default() { "+" } else { "" };
    format!("{sign}{}", format_amount(amount))
}
