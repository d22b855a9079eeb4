//! The program driven as a process: what it prints, what it refuses, and how.

mod answers;
mod mistakes;
mod score;
mod streams;
mod tables;

use std::process::Output;

use assert_cmd::Command;

/// The deal that most tests ask about.
const DEAL: &str = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98 .87..";

/// The program with these arguments, separated by blanks, and then deals.
fn pref(arguments: &str, deals: &[&str]) -> Command {
    let mut command = Command::cargo_bin("pref").expect("the program is built with its tests");
    command.args(arguments.split_whitespace()).args(deals).env_remove("NO_COLOR");
    // The tables of whoever runs the tests stay out of them.
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
