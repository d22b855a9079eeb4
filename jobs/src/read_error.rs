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
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum ReadError {
    /// The system refuses to open or read the file.
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is a folder: name its files, such as {path}/part-*")]
    Folder { path: PathBuf },
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
    #[error("line {line}: a quote opens a cell of this row")]
    OpenQuote { line: u64, source: csv::Error },
    #[error("it is damaged, or is not a Parquet file")]
    NotParquet(#[source] FormatError),
    #[error("it is damaged: its data contradict its header")]
    Damaged,
    #[error("group {group} of rows: a cell of the column '{column}' is longer than {MAX_RECORD_BYTES} bytes")]
    LongCell {
        /// Number of the row group, from 1.
        group: usize,
        column: String,
    },
    #[cfg(feature = "full")]
    #[error(
        "group {group} of rows: a page of the column '{column}' unpacks to {bytes} bytes, more than {MAX_PAGE_BYTES}: \
         write the table again with smaller pages, and without what no cell needs"
    )]
    LongPage {
        /// Number of the row group, from 1.
        group: usize,
        column: String,
        bytes: u64,
    },
    #[error("copied columns")]
    CopiedColumns(#[source] FormatError),
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
