//! Merging of the outputs of all parts of a batch.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write, copy};
use std::path::{Path, PathBuf};

use crate::checksums::{check_output, file_crc};
use crate::earlier_run_error::ExistingError;
use crate::encode;
use crate::error::JobError;
use crate::file_identity::is_same;
use crate::identity::Identity;
use crate::journal::{ChunkDone, CompleteOutput, Journal, JournalContents, journal_path, with_ending};
use crate::merge_error::MergeError;
use crate::options::AnswerKind;
use crate::parquet;
use crate::paths::is_stdio;
use crate::program::Program;
use crate::record::unanswered_message;
use crate::store::rename;

/// Merges the outputs of all parts into one file, with the same bytes as after a single run over the whole input.
/// Returns the message about records without an answer, unless files of rejects list them.
///
/// # Errors
/// If a part is missing, not complete, damaged, of another batch or of another kind than the output; if the output
/// exists and `overwrite` is not set; or if a file cannot be read or written.
pub fn merge(
    program: Program,
    parts: &[PathBuf],
    output: &Path,
    overwrite: bool,
) -> Result<Option<String>, JobError> {
    if output.exists() && !overwrite {
        return Err(ExistingError::File { path: output.to_owned() }.into());
    }
    if is_stdio(output) || parts.iter().any(|part| is_same(part, output)) {
        return Err(MergeError::Output { output: output.to_owned() }.into());
    }
    if parts.is_empty() {
        return Err(MergeError::NoParts { output: output.to_owned() }.into());
    }
    let output_format = encode::output_format(output, None)?;
    let is_other = |part: &&PathBuf| encode::output_format(part, None).ok() != Some(output_format);
    if let Some(part) = parts.iter().find(is_other) {
        return Err(MergeError::WrongKind { output: output.to_owned(), part: part.clone() }.into());
    }
    let journals = parts.iter().map(|part| read_part_journal(part)).collect::<Result<Vec<_>, _>>()?;
    let chunks = chunks(parts, &journals)?;
    let (joined_path, journal) = (with_ending(output, "part"), journal_path(output));
    if let Some(other) =
        [&joined_path, &journal].into_iter().find(|path| path.exists()).filter(|_| !overwrite)
    {
        return Err(ExistingError::Remains { path: other.clone() }.into());
    }
    let file = File::create(&joined_path).map_err(JobError::unwritten(&joined_path))?;
    let files: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
    let written = if output_format.kind == AnswerKind::Parquet {
        let own_options = chunks.iter().map(|(_, chunk)| chunk.counts.own_options).sum();
        parquet::merge_parts(&files, &chunks, &journals[0].identity.origin(program, own_options), file)
    } else {
        append_chunks(&files, &chunks, file)
    };
    let done = written
        .and_then(|file| Ok(file.sync_all()?))
        .and_then(|()| write_journal(&journal, &journals[0].identity, &chunks, file_crc(&joined_path)?))
        .and_then(|()| rename(&joined_path, output));
    done.map_err(JobError::unassembled(output)).inspect_err(|_| drop(std::fs::remove_file(&joined_path)))?;
    let has_rejects = journals[0].identity.options.get("rejects").is_some_and(|rejects| *rejects == true);
    let errors = chunks.iter().map(|(_, chunk)| chunk.counts.errors).sum();
    Ok(unanswered_message(errors, output).filter(|_| !has_rejects))
}

fn write_journal(
    path: &Path,
    part: &Identity,
    chunks: &[(usize, ChunkDone)],
    crc: u32,
) -> Result<(), JobError> {
    // As a single run over the whole input would have written it, but without facts about a file of rejects.
    let mut journal = Journal::open(path, &Identity { part: (0, 1), ..part.clone() }, None)?;
    let mut end = chunks.first().map_or(0, |(_, first)| first.begin);
    let mut placed: Vec<ChunkDone> = Vec::with_capacity(chunks.len());
    for (_, chunk) in chunks {
        let begin = end;
        end += chunk.end - chunk.begin;
        placed.push(ChunkDone { begin, end, rejects_end: 0, rejects_crc: 0, ..*chunk });
    }
    journal.record_chunks(&placed)?;
    Ok(journal.record_completion(CompleteOutput { chunks: chunks.len() as u64, crc })?)
}

fn read_part_journal(part: &Path) -> Result<JournalContents, JobError> {
    let journal = journal_path(part);
    let contents = JournalContents::read(&journal)?;
    let Some(contents) = contents else {
        let error = if journal.exists() {
            MergeError::DamagedJournal { journal, has_output: false }
        } else {
            MergeError::NoJournal { journal }
        };
        return Err(error.into());
    };
    Journal::check_alone(&journal)?;
    // The journal may belong to a later run of the part that has not renamed its output yet.
    let is_renamed = part.exists() && !with_ending(part, "part").exists();
    if contents.whole.is_none() && is_renamed {
        return Err(MergeError::DamagedJournal { journal, has_output: true }.into());
    }
    if !is_renamed {
        return Err(MergeError::Incomplete { part: part.to_owned() }.into());
    }
    check_output(part, &contents)?;
    Ok(contents)
}

fn chunks(parts: &[PathBuf], journals: &[JournalContents]) -> Result<Vec<(usize, ChunkDone)>, MergeError> {
    let first = &journals[0];
    for (part, contents) in parts.iter().zip(journals) {
        if let Some(difference) = contents.part_conflict(first) {
            let (part, first) = (part.clone(), parts[0].clone());
            return Err(MergeError::OtherBatch { part, first, difference: Box::new(difference) });
        }
    }
    let numbers: Vec<u64> = journals.iter().map(|contents| contents.identity.part.0).collect();
    if let Some((place, _)) = numbers.iter().enumerate().find(|(n, number)| numbers[..*n].contains(number)) {
        return Err(MergeError::Repeated { part: parts[place].clone() });
    }
    let count = first.identity.part.1;
    if let Some(missing) = (0..count).find(|number| !numbers.contains(number)) {
        return Err(MergeError::Missing { number: missing + 1, count });
    }
    let mut chunks: Vec<(usize, ChunkDone)> = journals
        .iter()
        .enumerate()
        .flat_map(|(part, contents)| contents.chunks.iter().map(move |&chunk| (part, chunk)))
        .collect();
    chunks.sort_by_key(|(_, chunk)| chunk.chunk);
    Ok(chunks)
}

fn append_chunks(parts: &[&Path], chunks: &[(usize, ChunkDone)], output: File) -> Result<File, JobError> {
    let open = |part: &&Path| File::open(part).map_err(JobError::unread(part));
    let mut files = parts.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let mut output = BufWriter::new(output);
    let header = chunks.first().map_or(u64::MAX, |(_, first)| first.begin);
    copy(&mut (&mut files[0]).take(header), &mut output)?;
    for (part, chunk) in chunks {
        let file = &mut files[*part];
        file.seek(SeekFrom::Start(chunk.begin))?;
        let bytes = chunk.end - chunk.begin;
        if copy(&mut file.take(bytes), &mut output)? < bytes {
            return Err(MergeError::Short { part: parts[*part].to_owned() }.into());
        }
    }
    output.flush()?;
    Ok(output.into_inner().map_err(io::IntoInnerError::into_error)?)
}
