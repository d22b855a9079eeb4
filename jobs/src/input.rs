//! Records of the inputs, one after another.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use serde_json::{Map, Value};

use crate::column_mapping::ColumnMapping;
use crate::error::{JobError, NameError};
use crate::file::open_text;
use crate::lines::LineReader;
use crate::options::FileKind;
use crate::partition::{FolderColumn, folder_columns, folder_names};
use crate::paths::{ending, is_stdio, is_stream, name_of, stem};
use crate::read_error::ReadError;
use crate::record::{Body, Place, RawRecord, RecordVisitor};
use crate::{parquet_input, table};

/// Inputs of a job, and the options with which they are read.
#[derive(Clone, Debug)]
pub struct Inputs<M> {
    /// Paths of the files, with their kinds.
    pub files: Vec<(PathBuf, FileKind)>,
    /// Options for the columns of tables.
    pub mapping: M,
}

impl<M: ColumnMapping> Inputs<M> {
    /// The inputs with these names. `from` is the kind of all files; without it the ending of a name shows the kind,
    /// and `default_kind` is the kind of standard input and of names that show none. No file is opened.
    ///
    /// # Errors
    /// If a name is that of a compressed Parquet file, or if Parquet is to be read from standard input.
    pub fn new(
        names: &[PathBuf],
        from: Option<FileKind>,
        default_kind: FileKind,
        mapping: M,
    ) -> Result<Inputs<M>, JobError> {
        let mut files = Vec::new();
        for name in names {
            let kind = match from {
                Some(kind) => kind,
                None if is_stdio(name) => default_kind,
                None => kind(name)?.unwrap_or(default_kind),
            };
            if kind == FileKind::Parquet && is_stdio(name) {
                return Err(NameError::ParquetFromStream.into());
            }
            files.push((name.clone(), kind));
        }
        Ok(Inputs { files, mapping })
    }

    /// The name of each table that is not a stream, and the names of its columns, those from the names of its folders
    /// included.
    ///
    /// # Errors
    /// If a table cannot be opened or read, is damaged or of another kind, or if the program was built without its
    /// format.
    pub fn column_names(&self) -> Result<Vec<(String, Vec<String>)>, JobError> {
        let mut tables = Vec::new();
        for (path, kind) in self.files.iter().filter(|(path, _)| !is_stream(path)) {
            let names = match kind {
                FileKind::Parquet => parquet_input::names(path),
                FileKind::Csv => {
                    open_text(path, &Arc::default()).and_then(|input| table::names(input, &self.mapping))
                }
                FileKind::Text | FileKind::Jsonl => continue,
            };
            let mut names = names.map_err(JobError::unread(path))?;
            names.extend(folder_names(path));
            tables.push((name_of(path), names));
        }
        Ok(tables)
    }

    /// Checks every file except streams by opening it, so that a mistake in the last file is reported before any record
    /// is answered.
    ///
    /// # Errors
    /// If a file cannot be opened or read or is of another kind, if the program was built without its format, or if the
    /// mapping refuses the columns of a table or plain texts.
    pub fn check(&self) -> Result<(), JobError> {
        for (path, kind) in self.files.iter().filter(|(path, _)| path.is_file()) {
            let read = Arc::default();
            let none = &mut |_, _| false;
            let checked = match kind {
                FileKind::Parquet => parquet_input::rows(path, &self.mapping, &read, none),
                FileKind::Csv => {
                    open_text(path, &read).and_then(|input| table::rows(input, path, &self.mapping, none))
                }
                FileKind::Text | FileKind::Jsonl => {
                    open_text(path, &read).and_then(|input| lines(input, *kind == FileKind::Text, none))
                }
            };
            checked.map_err(JobError::unread(path))?;
        }
        if self.files.iter().any(|(_, kind)| *kind == FileKind::Text) {
            self.mapping.check_accepts_plain_text()?;
        }
        Ok(())
    }

    /// The total size of all files in bytes; `None` if one of them is a stream.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        self.files.iter().map(|(name, _)| file_size(name)).sum()
    }

    /// Passes the records to `visit`, one after another, until it returns `false`. `bytes_read` counts the bytes read.
    ///
    /// # Errors
    /// The errors of [`Inputs::check`]; also if a file is damaged. A record that cannot be read is not an error: its
    /// [`Body`] says why.
    pub fn read(
        &self,
        bytes_read: &Arc<AtomicU64>,
        visit: &mut dyn FnMut(RawRecord) -> bool,
    ) -> Result<(), JobError> {
        let (mut record, mut goes_on) = (0, true);
        for (path, kind) in &self.files {
            let name: Arc<str> = name_of(path).into();
            let folder_fields = Arc::new(folder_fields(path, &self.mapping));
            let folder_kept = Arc::new(folder_kept(path, &self.mapping));
            let mut each = |line: Option<(u64, u64)>, body: Body| {
                record += 1;
                let place = Place { record, input: Arc::clone(&name), line };
                let (folder_fields, folder_kept) = (Arc::clone(&folder_fields), Arc::clone(&folder_kept));
                goes_on = visit(RawRecord { place, body, folder_fields, folder_kept });
                goes_on
            };
            let done = match kind {
                FileKind::Parquet => parquet_input::rows(path, &self.mapping, bytes_read, &mut each),
                FileKind::Csv => open_text(path, bytes_read)
                    .and_then(|input| table::rows(input, path, &self.mapping, &mut each)),
                FileKind::Text | FileKind::Jsonl => open_text(path, bytes_read)
                    .and_then(|input| lines(input, *kind == FileKind::Text, &mut each)),
            };
            done.map_err(JobError::unread(path))?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }
}

fn folder_fields(path: &Path, mapping: &dyn ColumnMapping) -> Map<String, Value> {
    let field = |column: FolderColumn| {
        let key = mapping.key(&column.name)?;
        let value = mapping.value(&key, &column.value?);
        Some((key, value))
    };
    folder_columns(path).into_iter().filter_map(field).collect()
}

fn folder_kept(path: &Path, mapping: &dyn ColumnMapping) -> Map<String, Value> {
    let mut kept = Map::new();
    for FolderColumn { name, value } in folder_columns(path) {
        for kept_name in mapping.kept_names(&name) {
            kept.extend(value.clone().map(|value| (kept_name, value.into())));
        }
    }
    kept
}

fn file_size(path: &Path) -> Option<u64> {
    let data = if is_stdio(path) { None } else { path.metadata().ok() };
    data.filter(std::fs::Metadata::is_file).map(|data| data.len())
}

fn kind(path: &Path) -> Result<Option<FileKind>, NameError> {
    let packed = stem(path) != path;
    Ok(Some(match ending(&stem(path)).as_deref() {
        Some("jsonl" | "ndjson" | "json") => FileKind::Jsonl,
        Some("csv" | "tsv") => FileKind::Csv,
        Some("parquet") if packed => return Err(NameError::PackedParquet { path: path.to_owned() }),
        Some("parquet") => FileKind::Parquet,
        _ => return Ok(None),
    }))
}

fn lines(
    input: Box<dyn BufRead>,
    is_plain_text: bool,
    visit: &mut RecordVisitor<'_>,
) -> Result<(), ReadError> {
    // Blank lines are no records; nor are comments in files of plain texts.
    let mut reader = LineReader::new(input);
    let mut is_first = true;
    while let Some(line) = reader.line()? {
        let place = (reader.number() as u64, reader.start());
        let first = line.as_deref().ok().filter(|text| is_first && !text.trim().is_empty());
        is_first &= first.is_none();
        if !is_plain_text && first.is_some_and(|text| text.trim_start().starts_with('[')) {
            return Err(ReadError::WrongKind(
                "it is one JSON list: write each of its objects on a line of its own, as pandas does with lines=True",
            ));
        }
        let body = match line {
            Err(_) => Body::TooLong,
            Ok(text) if reader.not_utf8().is_some() => Body::NotUtf8(text),
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) if is_plain_text && text.trim_start().starts_with('#') => continue,
            Ok(text) if is_plain_text && !text.trim_start().starts_with('{') => Body::Text(text),
            Ok(text) => Body::Json(text),
        };
        if !visit(Some(place), body) {
            break;
        }
    }
    Ok(())
}
