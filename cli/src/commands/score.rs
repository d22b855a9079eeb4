//! `pref score`: what a played hand pays.

use preference::analysis::Analyst;
use preference::analysis::score::ScoreAnswer;
use preference::analysis::verb::Scoring;
use preference::deal::CardStyle;

use super::sheet;
use crate::args::ScoreArgs;
use crate::failure::Failure;
use crate::output::{Look, text};
use crate::request::{Request, rules};

pub(crate) fn run(args: &ScoreArgs) -> Result<(), Failure> {
    let rules = rules(&args.rules)?;
    if let Some(path) = &args.sheet {
        return sheet::run(args, &rules, path);
    }
    let request = Request::<Scoring>::new(&args.hand, rules)?;
    let look = Look::from(args.look);
    look.print(&look.of(&Analyst::new().score(&request.situation, &request.options)?, show))?;
    Ok(())
}

/// A row for everybody who gains.
fn show(score: &ScoreAnswer, _: CardStyle) -> String {
    let gains = &score.gains;
    let mut rows: Vec<Vec<String>> =
        gains.seats.iter().map(|(seat, &gain)| vec![text::seat(seat).to_owned(), text::gain(gain)]).collect();
    rows.extend(gains.sitting.map(|gain| vec!["Dealer".to_owned(), text::gain(gain)]));
    rows.push(vec!["Pot".to_owned(), text::gain(gains.pot)]);
    format!("{}{}\n", text::table(Vec::new(), rows, 1), text::remark(&score.rules))
}
