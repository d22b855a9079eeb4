//! Merging of the outputs of all parts of a batch.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write, copy};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::encode;
use crate::file::is_standard;
use crate::file_identity::is_same;
use crate::identity::Identity;
use crate::journal::{ChunkDone, CompleteOutput, Journal, JournalContents, journal_path, with_ending};
use crate::options::AnswerKind;
use crate::parquet;
use crate::program::Program;
use crate::record::unanswered_message;
use crate::store::rename;
use crate::sums::{check_output, sum};

/// Merges the outputs of all parts into one file that a program writes. Its bytes are those of a single run over the whole input. Returns the
/// message about records without an answer, unless files of rejects list them.
///
/// # Errors
/// If a part is missing, is not complete, is damaged, belongs to another batch or is of another kind than the output; if
/// the output exists and `overwrite` is not set; or if a file cannot be read or written.
pub fn merge(
    program: Program,
    parts: &[PathBuf],
    output: &Path,
    overwrite: bool,
) -> anyhow::Result<Option<String>> {
    if output.exists() && !overwrite {
        bail!("{} is there already: --overwrite replaces it", output.display());
    }
    if is_standard(output) || parts.iter().any(|part| is_same(part, output)) {
        bail!("{}: write to a file that is none of the parts", output.display());
    }
    if parts.is_empty() {
        bail!("{}: name the outputs of the parts", output.display());
    }
    let output_format = encode::output_format(output, None)?;
    if let Some(other) =
        parts.iter().find(|part| encode::output_format(part, None).ok() != Some(output_format))
    {
        bail!(
            "{} is of another kind than {}: give the output the same ending as the parts",
            output.display(),
            other.display()
        );
    }
    let pasts = parts.iter().map(|part| read_part_journal(part)).collect::<anyhow::Result<Vec<_>>>()?;
    let chunks = chunks(parts, &pasts)?;
    let (joined, journal) = (with_ending(output, "part"), journal_path(output));
    if let Some(other) = [&joined, &journal].into_iter().find(|path| path.exists()).filter(|_| !overwrite) {
        bail!("{} is there already, of a run that was interrupted: --overwrite replaces it", other.display());
    }
    let file = File::create(&joined).with_context(|| format!("cannot write {}", joined.display()))?;
    let files: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
    let written = if output_format.kind == AnswerKind::Parquet {
        let own_options = chunks.iter().map(|(_, chunk)| chunk.counts.own_options).sum();
        parquet::merge(&files, &chunks, &pasts[0].identity.origin(program, own_options), file)
    } else {
        append_chunks(&files, &chunks, file)
    };
    let done = written
        .and_then(|file| Ok(file.sync_all()?))
        .and_then(|()| write_journal(&journal, &pasts[0].identity, &chunks, sum(&joined)?))
        .and_then(|()| rename(&joined, output));
    done.with_context(|| format!("cannot write {}", output.display()))
        .inspect_err(|_| drop(std::fs::remove_file(&joined)))?;
    let has_rejects = pasts[0].identity.options.get("rejects").is_some_and(|rejects| *rejects == true);
    let errors = chunks.iter().map(|(_, chunk)| chunk.counts.errors).sum();
    Ok(unanswered_message(errors, output).filter(|_| !has_rejects))
}

/// Writes the journal that a single run over the whole input would have written.
fn write_journal(
    path: &Path,
    part: &Identity,
    chunks: &[(usize, ChunkDone)],
    crc: u32,
) -> anyhow::Result<()> {
    let mut journal = Journal::open(path, &Identity { part: (0, 1), ..part.clone() }, None)?;
    let mut end = chunks.first().map_or(0, |(_, first)| first.begin);
    let mut placed: Vec<ChunkDone> = Vec::with_capacity(chunks.len());
    for (_, chunk) in chunks {
        let begin = end;
        end += chunk.end - chunk.begin;
        placed.push(ChunkDone { begin, end, rejects_end: 0, rejects_crc: 0, ..*chunk });
    }
    journal.record_chunks(&placed)?;
    journal.record_completion(CompleteOutput { chunks: chunks.len() as u64, crc })
}

/// Reads the journal of a part, and checks that the output of the part is complete.
fn read_part_journal(part: &Path) -> anyhow::Result<JournalContents> {
    let journal = journal_path(part);
    let past = JournalContents::read(&journal)?;
    let Some(past) = past else {
        let name = journal.display();
        if journal.exists() {
            bail!("{name} is damaged: run this part again with --overwrite");
        }
        bail!("{name} is not there: a part of a batch has one");
    };
    Journal::check_alone(&journal)?;
    // The journal may belong to a later run of the part that has not renamed its output yet.
    let is_renamed = part.exists() && !with_ending(part, "part").exists();
    if past.whole.is_none() && is_renamed {
        bail!(
            "{} is damaged: the output is there, but the journal does not say that it is complete: run this part \
             again with --overwrite",
            journal.display()
        );
    }
    if !is_renamed {
        bail!("{} is not complete: run it again with --resume", part.display());
    }
    check_output(part, &past)?;
    Ok(past)
}

/// Returns all chunks of the batch in their order, each with the index of the part that has it.
fn chunks(parts: &[PathBuf], pasts: &[JournalContents]) -> anyhow::Result<Vec<(usize, ChunkDone)>> {
    let first = &pasts[0];
    for (part, past) in parts.iter().zip(pasts) {
        if let Some(difference) = past.part_conflict(first) {
            bail!("{} belongs to another batch than {}: {difference}", part.display(), parts[0].display());
        }
    }
    let numbers: Vec<u64> = pasts.iter().map(|past| past.identity.part.0).collect();
    if let Some((place, _)) = numbers.iter().enumerate().find(|(n, number)| numbers[..*n].contains(number)) {
        bail!("{} has chunks that another part has, too: name each part once", parts[place].display());
    }
    let count = first.identity.part.1;
    if let Some(missing) = (0..count).find(|number| !numbers.contains(number)) {
        bail!("part {}/{count} is missing", missing + 1);
    }
    let mut chunks: Vec<(usize, ChunkDone)> = pasts
        .iter()
        .enumerate()
        .flat_map(|(part, past)| past.chunks.iter().map(move |&chunk| (part, chunk)))
        .collect();
    chunks.sort_by_key(|(_, chunk)| chunk.chunk);
    Ok(chunks)
}

/// Writes the header of the output and then the chunks, one after another.
fn append_chunks(parts: &[&Path], chunks: &[(usize, ChunkDone)], output: File) -> anyhow::Result<File> {
    let open = |part: &&Path| File::open(part).with_context(|| format!("cannot read {}", part.display()));
    let mut files = parts.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
    let mut output = BufWriter::new(output);
    let header = chunks.first().map_or(u64::MAX, |(_, first)| first.begin);
    copy(&mut (&mut files[0]).take(header), &mut output)?;
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
