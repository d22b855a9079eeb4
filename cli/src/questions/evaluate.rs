//! `pref evaluate`: the chance of each contract of a hand when the other hands are unknown.

use std::io::Write;

use preference::deal::{CardStyle, PartialDeal};
use preference::hand_values::points::Points;
use preference::outcomes::outcome::SolveDetail;
use preference::questions::evaluate::{EvaluateAnswer, EvaluateQuestion, Extremes};
use preference::rules::Contract;
use preference::sampling::Means;
use preference::situation::Situation;

use super::Own;
use super::asking::{Asked, DealScheduling, Skin, ask};
use super::hidden_value;
use super::record::read_record;
use crate::args::{PartsArgs, examples};
use crate::failure::Failure;
use crate::output::text;
use crate::request::Request;

impl Skin<EvaluateQuestion> for Own {
    type Extras = PartsArgs;
    const EXAMPLES: &'static str = examples::EVALUATE;
    const SCHEDULING: DealScheduling = DealScheduling::Together;

    fn prepare(asked: &mut Asked<EvaluateQuestion, PartsArgs>) -> Result<(), Failure> {
        read_record(&mut asked.question.record)
    }

    fn run(asked: Asked<EvaluateQuestion, PartsArgs>) -> Result<(), Failure> {
        if asked.extras.list_talons { list_talons(&asked.deals) } else { ask::<EvaluateQuestion, Own>(asked) }
    }

    fn text(
        request: &Request<EvaluateQuestion>,
        _: &PartsArgs,
        _: &Situation,
        answer: &EvaluateAnswer,
        style: CardStyle,
    ) -> String {
        let tricks = request.options.goal == SolveDetail::Tricks;
        let gains = answer.results.iter().any(|row| row.talon.means.gain.is_some());
        let from_hand = answer.results.iter().any(|row| row.hand.is_some());
        let mut header = vec![String::new()];
        if from_hand {
            header.extend(mean_headers("hand", tricks, gains));
        }
        header.extend(mean_headers(if from_hand { "talon" } else { "made" }, tricks, gains));
        let cells = answer.results.iter().map(|row| {
            let mut cells = vec![text::contract(row.contract, style)];
            cells.extend(row.hand.iter().flat_map(|means| mean_cells(means, tricks, gains)));
            cells.extend(mean_cells(&row.talon.means, tricks, gains));
            cells
        });
        let legend = format!(
            "{}; how often the contract is made {}, {}; over {} of the unknown cards, each solved with all cards known{}",
            answer.rules,
            if from_hand { "without and with the talon" } else { "with the talon" },
            match request.options.discard {
                Some(discard) => format!("with {} laid aside", text::list(discard, style)),
                None => "with the best discard for each layout".to_owned(),
            },
            layouts(answer.layouts, answer.all),
            match (tricks, gains) {
                (_, true) => format!("; gains by the model {}", answer.model.name()),
                (true, false) => {
                    "; no gains: the contracts have no price, or it depends on the pot (--pot)".to_owned()
                }
                _ => String::new(),
            }
        );
        let cards = answer.deal.hands[answer.seat].unwrap_or_default();
        let extremes = answer.results.iter().filter_map(|row| {
            let extremes = row.talon.extremes.as_ref()?;
            Some(format!("\n{}\n", text::line(&extreme_sentences(row.contract, extremes, style))))
        });
        let extremes: String = extremes.collect();
        let points =
            answer.results.iter().filter_map(|row| Some(points_line(row.contract, row.points?, style)));
        let points: Vec<String> = points.collect();
        let points = if points.is_empty() { String::new() } else { format!("\n{}", points.concat()) };
        let hidden = answer.results.iter().filter_map(|row| {
            let value = row.talon.hidden.as_ref()?;
            Some(format!("\n{}\n", hidden_value::sentences(row.contract, value, style)))
        });
        let hidden: String = hidden.collect();
        format!(
            "{}\n{}{}: {}\n\n{}{}\n{points}{extremes}{hidden}",
            text::heading(&answer.deal.to_string()),
            text::seat(answer.seat),
            if from_hand { "" } else { " with the talon" },
            text::hand(cards, style),
            text::table(header, cells.collect(), 1),
            text::remark(&legend)
        )
    }
}

fn points_line(contract: Contract, points: Points, style: CardStyle) -> String {
    text::line(&format!(
        "{}: {} points, {} needed: {:.0} %. By the sheet {:.1} tricks: {:.0} %.",
        text::contract(contract, style),
        points.count,
        points.needed,
        100.0 * points.chance,
        points.sheet,
        100.0 * points.sheet_chance,
    )) + "\n"
}

fn extreme_sentences(contract: Contract, extremes: &Extremes, style: CardStyle) -> String {
    format!(
        "{}, all {} layouts: made in {}. Fewest tricks {}, in {}; most {}, in {}.",
        text::contract(contract, style),
        extremes.of,
        extremes.made,
        extremes.fewest.tricks,
        extremes.fewest.layout,
        extremes.most.tricks,
        extremes.most.layout,
    )
}

pub(crate) fn layouts(count: u64, is_all: bool) -> String {
    match count {
        1 if is_all => "the only layout".to_owned(),
        _ if is_all => format!("all {count} layouts"),
        _ => format!("{count} random layouts"),
    }
}

fn mean_cells(means: &Means, tricks: bool, gains: bool) -> Vec<String> {
    let mut cells = text::chance(means.chance).to_vec();
    cells.extend(tricks.then(|| text::mean(means.tricks)[0].clone()));
    cells.extend(gains.then(|| text::mean(means.gain)[0].clone()));
    cells
}

fn list_talons(deals: &[String]) -> Result<(), Failure> {
    for text in deals {
        let partial: PartialDeal =
            text.parse().map_err(|error| Failure::Input(format!("{text}: {error}")))?;
        let Some(talons) = partial.with_each_talon() else {
            return Err(Failure::Input(format!(
                "{text}: --list-talons needs ten cards of one hand and nothing else, as in 'M:AQJ.A9.AK9.T7 ? ?'"
            )));
        };
        let lines: String = talons.iter().map(|talon| format!("{talon}\n")).collect();
        anstream::stdout().write_all(lines.as_bytes())?;
    }
    if deals.is_empty() {
        return Err(Failure::Input("--list-talons: name a hand, as in 'M:AQJ.A9.AK9.T7 ? ?'".to_owned()));
    }
    Ok(())
}

fn mean_headers(name: &str, tricks: bool, gains: bool) -> Vec<String> {
    let mut heads = vec![name.to_owned(), "95%".to_owned()];
    heads.extend(tricks.then(|| "tricks".to_owned()));
    heads.extend(gains.then(|| "gain".to_owned()));
    heads
}
