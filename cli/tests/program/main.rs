//! The program run as a process: its output, its errors and its exit codes.

mod answers;
mod ask;
mod auction;
mod batch;
mod bots;
mod completion;
mod docs;
mod engine;
mod examples;
mod matches;
mod mistakes;
mod numbers;
mod points;
mod ppn;
mod problems;
mod published;
mod review;
mod schema;
mod score;
mod serve;
mod statements;
mod streams;
mod tables;
mod totals;
mod width;

use std::process::Output;

use assert_cmd::Command;

/// Deal about which most tests ask.
const DEAL: &str = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98 .87..";

/// A command that runs the program with these arguments, separated by blanks, and then with these
/// deals.
fn pref(arguments: &str, deals: &[&str]) -> Command {
    let mut command = Command::cargo_bin("pref").expect("the program is built with its tests");
    command.args(arguments.split_whitespace()).args(deals).env_remove("NO_COLOR");
    // The user's endgame tables and the width of the terminal must not change a test.
    command.env_remove("COLUMNS");
    command.env("PREF_TABLES", "no-such-folder").env("PREF_TABLES_LIMIT", "0");
    command
}

/// Runs the program and returns its output. The run must succeed.
fn answer(arguments: &str, deals: &[&str]) -> String {
    text(&pref(arguments, deals).assert().success().get_output().clone())
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The option for the rules of a case: the name of a preset, or a file of this repository.
fn rules_option(rules: &str) -> String {
    match rules.ends_with(".toml") {
        true => format!("--rules-file {}/../{rules}", env!("CARGO_MANIFEST_DIR")),
        false => format!("--rules {rules}"),
    }
}

/// Iterates over the rows of a file of cases, each of which has four columns.
fn rows(cases: &'static str) -> impl Iterator<Item = [&'static str; 4]> {
    let lines = cases.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        columns.try_into().unwrap_or_else(|_| panic!("four columns: {line}"))
    })
}
