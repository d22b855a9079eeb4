//! `pref evaluate`: the chance of each contract of a hand when the other hands are unknown.

use preference::deal::CardStyle;
use preference::outcomes::outcome::SolveDetail;
use preference::questions::evaluate::EvaluateAnswer;
use preference::questions::evaluate::EvaluateQuestion;
use preference::sampling::Means;
use preference::situation::Situation;

use super::hidden_value;
use super::record::read_record;
use crate::args::DealQuestionArgs;
use crate::failure::Failure;
use crate::output::text;
use crate::request::{Request, rules};
use crate::stream::{self, DealScheduling, TextAnswer};

pub(crate) fn run(args: &DealQuestionArgs<EvaluateQuestion>) -> Result<(), Failure> {
    let mut question = args.question.clone();
    read_record(&mut question.record)?;
    let request = Request::new(&question, rules(&args.rules)?)?;
    stream::run(&request, &(), &args.deals.deals, &args.output)
}

impl TextAnswer for EvaluateQuestion {
    type TextOptions = ();
    const SCHEDULING: DealScheduling = DealScheduling::Together;

    fn text(
        request: &Request<EvaluateQuestion>,
        (): &(),
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
            "{}; how often the contract is made {}, with the best discard for each layout; over {} of the unknown cards, each solved with all cards known{}",
            answer.rules,
            if from_hand { "without and with the talon" } else { "with the talon" },
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
        let hidden = answer.results.iter().filter_map(|row| {
            let value = row.talon.hidden.as_ref()?;
            Some(format!("\n{}\n", hidden_value::sentences(row.contract, value, style)))
        });
        let hidden: String = hidden.collect();
        format!(
            "{}\n{}{}: {}\n\n{}{}\n{hidden}",
            text::heading(&answer.deal.to_string()),
            text::seat(answer.seat),
            if from_hand { "" } else { " with the talon" },
            text::hand(cards, style),
            text::table(header, cells.collect(), 1),
            text::remark(&legend)
        )
    }
}

/// Returns the number of layouts over which an average is taken, in words; `is_all` is set if there are no others.
pub(crate) fn layouts(count: u64, is_all: bool) -> String {
    match count {
        1 if is_all => "the only layout".to_owned(),
        _ if is_all => format!("all {count} layouts"),
        _ => format!("{count} random layouts"),
    }
}

/// Returns the cells with these means: the chance and its confidence interval, the tricks if `tricks` is set, and the
/// gain if `gains` is set.
fn mean_cells(means: &Means, tricks: bool, gains: bool) -> Vec<String> {
    let mut cells = text::chance(means.chance).to_vec();
    cells.extend(tricks.then(|| text::mean(means.tricks)[0].clone()));
    cells.extend(gains.then(|| text::mean(means.gain)[0].clone()));
    cells
}

/// Returns the headers of the columns that [`mean_cells`] fills.
fn mean_headers(name: &str, tricks: bool, gains: bool) -> Vec<String> {
    let mut heads = vec![name.to_owned(), "95%".to_owned()];
    heads.extend(tricks.then(|| "tricks".to_owned()));
    heads.extend(gains.then(|| "gain".to_owned()));
    heads
}
