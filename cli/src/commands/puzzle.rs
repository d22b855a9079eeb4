//! `pref puzzle`: random deals in which exactly one first step wins.

use std::cmp::Reverse;
use std::io::Write;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use preference::analysis::contracts::Play;
use preference::analysis::puzzle::{depth, one_discard, one_lead};
use preference::{
    Batch, Card, CardStyle, Cards, Contract, Deal, Declared, Endgames, Layout, Seat, Solver, Variant,
};
use preference_fixtures::random;
use serde::Serialize;

use crate::args::{Format, Kind, PuzzleArgs};
use crate::failure::Failure;
use crate::output::{color_choice, json, text};
use crate::request::{contracts, rules, style};
use crate::tables;

#[derive(Serialize)]
struct Answer {
    kind: &'static str,
    declarer: char,
    contract: String,
    leader: char,
    /// The cards or discards that win, all of which come to the same.
    solution: Vec<Vec<String>>,
    depth: u8,
}

/// A deal in which one step wins.
struct Puzzle {
    deal: Deal,
    contract: Contract,
    leader: Seat,
    solution: Vec<Cards>,
    depth: u8,
}

pub(crate) fn run(args: &PuzzleArgs) -> Result<(), Failure> {
    let variant = rules(&args.rules)?;
    let (mut contracts, _) = contracts(&args.contract, &variant)?;
    let leads = |contract: &Contract| variant.leader(*contract, args.declarer) == args.declarer;
    match args.kind {
        Kind::Discard => {}
        Kind::Lead => contracts.retain(leads),
        Kind::Defence => contracts.retain(|contract| !leads(contract)),
    }
    if contracts.is_empty() {
        let (name, rules) = (args.declarer.name(), variant.label());
        return Err(Failure::Input(match args.kind {
            Kind::Lead => format!(
                "--kind lead: under '{rules}' {name} does not lead to these contracts; take another --declarer or --kind"
            ),
            _ => format!(
                "--kind defence: under '{rules}' {name} leads himself to these contracts; take other --rules or another --kind"
            ),
        }));
    }
    let generator = &mut random::generator(args.seed);
    let deals: Vec<Deal> = (0..args.among).map(|_| random::deal(generator)).collect();
    let endgames = if args.output.no_tables { Endgames::new() } else { tables::at_hand() };
    let batch =
        Batch::with(args.output.threads.unwrap_or(0), &endgames).context("cannot start the threads")?;
    let bar = ProgressBar::new(args.among);
    let template = "{wide_bar} {human_pos} of {human_len} deals  {eta_precise}";
    bar.set_style(ProgressStyle::with_template(template).expect("a template that indicatif reads"));
    let puzzles = batch.map(&deals, |solver, deal| {
        let found: Vec<Puzzle> =
            contracts.iter().filter_map(|&contract| puzzle(solver, args, &variant, deal, contract)).collect();
        bar.inc(1);
        found
    });
    bar.finish_and_clear();
    let mut puzzles: Vec<Puzzle> = puzzles.into_iter().flatten().collect();
    // The earlier of those as deep, so that the answer does not depend on the threads.
    puzzles.sort_by_key(|puzzle| Reverse(puzzle.depth));
    if puzzles.is_empty() {
        return Err(Failure::Other(anyhow::anyhow!(
            "none of {} deals is such a puzzle: take more with --among, or another --seed",
            args.among
        )));
    }
    let style = style(&args.output);
    let mut out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.output.color));
    for (n, puzzle) in puzzles.iter().take(args.count).enumerate() {
        match args.output.format {
            Format::Json => writeln!(out, "{}", as_json(args, &variant, puzzle, style))?,
            Format::Text => {
                if n > 0 {
                    writeln!(out)?;
                }
                write!(out, "{}", show(args, &variant, puzzle, style))?;
            }
        }
    }
    Ok(())
}

fn puzzle(
    solver: &mut Solver,
    args: &PuzzleArgs,
    variant: &Variant,
    deal: &Deal,
    contract: Contract,
) -> Option<Puzzle> {
    let declarer = args.declarer;
    if args.kind == Kind::Discard {
        let solution = one_discard(solver, variant, deal, declarer, contract)?;
        let game = Declared { contract, declarer, from_hand: false };
        let play = Play::from_deal(variant, &deal.exchange(declarer, solution[0]), game);
        let leader = play.position().leader();
        // The discard is a step, and the play that it leads to has more of them.
        let depth = 1 + if leader == declarer { depth(solver, &play) } else { 0 };
        return Some(Puzzle { deal: *deal, contract, leader, solution, depth });
    }
    let game = Declared { contract, declarer, from_hand: true };
    let play = Play::from_deal(variant, deal, game);
    let leader = play.position().leader();
    let solution = one_lead(solver, &play)?.into_iter().map(Cards::of).collect();
    let depth = depth(solver, &play);
    Some(Puzzle { deal: *deal, contract, leader, solution, depth })
}

const fn kind(args: &PuzzleArgs) -> &'static str {
    match args.kind {
        Kind::Lead => "lead",
        Kind::Discard => "discard",
        Kind::Defence => "defence",
    }
}

fn as_json(args: &PuzzleArgs, variant: &Variant, puzzle: &Puzzle, style: CardStyle) -> String {
    let answer = Answer {
        kind: kind(args),
        declarer: args.declarer.letter(),
        contract: puzzle.contract.to_string(),
        leader: puzzle.leader.letter(),
        solution: puzzle.solution.iter().map(|&cards| json::cards(cards, style)).collect(),
        depth: puzzle.depth,
    };
    json::Answer::line(&Layout::from(puzzle.deal), variant, style, answer)
}

fn show(args: &PuzzleArgs, variant: &Variant, puzzle: &Puzzle, style: CardStyle) -> String {
    let rows = text::hands(&Layout::from(puzzle.deal), style).into_iter().map(Vec::from).collect();
    let contract = text::contract(puzzle.contract, style);
    let declarer = text::seat(args.declarer);
    let question = match args.kind {
        Kind::Lead => format!("{declarer} plays {contract} from the hand and leads: which card makes it?"),
        Kind::Discard => format!("{declarer} takes the talon and plays {contract}: what does he lay aside?"),
        Kind::Defence => {
            format!(
                "{declarer} plays {contract} from the hand; {} leads: which card beats it?",
                puzzle.leader.name()
            )
        }
    };
    let solution: Vec<String> = puzzle
        .solution
        .iter()
        .map(|&cards| cards.iter().map(|card: Card| text::card(card, style)).collect::<Vec<_>>().join(" "))
        .collect();
    format!(
        "{}\n{}{question}\nOnly {}; depth {}\n{}\n",
        text::heading(&puzzle.deal.to_string()),
        text::table(Vec::new(), rows, 2),
        solution.join(" = "),
        puzzle.depth,
        text::remark(variant.label())
    )
}
