//! Runs a job as a pipeline: a reader, a solver and a writer work in parallel, so that only a few chunks are in memory.
//! The bytes of a chunk depend only on its records. Hence the whole output is the same for any number of threads, and
//! however often the run was interrupted.

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::column_mapping::ColumnMapping;
use crate::encode::Encoder;
use crate::error::JobError;
use crate::identity::Identity;
use crate::input::Inputs;
use crate::paths::is_stdio;
use crate::record::{Counts, RawRecord};
use crate::solver::{AnsweredRecord, ProgressReport, RecordSolver};
use crate::store::{self, FinishedChunks, OpenResult, StartMode, Store, StoredOutput};

/// Interval at which a waiting thread checks whether the work was stopped.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum number of chunks that wait between two threads.
const MAX_QUEUED_CHUNKS: usize = 2;

/// Job that answers the records of some inputs.
pub struct Job<M, S> {
    /// Inputs with the records.
    pub inputs: Arc<Inputs<M>>,
    /// File of the answers; `-` is standard output.
    pub output: PathBuf,
    /// File of the records without an answer, if the encoder was built to write rejects.
    pub rejects: Option<PathBuf>,
    /// Solver of the records.
    pub solver: Arc<S>,
    /// Encoder of the answers.
    pub encoder: Encoder,
    /// Identity of the run, by which a later run can resume it.
    pub identity: Identity,
    /// Maximum number of records without an answer, beyond which the run ends; `None` for no limit.
    pub max_errors: Option<u64>,
    /// Treatment of files that exist already.
    pub start: StartMode,
}

/// Reader of the chunks that are still to be answered.
struct ChunkReader<M, S> {
    inputs: Arc<Inputs<M>>,
    solver: Arc<S>,
    /// Number of records in a chunk.
    size: usize,
    /// Index, from 0, of the part of the chunks that this run answers, and the number of parts.
    part: (u64, u64),
    /// Number of chunks of the part that an earlier run has finished.
    finished: u64,
}

impl<M: ColumnMapping + 'static, S: RecordSolver> Job<M, S> {
    /// Opens the output, and finds the chunks that an earlier run has finished.
    ///
    /// # Errors
    /// If the output exists and [`StartMode::New`] is chosen, belongs to another job or to a running one, lacks its
    /// journal, is damaged or cannot be written.
    pub fn open(&self) -> Result<OpenResult, JobError> {
        if is_stdio(&self.output) {
            let finished = FinishedChunks { number: 0, counts: Counts::default() };
            return Ok(OpenResult::Begun(Store::stream(&self.encoder, self.rejects.as_deref())?, finished));
        }
        StoredOutput::open(&self.output, self.rejects.as_deref(), &self.identity, self.start, &self.encoder)
    }

    /// Answers the remaining chunks and completes the output.
    ///
    /// If the solver is stopped while a stream is read, the thread that reads the stream is left behind, since the next
    /// record may never come: the program should end soon.
    ///
    /// # Errors
    /// [`JobError::Interrupted`] if the solver was stopped, [`JobError::TooManyErrors`] if more records than
    /// `max_errors` have no answer; also if an input is damaged, has changed or cannot be read, or the output cannot be
    /// written. Chunks that were written before the error are kept, and a resumed run skips them.
    ///
    /// # Panics
    /// If the solver, the encoding of an answer or the mapping of columns panics.
    pub fn run(
        &self,
        worker: &mut S::Worker,
        store: Store,
        finished: &FinishedChunks,
        report: &mut impl ProgressReport,
    ) -> Result<(), JobError> {
        let bytes_read = report.bytes_read();
        let reader = ChunkReader {
            inputs: Arc::clone(&self.inputs),
            solver: Arc::clone(&self.solver),
            size: self.identity.chunk.get() as usize,
            part: self.identity.part,
            finished: finished.number,
        };
        let (to_answer, chunks) = sync_channel(MAX_QUEUED_CHUNKS);
        let reader = thread::spawn(move || reader.read_chunks(&bytes_read, &to_answer));
        let written = thread::scope(|scope| {
            let (to_write, answered) = sync_channel(MAX_QUEUED_CHUNKS);
            let errors = finished.counts.errors;
            let writer = scope.spawn(move || self.run_writer(store, errors, &answered, report));
            self.answer_chunks(worker, &chunks, &to_write);
            drop((chunks, to_write));
            writer.join().unwrap_or_else(|panic| resume_unwind(panic))
        });
        if self.is_abandoned() {
            return Err(written.err().unwrap_or(JobError::Interrupted));
        }
        let chunk_count = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
        let written = written?;
        let chunks = chunk_count?;
        if self.solver.is_stopped() {
            return Err(JobError::Interrupted);
        }
        self.identity.check_inputs(self.inputs.files.iter().map(|(path, _)| path.as_path()))?;
        written.finish(chunks, &self.encoder)
    }

    /// Whether the solver was stopped and the reader may still wait for a record of a stream.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        self.solver.is_stopped() && self.identity.reads_stream()
    }

    fn answer_chunks(
        &self,
        worker: &mut S::Worker,
        chunks: &Receiver<(u64, Vec<RawRecord>)>,
        send: &SyncSender<(u64, Vec<AnsweredRecord<S::Output>>)>,
    ) {
        loop {
            let (number, chunk) = match chunks.recv_timeout(STOP_POLL_INTERVAL) {
                Ok(chunk) => chunk,
                Err(RecvTimeoutError::Timeout) if !self.solver.is_stopped() => continue,
                Err(_) => return,
            };
            let Some(records) = self.solver.answer(worker, &chunk) else { return };
            if send.send((number, records)).is_err() {
                return;
            }
        }
    }

    /// `errors`: records without an answer in earlier runs.
    fn run_writer(
        &self,
        mut store: Store,
        errors: u64,
        answered: &Receiver<(u64, Vec<AnsweredRecord<S::Output>>)>,
        report: &mut impl ProgressReport,
    ) -> Result<Store, JobError> {
        let written = self.write_chunks(&mut store, errors, answered, report);
        // Even after a failure the chunks that were written before are valid, so they are synced in any case.
        let synced = store.sync();
        if let Err(failure) = written.and(synced) {
            self.solver.stop();
            return Err(failure);
        }
        Ok(store)
    }

    fn write_chunks(
        &self,
        store: &mut Store,
        mut errors: u64,
        answered: &Receiver<(u64, Vec<AnsweredRecord<S::Output>>)>,
        report: &mut impl ProgressReport,
    ) -> Result<(), JobError> {
        loop {
            let (number, records) = match answered.recv_timeout(store::SYNC_INTERVAL) {
                Ok(answered) => answered,
                Err(RecvTimeoutError::Timeout) => {
                    store.sync()?;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            let chunk = self.encoder.chunk(&records)?;
            errors += chunk.counts.errors;
            if let Some(limit) = self.max_errors.filter(|limit| errors > *limit) {
                let first = chunk.first_error.unwrap_or_default();
                return Err(JobError::TooManyErrors { limit, first });
            }
            store.write_chunk(number, &chunk)?;
            report.add(chunk.counts);
        }
    }
}

impl<M: ColumnMapping, S: RecordSolver> ChunkReader<M, S> {
    fn read_chunks(
        &self,
        bytes_read: &Arc<AtomicU64>,
        send: &SyncSender<(u64, Vec<RawRecord>)>,
    ) -> Result<u64, JobError> {
        let (part, parts) = self.part;
        let is_remaining = |number: u64| number % parts == part && number / parts >= self.finished;
        let (mut number, mut records, mut chunk) = (0, 0, Vec::new());
        self.inputs.read(bytes_read, &mut |raw| {
            if is_remaining(number) {
                chunk.push(raw);
            }
            records += 1;
            if records == self.size {
                let full = std::mem::take(&mut chunk);
                if !full.is_empty() && send.send((number, full)).is_err() {
                    return false;
                }
                (number, records) = (number + 1, 0);
            }
            !self.solver.is_stopped()
        })?;
        if !chunk.is_empty() {
            // Sending fails only if the work was stopped.
            let _ = send.send((number, chunk));
        }
        Ok(number + u64::from(records > 0))
    }
}
