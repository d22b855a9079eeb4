//! Records as they are read, each with its place in the inputs.

use std::fmt;
use std::sync::Arc;

use preference::excerpt::excerpt;
use preference::protocol::question::LONGEST_LINE;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::typed::TypedRow;

/// Record as it was read, before it is parsed.
pub(crate) struct RawRecord {
    pub(crate) place: Place,
    pub(crate) body: Body,
    /// Fields that the folders of the file set, unless the record has them itself.
    pub(crate) folder_fields: Arc<Map<String, Value>>,
}

/// Place of a record in the inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// Number of the record among all inputs, from 1.
    pub(crate) record: u64,
    pub(crate) input: Arc<str>,
    /// Number of the line, and position of its first byte in the decompressed input.
    pub(crate) line: Option<(u64, u64)>,
}

pub(crate) enum Body {
    /// Deal on a line of text.
    Deal(String),
    /// JSON object on a line.
    Json(String),
    /// Line that is longer than the limit.
    TooLong,
    /// Row with another number of cells than the table has columns.
    Broken { cells: usize, columns: usize, text: String },
    /// Row in which a quoted cell goes on after its closing quote.
    Misquoted(String),
    /// Line that is not UTF-8, with the part of its text that can be read.
    NotUtf8(String),
    /// Row of a table.
    Row(Box<Row>),
}

/// Row of a table.
pub(crate) struct Row {
    /// Values by key, or the fault because of which they cannot be read.
    pub(crate) fields: Result<Map<String, Value>, Fault>,
    /// Copied cells, by the names that they have in the output.
    pub(crate) kept: Map<String, Value>,
    /// Copied cells with the types of their columns, if the output keeps the types.
    pub(crate) typed: Option<TypedRow>,
}

/// Fault of a record that cannot be read.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    NotUtf8 {
        column: Option<String>,
        line: Option<u64>,
    },
    /// A quoted cell goes on after its closing quote.
    Misquoted,
    /// A cell is longer than the limit for a line.
    #[cfg_attr(not(feature = "full"), expect(dead_code, reason = "other inputs have lines"))]
    LongCell {
        column: String,
    },
    /// A copied key has the name that another key of the answer has.
    Clash {
        name: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotUtf8 { column, line } => {
                line.map_or(Ok(()), |line| write!(f, "line {line}: "))?;
                column.as_ref().map_or(Ok(()), |column| write!(f, "the column '{}': ", excerpt(column)))?;
                f.write_str("this is not UTF-8: write the file in that coding")
            }
            Fault::Misquoted => f.write_str(
                "a cell goes on behind the quote that closes it, so that the row, or several, cannot be read: write \
                 a quote within a cell twice, or write --quotes backslash where \\\" stands for it, as Spark writes",
            ),
            Fault::LongCell { column } => {
                write!(f, "the column '{}': the cell is longer than {LONGEST_LINE} bytes", excerpt(column))
            }
            Fault::Clash { name } => {
                let name = excerpt(name);
                write!(
                    f,
                    "--keep {name}: the answer has it already: give it another name, as my_{name}={name}"
                )
            }
        }
    }
}

impl std::error::Error for Fault {}

/// Displays a record's text as it is in the input.
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Body::Deal(text)
            | Body::Json(text)
            | Body::NotUtf8(text)
            | Body::Misquoted(text)
            | Body::Broken { text, .. } => f.write_str(text),
            Body::Row(row) => {
                let mut cells = row.kept.clone();
                cells.extend(row.fields.iter().flatten().map(|(key, cell)| (key.clone(), cell.clone())));
                f.write_str(&serde_json::to_string(&cells).map_err(|_| fmt::Error)?)
            }
            Body::TooLong => Ok(()),
        }
    }
}

/// Function that gets the records of a file, each with its line and position. It returns `false` to stop the reading.
pub(super) type RecordVisitor<'a> = dyn FnMut(Option<(u64, u64)>, Body) -> bool + 'a;

/// Counts of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    /// Number of records that were read.
    pub(crate) records: u64,
    /// Number of records with an answer.
    pub(crate) answered: u64,
    /// Number of records without an answer.
    pub(crate) errors: u64,
    /// Number of records with a field of their own for the rules, or for a game from the hand.
    pub(crate) own_rules: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Counts) {
        self.records += other.records;
        self.answered += other.answered;
        self.errors += other.errors;
        self.own_rules += other.own_rules;
    }
}
