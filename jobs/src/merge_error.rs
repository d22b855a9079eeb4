//! Error for parts of a batch that cannot be merged.

use std::path::PathBuf;

use thiserror::Error;

use crate::run_difference::RunDifference;

/// Reason why the parts of a batch cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// The output is one of the parts, or standard output.
    #[error("{output}: name a file that is none of the parts as the output")]
    Output {
        /// Path of the output.
        output: PathBuf,
    },
    /// No parts are named.
    #[error("{output}: name the outputs of the parts")]
    NoParts {
        /// Path of the output.
        output: PathBuf,
    },
    /// A part is of another kind than the output.
    #[error("{output} is of another kind than {part}: give the output the same ending as the parts")]
    WrongKind {
        /// Path of the output.
        output: PathBuf,
        /// Path of the part.
        part: PathBuf,
    },
    /// A part has no journal.
    #[error("{journal} is missing: the output of each part has a journal")]
    NoJournal {
        /// Path of the journal.
        journal: PathBuf,
    },
    /// The journal of a part is damaged.
    #[error("{journal} is damaged: {}run this part again with --overwrite", completion_text(*has_output))]
    DamagedJournal {
        /// Path of the journal.
        journal: PathBuf,
        /// Whether the output exists, although the journal, which can be read, does not say that the output is
        /// complete.
        has_output: bool,
    },
    /// A part is not complete.
    #[error("{part} is not complete: run it again with --resume")]
    Incomplete {
        /// Path of the part.
        part: PathBuf,
    },
    /// A part ends before the last chunk in its journal.
    #[error("{part} is shorter than its journal says: run this part again with --overwrite")]
    Short {
        /// Path of the part.
        part: PathBuf,
    },
    /// Two parts belong to different batches.
    #[error("{part} belongs to another batch than {first}: {difference}")]
    OtherBatch {
        /// Path of the part.
        part: PathBuf,
        /// Path of the first part.
        first: PathBuf,
        /// First difference between the runs of the two parts.
        difference: Box<RunDifference>,
    },
    /// Two files have the chunks of one part.
    #[error("{part} has the same chunks as another part: name each part once")]
    Repeated {
        /// Path of the second of the two files.
        part: PathBuf,
    },
    /// No file has the chunks of a part.
    #[error("part {number}/{count} is missing")]
    Missing {
        /// Number of the part, from 1.
        number: u64,
        /// Number of parts.
        count: u64,
    },
}

fn completion_text(has_output: bool) -> &'static str {
    if has_output { "the output exists, but the journal does not say that it is complete: " } else { "" }
}
