//! Failures that end the program, with their exit codes.

use std::fmt;
use std::io::{self, Write};

use clap::error::{ContextKind, ContextValue};
use preference::excerpt::excerpt;
use preference::rules::CallError;
use preference::situation::{ErrorCode, QuestionError};
use preference::worker_pool::ThreadsError;
use preference_jobs::JobError;

use crate::progress;

/// Reason why the program ends before its work is done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong arguments, or a wrong input such as a deal: exit code 2.
    Input(String),
    /// Some records of a batch have no answer: exit code 3.
    Unanswered(String),
    /// Any other error: exit code 1.
    Other(anyhow::Error),
    /// Ctrl-C: exit code 130, as usual in shells. The message says how to resume the run, if it can be resumed.
    Interrupted(String),
    /// The argument parser's message: wrong arguments with exit code 2, or help or the version with exit code 0.
    Arguments(clap::Error),
}

impl Failure {
    pub(crate) fn input(error: &anyhow::Error) -> Failure {
        Failure::Input(message_with_hint(error))
    }

    /// The failure of a wrong line in a file whose lines are written like command lines. The message is the
    /// parser's message without the usage.
    pub(crate) fn in_line(error: &clap::Error) -> Failure {
        let text = error.to_string();
        let paragraphs = text.split("\n\n").take_while(|part| !part.starts_with("Usage:"));
        let message: Vec<String> =
            paragraphs.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        Failure::Input(message.join("; ").replacen("error: ", "", 1))
    }

    pub(crate) fn report(self) -> u8 {
        match self {
            Failure::Input(message) => {
                print_message(message);
                2
            }
            Failure::Unanswered(message) => {
                print_message(message);
                3
            }
            Failure::Interrupted(message) => {
                print_message(message);
                130
            }
            Failure::Arguments(error) => match error.print() {
                Err(unwritten) if !error.use_stderr() => Failure::from(unwritten).report(),
                _ => error.exit_code().try_into().unwrap_or(1),
            },
            Failure::Other(error) if is_broken_pipe(&error) => 0,
            Failure::Other(error) => {
                print_message(message_with_hint(&error));
                1
            }
        }
    }
}

fn message_with_hint(error: &anyhow::Error) -> String {
    // A program built without a file format cannot read it: the message names the command that builds it with the
    // format.
    let is_missing = error.downcast_ref().is_some_and(|error: &JobError| error.missing_format().is_some());
    let hint = if is_missing { ": cargo install --path cli --features full" } else { "" };
    format!("{error:#}{hint}")
}

/// Writes a message to standard error, with the progress line hidden. If standard error cannot be written, only the
/// exit code shows the failure.
pub(crate) fn print_message(message: impl fmt::Display) {
    progress::with_hidden_line(|| {
        let _ = writeln!(anstream::stderr(), "pref: {message}");
    });
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of_job = || error.downcast_ref().and_then(JobError::io_error);
    let io_error = error.downcast_ref::<io::Error>().or_else(of_job);
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The message of an error, which begins with the name of the option that is wrong.
///
/// Deals and calls are arguments without a name.
pub(crate) fn message_with_option(error: &QuestionError) -> String {
    let Some(field) = error.field() else { return error.to_string() };
    // An object may have a field with any name, so the name is shortened and escaped.
    let option = excerpt(&field.name.replace('_', "-"));
    match (&*field.name, field.index) {
        ("deal", _) => error.to_string(),
        ("calls", Some(index)) => format!("call {}: {error}", index + 1),
        // If there is only one call, the error does not have its index.
        ("calls", None) if error.cause().is::<CallError>() => format!("call 1: {error}"),
        ("played" | "trick" | "discard" | "talon_order", Some(index)) => {
            format!("card {} of --{option}: {error}", index + 1)
        }
        ("log", Some(index)) => format!("record {}: {error}", index + 1),
        // An argument without dashes.
        ("log", None) => format!("{option}: {error}"),
        // A path such as record.deal leads into an argument, and an object may have keys that are not flags.
        (path, _) if path.contains('.') || error.code() == ErrorCode::UnknownField => {
            format!("{}: {error}", excerpt(&field.name))
        }
        _ => format!("--{option}: {error}"),
    }
}

impl From<QuestionError> for Failure {
    fn from(error: QuestionError) -> Failure {
        Failure::Input(message_with_option(&error))
    }
}

/// Keeps the parser's own message, but shortens a wrong word to an excerpt. If a deal is in place of the command, the
/// message gets a tip.
impl From<clap::Error> for Failure {
    fn from(mut error: clap::Error) -> Failure {
        for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand, ContextKind::InvalidValue] {
            let Some(ContextValue::String(word)) = error.get(kind) else { continue };
            let (word, shown) = (word.clone(), excerpt(word));
            if kind == ContextKind::InvalidSubcommand && word.contains(':') {
                let tip = format!("to solve a deal write: pref solve \"{shown}\"");
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            } else if shown != word {
                // The tip of the parser would repeat the whole word.
                error.remove(ContextKind::Suggested);
            }
            error.insert(kind, ContextValue::String(shown));
        }
        Failure::Arguments(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Other(error.into())
    }
}

impl From<ThreadsError> for Failure {
    fn from(error: ThreadsError) -> Failure {
        Failure::Other(error.into())
    }
}

impl From<JobError> for Failure {
    fn from(error: JobError) -> Failure {
        Failure::Other(error.into())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Other(error)
    }
}
