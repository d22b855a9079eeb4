//! `pref completions`: the words that a shell offers.

use std::io::{self, Write};

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use preference::analysis::ask::ASKS;
use preference::rules::Variant;

use crate::args::Cli;
use crate::failure::Failure;

pub(crate) fn run(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = Cli::command();
    // The commands of `batch` get their options when they are built.
    command.build();
    clap_complete::generate(shell, &mut with_words(command), "pref", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// Returns a command whose arguments, and the arguments of its commands, offer the words that they take. It is for
/// completion only: the parser takes more, as lists of such words.
fn with_words(command: Command) -> Command {
    command.mut_args(with_offered_words).mut_subcommands(with_words)
}

/// Returns an argument that offers its words, if they are a closed list.
fn with_offered_words(arg: Arg) -> Arg {
    match words(&arg) {
        words if words.is_empty() => arg,
        words => arg.value_parser(PossibleValuesParser::new(words)),
    }
}

/// Contracts as they are written.
const CONTRACTS: [&str; 13] =
    ["S", "H", "D", "C", "N", "misere", "slam", "run6", "uno", "open-misere", "open-slam", "allpass", "all"];

/// Returns the words of an argument from a closed list that its parser does not know as one.
fn words(arg: &Arg) -> Vec<&'static str> {
    if !arg.get_possible_values().is_empty() || !arg.get_action().takes_values() {
        return Vec::new();
    }
    let name = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    match (arg.get_id().as_str(), name) {
        ("rule_of_thumb", _) => vec!["partner", "last", "second", "all"],
        ("rules", _) => Variant::names(),
        ("contract", _) => CONTRACTS.to_vec(),
        (_, "ASK" | "COMMAND") => ASKS.to_vec(),
        (_, "SEATS") => vec!["F", "M", "R"],
        (_, "CARDS" | "FILE") => Vec::new(),
        (_, list) => words_in_name(list),
    }
}

/// Returns the words of a name of values as `F|M|R|all`, without the names of variable parts.
fn words_in_name(list: &str) -> Vec<&'static str> {
    const WORDS: [&str; 11] = ["F", "M", "R", "D", "all", "declarer", "left", "right", "yes", "no", "none"];
    let is_there = |word: &&str| list.contains('|') && list.split('|').any(|part| part == *word);
    let numbers = ["4"].into_iter().filter(|four| list.starts_with(&format!("{four}|")));
    numbers.chain(WORDS.into_iter().filter(is_there)).collect()
}
