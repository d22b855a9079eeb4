//! The words of a command line of `batch`, sorted by whose they are.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Command, CommandFactory};

use crate::args::Cli;

/// The words of a command line in which the flags of the command that `--ask` names are marked as such:
/// `batch` itself does not know them.
pub(crate) fn words(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    if words.get(1).is_none_or(|word| word != "batch") {
        return words;
    }
    let cli = Cli::command();
    let (Some(own), Some(asked)) =
        (cli.find_subcommand("batch"), ask(&words).and_then(|name| cli.find_subcommand(name)))
    else {
        return words;
    };
    let rest = words.split_off(2);
    let mut rest = rest.into_iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            words.push(word);
            words.extend(rest);
            break;
        }
        let option = word.to_str().map(|text| (flag(own, text), flag(asked, text)));
        match option {
            Some((Some(own), _)) => {
                let takes_next = takes_next(own, &word);
                words.push(word);
                words.extend(takes_next.then(|| rest.next()).flatten());
            }
            Some((None, Some(flag))) => {
                let next = if takes_next(flag, &word) { rest.next() } else { None };
                words.extend([word].into_iter().chain(next).map(|word| {
                    let mut marked = OsString::from("--asked=");
                    marked.push(word);
                    marked
                }));
            }
            _ => words.push(word),
        }
    }
    words
}

/// The command that `--ask` names.
fn ask(words: &[OsString]) -> Option<&str> {
    let place = words.iter().position(|word| word.to_str().is_some_and(|word| word.starts_with("--ask")))?;
    match words[place].to_str()?.strip_prefix("--ask")? {
        "" => words.get(place + 1)?.to_str(),
        rest => rest.strip_prefix('='),
    }
}

/// The option of a command that a word names.
fn flag<'a>(command: &'a Command, word: &str) -> Option<&'a Arg> {
    let named = |arg: &&Arg| match word.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long.split('=').next().unwrap_or(long)),
        None => word.strip_prefix('-').is_some_and(|short| arg.get_short() == short.chars().next()),
    };
    command.get_arguments().filter(|arg| !arg.is_positional()).find(named)
}

/// Whether the value of an option is the next word.
fn takes_next(arg: &Arg, word: &OsStr) -> bool {
    let within = |text: &str| if text.starts_with("--") { text.contains('=') } else { text.len() > 2 };
    arg.get_action().takes_values() && !word.to_str().is_some_and(within)
}
