//! What can be wrong with rules.

use std::fmt;

use thiserror::Error;

use crate::rules::play::PlayRules;

/// What is wrong with a name of rules or with a file of house rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VariantError {
    /// No preset has this name.
    #[error("there are no rules named '{name}', did you mean {nearest}? All: {names}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The existing name nearest to it.
        nearest: String,
        /// All names, with blanks between.
        names: String,
    },
    /// A change of switches that names none.
    #[error("'{0}' is no switch of play: write + or - and one of {names}", names = Names)]
    Switch(String),
    /// The file is not TOML or has a key or value that is not allowed.
    #[error("{0}")]
    File(String),
    /// A variant that extends no other leaves out what it needs.
    #[error("the rules '{name}' say nothing of '{key}': add it, or extend a preset")]
    Missing {
        /// The variant's name.
        name: String,
        /// The key that is missing.
        key: &'static str,
    },
}

struct Names;

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&PlayRules::NAMES.join(" "))
    }
}
