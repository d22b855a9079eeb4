//! Errors of jobs.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::earlier_run_error::{DamageError, ExistingError};
use crate::format_error::{FormatError, MissingFormat, ProgramError};
use crate::merge_error::MergeError;
use crate::paths::name_of;
use crate::read_error::ReadError;
use crate::run_difference::RunDifference;

/// Error of a job.
///
/// Its message and those of its sources together explain the problem, for example `cannot read records.csv` and `the
/// first line has to name the columns`.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum JobError {
    #[error("{}", too_many_errors_message(*limit, first))]
    TooManyErrors {
        limit: u64,
        /// Place of the first such record in the chunk that exceeds the maximum, and the reason.
        first: String,
    },
    #[error("interrupted")]
    Interrupted,
    #[error("more than {} records: split the input", i32::MAX)]
    TooManyRecords,
    /// The name of a file does not fit the kind of the file.
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("cannot read {}", name_of(path))]
    Read {
        /// Path of the file; `-` is standard input.
        path: PathBuf,
        source: ReadError,
    },
    #[error("cannot write {path}{}", resume_hint(*keeps_chunks))]
    Write {
        path: PathBuf,
        /// Whether the chunks that are finished are kept, so that the run can be resumed.
        keeps_chunks: bool,
        source: io::Error,
    },
    #[error("cannot write {path}")]
    Assembly { path: PathBuf, source: Box<JobError> },
    /// The system refuses to read or write data, and the file is not named here. It may be standard output.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Data cannot be converted to or from a format, or the program was built without the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The program refuses the inputs, or cannot encode an answer.
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error("{name} changed while it was read: --overwrite starts again")]
    ChangedInput { name: String },
    /// Files that exist already prevent the run.
    #[error(transparent)]
    Existing(#[from] ExistingError),
    #[error("another run is using {path}")]
    Busy { path: PathBuf },
    #[error("{journal}: {difference}; the run cannot be resumed, and --overwrite starts again")]
    OtherRun { journal: PathBuf, difference: Box<RunDifference> },
    /// The files of an earlier run are damaged.
    #[error(transparent)]
    Damage(#[from] DamageError),
    /// The parts of a batch cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
}

impl JobError {
    /// The error of the system if the system refused to read or write a file; otherwise `None`.
    #[must_use]
    pub fn io_error(&self) -> Option<&io::Error> {
        match self {
            JobError::Io(error)
            | JobError::Write { source: error, .. }
            | JobError::Read { source: ReadError::Io(error), .. } => Some(error),
            JobError::Assembly { source, .. } => source.io_error(),
            _ => None,
        }
    }

    /// The missing format if the program was built without a format that it needs; otherwise `None`.
    #[must_use]
    pub fn missing_format(&self) -> Option<MissingFormat> {
        match self {
            JobError::Format(FormatError::Missing(format))
            | JobError::Read { source: ReadError::Format(FormatError::Missing(format)), .. } => Some(*format),
            JobError::Assembly { source, .. } => source.missing_format(),
            _ => None,
        }
    }

    pub(crate) fn unread<E: Into<ReadError>>(path: &Path) -> impl Fn(E) -> JobError {
        move |error| JobError::Read { path: path.to_owned(), source: error.into() }
    }

    pub(crate) fn unwritten(path: &Path) -> impl Fn(io::Error) -> JobError {
        move |source| JobError::Write { path: path.to_owned(), keeps_chunks: false, source }
    }

    pub(crate) fn unassembled(path: &Path) -> impl Fn(JobError) -> JobError {
        move |error| JobError::Assembly { path: path.to_owned(), source: Box::new(error) }
    }
}

fn too_many_errors_message(limit: u64, first: &str) -> String {
    // If the limit is 0, the message is only about the first of these records.
    match limit {
        0 => first.to_owned(),
        _ => format!("more records have no answer than the limit of {limit} allows, such as {first}"),
    }
}

fn resume_hint(keeps_chunks: bool) -> &'static str {
    if keeps_chunks { "; the finished chunks are kept, and --resume continues after them" } else { "" }
}

/// Error for a file name that does not fit the kind of the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum NameError {
    #[error("{path}: end the name in .jsonl, .csv or .parquet, or name the kind with --to")]
    NoKind { path: PathBuf },
    #[error("{path}: Parquet files are compressed internally: compressed .parquet files are not supported")]
    PackedParquet { path: PathBuf },
    #[error("a Parquet file is read from its end: name the file instead of -")]
    ParquetFromStream,
    #[error("a Parquet file needs a name: -o FILE.parquet")]
    ParquetToStream,
}

/// Implements the conversion of errors of formats to [`JobError`] and [`ReadError`].
macro_rules! pass_on {
    ($($error:ty),+) => {$(
        impl From<$error> for JobError {
            fn from(error: $error) -> JobError {
                FormatError::from(error).into()
            }
        }

        impl From<$error> for ReadError {
            fn from(error: $error) -> ReadError {
                FormatError::from(error).into()
            }
        }
    )+};
}

pass_on!(MissingFormat, csv::Error);
#[cfg(feature = "full")]
pass_on!(parquet::errors::ParquetError, arrow_schema::ArrowError, std::num::TryFromIntError);

#[cfg(test)]
mod tests {
    use std::error::Error as StdError;

    use super::*;

    fn full_message(error: &JobError) -> String {
        let causes = std::iter::successors(Some(error as &dyn StdError), |&error| error.source());
        causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
    }

    #[test]
    fn system_error_is_found_within_other_errors() {
        let file = Path::new("out.csv.part");
        let broken = || io::Error::new(io::ErrorKind::BrokenPipe, "the pipe is broken");
        let assembly = JobError::unassembled(Path::new("out.csv"));
        for (error, message) in [
            (JobError::from(broken()), "the pipe is broken"),
            (JobError::unread(file)(broken()), "cannot read out.csv.part: the pipe is broken"),
            (JobError::unwritten(file)(broken()), "cannot write out.csv.part: the pipe is broken"),
            (
                assembly(JobError::unread(file)(broken())),
                "cannot write out.csv: cannot read out.csv.part: the pipe is broken",
            ),
        ] {
            assert_eq!(full_message(&error), message);
            assert_eq!(error.io_error().map(io::Error::kind), Some(io::ErrorKind::BrokenPipe), "{message}");
            assert_eq!(error.missing_format(), None, "{message}");
        }
        assert!(JobError::Interrupted.io_error().is_none());
    }

    #[test]
    fn missing_format_is_found_within_other_errors() {
        let missing = MissingFormat("Parquet");
        let unread = JobError::unread(Path::new("-"))(missing);
        assert_eq!(
            full_message(&unread),
            "cannot read standard input: this program was built without Parquet"
        );
        let assembly = JobError::unassembled(Path::new("out.parquet"))(missing.into());
        for error in [JobError::from(missing), unread, assembly] {
            assert_eq!(error.missing_format(), Some(missing), "{error}");
            assert!(error.io_error().is_none(), "{error}");
        }
    }

    #[test]
    fn error_of_program_keeps_its_sources() {
        let cause = ReadError::NotParquet(MissingFormat("zstd").into());
        let error = JobError::unread(Path::new("a.csv"))(ProgramError::from(cause));
        let message =
            "cannot read a.csv: it is damaged, or is not a Parquet file: this program was built without zstd";
        assert_eq!(full_message(&error), message);
    }
}
