//! `pref par`: the auction with all cards known.

use preference::analysis::par::{Makes, Par, ParGame, Then};
use preference::analysis::verb::ParAuction;
use preference::deal::CardStyle;
use preference::rules::{AllPass, Contract};
use preference::seat::Seat;
use preference::situation::Situation;

use super::auction::after_passes;
use crate::args::ParArgs;
use crate::failure::Failure;
use crate::output::text;
use crate::request::{Request, rules};
use crate::stream::{self, Shown, Spread};

pub(crate) fn run(args: &ParArgs) -> Result<(), Failure> {
    let request = Request::<ParAuction>::new(args, rules(&args.rules)?)?;
    stream::run(&request, &(), &args.deals.deals, &args.output)
}

impl Shown for ParAuction {
    type Text = ();
    const SPREAD: Spread = Spread::ByNeed;

    fn text(_: &Request<ParAuction>, (): &(), _: &Situation, par: &Par, style: CardStyle) -> String {
        let deal = par.deal.deal().expect("an auction is about a whole deal");
        let mut shown = format!(
            "{}\nTalon: {}\n\n{}\n",
            text::heading(&deal.to_string()),
            text::hand(deal.talon(), style),
            makes(par, style)
        );
        let calls: Vec<String> = par.calls.iter().map(|(seat, call)| format!("{seat} {call}")).collect();
        shown += &format!("{}\n", calls.join(", "));
        shown += &match (par.declarer, &par.game, par.then) {
            (Some(declarer), Some(game), _) => played(declarer, game, style),
            (Some(dealer), None, _) => format!("{} must declare, and gives up\n", text::seat(dealer)),
            (None, _, Some(Then::Passed(then))) => format!("All have passed: {}\n", all_passed(then)),
            _ => String::new(),
        };
        if let Some(game) = &par.game {
            shown += &text::decisions(&game.decisions);
        }
        let legend = format!("{}, {}; from the hand › with the talon", par.rules, par.model.name());
        format!("{shown}{}\n{}\n", par.gains, text::remark(&legend))
    }
}

/// What each contract comes to, hands as rows.
fn makes(par: &Par, style: CardStyle) -> String {
    let mut contracts: Vec<Contract> = Vec::new();
    for &Makes { contract, .. } in &par.makes {
        if !contracts.contains(&contract) {
            contracts.push(contract);
        }
    }
    let mut header = vec![String::new(), "hand, and with the talon".to_owned()];
    header.extend(contracts.iter().map(|&contract| text::contract(contract.played_as(), style)));
    let rows = Seat::ALL.map(|seat| {
        let hand = par.deal.hand(seat).unwrap_or_default();
        let mut row = vec![text::seat(seat).to_owned(), text::hand(hand, style)];
        row.extend(contracts.iter().map(|&contract| {
            let of = par.makes.iter().find(|makes| (makes.declarer, makes.contract) == (seat, contract));
            of.map_or(String::new(), |makes| {
                format!("{} › {}", text::outcome(makes.hand), text::outcome(makes.talon))
            })
        }));
        row
    });
    text::table(header, rows.into(), 2)
}

fn played(declarer: Seat, game: &ParGame, style: CardStyle) -> String {
    let bid = game.bid.map_or("the dealer declares".to_owned(), |bid| format!("on {bid}"));
    let talon = match game.discard {
        Some(discard) => format!("lays {} aside", text::list(discard, style)),
        None if game.hand => "leaves the talon".to_owned(),
        None => String::new(),
    };
    let usurped = if game.usurped { ", after others have taken cards up (see pref usurp)" } else { "" };
    format!(
        "{} plays {} {bid} and {talon}{usurped}: {}\n",
        text::seat(declarer),
        text::contract(game.contract, style),
        text::outcome(game.outcome)
    )
}

/// What follows when all have passed.
const fn all_passed(then: AllPass) -> &'static str {
    match then {
        AllPass::Raspasovka => "everybody has played for themselves",
        _ => after_passes(then),
    }
}
