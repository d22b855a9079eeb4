//! Origin of the answers in a table: the options of the job that wrote it.

use std::path::Path;

use serde_json::Value;

use crate::checksums::file_crc;
use crate::error::JobError;
use crate::journal::{JournalContents, journal_path};
use crate::options::FileKind;
use crate::parquet_input;
use crate::program::Program;
use crate::read_error::ReadError;

/// The origin of a program's table of answers from the metadata of a Parquet file or the journal of a CSV file, if
/// there is one: an object with the options of the job, the version of the program, and the number of records with
/// options of their own.
///
/// # Errors
/// If a Parquet file cannot be read or is damaged, if its metadata are not those of a job, or if the program was built
/// without Parquet.
pub fn origin(program: Program, path: &Path, kind: FileKind) -> Result<Option<Value>, JobError> {
    let origin = match kind {
        FileKind::Parquet => parquet_input::origin(path, program.name).map_err(JobError::unread(path))?,
        // A journal that cannot be read, or that belongs to another file, counts as missing.
        FileKind::Csv => {
            JournalContents::read(&journal_path(path)).unwrap_or_default().and_then(|contents| {
                let is_same =
                    contents.whole.is_some_and(|whole| file_crc(path).is_ok_and(|crc| crc == whole.crc));
                is_same.then(|| contents.identity.origin(program, contents.counts().own_options).text)
            })
        }
        FileKind::Text | FileKind::Jsonl => None,
    };
    let parse = |origin: String| serde_json::from_str(&origin).map_err(ReadError::Origin);
    origin.map(parse).transpose().map_err(JobError::unread(path))
}
