//! A record as it is read, and where it stands.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A record as it was read.
pub(crate) struct Raw {
    pub(crate) place: Place,
    pub(crate) body: Body,
}

/// Where a record stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// The number of the record in all inputs, from 1.
    pub(crate) record: u64,
    pub(crate) input: Arc<str>,
    /// The line, and the byte where it begins, of the input as it is without compression.
    pub(crate) line: Option<(u64, u64)>,
}

pub(crate) enum Body {
    /// A deal.
    Deal(String),
    /// An object of JSON.
    Json(String),
    /// The line is too long.
    TooLong,
    /// A row that does not fit its table.
    Broken { cells: usize, columns: usize, text: String },
    /// A row, by the names of its columns.
    Row(Map<String, Value>),
}

/// What stands in the input.
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Body::Deal(text) | Body::Json(text) | Body::Broken { text, .. } => f.write_str(text),
            Body::Row(row) => f.write_str(&serde_json::to_string(row).map_err(|_| fmt::Error)?),
            Body::TooLong => Ok(()),
        }
    }
}

/// Takes the records of one file.
pub(super) type Each<'a> = dyn FnMut(Option<(u64, u64)>, Body) -> bool + 'a;

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    /// The records that were read.
    pub(crate) records: u64,
    /// Those with an answer.
    pub(crate) answered: u64,
    /// Those without.
    pub(crate) errors: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Counts) {
        self.records += other.records;
        self.answered += other.answered;
        self.errors += other.errors;
    }
}
