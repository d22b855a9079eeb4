//! A comparison of this solver with the bridge solver DDS:
//!
//! - `dds record` prints DDS's values of the fixture deals.
//! - `dds versus [DEALS] [SEED|fixtures] [TURN]` times both solvers on the same deals in one process, each on
//!   one thread, and compares their answers.
//! - `dds first [DEALS] [SEED]` times a first run, in which our solver has to build its endgame tables.

use std::time::{Duration, Instant};

use dds_bridge::{Solver as Dds, SolverConfig};
use preference::deal::{Deal, random};
use preference::rules::{Contract, Variant};
use preference::search::{Endgames, Solver, TableFolder};
use preference::seat::{Seat, Seats};
use preference_benches::{CONTRACTS, KnownDeal, dds, deals, endgames, load_tables_for, play};

const FILE_HEAD: &str = "\
# The american values of the suit games and of no trump for the deals of deals.txt,
# in its order, by the bridge solver DDS: for the declarers F M R the tricks in
# S H D C N, T for ten. Written with
#   cargo run --release -p preference-benches --features dds --bin dds -- record > fixtures/dds.txt
# (dds-bridge 0.21.0, dds-bridge-sys 3.4.0). The bridge deals: benches/src/dds.rs.
";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |n, default| parse_number(&arguments, n, default);
    let deals = number(1, 200).and_then(|count| read_deals(&arguments, count));
    match (arguments.first().map(String::as_str), deals, number(3, 1)) {
        (Some("record"), ..) => record(),
        (Some("versus"), Some(deals), Some(turn)) if turn > 0 => time_versus_dds(&deals, turn as usize),
        (Some("first"), Some(deals), _) => time_first_run(&deals),
        _ => {
            eprintln!(
                "usage: dds record > FILE, dds versus [DEALS] [SEED|fixtures] [TURN], or dds first [DEALS] [SEED]"
            );
            std::process::exit(2);
        }
    }
}

fn parse_number(arguments: &[String], n: usize, default: u64) -> Option<u64> {
    arguments.get(n).map_or(Some(default), |text| text.parse().ok())
}

fn read_deals(arguments: &[String], count: u64) -> Option<Vec<Deal>> {
    if arguments.get(2).is_some_and(|source| source == "fixtures") {
        return Some(deals().into_iter().take(count as usize).map(|deal| deal.deal).collect());
    }
    let random = &mut random::generator(parse_number(arguments, 2, 1)?);
    Some((0..count).map(|_| random::deal(random)).collect())
}

fn record() {
    print!("{FILE_HEAD}");
    let american: Variant = "american".parse().expect("a preset");
    let mut solver = Dds::new(SolverConfig::default());
    for KnownDeal { deal, .. } in deals() {
        let groups = Seat::ALL.map(|declarer| {
            let mut figures = String::new();
            for contract in &CONTRACTS[..5] {
                let contract: Contract = contract.parse().expect("a contract");
                let leader = american.leader(contract, declarer, Seats::ALL);
                match dds::tricks(&mut solver, &deal, contract.trump(), declarer, leader) {
                    10 => figures.push('T'),
                    tricks => figures += &tricks.to_string(),
                }
            }
            figures
        });
        println!("{}", groups.join(" "));
    }
}

/// Times DDS and our solver, under each of three rule sets, on every strain for every declarer.
///
/// DDS and our three solvers alternate: each solves `turn` deals before the next one solves the same deals, so that a
/// slow moment of the machine slows all of them. With a `turn` of 1 a solver finds the processor caches as the others
/// have left them; with a large one it runs as in a batch. DDS keeps its transposition table between solves, like our
/// solver. If `PREF_TABLES` names a folder, our solver uses its complete endgame tables; otherwise it computes the
/// values of small endings during the solves.
fn time_versus_dds(deals: &[Deal], turn: usize) {
    let mut theirs = Dds::new(SolverConfig::default());
    let mut by_dds = Vec::new();
    let rules = ["american", "russian", "austrian"];
    let endgames = endgames();
    let mut ours = rules.map(|name| {
        let rules: Variant = name.parse().expect("a preset");
        println!("{name}: complete tables of endings: {}", load_tables_for(&endgames, &rules).join(", "));
        (rules, Solver::with_endgames(endgames.clone()), Vec::new())
    });
    for deals in deals.chunks(turn) {
        for (deal, contract, declarer) in games(deals) {
            let (trump, leader) = (contract.trump(), ours[0].0.leader(contract, declarer, Seats::ALL));
            by_dds.push(time_solve(|| dds::tricks(&mut theirs, deal, trump, declarer, leader)));
        }
        for (rules, solver, times) in &mut ours {
            for (deal, contract, declarer) in games(deals) {
                let solve = || play(deal, rules, contract, declarer).outcome(solver).tricks.expect("counted");
                times.push(time_solve(solve));
            }
        }
    }
    let answers = |times: &[(u8, Duration)]| -> Vec<u8> { times.iter().map(|&(tricks, _)| tricks).collect() };
    for (n, deal) in deals.iter().enumerate() {
        let [us, them] = [&ours[0].2, &by_dds].map(|times| answers(&times[15 * n..][..15]));
        assert_eq!(us, them, "the answers for {deal} differ from those of DDS");
    }
    let them = Times::from_solves(&by_dds);
    let count = deals.len();
    println!("{count} deals, 5 strains x 3 declarers, in turns of {turn}; DDS {them}");
    for (name, (_, _, by_us)) in rules.iter().zip(&ours) {
        let us = Times::from_solves(by_us);
        let worst = seconds_per_deal(by_us)
            .iter()
            .zip(seconds_per_deal(&by_dds))
            .map(|(us, them)| us / them)
            .fold(0.0, f64::max);
        println!(
            "{name:9} {us}; DDS / ours: means {:.1}, medians {:.1}; worst deal ours / DDS {worst:.2}",
            them.mean / us.mean,
            them.median / us.median
        );
    }
}

fn seconds_per_deal(times: &[(u8, Duration)]) -> Vec<f64> {
    times.chunks(15).map(|times| times.iter().map(|(_, time)| time.as_secs_f64()).sum()).collect()
}

/// Times every strain for every declarer with our solver, which begins with an empty folder of endgame tables, and with
/// DDS. The times are processor time, ours of all threads with the building of tables. Only Linux reports them.
fn time_first_run(deals: &[Deal]) {
    const DEALS_PER_TURN: usize = 50;
    for name in ["american", "russian", "austrian"] {
        let rules: Variant = name.parse().expect("a preset");
        let mut theirs = Dds::new(SolverConfig::default());
        let folder = std::env::temp_dir().join(format!("preference-first-{name}-{}", std::process::id()));
        let endgames =
            Endgames::in_folder(TableFolder::new(&folder), |table, error| panic!("{table} {error}"));
        endgames.build_when_worthwhile(1_000_000_000, |table| println!("  {table} is stored"));
        let mut ours = Solver::with_endgames(endgames.clone());
        let began = processor_seconds("self");
        let mut them = 0.0;
        for deals in deals.chunks(DEALS_PER_TURN) {
            for (deal, contract, declarer) in games(deals) {
                play(deal, &rules, contract, declarer).outcome(&mut ours);
            }
            let before = processor_seconds("thread-self");
            for (deal, contract, declarer) in games(deals) {
                let leader = rules.leader(contract, declarer, Seats::ALL);
                dds::tricks(&mut theirs, deal, contract.trump(), declarer, leader);
            }
            them += processor_seconds("thread-self") - before;
        }
        endgames.stop();
        let us = processor_seconds("self") - began - them;
        println!("{name:9} {} deals: {us:.2} s, DDS {them:.2} s; DDS / ours {:.1}", deals.len(), them / us);
        let _ = std::fs::remove_dir_all(&folder);
    }
}

fn processor_seconds(owner: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{owner}/stat")).expect("/proc of Linux");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |n: usize| fields[n].parse::<f64>().expect("a number");
    // Time in user mode plus time in the system, in hundredths of a second.
    (ticks(11) + ticks(12)) / 100.0
}

fn games(deals: &[Deal]) -> impl Iterator<Item = (&Deal, Contract, Seat)> {
    let contracts = || CONTRACTS[..5].iter().map(|contract| contract.parse().expect("a contract"));
    deals.iter().flat_map(move |deal| {
        Seat::ALL
            .into_iter()
            .flat_map(move |declarer| contracts().map(move |contract| (deal, contract, declarer)))
    })
}

fn time_solve(solve: impl FnOnce() -> u8) -> (u8, Duration) {
    let began = Instant::now();
    let tricks = solve();
    (tricks, began.elapsed())
}

/// Statistics of the times of single solves, in milliseconds.
struct Times {
    mean: f64,
    median: f64,
    worst: f64,
}

impl Times {
    fn from_solves(solves: &[(u8, Duration)]) -> Times {
        let mut times: Vec<f64> = solves.iter().map(|(_, time)| time.as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        Times { mean, median: times[times.len() / 2], worst: times[times.len() - 1] }
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mean {:.4} ms, median {:.4}, worst {:.3}", self.mean, self.median, self.worst)
    }
}
