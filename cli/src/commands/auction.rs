//! `pref auction`: who declares what after these calls, or who may say what.

use std::io::Write;

use preference::{AllPass, Auction, Call, Seat, Standing, Variant};
use serde::Serialize;

use crate::args::{AuctionArgs, Format};
use crate::failure::Failure;
use crate::output::{color_choice, json, text};
use crate::request::rules;

#[derive(Serialize)]
struct Answer<'a> {
    rules: &'a str,
    done: bool,
    #[serde(flatten)]
    result: Result,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Result {
    Open { to_call: char, allowed: Vec<String> },
    Declared { declarer: char, bid: String, hand: bool },
    Passed { declarer: Option<char>, then: &'static str },
}

pub(crate) fn run(args: &AuctionArgs) -> std::result::Result<(), Failure> {
    let variant = rules(&args.rules)?;
    let (auction, _) = auction(&variant, args.passed, &args.calls.join(" ")).map_err(Failure::Input)?;
    let mut out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.color));
    let standing = auction.standing();
    match args.format {
        Format::Json => {
            let done = !matches!(standing, Standing::Open { .. });
            let answer = Answer { rules: variant.label(), done, result: result(&standing) };
            writeln!(out, "{}", json::line(&answer))?;
        }
        Format::Text => writeln!(out, "{}", show(&variant, &auction, &standing))?,
    }
    Ok(())
}

/// The auction after these calls, and who made each of them.
pub(crate) fn auction(
    variant: &Variant,
    passed: usize,
    calls: &str,
) -> std::result::Result<(Auction, Vec<(Seat, Call)>), String> {
    let mut auction = Auction::after_passes(variant, passed).map_err(|error| error.to_string())?;
    let mut said = Vec::new();
    let words = calls.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    for (n, word) in words.enumerate() {
        let call: Call = word.parse().map_err(|error| format!("call {}: {error}", n + 1))?;
        let seat = auction.to_call();
        auction.call(call).map_err(|error| error.to_string())?;
        said.push((seat, call));
    }
    Ok((auction, said))
}

fn result(standing: &Standing) -> Result {
    match standing {
        Standing::Open { to_call, allowed } => {
            Result::Open { to_call: to_call.letter(), allowed: allowed.iter().map(Call::to_string).collect() }
        }
        Standing::Declared { declarer, bid, hand } => {
            Result::Declared { declarer: declarer.letter(), bid: named(*bid), hand: *hand }
        }
        Standing::Passed(then) => Result::Passed { declarer: None, then: then.name() },
    }
}

/// The number or suit of a call, else the call.
pub(crate) fn named(bid: Call) -> String {
    match bid {
        Call::HandNumber(number) => number.to_string(),
        Call::HandIn(suit) | Call::Named(suit) => suit.letter().to_string(),
        Call::Offer(sum) => sum.to_string(),
        _ => bid.to_string(),
    }
}

fn show(variant: &Variant, auction: &Auction, standing: &Standing) -> String {
    let calls = |calls: &[Call]| calls.iter().map(Call::to_string).collect::<Vec<_>>().join(", ");
    let said = match standing {
        Standing::Open { to_call, allowed } => {
            format!("{} to call: {}", text::seat(*to_call), calls(allowed))
        }
        Standing::Declared { declarer, bid, hand } => {
            let talon = if *hand { "from the hand" } else { "with the talon" };
            let usurpers = auction.allowed();
            let usurp = if usurpers.is_empty() { "" } else { "; who has bid may usurp or stay" };
            format!("{} declares {} {talon}{usurp}", text::seat(*declarer), named(*bid))
        }
        Standing::Passed(then) => format!("All have passed: {}", after_passes(*then)),
    };
    format!("{said}\n{}", text::remark(variant.label()))
}

pub(crate) const fn after_passes(then: AllPass) -> &'static str {
    match then {
        AllPass::Redeal => "the next dealer deals",
        AllPass::DealerPlays => "the dealer declares",
        AllPass::ForehandAgain => "forehand may still say 1 and play with the talon",
        AllPass::DealerForced => "the dealer takes the talon and plays, or pays",
        AllPass::SecondRound => "the talon is sold for offers to the pot",
        AllPass::Refa => "everybody gets a mark",
        AllPass::Raspasovka => "everybody plays for himself and wants few tricks",
    }
}
