//! The discards when the defenders' cards are unknown: averages over random layouts.

use preference::analysis::sampling::layouts::{Known, Layouts};
use preference::analysis::sampling::unknown::{Expected, expected, weigh, worth};
use preference::analysis::talon::By;
use preference::{CardStyle, Deal, PartialDeal, Seat, Solver};
use preference_fixtures::random;
use serde::Serialize;

use super::{by, outcomes, weighing};
use crate::args::{Format, TalonArgs};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::Request;
use crate::stream;

#[derive(Serialize)]
struct Answer<'a> {
    deal: String,
    rules: &'a str,
    declarer: char,
    #[serde(flatten)]
    weighed: Option<json::Weighed>,
    /// How many layouts, of how many there are.
    layouts: u64,
    of: u64,
    seed: u64,
    discards: Vec<Discard>,
    best: Vec<Best>,
}

#[derive(Serialize)]
struct Discard {
    discard: Vec<String>,
    results: Vec<json::Averaged>,
}

#[derive(Serialize)]
struct Best {
    #[serde(flatten)]
    result: json::Averaged,
    discard: Vec<String>,
}

pub(super) fn run(args: &TalonArgs, request: &Request) -> Result<(), Failure> {
    let style = crate::request::style(&args.output);
    stream::run(&args.deals.deals, &args.output, |solver, partial: &PartialDeal| {
        let declarer = declarer(request, partial)?;
        let (deals, of) = deals(args, partial, declarer)?;
        let all = averages(solver, args, request, &deals, declarer)?;
        let by = by(args);
        let best: Vec<&Expected> = (0..request.contracts.len())
            .map(|n| {
                let of = |expected: &Expected| {
                    worth(&request.variant, request.contracts[n], &expected.contracts[n], by)
                };
                all.iter().rev().max_by(|a, b| of(a).total_cmp(&of(b))).expect("66 discards")
            })
            .collect();
        let known = PartialDeal {
            hands: preference::BySeat::from_fn(|seat| partial.hands[seat].filter(|_| seat == declarer)),
            talon: partial.talon,
        };
        Ok(match args.output.format {
            Format::Json => json::line(&Answer {
                deal: known.in_style(style),
                rules: request.variant.label(),
                declarer: declarer.letter(),
                weighed: (by == By::Gain)
                    .then(|| json::Weighed { by: "gain", model: args.pay.model().name() }),
                layouts: deals.len() as u64,
                of,
                seed: args.seed,
                discards: all.iter().map(|expected| as_json(request, expected, style)).collect(),
                best: request
                    .contracts
                    .iter()
                    .zip(&best)
                    .enumerate()
                    .map(|(n, (&contract, expected))| Best {
                        result: json::Averaged::new(contract, &expected.contracts[n]),
                        discard: json::cards(expected.cards, style),
                    })
                    .collect(),
            }),
            Format::Text => show(args, request, &known, declarer, (&best, of), style),
        })
    })
}

/// Who declares: who is named, or whose cards are the only ones known.
fn declarer(request: &Request, partial: &PartialDeal) -> Result<Seat, String> {
    let known: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| partial.hands[seat].is_some()).collect();
    match (request.declarer, known.as_slice()) {
        (Some(seat), _) if partial.hands[seat].is_some() => Ok(seat),
        (Some(seat), _) => Err(format!("{} is to declare, and his hand is unknown ('?')", seat.name())),
        (None, &[seat]) => Ok(seat),
        (None, _) => Err("--declarer: say whose hand is known, F, M or R".to_owned()),
    }
}

/// The layouts to be averaged over, and how many there are in all.
fn deals(args: &TalonArgs, partial: &PartialDeal, declarer: Seat) -> Result<(Vec<Deal>, u64), String> {
    let mut known = Known::ten_each();
    let held = partial.hands[declarer].unwrap_or_default();
    let (hand, talon) = if held.len() == 12 {
        // Which ten of the twelve were dealt does not matter once the talon is taken up.
        (held.iter().take(10).collect(), Some(held.iter().skip(10).collect()))
    } else {
        (held, partial.talon)
    };
    known.hands[declarer] = hand;
    known.talon = talon.ok_or("the talon is unknown ('?'): name its two cards, or a hand of twelve")?;
    let layouts = Layouts::new(&known).map_err(|error| error.to_string())?;
    let wanted = u64::from(args.unknown_defence.unwrap_or(2));
    let deal = |(hands, talon)| Deal::new(hands, talon).expect("ten cards each");
    let generator = &mut random::generator(args.seed);
    let deals = if layouts.count() <= wanted {
        (0..layouts.count()).map(|n| deal(layouts.nth(n))).collect()
    } else {
        (0..wanted).map(|_| deal(layouts.nth(layouts.random_number(generator)))).collect()
    };
    Ok((deals, layouts.count()))
}

fn averages(
    solver: &mut Solver,
    args: &TalonArgs,
    request: &Request,
    deals: &[Deal],
    declarer: Seat,
) -> Result<Vec<Expected>, String> {
    let mut all =
        expected(solver, deals, declarer, |solver, deal| outcomes(solver, request, deal, declarer))?;
    if by(args) == By::Gain {
        let hand = args.pay.hand();
        let weighing = weighing(args, request, declarer, &hand);
        weigh(solver, deals, declarer, &request.contracts, &mut all, weighing)
            .map_err(|error| error.to_string())?;
    }
    Ok(all)
}

fn as_json(request: &Request, expected: &Expected, style: CardStyle) -> Discard {
    let results = request.contracts.iter().zip(&expected.contracts);
    Discard {
        discard: json::cards(expected.cards, style),
        results: results.map(|(&contract, average)| json::Averaged::new(contract, average)).collect(),
    }
}

fn show(
    args: &TalonArgs,
    request: &Request,
    known: &PartialDeal,
    declarer: Seat,
    (best, of): (&[&Expected], u64),
    style: CardStyle,
) -> String {
    let twelve = known.hands[declarer].unwrap_or_default() | known.talon.unwrap_or_default();
    let counted = best.iter().enumerate().any(|(n, expected)| expected.contracts[n].tricks().is_some());
    let mut header = vec!["", "made", "±"];
    header.extend(["tricks", "±"].into_iter().filter(|_| counted));
    header.extend(["gain", "±"].into_iter().filter(|_| by(args) == By::Gain));
    header.push("lay aside");
    let rows = request.contracts.iter().zip(best).enumerate().map(|(n, (&contract, expected))| {
        let average = &expected.contracts[n];
        let mut row = vec![text::contract(contract, style)];
        row.extend(text::percent(average.chance()));
        row.extend(text::mean(average.tricks()).into_iter().filter(|_| counted));
        if by(args) == By::Gain {
            row.extend(text::mean(average.gain()));
        }
        row.push(text::list(expected.cards, style));
        row
    });
    let count = u64::from(args.unknown_defence.unwrap_or(2)).min(of);
    let legend = format!(
        "{}; means over {count} of {of} layouts of the other cards and their standard errors, each played with all cards known",
        request.variant.label(),
    );
    format!(
        "{}\n{} with the talon: {}\n\n{}{}\n",
        text::heading(&known.in_style(CardStyle::Letters)),
        text::seat(declarer),
        text::hand(twelve, style),
        text::table(header.into_iter().map(str::to_owned).collect(), rows.collect(), 1),
        text::remark(&legend)
    )
}
