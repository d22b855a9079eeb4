//! Errors of rules.

use std::fmt;
#[cfg(feature = "rules-files")]
use std::{io, path::PathBuf, sync::Arc};

use thiserror::Error;

use crate::excerpt::excerpt;
use crate::rules::play::PlayRules;
use crate::spelling::Suggestion;

/// The error for a wrong name of rules, or a wrong file of house rules.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum VariantError {
    #[error(
        "there are no rules named '{}'{}; the rules are {}",
        excerpt(name),
        Suggestion(*nearest),
        names.join(" ")
    )]
    Unknown {
        name: String,
        /// The most similar existing name, if the given name may be a misspelling of it.
        nearest: Option<&'static str>,
        names: Vec<&'static str>,
    },
    #[error("'{}' is not a switch of play: write + or - and one of {names}", excerpt(.0), names = SwitchNames)]
    Switch(String),
    #[error("'{0}' is set twice: write it once")]
    SwitchTwice(String),
    #[error("{}{problem}", Prefix(location.as_ref()))]
    File {
        /// Place of the mistake.
        location: Option<Location>,
        /// The mistake, in words.
        problem: String,
    },
    #[cfg(feature = "rules-files")]
    #[error("{}: {error}", excerpt(&file.display().to_string()))]
    Extended { file: PathBuf, error: Box<VariantError> },
    #[cfg(feature = "rules-files")]
    #[error("cannot read {}: {error}", excerpt(&file.display().to_string()))]
    Unreadable { file: PathBuf, error: Arc<io::Error> },
    #[error("the rules '{}' have no '{key}': add it, or extend a preset", excerpt(name))]
    Missing { name: String, key: &'static str },
}

struct SwitchNames;

impl fmt::Display for SwitchNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&PlayRules::NAMES.join(" "))
    }
}

/// A place in a file of rules, or in an object with the keys of such a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A place in the text of a file.
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Number of the character in the line, from 1.
        column: usize,
        /// The line's text.
        text: String,
    },
    /// A place in an object: the keys that lead to it, with dots between them.
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
