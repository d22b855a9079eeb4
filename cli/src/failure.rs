//! What ends the program early, and with which exit code.

use std::error::Error as _;
use std::io;
use std::num::ParseIntError;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use preference::situation::QuestionError;

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

/// The message of an error, headed by the option that it belongs to.
///
/// Deals and calls are arguments without a name.
pub(crate) fn told(error: &QuestionError) -> String {
    let Some(field) = error.field() else { return error.to_string() };
    let option = field.name.replace('_', "-");
    match (&*field.name, field.index) {
        ("deal", _) => error.to_string(),
        ("calls", Some(index)) => format!("call {}: {error}", index + 1),
        ("played" | "trick" | "discard" | "talon_order", Some(index)) => {
            format!("card {} of --{option}: {error}", index + 1)
        }
        _ => format!("--{option}: {error}"),
    }
}

impl From<QuestionError> for Failure {
    fn from(error: QuestionError) -> Failure {
        Failure::Input(told(&error))
    }
}

/// Arguments that the parser refuses, told in one line.
impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        if !error.use_stderr() {
            return Failure::Help(error);
        }
        Failure::Input(format!("{}; see --help", refused(&error)))
    }
}

/// What the parser found wrong, from the parts of its error.
fn refused(error: &clap::Error) -> String {
    let part = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let (argument, value) = (part(ContextKind::InvalidArg), part(ContextKind::InvalidValue));
    match error.kind() {
        ErrorKind::UnknownArgument => match part(ContextKind::SuggestedArg) {
            none if none.is_empty() => format!("there is no option '{argument}' here"),
            near => format!("there is no option '{argument}' here, did you mean '{near}'?"),
        },
        ErrorKind::InvalidSubcommand => match part(ContextKind::SuggestedSubcommand) {
            none if none.is_empty() => {
                format!("there is no command '{}'", part(ContextKind::InvalidSubcommand))
            }
            near => {
                format!(
                    "there is no command '{}', did you mean {near}?",
                    part(ContextKind::InvalidSubcommand)
                )
            }
        },
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument}: a value is missing"),
        ErrorKind::InvalidValue => {
            format!("{argument}: '{value}' is not right here: write {}", part(ContextKind::ValidValue))
        }
        ErrorKind::ValueValidation => {
            let reason =
                error.source().map_or_else(String::new, |source| match source.is::<ParseIntError>() {
                    true => ": write a number".to_owned(),
                    false => format!(": {source}"),
                });
            format!("{argument}: '{value}' is not right here{reason}")
        }
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
        ErrorKind::InvalidUtf8 => "an argument is no text".to_owned(),
        kind => kind.as_str().unwrap_or("the arguments are wrong").to_owned(),
    }
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
