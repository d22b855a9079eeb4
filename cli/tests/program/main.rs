//! The program driven as a process: what it prints, what it refuses, and how.

mod answers;
mod ask;
mod auction;
mod batch;
mod completion;
mod docs;
mod engine;
mod examples;
mod mistakes;
mod published;
mod review;
mod schema;
mod score;
mod serve;
mod streams;
mod tables;
mod totals;
mod width;

use std::process::Output;

use assert_cmd::Command;

/// The deal that most tests ask about.
const DEAL: &str = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98 .87..";

/// The program with these arguments, separated by blanks, and then deals.
fn pref(arguments: &str, deals: &[&str]) -> Command {
    let mut command = Command::cargo_bin("pref").expect("the program is built with its tests");
    command.args(arguments.split_whitespace()).args(deals).env_remove("NO_COLOR");
    // The tables of whoever runs the tests stay out of them, and so does the width of the terminal.
    command.env_remove("COLUMNS");
    command.env("PREF_TABLES", "no-such-folder");
    command
}

/// What is printed by a run that succeeds.
fn answer(arguments: &str, deals: &[&str]) -> String {
    text(&pref(arguments, deals).assert().success().get_output().clone())
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The option for the rules of a case: those of a preset, or of a file of this repository.
fn rules_option(rules: &str) -> String {
    match rules.ends_with(".toml") {
        true => format!("--rules-file {}/../{rules}", env!("CARGO_MANIFEST_DIR")),
        false => format!("--rules {rules}"),
    }
}

/// The rows of a file of cases, four columns each.
fn rows(cases: &'static str) -> impl Iterator<Item = [&'static str; 4]> {
    let lines = cases.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        columns.try_into().unwrap_or_else(|_| panic!("four columns: {line}"))
    })
}
