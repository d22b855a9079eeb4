//! `pref solve`: which contracts does each hand make.

use preference::{Dress, Layout, Outcome, Play, Seats, Solver};

use crate::args::{Format, SolveArgs};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{Request, dress};
use crate::stream;

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let request = Request::choice(&args.choice, &args.position)?;
    let dress = dress(&args.output);
    stream::run(&args.deals.deals, &args.output, |solver, layout| {
        let solved = solve(solver, &request, layout)?;
        Ok(match args.output.format {
            Format::Json => {
                let results =
                    solved.iter().map(|(play, outcome)| json::Contract::new(play, *outcome)).collect();
                json::Answer::line(layout, &request.variant, dress, json::Solved { results })
            }
            Format::Text => show(&request, layout, &solved, dress),
        })
    })
}

/// Every contract of every declarer, declarer by declarer.
pub(crate) fn solve(
    solver: &mut Solver,
    request: &Request,
    layout: &Layout,
) -> Result<Vec<(Play, Outcome)>, String> {
    let mut solved = Vec::new();
    for declarer in request.declarers(layout)? {
        for play in request.plays(layout, declarer)? {
            solved.push((play, request.outcome(solver, &play)));
        }
    }
    Ok(solved)
}

/// Hands as rows, contracts as columns.
pub(crate) fn show(request: &Request, layout: &Layout, solved: &[(Play, Outcome)], dress: Dress) -> String {
    let mut header = vec![String::new(), String::new()];
    header.extend(request.contracts.iter().map(|&contract| text::contract(contract, dress)));
    let rows = text::hands(layout, dress).into_iter().enumerate().map(|(n, row)| {
        let outcomes = solved.iter().filter(|(play, _)| play.declarer().index() == n);
        row.into_iter().chain(outcomes.map(|(_, outcome)| text::outcome(*outcome))).collect()
    });
    let table = text::table(header, rows.collect(), 2);
    let leaders: Vec<&str> = solved
        .iter()
        .map(|(play, _)| {
            if play.position().leader() == play.declarer() {
                "the declarer"
            } else {
                text::seat(play.position().leader())
            }
        })
        .collect();
    let lead = match leaders.first() {
        Some(&first) if leaders.iter().all(|&leader| leader == first) => format!(", {first} leads"),
        _ => String::new(),
    };
    let out = solved.first().map_or(Seats::NONE, |(play, _)| Seats::ALL - play.position().game().playing);
    let out: String = out.iter().map(|seat| format!(", {} is out", text::seat(seat))).collect();
    let counted = solved.iter().any(|(_, outcome)| outcome.tricks.is_some());
    let legend = format!("{}{lead}{out}; {}", request.variant.label(), text::legend(counted));
    format!("{}\n{table}{}", text::heading(&layout.dressed(Dress::Letters)), text::remark(&legend))
}
