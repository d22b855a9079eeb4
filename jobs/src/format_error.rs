//! Errors of formats, and of the program that runs a job.

use std::error::Error as StdError;

use thiserror::Error;

/// Error of the program that runs a job. The job passes it on.
pub type ProgramError = Box<dyn StdError + Send + Sync>;

/// Error about a format, Parquet or zstd, in a program that was built without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this program was built without {0}")]
pub struct MissingFormat(pub(crate) &'static str);

/// Error while a format is read or written. Most of these errors come from the library for the format.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The program was built without the format.
    #[error(transparent)]
    Missing(#[from] MissingFormat),
    /// Rows of CSV cannot be read or written.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// A file of Parquet cannot be read or written.
    #[cfg(feature = "full")]
    #[error(transparent)]
    Parquet(#[from] parquet::errors::ParquetError),
    /// Columns of Arrow cannot be converted.
    #[cfg(feature = "full")]
    #[error(transparent)]
    Arrow(#[from] arrow_schema::ArrowError),
    /// A size in the metadata of a file is out of range.
    #[cfg(feature = "full")]
    #[error(transparent)]
    Size(#[from] std::num::TryFromIntError),
}
