//! Differences between two runs that show that their chunks do not belong together.

use std::num::NonZeroU32;

use thiserror::Error;

use crate::excerpt::excerpt;

/// Difference between the run in a journal and another run. It is displayed as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum RunDifference {
    #[error("the run was begun by version {then}, not version {now}")]
    Version { then: String, now: String },
    #[error("the run read {}, not {}", then.join(" "), now.join(" "))]
    Inputs { then: Vec<String>, now: Vec<String> },
    #[error("{name} has changed since the run began")]
    ChangedInput { name: String },
    #[error("--{name} was {} in the run, and is {}", option_text(then.as_deref()), option_text(now.as_deref()))]
    Option {
        name: String,
        /// Value in the journal, as JSON.
        then: Option<String>,
        /// Value in the other run, as JSON.
        now: Option<String>,
    },
    #[error("the run answered part {then}, not part {now}")]
    Part {
        /// Part in the journal, such as `1/4`.
        then: String,
        now: String,
    },
    #[error("--chunk was {then} in the run, and is {now}")]
    Chunk { then: NonZeroU32, now: NonZeroU32 },
    #[error("the two parts read different versions of {name}")]
    InputOfParts { name: String },
    #[error("the two parts disagree on the number of parts or of chunks")]
    Size,
}

fn option_text(value: Option<&str>) -> String {
    excerpt(value.unwrap_or("not set"))
}
