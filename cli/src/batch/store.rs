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

use super::encode::{Chunk, Encoder, REJECTS, csv};
use super::journal::{ChunkDone, Identity, Journal, Past, beside, with_ending};
use super::record::Counts;
use crate::args::AnswerKind;

/// How long what is written may wait to be synced.
pub(super) const SYNC: Duration = Duration::from_secs(2);

/// Where answers go.
pub(crate) enum Store {
    /// Standard output, and the file of rejects.
    Stream(io::Stdout, Option<File>),
    /// A file, with a journal.
    Kept(Box<Kept>),
}

/// What a run does with what is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begin {
    /// Nothing may be there.
    New,
    /// Go on.
    Resume,
    /// Replace it.
    Overwrite,
}

pub(crate) struct Kept {
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
pub(crate) struct Rest {
    /// The chunks that are done.
    pub(crate) done: bitvec::vec::BitVec,
    pub(crate) counts: Counts,
}

impl Store {
    /// Standard output, with what stands before the first chunk.
    pub(crate) fn stream(encoder: &Encoder, rejects: Option<&Path>) -> anyhow::Result<Store> {
        let head = csv(&[REJECTS.to_vec()])?;
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

    /// All is done: the input has this many chunks. A part keeps its journal.
    pub(crate) fn finish(self, chunks: u64, encoder: &Encoder, is_part: bool) -> anyhow::Result<()> {
        match self {
            Store::Stream(..) => Ok(()),
            Store::Kept(kept) => kept.finish(chunks, encoder, is_part),
        }
    }
}

impl Kept {
    /// The file of this name, and what is left to do for it; `None` if all is done.
    pub(crate) fn open(
        output: &Path,
        rejects: Option<&Path>,
        identity: &Identity,
        begin: Begin,
        encoder: &Encoder,
    ) -> anyhow::Result<Option<(Store, Rest)>> {
        let (journal, part) = (beside(output), with_ending(output, "part"));
        let past = match begin {
            Begin::Overwrite => None,
            _ => Past::read(&journal)?,
        };
        Journal::check_alone(&journal)?;
        if begin == Begin::New && (output.exists() || past.is_some()) {
            refuse(output, past.as_ref())?;
        }
        let left = part.metadata().is_ok_and(|data| data.len() > 0);
        if begin != Begin::Overwrite && past.is_none() && left {
            bail!("{} is there, but its journal cannot be read: --overwrite begins anew", part.display());
        }
        if let Some(past) = &past {
            if let Some(difference) = past.difference(identity) {
                bail!("{}: {difference}: that cannot be resumed, --overwrite begins anew", journal.display());
            }
            if past.whole.is_some() && output.exists() && !part.exists() {
                // It was killed after the output had its name.
                named(output, rejects, identity.part.1 > 1)?;
                return Ok(None);
            }
        } else if begin == Begin::Resume && output.exists() {
            return Ok(None);
        }
        let journal = Journal::open(&journal, identity, past.as_ref())?;
        sync_folder(output);
        let last = past.as_ref().and_then(|past| past.chunks.last());
        let head = if encoder.kind == AnswerKind::Csv { encoder.head()? } else { Vec::new() };
        let (end, rejects_end) = last.map_or((head.len() as u64, 0), |last| (last.end, last.rejects_end));
        let part = cut(&part, last.map(|last| last.end), &head)?;
        let head = csv(&[REJECTS.to_vec()])?;
        let rejects_end = rejects_end.max(head.len() as u64);
        let rejects = match rejects {
            None => None,
            Some(path) => {
                let kept = last.map(|_| rejects_end);
                Some((path.to_owned(), cut(&with_ending(path, "part"), kept, &head)?))
            }
        };
        let rest = Rest {
            done: past.as_ref().map(Past::done).unwrap_or_default(),
            counts: past.as_ref().map(Past::counts).unwrap_or_default(),
        };
        let kept = Kept {
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
        Ok(Some((Store::Kept(Box::new(kept)), rest)))
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
        self.chunks.push(ChunkDone { chunk: number, begin, end, rows, rejects_end, counts });
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

    fn finish(mut self, chunks: u64, encoder: &Encoder, is_part: bool) -> anyhow::Result<()> {
        self.sync()?;
        self.journal.whole(chunks)?;
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
            super::parquet::join(&mut self.part, &self.chunks, empty, file)?.sync_all()?;
            rename(&joined, &self.output)?;
            fs::remove_file(&part)?;
        } else {
            self.part.sync_all()?;
            rename(&part, &self.output)?;
        }
        named(&self.output, self.rejects.as_ref().map(|(path, _)| &**path), is_part)
    }
}

/// What is left to do once the output has its name.
fn named(output: &Path, rejects: Option<&Path>, is_part: bool) -> anyhow::Result<()> {
    let waiting = rejects.map(|path| (with_ending(path, "part"), path));
    if let Some((part, path)) = waiting.filter(|(part, _)| part.exists()) {
        rename(&part, path)?;
    }
    if !is_part {
        fs::remove_file(beside(output))?;
    }
    Ok(())
}

/// Says what is there, and what can be done.
fn refuse(output: &Path, past: Option<&Past>) -> anyhow::Result<()> {
    let name = output.display();
    if past.is_some_and(|past| past.identity.reads_stream()) {
        bail!(
            "a run for {name} was interrupted, and a stream cannot be gone on with: --overwrite begins anew"
        );
    }
    if past.is_some() {
        bail!("a run for {name} was interrupted: --resume goes on with it, --overwrite begins anew");
    }
    bail!("{name} is there already: --overwrite replaces it");
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
