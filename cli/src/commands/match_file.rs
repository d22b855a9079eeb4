//! The file of records of a match: a line for each hand, in whole deals.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use preference::players::{Match, MatchTally, PlayedHand, SeatedGains};
use preference_jobs::{LineTooLongError, MAX_RECORD_BYTES};

use crate::failure::Failure;

/// The file of records of a match, open for more records.
pub(crate) struct MatchFile {
    path: PathBuf,
    file: BufWriter<File>,
}

/// Whole deals at the beginning of a file of records.
#[derive(Default)]
struct WholeDeals {
    /// Length in bytes.
    length: u64,
    /// Gains of the hands that were read after the last whole deal.
    open_deal: Vec<SeatedGains>,
}

impl WholeDeals {
    fn add_hand(&mut self, gains: SeatedGains, end: u64, game: &Match, tally: &mut MatchTally) {
        self.open_deal.push(gains);
        if self.open_deal.len() as u64 == game.hands_per_deal() {
            tally.add_deal(&self.open_deal);
            self.open_deal.clear();
            self.length = end;
        }
    }
}

impl MatchFile {
    pub(crate) fn create(path: &Path) -> Result<MatchFile, Failure> {
        let created = OpenOptions::new().write(true).create_new(true).open(path);
        let file = created.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                Failure::Other(anyhow!("{} exists: --resume continues the match", path.display()))
            }
            _ => {
                Failure::Other(anyhow::Error::new(error).context(format!("cannot write {}", path.display())))
            }
        })?;
        Ok(MatchFile { path: path.to_owned(), file: BufWriter::new(file) })
    }

    /// Opens the file of a match that was interrupted, adds the whole deals in it to `tally`, and removes the rest of
    /// the file, after all of it was checked. A file that does not exist is created.
    pub(crate) fn resume(path: &Path, game: &Match, tally: &mut MatchTally) -> Result<MatchFile, Failure> {
        // Opening a FIFO waits for its other end.
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            let path = path.display();
            return Err(Failure::Input(format!(
                "--records {path}: this is not a file, so no match in it can be resumed"
            )));
        }
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return MatchFile::create(path),
            Err(error) => {
                let error = anyhow::Error::new(error);
                return Err(Failure::Other(error.context(format!("cannot open {}", path.display()))));
            }
        };
        let length = read_deals(path, &file, game, tally)?;
        let cut = || -> std::io::Result<()> {
            file.set_len(length)?;
            std::io::Seek::seek(&mut &file, std::io::SeekFrom::End(0))?;
            Ok(())
        };
        cut().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(MatchFile { path: path.to_owned(), file: BufWriter::new(file) })
    }

    pub(crate) fn write_deal(&mut self, game: &Match, hands: &[PlayedHand]) -> anyhow::Result<()> {
        for hand in hands {
            let record = serde_json::to_string(&game.record(hand)).expect("a record has a JSON form");
            writeln!(self.file, "{record}")
                .with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// A last line without a line end is ignored if it is the beginning of the next record.
fn read_deals(path: &Path, file: &File, game: &Match, tally: &mut MatchTally) -> Result<u64, Failure> {
    let mut deals = WholeDeals::default();
    let (mut reader, mut line) = (BufReader::new(file), Vec::new());
    let (mut end, mut number) = (0, 0);
    loop {
        line.clear();
        // A line end after the longest record.
        let mut limited = reader.by_ref().take(MAX_RECORD_BYTES as u64 + 1);
        let read = limited.read_until(b'\n', &mut line);
        end += read.with_context(|| format!("cannot read {}", path.display()))? as u64;
        number += 1;
        let (deal, turn) = (tally.deals(), deals.open_deal.len());
        let problem = match line.strip_suffix(b"\n") {
            Some(record) => match game.read_record(&String::from_utf8_lossy(record), deal, turn) {
                Ok(gains) => {
                    deals.add_hand(gains, end, game, tally);
                    continue;
                }
                Err(error) => error.to_string(),
            },
            None if game.is_record_beginning(&line, deal, turn) => return Ok(deals.length),
            None if line.len() > MAX_RECORD_BYTES => LineTooLongError.to_string(),
            None => "the line has no end, and is not the beginning of the next record".to_owned(),
        };
        return Err(Failure::Input(format!("{}: line {number}: {problem}", path.display())));
    }
}
