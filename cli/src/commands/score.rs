//! `pref score`: what a played hand pays.

use std::io::Write;

use preference::{Aces, Amount, Declared, Doubling, Gains, Played, Seat, Seats, Variant};
use serde::Serialize;

use crate::args::{AcesArg, Format, HandArgs, ScoreArgs, YesNo};
use crate::failure::Failure;
use crate::output::{color_choice, text};
use crate::request::{option, rules, tricks};

/// Gains in an answer; the names are fixed.
#[derive(Serialize)]
#[allow(non_snake_case, reason = "seats are capital letters")]
struct Scored<'a> {
    rules: &'a str,
    F: serde_json::Number,
    M: serde_json::Number,
    R: serde_json::Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    D: Option<serde_json::Number>,
    pot: serde_json::Number,
}

pub(crate) fn run(args: &ScoreArgs) -> Result<(), Failure> {
    let variant = rules(&args.rules)?;
    let played = played(&args.hand)?;
    let gains = variant.settle(&played).map_err(|error| Failure::Input(error.to_string()))?;
    let mut out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.color));
    match args.format {
        Format::Json => {
            let [f, m, r] = gains.seats.0.map(number);
            let sitting = gains.sitting.map(number);
            let scored =
                Scored { rules: variant.label(), F: f, M: m, R: r, D: sitting, pot: number(gains.pot) };
            writeln!(out, "{}", serde_json::to_string(&scored).expect("numbers have a JSON form"))?;
        }
        Format::Text => write!(out, "{}", show(&variant, &gains))?,
    }
    Ok(())
}

/// The hand that the options tell of.
fn played(args: &HandArgs) -> Result<Played, Failure> {
    let contract = args.contract.as_deref().unwrap_or_default();
    let mut played = Played::all_passed();
    if !contract.eq_ignore_ascii_case("allpass") {
        let contract = contract.parse().map_err(option("--contract"))?;
        let declarer = args
            .declarer
            .ok_or_else(|| Failure::Input(format!("--declarer: who played {contract}? Write F, M or R")))?;
        played.game = Some(Declared { contract, declarer, from_hand: args.hand });
    } else if args.declarer.is_some() {
        return Err(Failure::Input("--declarer: nobody declares when all pass".to_owned()));
    }
    if let Some(text) = &args.tricks {
        played.tricks = tricks("--tricks", text)?;
    }
    let seats = |list: &[Seat]| list.iter().copied().collect::<Seats>();
    played.made = args.made.map(|made| made == YesNo::Yes);
    played.out = seats(&args.out);
    played.guest = args.guest;
    played.gave_up = args.gave_up;
    played.kontra = seats(&args.kontra);
    played.doubling = match (args.rekontra, args.sub, args.mort) {
        (_, _, true) => Doubling::Mort,
        (_, true, _) => Doubling::Sub,
        (true, ..) => Doubling::Rekontra,
        _ if played.kontra.is_empty() => Doubling::None,
        _ => Doubling::Kontra,
    };
    played.refa = args.refa;
    played.aces = args.aces.map(|aces| match aces {
        AcesArg::Four => Aces::Four,
        AcesArg::None => Aces::None,
    });
    played.pot = args.pot;
    played.limit = args.limit;
    played.talon = args.talon.unwrap_or_default();
    played.dealer = args.dealer;
    played.whist = args.whist.clone();
    played.half_whist = args.half_whist;
    played.offer = args.offer;
    played.progression = args.progression;
    played.four = args.four;
    Ok(played)
}

/// A whole number as one, any other as the nearest fraction that JSON has.
fn number(amount: Amount) -> serde_json::Number {
    if amount.is_integer() {
        return amount.to_integer().into();
    }
    let fraction = *amount.numer() as f64 / *amount.denom() as f64;
    serde_json::Number::from_f64(fraction).expect("a fraction is finite")
}

/// A row for everybody who gains.
fn show(variant: &Variant, gains: &Gains) -> String {
    let mut rows: Vec<Vec<String>> =
        gains.seats.iter().map(|(seat, &gain)| vec![text::seat(seat).to_owned(), signed(gain)]).collect();
    rows.extend(gains.sitting.map(|gain| vec!["Dealer".to_owned(), signed(gain)]));
    rows.push(vec!["Pot".to_owned(), signed(gains.pot)]);
    format!("{}{}\n", text::table(Vec::new(), rows, 1), text::remark(variant.label()))
}

/// A gain with its sign, fractions to two places.
fn signed(amount: Amount) -> String {
    if amount.is_integer() {
        return if amount == Amount::default() { "0".to_owned() } else { format!("{amount:+}") };
    }
    format!("{:+.2}", *amount.numer() as f64 / *amount.denom() as f64)
}
