//! The outputs of all parts of a batch, joined.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write, copy};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use bitvec::vec::BitVec;

use super::encode::format;
use super::file::is_standard;
use super::journal::{ChunkDone, Journal, Past, beside, with_ending};
use super::names::real;
use super::store::rename;
use crate::args::AnswerKind;

/// Joins the outputs of all parts into one file. A single run over the whole input would have written the
/// same bytes.
pub(crate) fn merge(parts: &[PathBuf], output: &Path, overwrite: bool) -> anyhow::Result<()> {
    if output.exists() && !overwrite {
        bail!("{} is there already: --overwrite replaces it", output.display());
    }
    if is_standard(output) || parts.iter().any(|part| real(part) == real(output)) {
        bail!("{}: write to a file that is none of the parts", output.display());
    }
    let how = format(output, None)?;
    if let Some(other) = parts.iter().find(|part| format(part, None).ok() != Some(how)) {
        bail!(
            "{} is of another kind than {}: name the output as the parts",
            output.display(),
            other.display()
        );
    }
    let pasts = parts.iter().map(|part| past(part)).collect::<anyhow::Result<Vec<_>>>()?;
    let chunks = chunks(parts, &pasts)?;
    let joined = with_ending(output, "part");
    if joined.exists() && !overwrite {
        bail!(
            "{} is there already, of a run that was interrupted: --overwrite replaces it",
            joined.display()
        );
    }
    let file = File::create(&joined).with_context(|| format!("cannot write {}", joined.display()))?;
    let files: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
    let written = if how.0 == AnswerKind::Parquet {
        super::parquet::merge(&files, &chunks, file)
    } else {
        append(&files, &chunks, file)
    };
    let done = written.and_then(|file| Ok(file.sync_all()?)).and_then(|()| rename(&joined, output));
    done.inspect_err(|_| drop(std::fs::remove_file(&joined)))
}

/// What a part has done, which is all that it was to do.
fn past(part: &Path) -> anyhow::Result<Past> {
    let journal = beside(part);
    let past = Past::read(&journal)?;
    let past =
        past.ok_or_else(|| anyhow!("{} is not there: a part of a batch has one", journal.display()))?;
    Journal::check_alone(&journal)?;
    // The journal may be that of a later run, which has not given its output the name yet.
    if past.whole.is_none() || !part.exists() || with_ending(part, "part").exists() {
        bail!("{} is not complete: run it again with --resume", part.display());
    }
    Ok(past)
}

/// The chunks of the whole batch in their order, each with the place of its part.
fn chunks(parts: &[PathBuf], pasts: &[Past]) -> anyhow::Result<Vec<(usize, ChunkDone)>> {
    let first = &pasts[0];
    for (part, past) in parts.iter().zip(pasts) {
        if let Some(difference) = past.other_batch(first) {
            bail!("{} belongs to another batch than {}: {difference}", part.display(), parts[0].display());
        }
    }
    let whole = first.whole.unwrap_or_default();
    let mut done = BitVec::<usize>::repeat(false, usize::try_from(whole)?);
    for (part, past) in parts.iter().zip(pasts) {
        let own = past.done();
        if own.iter_ones().any(|chunk| done[chunk]) {
            bail!("{} has chunks that another part has: name each part once", part.display());
        }
        own.iter_ones().for_each(|chunk| done.set(chunk, true));
    }
    if let Some(missing) = done.first_zero() {
        let of = first.identity.part.1;
        bail!("part {}/{of} is missing", missing as u64 % of + 1);
    }
    let mut chunks: Vec<(usize, ChunkDone)> = pasts
        .iter()
        .enumerate()
        .flat_map(|(part, past)| past.chunks.iter().map(move |&chunk| (part, chunk)))
        .collect();
    chunks.sort_by_key(|(_, chunk)| chunk.chunk);
    Ok(chunks)
}

/// Writes chunks one after the other, with what stands before them.
fn append(parts: &[&Path], chunks: &[(usize, ChunkDone)], output: File) -> anyhow::Result<File> {
    let open = |part: &&Path| File::open(part).with_context(|| format!("cannot read {}", part.display()));
    let mut files = parts.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
    let mut output = BufWriter::new(output);
    let head = chunks.first().map_or(u64::MAX, |(_, first)| first.begin);
    copy(&mut (&mut files[0]).take(head), &mut output)?;
    for (part, chunk) in chunks {
        let file = &mut files[*part];
        file.seek(SeekFrom::Start(chunk.begin))?;
        let bytes = chunk.end - chunk.begin;
        if copy(&mut file.take(bytes), &mut output)? < bytes {
            bail!("{} is shorter than its journal says", parts[*part].display());
        }
    }
    output.flush()?;
    Ok(output.into_inner()?)
}
