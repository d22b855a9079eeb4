//! `pref review`: what each call, discard and card of a played hand cost.

use std::fs;
use std::io::{Read, Write};

use anyhow::Context;
use preference::analysis::review::{Part, Review, Step, outcome, review};
use preference::situation::ppn;
use preference::{ALL_PASS, Batch, Card, CardStyle, Cards, Endgames, Layout, Outcome, Record, Seat, Variant};
use serde::Serialize;
use serde_json::Number;

use crate::args::{DEFAULT_RULES, Format, ReviewArgs};
use crate::failure::Failure;
use crate::output::{color_choice, json, text};
use crate::request::{house_rules, option, style};
use crate::tables;

/// The rules of the sites that write PPN.
const PPN_RULES: &str = "bule";

#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Nobody when all have passed.
    declarer: Option<char>,
    contract: String,
    calls: Vec<Taken>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discard: Option<Taken>,
    /// What was said between the auction and the play.
    decisions: Vec<Taken>,
    cards: Vec<Taken>,
    broken: Vec<Broken>,
    tricks: json::Seats<u8>,
    /// Absent if the hand was not played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<bool>,
}

#[derive(Serialize)]
struct Taken {
    seat: char,
    done: String,
    best: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tricks_lost: Option<u8>,
    /// It decided whether the contract is made.
    decided: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain_lost: Option<Number>,
}

#[derive(Serialize)]
struct Broken {
    part: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    problem: String,
}

/// A hand with the rules it is looked over by, or why it is none.
type Hand = Result<(Record, Variant), String>;

pub(crate) fn run(args: &ReviewArgs) -> Result<(), Failure> {
    let mut hands: Vec<Hand> = Vec::new();
    if args.files.is_empty() {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        hands.extend(read(args, "", &text)?);
    }
    for path in &args.files {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        hands.extend(read(args, &format!("{}: ", path.display()), &text)?);
    }
    if hands.is_empty() {
        return Err(Failure::Input("no hands: write objects of JSON, one a line, or PPN".to_owned()));
    }
    let endgames = if args.output.no_tables { Endgames::new() } else { tables::at_hand() };
    let batch =
        Batch::with(args.output.threads.unwrap_or(0), &endgames).context("cannot start the threads")?;
    let style = style(&args.output);
    let mut out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.output.color));
    let (mut bad, mut shown) = (0, 0);
    // A few at a time, so that answers come as they are found.
    for some in hands.chunks(4 * batch.threads()) {
        let answers = batch.map(some, |solver, hand| {
            let (record, variant) = hand.as_ref().map_err(Clone::clone)?;
            let review = review(solver, variant, record, args.model.into(), args.weighed.number())
                .map_err(|error| format!("{}{error}", named(record)))?;
            Ok::<String, String>(match args.output.format {
                Format::Json => as_json(record, variant, &review, style),
                Format::Text => show(args, record, variant, &review, style),
            })
        });
        for answer in answers {
            match answer {
                Ok(answer) => {
                    if args.output.format == Format::Text && shown > 0 {
                        writeln!(out)?;
                    }
                    shown += 1;
                    writeln!(out, "{}", answer.trim_end())?;
                }
                Err(problem) => {
                    out.flush()?;
                    anstream::eprintln!("pref: {problem}");
                    bad += 1;
                }
            }
        }
    }
    match bad {
        0 => Ok(()),
        _ => Err(Failure::Other(anyhow::anyhow!("{bad} of {} hands could not be looked over", hands.len()))),
    }
}

fn named(record: &Record) -> String {
    record.id.as_ref().map_or(String::new(), |id| format!("deal {id}, "))
}

/// The hands of a file, PPN if it begins with a bracket.
fn read(args: &ReviewArgs, place: &str, text: &str) -> Result<Vec<Hand>, Failure> {
    let given = match (&args.rules, &args.rules_file) {
        (Some(name), _) => Some(name.parse::<Variant>().map_err(option("--rules"))?),
        (None, Some(path)) => Some(house_rules(path)?),
        (None, None) => None,
    };
    let rules = |own: Option<&str>, usual: &str| match (own, &given) {
        (Some(name), _) => name.parse().map_err(|error| format!("rules: {error}")),
        (None, Some(given)) => Ok(given.clone()),
        (None, None) => Ok(usual.parse::<Variant>().expect("a preset")),
    };
    if text.trim_start_matches('\u{FEFF}').trim_start().starts_with('[') {
        let hand = |record: Result<Record, preference::RecordError>| {
            let record = record.map_err(|error| format!("{place}{error}"))?;
            let variant = rules(None, PPN_RULES)?;
            Ok((record, variant))
        };
        return Ok(ppn::read(text).into_iter().map(hand).collect());
    }
    let lines = text.trim_start_matches('\u{FEFF}').lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let hand = |(n, line): (usize, &str)| {
        let place = format!("{place}line {}: ", n + 1);
        let record = record(line).map_err(|problem| format!("{place}{problem}"))?;
        let variant = rules(record.rules.as_deref(), DEFAULT_RULES).map_err(|error| place + &error)?;
        Ok((record, variant))
    };
    Ok(lines.map(hand).collect())
}

/// A hand from an object of JSON; else what is wrong with it, and in which part.
fn record(line: &str) -> Result<Record, String> {
    // The place within the line is that of the object's end where a part is wrong.
    let told = |error: &serde_json::Error| {
        let text = error.to_string();
        text.split(" at line 1").next().unwrap_or(&text).to_owned()
    };
    let object = &mut serde_json::Deserializer::from_str(line);
    let record = serde_path_to_error::deserialize(&mut *object).map_err(|error| {
        let problem = told(error.inner());
        match error.path().to_string().as_str() {
            "." => problem,
            part => format!("{part}: {problem}"),
        }
    })?;
    object.end().map_err(|error| told(&error))?;
    Ok(record)
}

fn taken<T>(step: &Step<T>, name: impl Fn(&T) -> String) -> Taken {
    Taken {
        seat: step.seat.letter(),
        done: name(&step.done),
        best: step.best.iter().map(&name).collect(),
        tricks_lost: step.tricks,
        decided: step.turned,
        gain_lost: step.gain.map(json::number),
    }
}

fn as_json(record: &Record, variant: &Variant, review: &Review, style: CardStyle) -> String {
    let pair = |cards: &Cards| json::cards(*cards, style).join(" ");
    let broken = |(part, problem): &(Part, String)| {
        let (part, number) = match part {
            Part::Call(number) => ("call", Some(*number)),
            Part::Announcement => ("announcement", None),
            Part::Decisions => ("decisions", None),
            Part::Card(number) => ("card", Some(*number)),
            Part::Trick(number) => ("trick", Some(*number)),
        };
        Broken { part, number, problem: problem.clone() }
    };
    let answer = Answer {
        id: record.id.clone(),
        declarer: record.hand.game.map(|game| game.declarer.letter()),
        contract: record.hand.game.map_or(ALL_PASS.to_owned(), |game| game.contract.to_string()),
        calls: review.calls.iter().map(|step| taken(step, ToString::to_string)).collect(),
        discard: review.discard.as_ref().map(|step| taken(step, pair)),
        decisions: review.decisions.iter().map(|step| taken(step, |said| said.name().to_owned())).collect(),
        cards: review.cards.iter().map(|step| taken(step, |&card| style.card(card))).collect(),
        broken: review.broken.iter().map(broken).collect(),
        tricks: review.tricks.into(),
        made: outcome(variant, record, review).map(|outcome| outcome.made),
    };
    json::Answer::line(&Layout::from(record.deal), variant, style, answer)
}

fn show(args: &ReviewArgs, record: &Record, variant: &Variant, review: &Review, style: CardStyle) -> String {
    let mut shown = format!("{}\n", text::heading(&record.deal.to_string()));
    let id = record.id.as_ref().map_or(String::new(), |id| format!("Deal {id}: "));
    let game = record.hand.game.map(|game| {
        let from_hand = if game.from_hand { " from the hand" } else { "" };
        format!("{} plays {}{from_hand}", text::seat(game.declarer), text::contract(game.contract, style))
    });
    let tricks = review.tricks;
    let result = match outcome(variant, record, review) {
        Some(Outcome { tricks: Some(tricks), made }) => {
            format!(": {tricks} tricks, {}", if made { "made" } else { "not made" })
        }
        _ if game.is_none() && tricks.0.iter().sum::<u8>() == 10 => {
            let each = Seat::ALL.map(|seat| format!("{} {}", seat.name(), tricks[seat]));
            format!(": tricks {}", each.join(", "))
        }
        _ => String::new(),
    };
    let game = game.unwrap_or_else(|| "All have passed".to_owned());
    shown += &format!("{id}{game}{result}\n");
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (n, step) in review.calls.iter().enumerate().filter(|(_, step)| args.all || step.cost()) {
        rows.push(row(format!("call {}", n + 1), step, ToString::to_string));
    }
    for step in review.discard.iter().filter(|step| args.all || step.cost()) {
        rows.push(row("lays aside".to_owned(), step, |&cards| text::list(cards, style)));
    }
    for step in review.decisions.iter().filter(|step| args.all || step.cost()) {
        rows.push(row("decides".to_owned(), step, |said| said.name().to_owned()));
    }
    for (n, step) in review.cards.iter().enumerate().filter(|(_, step)| args.all || step.cost()) {
        rows.push(row(format!("card {}", n + 1), step, |&card: &Card| text::card(card, style)));
    }
    if rows.is_empty() && review.broken.is_empty() {
        shown += "Nothing cost anything\n";
    } else if !rows.is_empty() {
        let header = ["", "", "", "tricks lost", "gain lost", "best"].map(str::to_owned).to_vec();
        shown += &text::table(header, rows, 3);
    }
    for (part, problem) in &review.broken {
        let part = match part {
            Part::Call(number) => format!("Call {number}"),
            Part::Announcement => "The contract".to_owned(),
            Part::Decisions => "What was said before the play".to_owned(),
            Part::Card(number) => format!("Card {number}"),
            Part::Trick(number) => format!("Trick {number}"),
        };
        shown += &format!("{part} is against the rules: {problem}\n");
    }
    let unpriced = review.unpriced.as_ref().map_or(String::new(), |error| format!("; no gains: {error}"));
    shown + &text::remark(&format!("{}, {}{unpriced}", variant.label(), args.model.name()))
}

fn row<T>(name: String, step: &Step<T>, of: impl Fn(&T) -> String) -> Vec<String> {
    let zero = preference::Amount::default();
    let best: Vec<String> = step.best.iter().map(&of).collect();
    vec![
        name,
        text::seat(step.seat).to_owned(),
        of(&step.done),
        match (step.tricks, step.turned) {
            (Some(tricks), true) => format!("{tricks}, the contract"),
            (None, true) => "the contract".to_owned(),
            (Some(0) | None, false) => String::new(),
            (Some(tricks), false) => tricks.to_string(),
        },
        step.gain
            .filter(|&gain| gain != zero)
            .map_or(String::new(), |gain| text::gain(gain).trim_start_matches('+').to_owned()),
        best.join(" "),
    ]
}
