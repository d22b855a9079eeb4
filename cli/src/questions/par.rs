//! `pref par`: the auction with all cards known.

use preference::deal::CardStyle;
use preference::outcomes::outcome::Outcome;
use preference::questions::par::ParQuestion;
use preference::questions::par::{ContractResults, NoDeclarer, ParAnswer, ParGame};
use preference::rules::{AllPass, Contract};
use preference::seat::Seat;
use preference::situation::Situation;

use super::Own;
use super::asking::{DealScheduling, Skin};
use super::auction::after_passes;
use crate::args::examples;
use crate::output::text;
use crate::request::Request;

impl Skin<ParQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::PAR;
    const SCHEDULING: DealScheduling = DealScheduling::Few;

    fn text(
        _: &Request<ParQuestion>,
        (): &(),
        situation: &Situation,
        par: &ParAnswer,
        style: CardStyle,
    ) -> String {
        let deal = par.deal.deal().expect("an auction is about a whole deal");
        let mut shown = format!(
            "{}\nTalon: {}\n\n{}\n",
            text::heading(&deal.to_string()),
            text::hand(deal.talon(), style),
            makes_table(situation, par, style)
        );
        let calls: Vec<String> =
            par.callers.iter().zip(&par.calls).map(|(seat, call)| format!("{seat} {call}")).collect();
        shown += &format!("{}\n", text::line(&calls.join(", ")));
        shown += &match (par.declarer, &par.game, par.then) {
            (Some(declarer), Some(game), _) => played_text(declarer, game, style),
            (Some(dealer), None, _) => format!("{} must declare, and gives up\n", text::seat(dealer)),
            (None, _, Some(NoDeclarer::Passed(then))) => format!("All have passed: {}\n", all_passed(then)),
            _ => String::new(),
        };
        if let Some(game) = &par.game {
            shown += &text::decisions(&game.decisions);
        }
        let counted = par.makes.iter().any(|makes| makes.talon.tricks.is_some());
        let legend = format!("{}, {}; {}", par.rules, par.model.name(), text::legend(counted));
        format!("{shown}{}\n{}\n", text::gains(&par.gains), text::remark(&legend))
    }
}

fn makes_table(situation: &Situation, par: &ParAnswer, style: CardStyle) -> String {
    let contracts = situation.rules().rank_contracts(par.makes.iter().map(|makes| makes.contract));
    let mut header = vec![String::new(), String::new()];
    header.extend(contracts.iter().map(|&contract| text::contract(contract.played_as(), style)));
    let rows = Seat::ALL.into_iter().flat_map(|seat| {
        let outcomes = |outcome| outcome_cells(par, seat, &contracts, outcome);
        let hand = text::hand(par.deal.hand(seat).unwrap_or_default(), style);
        let from_hand = [text::seat(seat).to_owned(), hand]
            .into_iter()
            .chain(outcomes(|makes: &ContractResults| makes.hand));
        let with_talon = [String::new(), "with the talon".to_owned()].into_iter();
        [from_hand.collect(), with_talon.chain(outcomes(|makes| makes.talon)).collect()]
    });
    text::table(header, rows.collect(), 2)
}

fn outcome_cells(
    par: &ParAnswer,
    declarer: Seat,
    contracts: &[Contract],
    outcome: fn(&ContractResults) -> Outcome,
) -> Vec<String> {
    let makes =
        |contract| par.makes.iter().find(|makes| makes.declarer == declarer && makes.contract == contract);
    let outcomes = contracts.iter().map(|&contract| makes(contract).map(outcome));
    outcomes.map(|outcome| outcome.map_or(String::new(), text::outcome)).collect()
}

fn played_text(declarer: Seat, game: &ParGame, style: CardStyle) -> String {
    let bid = game.bid.map_or("as the dealer who must declare".to_owned(), |bid| {
        format!("with the bid {}", bid.bid_text())
    });
    let talon = match game.discard {
        Some(discard) => format!("lays {} aside", text::list(discard, style)),
        None if game.hand => "leaves the talon".to_owned(),
        None => String::new(),
    };
    let usurped = if game.usurped { ", after discards were taken up (see pref usurp)" } else { "" };
    let played = format!(
        "{} plays {} {bid} and {talon}{usurped}: {}",
        text::seat(declarer),
        text::contract(game.contract, style),
        text::outcome(game.outcome)
    );
    text::line(&played) + "\n"
}

const fn all_passed(then: AllPass) -> &'static str {
    match then {
        AllPass::Raspasovka => "the hand is played without a declarer",
        _ => after_passes(then),
    }
}
