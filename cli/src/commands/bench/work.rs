//! What is measured: kinds of answers, each checked against the fixtures.

use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use preference::analysis::game::settled;
use preference::analysis::{cards, line, talon};
use preference::{
    BySeat, Contract, EndgameTable, Endgames, Hand, Model, Outcome, Play, RulesOfThumb, Seat, Solver, Variant,
};
use preference_fixtures::{CONTRACTS, KnownDeal, play};
use serde::Serialize;

use super::questions;

/// The rules whose values the fixtures hold.
pub(super) const RULES: [&str; 3] = ["american", "russian", "austrian"];

/// The places of the suit games, of all that count tricks, and of misère in the
/// fixtures.
const SUITS: Range<usize> = 0..4;
pub(super) const TRICKS: Range<usize> = 0..5;
const MISERE: Range<usize> = 5..6;

/// A kind of answer, and what its mean should come to in milliseconds for each of the
/// [`RULES`], with tables of endings at hand on the machine that the goals are from.
pub(super) struct Kind {
    name: &'static str,
    goals: [Option<f64>; 3],
    /// What a deal is asked; every answer is timed by itself.
    ask: fn(&mut Solver, &Known) -> anyhow::Result<Vec<Duration>>,
    /// How many deals at most; the dear kinds take fewer.
    deals: usize,
    /// The goals are of the median.
    median: bool,
}

pub(super) static KINDS: [Kind; 17] = [
    Kind {
        name: "suit game",
        goals: [Some(0.03), Some(0.025), Some(0.02)],
        ask: |solver, known| each(solver, known, SUITS),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "no trump",
        goals: [Some(0.03), Some(0.025), Some(0.02)],
        ask: |solver, known| each(solver, known, 4..5),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "misere, fewest",
        goals: [Some(0.1); 3],
        ask: |solver, known| each(solver, known, MISERE),
        deals: 1000,
        median: false,
    },
    Kind { name: "misere, made", goals: [Some(0.005); 3], ask: misere_made, deals: 1000, median: false },
    Kind {
        name: "all 15 games",
        goals: [None, None, Some(0.36)],
        ask: all_games,
        deals: 1000,
        median: false,
    },
    Kind {
        name: "talon, 66 x 5",
        goals: [Some(3.0), Some(2.5), Some(1.5)],
        ask: |solver, known| talon_table(solver, known, TRICKS, false),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "talon, made",
        goals: [Some(1.0); 3],
        ask: |solver, known| talon_table(solver, known, TRICKS, true),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "talon, misere",
        goals: [None; 3],
        ask: |solver, known| talon_table(solver, known, MISERE, false),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "talon, misere made",
        goals: [None; 3],
        ask: |solver, known| talon_table(solver, known, MISERE, true),
        deals: 1000,
        median: false,
    },
    Kind { name: "each card", goals: [Some(0.3); 3], ask: each_card, deals: 100, median: false },
    Kind { name: "a best line", goals: [Some(1.0); 3], ask: best_line, deals: 100, median: false },
    Kind {
        name: "selfish play",
        goals: [Some(50.0), None, Some(6.0)],
        ask: selfish_play,
        deals: 50,
        median: true,
    },
    // A second of two cores is two of one.
    Kind {
        name: "layout, 5 made",
        goals: [Some(2000.0 / 1500.0); 3],
        ask: |solver, known| questions::layout(solver, known, false),
        deals: 100,
        median: false,
    },
    Kind {
        name: "layout, 5 tricks",
        goals: [Some(2000.0 / 500.0); 3],
        ask: |solver, known| questions::layout(solver, known, true),
        deals: 100,
        median: false,
    },
    Kind {
        name: "par, tricks",
        goals: [Some(20.0); 3],
        ask: |solver, known| questions::par_of(solver, known, Model::Tricks),
        deals: 20,
        median: false,
    },
    Kind {
        name: "par, selfish",
        goals: [Some(1000.0); 3],
        ask: |solver, known| questions::par_of(solver, known, Model::Selfish),
        deals: 6,
        median: false,
    },
    Kind {
        name: "usurp, illustrated",
        goals: [Some(1000.0); 3],
        ask: questions::usurped,
        deals: 10,
        median: true,
    },
];

/// A deal with its values under some rules.
pub(super) struct Known<'a> {
    pub(super) deal: &'a KnownDeal,
    pub(super) variant: &'a Variant,
    pub(super) values: &'a BySeat<[u8; 6]>,
}

impl Known<'_> {
    fn play(&self, place: usize, declarer: Seat) -> Play {
        play(&self.deal.deal, self.variant, contract(place), declarer)
    }
}

/// The contract at a place of the fixtures.
pub(super) fn contract(place: usize) -> Contract {
    CONTRACTS[place].parse().expect("the fixtures name contracts")
}

/// One question to the solver and the tricks it must answer.
pub(super) type Solve = (Play, u8);

/// Have the tables of endings at hand that the rules measured use; returns them, or none if
/// not all are there.
pub(super) fn load_tables(endgames: &Endgames) -> Vec<EndgameTable> {
    let rules = RULES.map(|rules| rules.parse::<Variant>().expect("the fixtures name presets").play_rules());
    let loaded = rules.map(|play_rules| endgames.load_all(play_rules));
    let complete = (loaded.iter().zip(rules))
        .all(|(loaded, play_rules)| loaded.len() == EndgameTable::all(play_rules, false).len());
    if complete { loaded.concat() } else { Vec::new() }
}

/// The solves of these deals under some rules: each declarer in the contracts of
/// these places.
pub(super) fn solves(known: &[KnownDeal], rules: &str, places: Range<usize>) -> Vec<Solve> {
    let mut solves = Vec::new();
    on(known, rules, |known| {
        for (declarer, values) in known.values.iter() {
            solves.extend(places.clone().map(|place| (known.play(place, declarer), values[place])));
        }
        Ok(())
    })
    .expect("nothing is refused");
    solves
}

fn on(
    known: &[KnownDeal],
    rules: &str,
    mut of: impl FnMut(&Known) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let variant: Variant = rules.parse().expect("the fixtures name presets");
    known.iter().try_for_each(|deal| {
        let (_, values) = deal.values.iter().find(|(name, _)| name == rules).expect("values of these rules");
        of(&Known { deal, variant: &variant, values })
    })
}

/// The nodes of all solves of these deals, by one solver for each rules, without tables:
/// the same number as long as the search walks the same tree.
pub(super) fn signature(known: &[KnownDeal]) -> anyhow::Result<u64> {
    let mut nodes = 0;
    for rules in RULES {
        let mut solver = Solver::new();
        for (play, expected) in solves(known, rules, 0..6) {
            check(play.outcome(&mut solver).tricks, expected, &play)?;
        }
        nodes += solver.nodes();
    }
    Ok(nodes)
}

pub(super) fn check(tricks: Option<u8>, expected: u8, play: &Play) -> anyhow::Result<()> {
    ensure!(tricks == Some(expected), "wrong answer {tricks:?} instead of {expected} for {play:?}");
    Ok(())
}

pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let answer = work();
    (answer, began.elapsed())
}

/// Every declarer in each of these contracts.
fn each(solver: &mut Solver, known: &Known, places: Range<usize>) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for (declarer, values) in known.values.iter() {
        for place in places.clone() {
            let play = known.play(place, declarer);
            let (outcome, time) = timed(|| play.outcome(solver));
            check(outcome.tricks, values[place], &play)?;
            times.push(time);
        }
    }
    Ok(times)
}

fn misere_made(solver: &mut Solver, known: &Known) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for (declarer, values) in known.values.iter() {
        let play = known.play(MISERE.start, declarer);
        let (made, time) = timed(|| play.made(solver));
        ensure!(made == (values[MISERE.start] == 0), "wrong answer {made} for {play:?}");
        times.push(time);
    }
    Ok(times)
}

/// Five strains and three declarers, timed as one answer.
fn all_games(solver: &mut Solver, known: &Known) -> anyhow::Result<Vec<Duration>> {
    Ok(vec![each(solver, known, TRICKS)?.iter().sum()])
}

/// Of about one deal in so many a whole table of discards is held against a new solver's.
const WHOLE_TABLES: u32 = 16;

/// All discards in some contracts; laying the talon aside again must give the values of
/// the deal.
fn talon_table(
    solver: &mut Solver,
    known: &Known,
    places: Range<usize>,
    made: bool,
) -> anyhow::Result<Vec<Duration>> {
    let declarer = Seat::Forehand;
    let deal = &known.deal.deal;
    let table = |solver: &mut Solver, made: bool| {
        talon::discards(solver, deal, declarer, |solver, deal| {
            let outcome = |place| {
                let play = play(deal, known.variant, contract(place), declarer);
                if made { Outcome { tricks: None, made: play.made(solver) } } else { play.outcome(solver) }
            };
            anyhow::Ok(places.clone().map(outcome).collect::<Vec<Outcome>>())
        })
    };
    let (discards, time) = timed(|| table(solver, made));
    let discards = discards?;
    if deal.talon().bits().is_multiple_of(WHOLE_TABLES) {
        for (discard, known) in discards.iter().zip(table(&mut Solver::new(), false)?) {
            let same = discard.outcomes.iter().zip(&known.outcomes).all(|(outcome, known)| {
                outcome.made == known.made && (made || outcome.tricks == known.tricks)
            });
            ensure!(same, "{} of {deal} is not as without tables of endings", discard.cards);
        }
    }
    let back = discards.iter().find(|discard| discard.cards == deal.talon());
    let back = back.context("the talon can be laid aside")?;
    for (place, outcome) in places.zip(&back.outcomes) {
        let expected = known.values[declarer][place];
        let is_made = if place == MISERE.start { expected == 0 } else { expected >= 6 };
        ensure!(
            outcome.made == is_made && (made || outcome.tricks == Some(expected)),
            "wrong talon table for {deal}"
        );
    }
    Ok(vec![time])
}

/// Every first lead of a suit game: the best of them is what the game comes to.
fn each_card(solver: &mut Solver, known: &Known) -> anyhow::Result<Vec<Duration>> {
    let play = known.play(0, Seat::Forehand);
    let (outcomes, time) = timed(|| cards::outcomes(solver, &play));
    let tricks = outcomes.iter().map(|(_, outcome)| outcome.tricks);
    let best = if play.position().to_move() == play.declarer() { tricks.max() } else { tricks.min() };
    check(best.flatten(), known.values[Seat::Forehand][0], &play)?;
    Ok(vec![time])
}

/// A best line of a suit game; played out it gives what the game comes to.
fn best_line(solver: &mut Solver, known: &Known) -> anyhow::Result<Vec<Duration>> {
    let mut play = known.play(0, Seat::Forehand);
    let ((_, line), time) = timed(|| line::best(solver, &play));
    line.into_iter().try_for_each(|card| play.play(card)).context("a card of the line is not legal")?;
    check(Some(play.taken()[Seat::Forehand]), known.values[Seat::Forehand][0], &play)?;
    Ok(vec![time])
}

/// A suit game in which each seat plays for its own gain. Nobody gets less than he is sure
/// of, and a declarer gains the more the more tricks he has.
fn selfish_play(solver: &mut Solver, known: &Known) -> anyhow::Result<Vec<Duration>> {
    let declarer = Seat::Forehand;
    let play = known.play(0, declarer);
    let hand = Hand::of(play.contract(), declarer);
    let (settled, time) = timed(|| {
        let (none, model) = (BySeat::default(), Model::Selfish);
        settled::play(solver, known.variant, play.position(), none, &hand, model, RulesOfThumb::default())
    });
    let settled = settled?;
    let tricks = settled.tricks.context("a suit game is told by its tricks")?;
    ensure!(settled.gains == known.variant.settle(&hand, &tricks.into())?);
    ensure!(tricks[declarer] >= known.values[declarer][0], "wrong answer {tricks:?} for {play:?}");
    Ok(vec![time])
}

/// The times of many answers of one kind, in milliseconds.
#[derive(Serialize)]
pub(super) struct Figures {
    rules: &'static str,
    answer: &'static str,
    count: usize,
    mean: f64,
    median: f64,
    p99: f64,
    worst: f64,
    /// Starts of tricks visited an answer.
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<f64>,
    /// What the goal is of: the mean, or the median.
    #[serde(skip)]
    median_counts: bool,
}

impl Kind {
    /// Ask these deals under some rules; `None` if the question is none there.
    pub(super) fn measure(
        &self,
        rules: &'static str,
        known: &[KnownDeal],
        solver: &mut Solver,
    ) -> anyhow::Result<Option<Figures>> {
        let mut times = Vec::new();
        on(&known[..self.deals.min(known.len())], rules, |known| {
            // Nothing is left of the deal before but values of small endings.
            solver.forget();
            times.extend((self.ask)(solver, known)?);
            Ok(())
        })?;
        if times.is_empty() {
            return Ok(None);
        }
        times.sort_unstable();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let rank = |part: f64| milliseconds(times[((times.len() - 1) as f64 * part).round() as usize]);
        let count = times.len();
        let goal = RULES.iter().position(|&name| name == rules).and_then(|n| self.goals[n]);
        Ok(Some(Figures {
            rules,
            answer: self.name,
            count,
            mean: milliseconds(times.iter().sum()) / count as f64,
            median: rank(0.5),
            p99: rank(0.99),
            worst: rank(1.0),
            nodes: solver.nodes() / count as u64,
            goal,
            median_counts: self.median,
        }))
    }
}

impl Figures {
    pub(super) fn row(&self) -> Vec<String> {
        let time = |milliseconds: f64| format!("{milliseconds:.3}");
        vec![
            self.rules.to_owned(),
            self.answer.to_owned(),
            self.count.to_string(),
            time(self.mean),
            time(self.median),
            time(self.p99),
            time(self.worst),
            self.nodes.to_string(),
            self.goal.map_or(String::new(), time),
            self.goal.map_or(String::new(), |goal| {
                let found = if self.median_counts { self.median } else { self.mean };
                format!("{:.1}", found / goal)
            }),
        ]
    }
}
