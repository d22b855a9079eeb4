//! Encoding of answers: a chunk of records becomes the bytes of the output.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use flate2::Compression;
use flate2::write::GzEncoder;
use preference::analysis::columns::{Column, ColumnType, error_cells, error_columns};
use preference::protocol::question::RawText;
use preference::protocol::records::RecordAnswer;
use preference::situation::QuestionError;
use serde_json::Value;

use super::file::{compress_zstd, ending, is_standard, not_built, stem};
use super::header::RECORD;
use super::kept_columns::KeptColumns;
use super::record::Counts;
use super::typed::KeptTypes;
use super::work::AnsweredRecord;
use crate::args::AnswerKind;

/// Compression of a file of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    None,
    Gzip,
    Zstd,
}

/// Kind and compression of a file of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutputFormat {
    pub(crate) kind: AnswerKind,
    pub(crate) packing: Packing,
}

/// Number of columns before the copied ones: the number of the record, and its id.
const LEADING: usize = 2;

/// Encoder of answers for one output.
pub(crate) struct Encoder {
    pub(crate) kind: AnswerKind,
    packing: Packing,
    /// Names that the copied keys have in the output.
    keep: Vec<String>,
    /// All columns of a table.
    pub(crate) columns: Vec<Column>,
    /// Columns of the answers among them.
    answers: Vec<Column>,
    /// Types of the copied columns, if the columns keep their types.
    pub(crate) typed: Option<KeptTypes>,
    /// Whether records without an answer go to a file of rejects. If not, they get rows with their errors.
    rejects: bool,
    /// Origin of the answers, as the metadata of a Parquet file have it.
    origin: String,
}

/// Encoded bytes of a chunk, and counts of its records.
#[derive(Default)]
pub(crate) struct Chunk {
    pub(crate) data: Vec<u8>,
    pub(crate) rejects: Vec<u8>,
    /// Number of rows that the chunk has in a table.
    pub(crate) rows: u64,
    pub(crate) counts: Counts,
    /// First record without an answer: its place and the reason.
    pub(crate) first_error: Option<String>,
}

/// Returns the kind and compression of an output with this path. `to` overrides the kind that the path's ending
/// names.
pub(crate) fn format(path: &Path, to: Option<AnswerKind>) -> anyhow::Result<OutputFormat> {
    let packing = match ending(path).as_deref() {
        Some("gz") => Packing::Gzip,
        Some("zst") if cfg!(not(feature = "full")) => return Err(not_built("zstd")),
        Some("zst") => Packing::Zstd,
        _ => Packing::None,
    };
    let kind = match (to, ending(&stem(path)).as_deref()) {
        (Some(kind), _) => kind,
        (None, Some("jsonl" | "ndjson" | "json")) => AnswerKind::Jsonl,
        (None, Some("csv")) => AnswerKind::Csv,
        (None, Some("parquet")) => AnswerKind::Parquet,
        (None, _) if is_standard(path) => AnswerKind::Jsonl,
        (None, _) => {
            bail!("{}: end the name in .jsonl, .csv or .parquet, or name the kind with --to", path.display())
        }
    };
    match kind {
        AnswerKind::Parquet if packing != Packing::None => {
            bail!("{}: a Parquet file is compressed inside, so it cannot be packed again", path.display())
        }
        AnswerKind::Parquet if is_standard(path) => bail!("a Parquet file needs a name: -o FILE.parquet"),
        AnswerKind::Parquet if cfg!(not(feature = "full")) => Err(not_built("Parquet")),
        _ => Ok(OutputFormat { kind, packing }),
    }
}

impl Encoder {
    /// Returns an encoder for a table with the copied columns `kept` and the columns `answers`; other kinds use their
    /// names.
    pub(crate) fn new(
        format: OutputFormat,
        kept: &KeptColumns,
        answers: &[Column],
        rejects: bool,
        origin: String,
    ) -> Encoder {
        let OutputFormat { kind, packing } = format;
        let (keep, typed) = (kept.names(), kept.typed.clone());
        let column = |name: &str, kind| Column { name: name.to_owned(), kind };
        let mut columns = vec![column(RECORD, ColumnType::Int32), column("id", ColumnType::String)];
        columns.extend(keep.iter().map(|name| column(name, ColumnType::String)));
        columns.extend_from_slice(answers);
        if !rejects {
            columns.extend(error_columns());
        }
        Encoder { kind, packing, keep, columns, answers: answers.to_vec(), typed, rejects, origin }
    }

    /// Returns the columns of a table as JSON objects, each with a name and a type.
    pub(crate) fn shown_columns(&self) -> Vec<Value> {
        let show = |column| serde_json::to_value(column).expect("a column has a JSON form");
        let mut shown: Vec<Value> = self.columns.iter().map(show).collect();
        let types = self.typed.iter().flat_map(KeptTypes::names);
        shown[LEADING..].iter_mut().zip(types).for_each(|(column, name)| column["type"] = name.into());
        shown
    }

    /// Returns the bytes that the output has before its first chunk: the header of CSV, otherwise nothing.
    pub(crate) fn head(&self) -> anyhow::Result<Vec<u8>> {
        match self.kind {
            AnswerKind::Csv => self.pack(csv(&[self.columns.iter().map(|column| &column.name).collect()])?),
            _ => Ok(Vec::new()),
        }
    }

    /// Encodes the records of a chunk.
    pub(crate) fn chunk(&self, records: &[AnsweredRecord]) -> anyhow::Result<Chunk> {
        let mut chunk = Chunk::default();
        let (mut lines, mut rows, mut rejected) = (Vec::new(), Vec::new(), Vec::new());
        let mut typed = Vec::new();
        if records.last().is_some_and(|last| last.place.record > i32::MAX as u64) {
            bail!("more than {} records: split the input", i32::MAX);
        }
        for record in records {
            chunk.counts.records += 1;
            chunk.counts.own_rules += u64::from(record.own_rules);
            match &*record.answer {
                Ok(_) => chunk.counts.answered += 1,
                Err(error) => {
                    chunk.counts.errors += 1;
                    chunk
                        .first_error
                        .get_or_insert_with(|| format!("{}: {}", place_text(record), error.with_field()));
                    if self.rejects {
                        rejected.push(reject_row(record, error)?);
                        continue;
                    }
                }
            }
            let first_row = rows.len();
            match (&*record.answer, self.kind) {
                (Ok(RecordAnswer::Object(answer)), _) => {
                    let line = if record.back.is_bare() {
                        record.back.wrap(answer)
                    } else {
                        record.back.without_keys(&serde_json::from_str(answer)?).wrap(answer)
                    };
                    lines.extend_from_slice(line.as_bytes());
                    lines.push(b'\n');
                }
                (Err(error), AnswerKind::Jsonl) => {
                    lines.extend_from_slice(record.back.with_error(error).as_bytes());
                    lines.push(b'\n');
                }
                (Ok(RecordAnswer::Rows(answers)), _) => {
                    let row = |answer: &Vec<Value>| self.row(record, answer, None);
                    rows.extend(answers.iter().map(row));
                }
                (Err(error), _) => {
                    let nothing = vec![Value::Null; self.answers.len()];
                    rows.push(self.row(record, &nothing, Some(error)));
                }
            }
            typed.extend(record.typed.iter().flat_map(|cells| vec![cells.clone(); rows.len() - first_row]));
        }
        chunk.rows = rows.len() as u64;
        chunk.data = match self.kind {
            AnswerKind::Jsonl => self.pack(lines)?,
            AnswerKind::Csv => self.pack(csv(&rows.iter().map(|row| texts(row)).collect::<Vec<_>>())?)?,
            AnswerKind::Parquet => {
                let kept = self.typed.as_ref().map(|types| (LEADING, types, &*typed));
                super::parquet::chunk(&self.columns, &rows, kept, &self.origin)?
            }
        };
        chunk.rejects = csv(&rejected)?;
        Ok(chunk)
    }

    /// Returns a row of the output for a record: with one of its answers, or with its error.
    fn row(&self, record: &AnsweredRecord, answer: &[Value], error: Option<&QuestionError>) -> Vec<Value> {
        let text = |value: Option<&RawText>| value.and_then(RawText::content).into();
        let mut row = vec![record.place.record.into(), text(record.back.id())];
        row.extend(self.keep.iter().map(|name| text(record.back.field(name))));
        row.extend_from_slice(answer);
        if !self.rejects {
            row.extend(match error {
                None => [Value::Null, Value::Null],
                Some(error) => error_cells(error),
            });
        }
        row
    }

    /// Returns the bytes of an output that has no records.
    pub(crate) fn empty_output(&self) -> anyhow::Result<Vec<u8>> {
        compress(self.packing, Vec::new())
    }

    /// Compresses a piece of the output, as its format says.
    fn pack(&self, data: Vec<u8>) -> anyhow::Result<Vec<u8>> {
        // Without data nothing is written, not even an empty compressed member.
        if data.is_empty() { Ok(data) } else { compress(self.packing, data) }
    }
}

fn compress(packing: Packing, data: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    match packing {
        Packing::None => Ok(data),
        Packing::Gzip => {
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            packed.write_all(&data)?;
            Ok(packed.finish()?)
        }
        Packing::Zstd => compress_zstd(&data),
    }
}

/// Columns of the file of rejects.
const REJECTS: [&str; 8] = ["input", "record", "line", "byte", "column", "code", "message", "text"];

/// Returns the header of the file of rejects.
pub(crate) fn rejects_head() -> anyhow::Result<Vec<u8>> {
    csv(&[REJECTS.to_vec()])
}

fn place_text(record: &AnsweredRecord) -> String {
    let place = &record.place;
    match place.line {
        Some((line, _)) => format!("{}: line {line}", place.input),
        None => format!("{}: record {}", place.input, place.record),
    }
}

/// Returns the row of the file of rejects for a record without an answer.
fn reject_row(record: &AnsweredRecord, error: &QuestionError) -> anyhow::Result<Vec<String>> {
    let place = &record.place;
    let (line, byte) =
        place.line.map_or_else(Default::default, |(line, byte)| (line.to_string(), byte.to_string()));
    let column = error.field().map(ToString::to_string).unwrap_or_default();
    let [code, _] = error_cells(error);
    let code = serde_json::from_value(code)?;
    let text = record.text.clone();
    Ok(vec![
        place.input.to_string(),
        place.record.to_string(),
        line,
        byte,
        column,
        code,
        error.to_string(),
        text,
    ])
}

/// Returns the cells of a row as texts.
fn texts(row: &[Value]) -> Vec<String> {
    row.iter().map(cell_text).collect()
}

/// Returns the text of a cell.
fn cell_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Writes rows as CSV.
fn csv<T: AsRef<[u8]>>(rows: &[Vec<T>]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row)?;
    }
    Ok(writer.into_inner()?)
}
