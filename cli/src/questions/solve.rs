//! `pref solve`: the contracts that each hand makes.

use preference::deal::CardStyle;
use preference::outcomes::outcome::Outcome;
use preference::questions::solve::SolveQuestion;
use preference::questions::solve::{ContractSolution, SolveAnswer};
use preference::rules::{Contract, Target};
use preference::seat::{BySeat, Seat, Seats};
use preference::situation::Situation;

use super::Own;
use super::asking::Skin;
use crate::args::examples;
use crate::output::text;
use crate::request::Request;

impl Skin<SolveQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::SOLVE;

    fn text(
        _: &Request<SolveQuestion>,
        (): &(),
        situation: &Situation,
        answer: &SolveAnswer,
        style: CardStyle,
    ) -> String {
        solutions_text(situation, answer, style)
    }
}

/// Result of a contract in the table: its declarer, the contract, the leader, and the outcome.
type Cell = (Seat, Contract, Option<Seat>, Outcome);

pub(crate) fn solutions_text(situation: &Situation, answer: &SolveAnswer, style: CardStyle) -> String {
    let (mut cells, mut all_passed): (Vec<Cell>, Option<BySeat<u8>>) = (Vec::new(), None);
    for solution in &answer.results {
        match *solution {
            ContractSolution::Contract { declarer, contract, leader, outcome, .. } => {
                cells.push((declarer, contract, leader, outcome));
            }
            ContractSolution::AllPassed { tricks, .. } => all_passed = Some(tricks),
        }
    }
    let rules = situation.rules();
    let contracts = rules.rank_contracts(cells.iter().map(|&(_, contract, ..)| contract));
    let mut header = vec![String::new(), String::new()];
    header.extend(contracts.iter().map(|&contract| text::contract(contract, style)));
    if all_passed.is_some() {
        header.push("allpass".to_owned());
    }
    let rows = text::hands(&answer.deal, style).into_iter().enumerate().map(|(n, row)| {
        let all_pass_tricks =
            all_passed.and_then(|tricks| tricks.0.get(n).copied()).map(|tricks| tricks.to_string());
        let outcomes = contracts.iter().filter_map(|&contract| {
            let cell = cells.iter().find(|cell| (cell.0.index(), cell.1) == (n, contract));
            cell.map(|&(.., outcome)| outcome_text(situation, contract, outcome))
        });
        row.into_iter().chain(outcomes).chain(all_pass_tricks).collect()
    });
    let table = text::table(header, rows.collect(), 2);
    let legend = format!("{}{}", answer.rules, legend(situation, &cells, all_passed.is_some()));
    format!("{}\n{table}{}", text::heading(&answer.deal.in_style(CardStyle::Letters)), text::remark(&legend))
}

/// A contract without a price cannot be announced, so its tricks are shown without ✓ and ✗.
fn outcome_text(situation: &Situation, contract: Contract, outcome: Outcome) -> String {
    if situation.rules().has_announceable_price(contract) {
        return text::outcome(outcome);
    }
    let tricks = match (outcome.tricks, situation.rules().target(contract, false)) {
        (Some(tricks), _) => tricks.to_string(),
        (None, Target::AtLeast(target)) if outcome.made => format!("{target}+"),
        _ => "✗".to_owned(),
    };
    // The blanks align the tricks with the ones that are followed by a sign.
    if outcome.tricks.is_some() { tricks + "  " } else { tricks }
}

fn leader_name(&(declarer, _, leader, _): &Cell) -> Option<&'static str> {
    leader.map(|leader| if leader == declarer { "the declarer" } else { text::seat(leader) })
}

fn legend(situation: &Situation, cells: &[Cell], all_passed: bool) -> String {
    let lead = match cells.first().and_then(leader_name) {
        Some(first) if cells.iter().all(|cell| leader_name(cell) == Some(first)) => {
            format!(", {first} leads")
        }
        _ => String::new(),
    };
    let playing = situation.active_seats().unwrap_or(Seats::ALL);
    let out = (Seats::ALL - playing).iter().filter(|_| !cells.is_empty());
    let out: String = out.map(|seat| format!(", {} has dropped out", text::seat(seat))).collect();
    let counted = cells.iter().any(|(.., outcome)| outcome.tricks.is_some());
    let mut meaning = if cells.is_empty() { Vec::new() } else { vec![text::legend(counted)] };
    let rules = situation.rules();
    let has_two_targets =
        |&(_, contract, ..): &Cell| rules.target(contract, true) != rules.target(contract, false);
    if cells.iter().any(has_two_targets) {
        let from_hand = situation.is_from_hand();
        meaning.push(if from_hand {
            "targets of games without the talon"
        } else {
            "targets of games with the talon"
        });
    }
    let unannounceable = text::unannounceable_note(rules, cells.iter().map(|&(_, contract, ..)| contract));
    meaning.extend(unannounceable.as_deref());
    meaning.extend(all_passed.then_some("allpass: each hand's own tricks after all have passed"));
    format!("{lead}{out}; {}", meaning.join("; "))
}
