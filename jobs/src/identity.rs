//! Identity of a run: its options and inputs, by which a later run knows whether it can resume.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::earlier_run_error::JOURNAL_VERSION;
use crate::error::JobError;
use crate::options::Part;
use crate::paths::is_stdio;
use crate::program::{Origin, Program};
use crate::read_error::ReadError;

/// Identity of a run: its options and inputs. A later run can resume it only if it has the same identity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    pub(crate) form: u32,
    pub(crate) version: String,
    /// Those on which the bytes of the output depend. `rejects` is true if records without an answer go to a file of
    /// their own.
    pub(crate) options: Map<String, Value>,
    pub(crate) inputs: Vec<InputIdentity>,
    pub(crate) chunk: NonZeroU32,
    /// Index of the part, from 0, and the number of parts.
    pub(crate) part: (u64, u64),
}

/// Identity of an input, found without reading all of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputIdentity {
    /// Path of the input, as the user wrote it.
    pub(crate) name: String,
    pub(crate) bytes: u64,
    /// Time of the last change in nanoseconds. For a stream, `bytes`, `changed` and `ends` are 0.
    pub(crate) changed: u64,
    /// CRC-32 of the first and the last megabyte.
    pub(crate) ends: u32,
}

impl Identity {
    /// The identity of a run over these inputs, of one part of the chunks, or all. `chunk` is the number of records in
    /// a chunk.
    pub fn new(
        program: Program,
        options: Map<String, Value>,
        inputs: &[PathBuf],
        chunk: NonZeroU32,
        part: Option<Part>,
    ) -> Result<Identity, JobError> {
        Ok(Identity {
            form: JOURNAL_VERSION,
            version: program.version.to_owned(),
            options,
            inputs: inputs.iter().map(|path| InputIdentity::new(path)).collect::<Result<_, _>>()?,
            chunk,
            part: part.map_or((0, 1), |part| (part.index(), part.count())),
        })
    }

    /// `paths` are in the order of the inputs.
    pub(crate) fn check_inputs<'a>(&self, paths: impl IntoIterator<Item = &'a Path>) -> Result<(), JobError> {
        for (input, path) in self.inputs.iter().zip(paths) {
            if InputIdentity::new(path)? != *input {
                return Err(JobError::ChangedInput { name: input.name.clone() });
            }
        }
        Ok(())
    }

    /// The origin of the answers, for the metadata of the output. `own_options` counts the records with options of
    /// their own.
    #[must_use]
    pub fn origin(&self, program: Program, own_options: u64) -> Origin {
        let mut origin = json!({"version": self.version, "options": self.options});
        origin[program.own_options_key] = own_options.into();
        Origin { program, text: origin.to_string() }
    }

    /// Whether an input is a stream, which cannot be read again.
    #[must_use]
    pub fn reads_stream(&self) -> bool {
        self.inputs.iter().any(|input| (input.bytes, input.changed) == (0, 0))
    }
}

/// Number of bytes at the beginning of an input, and also at its end, whose checksum identifies the input.
const SAMPLE_BYTES: u64 = 1 << 20;

impl InputIdentity {
    fn new(path: &Path) -> Result<InputIdentity, JobError> {
        let name = path.display().to_string();
        let stream = InputIdentity { name: name.clone(), bytes: 0, changed: 0, ends: 0 };
        if is_stdio(path) {
            return Ok(stream);
        }
        let unread = JobError::unread(path);
        let data = std::fs::metadata(path).map_err(&unread)?;
        if data.is_dir() {
            return Err(JobError::unread(path)(ReadError::Folder { path: path.to_owned() }));
        }
        if !data.is_file() {
            return Ok(stream);
        }
        let mut file = File::open(path).map_err(&unread)?;
        let changed = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let mut ends = Vec::new();
        Read::by_ref(&mut file).take(SAMPLE_BYTES).read_to_end(&mut ends).map_err(&unread)?;
        file.seek(SeekFrom::Start(data.len().saturating_sub(SAMPLE_BYTES)))?;
        file.take(SAMPLE_BYTES).read_to_end(&mut ends).map_err(&unread)?;
        let changed = changed.map_or(0, |time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        Ok(InputIdentity { name, bytes: data.len(), changed, ends: crc32fast::hash(&ends) })
    }
}
