//! `pref puzzle`: random deals in which exactly one first step wins.

use preference::analysis::puzzle::{PuzzleAnswer, PuzzleKind};
use preference::analysis::questions::PuzzleQuestion;
use preference::cards::Card;
use preference::deal::{CardStyle, Layout};

use crate::args::RandomArgs;
use crate::failure::Failure;
use crate::output::{Look, text};
use crate::request::{Request, analyst, rules};

pub(crate) fn run(args: &RandomArgs<PuzzleQuestion>) -> Result<(), Failure> {
    let request = Request::new(&args.question, rules(&args.rules)?)?;
    let puzzles = analyst(&args.output)?.puzzle(&request.situation, &request.options)?;
    let look = Look::from(&args.output);
    look.print(&look.format_list(&puzzles, puzzle_texts))?;
    let (count, wanted) = (puzzles.len(), request.options.count);
    if count < wanted {
        let among = request.options.among;
        anstream::eprintln!(
            "pref: note: {count} of {wanted} puzzles found among {among} deals; search more with --among"
        );
    }
    Ok(())
}

/// Returns the puzzles as text, separated by blank lines.
fn puzzle_texts(puzzles: &[PuzzleAnswer], style: CardStyle) -> String {
    puzzles.iter().map(|puzzle| puzzle_text(puzzle, style)).collect::<Vec<_>>().join("\n")
}

fn puzzle_text(puzzle: &PuzzleAnswer, style: CardStyle) -> String {
    let rows = text::hands(&Layout::from(puzzle.deal), style).into_iter().map(Vec::from).collect();
    let contract = text::contract(puzzle.contract, style);
    let declarer = text::seat(puzzle.declarer);
    let leader = puzzle.leader.name();
    let question = match puzzle.kind {
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
    };
    let solution: Vec<String> = puzzle
        .solution
        .iter()
        .map(|&cards| cards.iter().map(|card: Card| text::card(card, style)).collect::<Vec<_>>().join(" "))
        .collect();
    format!(
        "{}\n{}{}\nOnly {} wins; depth {}\n{}\n",
        text::heading(&puzzle.deal.to_string()),
        text::table(Vec::new(), rows, 2),
        text::line(&question),
        solution.join(" = "),
        puzzle.depth,
        text::remark(&puzzle.rules)
    )
}
