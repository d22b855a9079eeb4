//! `pref completions`: the words that a shell offers.

use std::io::{self, Write};
use std::sync::LazyLock;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use preference::players::PlayerKind;
use preference::rules::Variant;

use super::schema;
use crate::args::batch_question_names;
use crate::failure::Failure;

pub(crate) fn run(shell: Shell, mut command: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    if shell == Shell::Zsh {
        command = command.mut_subcommand("batch", |batch| without_inputs(&batch));
    }
    // The commands of `batch` get their options only when the command is built.
    command.build();
    let mut command = with_words(command);
    clap_complete::generate(shell, &mut command, "pref", &mut script);
    if shell == Shell::Fish {
        script.extend(fish_positionals(&command, &[]).into_bytes());
    }
    Ok(io::stdout().write_all(&script)?)
}

/// `batch` takes either inputs or a command; the script for zsh would take the name of the command for an input, and
/// offer nothing after it.
fn without_inputs(batch: &Command) -> Command {
    Command::new("batch")
        .about(batch.get_about().cloned().unwrap_or_default())
        .args(batch.get_arguments().filter(|arg| !arg.is_positional()).cloned())
        .subcommands(batch.get_subcommands().cloned())
}

/// A command in which every argument, even of its subcommands, offers the words that it accepts. The command
/// serves only for completion, since the real parser also accepts other values, such as lists of these words.
fn with_words(command: Command) -> Command {
    command.mut_args(with_offered_words).mut_subcommands(with_words)
}

/// The lines of a fish script for the positional arguments of a command and of its subcommands, which clap_complete
/// leaves out. `path` has the names of the outer commands and of `command`.
fn fish_positionals(command: &Command, path: &[&str]) -> String {
    let subcommands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let condition = match *path {
        [] => "__fish_pref_needs_command".to_owned(),
        [name] if subcommands.is_empty() => format!("__fish_pref_using_subcommand {name}"),
        [name] => {
            let others = subcommands.join(" ");
            format!("__fish_pref_using_subcommand {name}; and not __fish_seen_subcommand_from {others}")
        }
        [name, subcommand] => {
            format!("__fish_pref_using_subcommand {name}; and __fish_seen_subcommand_from {subcommand}")
        }
        // The generated script has no deeper commands either.
        _ => return String::new(),
    };
    let mut lines = String::new();
    for arg in command.get_positionals() {
        let words: Vec<String> =
            arg.get_possible_values().iter().map(|word| word.get_name().to_owned()).collect();
        if !words.is_empty() {
            let no_files = if takes_files(arg) { "" } else { " -f" };
            lines += &format!("complete -c pref -n \"{condition}\"{no_files} -a \"{}\"\n", words.join(" "));
        }
    }
    for subcommand in command.get_subcommands() {
        lines += &fish_positionals(subcommand, &[path, &[subcommand.get_name()]].concat());
    }
    lines
}

fn takes_files(arg: &Arg) -> bool {
    let mut names = arg.get_value_names().into_iter().flatten();
    names.any(|name| name.split('|').any(|part| part == "FILE"))
}

fn with_offered_words(arg: Arg) -> Arg {
    match words(&arg) {
        words if words.is_empty() => arg,
        words => arg.value_parser(PossibleValuesParser::new(words)),
    }
}

/// Contracts in the notation of the command line.
const CONTRACTS: [&str; 13] =
    ["S", "H", "D", "C", "N", "misere", "slam", "run6", "uno", "open-misere", "open-slam", "allpass", "all"];

/// Names of single players, with which a list begins, and all lists of three players. The lists are whole words, since
/// a shell cannot complete a part of a word after a comma.
static PLAYER_LISTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = PlayerKind::ALL.map(PlayerKind::name);
    let longer = |lists: &[String]| -> Vec<String> {
        lists.iter().flat_map(|list| names.map(|name| format!("{list},{name}"))).collect()
    };
    let singles = names.map(str::to_owned).to_vec();
    let triples = longer(&longer(&singles));
    [singles, triples].concat()
});

/// The words that an argument accepts, if they are a closed list that its parser does not have; otherwise none.
fn words(arg: &Arg) -> Vec<&'static str> {
    if !arg.get_possible_values().is_empty() || !arg.get_action().takes_values() {
        return Vec::new();
    }
    let name = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    match (arg.get_id().as_str(), name) {
        ("rule_of_thumb", _) => vec!["partner", "last", "second", "all"],
        ("rules", _) => Variant::names(),
        ("contract", _) => CONTRACTS.to_vec(),
        ("player", _) => PlayerKind::ALL.map(PlayerKind::name).to_vec(),
        ("players", _) => PLAYER_LISTS.iter().map(String::as_str).collect(),
        (_, "ASK") => schema::names().collect(),
        (_, "COMMAND") => batch_question_names(),
        (_, "SEATS") => vec!["F", "M", "R"],
        (_, "CARDS" | "FILE") => Vec::new(),
        (_, list) => words_in_name(list),
    }
}

/// The words in the name of an argument's value such as `F|M|R|all`, without placeholders such as `FILE`.
fn words_in_name(list: &str) -> Vec<&'static str> {
    const WORDS: [&str; 11] = ["F", "M", "R", "D", "all", "declarer", "left", "right", "yes", "no", "none"];
    let is_there = |word: &&str| list.contains('|') && list.split('|').any(|part| part == *word);
    let numbers = ["4"].into_iter().filter(|four| list.starts_with(&format!("{four}|")));
    numbers.chain(WORDS.into_iter().filter(is_there)).collect()
}
