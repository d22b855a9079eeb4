//! The journal of a batch: a file next to the output, with a line for each chunk that is stored for good. It stays when
//! the output is complete, as a record of the output's origin.
//!
//! Each line has the CRC-32 of a JSON object, and the object. If the run was killed, the last line may be incomplete
//! (torn) and is ignored.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::earlier_run_error::DamageError;
use crate::earlier_run_error::JOURNAL_VERSION;
use crate::error::JobError;
use crate::identity::{Identity, InputIdentity};
use crate::record::Counts;
use crate::run_difference::RunDifference;

pub(crate) fn journal_path(output: &Path) -> PathBuf {
    with_ending(output, "journal")
}

pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ChunkDone {
    /// Number of the chunk in the whole input, from 0.
    pub(crate) chunk: u64,
    pub(crate) begin: u64,
    /// Position after the chunk's last byte.
    pub(crate) end: u64,
    /// Number of rows that the chunk adds to a CSV or Parquet output.
    pub(crate) rows: u64,
    pub(crate) crc: u32,
    /// Size of the file of rejects after this chunk, in bytes.
    pub(crate) rejects_end: u64,
    /// CRC-32 of the bytes that the chunk adds to the file of rejects.
    pub(crate) rejects_crc: u32,
    #[serde(flatten)]
    pub(crate) counts: Counts,
}

/// Line of the journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    Began(Identity),
    Chunk(ChunkDone),
    /// End of the run: all chunks of its part are done.
    Whole(CompleteOutput),
}

/// Facts about a complete output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CompleteOutput {
    /// Number of chunks in the whole input, including other parts.
    pub(crate) chunks: u64,
    pub(crate) crc: u32,
}

#[derive(Debug)]
pub(crate) struct JournalContents {
    pub(crate) identity: Identity,
    pub(crate) chunks: Vec<ChunkDone>,
    pub(crate) whole: Option<CompleteOutput>,
    /// Length of the journal in bytes, without a torn line at its end.
    bytes: u64,
}

impl JournalContents {
    /// `None` if there is no journal, or if its first line is torn.
    pub(crate) fn read(path: &Path) -> Result<Option<JournalContents>, JobError> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(JobError::unread(path))?,
        };
        let (mut contents, mut bytes): (Option<JournalContents>, u64) = (None, 0);
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        for number in 0_u64.. {
            if reader.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let Some(entry) = parse_entry(&line) else { break };
            bytes += line.len() as u64;
            match (entry, &mut contents) {
                (Entry::Began(identity), None) => {
                    if identity.form != JOURNAL_VERSION {
                        let (form, version) = (identity.form, identity.version);
                        let journal = path.to_owned();
                        return Err(DamageError::ForeignJournal { journal, form, version }.into());
                    }
                    contents = Some(JournalContents { identity, chunks: Vec::new(), whole: None, bytes });
                }
                (Entry::Chunk(chunk), Some(contents)) if contents.is_next(&chunk) => {
                    contents.chunks.push(chunk);
                }
                (Entry::Whole(whole), Some(contents)) if contents.is_whole(whole) => {
                    contents.whole = Some(whole);
                }
                (_, Some(_)) => {
                    let journal = path.to_owned();
                    return Err(DamageError::JournalLine { journal, line: number + 1 }.into());
                }
                _ => break,
            }
            contents.iter_mut().for_each(|contents| contents.bytes = bytes);
            line.clear();
        }
        Ok(contents)
    }

    fn is_next(&self, chunk: &ChunkDone) -> bool {
        // A chunk begins in the output where the previous one ends.
        let (part, parts) = self.identity.part;
        let next = parts.checked_mul(self.chunks.len() as u64).and_then(|done| done.checked_add(part));
        let follows = self
            .chunks
            .last()
            .is_none_or(|last| last.end == chunk.begin && last.rejects_end <= chunk.rejects_end);
        next == Some(chunk.chunk) && follows && chunk.begin <= chunk.end
    }

    fn is_whole(&self, whole: CompleteOutput) -> bool {
        let (part, parts) = self.identity.part;
        let expected = whole.chunks.saturating_sub(part).div_ceil(parts.max(1));
        expected == self.chunks.len() as u64
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.chunks.iter().for_each(|chunk| counts.add(chunk.counts));
        counts
    }

    /// The difference that shows that the runs of two parts, possibly on different machines, belong to different
    /// batches.
    pub(crate) fn part_conflict(&self, other: &JournalContents) -> Option<RunDifference> {
        let inputs = self.identity.inputs.iter().zip(&other.identity.inputs);
        let changed = |(a, b): &(&InputIdentity, &InputIdentity)| (a.bytes, a.ends) != (b.bytes, b.ends);
        if let Some((input, _)) = inputs.clone().find(changed) {
            return Some(RunDifference::InputOfParts { name: input.name.clone() });
        }
        let size =
            |contents: &JournalContents| (contents.identity.part.1, contents.whole.map(|whole| whole.chunks));
        if size(self) != size(other) {
            return Some(RunDifference::Size);
        }
        let (inputs, part) = (self.identity.inputs.clone(), self.identity.part);
        self.difference(&Identity { inputs, part, ..other.identity.clone() })
    }

    pub(crate) fn difference(&self, now: &Identity) -> Option<RunDifference> {
        let then = &self.identity;
        if then.version != now.version {
            let (then, now) = (then.version.clone(), now.version.clone());
            return Some(RunDifference::Version { then, now });
        }
        let names =
            |inputs: &[InputIdentity]| inputs.iter().map(|input| input.name.clone()).collect::<Vec<_>>();
        if names(&then.inputs) != names(&now.inputs) {
            return Some(RunDifference::Inputs { then: names(&then.inputs), now: names(&now.inputs) });
        }
        if let Some((input, _)) = then.inputs.iter().zip(&now.inputs).find(|(then, now)| then != now) {
            return Some(RunDifference::ChangedInput { name: input.name.clone() });
        }
        let mut names: Vec<&String> = then.options.keys().chain(now.options.keys()).collect();
        names.sort();
        let other = names.into_iter().find(|name| then.options.get(*name) != now.options.get(*name));
        if let Some(name) = other {
            let [then, now] = [then, now].map(|run| run.options.get(name).map(Value::to_string));
            return Some(RunDifference::Option { name: name.clone(), then, now });
        }
        let part = |part: (u64, u64)| format!("{}/{}", part.0 + 1, part.1);
        if then.part != now.part {
            return Some(RunDifference::Part { then: part(then.part), now: part(now.part) });
        }
        (then != now).then_some(RunDifference::Chunk { then: then.chunk, now: now.chunk })
    }
}

/// `None` if the line is torn or changed.
fn parse_entry(line: &[u8]) -> Option<Entry> {
    let line = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (sum, object) = line.split_once(' ')?;
    let is_intact = u32::from_str_radix(sum, 16).ok()? == crc32fast::hash(object.as_bytes());
    serde_json::from_str(object).ok().filter(|_| is_intact)
}

pub(crate) struct Journal {
    file: File,
}

impl Journal {
    /// Fails if another run has the journal open.
    pub(crate) fn open(
        path: &Path,
        identity: &Identity,
        contents: Option<&JournalContents>,
    ) -> Result<Journal, JobError> {
        let file = File::options().create(true).append(true).read(true).open(path);
        let file = file.map_err(JobError::unwritten(path))?;
        lock(&file, path)?;
        file.set_len(contents.map_or(0, |contents| contents.bytes))?;
        let mut journal = Journal { file };
        if contents.is_none() {
            journal.write_entries(&[Entry::Began(identity.clone())])?;
        }
        Ok(journal)
    }

    pub(crate) fn check_alone(path: &Path) -> Result<(), JobError> {
        File::open(path).map_or(Ok(()), |file| lock(&file, path))
    }

    pub(crate) fn record_chunks(&mut self, chunks: &[ChunkDone]) -> io::Result<()> {
        self.write_entries(&chunks.iter().copied().map(Entry::Chunk).collect::<Vec<_>>())
    }

    pub(crate) fn record_completion(&mut self, whole: CompleteOutput) -> io::Result<()> {
        self.write_entries(&[Entry::Whole(whole)])
    }

    fn write_entries(&mut self, entries: &[Entry]) -> io::Result<()> {
        let mut lines = String::new();
        for entry in entries {
            let object = serde_json::to_string(entry)?;
            lines += &format!("{:08x} {object}\n", crc32fast::hash(object.as_bytes()));
        }
        self.file.write_all(lines.as_bytes())?;
        self.file.sync_data()
    }
}

fn lock(file: &File, path: &Path) -> Result<(), JobError> {
    // Some systems cannot lock files; there the run goes on without a lock.
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JobError::Busy { path: path.to_owned() }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::num::NonZeroU32;

    use serde_json::Map;

    use super::*;

    fn identity() -> Identity {
        let input = InputIdentity { name: "a".to_owned(), bytes: 1, changed: 2, ends: 3 };
        Identity {
            form: JOURNAL_VERSION,
            version: "1".to_owned(),
            options: Map::new(),
            inputs: vec![input],
            chunk: NonZeroU32::new(4).expect("a number over 0"),
            part: (0, 1),
        }
    }

    fn example_chunk(chunk: u64) -> ChunkDone {
        let counts = Counts { records: 4, answered: 3, errors: 1, own_options: 0 };
        let (begin, end) = (100 * chunk, 100 * (chunk + 1));
        ChunkDone { chunk, begin, end, rows: 4, crc: 5, rejects_end: 0, rejects_crc: 6, counts }
    }

    fn empty_chunk(chunk: u64, begin: u64, end: u64) -> Entry {
        let counts = Counts::default();
        Entry::Chunk(ChunkDone { chunk, begin, end, rows: 0, crc: 0, rejects_end: 0, rejects_crc: 0, counts })
    }

    #[test]
    fn reading_stops_at_torn_or_changed_line() {
        // Truncates a journal at every length, and changes each of its bytes: only the lines before the damage may be
        // used.
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path, &identity(), None).expect("a journal");
        for number in 0..5 {
            journal.record_chunks(&[example_chunk(number)]).expect("the chunk is recorded");
        }
        journal.record_completion(CompleteOutput { chunks: 5, crc: 7 }).expect("the completion is recorded");
        drop(journal);
        let whole = fs::read(&path).expect("a journal");
        let begun = whole.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).expect("the journal is written");
            let contents = JournalContents::read(&path).expect("the journal is read");
            if length < begun {
                assert!(contents.is_none(), "{length}");
                continue;
            }
            let lines = whole[..length].iter().filter(|byte| **byte == b'\n').count();
            let contents = contents.expect("the journal has a first line");
            assert_eq!(contents.chunks, (0..5).map(example_chunk).take(lines - 1).collect::<Vec<_>>());
            assert_eq!(contents.whole, None, "{length}");
            drop(Journal::open(&path, &identity(), Some(&contents)).expect("the journal is resumed"));
            let left: usize =
                whole[..length].split_inclusive(|byte| *byte == b'\n').take(lines).map(<[u8]>::len).sum();
            assert_eq!(fs::read(&path).expect("a journal"), whole[..left]);
        }
        // One byte of the journal is changed.
        for place in begun..whole.len() {
            let mut other = whole.clone();
            other[place] ^= 1;
            fs::write(&path, &other).expect("the journal is written");
            let contents = JournalContents::read(&path)
                .expect("the journal is read")
                .expect("the journal has a first line");
            let before = whole[..place].iter().filter(|byte| **byte == b'\n').count() - 1;
            assert_eq!(contents.chunks.len(), before.min(5), "{place}");
            assert_eq!(contents.whole, None, "{place}");
        }
    }

    #[test]
    fn impossible_journal_is_refused() {
        // The lines are complete, but no run can have written them.
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let chunk = empty_chunk;
        let whole = |chunks| Entry::Whole(CompleteOutput { chunks, crc: 0 });
        for (part, entries) in [
            ((0, 1), vec![chunk(u64::MAX, 0, 1)]),
            ((0, 1), vec![chunk(900_000_000_000, 0, 1)]),
            ((0, 1), vec![chunk(0, 0, 9), chunk(1, 8, 10)]),
            ((0, 1), vec![chunk(0, 9, 8)]),
            ((0, 1), vec![chunk(0, 0, 9), whole(u64::MAX)]),
            ((1, u64::MAX), vec![chunk(1, 0, 9), chunk(0, 9, 9)]),
            ((0, 0), vec![whole(5)]),
        ] {
            let identity = Identity { part, ..identity() };
            let mut journal = Journal::open(&path, &identity, None).expect("a journal");
            journal.write_entries(&entries).expect("the entries are written");
            drop(journal);
            let error = JournalContents::read(&path).expect_err("the journal is refused").to_string();
            assert!(error.contains("is damaged: line"), "{error}");
        }
        let old = Identity { form: 1, ..identity() };
        drop(Journal::open(&path, &old, None).expect("a journal"));
        let error = JournalContents::read(&path).expect_err("the journal is refused").to_string();
        assert!(error.contains("has format 1, written by version 1; this program reads format 2"), "{error}");
    }

    #[test]
    fn own_options_are_read_under_former_name_too() {
        let counts = Counts { own_options: 2, ..example_chunk(0).counts };
        let chunk = ChunkDone { counts, ..example_chunk(0) };
        let text = serde_json::to_string(&chunk).expect("a chunk has a JSON form");
        for name in ["own_options", "own_rules"] {
            let former = text.replace("own_options", name);
            assert_eq!(serde_json::from_str::<ChunkDone>(&former).ok(), Some(chunk), "{former}");
        }
    }

    #[test]
    fn difference_names_changed_option_chunk_or_input() {
        let mut contents =
            JournalContents { identity: identity(), chunks: Vec::new(), whole: None, bytes: 0 };
        assert_eq!(contents.difference(&identity()), None);
        contents.identity.options.insert("base".to_owned(), "two".into());
        let difference =
            |contents: &JournalContents| contents.difference(&identity()).expect("a difference").to_string();
        assert_eq!(difference(&contents), "--base was \"two\" in the run, and is not set");
        contents.identity = Identity { chunk: NonZeroU32::MIN, ..identity() };
        assert_eq!(difference(&contents), "--chunk was 1 in the run, and is 4");
        contents.identity.inputs[0].changed = 9;
        assert_eq!(difference(&contents), "a has changed since the run began");
    }
}
