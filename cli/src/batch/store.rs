//! The files that a batch writes: what is there is there for good, or is not there at all.
//!
//! Chunks are appended to `OUTPUT.part`. Every few seconds they are synced, and then the journal says
//! so. What a run that was killed left behind its last entry is cut off by the next one. When all is
//! done the file gets its name.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::encode::{Chunk, Encoder, rejects_head};
use super::journal::{ChunkDone, Identity, Journal, Past, Whole, beside, with_ending};
use super::record::Counts;
use super::sums::{check_chunks, check_output, sum};
use crate::args::AnswerKind;

/// How long what is written may wait to be synced.
pub(super) const SYNC: Duration = Duration::from_secs(2);

/// Where answers go.
pub(crate) enum Store {
    /// Standard output, and the file of rejects.
    Stream(io::Stdout, Option<File>),
    /// A file, with a journal.
    Kept(Box<StoredOutput>),
}

/// What a run does with what is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StartMode {
    /// Nothing may be there.
    New,
    /// Go on.
    Resume,
    /// Replace it.
    Overwrite,
}

pub(crate) struct StoredOutput {
    identity: Identity,
    output: PathBuf,
    part: File,
    rejects: Option<(PathBuf, File)>,
    journal: Journal,
    synced: Instant,
    /// Whether another run can go on.
    can_resume: bool,
    /// Data could not be synced.
    failed: bool,
    end: u64,
    rejects_end: u64,
    /// All chunks that are written, and how many of them are there for good.
    chunks: Vec<ChunkDone>,
    sure: usize,
}

/// What is left to do.
pub(crate) struct RemainingWork {
    /// Number of chunks of this part that are done, the first ones.
    pub(crate) done: u64,
    pub(crate) counts: Counts,
}

/// An output that was opened.
pub(crate) enum OpenResult {
    /// There is something left to do for it.
    Begun(Store, RemainingWork),
    /// All is done, with these counts.
    Complete(Counts),
}

impl Store {
    /// Standard output, with what stands before the first chunk.
    pub(crate) fn stream(encoder: &Encoder, rejects: Option<&Path>) -> anyhow::Result<Store> {
        let head = rejects_head()?;
        let rejects = rejects.map(|path| cut(path, None, &head)).transpose()?;
        let mut stdout = io::stdout();
        stdout.write_all(&encoder.head()?)?;
        Ok(Store::Stream(stdout, rejects))
    }

    /// Writes a chunk.
    pub(crate) fn put(&mut self, number: u64, chunk: &Chunk) -> anyhow::Result<()> {
        match self {
            Store::Stream(stdout, rejects) => {
                rejects.iter_mut().try_for_each(|rejects| rejects.write_all(&chunk.rejects))?;
                stdout.write_all(&chunk.data)?;
                Ok(stdout.flush()?)
            }
            Store::Kept(kept) => kept.put(number, chunk).with_context(|| kept.not_written()),
        }
    }

    /// Makes sure of what is written.
    pub(crate) fn sync(&mut self) -> anyhow::Result<()> {
        match self {
            Store::Stream(..) => Ok(()),
            Store::Kept(kept) => kept.sync().with_context(|| kept.not_written()),
        }
    }

    /// All is done: the input has this many chunks.
    pub(crate) fn finish(self, chunks: u64, encoder: &Encoder) -> anyhow::Result<()> {
        match self {
            Store::Stream(..) => Ok(()),
            Store::Kept(kept) => kept.finish(chunks, encoder),
        }
    }
}

impl StoredOutput {
    /// The file of this name, and what is left to do for it.
    pub(crate) fn open(
        output: &Path,
        rejects: Option<&Path>,
        identity: &Identity,
        begin: StartMode,
        encoder: &Encoder,
    ) -> anyhow::Result<OpenResult> {
        let (journal, part) = (beside(output), with_ending(output, "part"));
        let past = match begin {
            StartMode::Overwrite => None,
            _ => Past::read(&journal)?,
        };
        Journal::check_alone(&journal)?;
        if begin == StartMode::New {
            refuse(output, past.as_ref())?;
        }
        if begin != StartMode::Overwrite && past.is_none() {
            refuse_remains(output, rejects)?;
        }
        if let Some(past) = &past {
            if let Some(difference) = past.difference(identity) {
                bail!("{}: {difference}: that cannot be resumed, --overwrite begins anew", journal.display());
            }
            if past.whole.is_some() && output.exists() && !part.exists() {
                // It may have been killed after the output had its name.
                check_output(output, past)?;
                named(output, rejects)?;
                return Ok(OpenResult::Complete(past.counts()));
            }
            let waiting = rejects.map(|path| with_ending(path, "part"));
            check_chunks(&part, waiting.as_deref(), past)?;
        }
        let journal = Journal::open(&journal, identity, past.as_ref())?;
        sync_folder(output);
        let last = past.as_ref().and_then(|past| past.chunks.last());
        let head = if encoder.kind == AnswerKind::Csv { encoder.head()? } else { Vec::new() };
        let (end, rejects_end) = last.map_or((head.len() as u64, 0), |last| (last.end, last.rejects_end));
        let part = cut(&part, last.map(|last| last.end), &head)?;
        let head = rejects_head()?;
        let rejects_end = rejects_end.max(head.len() as u64);
        let rejects = match rejects {
            None => None,
            Some(path) => {
                let kept = last.map(|_| rejects_end);
                Some((path.to_owned(), cut(&with_ending(path, "part"), kept, &head)?))
            }
        };
        let rest = RemainingWork {
            done: past.as_ref().map_or(0, |past| past.chunks.len() as u64),
            counts: past.as_ref().map(Past::counts).unwrap_or_default(),
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
            end,
            rejects_end,
            sure: past.as_ref().map_or(0, |past| past.chunks.len()),
            chunks: past.map(|past| past.chunks).unwrap_or_default(),
        };
        Ok(OpenResult::Begun(Store::Kept(Box::new(kept)), rest))
    }

    /// What a failure to write is told with.
    fn not_written(&self) -> String {
        let name = self.output.display();
        let hint = if self.can_resume { "; what is done is kept, and --resume goes on with it" } else { "" };
        format!("cannot write {name}{hint}")
    }

    fn put(&mut self, number: u64, chunk: &Chunk) -> anyhow::Result<()> {
        self.part.write_all(&chunk.data)?;
        let begin = self.end;
        self.end += chunk.data.len() as u64;
        if let Some((_, rejects)) = &mut self.rejects {
            rejects.write_all(&chunk.rejects)?;
            self.rejects_end += chunk.rejects.len() as u64;
        }
        let (end, rejects_end, counts, rows) = (self.end, self.rejects_end, chunk.counts, chunk.rows);
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
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> anyhow::Result<()> {
        // A system tells only once that it has lost data: what waited then never counts.
        if self.failed {
            return Ok(());
        }
        let synced = self.try_sync();
        self.failed = synced.is_err();
        synced
    }

    fn try_sync(&mut self) -> anyhow::Result<()> {
        if self.sure < self.chunks.len() {
            self.part.sync_data()?;
            if let Some((_, rejects)) = &self.rejects {
                rejects.sync_data()?;
            }
            self.journal.done(&self.chunks[self.sure..])?;
            self.sure = self.chunks.len();
        }
        self.synced = Instant::now();
        Ok(())
    }

    fn finish(mut self, chunks: u64, encoder: &Encoder) -> anyhow::Result<()> {
        self.sync()?;
        if let Some((_, rejects)) = &self.rejects {
            rejects.sync_all()?;
        }
        let part = with_ending(&self.output, "part");
        if self.end == 0 {
            // A packed file of nothing is not an empty one.
            self.part.write_all(&encoder.nothing()?)?;
        }
        if encoder.kind == AnswerKind::Parquet {
            let joined = with_ending(&self.output, "joined");
            let empty = encoder.chunk(&[])?.data;
            let file = File::create(&joined)?;
            let own_rules = self.chunks.iter().map(|chunk| chunk.counts.own_rules).sum();
            let origin = self.identity.origin(own_rules);
            super::parquet::join(&mut self.part, &self.chunks, (empty, &origin), file)
                .and_then(|file| Ok(file.sync_all()?))
                .inspect_err(|_| drop(fs::remove_file(&joined)))
                .with_context(|| format!("cannot write {}", self.output.display()))?;
            self.journal.whole(Whole { chunks, crc: sum(&joined)? })?;
            rename(&joined, &self.output)?;
            fs::remove_file(&part)?;
        } else {
            self.part.sync_all()?;
            self.journal.whole(Whole { chunks, crc: sum(&part)? })?;
            rename(&part, &self.output)?;
        }
        named(&self.output, self.rejects.as_ref().map(|(path, _)| &**path))
    }
}

/// Gives the rejects their name, once the output has its own.
fn named(output: &Path, rejects: Option<&Path>) -> anyhow::Result<()> {
    let waiting = rejects.map(|path| (with_ending(path, "part"), path));
    if let Some((part, path)) = waiting.filter(|(part, _)| part.exists()) {
        rename(&part, path)?;
    }
    sync_folder(output);
    Ok(())
}

/// Refuses to begin where an output, or what is left of a run, is there already.
fn refuse(output: &Path, past: Option<&Past>) -> anyhow::Result<()> {
    let name = output.display();
    let complete = past.is_none_or(|past| past.whole.is_some() && !with_ending(output, "part").exists());
    if output.exists() && complete {
        bail!("{name} is there already: --overwrite replaces it");
    }
    if past.is_some_and(|past| past.identity.reads_stream()) {
        bail!(
            "a run for {name} was interrupted, and a stream cannot be gone on with: --overwrite begins anew"
        );
    }
    if past.is_some() {
        bail!("a run for {name} was interrupted: --resume goes on with it, --overwrite begins anew");
    }
    Ok(())
}

/// Refuses files in the place of those of a run, if no journal says that they are such.
fn refuse_remains(output: &Path, rejects: Option<&Path>) -> anyhow::Result<()> {
    if output.exists() {
        bail!(
            "{} is there, but no journal says what it was made of: --overwrite begins anew",
            output.display()
        );
    }
    let (journal, part) = (beside(output), with_ending(output, "part"));
    let holds = |path: &PathBuf| path.metadata().is_ok_and(|data| data.len() > 0);
    if holds(&part) || holds(&journal) {
        let there = if holds(&part) { part } else { journal };
        bail!("{} is there, but its journal cannot be read: --overwrite begins anew", there.display());
    }
    let rejected = rejects.map(|path| with_ending(path, "part"));
    match [with_ending(output, "joined")].into_iter().chain(rejected).find(|path| path.exists()) {
        Some(other) => bail!("{} is there already: --overwrite replaces it", other.display()),
        None => Ok(()),
    }
}

/// Opens a file for appending. It is cut to its first `bytes` bytes; with `None` it is emptied, and begins
/// with `head`.
fn cut(path: &Path, bytes: Option<u64>, head: &[u8]) -> anyhow::Result<File> {
    let told = || format!("cannot write {}", path.display());
    let mut file = File::options()
        .create(bytes.is_none())
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)
        .with_context(told)?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        bail!("another run is at work on {}", path.display());
    }
    match bytes {
        Some(bytes) if file.metadata()?.len() < bytes => {
            bail!("{} is shorter than its journal says: --overwrite begins anew", path.display());
        }
        Some(bytes) => {
            file.set_len(bytes)?;
            file.seek(SeekFrom::End(0))?;
        }
        None => {
            file.set_len(0)?;
            file.write_all(head).with_context(told)?;
        }
    }
    Ok(file)
}

/// Gives a file its name, for good.
pub(super) fn rename(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::rename(from, to).with_context(|| format!("cannot write {}", to.display()))?;
    sync_folder(to);
    Ok(())
}

/// Makes sure of the names in the folder of a file.
fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Not every system can sync a folder.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
