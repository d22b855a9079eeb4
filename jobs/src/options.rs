//! Options of a job, as a command line names them: kinds of files, forms of quotes, columns and parts.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::error::JobError;

/// Kind of a file of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum FileKind {
    /// One text per line
    Text,
    /// One JSON object per line
    Jsonl,
    /// A table whose first line has the names of the columns
    Csv,
    /// A table in Parquet
    Parquet,
}

impl FileKind {
    /// Whether the records of a file of this kind are rows with named columns.
    pub fn is_table(self) -> bool {
        matches!(self, FileKind::Csv | FileKind::Parquet)
    }
}

/// Kind of a file of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum AnswerKind {
    /// One JSON object per line
    Jsonl,
    /// A table whose first line has the names of the columns
    Csv,
    /// A table in Parquet
    Parquet,
}

/// Form of quotes within quoted cells of CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum QuoteForm {
    /// A quote is written twice, as most programs do
    #[default]
    Doubled,
    /// A quote is written after a backslash, as Spark does by default
    Backslash,
}

/// Key or column that is copied into the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptColumn {
    /// Name of the copy in the output.
    pub name: String,
    /// Name of the key or column in the input.
    pub column: String,
}

/// Reason why the columns of `--keep` cannot be copied.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum KeptColumnsError {
    #[error(
        "--keep all: only tables name their columns beforehand: write the names of the columns instead of all"
    )]
    NoNames,
    #[error(
        "--keep {name}: the output already has this column: name it once, or give it another name, as --keep my_{name}={column}"
    )]
    Duplicate { name: String, column: String },
    #[error("there is no column '{column}'")]
    NoColumn { column: String },
    #[error("the column '{column}' is {first} and {second}: give it one type, or write CSV")]
    Types {
        column: String,
        /// One of the two inputs, with its type.
        first: TypedInput,
        /// The other input, with its type.
        second: TypedInput,
    },
    /// An input cannot be read.
    #[error(transparent)]
    Input(#[from] JobError),
}

/// Type that a column has in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedInput {
    /// Name of the input.
    pub input: String,
    /// Name of the type.
    pub kind: String,
}

impl fmt::Display for TypedInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.kind, self.input)
    }
}

impl KeptColumn {
    /// The copy of a column under the same name.
    pub fn unrenamed(name: &str) -> KeptColumn {
        KeptColumn { name: name.to_owned(), column: name.to_owned() }
    }

    /// Whether this is `all`, which stands for every column.
    pub fn is_all(&self) -> bool {
        self.name == "all" && self.column == "all"
    }
}

impl FromStr for KeptColumn {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<KeptColumn, &'static str> {
        let (name, column) = text.split_once('=').unwrap_or((text, text));
        if name.is_empty() || column.is_empty() {
            return Err("write NAME, or NEW=NAME");
        }
        Ok(KeptColumn { name: name.to_owned(), column: column.to_owned() })
    }
}

/// Part of a batch. Each part may be answered on a machine of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Index of the part, from 0.
    index: u64,
    /// Number of parts.
    count: u64,
}

impl Part {
    /// The part with this number, from 1 to `count`.
    pub fn new(number: u64, count: u64) -> Option<Part> {
        (1..=count).contains(&number).then(|| Part { index: number - 1, count })
    }

    /// The index of the part, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number of parts, which is not 0.
    pub fn count(self) -> u64 {
        self.count
    }
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Part, &'static str> {
        let part = || {
            let (number, count) = text.split_once('/')?;
            Part::new(number.parse().ok()?, count.parse().ok()?)
        };
        part().ok_or("write I/N, such as 1/4 for the first of four parts")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_is_one_of_count() {
        assert_eq!("2/4".parse(), Ok(Part { index: 1, count: 4 }));
        assert_eq!("4/4".parse::<Part>().ok(), Part::new(4, 4));
        for text in ["0/4", "5/4", "0/0", "1/0", "1", "1/", "/2", "-1/2"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
