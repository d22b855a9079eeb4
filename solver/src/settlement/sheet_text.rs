//! The text of a score sheet.

use std::fmt;

use super::amount::Amount;
use super::score_sheet::{ScoreSheet, SheetLayout, SheetPlace, format_amount, format_signed};

/// The name and the result of each player, and a line for each place on the sheet, with its successive numbers. A table
/// of gains ends with the amount in the pot after each deal.
impl fmt::Display for ScoreSheet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (n, (name, entries)) in self.players.iter().zip(&self.entries).enumerate() {
            writeln!(f, "{name} {}", format_signed(entries.total))?;
            let places = self.places(n);
            let width = places.iter().map(|(place, _)| place.chars().count()).max().unwrap_or(0);
            for (place, numbers) in places {
                writeln!(f, "{}", format!("  {place:width$}  {numbers}").trim_end())?;
            }
        }
        if self.layout == SheetLayout::Gains {
            writeln!(f, "Pot {}", self.number_line(SheetPlace::Pot, format_amount))?;
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        Ok(())
    }
}

impl ScoreSheet {
    fn places(&self, player: usize) -> Vec<(String, String)> {
        let totals = |name: &str, place| (name.to_owned(), self.number_line(place, format_amount));
        let on_others = |word: &str| {
            let others = self.others(player).into_iter();
            others
                .map(|other| {
                    totals(&format!("{word} on {}", self.players[other]), SheetPlace::Whists(player, other))
                })
                .collect::<Vec<_>>()
        };
        match self.layout {
            SheetLayout::Books => {
                let own = [
                    totals("pool", SheetPlace::Pool(player)),
                    totals("mountain", SheetPlace::Mountain(player)),
                ];
                own.into_iter().chain(on_others("whists")).collect()
            }
            SheetLayout::Paper => std::iter::once(totals("bule", SheetPlace::Mountain(player)))
                .chain(on_others("supe"))
                .collect(),
            SheetLayout::Gains => {
                vec![("gains".to_owned(), self.number_line(SheetPlace::Gains(player), format_signed))]
            }
        }
    }

    /// As players write them: each is followed by a point.
    fn number_line(&self, place: SheetPlace, write: fn(Amount) -> String) -> String {
        let numbers = self.numbers(place).into_iter().map(|(amount, is_struck)| {
            let number = format!("{}.", write(amount));
            if is_struck { strike_through(&number) } else { number }
        });
        numbers.collect::<Vec<_>>().join(" ")
    }
}

/// The text with a stroke through each character.
///
/// ```
/// use preference::settlement::strike_through;
/// assert_eq!(strike_through("12"), "1\u{336}2\u{336}");
/// ```
#[must_use]
pub fn strike_through(text: &str) -> String {
    text.chars().flat_map(|character| [character, '\u{336}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::Variant;
    use crate::seat::{BySeat, Seat};
    use crate::settlement::{HandTerms, Sheet};

    /// The text of a score sheet after three hands, in each of which the declarer takes six tricks. The
    /// declarers are forehand, middlehand and forehand; since the deal passes to the left, these are Ada, Cem and Cem.
    fn sheet(rules: &str, contract: &str) -> String {
        let rules: Variant = rules.parse().expect("rules");
        let mut sheet = Sheet::new(rules.clone(), 3);
        let rows = [Seat::Forehand, Seat::Middlehand, Seat::Forehand].map(|declarer| {
            let hand = HandTerms::new(contract.parse().expect("a contract"), declarer);
            let tricks = BySeat::from_fn(|seat| if seat == declarer { 6 } else { 2 });
            sheet.add_hand(&hand, &tricks.into()).expect("a settlement")
        });
        ScoreSheet::new(&rules, &["Ada", "Ben", "Cem"], None, &rows).to_string()
    }

    #[test]
    fn russian_sheet_has_pool_mountain_and_whists() {
        let lines = sheet("russian", "6S");
        let ada: Vec<&str> = lines.lines().take(5).map(str::trim_end).collect();
        assert_eq!(
            ada,
            ["Ada 0", "  pool           2.", "  mountain", "  whists on Ben", "  whists on Cem  4. 8."]
        );
        assert_eq!(lines.lines().count(), 15);
    }

    #[test]
    fn yugoslav_paper_has_bule_and_supe() {
        let lines = sheet("bule", "S");
        assert!(lines.contains("\n  bule         -4.\n  supe on Ben\n  supe on Cem  8. 16.\n"), "{lines}");
        assert!(!lines.contains("Pot"), "{lines}");
    }

    #[test]
    fn table_of_gains_ends_with_pot() {
        let lines = sheet("austrian", "S");
        assert_eq!(lines.lines().count(), 7, "{lines}");
        assert!(lines.lines().last().is_some_and(|line| line.starts_with("Pot ")), "{lines}");
    }
}
