//! Lines of a sheet with points of players: the totals carried over from an earlier sheet, and rulings.

use clap::{Args, Parser};
use preference::excerpt::excerpt;
use preference::protocol::question::parse_object;
use serde_json::{Map, Number, Value};

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
    #[command(flatten)]
    points: PlayerPoints,
}

/// Line of a sheet with what a ruling gives to one player, or takes.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct RulingLine {
    #[command(flatten)]
    points: PlayerPoints,
    /// Payments to each of the others and to the pot
    #[arg(long, value_name = "NAME=N,pot=N", value_delimiter = ',')]
    pays: Vec<String>,
}

#[derive(Args)]
struct PlayerPoints {
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
            let points = line.map_err(|error| Failure::in_line(&error))?.points;
            insert(&mut self.totals, &points.player, points.entries()?.into())?;
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
}

/// The object that a line with a ruling stands for; `words` are those after `ruling`.
pub(super) fn ruling_entries(words: &[&str]) -> Result<Map<String, Value>, Failure> {
    let line = RulingLine::try_parse_from(words).map_err(|error| Failure::in_line(&error))?;
    let mut entries = line.points.entries()?;
    if !line.pays.is_empty() {
        entries.insert("pays".to_owned(), numbers("--pays", &line.pays, "Ben=5,pot=10")?.into());
    }
    Ok(Map::from_iter([(line.points.player, entries.into())]))
}

impl PlayerPoints {
    fn entries(&self) -> Result<Map<String, Value>, Failure> {
        let mut entries = Map::new();
        for (name, text) in [("pool", &self.pool), ("mountain", &self.mountain)] {
            if let Some(text) = text {
                entries.insert(name.to_owned(), amount(text));
            }
        }
        if !self.whists.is_empty() {
            entries.insert("whists".to_owned(), numbers("--whists", &self.whists, "Ben=34,Cem=50")?.into());
        }
        Ok(entries)
    }
}

/// The numbers of an option, such as `Ben=34` and `Cem=50`.
fn numbers(option: &str, pairs: &[String], example: &str) -> Result<Map<String, Value>, Failure> {
    let mut numbers = Map::new();
    for pair in pairs {
        let (name, number) = pair.split_once('=').ok_or_else(|| {
            let pair = excerpt(pair);
            input_error(&format!("{option} '{pair}' is not a number for a player: write {example}"))
        })?;
        insert(&mut numbers, name, amount(number))?;
    }
    Ok(numbers)
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
