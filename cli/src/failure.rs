//! Failures that end the program, with their exit codes.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::num::ParseIntError;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use preference::batch::ThreadsError;
use preference::excerpt::excerpt;
use preference::rules::CallError;
use preference::situation::QuestionError;
use preference_jobs::MissingFormat;

use crate::progress;

/// Reason why the program ends before its work is done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong arguments, or a wrong deal: exit code 2.
    Input(String),
    /// Some records of a batch have no answer: exit code 3.
    Unanswered(String),
    /// Any other error: exit code 1.
    Other(anyhow::Error),
    /// Ctrl-C: exit code 130, as usual in shells. The text says how to resume.
    Interrupted(String),
    /// Output of help or of the version, which is not a failure.
    Help(clap::Error),
}

impl Failure {
    /// Returns the failure that the arguments are wrong, for the reason in an error.
    pub(crate) fn input(error: &anyhow::Error) -> Failure {
        Failure::Input(message_with_hint(error))
    }

    /// Reports the failure to the user, and returns the exit code. A closed pipe is not reported and not a failure.
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
            Failure::Help(help) => match help.print() {
                Ok(()) => 0,
                Err(error) => Failure::from(error).report(),
            },
            Failure::Other(error) if is_broken_pipe(&error) => 0,
            Failure::Other(error) => {
                print_message(message_with_hint(&error));
                1
            }
        }
    }
}

/// Returns the message of an error. If a format is missing, the message ends with the command that builds it.
fn message_with_hint(error: &anyhow::Error) -> String {
    let is_missing = error.chain().any(<dyn Error>::is::<MissingFormat>);
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
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Returns the message of an error, which begins with the name of the option that is wrong.
///
/// Deals and calls are arguments without a name.
pub(crate) fn message_with_option(error: &QuestionError) -> String {
    let Some(field) = error.field() else { return error.to_string() };
    // An object may have a field with any name, so the name is shortened and escaped.
    let option = excerpt(&field.name.replace('_', "-"));
    match (&*field.name, field.index) {
        ("deal", _) => error.to_string(),
        ("calls", Some(index)) => format!("call {}: {error}", index + 1),
        // With a single call its number is not in the error.
        ("calls", None) if error.cause().is::<CallError>() => format!("call 1: {error}"),
        ("played" | "trick" | "discard" | "talon_order", Some(index)) => {
            format!("card {} of --{option}: {error}", index + 1)
        }
        // A path such as record.deal leads into an argument, and is not a flag.
        (path, _) if path.contains('.') => format!("{option}: {error}"),
        _ => format!("--{option}: {error}"),
    }
}

impl From<QuestionError> for Failure {
    fn from(error: QuestionError) -> Failure {
        Failure::Input(message_with_option(&error))
    }
}

/// Converts an error of the argument parser to a message on one line.
impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        if !error.use_stderr() {
            return Failure::Help(error);
        }
        Failure::Input(format!("{}; see --help", parser_message(&error)))
    }
}

/// Returns a part of a parser's error as text; empty if the error does not have that part.
fn error_part(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// Returns the message for a parser's error, composed from the parts of the error.
fn parser_message(error: &clap::Error) -> String {
    let part = |kind| error_part(error, kind);
    let (argument, value) = (part(ContextKind::InvalidArg), excerpt(&part(ContextKind::InvalidValue)));
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let name = excerpt(&argument);
            match part(ContextKind::SuggestedArg) {
                none if none.is_empty() => format!("there is no option '{name}' here"),
                near => format!("there is no option '{name}' here, did you mean '{near}'?"),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let name = excerpt(&part(ContextKind::InvalidSubcommand));
            match part(ContextKind::SuggestedSubcommand) {
                _ if name.contains(':') => {
                    format!("there is no command '{name}': to solve a deal write pref solve \"{name}\"")
                }
                none if none.is_empty() => format!("there is no command '{name}'"),
                near => format!("there is no command '{name}', did you mean {near}?"),
            }
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument}: a value is missing"),
        ErrorKind::InvalidValue => {
            format!("{argument}: '{value}' is not valid here: write {}", part(ContextKind::ValidValue))
        }
        ErrorKind::ValueValidation => match error.source() {
            None => format!("{argument}: '{value}' is not valid here"),
            Some(source) if source.is::<ParseIntError>() => {
                format!("{argument}: '{value}' is not valid here: write a number")
            }
            // Most reasons begin with the value, which the message has already.
            Some(source) if source.to_string().starts_with(&format!("'{value}'")) => {
                format!("{argument}: {source}")
            }
            Some(source) => format!("{argument}: '{value}' is not valid here: {source}"),
        },
        ErrorKind::ArgumentConflict => match part(ContextKind::PriorArg) {
            same if same == argument => format!("{argument} is given twice"),
            prior => format!("{argument} cannot be used with {prior}"),
        },
        ErrorKind::MissingRequiredArgument => format!("missing: {argument}"),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            format!("a command is missing: {}", part(ContextKind::ValidSubcommand))
        }
        ErrorKind::NoEquals | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{argument}: a value is missing")
        }
        ErrorKind::TooManyValues => format!("{argument}: '{value}' is one value too many"),
        ErrorKind::InvalidUtf8 => "an argument is not text".to_owned(),
        kind => kind.as_str().unwrap_or("the arguments are wrong").to_owned(),
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

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Other(error)
    }
}
