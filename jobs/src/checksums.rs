//! Checksums of a batch's output. A damaged output is neither resumed nor merged.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use crc32fast::Hasher;

use crate::earlier_run_error::DamageError;
use crate::encode::rejects_header;
use crate::error::JobError;
use crate::journal::JournalContents;

pub(crate) fn file_crc(path: &Path) -> Result<u32, JobError> {
    let file = File::open(path).map_err(JobError::unread(path))?;
    let mut writer = CrcWriter(Hasher::new());
    io::copy(&mut BufReader::new(file), &mut writer).map_err(JobError::unread(path))?;
    Ok(writer.0.finalize())
}

pub(crate) fn check_output(output: &Path, journal: &JournalContents) -> Result<(), JobError> {
    match journal.whole {
        Some(whole) if file_crc(output)? != whole.crc => {
            Err(DamageError::Output { output: output.to_owned() }.into())
        }
        _ => Ok(()),
    }
}

pub(crate) fn check_chunks(
    output: &Path,
    rejects: Option<&Path>,
    journal: &JournalContents,
) -> Result<(), JobError> {
    let Some(first) = journal.chunks.first() else { return Ok(()) };
    let pieces = journal.chunks.iter().map(|chunk| (chunk.chunk, chunk.end, chunk.crc));
    check_pieces(output, first.begin, pieces)?;
    if let Some(rejects) = rejects {
        let header = rejects_header()?.len() as u64;
        let pieces = journal
            .chunks
            .iter()
            .map(|chunk| (chunk.chunk, chunk.rejects_end.max(header), chunk.rejects_crc));
        check_pieces(rejects, header, pieces)?;
    }
    Ok(())
}

/// Checks pieces that follow one another in a file from the position `begin`: chunk number, end, and checksum of each.
fn check_pieces(
    path: &Path,
    begin: u64,
    pieces: impl Iterator<Item = (u64, u64, u32)>,
) -> Result<(), JobError> {
    let unread = JobError::unread(path);
    let mut file = BufReader::new(File::open(path).map_err(&unread)?);
    io::copy(&mut file.by_ref().take(begin), &mut io::sink()).map_err(&unread)?;
    let mut position = begin;
    for (chunk, end, expected) in pieces {
        let bytes = end.saturating_sub(position);
        let mut writer = CrcWriter(Hasher::new());
        if io::copy(&mut file.by_ref().take(bytes), &mut writer).map_err(&unread)? < bytes {
            return Err(DamageError::Short { path: path.to_owned() }.into());
        }
        if writer.0.finalize() != expected {
            let path = path.to_owned();
            return Err(DamageError::Chunk { path, chunk: chunk + 1, begin: position, end }.into());
        }
        position = end;
    }
    Ok(())
}

/// Writer that computes the checksum of the bytes written to it.
struct CrcWriter(Hasher);

impl io::Write for CrcWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
