//! The files that a batch writes. A chunk counts only if it is stored for good.
//!
//! Chunks are appended to `OUTPUT.part`. Every few seconds they are synced and then recorded in the journal. If a run
//! was killed, the next run cuts off the bytes after the last recorded chunk. At the end `OUTPUT.part` is renamed
//! to the output.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::checksums::{check_chunks, check_output, file_crc};
use crate::earlier_run_error::{DamageError, ExistingError};
use crate::encode::{Chunk, Encoder, rejects_header};
use crate::error::JobError;
use crate::identity::Identity;
use crate::journal::{ChunkDone, CompleteOutput, Journal, JournalContents, journal_path, with_ending};
use crate::options::AnswerKind;
use crate::parquet;
use crate::record::Counts;

/// Maximum time between the writing of a chunk and its syncing.
pub(crate) const SYNC_INTERVAL: Duration = Duration::from_secs(2);

/// Destination of the answers.
pub enum Store {
    /// Standard output, and the file of rejects if there is one.
    Stream(io::Stdout, Option<File>),
    /// A file that has a journal.
    Journaled(Box<StoredOutput>),
}

/// Treatment of files that exist already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartMode {
    /// No file of the run may exist.
    New,
    /// An interrupted run is resumed.
    Resume,
    /// The files are replaced by new ones.
    Overwrite,
}

/// Output file that has a journal.
pub struct StoredOutput {
    identity: Identity,
    output: PathBuf,
    part: File,
    rejects: Option<(PathBuf, File)>,
    journal: Journal,
    synced: Instant,
    /// Whether a later run can resume this one.
    can_resume: bool,
    /// Whether an attempt to sync data has failed.
    failed: bool,
    /// Length of `OUTPUT.part`.
    part_bytes: u64,
    /// Length of the file of rejects.
    rejects_bytes: u64,
    /// Chunks that were written, by this run or an earlier one.
    chunks: Vec<ChunkDone>,
    /// Number of these chunks that the journal records, so that they are stored for good.
    recorded: usize,
}

/// Chunks that an earlier run has finished.
pub struct FinishedChunks {
    /// Number of these chunks. They are the first ones of the part.
    pub number: u64,
    /// Counts of the records in them.
    pub counts: Counts,
}

/// Output after it was opened.
pub enum OpenResult {
    /// An output with chunks left to do.
    Begun(Store, FinishedChunks),
    /// An output that is complete already, with its counts.
    Complete(Counts),
}

impl Store {
    pub(crate) fn stream(encoder: &Encoder, rejects: Option<&Path>) -> Result<Store, JobError> {
        let header = rejects_header()?;
        let rejects = rejects.map(|path| open_cut(path, None, &header)).transpose()?;
        let mut stdout = io::stdout();
        stdout.write_all(&encoder.header()?)?;
        Ok(Store::Stream(stdout, rejects))
    }

    pub(crate) fn write_chunk(&mut self, number: u64, chunk: &Chunk) -> Result<(), JobError> {
        match self {
            Store::Stream(stdout, rejects) => {
                rejects.iter_mut().try_for_each(|rejects| rejects.write_all(&chunk.rejects))?;
                stdout.write_all(&chunk.data)?;
                Ok(stdout.flush()?)
            }
            Store::Journaled(kept) => kept.write_chunk(number, chunk).map_err(|error| kept.unwritten(error)),
        }
    }

    pub(crate) fn sync(&mut self) -> Result<(), JobError> {
        match self {
            Store::Stream(..) => Ok(()),
            Store::Journaled(kept) => kept.sync().map_err(|error| kept.unwritten(error)),
        }
    }

    /// `chunks` is the number of chunks in the whole input, including other parts.
    pub(crate) fn finish(self, chunks: u64, encoder: &Encoder) -> Result<(), JobError> {
        match self {
            Store::Stream(..) => Ok(()),
            Store::Journaled(kept) => kept.finish(chunks, encoder),
        }
    }
}

impl StoredOutput {
    pub(crate) fn open(
        output: &Path,
        rejects: Option<&Path>,
        identity: &Identity,
        begin: StartMode,
        encoder: &Encoder,
    ) -> Result<OpenResult, JobError> {
        let (journal, part) = (journal_path(output), with_ending(output, "part"));
        let earlier_run = match begin {
            StartMode::Overwrite => None,
            _ => JournalContents::read(&journal)?,
        };
        Journal::check_alone(&journal)?;
        if begin == StartMode::New {
            check_unused(output, earlier_run.as_ref())?;
        }
        if begin != StartMode::Overwrite && earlier_run.is_none() {
            check_no_remains(output, rejects)?;
        }
        if let Some(earlier_run) = &earlier_run {
            if let Some(difference) = earlier_run.difference(identity) {
                return Err(JobError::OtherRun { journal, difference: Box::new(difference) });
            }
            if earlier_run.whole.is_some() && output.exists() && !part.exists() {
                // The earlier run was complete. It may have been killed between renaming its output and its rejects.
                check_output(output, earlier_run)?;
                rename_rejects(output, rejects)?;
                return Ok(OpenResult::Complete(earlier_run.counts()));
            }
            if !earlier_run.chunks.is_empty() && !part.exists() {
                return Err(DamageError::MissingChunks { part, journal }.into());
            }
            let waiting = rejects.map(|path| with_ending(path, "part"));
            check_chunks(&part, waiting.as_deref(), earlier_run)?;
        }
        let journal = Journal::open(&journal, identity, earlier_run.as_ref())?;
        sync_folder(output);
        let last = earlier_run.as_ref().and_then(|earlier_run| earlier_run.chunks.last());
        let header = if encoder.kind == AnswerKind::Csv { encoder.header()? } else { Vec::new() };
        let (part_bytes, rejects_end) =
            last.map_or((header.len() as u64, 0), |last| (last.end, last.rejects_end));
        let part = open_cut(&part, last.map(|last| last.end), &header)?;
        let header = rejects_header()?;
        let rejects_bytes = rejects_end.max(header.len() as u64);
        let kept = last.map(|_| rejects_bytes);
        let open = |path: &Path| {
            open_cut(&with_ending(path, "part"), kept, &header).map(|file| (path.to_owned(), file))
        };
        let rejects = rejects.map(open).transpose()?;
        let finished = FinishedChunks {
            number: earlier_run.as_ref().map_or(0, |earlier_run| earlier_run.chunks.len() as u64),
            counts: earlier_run.as_ref().map(JournalContents::counts).unwrap_or_default(),
        };
        let kept = StoredOutput {
            identity: identity.clone(),
            output: output.to_owned(),
            part,
            rejects,
            journal,
            synced: Instant::now(),
            failed: false,
            can_resume: !identity.reads_stream(),
            part_bytes,
            rejects_bytes,
            recorded: earlier_run.as_ref().map_or(0, |earlier_run| earlier_run.chunks.len()),
            chunks: earlier_run.map(|earlier_run| earlier_run.chunks).unwrap_or_default(),
        };
        Ok(OpenResult::Begun(Store::Journaled(Box::new(kept)), finished))
    }

    fn unwritten(&self, source: io::Error) -> JobError {
        JobError::Write { path: self.output.clone(), keeps_chunks: self.can_resume, source }
    }

    /// The chunk counts as soon as it is synced.
    fn write_chunk(&mut self, number: u64, chunk: &Chunk) -> io::Result<()> {
        self.part.write_all(&chunk.data)?;
        let begin = self.part_bytes;
        self.part_bytes += chunk.data.len() as u64;
        if let Some((_, rejects)) = &mut self.rejects {
            rejects.write_all(&chunk.rejects)?;
            self.rejects_bytes += chunk.rejects.len() as u64;
        }
        let (end, rejects_end) = (self.part_bytes, self.rejects_bytes);
        let (counts, rows) = (chunk.counts, chunk.rows);
        let [crc, rejects_crc] = [&chunk.data, &chunk.rejects].map(|data| crc32fast::hash(data));
        self.chunks.push(ChunkDone {
            chunk: number,
            begin,
            end,
            rows,
            crc,
            rejects_end,
            rejects_crc,
            counts,
        });
        if self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> io::Result<()> {
        // A system reports lost data only once. After such a failure the chunks that were not yet synced must never
        // count.
        if self.failed {
            return Ok(());
        }
        let synced = self.try_sync();
        self.failed = synced.is_err();
        synced
    }

    fn try_sync(&mut self) -> io::Result<()> {
        if self.recorded < self.chunks.len() {
            self.part.sync_data()?;
            if let Some((_, rejects)) = &self.rejects {
                rejects.sync_data()?;
            }
            self.journal.record_chunks(&self.chunks[self.recorded..])?;
            self.recorded = self.chunks.len();
        }
        self.synced = Instant::now();
        Ok(())
    }

    fn finish(mut self, chunks: u64, encoder: &Encoder) -> Result<(), JobError> {
        self.sync()?;
        if let Some((_, rejects)) = &self.rejects {
            rejects.sync_all()?;
        }
        let part = with_ending(&self.output, "part");
        if self.part_bytes == 0 {
            // A compressed file without records must be valid, so it must not have 0 bytes.
            self.part.write_all(&encoder.empty_output()?)?;
        }
        if encoder.kind == AnswerKind::Parquet {
            let joined = with_ending(&self.output, "joined");
            let empty = encoder.empty_chunk()?;
            let file = File::create(&joined)?;
            let own_options = self.chunks.iter().map(|chunk| chunk.counts.own_options).sum();
            let origin = self.identity.origin(encoder.origin.program, own_options);
            parquet::join_chunks(&mut self.part, &self.chunks, empty, &origin, file)
                .and_then(|file| Ok(file.sync_all()?))
                .inspect_err(|_| drop(fs::remove_file(&joined)))
                .map_err(JobError::unassembled(&self.output))?;
            self.journal.record_completion(CompleteOutput { chunks, crc: file_crc(&joined)? })?;
            rename(&joined, &self.output)?;
            fs::remove_file(&part)?;
        } else {
            self.part.sync_all()?;
            self.journal.record_completion(CompleteOutput { chunks, crc: file_crc(&part)? })?;
            rename(&part, &self.output)?;
        }
        rename_rejects(&self.output, self.rejects.as_ref().map(|(path, _)| &**path))
    }
}

/// The output must have been renamed before.
fn rename_rejects(output: &Path, rejects: Option<&Path>) -> Result<(), JobError> {
    let waiting = rejects.map(|path| (with_ending(path, "part"), path));
    if let Some((part, path)) = waiting.filter(|(part, _)| part.exists()) {
        rename(&part, path)?;
    }
    sync_folder(output);
    Ok(())
}

fn check_unused(output: &Path, earlier_run: Option<&JournalContents>) -> Result<(), ExistingError> {
    let complete = earlier_run
        .is_none_or(|earlier_run| earlier_run.whole.is_some() && !with_ending(output, "part").exists());
    if output.exists() && complete {
        return Err(ExistingError::File { path: output.to_owned() });
    }
    match earlier_run {
        Some(earlier_run) => Err(ExistingError::InterruptedRun {
            output: output.to_owned(),
            can_resume: !earlier_run.identity.reads_stream(),
        }),
        None => Ok(()),
    }
}

/// Called only if there is no journal for files of an earlier run.
fn check_no_remains(output: &Path, rejects: Option<&Path>) -> Result<(), JobError> {
    if output.exists() {
        return Err(ExistingError::UnknownOutput { output: output.to_owned() }.into());
    }
    let (journal, part) = (journal_path(output), with_ending(output, "part"));
    let holds = |path: &PathBuf| path.metadata().is_ok_and(|data| data.len() > 0);
    if holds(&journal) {
        return Err(DamageError::Journal { journal }.into());
    }
    if holds(&part) {
        return Err(ExistingError::UnknownChunks { part }.into());
    }
    let rejected = rejects.map(|path| with_ending(path, "part"));
    match [with_ending(output, "joined")].into_iter().chain(rejected).find(|path| path.exists()) {
        Some(path) => Err(ExistingError::File { path }.into()),
        None => Ok(()),
    }
}

/// Opens a file for appending. If `bytes` is given, the file is cut to this length; otherwise it is emptied, and begins
/// with `header`.
fn open_cut(path: &Path, bytes: Option<u64>, header: &[u8]) -> Result<File, JobError> {
    let unwritten = JobError::unwritten(path);
    let mut file = File::options()
        .create(bytes.is_none())
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)
        .map_err(&unwritten)?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(JobError::Busy { path: path.to_owned() });
    }
    match bytes {
        Some(bytes) if file.metadata()?.len() < bytes => {
            return Err(DamageError::Short { path: path.to_owned() }.into());
        }
        Some(bytes) => {
            file.set_len(bytes)?;
            file.seek(SeekFrom::End(0))?;
        }
        None => {
            file.set_len(0)?;
            file.write_all(header).map_err(&unwritten)?;
        }
    }
    Ok(file)
}

pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), JobError> {
    // The folder is synced so that the new name lasts.
    fs::rename(from, to).map_err(JobError::unwritten(to))?;
    sync_folder(to);
    Ok(())
}

fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Not every system can sync a folder, so errors are ignored.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
