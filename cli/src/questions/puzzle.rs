//! `pref puzzle`: random deals in which exactly one first step wins, or the discards must be mixed.

use std::cmp::Reverse;

use preference::cards::{Card, Cards};
use preference::deal::CardStyle;
use preference::questions::catch::HiddenDiscard;
use preference::questions::puzzle::PuzzleQuestion;
use preference::questions::puzzle::catch_theme::{CatchPuzzle, CatchTheme};
use preference::questions::puzzle::{PuzzleAnswer, PuzzleKind};
use preference::situation::Situation;

use super::Own;
use super::asking::Skin;
use crate::args::examples;
use crate::output::text;
use crate::request::Request;

impl Skin<PuzzleQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::PUZZLE;

    fn note(request: &Request<PuzzleQuestion>, puzzles: &[PuzzleAnswer]) -> Option<String> {
        let (count, wanted, among) = (puzzles.len(), request.options.count, request.options.among);
        (count < wanted).then(|| {
            format!("{count} of {wanted} puzzles found among {among} deals; search more with --among")
        })
    }

    fn text(
        _: &Request<PuzzleQuestion>,
        (): &(),
        _: &Situation,
        puzzle: &PuzzleAnswer,
        style: CardStyle,
    ) -> String {
        puzzle_text(puzzle, style)
    }
}

fn puzzle_text(puzzle: &PuzzleAnswer, style: CardStyle) -> String {
    let rows = text::hands(&puzzle.deal, style).into_iter().map(Vec::from).collect();
    let contract = text::contract(puzzle.contract, style);
    let declarer = text::seat(puzzle.declarer);
    let leader = puzzle.leader.name();
    let question = match puzzle.kind {
        PuzzleKind::Lead | PuzzleKind::Defence if puzzle.taken.is_some() => ending_task(puzzle, style),
        PuzzleKind::Lead => {
            format!("{declarer} plays {contract} without the talon and leads: which card makes the contract?")
        }
        PuzzleKind::Discard => {
            format!("{declarer} takes the talon and plays {contract}: which two cards must be laid aside?")
        }
        PuzzleKind::Defence => {
            format!(
                "{declarer} plays {contract} without the talon, and {leader} leads: which card beats the contract?"
            )
        }
        PuzzleKind::Catch => {
            let task =
                puzzle.hidden.as_ref().map_or(String::new(), |hidden| catch_task(puzzle, hidden, style));
            format!("{declarer} plays {contract}; the talon was shown, the discard is hidden. {task}")
        }
    };
    let solution =
        puzzle.solution.iter().map(|&cards| cards_text(cards, style)).collect::<Vec<_>>().join(" = ");
    let depth = puzzle.depth.map_or(String::new(), |depth| format!("; depth {depth}"));
    let solution = match &puzzle.hidden {
        None => format!("Only {solution} wins{depth}"),
        Some(hidden) if hidden.theme == CatchTheme::Lead => {
            let groups = text::count(hidden.worlds.into(), "group");
            format!("Only {solution} catches it, whatever was laid aside ({groups} of discards)")
        }
        Some(hidden) => mix_solution(hidden, style),
    };
    format!(
        "{}\n{}{}\n{}\n{}\n",
        text::heading(&puzzle.deal.to_string()),
        text::table(Vec::new(), rows, 2),
        text::line(&question),
        text::line(&solution),
        text::remark(&puzzle.rules)
    )
}

fn ending_task(puzzle: &PuzzleAnswer, style: CardStyle) -> String {
    let (declarer, leader) = (text::seat(puzzle.declarer), puzzle.leader.name());
    let contract = text::contract(puzzle.contract, style);
    let taken = puzzle.taken.unwrap_or_default();
    let before = text::count(taken[puzzle.declarer].into(), "trick");
    let others: u8 = taken.0.iter().sum::<u8>() - taken[puzzle.declarer];
    let state = format!("{declarer} plays {contract} and has taken {before}, the defenders {others}");
    if puzzle.leader == puzzle.declarer {
        format!("{state}. {declarer} leads: which card makes the contract?")
    } else {
        format!("{state}; {leader} leads: which card beats the contract?")
    }
}

fn cards_text(cards: Cards, style: CardStyle) -> String {
    cards.iter().map(|card: Card| text::card(card, style)).collect::<Vec<_>>().join(" ")
}

fn catch_task(puzzle: &PuzzleAnswer, hidden: &CatchPuzzle, style: CardStyle) -> String {
    match (hidden.theme, &hidden.compared[..]) {
        (CatchTheme::Lead, _) => format!("{} leads: which card catches it?", text::seat(puzzle.leader)),
        (_, [heavy, light]) => {
            // The discards are named in the order of their cards, so that the question does not give the answer away.
            let mut cards = [heavy.discard, light.discard];
            cards.sort_by_key(|cards| Reverse(cards.bits()));
            let [one, other] = cards.map(|cards| cards_text(cards, style));
            format!("Which two cards are laid aside more often, {one} or {other}?")
        }
        _ => "Which discards must be mixed, and how often each?".to_owned(),
    }
}

/// If the puzzle compares two discards, their tricks with open cards follow.
fn mix_solution(hidden: &CatchPuzzle, style: CardStyle) -> String {
    let share = |discard: &HiddenDiscard| {
        format!("{} {:.0} %", cards_text(discard.discard, style), 100.0 * discard.weight)
    };
    let mix = hidden.mix.iter().map(share).collect::<Vec<_>>().join(", ");
    let chance = hidden.chance.exact.as_deref().unwrap_or_default();
    let mut solution = format!("{mix}: the chance is {chance}");
    if let [heavy, light] = &hidden.compared[..] {
        solution += &format!(
            "; {} is laid aside more often than {}, though with open cards it takes {} against {}",
            cards_text(heavy.discard, style),
            cards_text(light.discard, style),
            text::count(heavy.outcome.tricks.unwrap_or_default().into(), "trick"),
            light.outcome.tricks.unwrap_or_default()
        );
    }
    solution
}
