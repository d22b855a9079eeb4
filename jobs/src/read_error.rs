//! Error for a file that cannot be read.

use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;

use thiserror::Error;

use crate::format_error::{FormatError, ProgramError};
use crate::lines::MAX_RECORD_BYTES;

/// Maximum size of a decompressed page in bytes. Most writers make pages of about one megabyte; DuckDB makes pages of
/// up to a hundred million bytes.
#[cfg(feature = "full")]
pub(crate) const MAX_PAGE_BYTES: u64 = 100 << 20;

/// Reason why a file cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system refuses to open or read the file.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The path is that of a folder.
    #[error("it is a folder: name its files, such as {path}/part-*")]
    Folder {
        /// Path of the folder.
        path: PathBuf,
    },
    /// The file is not of the kind that was expected. The text names the kind and a remedy.
    #[error("{0}")]
    WrongKind(&'static str),
    /// The file cannot be read in its format, or the program was built without the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The program refuses the columns of the table.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The line that should name the columns of a CSV file cannot be read, or names none.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A row of a CSV file has a quote that is not closed.
    #[error("line {line}: a quote opens a cell of this row")]
    OpenQuote {
        /// Number of the line in which the row begins.
        line: u64,
        /// Error that the quote has caused.
        source: csv::Error,
    },
    /// The file is not a Parquet file.
    #[error("it is damaged, or is not a Parquet file")]
    NotParquet(#[source] FormatError),
    /// The data of a Parquet file contradict its header.
    #[error("it is damaged: its data contradict its header")]
    Damaged,
    /// A cell of a Parquet file is longer than the limit.
    #[error("group {group} of rows: a cell of the column '{column}' is longer than {MAX_RECORD_BYTES} bytes")]
    LongCell {
        /// Number of the row group, from 1.
        group: usize,
        /// Name of the column.
        column: String,
    },
    /// A page of a Parquet file is larger than the limit.
    #[cfg(feature = "full")]
    #[error(
        "group {group} of rows: a page of the column '{column}' unpacks to {bytes} bytes, more than {MAX_PAGE_BYTES}: \
         write the table again with smaller pages, and without what no cell needs"
    )]
    LongPage {
        /// Number of the row group, from 1.
        group: usize,
        /// Name of the column.
        column: String,
        /// Decompressed size of the page.
        bytes: u64,
    },
    /// The copied columns of a Parquet file cannot keep their types.
    #[error("copied columns")]
    CopiedColumns(#[source] FormatError),
    /// The metadata of a Parquet file are not those of a job's output.
    #[error("its metadata are not those of a batch")]
    Origin(#[source] serde_json::Error),
}

/// Error for the line that names the columns of a CSV file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// The names of the columns are not UTF-8.
    #[error("the names of the columns are not UTF-8: save the file as UTF-8")]
    NotUtf8(#[from] Utf8Error),
    /// The quotes of a name are wrong.
    #[error("a quote in the names of the columns is not closed, or text follows its closing quote")]
    Quotes,
    /// All names are empty.
    #[error("the first line has to name the columns")]
    NoNames,
}
