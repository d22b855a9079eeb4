//! The errors of rules.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, io};

use thiserror::Error;

use crate::excerpt::excerpt;
use crate::rules::play::PlayRules;

/// The error of a name of rules or of a file of house rules.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum VariantError {
    /// No preset has this name.
    #[error("there are no rules named '{}'{}; all: {}", excerpt(name), Suggestion(*nearest), names.join(" "))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The existing name that may be meant.
        nearest: Option<&'static str>,
        /// All names.
        names: Vec<&'static str>,
    },
    /// A change of switches that does not name one.
    #[error("'{}' is not a switch of play: write + or - and one of {names}", excerpt(.0), names = SwitchNames)]
    Switch(String),
    /// A switch that is set twice.
    #[error("'{0}' is set twice: once is enough")]
    SwitchTwice(String),
    /// The file is not TOML or has a key or value that is not allowed.
    #[error("{}{problem}", Prefix(location.as_ref()))]
    File {
        /// Place of the mistake; `None` for a mistake without a single place.
        location: Option<Location>,
        /// The mistake.
        problem: String,
    },
    /// A file that these rules extend is wrong.
    #[error("{}: {error}", excerpt(&file.display().to_string()))]
    Extended {
        /// The file.
        file: PathBuf,
        /// The error in it.
        error: Box<VariantError>,
    },
    /// A file that cannot be read.
    #[error("cannot read {}: {error}", excerpt(&file.display().to_string()))]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The reason.
        error: Arc<io::Error>,
    },
    /// A variant that extends no other leaves out a required key.
    #[error("the rules '{}' have no '{key}': add it, or extend a preset", excerpt(name))]
    Missing {
        /// The variant's name.
        name: String,
        /// The key that is missing.
        key: &'static str,
    },
}

struct SwitchNames;

impl fmt::Display for SwitchNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&PlayRules::NAMES.join(" "))
    }
}

struct Suggestion(Option<&'static str>);

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |name| write!(f, " (did you mean {name}?)"))
    }
}

/// A place in a file of rules, or in an object of the same shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// In the text of a file.
    Line {
        /// The line, from 1.
        line: usize,
        /// The character in it, from 1.
        column: usize,
        /// The line's text.
        text: String,
    },
    /// In an object: the keys on the way, with dots between.
    Key(String),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Line { line, column, text } => {
                write!(f, "line {line}, column {column}, in '{}'", excerpt(text))
            }
            Location::Key(path) => write!(f, "{}", excerpt(path)),
        }
    }
}

struct Prefix<'a>(Option<&'a Location>);

impl fmt::Display for Prefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |location| write!(f, "{location}: "))
    }
}
