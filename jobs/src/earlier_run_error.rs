//! Errors for files that an earlier run has left.

use std::path::PathBuf;

use thiserror::Error;

/// Version number of the journal's format.
pub(crate) const JOURNAL_VERSION: u32 = 2;

/// Error for files that exist already, so that a run cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum ExistingError {
    #[error("{path} already exists: --overwrite replaces it")]
    File { path: PathBuf },
    #[error("a run for {output} was interrupted{}", continuation(*can_resume))]
    InterruptedRun {
        output: PathBuf,
        /// Whether the run can be resumed; a run that reads a stream cannot.
        can_resume: bool,
    },
    #[error("{path} already exists, left by a run that was interrupted: --overwrite replaces it")]
    Remains { path: PathBuf },
    #[error("{output} exists, but no journal describes its origin: --overwrite starts again")]
    UnknownOutput { output: PathBuf },
    #[error("{part} exists, but its journal is missing: --overwrite starts again")]
    UnknownChunks { part: PathBuf },
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
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum DamageError {
    #[error(
        "{journal} has format {form}, written by version {version}; this program reads format \
         {JOURNAL_VERSION}: --overwrite starts again"
    )]
    ForeignJournal { journal: PathBuf, form: u32, version: String },
    #[error("the journal {journal} cannot be read: --overwrite starts again")]
    Journal { journal: PathBuf },
    #[error(
        "{journal} is damaged: line {line} does not continue the lines before it: --overwrite starts again"
    )]
    JournalLine {
        journal: PathBuf,
        /// Number of the line, from 1.
        line: u64,
    },
    #[error("{part} is missing, or {journal} is damaged: --overwrite starts again")]
    MissingChunks { part: PathBuf, journal: PathBuf },
    #[error(
        "{output} has changed since it was written: it was damaged or edited; run it again with --overwrite"
    )]
    Output { output: PathBuf },
    #[error("{path} is shorter than its journal says: --overwrite starts again")]
    Short { path: PathBuf },
    #[error(
        "{path} is damaged: chunk {chunk} (bytes {begin} to {end}) has changed since it was written: --overwrite starts again"
    )]
    Chunk {
        path: PathBuf,
        /// Number of the chunk, from 1.
        chunk: u64,
        /// Position of the chunk's first byte.
        begin: u64,
        /// Position after the chunk's last byte.
        end: u64,
    },
    #[error("chunk {chunk} has changed since it was written")]
    JoinedChunk {
        /// Number of the chunk, from 1.
        chunk: u64,
    },
    #[error("it has fewer groups of rows than its journal says")]
    RowGroups,
}
