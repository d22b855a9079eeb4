//! `pref usurp`: what to lay aside when another may take it up, and what is played then.

use std::cmp::Reverse;

use preference::analysis::contracts::Play;
use preference::analysis::talon::{groups, pairs};
use preference::analysis::usurp::{
    Discarded, Exchanged, Memory, Taking, Usurping, best, best_alone, discards, pays_by_result,
};
use preference::{
    Batch, Call, CardStyle, Cards, Deal, Hand, Layout, Model, Outcome, Seat, Seats, Solver, Standing, Variant,
};
use serde::Serialize;
use serde_json::Number;

use super::auction::auction;
use crate::args::{Format, RulesArgs, UsurpArgs};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{deal, rules, style};
use crate::stream;

#[derive(Serialize)]
struct Answer {
    model: &'static str,
    declarer: char,
    bid: u8,
    bidders: Vec<char>,
    discards: Vec<Row>,
    best: Best,
    alone: Alone,
}

#[derive(Serialize)]
struct Row {
    discard: Vec<String>,
    usurped: bool,
    declarer: char,
    contract: String,
    gain: Number,
}

#[derive(Serialize)]
struct Best {
    discard: Vec<String>,
    takings: Vec<Taken>,
    declarer: char,
    contract: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tricks: Option<u8>,
    made: bool,
    gains: json::Gains,
}

#[derive(Serialize)]
struct Taken {
    seat: char,
    takes: Vec<String>,
    discard: Vec<String>,
    /// Of the declarer by auction only what he plays in the end, if nobody takes his cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    contract: Option<String>,
}

/// The best if nobody could take his cards.
#[derive(Serialize)]
struct Alone {
    discard: Vec<String>,
    contract: String,
    gain: Number,
}

/// Who has bid what.
struct Bid {
    declarer: Seat,
    number: u8,
    bidders: Seats,
}

/// The best discard, and what the contract that comes of it comes to.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    best: &'a Discarded,
    /// The best if nobody could take his cards.
    alone: &'a Discarded,
    outcome: Outcome,
}

pub(crate) fn run(args: &UsurpArgs) -> Result<(), Failure> {
    let named = RulesArgs { rules: args.rules.clone(), rules_file: args.rules_file.clone() };
    let variant = rules(&named)?;
    let from = variant.bidding().usurp_from;
    if from == 0 {
        return Err(Failure::Input(format!(
            "--rules: under '{}' nobody takes another's discards; the illustrated rules do",
            variant.label()
        )));
    }
    if !pays_by_result(&variant) {
        return Err(Failure::Input(format!(
            "--rules: in '{}' contracts of {from} and more do not have one price each under [settlement.each], made or not",
            variant.label()
        )));
    }
    let bid = bid(args, &variant)?;
    let style = style(&args.output);
    let model: Model = args.pay.model();
    stream::run_one_by_one(&args.deals.deals, &args.output, |batch, layout: &Layout| {
        let deal = deal(layout)?;
        let all = solve(batch, args, &variant, &bid, &deal)?;
        let (Some(best), Some(alone)) = (best(bid.declarer, &all), best_alone(bid.declarer, &all)) else {
            return Err("there is nothing to lay aside".to_owned());
        };
        let outcome = Play::from_deal(&variant, &best.exchanged.deal, best.exchanged.game);
        let outcome = batch.map(&[outcome], |solver, play| play.outcome(solver))[0];
        Ok(match args.output.format {
            Format::Json => {
                let answer = Answer {
                    model: model.name(),
                    declarer: bid.declarer.letter(),
                    bid: bid.number,
                    bidders: bid.bidders.iter().map(Seat::letter).collect(),
                    discards: all.iter().map(|discarded| row(discarded, bid.declarer, style)).collect(),
                    best: as_json(best, outcome, style),
                    alone: Alone {
                        discard: json::cards(alone.cards, style),
                        contract: alone.alone.0.to_string(),
                        gain: json::number(alone.alone.1.seats[bid.declarer]),
                    },
                };
                json::Answer::line(layout, &variant, style, answer)
            }
            Format::Text => show(args, &variant, &bid, &deal, &all, Chosen { best, alone, outcome }, style),
        })
    })
}

fn bid(args: &UsurpArgs, variant: &Variant) -> Result<Bid, Failure> {
    let Some(calls) = &args.calls else {
        let declarer = args.declarer.unwrap_or(Seat::Forehand);
        let others: Seats = args.bidders.iter().copied().collect();
        if others.contains(declarer) {
            return Err(Failure::Input(format!(
                "--bidders: {} declares; name the others who have bid",
                declarer.name()
            )));
        }
        let bidders = if args.bidders.is_empty() { Seats::ALL } else { others | Seats::of(declarer) };
        let bids = variant.bidding().first..=variant.bidding().last;
        if !bids.contains(&args.bid) {
            return Err(Failure::Input(format!("--bid: numbers go from {} to {}", bids.start(), bids.end())));
        }
        return Ok(Bid { declarer, number: args.bid, bidders });
    };
    let wrong = |error: String| Failure::Input(format!("--calls: {error}"));
    let (auction, said) = auction(variant, 0, calls).map_err(wrong)?;
    let bidders = said.iter().filter(|(_, call)| *call != Call::Pass).map(|&(seat, _)| seat).collect();
    match auction.standing() {
        Standing::Declared { declarer, bid: Call::Number(number), hand: false } => {
            Ok(Bid { declarer, number, bidders })
        }
        Standing::Declared { bid, .. } => {
            Err(wrong(format!("{bid} is not bid by number, and nobody takes cards up after it")))
        }
        Standing::Open { to_call, .. } => Err(wrong(format!("{} is still to call", to_call.name()))),
        Standing::Passed(_) => Err(wrong("nobody declares".to_owned())),
    }
}

/// All discards, those that leave the same play worked out by one thread.
fn solve(
    batch: &Batch,
    args: &UsurpArgs,
    variant: &Variant,
    bid: &Bid,
    deal: &Deal,
) -> Result<Vec<Discarded>, String> {
    let hand: Hand = args.pay.hand();
    let usurping = Usurping {
        rules: variant,
        declarer: bid.declarer,
        bid: bid.number,
        bidders: bid.bidders,
        hand: &hand,
        model: args.pay.model(),
    };
    let groups = groups(deal, bid.declarer, pairs(deal, bid.declarer));
    let answer = |solver: &mut Solver, group: &Vec<Cards>| {
        discards(solver, &mut Memory::default(), deal, usurping, group)
    };
    let mut all: Vec<Discarded> = Vec::new();
    for discarded in batch.map(&groups, answer) {
        all.extend(discarded.map_err(|error| error.to_string())?);
    }
    let order: Vec<Cards> = pairs(deal, bid.declarer).collect();
    all.sort_by_key(|discarded| order.iter().position(|&cards| cards == discarded.cards));
    Ok(all)
}

fn row(discarded: &Discarded, declarer: Seat, style: CardStyle) -> Row {
    let Exchanged { takings, game, gains, .. } = &discarded.exchanged;
    Row {
        discard: json::cards(discarded.cards, style),
        usurped: takings.len() > 1,
        declarer: game.declarer.letter(),
        contract: game.contract.to_string(),
        gain: json::number(gains.seats[declarer]),
    }
}

fn as_json(best: &Discarded, outcome: Outcome, style: CardStyle) -> Best {
    let Exchanged { takings, game, gains, .. } = &best.exchanged;
    let taken = |taking: &Taking| Taken {
        seat: taking.seat.letter(),
        takes: json::cards(taking.takes, style),
        discard: json::cards(taking.discard, style),
        contract: taking.contract.map(|contract| contract.to_string()),
    };
    Best {
        discard: json::cards(best.cards, style),
        takings: takings.iter().map(taken).collect(),
        declarer: game.declarer.letter(),
        contract: game.contract.to_string(),
        tricks: outcome.tricks,
        made: outcome.made,
        gains: json::Gains::from(gains),
    }
}

/// The best discards, then how the best one goes on.
fn show(
    args: &UsurpArgs,
    variant: &Variant,
    bid: &Bid,
    deal: &Deal,
    all: &[Discarded],
    chosen: Chosen<'_>,
    style: CardStyle,
) -> String {
    let Chosen { best, alone, outcome } = chosen;
    let others = (bid.bidders - Seats::of(bid.declarer)).iter().map(Seat::name).collect::<Vec<_>>();
    let mut shown = format!(
        "{}\n{} has bid {} and holds {}; {}\n\n",
        text::heading(&deal.to_string()),
        text::seat(bid.declarer),
        bid.number,
        text::hand(deal.hand(bid.declarer) | deal.talon(), style),
        if others.is_empty() {
            "nobody may take what he lays aside".to_owned()
        } else {
            format!("{} may take what he lays aside", others.join(" and "))
        }
    );
    let mut ranked: Vec<&Discarded> = all.iter().collect();
    ranked.sort_by_key(|discarded| Reverse(discarded.exchanged.gains.seats[bid.declarer]));
    let rows = ranked.into_iter().take(args.top).map(|discarded| {
        let Exchanged { takings, game, gains, .. } = &discarded.exchanged;
        let taken = takings.len() > 1;
        vec![
            text::list(discarded.cards, style),
            text::gain(gains.seats[bid.declarer]),
            format!("{} plays {}", game.declarer.name(), text::contract(game.contract, style)),
            if taken { format!("taken up {}", times(takings.len() - 1)) } else { String::new() },
            format!(
                "{} {}",
                text::contract(discarded.alone.0, style),
                text::gain(discarded.alone.1.seats[bid.declarer])
            ),
        ]
    });
    let header = ["lay aside", "gain", "", "", "if left alone"].map(str::to_owned).to_vec();
    shown += &text::table(header, rows.collect(), 5);
    shown.push('\n');
    for taking in &best.exchanged.takings {
        let contract = taking
            .contract
            .map_or(String::new(), |contract| format!(", and says {}", text::contract(contract, style)));
        shown += &format!(
            "{} takes {} and lays {} aside{contract}\n",
            text::seat(taking.seat),
            text::list(taking.takes, style),
            text::list(taking.discard, style),
        );
    }
    let game = best.exchanged.game;
    shown += &format!(
        "{} plays {}: {}; {}\n",
        text::seat(game.declarer),
        text::contract(game.contract, style),
        text::outcome(outcome),
        best.exchanged.gains
    );
    let lost = alone.alone.1.seats[bid.declarer] - best.exchanged.gains.seats[bid.declarer];
    if lost != preference::Amount::default() {
        shown += &format!(
            "Left alone he would play {} and gain {}\n",
            text::contract(alone.alone.0, style),
            text::gain(alone.alone.1.seats[bid.declarer])
        );
    }
    shown + &text::remark(variant.label())
}

fn times(number: usize) -> &'static str {
    match number {
        1 => "once",
        2 => "twice",
        _ => "again and again",
    }
}
