//! `pref score`: the gains from a played hand, or the result of a score sheet.

use std::path::Path;

use preference::Analyst;
use preference::deal::CardStyle;
use preference::questions::score::ScoreAnswer;
use preference::settlement::{Amount, Gains};
use preference::situation::field_types::TotalsInput;
use serde_json::Value;

use super::sheet;
use crate::args::ScoreArgs;
use crate::failure::Failure;
use crate::input::read_text;
use crate::output::{DisplayStyle, text};
use crate::request::{Request, rules};

pub(crate) fn run(args: &ScoreArgs) -> Result<(), Failure> {
    let rules = rules(&args.rules)?;
    if let Some(path) = &args.sheet {
        return sheet::run(args, &rules, path);
    }
    let mut question = args.question.clone();
    if let Some(TotalsInput(Value::String(totals))) = &mut question.totals {
        *totals = totals_text(totals)?;
    }
    let request = Request::new(&question, rules)?;
    let display = DisplayStyle::from(args.display);
    display
        .print(&display.format(&Analyst::new().score(&request.situation, &request.options)?, score_text))?;
    Ok(())
}

/// Returns the text of totals. `argument` is either this text itself (a JSON object), or the name of a file with the
/// text, or `-` for standard input.
fn totals_text(argument: &str) -> Result<String, Failure> {
    if argument.trim_start().starts_with('{') {
        return Ok(argument.to_owned());
    }
    let path = Path::new(argument);
    Ok(read_text((path != Path::new("-")).then_some(path))?.trim().to_owned())
}

/// Returns a table with a row for each player and one for the pot. Gains in whole numbers are in a second column if
/// they were asked for.
fn score_text(score: &ScoreAnswer, _: CardStyle) -> String {
    let columns: Vec<Vec<(&str, Amount)>> =
        [Some(&score.gains), score.whole.as_ref()].into_iter().flatten().map(named_gains).collect();
    let rows = columns[0].iter().enumerate().map(|(n, (name, _))| {
        let gains = columns.iter().map(|column| text::gain(column[n].1));
        std::iter::once((*name).to_owned()).chain(gains).collect()
    });
    format!("{}{}\n", text::table(Vec::new(), rows.collect(), 1), text::remark(&score.rules))
}

/// Returns the gain of each player and of the pot, by name.
fn named_gains(gains: &Gains) -> Vec<(&'static str, Amount)> {
    let seats = gains.seats.iter().map(|(seat, &gain)| (text::seat(seat), gain));
    seats.chain(gains.sitting_out.map(|gain| ("Dealer", gain))).chain([("Pot", gains.pot)]).collect()
}
