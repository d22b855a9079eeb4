//! Errors for files that an earlier run has left.

use std::path::PathBuf;

use thiserror::Error;

/// Version number of the journal's format.
pub(crate) const JOURNAL_VERSION: u32 = 2;

/// Error for files that exist already, so that a run cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExistingError {
    /// A file that is to be written exists.
    #[error("{path} already exists: --overwrite replaces it")]
    File {
        /// Path of the file.
        path: PathBuf,
    },
    /// An earlier run was interrupted.
    #[error("a run for {output} was interrupted{}", continuation(*can_resume))]
    InterruptedRun {
        /// Path of the output.
        output: PathBuf,
        /// Whether the run can be resumed; a run that reads a stream cannot.
        can_resume: bool,
    },
    /// An interrupted merge has left a file.
    #[error("{path} already exists, left by a run that was interrupted: --overwrite replaces it")]
    Remains {
        /// Path of the file.
        path: PathBuf,
    },
    /// The output exists, but has no journal.
    #[error("{output} exists, but no journal describes its origin: --overwrite starts again")]
    UnknownOutput {
        /// Path of the output.
        output: PathBuf,
    },
    /// The chunks of an interrupted run exist, but have no journal.
    #[error("{part} exists, but its journal is missing: --overwrite starts again")]
    UnknownChunks {
        /// Path of the file with the chunks.
        part: PathBuf,
    },
}

fn continuation(can_resume: bool) -> &'static str {
    if can_resume {
        ": --resume continues it, --overwrite starts again"
    } else {
        ", and a stream cannot be resumed: --overwrite starts again"
    }
}

/// Error for damaged files of an earlier run, or for a journal in another format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DamageError {
    /// The journal has another format.
    #[error(
        "{journal} has format {form}, written by version {version}; this program reads format \
         {JOURNAL_VERSION}: --overwrite starts again"
    )]
    ForeignJournal {
        /// Path of the journal.
        journal: PathBuf,
        /// Version number of the journal's format.
        form: u32,
        /// Version of the program that wrote the journal.
        version: String,
    },
    /// The journal cannot be read from its beginning.
    #[error("the journal {journal} cannot be read: --overwrite starts again")]
    Journal {
        /// Path of the journal.
        journal: PathBuf,
    },
    /// A line of the journal contradicts the lines before it.
    #[error(
        "{journal} is damaged: line {line} does not continue the lines before it: --overwrite starts again"
    )]
    JournalLine {
        /// Path of the journal.
        journal: PathBuf,
        /// Number of the line, from 1.
        line: u64,
    },
    /// The file with the chunks in the journal is missing.
    #[error("{part} is missing, or {journal} is damaged: --overwrite starts again")]
    MissingChunks {
        /// Path of the file with the chunks.
        part: PathBuf,
        /// Path of the journal.
        journal: PathBuf,
    },
    /// A complete output does not have the checksum in its journal.
    #[error(
        "{output} has changed since it was written: it was damaged or edited; run it again with --overwrite"
    )]
    Output {
        /// Path of the output.
        output: PathBuf,
    },
    /// A file ends before the last chunk in its journal.
    #[error("{path} is shorter than its journal says: --overwrite starts again")]
    Short {
        /// Path of the file.
        path: PathBuf,
    },
    /// A chunk in a file does not have the checksum in the journal.
    #[error(
        "{path} is damaged: chunk {chunk} (bytes {begin} to {end}) has changed since it was written: --overwrite starts again"
    )]
    Chunk {
        /// Path of the file.
        path: PathBuf,
        /// Number of the chunk, from 1.
        chunk: u64,
        /// Position of the chunk's first byte.
        begin: u64,
        /// Position after the chunk's last byte.
        end: u64,
    },
    /// A chunk has changed between its writing and the end of the run.
    #[error("chunk {chunk} has changed since it was written")]
    JoinedChunk {
        /// Number of the chunk, from 1.
        chunk: u64,
    },
    /// A Parquet file has fewer row groups than its journal has chunks with rows.
    #[error("it has fewer groups of rows than its journal says")]
    RowGroups,
}
