//! `pref solve`: which contracts does each hand make.

use preference::analysis::raspasovka;
use preference::{BySeat, CardStyle, Layout, Outcome, Play, Seat, Seats, Solver};

use crate::args::{Format, SolveArgs};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{Request, style};
use crate::stream;

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let request = Request::solve(args)?;
    let style = style(&args.output);
    stream::run(&args.deals.deals, &args.output, |solver, layout| {
        let solved = solve(solver, &request, layout)?;
        let all_passed = request.all_pass.then(|| {
            let (position, taken) = request.all_passed(layout)?;
            let tricks = raspasovka::tricks(solver, &request.variant, &position, taken);
            Ok::<_, String>((position.leader(), tricks))
        });
        let all_passed = all_passed.transpose()?;
        Ok(match args.output.format {
            Format::Json => {
                let contracts = solved.iter().map(|(play, outcome)| json::Contract::new(play, *outcome));
                let results = contracts.map(json::Solution::Contract);
                let results = results.chain(
                    all_passed
                        .map(|(leader, tricks)| json::Solution::AllPass(json::AllPass::new(leader, tricks))),
                );
                json::Answer::line(
                    layout,
                    &request.variant,
                    style,
                    json::Solved { results: results.collect() },
                )
            }
            Format::Text => show(&request, layout, &solved, all_passed, style),
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

/// Hands as rows, contracts as columns, everybody for himself as the last.
pub(crate) fn show(
    request: &Request,
    layout: &Layout,
    solved: &[(Play, Outcome)],
    all_passed: Option<(Seat, BySeat<u8>)>,
    style: CardStyle,
) -> String {
    let mut header = vec![String::new(), String::new()];
    header.extend(request.contracts.iter().map(|&contract| text::contract(contract, style)));
    if all_passed.is_some() {
        header.push("allpass".to_owned());
    }
    let rows = text::hands(layout, style).into_iter().enumerate().map(|(n, row)| {
        let outcomes = solved.iter().filter(|(play, _)| play.declarer().index() == n);
        let own =
            all_passed.and_then(|(_, tricks)| tricks.0.get(n).copied()).map(|tricks| tricks.to_string());
        row.into_iter().chain(outcomes.map(|(_, outcome)| text::outcome(*outcome))).chain(own).collect()
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
    let mut meaning = if solved.is_empty() { Vec::new() } else { vec![text::legend(counted)] };
    meaning.extend(all_passed.map(|_| "allpass: tricks when everybody plays for himself"));
    let legend = format!("{}{lead}{out}; {}", request.variant.label(), meaning.join("; "));
    format!("{}\n{table}{}", text::heading(&layout.in_style(CardStyle::Letters)), text::remark(&legend))
}
