//! Interface to the program that runs a job: its solver, its answers, and its report of the progress.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use serde_json::Value;

use crate::format_error::ProgramError;
use crate::record::{Counts, Place, RawRecord};
use crate::typed::TypedRow;

/// Solver of the records of a job. Chunks of records are answered one after another; the solver may use several threads
/// for one chunk.
pub trait RecordSolver: Send + Sync + 'static {
    /// State that a worker thread needs for its answers, such as caches.
    type Worker;

    /// Answer to a record, before it is encoded.
    type Output: RecordOutput;

    /// Answers the records of a chunk, in their order. Returns `None` if the work was stopped.
    ///
    /// An answer must depend only on its record, so that the output is the same however often the run is interrupted.
    fn answer(
        &self,
        worker: &mut Self::Worker,
        chunk: &[RawRecord],
    ) -> Option<Vec<AnsweredRecord<Self::Output>>>;

    /// Stops the work: `answer` and the run end soon.
    fn stop(&self);

    /// Whether the work was stopped.
    fn is_stopped(&self) -> bool;
}

/// Record with its answer.
#[derive(Clone, Debug)]
pub struct AnsweredRecord<A> {
    /// Place of the record in the inputs.
    pub place: Place,
    /// Answer to the record.
    pub output: A,
    /// Text of the record in the input. If the record has an answer, the text may be left empty.
    pub text: String,
    /// Copied cells with the types of their columns, if the output keeps the types.
    pub typed: Option<TypedRow>,
    /// Whether the record overrides an option of the whole job, so that the options of the job alone do not
    /// describe how the answers were made.
    pub own_options: bool,
}

/// Answer to a record, or the error because of which it has none.
pub trait RecordOutput: Send {
    /// The error of a record without an answer.
    fn error(&self) -> Option<RecordError>;

    /// The answer or the error as a line of JSON Lines, without the line end.
    fn json_line(&self) -> Result<String, ProgramError>;

    /// The rows of the answer in a table, each with a cell for each column of the answers.
    fn rows(&self) -> &[Vec<Value>];

    /// The text of the record's id, if it has one.
    fn id(&self) -> Option<String>;

    /// The texts of the cells in the copied columns that have these names in the output; `None` where the record
    /// has no value.
    fn copied_texts(&self, names: &[String]) -> Vec<Option<String>>;
}

/// Reason why a record has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Code of the error for programs.
    pub code: String,
    /// Field of the record that is wrong; empty if the error is not in a single field.
    pub field: String,
    /// Message, without the name of the field.
    pub message: String,
    /// Message that begins with the name of the field.
    pub full_message: String,
}

/// Report of the progress of a run.
pub trait ProgressReport: Send {
    /// The counter of the bytes read from the inputs.
    fn bytes_read(&self) -> Arc<AtomicU64>;

    /// Adds the counts of a chunk that was written.
    fn add(&mut self, counts: Counts);
}
