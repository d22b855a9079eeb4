//! Differences between two runs that show that their chunks do not belong together.

use std::num::NonZeroU32;

use thiserror::Error;

use crate::excerpt::excerpt;

/// Difference between the run in a journal and another run. It is displayed as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RunDifference {
    /// The versions of the program.
    #[error("the run was begun by version {then}, not version {now}")]
    Version {
        /// Version of the run in the journal.
        then: String,
        /// Version of the other run.
        now: String,
    },
    /// The names of the inputs.
    #[error("the run read {}, not {}", then.join(" "), now.join(" "))]
    Inputs {
        /// Names in the journal.
        then: Vec<String>,
        /// Names in the other run.
        now: Vec<String>,
    },
    /// An input that has changed since the run began.
    #[error("{name} has changed since the run began")]
    ChangedInput {
        /// Name of the input.
        name: String,
    },
    /// An option.
    #[error("--{name} was {} in the run, and is {}", option_text(then.as_deref()), option_text(now.as_deref()))]
    Option {
        /// Name of the option.
        name: String,
        /// Value in the journal, as JSON; `None` if it is not set.
        then: Option<String>,
        /// Value in the other run, as JSON; `None` if it is not set.
        now: Option<String>,
    },
    /// The parts that the runs answer.
    #[error("the run answered part {then}, not part {now}")]
    Part {
        /// Part in the journal, such as `1/4`.
        then: String,
        /// Part of the other run.
        now: String,
    },
    /// The numbers of records in a chunk.
    #[error("--chunk was {then} in the run, and is {now}")]
    Chunk {
        /// Number in the journal.
        then: NonZeroU32,
        /// Number in the other run.
        now: NonZeroU32,
    },
    /// The contents of an input that two parts have read.
    #[error("the two parts read different versions of {name}")]
    InputOfParts {
        /// Name of the input.
        name: String,
    },
    /// The number of parts or of chunks in the journals of two parts.
    #[error("the two parts disagree on the number of parts or of chunks")]
    Size,
}

fn option_text(value: Option<&str>) -> String {
    excerpt(value.unwrap_or("not set"))
}
