//! Checksums of a batch's output: a damaged output is neither resumed nor merged.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};
use crc32fast::Hasher;

use crate::encode::rejects_header;
use crate::journal::JournalContents;

/// Computes the CRC-32 of a whole file.
pub(crate) fn sum(path: &Path) -> anyhow::Result<u32> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut sum = Sum(Hasher::new());
    io::copy(&mut BufReader::new(file), &mut sum)
        .with_context(|| format!("cannot read {}", path.display()))?;
    Ok(sum.0.finalize())
}

/// Checks that the complete output of a run has the checksum in its journal.
pub(crate) fn check_output(output: &Path, past: &JournalContents) -> anyhow::Result<()> {
    match past.whole {
        Some(whole) if sum(output)? != whole.crc => {
            bail!(
                "{} is not as it was written: it is damaged, or was changed; run it again with --overwrite",
                output.display()
            )
        }
        _ => Ok(()),
    }
}

/// Checks that the files of an interrupted run have the checksums of the chunks in its journal.
pub(crate) fn check_chunks(
    output: &Path,
    rejects: Option<&Path>,
    past: &JournalContents,
) -> anyhow::Result<()> {
    let Some(first) = past.chunks.first() else { return Ok(()) };
    let pieces = past.chunks.iter().map(|chunk| (chunk.chunk, chunk.end, chunk.crc));
    check(output, first.begin, pieces)?;
    if let Some(rejects) = rejects {
        let header = rejects_header()?.len() as u64;
        let pieces =
            past.chunks.iter().map(|chunk| (chunk.chunk, chunk.rejects_end.max(header), chunk.rejects_crc));
        check(rejects, header, pieces)?;
    }
    Ok(())
}

/// Checks the pieces of a file that stand one after another. Each piece has the number of its chunk, its end, and its
/// checksum.
fn check(path: &Path, begin: u64, pieces: impl Iterator<Item = (u64, u64, u32)>) -> anyhow::Result<()> {
    let cannot = || format!("cannot read {}", path.display());
    let mut file = BufReader::new(File::open(path).with_context(cannot)?);
    io::copy(&mut file.by_ref().take(begin), &mut io::sink()).with_context(cannot)?;
    let mut place = begin;
    for (chunk, end, right) in pieces {
        let bytes = end.saturating_sub(place);
        let mut sum = Sum(Hasher::new());
        if io::copy(&mut file.by_ref().take(bytes), &mut sum).with_context(cannot)? < bytes {
            bail!("{} is shorter than its journal says: --overwrite starts again", path.display());
        }
        if sum.0.finalize() != right {
            bail!(
                "{} is damaged: chunk {} (bytes {place} to {end}) is not as it was written: --overwrite starts again",
                path.display(),
                chunk + 1
            );
        }
        place = end;
    }
    Ok(())
}

/// Writer that computes the checksum of the bytes written to it.
struct Sum(Hasher);

impl io::Write for Sum {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
