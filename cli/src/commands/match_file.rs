//! The file of records of a match: a line for each hand, in whole deals.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use preference::players::{Match, MatchTally, PlayedHand, RecordedResult, SeatedGains};

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

impl MatchFile {
    /// Creates the file. Returns an error if the file exists.
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
    /// the file. A file that does not exist is created.
    pub(crate) fn resume(path: &Path, game: &Match, tally: &mut MatchTally) -> Result<MatchFile, Failure> {
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

    /// Writes the records of the hands of a deal.
    pub(crate) fn write_deal(&mut self, game: &Match, hands: &[PlayedHand]) -> anyhow::Result<()> {
        for hand in hands {
            let record = serde_json::to_string(&game.record(hand)).expect("a record has a JSON form");
            writeln!(self.file, "{record}")
                .with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        Ok(())
    }

    /// Passes all records written so far to the operating system.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Reads the records of a file and adds the whole deals in it to `tally`. Returns the length of the whole deals in
/// bytes. A last line without a line end is ignored.
fn read_deals(path: &Path, file: &File, game: &Match, tally: &mut MatchTally) -> Result<u64, Failure> {
    let mut deals = WholeDeals::default();
    let (mut reader, mut line) = (BufReader::new(file), String::new());
    let (mut end, mut number) = (0, 0);
    loop {
        line.clear();
        let read = reader.read_line(&mut line).with_context(|| format!("cannot read {}", path.display()))?;
        if !line.ends_with('\n') {
            return Ok(deals.length);
        }
        end += read as u64;
        let problem = match serde_json::from_str(&line) {
            Ok(record) => add_record(&record, end, &mut deals, game, tally),
            Err(error) => Some(format!("not a record of a match: {error}")),
        };
        number += 1;
        if let Some(problem) = problem {
            return Err(Failure::Input(format!("{}: line {number}: {problem}", path.display())));
        }
    }
}

/// Adds a record that ends at byte `end`. Returns a problem if the record is not the next one of the match.
fn add_record(
    record: &RecordedResult,
    end: u64,
    deals: &mut WholeDeals,
    game: &Match,
    tally: &mut MatchTally,
) -> Option<String> {
    if let Some(difference) = game.difference_from(record) {
        return Some(difference);
    }
    if record.x_match.number != tally.deals() {
        return Some(format!("the record belongs to deal {}, not {}", record.x_match.number, tally.deals()));
    }
    deals.open_deal.push(record.into());
    if deals.open_deal.len() as u64 == game.hands_per_deal() {
        tally.add_deal(&deals.open_deal);
        deals.open_deal.clear();
        deals.length = end;
    }
    None
}
