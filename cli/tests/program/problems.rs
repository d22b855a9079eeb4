//! Published problems (`fixtures/published.toml`): each is asked again, and docs/problems.md lists them all.
//!
//! `PREFERENCE_EFFORT=368` tries every layout of the hands with a worst layout (minutes), not one in 368.

use std::fmt::Write as _;

use preference::cards::Cards;
use preference::deal::Deal;
use preference::seat::{BySeat, Seat};
use preference_fixtures::effort;
use serde::Deserialize;
use serde_json::Value;

use crate::{answer, pref, text};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    source: Vec<Source>,
    problem: Vec<Problem>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    id: String,
    title: String,
    found: String,
    note: String,
}

#[derive(Clone, Copy, Deserialize, Default, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Side {
    #[default]
    Declarer,
    Defenders,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Problem {
    source: String,
    name: String,
    deal: String,
    contract: String,
    declarer: String,
    leader: Option<String>,
    #[serde(default)]
    side: Side,
    says: Option<usize>,
    at_least: Option<usize>,
    tricks: usize,
    differs: Option<String>,
    hidden: Option<String>,
    #[serde(default)]
    worst: bool,
    note: Option<String>,
}

impl Problem {
    fn arguments(&self, question: &str) -> String {
        let Problem { declarer, contract, .. } = self;
        let leader = self.leader.as_ref().map(|leader| format!(" --leader {leader}"));
        format!("{question} -d {declarer} -c {contract} --rules russian{}", leader.unwrap_or_default())
    }

    fn ask(&self, question: &str) -> Value {
        let arguments = self.arguments(question) + " --format json";
        serde_json::from_str(&answer(&arguments, &[&self.deal])).expect("an answer")
    }

    /// Converts the declarer's tricks into those of the side that the author counts.
    fn tricks_of_side(&self, declarer: usize) -> usize {
        let hand = self.deal.trim_start_matches("F:").split(' ').next().expect("a hand");
        let all = hand.chars().filter(|&character| character != '.').count();
        if self.side == Side::Defenders { all - declarer } else { declarer }
    }

    /// Whether our answer is the author's, if that one is known.
    fn agrees(&self) -> Option<bool> {
        let exactly = self.says.map(|says| says == self.tricks);
        exactly.or(self.at_least.map(|least| self.tricks >= least))
    }

    fn table_row(&self) -> String {
        let suits = [("S", "♠"), ("H", "♥"), ("D", "♦"), ("C", "♣"), ("N", "no trump"), ("misere", "misère")];
        let contract = suits.iter().fold(self.contract.clone(), |contract, (letter, sign)| {
            if contract == "misère" { contract } else { contract.replace(letter, sign) }
        });
        let side = if self.side == Side::Defenders { "defenders" } else { "declarer" };
        let says = match (self.says, self.at_least) {
            (Some(says), _) => says.to_string(),
            (None, Some(least)) => format!("{least} or more"),
            (None, None) => "not found".to_owned(),
        };
        let hidden = self.hidden.as_ref().map(|chance| format!("discard hidden: chance {chance}"));
        let differs = self.differs.as_ref().map(|why| format!("differs: {why}"));
        let notes: Vec<String> = [differs, hidden, self.note.clone()].into_iter().flatten().collect();
        let (declarer, leader) = (&self.declarer, self.leader.as_deref().unwrap_or("F"));
        let (name, tricks, notes) = (&self.name, self.tricks, notes.join("; "));
        format!("| {name} | {contract}, {declarer} | {leader} | {side} | {says} | {tricks} | {notes} |\n")
    }
}

fn published() -> Published {
    let problems = toml::from_str(include_str!("../../../fixtures/published.toml"));
    problems.unwrap_or_else(|error| panic!("fixtures/published.toml: {error}"))
}

#[test]
fn published_problems_have_their_answers() {
    let Published { source, problem: problems } = published();
    assert!(source.iter().all(|source| problems.iter().any(|problem| problem.source == source.id)));
    for problem in &problems {
        let name = format!("{}, {}", problem.source, problem.name);
        assert!(source.iter().any(|source| source.id == problem.source), "{name}");
        let solved = problem.ask("solve");
        let declarer = solved["results"][0]["tricks"].as_u64().expect("tricks") as usize;
        assert_eq!(problem.tricks_of_side(declarer), problem.tricks, "{name}");
        assert_eq!(problem.agrees() == Some(false), problem.differs.is_some(), "{name}: why it differs");
        if let Some(chance) = &problem.hidden {
            assert_eq!(problem.ask("catch --cards no")["chance"]["exact"], **chance, "{name}");
        }
    }
}

/// Lists every `every`-th layout of the cards that the declarer of a deal does not know.
fn layouts(deal: &Deal, every: usize) -> Vec<String> {
    let declarer = deal.hand(Seat::Forehand);
    let unknown = Cards::from_bits(!(declarer.bits() | deal.talon().bits()));
    assert_eq!(unknown.len(), 20);
    let middlehands = (0_u32..1 << 20).filter(|mask| mask.count_ones() == 10).step_by(every);
    let layout = |mask: u32| {
        let cards = unknown.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
        let middlehand = cards.fold(0, |bits, (_, card)| bits | Cards::from_card(card).bits());
        let hands = BySeat::from_fn(|seat| match seat {
            Seat::Forehand => declarer,
            Seat::Middlehand => Cards::from_bits(middlehand),
            Seat::Rearhand => Cards::from_bits(unknown.bits() & !middlehand),
        });
        Deal::new(hands, deal.talon()).expect("a deal").to_string()
    };
    middlehands.map(layout).collect()
}

#[test]
fn no_layout_is_worse_than_the_worst() {
    let problems = published().problem.into_iter().filter(|problem| problem.worst);
    for problem in problems {
        assert!(problem.declarer == "F" && problem.side == Side::Declarer, "{}", problem.name);
        let layouts = layouts(&problem.deal.parse().expect("a deal"), (368 / effort()).max(1));
        assert!(layouts.len() > 500);
        let mut command = pref(&(problem.arguments("solve") + " --format json"), &[]);
        let answers = text(command.write_stdin(layouts.join("\n")).assert().success().get_output());
        for line in answers.lines() {
            let answer: Value = serde_json::from_str(line).expect("an answer");
            let tricks = answer["results"][0]["tricks"].as_u64().expect("tricks") as usize;
            assert!(tricks >= problem.tricks, "{}: {}", problem.name, answer["deal"]);
        }
        assert_eq!(answers.lines().count(), layouts.len());
    }
}

/// The part of docs/problems.md that is written from the data.
fn lists() -> String {
    let Published { source, problem: problems } = published();
    let known = problems.iter().filter(|problem| problem.agrees().is_some()).count();
    let equal = problems.iter().filter(|problem| problem.agrees() == Some(true)).count();
    let mut page = format!(
        "Of {} problems {known} have an answer of their author, and {equal} of these answers are right.\n",
        problems.len()
    );
    for Source { id, title, found, note } in &source {
        write!(page, "\n## {title}\n\n{found}.\n{note}\n\n").expect("text");
        page += "| problem | contract, declarer | lead | tricks of | author | ours | notes |\n";
        page += "|---|---|---|---|---|---|---|\n";
        let own = || problems.iter().filter(|problem| problem.source == *id);
        own().for_each(|problem| page += &problem.table_row());
        page += "\n```sh\n";
        for problem in own() {
            writeln!(page, "# {}", problem.name).expect("text");
            writeln!(page, "pref {} \"{}\"", problem.arguments("solve"), problem.deal).expect("text");
            if problem.hidden.is_some() {
                let catch = problem.arguments("catch");
                writeln!(page, "pref {catch} --cards no \"{}\"", problem.deal).expect("text");
            }
        }
        page += "```\n";
    }
    page
}

#[test]
fn list_of_problems_in_docs_is_current() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/problems.md");
    let page = std::fs::read_to_string(file).expect("a page");
    let (begin, end) = ("<!-- problems -->\n\n", "\n<!-- end of problems -->");
    let (before, rest) = page.split_once(begin).expect("the begin of the lists");
    let (there, after) = rest.split_once(end).expect("the end of the lists");
    let lists = lists();
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(file, format!("{before}{begin}{lists}{end}{after}")).expect("the page is written");
    } else {
        assert_eq!(there, lists, "run again with UPDATE_EXAMPLES=1");
    }
}
