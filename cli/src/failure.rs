//! What ends the program early, and with which exit code.

use std::io;
use std::process::ExitCode;

/// Why the program stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Arguments or a deal are wrong: exit code 2.
    Input(String),
    /// Anything else: exit code 1.
    Other(anyhow::Error),
    /// Not a failure: help or the version was asked for.
    Help(clap::Error),
}

impl Failure {
    /// Tell the user and give the exit code. A reader who went away is no failure.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Input(message) => {
                anstream::eprintln!("pref: {message}");
                ExitCode::from(2)
            }
            Failure::Help(help) => match help.print() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => Failure::from(error).report(),
            },
            Failure::Other(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
            Failure::Other(error) => {
                anstream::eprintln!("pref: {error:#}");
                ExitCode::from(1)
            }
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Arguments that the parser refuses, its message in one line.
impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        if !error.use_stderr() {
            return Failure::Help(error);
        }
        let text = error.to_string();
        let lines = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
        // Tips on how to pass a flag as a value help nobody here.
        let lines = lines.filter(|line| !line.is_empty() && !line.contains("as a value, use"));
        let message = in_words(&lines.collect::<Vec<_>>().join(" "));
        Failure::Input(format!("{}; see --help", message.trim_start_matches("error: ")))
    }
}

/// A message on a number that is none or out of range, in words.
fn in_words(message: &str) -> String {
    const NO_NUMBER: [&str; 3] =
        ["invalid digit found in string", "number too large to fit in target type", "cannot parse integer"];
    // A range without an end ends where its type does.
    const NO_LIMIT: [u64; 2] = [u32::MAX as u64, u64::MAX];
    let Some((before, problem)) = message.rsplit_once(": ") else { return message.to_owned() };
    if NO_NUMBER.iter().any(|text| problem.starts_with(text)) {
        return format!("{before}: write a number");
    }
    let range = problem.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="));
    let Some((low, high)) = range else { return message.to_owned() };
    let limit = high.parse().is_ok_and(|high| !NO_LIMIT.contains(&high));
    if limit { format!("{before}: write {low} to {high}") } else { format!("{before}: write {low} or more") }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Other(error.into())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Other(error)
    }
}
