//! Totals with which a sheet begins, carried over from an earlier sheet.

use clap::Parser;
use preference::excerpt::excerpt;
use preference::protocol::question::parse_object;
use serde_json::{Map, Number, Value, json};

use crate::failure::Failure;

/// Example of a line with the totals of all players, for messages.
const EXAMPLE: &str = r#"{"totals":{"Ada":{"pool":20,"mountain":12,"whists":{"Ben":34}},"Ben":{},"Cem":{}}}"#;

/// Totals by the players' names, as far as the sheet has been read.
#[derive(Default)]
pub(super) struct CarriedTotals {
    totals: Map<String, Value>,
    /// Number of the first line with totals; 0 if there is none.
    line: usize,
}

/// Line of a sheet with the totals of one player.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct TotalsLine {
    player: String,
    /// Points in the pool
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pool: Option<String>,
    /// Points in the mountain, or bule
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    mountain: Option<String>,
    /// Whists or supe on each of the others
    #[arg(long, value_name = "NAME=N,NAME=N", value_delimiter = ',')]
    whists: Vec<String>,
}

impl CarriedTotals {
    pub(super) fn is_totals_line(words: &[&str]) -> bool {
        words.first().is_some_and(|word| *word == "totals" || word.starts_with('{'))
    }

    pub(super) fn add_line(&mut self, number: usize, words: &[&str]) -> Result<(), Failure> {
        if words[0] == "totals" {
            let line = TotalsLine::try_parse_from(&words[1..]);
            self.add_player(&line.map_err(|error| Failure::in_line(&error))?)?;
        } else {
            let mut fields =
                parse_object(&words.join(" "), EXAMPLE).map_err(|error| input_error(&error.to_string()))?;
            let Some(Value::Object(totals)) = fields.remove("totals").filter(|_| fields.is_empty()) else {
                return Err(input_error(&format!("this is not a line of totals: write it as {EXAMPLE}")));
            };
            if !self.totals.is_empty() {
                return Err(input_error("the sheet already has totals: write them only once"));
            }
            self.totals = totals;
        }
        if self.line == 0 {
            self.line = number;
        }
        Ok(())
    }

    pub(super) fn take_totals(&mut self) -> Option<(Value, usize)> {
        let CarriedTotals { totals, line } = std::mem::take(self);
        (line > 0).then_some((Value::Object(totals), line))
    }

    fn add_player(&mut self, line: &TotalsLine) -> Result<(), Failure> {
        let mut whists = Map::new();
        for pair in &line.whists {
            let (name, whists_on) = pair.split_once('=').ok_or_else(|| {
                let pair = excerpt(pair);
                input_error(&format!(
                    "--whists '{pair}' is not a number of whists on a player: write Ben=34,Cem=50"
                ))
            })?;
            insert(&mut whists, name, amount(whists_on))?;
        }
        let mut entries = json!({"whists": whists});
        for (name, text) in [("pool", &line.pool), ("mountain", &line.mountain)] {
            if let Some(text) = text {
                entries[name] = amount(text);
            }
        }
        insert(&mut self.totals, &line.player, entries)
    }
}

/// A text that is not a number is refused later, when the totals are read.
fn amount(text: &str) -> Value {
    text.parse::<Number>().map_or_else(|_| text.into(), Value::Number)
}

fn insert(entries: &mut Map<String, Value>, player: &str, value: Value) -> Result<(), Failure> {
    match entries.insert(player.to_owned(), value) {
        None => Ok(()),
        Some(_) => Err(input_error(&format!("{} appears twice: write each player once", excerpt(player)))),
    }
}

fn input_error(message: &str) -> Failure {
    Failure::Input(message.to_owned())
}
