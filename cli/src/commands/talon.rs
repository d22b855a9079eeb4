//! `pref talon`: which two cards does the declarer lay aside.

use std::cmp::Reverse;

use preference::analysis::talon::{Best, Discard, best, discards};
use preference::{Deal, Dress, Layout, Seat, Solver};

use crate::args::{Format, TalonArgs};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{Request, deal, dress};
use crate::stream;

pub(crate) fn run(args: &TalonArgs) -> Result<(), Failure> {
    let request = Request::talon(args)?;
    let dress = dress(&args.output);
    stream::run(&args.deals.deals, &args.output, |solver, layout| {
        let deal = deal(layout)?;
        let answers = request.declarers(layout)?.into_iter().map(|declarer| {
            let discards = table(solver, &request, &deal, declarer)?;
            let best = best(&request.contracts, &discards);
            Ok(match args.output.format {
                Format::Json => {
                    let answer = as_json(&request, declarer, &discards, &best, dress);
                    json::Answer::line(&deal.into(), &request.variant, dress, answer)
                }
                Format::Text => show(&request, &deal, declarer, &discards, &best, dress, args.top),
            })
        });
        answers.collect::<Result<Vec<String>, String>>().map(|answers| answers.join("\n"))
    })
}

/// All discards of one declarer.
pub(crate) fn table(
    solver: &mut Solver,
    request: &Request,
    deal: &Deal,
    declarer: Seat,
) -> Result<Vec<Discard>, String> {
    discards(solver, deal, declarer, |solver, deal| {
        let plays = request.plays(&Layout::from(*deal), declarer)?;
        Ok(plays.iter().map(|play| request.outcome(solver, play)).collect())
    })
}

fn as_json(
    request: &Request,
    declarer: Seat,
    discards: &[Discard],
    best: &[Best],
    dress: Dress,
) -> json::Talon {
    let named = |discard: &Discard| {
        let results = request.contracts.iter().zip(&discard.outcomes);
        results.map(|(&contract, &outcome)| json::Named::new(contract, outcome)).collect()
    };
    json::Talon {
        declarer: declarer.letter(),
        discards: discards
            .iter()
            .map(|discard| json::Discard {
                discard: json::cards(discard.cards, dress),
                results: named(discard),
            })
            .collect(),
        best: best.iter().map(|best| json::Best::new(best, dress)).collect(),
    }
}

/// The best discards as rows, those that make most contracts and then take most
/// tricks first; contracts as columns, the best of each on top.
fn show(
    request: &Request,
    deal: &Deal,
    declarer: Seat,
    discards: &[Discard],
    best: &[Best],
    dress: Dress,
    top: usize,
) -> String {
    let worth = |discard: &Discard| {
        let outcomes = request.contracts.iter().zip(&discard.outcomes);
        let tricks: i32 = outcomes
            .map(|(contract, outcome)| {
                let tricks = i32::from(outcome.tricks.unwrap_or(0));
                if contract.is_misere() { -tricks } else { tricks }
            })
            .sum();
        (discard.outcomes.iter().filter(|outcome| outcome.made).count(), tricks)
    };
    let mut ranked: Vec<&Discard> = discards.iter().collect();
    ranked.sort_by_key(|discard| Reverse(worth(discard)));
    let row = |name: String, outcomes: &mut dyn Iterator<Item = preference::Outcome>| {
        std::iter::once(name).chain(outcomes.map(text::outcome)).collect::<Vec<String>>()
    };
    let mut rows = vec![row("best".to_owned(), &mut best.iter().map(|best| best.outcome))];
    rows.extend(
        ranked
            .iter()
            .take(top)
            .map(|discard| row(text::list(discard.cards, dress), &mut discard.outcomes.iter().copied())),
    );
    let mut header = vec!["lay aside".to_owned()];
    header.extend(request.contracts.iter().map(|&contract| text::contract(contract, dress)));
    let twelve = deal.hand(declarer) | deal.talon();
    let mut answer = format!(
        "{}\n{} with the talon: {}\n\n{}\n",
        text::heading(&deal.to_string()),
        text::seat(declarer),
        text::hand(twelve, dress),
        text::table(header, rows, 1)
    );
    for best in best {
        let mut aside: Vec<String> =
            best.discards.iter().take(top).map(|&cards| text::list(cards, dress)).collect();
        if best.discards.len() > top {
            aside.push(format!("… {} in all", best.discards.len()));
        }
        let name = text::contract(best.contract, dress);
        answer += &format!(" {name}  {}  lay aside {}\n", text::outcome(best.outcome), aside.join(", "));
    }
    let shown = top.min(discards.len());
    let legend = format!(
        "{}; {shown} of {} discards, those good for most contracts",
        request.variant.label(),
        discards.len()
    );
    answer + &text::remark(&legend) + "\n"
}
