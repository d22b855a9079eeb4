//! `pref score`: the gains from a played hand, or the result of a score sheet.

use std::path::Path;

use preference::deal::CardStyle;
use preference::questions::score::{ScoreAnswer, ScoreQuestion};
use preference::settlement::{Amount, Gains};
use preference::situation::Situation;
use preference::situation::field_types::TotalsInput;
use serde_json::Value;

use super::asking::{Asked, Skin, ask};
use super::{Own, sheet};
use crate::args::{SheetArgs, examples};
use crate::failure::Failure;
use crate::input::read_text;
use crate::output::text;
use crate::request::Request;

impl Skin<ScoreQuestion> for Own {
    type Extras = SheetArgs;
    const EXAMPLES: &'static str = examples::SCORE;

    fn prepare(asked: &mut Asked<ScoreQuestion, SheetArgs>) -> Result<(), Failure> {
        if let Some(TotalsInput(Value::String(totals))) = &mut asked.question.totals {
            *totals = totals_text(totals)?;
        }
        Ok(())
    }

    fn run(asked: Asked<ScoreQuestion, SheetArgs>) -> Result<(), Failure> {
        match &asked.extras.sheet {
            Some(path) => sheet::run(&asked, path),
            None => ask::<ScoreQuestion, Own>(asked),
        }
    }

    fn text(
        _: &Request<ScoreQuestion>,
        _: &SheetArgs,
        _: &Situation,
        score: &ScoreAnswer,
        _: CardStyle,
    ) -> String {
        score_text(score)
    }
}

/// The text of totals. `argument` is either this text itself (a JSON object), or the name of a file with the
/// text, or `-` for standard input.
fn totals_text(argument: &str) -> Result<String, Failure> {
    if argument.trim_start().starts_with('{') {
        return Ok(argument.to_owned());
    }
    let path = Path::new(argument);
    Ok(read_text((path != Path::new("-")).then_some(path))?.trim().to_owned())
}

fn score_text(score: &ScoreAnswer) -> String {
    let columns: Vec<Vec<(&str, Amount)>> =
        [Some(&score.gains), score.whole.as_ref()].into_iter().flatten().map(named_gains).collect();
    let rows = columns[0].iter().enumerate().map(|(n, (name, _))| {
        let gains = columns.iter().map(|column| text::gain(column[n].1));
        std::iter::once((*name).to_owned()).chain(gains).collect()
    });
    format!("{}{}\n", text::table(Vec::new(), rows.collect(), 1), text::remark(&score.rules))
}

fn named_gains(gains: &Gains) -> Vec<(&'static str, Amount)> {
    let seats = gains.seats.iter().map(|(seat, &gain)| (text::seat(seat), gain));
    seats.chain(gains.sitting_out.map(|gain| ("Dealer", gain))).chain([("Pot", gains.pot)]).collect()
}
