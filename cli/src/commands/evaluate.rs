//! `pref evaluate`: how often is each contract made, the other hands unknown.

use preference::analysis::contracts::Play;
use preference::analysis::evaluate::{Question, Valued, from_hand, with_talon};
use preference::analysis::sampling::estimate::Average;
use preference::analysis::sampling::layouts::{Known, Layouts};
use preference::analysis::talon::makes;
use preference::{
    Batch, BySeat, CardStyle, Cards, Contract, Deal, Declared, Hand, PartialDeal, Seat, Seats, Solver,
    Variant,
};
use serde::Serialize;

use super::sample::{Sampled, known, sample};
use crate::args::{Ask, EvaluateArgs, Format};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{contracts, rules, style};
use crate::stream;

#[derive(Serialize)]
struct Answer<'a> {
    deal: String,
    rules: &'a str,
    seat: char,
    model: &'static str,
    layouts: u64,
    of: u64,
    all: bool,
    seed: u64,
    results: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    contract: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<json::Means>,
    talon: json::Means,
}

/// The averages of one contract.
struct Averages {
    contract: Contract,
    /// From the hand; none of twelve cards.
    hand: Option<Average>,
    talon: Average,
}

/// What is known of one hand.
struct Held {
    seat: Seat,
    /// His cards are the twelve with the talon.
    twelve: bool,
    known: Known,
}

pub(crate) fn run(args: &EvaluateArgs) -> Result<(), Failure> {
    let variant = rules(&args.rules)?;
    let (contracts, all_pass) = contracts(&args.contract, &variant)?;
    if all_pass || contracts.is_empty() {
        return Err(Failure::Input("--contract: name contracts that somebody plays, or all".to_owned()));
    }
    let style = style(&args.output);
    stream::run_one_by_one(&args.deals.deals, &args.output, |batch, partial: &PartialDeal| {
        let held = held(args, partial)?;
        let sampled = solve(batch, args, &variant, &contracts, &held)?;
        let rows = averages(&contracts, &held, &sampled);
        Ok(match args.output.format {
            Format::Json => json::line(&Answer {
                deal: partial.in_style(style),
                rules: variant.label(),
                seat: held.seat.letter(),
                model: args.model.name(),
                layouts: sampled.answers.len() as u64,
                of: sampled.of,
                all: sampled.all,
                seed: args.sample.seed,
                results: rows.iter().map(as_json).collect(),
            }),
            Format::Text => show(args, &variant, partial, &held, &rows, &sampled, style),
        })
    })
}

fn held(args: &EvaluateArgs, partial: &PartialDeal) -> Result<Held, String> {
    let mut hands = Seat::ALL.into_iter().filter(|&seat| partial.hands[seat].is_some());
    let (Some(seat), None) = (hands.next(), hands.next()) else {
        return Err("one hand is to be known and the two others '?', as in F:AQJ.A9.AK9.T7 ? ?".to_owned());
    };
    let others: Seats = args.passed.iter().chain(&args.bid).copied().collect();
    if others.contains(seat) {
        return Err(format!("--passed, --bid: {} is whose hand is known; name others", seat.name()));
    }
    let cards = partial.hands[seat].unwrap_or_default();
    let mut start = Known::ten_each();
    let twelve = cards.len() == 12;
    if twelve {
        // Which two of them lay in the talon does not matter once it is taken up.
        start.talon = cards.iter().skip(10).collect();
    }
    start.hands[seat] = cards - start.talon;
    start.talon = partial.talon.unwrap_or(start.talon);
    Ok(Held { seat, twelve, known: known(&args.sample.constraints, start) })
}

/// The contracts from the hand and with the talon, on every layout.
fn solve(
    batch: &Batch,
    args: &EvaluateArgs,
    variant: &Variant,
    contracts: &[Contract],
    held: &Held,
) -> Result<Sampled<[Vec<Valued>; 2]>, String> {
    let layouts = Layouts::new(&held.known).map_err(|error| error.to_string())?;
    let hand = Hand { pot: args.pot, ..Hand::all_passed() };
    let question = Question {
        rules: variant,
        seat: held.seat,
        contracts,
        tricks: args.goal == Ask::Tricks,
        model: args.model.into(),
        hand: &hand,
    };
    sample(batch, &args.sample, &layouts, |solver: &mut Solver, hands: BySeat<Cards>, talon| {
        let deal = Deal::new(hands, talon).expect("ten cards each");
        let all = variant.contracts();
        let passed = |solver: &mut Solver, seat: Seat| {
            let game = |&contract: &Contract| Declared { contract, declarer: seat, from_hand: true };
            !all.iter().any(|contract| Play::from_deal(variant, &deal, game(contract)).made(solver))
        };
        let bid = |solver: &mut Solver, seat: Seat| {
            all.iter().any(|&contract| makes(solver, variant, &deal, seat, contract))
        };
        let agrees = args.passed.iter().all(|&seat| passed(solver, seat))
            && args.bid.iter().all(|&seat| bid(solver, seat));
        agrees.then(|| {
            let own = if held.twelve { Vec::new() } else { from_hand(solver, question, &deal) };
            [own, with_talon(solver, question, &deal)]
        })
    })
}

fn averages(contracts: &[Contract], held: &Held, sampled: &Sampled<[Vec<Valued>; 2]>) -> Vec<Averages> {
    let average = |n: usize, way: usize| {
        let mut average = if sampled.all { Average::of_all() } else { Average::default() };
        for answer in &sampled.answers {
            let (outcome, gain) = answer[way][n];
            average.add(outcome);
            if let Some(gain) = gain {
                average.add_gain(gain);
            }
        }
        average
    };
    let of = |(n, &contract)| Averages {
        contract,
        hand: (!held.twelve).then(|| average(n, 0)),
        talon: average(n, 1),
    };
    contracts.iter().enumerate().map(of).collect()
}

fn as_json(row: &Averages) -> Row {
    Row {
        contract: row.contract.to_string(),
        hand: row.hand.as_ref().map(json::Means::from),
        talon: json::Means::from(&row.talon),
    }
}

fn show(
    args: &EvaluateArgs,
    variant: &Variant,
    partial: &PartialDeal,
    held: &Held,
    rows: &[Averages],
    sampled: &Sampled<[Vec<Valued>; 2]>,
    style: CardStyle,
) -> String {
    let tricks = args.goal == Ask::Tricks;
    let gains = rows.iter().any(|row| row.talon.gain().is_some());
    let of = |average: &Average| {
        let mut cells = text::chance(average);
        if tricks {
            cells.push(text::mean(average.tricks())[0].clone());
        }
        if gains {
            cells.push(text::mean(average.gain())[0].clone());
        }
        cells
    };
    let heads = |name: &str| {
        let mut heads = vec![name.to_owned(), "95%".to_owned()];
        heads.extend(tricks.then(|| "tricks".to_owned()));
        heads.extend(gains.then(|| "gain".to_owned()));
        heads
    };
    let mut header = vec![String::new()];
    if !held.twelve {
        header.extend(heads("from the hand"));
    }
    header.extend(heads("with the talon"));
    let cells = rows.iter().map(|row| {
        let mut cells = vec![text::contract(row.contract, style)];
        cells.extend(row.hand.iter().flat_map(of));
        cells.extend(of(&row.talon));
        cells
    });
    let count = sampled.answers.len();
    let layouts =
        if sampled.all { format!("all {count} layouts") } else { format!("{count} random layouts") };
    let legend = format!(
        "{}; over {layouts} of the unknown cards, each played with all cards known; with the talon the best discard for each{}",
        variant.label(),
        match (tricks, gains) {
            (_, true) => format!("; gains: {}", args.model.name()),
            (true, false) => "; no gains: the contracts have no price, or the pot decides (--pot)".to_owned(),
            _ => String::new(),
        }
    );
    let cards = partial.hands[held.seat].unwrap_or_default();
    format!(
        "{}\n{}{}: {}\n\n{}{}\n",
        text::heading(&partial.to_string()),
        text::seat(held.seat),
        if held.twelve { " with the talon" } else { "" },
        text::hand(cards, style),
        text::table(header, cells.collect(), 1),
        text::remark(&legend)
    )
}
