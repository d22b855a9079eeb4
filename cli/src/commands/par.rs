//! `pref par`: the auction with all cards known.

use preference::analysis::game::decisions::{Decision, decide};
use preference::analysis::par::{
    ContractValue, ContractValues, End, Par, Table, all_contract_values, contract_values, par,
};
use preference::{
    AllPass, Batch, CardStyle, Contract, Deal, Declared, Hand, Layout, Outcome, RulesOfThumb, Seat, Solver,
    Variant,
};
use serde::Serialize;

use super::auction::{after_passes, named};
use crate::args::{Format, ParArgs};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{deal, rules, style};
use crate::stream;

#[derive(Serialize)]
struct Answer {
    model: &'static str,
    calls: Vec<String>,
    declarer: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Game>,
    /// What follows when all have passed, or that the dealer gives up.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<&'static str>,
    gains: json::Gains,
    makes: Vec<Makes>,
}

#[derive(Serialize)]
struct Game {
    #[serde(skip_serializing_if = "Option::is_none")]
    bid: Option<String>,
    hand: bool,
    contract: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    discard: Option<Vec<String>>,
    #[serde(skip_serializing_if = "is_false")]
    usurped: bool,
    #[serde(flatten)]
    outcome: json::Result,
    decisions: Vec<json::Decision>,
}

fn is_false(&is: &bool) -> bool {
    !is
}

/// What a contract comes to from the hand and with the talon, by who declares it.
#[derive(Serialize)]
struct Makes {
    declarer: char,
    contract: String,
    hand: json::Result,
    talon: json::Result,
}

/// All that is found of a deal.
struct Found {
    par: Par,
    decisions: Vec<Decision>,
    /// From the hand and with the talon.
    makes: Vec<(Seat, Contract, [Outcome; 2])>,
}

pub(crate) fn run(args: &ParArgs) -> Result<(), Failure> {
    let variant = rules(&args.rules)?;
    let style = style(&args.output);
    // With the talon there is more to do, so that begins.
    let parts: Vec<(Seat, bool)> =
        [false, true].into_iter().flat_map(|hand| Seat::ALL.map(|seat| (seat, hand))).collect();
    let hand = Hand { progression: args.passed + 1, ..args.pay.hand() };
    let (model, discards) = (args.pay.model(), args.weighed.number());
    let answer = |layout: &Layout, find: &mut dyn FnMut(Table<'_>) -> Result<Found, String>| {
        let deal = deal(layout)?;
        let found = find(Table { rules: &variant, deal: &deal, model, hand: &hand, discards })?;
        Ok(match args.output.format {
            Format::Json => json::Answer::line(layout, &variant, style, as_json(model.name(), &found, style)),
            Format::Text => show(args, &variant, &deal, &found, style),
        })
    };
    let alone = |solver: &mut Solver, layout: &Layout| {
        answer(layout, &mut |table| {
            let contract_values = all_contract_values(solver, table);
            finish(solver, table, &contract_values)
        })
    };
    let together = |batch: &Batch, layout: &Layout| {
        answer(layout, &mut |table| {
            let contract_values =
                batch.map(&parts, |solver, &(seat, hand)| contract_values(solver, table, seat, hand));
            let mut found = batch.map(&[()], |solver, ()| finish(solver, table, &contract_values));
            found.pop().expect("one answer to one question")
        })
    };
    stream::run_by_need(&args.deals.deals, &args.output, alone, together)
}

/// The auction, when it is known what everybody can do.
fn finish(
    solver: &mut Solver,
    table: Table<'_>,
    contract_values: &[ContractValues],
) -> Result<Found, String> {
    let par = par(solver, table, contract_values).map_err(|error| error.to_string())?;
    let decisions = decisions(solver, table, &par)?;
    let makes = makes(contract_values);
    Ok(Found { par, decisions, makes })
}

/// What is decided before the contract that is played.
fn decisions(solver: &mut Solver, table: Table<'_>, par: &Par) -> Result<Vec<Decision>, String> {
    let End::Played { worth, usurped: false, .. } = &par.end else { return Ok(Vec::new()) };
    let game = worth.game;
    let played = worth.discard.map_or(*table.deal, |discard| table.deal.exchange(game.declarer, discard));
    let hand = Hand { game: Some(game), talon: table.deal.talon(), ..table.hand.clone() };
    let rules_of_thumb = RulesOfThumb::default();
    let decided = decide(solver, table.rules, &played, &hand, None, table.model, rules_of_thumb);
    Ok(decided.map_err(|error| error.to_string())?.decisions)
}

/// Every contract of the rules that has a price, from the hand and with the talon; levels once
/// each, by their tricks.
fn makes(contract_values: &[ContractValues]) -> Vec<(Seat, Contract, [Outcome; 2])> {
    let all = |from_hand: bool| {
        contract_values
            .iter()
            .flat_map(ContractValues::outcomes)
            .filter(move |(game, _)| game.from_hand == from_hand)
    };
    let mut makes: Vec<(Seat, Contract, [Outcome; 2])> = Vec::new();
    for ((Declared { contract, declarer, .. }, with_talon), (_, hand)) in all(false).zip(all(true)) {
        let like = contract.played_as();
        if !makes.iter().any(|&(seat, known, _)| seat == declarer && known.played_as() == like) {
            makes.push((declarer, contract, [hand, with_talon]));
        }
    }
    makes
}

fn as_json(model: &'static str, found: &Found, style: CardStyle) -> Answer {
    let Par { calls, end, gains } = &found.par;
    let (declarer, game, then) = match end {
        End::Played { bid, worth, usurped } => {
            let game = Game {
                bid: bid.map(named),
                hand: worth.game.from_hand,
                contract: worth.game.contract.to_string(),
                discard: worth.discard.map(|discard| json::cards(discard, style)),
                usurped: *usurped,
                outcome: worth.outcome.into(),
                decisions: found.decisions.iter().map(json::Decision::from).collect(),
            };
            (Some(worth.game.declarer.letter()), Some(game), None)
        }
        End::GivenUp(dealer) => (Some(dealer.letter()), None, Some("given-up")),
        End::Passed(then) => (None, None, Some(then.name())),
    };
    let makes = found.makes.iter().map(|&(seat, contract, [hand, talon])| Makes {
        declarer: seat.letter(),
        contract: contract.to_string(),
        hand: hand.into(),
        talon: talon.into(),
    });
    Answer {
        model,
        calls: calls.iter().map(|(_, call)| call.to_string()).collect(),
        declarer,
        game,
        then,
        gains: json::Gains::from(gains),
        makes: makes.collect(),
    }
}

fn show(args: &ParArgs, variant: &Variant, deal: &Deal, found: &Found, style: CardStyle) -> String {
    let mut contracts: Vec<Contract> = Vec::new();
    for &(_, contract, _) in &found.makes {
        if !contracts.contains(&contract) {
            contracts.push(contract);
        }
    }
    let mut header = vec![String::new(), "hand, and with the talon".to_owned()];
    header.extend(contracts.iter().map(|&contract| text::contract(contract.played_as(), style)));
    let rows = Seat::ALL.map(|seat| {
        let mut row = vec![text::seat(seat).to_owned(), text::hand(deal.hand(seat), style)];
        row.extend(contracts.iter().map(|&contract| {
            let of = found.makes.iter().find(|&&(declarer, known, _)| (declarer, known) == (seat, contract));
            of.map_or(String::new(), |(_, _, [hand, talon])| {
                format!("{} › {}", text::outcome(*hand), text::outcome(*talon))
            })
        }));
        row
    });
    let mut shown = format!(
        "{}\nTalon: {}\n\n{}\n",
        text::heading(&deal.to_string()),
        text::hand(deal.talon(), style),
        text::table(header, rows.into(), 2)
    );
    let Par { calls, end, gains } = &found.par;
    let calls: Vec<String> = calls.iter().map(|(seat, call)| format!("{seat} {call}")).collect();
    shown += &format!("{}\n", calls.join(", "));
    shown += &match end {
        End::Played { bid, worth, usurped } => played(*bid, worth, *usurped, style),
        End::GivenUp(dealer) => format!("{} must declare, and gives up\n", text::seat(*dealer)),
        End::Passed(then) => format!("All have passed: {}\n", all_passed(*then)),
    };
    shown += &text::decisions(&found.decisions);
    let legend = format!("{}, {}; from the hand › with the talon", variant.label(), args.pay.model().name());
    format!("{shown}{gains}\n{}\n", text::remark(&legend))
}

fn played(bid: Option<preference::Call>, worth: &ContractValue, usurped: bool, style: CardStyle) -> String {
    let Declared { contract, declarer, from_hand } = worth.game;
    let bid = bid.map_or("the dealer declares".to_owned(), |bid| format!("on {bid}"));
    let talon = match worth.discard {
        Some(discard) => format!("lays {} aside", text::list(discard, style)),
        None if from_hand => "leaves the talon".to_owned(),
        None => String::new(),
    };
    let usurped = if usurped { ", after others have taken cards up (see pref usurp)" } else { "" };
    format!(
        "{} plays {} {bid} and {talon}{usurped}: {}\n",
        text::seat(declarer),
        text::contract(contract, style),
        text::outcome(worth.outcome)
    )
}

/// What follows when all have passed.
const fn all_passed(then: AllPass) -> &'static str {
    match then {
        AllPass::Raspasovka => "everybody has played for himself",
        _ => after_passes(then),
    }
}
