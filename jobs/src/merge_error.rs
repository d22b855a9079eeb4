//! Error for parts of a batch that cannot be merged.

use std::path::PathBuf;

use thiserror::Error;

use crate::run_difference::RunDifference;

/// Reason why the parts of a batch cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum MergeError {
    #[error("{output}: name a file that is none of the parts as the output")]
    Output { output: PathBuf },
    #[error("{output}: name the outputs of the parts")]
    NoParts { output: PathBuf },
    #[error("{output} is of another kind than {part}: give the output the same ending as the parts")]
    WrongKind { output: PathBuf, part: PathBuf },
    #[error("{journal} is missing: the output of each part has a journal")]
    NoJournal { journal: PathBuf },
    #[error("{journal} is damaged: {}run this part again with --overwrite", completion_text(*has_output))]
    DamagedJournal {
        journal: PathBuf,
        /// Whether the output exists, although the journal, which can be read, does not say that the output is
        /// complete.
        has_output: bool,
    },
    #[error("{part} is not complete: run it again with --resume")]
    Incomplete { part: PathBuf },
    #[error("{part} is shorter than its journal says: run this part again with --overwrite")]
    Short { part: PathBuf },
    #[error("{part} belongs to another batch than {first}: {difference}")]
    OtherBatch { part: PathBuf, first: PathBuf, difference: Box<RunDifference> },
    #[error("{part} has the same chunks as another part: name each part once")]
    Repeated { part: PathBuf },
    #[error("part {number}/{count} is missing")]
    Missing {
        /// Number of the part, from 1.
        number: u64,
        count: u64,
    },
}

fn completion_text(has_output: bool) -> &'static str {
    if has_output { "the output exists, but the journal does not say that it is complete: " } else { "" }
}
