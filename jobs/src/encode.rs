//! Encoding of answers: a chunk of records becomes the bytes of the output.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::column_mapping::ERROR_COLUMNS;
use crate::error::{JobError, NameError};
use crate::file::compress_zstd;
use crate::format_error::MissingFormat;
use crate::kept_columns::KeptColumns;
use crate::options::AnswerKind;
#[cfg(feature = "full")]
use crate::output_table::BatchBuilder;
use crate::output_table::{OutputColumn, TableColumns, TableRow};
use crate::parquet;
use crate::paths::{ending, is_stdio, stem};
use crate::program::Origin;
use crate::record::{Counts, Place};
use crate::solver::{AnsweredRecord, RecordError, RecordOutput};

/// Compression of a file of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// No compression.
    None,
    /// Compression by gzip.
    Gzip,
    /// Compression by zstd.
    Zstd,
}

/// Kind and compression of a file of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputFormat {
    /// Kind of the file.
    pub kind: AnswerKind,
    /// Compression of the whole file.
    pub packing: Packing,
}

/// Encoder of answers for one output.
pub struct Encoder {
    pub(crate) kind: AnswerKind,
    packing: Packing,
    /// Columns of the output if it is a table. CSV uses only their names, and JSON Lines does not use them.
    columns: TableColumns,
    /// Whether records without an answer go to a file of rejects. If not, the output has their errors.
    rejects: bool,
    /// Origin of the answers, which is written into the metadata of a Parquet file.
    pub(crate) origin: Origin,
}

#[derive(Default)]
pub(crate) struct Chunk {
    pub(crate) data: Vec<u8>,
    pub(crate) rejects: Vec<u8>,
    /// Number of rows of the chunk in CSV or Parquet; 0 in JSON Lines.
    pub(crate) rows: u64,
    pub(crate) counts: Counts,
    /// First record without an answer: its place and the reason.
    pub(crate) first_error: Option<String>,
}

/// The kind and compression of an output with this path. `to` overrides the kind of the path's ending. Standard output
/// is JSON Lines by default.
///
/// # Errors
/// If the path's ending names no kind, if a Parquet file would be compressed or written to standard output, or if the
/// program was built without the format ([`JobError::missing_format`]).
pub fn output_format(path: &Path, to: Option<AnswerKind>) -> Result<OutputFormat, JobError> {
    let packing = match ending(path).as_deref() {
        Some("gz") => Packing::Gzip,
        Some("zst") if cfg!(not(feature = "full")) => return Err(MissingFormat("zstd").into()),
        Some("zst") => Packing::Zstd,
        _ => Packing::None,
    };
    let kind = match (to, ending(&stem(path)).as_deref()) {
        (Some(kind), _) => kind,
        (None, Some("jsonl" | "ndjson" | "json")) => AnswerKind::Jsonl,
        (None, Some("csv")) => AnswerKind::Csv,
        (None, Some("parquet")) => AnswerKind::Parquet,
        (None, _) if is_stdio(path) => AnswerKind::Jsonl,
        (None, _) => return Err(NameError::NoKind { path: path.to_owned() }.into()),
    };
    match kind {
        AnswerKind::Parquet if packing != Packing::None => {
            Err(NameError::PackedParquet { path: path.to_owned() }.into())
        }
        AnswerKind::Parquet if is_stdio(path) => Err(NameError::ParquetToStream.into()),
        AnswerKind::Parquet if cfg!(not(feature = "full")) => Err(MissingFormat("Parquet").into()),
        _ => Ok(OutputFormat { kind, packing }),
    }
}

/// All columns of a table. If `rejects` is set, records without an answer go to a file of their own, so that the table
/// has no columns for errors.
#[must_use]
pub fn output_columns(kept: &KeptColumns, answers: Vec<OutputColumn>, rejects: bool) -> Vec<OutputColumn> {
    table_columns(kept, answers, rejects).list()
}

fn table_columns(kept: &KeptColumns, answers: Vec<OutputColumn>, rejects: bool) -> TableColumns {
    TableColumns::new(kept.names(), kept.typed.clone(), answers, !rejects)
}

impl Encoder {
    /// An encoder for a table with these columns, of which CSV uses only the names, and JSON Lines nothing. If
    /// `rejects` is set, records without an answer go to a file of their own.
    #[must_use]
    pub fn new(
        format: OutputFormat,
        kept: &KeptColumns,
        answers: Vec<OutputColumn>,
        rejects: bool,
        origin: Origin,
    ) -> Encoder {
        let columns = table_columns(kept, answers, rejects);
        Encoder { kind: format.kind, packing: format.packing, columns, rejects, origin }
    }

    /// This encoder with a converter of the answers to Arrow, so that the columns of a Parquet file have types.
    #[cfg(feature = "full")]
    #[must_use]
    pub fn with_batch_builder(mut self, builder: BatchBuilder) -> Encoder {
        self.columns.batch_builder = Some(builder);
        self
    }

    pub(crate) fn header(&self) -> Result<Vec<u8>, JobError> {
        match self.kind {
            AnswerKind::Csv => {
                self.pack(csv(&[self.columns.list().into_iter().map(|column| column.name).collect()])?)
            }
            _ => Ok(Vec::new()),
        }
    }

    pub(crate) fn chunk<A: RecordOutput>(&self, records: &[AnsweredRecord<A>]) -> Result<Chunk, JobError> {
        let mut chunk = Chunk::default();
        let (mut lines, mut rows, mut rejected) = (Vec::new(), Vec::new(), Vec::new());
        let mut typed = Vec::new();
        if records.last().is_some_and(|last| last.place.record > i32::MAX as u64) {
            return Err(JobError::TooManyRecords);
        }
        for record in records {
            chunk.counts.records += 1;
            chunk.counts.own_options += u64::from(record.own_options);
            let error = record.output.error();
            match &error {
                None => chunk.counts.answered += 1,
                Some(error) => {
                    chunk.counts.errors += 1;
                    chunk.first_error.get_or_insert_with(|| {
                        format!("{}: {}", place_text(&record.place), error.full_message)
                    });
                    if self.rejects {
                        rejected.push(reject_row(&record.place, &record.text, error));
                        continue;
                    }
                }
            }
            let first_row = rows.len();
            match error {
                _ if self.kind == AnswerKind::Jsonl => {
                    lines.extend_from_slice(record.output.json_line()?.as_bytes());
                    lines.push(b'\n');
                }
                None => {
                    let answers = record.output.rows();
                    rows.extend(answers.iter().map(|answer| self.row(record, answer.clone(), None)));
                }
                Some(error) => {
                    rows.push(self.row(record, vec![Value::Null; self.columns.answers.len()], Some(error)));
                }
            }
            typed.extend(record.typed.iter().flat_map(|cells| vec![cells.clone(); rows.len() - first_row]));
        }
        chunk.rows = rows.len() as u64;
        chunk.data = match self.kind {
            AnswerKind::Jsonl => self.pack(lines)?,
            AnswerKind::Csv => self.pack(csv(&rows.iter().map(TableRow::texts).collect::<Vec<_>>())?)?,
            AnswerKind::Parquet => parquet::encode_chunk(&self.columns, rows, &typed, &self.origin)?,
        };
        chunk.rejects = csv(&rejected)?;
        Ok(chunk)
    }

    fn row<A: RecordOutput>(
        &self,
        record: &AnsweredRecord<A>,
        answer: Vec<Value>,
        error: Option<RecordError>,
    ) -> TableRow {
        let mut copied = vec![record.output.id()];
        copied.extend(record.output.copied_texts(&self.columns.keep));
        let error = match error {
            _ if self.rejects => Vec::new(),
            None => vec![None; ERROR_COLUMNS.len()],
            Some(error) => vec![Some(error.code), Some(error.full_message)],
        };
        TableRow { record: record.place.record, copied, answer, error }
    }

    pub(crate) fn empty_chunk(&self) -> Result<Vec<u8>, JobError> {
        match self.kind {
            AnswerKind::Parquet => Ok(parquet::encode_chunk(&self.columns, Vec::new(), &[], &self.origin)?),
            AnswerKind::Jsonl | AnswerKind::Csv => Ok(Vec::new()),
        }
    }

    pub(crate) fn empty_output(&self) -> Result<Vec<u8>, JobError> {
        compress(self.packing, Vec::new())
    }

    fn pack(&self, data: Vec<u8>) -> Result<Vec<u8>, JobError> {
        // Without data nothing is written, not even an empty compressed member.
        if data.is_empty() { Ok(data) } else { compress(self.packing, data) }
    }
}

fn compress(packing: Packing, data: Vec<u8>) -> Result<Vec<u8>, JobError> {
    match packing {
        Packing::None => Ok(data),
        Packing::Gzip => {
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            packed.write_all(&data)?;
            Ok(packed.finish()?)
        }
        Packing::Zstd => Ok(compress_zstd(&data)?),
    }
}

const REJECT_COLUMNS: [&str; 8] = ["input", "record", "line", "byte", "column", "code", "message", "text"];

pub(crate) fn rejects_header() -> Result<Vec<u8>, JobError> {
    csv(&[REJECT_COLUMNS.to_vec()])
}

fn place_text(place: &Place) -> String {
    match place.line {
        Some((line, _)) => format!("{}: line {line}", place.input),
        None => format!("{}: record {}", place.input, place.record),
    }
}

fn reject_row(place: &Place, text: &str, error: &RecordError) -> Vec<String> {
    let (line, byte) =
        place.line.map_or_else(Default::default, |(line, byte)| (line.to_string(), byte.to_string()));
    vec![
        place.input.to_string(),
        place.record.to_string(),
        line,
        byte,
        error.field.clone(),
        error.code.clone(),
        error.message.clone(),
        text.to_owned(),
    ]
}

fn csv<T: AsRef<[u8]>>(rows: &[Vec<T>]) -> Result<Vec<u8>, JobError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row)?;
    }
    Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
}
