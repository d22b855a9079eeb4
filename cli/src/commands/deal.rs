//! `pref deal`: random deals that are as wanted.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Context;
use preference::analysis::sampling::layouts::{Known, Layouts};
use preference::{Batch, BySeat, Deal, Endgames, Layout};
use preference_fixtures::random;
use serde::Serialize;

use super::sample::known;
use crate::args::{DealCommandArgs, Format};
use crate::failure::Failure;
use crate::output::{color_choice, json};
use crate::request::{rules, style};
use crate::tables;

/// How many deals are drawn at once.
const CHUNK: usize = 512;

/// How many are drawn before it is given up that any holds what it should.
const PATIENCE: u64 = 10_000_000;

/// How long nothing is found before a word about it is said.
const SILENCE: Duration = Duration::from_secs(5);

#[derive(Serialize)]
struct Answer {
    deal: String,
}

pub(crate) fn run(args: &DealCommandArgs) -> Result<(), Failure> {
    let variant = rules(&args.rules)?;
    let layouts = Layouts::new(&given(args)).map_err(|error| Failure::Input(error.to_string()))?;
    let endgames = if args.output.no_tables { Endgames::new() } else { tables::at_hand() };
    let batch =
        Batch::with(args.output.threads.unwrap_or(0), &endgames).context("cannot start the threads")?;
    let generator = &mut random::generator(args.seed);
    let mut out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.output.color));
    let style = match (args.output.suits, args.output.format) {
        // A deal is for reading in again.
        (None, Format::Text) => preference::CardStyle::Letters,
        _ => style(&args.output),
    };
    let (mut found, mut drawn_in_all, mut held) = (0, 0_u64, 0_usize);
    let mut last = Instant::now();
    while found < args.count {
        let mut drawn = Vec::new();
        for _ in 0..CHUNK {
            let (hands, talon) = layouts.nth(layouts.random_number(generator));
            if args.constraints.iter().all(|constraint| constraint.holds(hands)) {
                drawn.push(Deal::new(hands, talon).expect("ten cards each"));
            }
        }
        drawn_in_all += CHUNK as u64;
        held += drawn.len();
        if held == 0 && drawn_in_all > PATIENCE {
            return Err(Failure::Input(format!(
                "--where: no hands as wanted among {PATIENCE} deals; the conditions may exclude each other"
            )));
        }
        let good = batch.map(&drawn, |solver, deal| {
            args.makes.iter().all(|condition| condition.holds(solver, &variant, deal))
        });
        for deal in drawn.iter().zip(good).filter(|(_, good)| *good).map(|(deal, _)| deal) {
            last = Instant::now();
            if found == args.count {
                break;
            }
            found += 1;
            let deal = Layout::from(*deal).in_style(style);
            match args.output.format {
                Format::Json => writeln!(out, "{}", json::line(&Answer { deal }))?,
                Format::Text => writeln!(out, "{deal}")?,
            }
        }
        out.flush()?;
        if last.elapsed() > SILENCE {
            last = Instant::now();
            anstream::eprintln!("pref: {found} deals found among {drawn_in_all} drawn; Ctrl-C ends");
        }
    }
    Ok(())
}

/// What is given of the deals.
fn given(args: &DealCommandArgs) -> Known {
    let mut given = Known::ten_each();
    if let Some(partial) = args.from {
        given.hands = BySeat(partial.hands.0.map(Option::unwrap_or_default));
        given.talon = partial.talon.unwrap_or_default();
    }
    known(&args.constraints, given)
}
