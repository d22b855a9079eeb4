//! Batches: questions from files of records, and answers into files.
//!
//! Records are read in chunks. All threads answer a chunk while the next one is read and the previous one is written,
//! so that only a few chunks are in memory. The bytes of a chunk depend only on its records. Hence the whole output
//! is the same for any number of threads, and however often the run was interrupted.

mod default_question;
mod encode;
pub(crate) mod file;
pub(crate) mod header;
pub(crate) mod input;
mod journal;
mod kept_columns;
pub(crate) mod merge;
mod names;
#[cfg(feature = "full")]
mod parquet;
#[cfg(not(feature = "full"))]
#[path = "no_parquet.rs"]
mod parquet;
#[cfg(feature = "full")]
mod parquet_input;
#[cfg(not(feature = "full"))]
#[path = "no_parquet_input.rs"]
mod parquet_input;
#[cfg(feature = "full")]
mod parquet_pages;
mod partition;
mod plan;
mod quotes;
pub(crate) mod record;
mod report;
mod store;
mod sums;
mod table;
pub(crate) mod table_rules;
#[cfg(feature = "full")]
mod typed;
#[cfg(not(feature = "full"))]
#[path = "no_typed.rs"]
mod typed;
mod work;

use std::fs::{self, File};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use preference::analysis::Analyst;

use crate::args::{BatchArgs, RecordQuestion};
use crate::failure::{Failure, print_message};
use crate::interruption::stop_on_ctrl_c;
use crate::tables;
use plan::{Plan, print_schema};
use record::RawRecord;
use report::{Report, unanswered_message};
use store::{OpenResult, RemainingWork, Store};
use work::AnsweredRecord;

/// Interval at which a waiting thread checks whether the work was stopped.
const LOOK: Duration = Duration::from_millis(50);

/// Maximum number of chunks that wait between two threads.
const AHEAD: usize = 2;

/// Answers the records of the inputs. `question` is asked about all records that do not name their own.
pub(crate) fn run(args: &BatchArgs, question: Option<&RecordQuestion>) -> Result<(), Failure> {
    if args.print_schema {
        return print_schema(args, question);
    }
    let plan = Plan::new(args, question)?;
    let endgames = tables::load_growing_endgames(&args.engine)?;
    let analyst = Analyst::with_threads(args.engine.threads.unwrap_or(0), &endgames)?;
    if let Some(path) = &args.summary {
        // If the summary cannot be written, this is reported before the work and not after it.
        File::options()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let (store, rest) = match plan.open()? {
        OpenResult::Begun(store, rest) => (store, rest),
        OpenResult::Complete(counts) => {
            print_message(format_args!("{} is complete: there is nothing to resume", plan.output.display()));
            return plan.outcome(counts.errors);
        }
    };
    stop_on_ctrl_c(&plan.work.stop)?;
    let mut report = Report::new(args.progress, plan.inputs.bytes(), rest.counts);
    let done = plan.run(analyst, store, &rest, &mut report);
    report.end(done.is_ok());
    if let Some(path) = &args.summary {
        let summary = format!("{}\n", report.summary(done.is_ok()));
        fs::write(path, summary).with_context(|| format!("cannot write {}", path.display()))?;
    }
    done?;
    plan.outcome(report.counts.errors)
}

impl Plan {
    /// Returns the outcome of a run that has read its inputs to their end, given the number of records without an
    /// answer. Such records are not a failure if the caller has provided for them by --rejects or --max-errors.
    fn outcome(&self, errors: u64) -> Result<(), Failure> {
        let place = self.rejects.as_ref().unwrap_or(&self.output);
        let Some(message) = unanswered_message(errors, place) else { return Ok(()) };
        if self.rejects.is_some() || self.max_errors.is_some() {
            print_message(message);
            return Ok(());
        }
        Err(Failure::Unanswered(message))
    }

    /// Answers the remaining chunks and completes the output. Reading, answering and writing run in parallel.
    fn run(
        &self,
        mut analyst: Analyst,
        store: Store,
        rest: &RemainingWork,
        report: &mut Report,
    ) -> Result<(), Failure> {
        let read = report.read();
        let (finished, chunk_count) = thread::scope(|scope| {
            let (to_answer, chunks) = sync_channel(AHEAD);
            let (to_write, answered) = sync_channel(AHEAD);
            let reader = scope.spawn(move || self.read_chunks(rest.done, &read, &to_answer));
            let writer = scope.spawn(move || self.write_answers(store, &answered, report));
            self.answer_chunks(&mut analyst, &chunks, &to_write);
            drop((chunks, to_write));
            let finished = writer.join().expect("the writer does not panic");
            if self.work.stop.is_stopped() && self.identity.reads_stream() {
                // The reader may be waiting for a line that never comes, so the program ends without it.
                let failure =
                    finished.err().unwrap_or_else(|| Failure::Interrupted(self.interruption_message()));
                tables::stop_building();
                std::process::exit(failure.report().into());
            }
            (finished, reader.join().expect("the reader does not panic"))
        });
        let written = finished?;
        let chunks = chunk_count?;
        if self.work.stop.is_stopped() {
            return Err(Failure::Interrupted(self.interruption_message()));
        }
        self.check_inputs()?;
        Ok(written.finish(chunks, &self.encoder)?)
    }

    /// Reads the inputs and sends each chunk that is to be answered. Returns the number of all chunks.
    fn read_chunks(
        &self,
        done: u64,
        read: &Arc<AtomicU64>,
        send: &SyncSender<(u64, Vec<RawRecord>)>,
    ) -> anyhow::Result<u64> {
        let (part, parts) = self.identity.part;
        let size = self.identity.chunk as usize;
        let is_remaining = |number: u64| number % parts == part && number / parts >= done;
        let (mut number, mut records, mut chunk) = (0, 0, Vec::new());
        self.inputs.read(read, &mut |raw| {
            if is_remaining(number) {
                chunk.push(raw);
            }
            records += 1;
            if records == size {
                let full = std::mem::take(&mut chunk);
                if !full.is_empty() && send.send((number, full)).is_err() {
                    return false;
                }
                (number, records) = (number + 1, 0);
            }
            !self.work.stop.is_stopped()
        })?;
        if !chunk.is_empty() {
            // Sending fails only if the work was stopped.
            let _ = send.send((number, chunk));
        }
        Ok(number + u64::from(records > 0))
    }

    /// Answers chunks until there are no more, or until the work is stopped.
    fn answer_chunks(
        &self,
        analyst: &mut Analyst,
        chunks: &Receiver<(u64, Vec<RawRecord>)>,
        send: &SyncSender<(u64, Vec<AnsweredRecord>)>,
    ) {
        loop {
            let (number, chunk) = match chunks.recv_timeout(LOOK) {
                Ok(chunk) => chunk,
                Err(RecvTimeoutError::Timeout) if !self.work.stop.is_stopped() => continue,
                Err(_) => return,
            };
            let Some(records) = self.work.answer(analyst, &chunk) else { return };
            if send.send((number, records)).is_err() {
                return;
            }
        }
    }

    /// Writes chunks until there are no more. A failure stops the work.
    fn write_answers(
        &self,
        mut store: Store,
        answered: &Receiver<(u64, Vec<AnsweredRecord>)>,
        report: &mut Report,
    ) -> Result<Store, Failure> {
        let written = self.write_chunks(&mut store, answered, report);
        // Chunks that were written before a failure count, so they are synced in any case.
        let synced = store.sync();
        if let Err(failure) = written.and(synced.map_err(Failure::from)) {
            self.work.stop.stop();
            return Err(failure);
        }
        Ok(store)
    }

    /// Writes each chunk as soon as it is answered.
    fn write_chunks(
        &self,
        store: &mut Store,
        answered: &Receiver<(u64, Vec<AnsweredRecord>)>,
        report: &mut Report,
    ) -> Result<(), Failure> {
        loop {
            let (number, records) = match answered.recv_timeout(store::SYNC) {
                Ok(answered) => answered,
                Err(RecvTimeoutError::Timeout) => {
                    store.sync()?;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            let chunk = self.encoder.chunk(&records)?;
            let errors = report.counts.errors + chunk.counts.errors;
            if let Some(most) = self.max_errors.filter(|most| errors > *most) {
                let first = chunk.first_error.unwrap_or_default();
                let message = format!("more than {most} records have no answer, as {first}");
                return Err(Failure::Unanswered(if most == 0 { first } else { message }));
            }
            store.write_chunk(number, &chunk)?;
            report.add(chunk.counts);
        }
    }
}
