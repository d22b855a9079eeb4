//! Records as they are read, each with its place in the inputs.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::excerpt::excerpt;
use crate::lines::MAX_RECORD_BYTES;
use crate::paths::is_stdio;
use crate::typed::TypedRow;

/// Record as it was read, before it is parsed.
#[derive(Clone, Debug)]
pub struct RawRecord {
    /// Place of the record in the inputs.
    pub place: Place,
    /// Contents of the record.
    pub body: Body,
    /// Fields from the names of the file's folders. Fields that the record itself has take precedence.
    pub folder_fields: Arc<Map<String, Value>>,
    /// Copied values from the names of the file's folders, by column of the output. A value in the record itself comes
    /// first.
    pub folder_kept: Arc<Map<String, Value>>,
}

/// Place of a record in the inputs.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Number of the record among all inputs, from 1.
    pub record: u64,
    /// Name of the input.
    pub input: Arc<str>,
    /// Number of the line, from 1, and position of its first byte in the decompressed input; `None` in a Parquet file.
    pub line: Option<(u64, u64)>,
}

/// Contents of a record.
#[derive(Clone, Debug)]
pub enum Body {
    /// Line of plain text.
    Text(String),
    /// Line that should be a JSON object.
    Json(String),
    /// Line that is longer than the limit.
    TooLong,
    /// Row with another number of cells than the table has columns.
    WrongCellCount {
        /// Number of cells in the row.
        cells: usize,
        /// Number of columns of the table.
        columns: usize,
        /// Text of the row.
        text: String,
    },
    /// Row in which a quoted cell goes on after its closing quote.
    Misquoted {
        /// Text of the row.
        text: String,
        /// The fault of its quotes.
        fault: Fault,
    },
    /// Line that is not UTF-8; the invalid bytes of its text are replaced.
    NotUtf8(String),
    /// Row of a table.
    Row(Box<Row>),
}

/// Row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Values by key, or the fault because of which the values cannot be read.
    pub fields: Result<Map<String, Value>, Fault>,
    /// Copied cells, by the names that they have in the output.
    pub kept: Map<String, Value>,
    /// Copied cells with the types of their columns, if the output keeps the types.
    pub typed: Option<TypedRow>,
}

/// Fault of a record that cannot be read.
#[derive(Clone, Debug)]
pub enum Fault {
    /// A cell or a line is not UTF-8.
    NotUtf8 {
        /// Column of the cell.
        column: Option<String>,
        /// Number of the line.
        line: Option<u64>,
    },
    /// A quoted cell goes on after its closing quote.
    Misquoted,
    /// A quoted cell is not closed before the end of the file.
    OpenQuote {
        /// Number of the line in which its row begins.
        line: Option<u64>,
    },
    /// A cell is longer than the limit for a record.
    LongCell {
        /// Column of the cell.
        column: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotUtf8 { column, line } => {
                line.map_or(Ok(()), |line| write!(f, "line {line}: "))?;
                column.as_ref().map_or(Ok(()), |column| write!(f, "the column '{}': ", excerpt(column)))?;
                f.write_str("this is not UTF-8: save the file as UTF-8")
            }
            Fault::Misquoted => f.write_str(
                "text follows the closing quote of a cell, so that this row and perhaps later ones cannot be read: \
                 write a quote within a cell twice, or write --quotes backslash if quotes are written as \\\", \
                 as in files of Spark",
            ),
            Fault::OpenQuote { line } => {
                line.map_or(Ok(()), |line| write!(f, "line {line}: "))?;
                f.write_str(
                    "a quote opens a cell of this row and is not closed before the end of the file, so that all \
                     rows after it were read as this cell: close it, or write a quote within a cell twice",
                )
            }
            Fault::LongCell { column } => {
                write!(f, "the column '{}': the cell is longer than {MAX_RECORD_BYTES} bytes", excerpt(column))
            }
        }
    }
}

impl std::error::Error for Fault {}

/// A line, or a row of CSV with a wrong number of cells or a stray quote, as its text; any other row as a JSON object;
/// and a line that is too long as the empty text.
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Body::Text(text)
            | Body::Json(text)
            | Body::NotUtf8(text)
            | Body::Misquoted { text, .. }
            | Body::WrongCellCount { text, .. } => f.write_str(text),
            Body::Row(row) => {
                let mut cells = row.kept.clone();
                cells.extend(row.fields.iter().flatten().map(|(key, cell)| (key.clone(), cell.clone())));
                f.write_str(&serde_json::to_string(&cells).map_err(|_| fmt::Error)?)
            }
            Body::TooLong => Ok(()),
        }
    }
}

/// Called for each record of a file with its line and position, as in [`Place::line`], and its contents. Returns
/// `false` to stop the reading.
pub(crate) type RecordVisitor<'a> = dyn FnMut(Option<(u64, u64)>, Body) -> bool + 'a;

/// Counts of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Number of records that were read.
    pub records: u64,
    /// Number of records with an answer.
    pub answered: u64,
    /// Number of records without an answer.
    pub errors: u64,
    /// Number of records that override an option of the whole job.
    #[serde(alias = "own_rules")]
    pub own_options: u64,
}

impl Counts {
    /// Adds other counts to these.
    pub fn add(&mut self, other: Counts) {
        self.records += other.records;
        self.answered += other.answered;
        self.errors += other.errors;
        self.own_options += other.own_options;
    }
}

/// The message that `count` records have no answer, if any, with the name of the file `details`, which has the reasons.
#[must_use]
pub fn unanswered_message(count: u64, details: &Path) -> Option<String> {
    let hint = if is_stdio(details) { String::new() } else { format!(": see {}", details.display()) };
    match count {
        0 => None,
        1 => Some(format!("1 record has no answer{hint}")),
        count => Some(format!("{count} records have no answer{hint}")),
    }
}
