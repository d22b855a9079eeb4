//! `pref bench`: how fast, on deals whose values are known.
//!
//! Every answer is held against the fixture, so that no figure comes from a wrong
//! one. Times are of single solves on one thread; the scaling runs the same
//! solves on more and more threads.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use preference::analysis::talon;
use preference::{Batch, Contract, Play, Seat, Solver, Variant};
use preference_fixtures::{CONTRACTS, KnownDeal, deals, play};
use serde::Serialize;

use crate::args::{BenchArgs, Format};
use crate::failure::Failure;
use crate::output::{color_choice, text};

/// The rules whose values the fixtures hold.
const RULES: [&str; 3] = ["american", "russian", "austrian"];

/// How many deals the talon tables are made of: each holds 66 discards.
const TALONS: usize = 4;

/// How many deals the node signature is a total over, however many are timed.
const SIGNED: usize = 20;

#[derive(Serialize)]
struct Report {
    deals: usize,
    solves: Vec<Figures>,
    talon: Vec<Figures>,
    scaling: Vec<Scaling>,
    signature: u64,
}

/// The times of many answers of one kind, in milliseconds.
#[derive(Serialize)]
struct Figures {
    rules: &'static str,
    contract: String,
    count: usize,
    mean: f64,
    median: f64,
    p99: f64,
    worst: f64,
    nodes: u64,
}

#[derive(Serialize)]
struct Scaling {
    threads: usize,
    solves_per_second: f64,
}

pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let known = deals();
    let known = &known[..usize::from(args.deals).min(known.len())];
    let report = Report {
        deals: known.len(),
        solves: solves(known)?,
        talon: talons(&known[..TALONS.min(known.len())])?,
        scaling: scaling(known, args.threads)?,
        signature: signature()?,
    };
    match args.format {
        Format::Json => {
            println!("{}", serde_json::to_string(&report).context("the report has a JSON form")?);
        }
        Format::Text => {
            let mut out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.color));
            std::io::Write::write_all(&mut out, show(&report).as_bytes())?;
        }
    }
    Ok(())
}

/// One question to the solver and the tricks it must answer.
type Solve = (Play, u8);

/// The solves of these deals under some rules: each declarer in the contracts of
/// these places.
fn questions(known: &[KnownDeal], rules: &str, places: std::ops::Range<usize>) -> Vec<Solve> {
    let variant: Variant = rules.parse().expect("the fixtures name presets");
    let mut questions = Vec::new();
    for known in known {
        let (_, values) = known.values.iter().find(|(name, _)| name == rules).expect("values of these rules");
        for (declarer, values) in values.iter() {
            for place in places.clone() {
                let contract = CONTRACTS[place].parse().expect("the fixtures name contracts");
                questions.push((play(&known.deal, &variant, contract, declarer), values[place]));
            }
        }
    }
    questions
}

fn answer(solver: &mut Solver, (play, expected): &Solve) -> anyhow::Result<()> {
    let tricks = play.outcome(solver).tricks;
    ensure!(tricks == Some(*expected), "wrong answer {tricks:?} instead of {expected} for {play:?}");
    Ok(())
}

fn solves(known: &[KnownDeal]) -> anyhow::Result<Vec<Figures>> {
    let mut all = Vec::new();
    for rules in RULES {
        for (place, contract) in CONTRACTS.into_iter().enumerate() {
            let mut solver = Solver::new();
            let questions = questions(known, rules, place..place + 1);
            let times = questions.iter().map(|question| timed(|| answer(&mut solver, question)));
            let times = times.collect::<anyhow::Result<Vec<Duration>>>()?;
            all.push(Figures::new(rules, contract.to_owned(), times, solver.nodes()));
        }
    }
    Ok(all)
}

/// All discards under the five strains; laying the talon aside again must give the
/// values of the deal.
fn talons(known: &[KnownDeal]) -> anyhow::Result<Vec<Figures>> {
    let contracts: Vec<Contract> =
        CONTRACTS[..5].iter().map(|name| name.parse().expect("the fixtures name contracts")).collect();
    let mut all = Vec::new();
    for rules in RULES {
        let variant: Variant = rules.parse().expect("the fixtures name presets");
        let mut solver = Solver::new();
        let mut times = Vec::new();
        for known in known {
            let (_, values) =
                known.values.iter().find(|(name, _)| name == rules).context("values of these rules")?;
            let began = Instant::now();
            let discards = talon::discards(&mut solver, &known.deal, Seat::Forehand, |solver, deal| {
                let outcome = |&contract| play(deal, &variant, contract, Seat::Forehand).outcome(solver);
                anyhow::Ok(contracts.iter().map(outcome).collect())
            })?;
            times.push(began.elapsed());
            let back = discards.iter().find(|discard| discard.cards == known.deal.talon());
            let tricks = back
                .context("the talon can be laid aside")?
                .outcomes
                .iter()
                .filter_map(|outcome| outcome.tricks);
            ensure!(
                tricks.eq(values[Seat::Forehand][..5].iter().copied()),
                "wrong talon table for {}",
                known.deal
            );
        }
        all.push(Figures::new(rules, "66 discards x SHDCN".to_owned(), times, solver.nodes()));
    }
    Ok(all)
}

fn scaling(known: &[KnownDeal], threads: Option<usize>) -> anyhow::Result<Vec<Scaling>> {
    let most = match threads {
        Some(threads) => threads.max(1),
        None => Batch::new(0)?.threads(),
    };
    let questions: Vec<Solve> = RULES.iter().flat_map(|rules| questions(known, rules, 0..5)).collect();
    let mut all = Vec::new();
    for threads in (0..).map(|n| 1 << n).take_while(|&n| n < most).chain([most]) {
        let batch = Batch::new(threads)?;
        let solve = || batch.map(&questions, answer).into_iter().collect::<anyhow::Result<()>>();
        // The first round finds the values of small endings, whatever the threads.
        solve()?;
        batch.forget();
        let began = Instant::now();
        solve()?;
        let seconds = began.elapsed().as_secs_f64();
        all.push(Scaling { threads, solves_per_second: questions.len() as f64 / seconds });
    }
    Ok(all)
}

/// The nodes of all solves of the first deals, by one solver for each rules: the
/// same number as long as the search walks the same tree.
fn signature() -> anyhow::Result<u64> {
    let known = deals();
    let mut nodes = 0;
    for rules in RULES {
        let mut solver = Solver::new();
        questions(&known[..SIGNED], rules, 0..6)
            .iter()
            .try_for_each(|question| answer(&mut solver, question))?;
        nodes += solver.nodes();
    }
    Ok(nodes)
}

fn timed(work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<Duration> {
    let began = Instant::now();
    work()?;
    Ok(began.elapsed())
}

impl Figures {
    fn new(rules: &'static str, contract: String, mut times: Vec<Duration>, nodes: u64) -> Figures {
        times.sort_unstable();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let rank = |part: f64| milliseconds(times[((times.len() - 1) as f64 * part).round() as usize]);
        let count = times.len();
        Figures {
            rules,
            contract,
            count,
            mean: milliseconds(times.iter().sum()) / count as f64,
            median: rank(0.5),
            p99: rank(0.99),
            worst: rank(1.0),
            nodes: nodes / count as u64,
        }
    }

    fn row(&self) -> Vec<String> {
        let time = |milliseconds: f64| format!("{milliseconds:.3}");
        vec![
            self.rules.to_owned(),
            self.contract.clone(),
            self.count.to_string(),
            time(self.mean),
            time(self.median),
            time(self.p99),
            time(self.worst),
            self.nodes.to_string(),
        ]
    }
}

fn show(report: &Report) -> String {
    let header = ["rules", "contract", "count", "mean ms", "median", "p99", "worst", "nodes"];
    let header = header.map(str::to_owned).to_vec();
    let rows = report.solves.iter().chain(&report.talon).map(Figures::row).collect();
    let scaling = report.scaling.iter().map(|scaling| {
        let ideal = report.scaling[0].solves_per_second * scaling.threads as f64;
        let share = scaling.solves_per_second / ideal;
        vec![scaling.threads.to_string(), format!("{:.0}", scaling.solves_per_second), format!("{share:.2}")]
    });
    let threads = ["threads", "solves/s", "of linear"].map(str::to_owned).to_vec();
    format!(
        "{}\n{}\n{}\nNode signature: {}\n",
        text::heading(&format!("{} deals, every answer as in the fixtures", report.deals)),
        text::table(header, rows, 2),
        text::table(threads, scaling.collect(), 0),
        report.signature
    )
}
