//! `pref score`: what a played hand pays.

use std::io::Write;

use preference::{ALL_PASS, Contract, Declared, Gains, Hand, Played, Variant};
use serde::Serialize;

use crate::args::{Format, HandArgs, ScoreArgs, YesNo};
use crate::failure::Failure;
use crate::output::{color_choice, json, text};
use crate::request::{option, rules, tricks};

#[derive(Serialize)]
struct Scored<'a> {
    rules: &'a str,
    #[serde(flatten)]
    gains: json::Gains,
}

pub(crate) fn run(args: &ScoreArgs) -> Result<(), Failure> {
    let variant = rules(&args.rules)?;
    if let Some(path) = &args.sheet {
        return super::sheet::run(args, variant, path);
    }
    let (hand, played) = played(&args.hand)?;
    let gains = variant.settle(&hand, &played).map_err(|error| Failure::Input(error.to_string()))?;
    let mut out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.color));
    match args.format {
        Format::Json => {
            let scored = Scored { rules: variant.label(), gains: json::Gains::from(&gains) };
            writeln!(out, "{}", json::line(&scored))?;
        }
        Format::Text => write!(out, "{}", show(&variant, &gains))?,
    }
    Ok(())
}

/// The hand that the options tell of.
pub(crate) fn played(args: &HandArgs) -> Result<(Hand, Played), Failure> {
    let contract = args.contract.as_deref().ok_or_else(|| {
        Failure::Input("--contract: what was played? Write a contract, or allpass".to_owned())
    })?;
    let (mut hand, mut played) = (Hand::all_passed(), Played::default());
    if !contract.eq_ignore_ascii_case(ALL_PASS) {
        let contract = contract.parse::<Contract>().map_err(|error| format!("{error}, or {ALL_PASS}"));
        let contract = contract.map_err(option("--contract"))?;
        let declarer = args
            .declarer
            .ok_or_else(|| Failure::Input(format!("--declarer: who played {contract}? Write F, M or R")))?;
        hand.game = Some(Declared { contract, declarer, from_hand: args.hand });
    } else if args.declarer.is_some() {
        return Err(Failure::Input("--declarer: nobody declares when all pass".to_owned()));
    }
    if let Some(text) = &args.tricks {
        played.tricks = tricks("--tricks", text)?;
    }
    played.made = args.made.map(|made| made == YesNo::Yes);
    args.said.tell(&mut hand);
    hand.out = args.out.iter().copied().collect();
    hand.gave_up = args.gave_up;
    hand.refa = args.refa;
    hand.pot = args.pot;
    hand.limit = args.limit;
    hand.dealer = args.dealer;
    hand.half_whist = args.half_whist;
    hand.offer = args.offer;
    hand.progression = args.progression;
    hand.four = args.four;
    Ok((hand, played))
}

/// A row for everybody who gains.
fn show(variant: &Variant, gains: &Gains) -> String {
    let mut rows: Vec<Vec<String>> =
        gains.seats.iter().map(|(seat, &gain)| vec![text::seat(seat).to_owned(), text::gain(gain)]).collect();
    rows.extend(gains.sitting.map(|gain| vec!["Dealer".to_owned(), text::gain(gain)]));
    rows.push(vec!["Pot".to_owned(), text::gain(gains.pot)]);
    format!("{}{}\n", text::table(Vec::new(), rows, 1), text::remark(variant.label()))
}
