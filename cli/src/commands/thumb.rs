//! `pref thumb`: what rules of thumb cost the defenders over many deals.

use std::io::Write;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use preference::analysis::game::settled::{bound_tricks, play};
use preference::{
    Amount, Batch, BySeat, Contract, Deal, Endgames, Game, Hand, Layout, Model, Position, RulesOfThumb, Seat,
    Seats, Solver, Suit, Variant,
};
use preference_fixtures::random;
use serde::Serialize;

use crate::args::{Format, ThumbArgs};
use crate::failure::Failure;
use crate::input::lines;
use crate::output::{color_choice, json, text};
use crate::request::{deal, rules};
use crate::tables;

/// The rules one by one, and all together.
const IMPOSED: [(&str, RulesOfThumb); 4] = [
    ("partner", RulesOfThumb { partner: true, last: false, second: false }),
    ("last", RulesOfThumb { partner: false, last: true, second: false }),
    ("second", RulesOfThumb { partner: false, last: false, second: true }),
    ("all", RulesOfThumb { partner: true, last: true, second: true }),
];

/// What a rule costs the defenders in one game, or in many.
#[derive(Clone, Copy, Default)]
struct Cost {
    games: u32,
    /// In how many games they lose tricks, playing as one, and how many in all.
    tricks_lost_in: u32,
    tricks: u32,
    /// In how many games the sum of their gains changes, and by how much in all.
    gains_changed_in: u32,
    gains: Amount,
}

#[derive(Serialize)]
struct Row<'a> {
    rules: &'a str,
    model: &'a str,
    rule_of_thumb: &'a str,
    games: u32,
    tricks_lost_in: u32,
    tricks_lost: u32,
    gains_changed_in: u32,
    gains_lost: serde_json::Number,
}

pub(crate) fn run(args: &ThumbArgs) -> Result<(), Failure> {
    let variant = rules(&args.rules)?;
    let deals = match args.random {
        Some(count) => {
            let generator = &mut random::generator(args.seed);
            (0..count).map(|_| random::deal(generator)).collect()
        }
        None => read(&args.deals.deals)?,
    };
    let endgames = if args.output.no_tables { Endgames::new() } else { tables::at_hand() };
    let threads = args.output.threads.unwrap_or(0);
    let batch = Batch::with(threads, &endgames).context("cannot start the threads")?;
    let model = args.model.into();
    let bar = ProgressBar::new(deals.len() as u64);
    let template = "{wide_bar} {human_pos} of {human_len} deals  {eta_precise}";
    bar.set_style(ProgressStyle::with_template(template).expect("a template that indicatif reads"));
    let costs = batch.map(&deals, |solver, deal| {
        let costs = costs(solver, &variant, deal, model, args.pot);
        bar.inc(1);
        costs
    });
    bar.finish_and_clear();
    let mut sums = [Cost::default(); 4];
    for costs in costs {
        for (sum, cost) in sums.iter_mut().zip(costs.map_err(Failure::Input)?) {
            sum.games += cost.games;
            sum.tricks_lost_in += cost.tricks_lost_in;
            sum.tricks += cost.tricks;
            sum.gains_changed_in += cost.gains_changed_in;
            sum.gains += cost.gains;
        }
    }
    let mut out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.output.color));
    match args.output.format {
        Format::Json => {
            for ((name, _), sum) in IMPOSED.iter().zip(&sums) {
                let row = Row {
                    rules: variant.label(),
                    model: args.model.name(),
                    rule_of_thumb: name,
                    games: sum.games,
                    tricks_lost_in: sum.tricks_lost_in,
                    tricks_lost: sum.tricks,
                    gains_changed_in: sum.gains_changed_in,
                    gains_lost: json::number(sum.gains),
                };
                writeln!(out, "{}", json::line(&row))?;
            }
        }
        Format::Text => {
            let header = ["rule", "games", "tricks lost in", "a game", "gains changed in", "lost a game"];
            let rows = IMPOSED.iter().zip(&sums).map(|((name, _), sum)| {
                let games = f64::from(sum.games.max(1));
                let gains = *sum.gains.numer() as f64 / *sum.gains.denom() as f64;
                vec![
                    (*name).to_owned(),
                    sum.games.to_string(),
                    format!("{:.1} %", 100.0 * f64::from(sum.tricks_lost_in) / games),
                    format!("{:.3}", f64::from(sum.tricks) / games),
                    format!("{:.1} %", 100.0 * f64::from(sum.gains_changed_in) / games),
                    format!("{:.2}", gains / games),
                ]
            });
            write!(out, "{}", text::table(header.map(str::to_owned).to_vec(), rows.collect(), 1))?;
            writeln!(
                out,
                "{}",
                text::remark(&format!("{}, {} defenders", variant.label(), args.model.name()))
            )?;
        }
    }
    Ok(())
}

fn read(arguments: &[String]) -> Result<Vec<Deal>, Failure> {
    let mut deals = Vec::new();
    for line in lines(arguments) {
        let line = line.context("cannot read standard input")?;
        let place = line.number.map_or(String::new(), |number| format!("line {number}: "));
        let layout: Layout = line.text.parse().map_err(|error| Failure::Input(format!("{place}{error}")))?;
        deals.push(deal(&layout).map_err(|error| Failure::Input(format!("{place}{error}")))?);
    }
    Ok(deals)
}

/// What each rule costs in the games of one deal: every seat's best suit game.
fn costs(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    model: Model,
    pot: Option<u32>,
) -> Result<[Cost; 4], String> {
    let mut costs = [Cost::default(); 4];
    for declarer in Seat::ALL {
        let start = |suit: Suit| {
            let contract = Contract::Game(Some(suit));
            let game = Game {
                play_rules: rules.play_rules(),
                trump: Some(suit),
                declarer: Some(declarer),
                playing: Seats::ALL,
            };
            Position::new(game, deal.hands(), rules.leader(contract, declarer), &[]).expect("a deal")
        };
        let suits = rules.contracts().iter().filter_map(|contract| contract.trump());
        let own = Seats::of(declarer);
        let best = suits.map(|suit| (solver.most(&start(suit), own), suit)).max_by_key(|&(tricks, _)| tricks);
        let Some((tricks, suit)) = best else { return Err("these rules have no suit games".to_owned()) };
        let position = start(suit);
        let hand = Hand { pot, ..Hand::of(Contract::Game(Some(suit)), declarer) };
        let defenders = |solver: &mut Solver, rules_of_thumb| {
            let none = BySeat::default();
            let settled = play(solver, rules, &position, none, &hand, model, rules_of_thumb);
            let gains = settled.map_err(|error| error.to_string())?.gains;
            Ok::<Amount, String>(gains.seats[declarer.left()] + gains.seats[declarer.right()])
        };
        let free = defenders(solver, RulesOfThumb::default())?;
        for (cost, (_, rules_of_thumb)) in costs.iter_mut().zip(IMPOSED) {
            let bound = bound_tricks(solver, &position, BySeat::default(), rules_of_thumb);
            let lost = bound - tricks;
            let gains = free - defenders(solver, rules_of_thumb)?;
            cost.games += 1;
            cost.tricks_lost_in += u32::from(lost > 0);
            cost.tricks += u32::from(lost);
            cost.gains_changed_in += u32::from(gains != Amount::default());
            cost.gains += gains;
        }
    }
    Ok(costs)
}
