//! `pref bench`: the speed of the solver on deals with known values.
//! Every answer is compared with the known one. The times are of single answers on one thread. The scaling is measured
//! by repeating one set of solves with more and more threads.

use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use preference::Analyst;
use preference::search::Endgames;
use preference_benches::{
    AnswerTimes, KINDS, KnownDeal, RULES, Scaling, deals, load_tables, scaling, signature, timed,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output::{DisplayStyle, text};
use crate::tables;

/// Number of deals in the measurement of scaling, as a multiple of the number in the measurement of single answers. The
/// measurement of scaling must be long, since every thread begins with cold caches, which costs some milliseconds.
const SCALING_DEALS_FACTOR: usize = 6;

/// Number of deals whose nodes the node signature counts, independent of the number of timed deals.
const SIGNATURE_DEALS: usize = 20;

/// Measurements of a run.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "BenchReport")]
pub(crate) struct Report {
    /// Number of deals; slow kinds of answers are measured on fewer.
    deals: usize,
    /// Whether endgame tables were used.
    tables: bool,
    /// Names of the large tables that were used.
    large_tables: Vec<String>,
    /// Times of each kind of answer under each rule set.
    #[schemars(length(min = 1))]
    answers: Vec<AnswerTimes>,
    /// Speed with more and more threads.
    scaling: Vec<Scaling>,
    /// Time that a new process takes from its start to its end for one answer, in milliseconds; the median of several
    /// processes.
    first_answer: f64,
    /// Peak memory of the process with mapped tables, in kilobytes, on systems that report it.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_memory: Option<u64>,
    /// Memory of the process at the end without mapped tables, in kilobytes, on systems that report it.
    #[serde(skip_serializing_if = "Option::is_none")]
    own_memory: Option<u64>,
    /// Node signature: number of positions at the start of a trick that were visited in a fixed set of solves.
    signature: u64,
}

pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let all_deals = deals();
    let deals = &all_deals[..usize::from(args.deals).min(all_deals.len())];
    let endgames = tables::load_endgames(args.no_tables);
    // No tables are used unless every rule set has all its tables, since otherwise the times of the rule sets could not
    // be compared.
    let loaded = load_tables(&endgames);
    let endgames = if loaded.is_empty() { Endgames::new() } else { endgames };
    let mut answers = Vec::new();
    for kind in &KINDS {
        for rules in RULES {
            answers.extend(kind.measure(rules, deals, &mut Analyst::with_endgames(&endgames))?);
        }
    }
    let scaled = (SCALING_DEALS_FACTOR * deals.len()).min(all_deals.len());
    let report = Report {
        deals: deals.len(),
        tables: !loaded.is_empty(),
        large_tables: loaded.iter().filter(|table| table.is_large()).map(ToString::to_string).collect(),
        answers,
        scaling: scaling(&all_deals[..scaled], args.threads, &endgames)?,
        first_answer: first_answer(&deals[0])?,
        peak_memory: memory("VmHWM:"),
        own_memory: memory("RssAnon:"),
        signature: signature(&all_deals[..SIGNATURE_DEALS])?,
    };
    let display = DisplayStyle::from(args.display);
    display.print(&display.format(&report, |report, _| report_text(report)))?;
    Ok(())
}

/// A figure about the memory of this process in kilobytes, on systems that report it: for `VmHWM:` the peak,
/// for `RssAnon:` the memory without mapped files.
fn memory(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Measures the time that a new process takes from its start to its end for one answer. Returns the median of several
/// processes, in milliseconds.
fn first_answer(deal: &KnownDeal) -> anyhow::Result<f64> {
    let (rules, values) = deal.values.first().context("values")?;
    let expected = values[preference::seat::Seat::Forehand][0];
    let mut times = Vec::new();
    for _ in 0..11 {
        let mut pref = Command::new(std::env::current_exe()?);
        pref.args(["solve", "--format", "json", "--contract", "S", "--declarer", "F", "--rules"]);
        pref.arg(rules).arg(deal.deal.to_string()).stdin(Stdio::null());
        let (output, time) = timed(|| pref.output());
        let answer: Value = serde_json::from_slice(&output?.stdout).context("an answer")?;
        ensure!(answer["results"][0]["tricks"] == expected, "wrong answer {answer}");
        times.push(time.as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn report_text(report: &Report) -> String {
    let header =
        ["rules", "answer", "count", "mean ms", "median", "p99", "worst", "nodes", "goal ms", "mean / goal"];
    let threads = ["threads", "solves/s", "of linear"];
    let strings = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let tables = match (report.tables, report.large_tables.len()) {
        (false, _) => "without endgame tables".to_owned(),
        (true, 0) => "with endgame tables".to_owned(),
        (true, large) => format!("with endgame tables, {large} of them large"),
    };
    let megabytes = |kilobytes| kilobytes as f64 / 1e3;
    let peak = report.peak_memory.map_or(String::new(), |kilobytes| {
        format!("Peak memory: {:.0} MB, mapped tables included\n", megabytes(kilobytes))
    });
    let own_memory = report.own_memory.map_or(String::new(), |kilobytes| {
        let goal = 64 + 8 * report.scaling.iter().map(|scaling| scaling.threads).max().unwrap_or(1);
        format!("Private memory at the end: {:.0} MB (goal {goal})\n", megabytes(kilobytes))
    });
    let start = format!("First answer of a new process: {:.0} ms (goal 50)\n", report.first_answer);
    format!(
        "{}\n{}\n{}\n{start}{peak}{own_memory}Node signature: {}\n",
        text::heading(&format!("{} deals, every answer as in the fixtures, {tables}", report.deals)),
        text::table(strings(&header), report.answers.iter().map(time_cells).collect(), 2),
        text::table(strings(&threads), report.scaling.iter().map(scaling_cells).collect(), 0),
        report.signature
    )
}

fn time_cells(times: &AnswerTimes) -> Vec<String> {
    let time = |milliseconds: f64| format!("{milliseconds:.3}");
    vec![
        times.rules.to_owned(),
        times.answer.to_owned(),
        times.count.to_string(),
        time(times.mean),
        time(times.median),
        time(times.p99),
        time(times.worst),
        times.nodes.to_string(),
        times.goal.map_or(String::new(), time),
        times.goal.map_or(String::new(), |goal| {
            let time = if times.median_counts { times.median } else { times.mean };
            format!("{:.1}", time / goal)
        }),
    ]
}

fn scaling_cells(Scaling { threads, solves_per_second, of_linear }: &Scaling) -> Vec<String> {
    vec![threads.to_string(), format!("{solves_per_second:.0}"), format!("{of_linear:.2}")]
}
