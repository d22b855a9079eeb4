//! Parquet output. Each chunk is a small Parquet file; at the end of the run the chunks are joined into one file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, RecordBatch, RecordBatchOptions, StringArray};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{ChunkReader, FileReader};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::SerializedFileWriter;
use serde_json::Value;

use crate::column_mapping::{ERROR_COLUMNS, RECORD_COLUMN};
use crate::earlier_run_error::DamageError;
use crate::error::JobError;
use crate::format_error::FormatError;
use crate::journal::ChunkDone;
use crate::output_table::{TableColumns, TableRow, cell_text};
use crate::program::Origin;
use crate::typed::TypedRow;

/// `typed` has the copied cells with their types; it is empty if the copied cells are texts.
pub(crate) fn encode_chunk(
    columns: &TableColumns,
    mut rows: Vec<TableRow>,
    typed: &[TypedRow],
    origin: &Origin,
) -> Result<Vec<u8>, FormatError> {
    let answers: Vec<Vec<Value>> = rows.iter_mut().map(|row| std::mem::take(&mut row.answer)).collect();
    let mut fields: Vec<FieldRef> = Vec::new();
    let mut arrays: Vec<ArrayRef> = Vec::new();
    let mut push = |field: Field, array: ArrayRef| {
        fields.push(Arc::new(field));
        arrays.push(array);
    };
    let records: Int32Array = rows.iter().map(|row| i32::try_from(row.record).ok()).collect();
    push(Field::new(RECORD_COLUMN, DataType::Int32, true), Arc::new(records));
    push(text_field("id"), text_array(rows.iter().map(|row| row.copied[0].as_deref())));
    match &columns.typed {
        Some(types) => {
            let cells = types.columns(typed)?;
            types.fields().zip(cells).for_each(|(field, cells)| push(field.clone(), cells));
        }
        None => {
            for (n, name) in columns.keep.iter().enumerate() {
                push(text_field(name), text_array(rows.iter().map(|row| row.copied[n + 1].as_deref())));
            }
        }
    }
    if let Some(builder) = &columns.batch_builder {
        let batch = builder(&answers);
        for (field, array) in batch.schema().fields().iter().zip(batch.columns()) {
            push(field.as_ref().clone(), Arc::clone(array));
        }
    } else {
        for (n, column) in columns.answers.iter().enumerate() {
            let texts: StringArray = answers.iter().map(|answer| cell_text(&answer[n])).collect();
            push(text_field(&column.name), Arc::new(texts));
        }
    }
    for (n, name) in ERROR_COLUMNS.iter().enumerate().filter(|_| columns.has_errors) {
        push(text_field(name), text_array(rows.iter().map(|row| row.error[n].as_deref())));
    }
    let size = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    let batch = RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &size)?;
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties(origin)))?;
    writer.write(&batch)?;
    Ok(writer.into_inner()?)
}

fn text_field(name: &str) -> Field {
    Field::new(name, DataType::Utf8, true)
}

fn text_array<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    Arc::new(texts.collect::<StringArray>())
}

fn properties(origin: &Origin) -> WriterProperties {
    // No property depends on the time, so that equal answers are written as equal files.
    WriterProperties::builder()
        .set_created_by(format!("{} {}", origin.program.name, origin.program.version))
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(None)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(Some(vec![origin_entry(origin)]))
        .build()
}

fn origin_entry(origin: &Origin) -> KeyValue {
    KeyValue::new(origin.program.name.to_owned(), origin.text.clone())
}

/// Joiner of Parquet files into one file. It copies the compressed column chunks unchanged.
pub(crate) struct ParquetJoiner(SerializedFileWriter<BufWriter<File>>);

impl ParquetJoiner {
    pub(crate) fn with_columns_of<R: ChunkReader + 'static>(
        other: R,
        origin: &Origin,
        output: File,
    ) -> Result<ParquetJoiner, FormatError> {
        let other = SerializedFileReader::new(other)?;
        let data = other.metadata().file_metadata();
        let metadata =
            data.key_value_metadata().into_iter().flatten().map(|entry| {
                if entry.key == origin.program.name { origin_entry(origin) } else { entry.clone() }
            });
        let properties = WriterProperties::builder()
            .set_created_by(data.created_by().unwrap_or_default().to_owned())
            .set_key_value_metadata(Some(metadata.collect()))
            .build();
        let schema = data.schema_descr().root_schema_ptr();
        Ok(ParquetJoiner(SerializedFileWriter::new(BufWriter::new(output), schema, Arc::new(properties))?))
    }

    pub(crate) fn append<R: ChunkReader + 'static>(
        &mut self,
        other: &R,
        reader: &SerializedFileReader<R>,
        groups: Range<usize>,
    ) -> Result<(), JobError> {
        let groups = reader.metadata().row_groups().get(groups);
        for group in groups.ok_or(DamageError::RowGroups)? {
            let mut to = self.0.next_row_group()?;
            for column in group.columns() {
                let closed = ColumnCloseResult {
                    bytes_written: u64::try_from(column.compressed_size())?,
                    rows_written: u64::try_from(group.num_rows())?,
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                to.append_column(other, closed)?;
            }
            to.close()?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<File, JobError> {
        Ok(self.0.into_inner()?.into_inner().map_err(io::IntoInnerError::into_error)?)
    }
}

/// The joined file has the schema of `empty`, a chunk without rows.
pub(crate) fn join_chunks(
    chunks: &mut File,
    done: &[ChunkDone],
    empty: Vec<u8>,
    origin: &Origin,
    output: File,
) -> Result<File, JobError> {
    let mut joined = ParquetJoiner::with_columns_of(Bytes::from(empty), origin, output)?;
    chunks.seek(SeekFrom::Start(0))?;
    for chunk in done {
        let mut data = vec![0; usize::try_from(chunk.end - chunk.begin)?];
        chunks.read_exact(&mut data)?;
        if crc32fast::hash(&data) != chunk.crc {
            return Err(DamageError::JoinedChunk { chunk: chunk.chunk + 1 }.into());
        }
        let data = Bytes::from(data);
        let reader = SerializedFileReader::new(data.clone())?;
        joined.append(&data, &reader, 0..usize::from(chunk.rows > 0))?;
    }
    joined.finish()
}

fn open_part(part: &Path) -> Result<(File, SerializedFileReader<File>), JobError> {
    // Twice: for its compressed column chunks, and for its metadata.
    let file = File::open(part)?;
    Ok((file.try_clone()?, SerializedFileReader::new(file)?))
}

pub(crate) fn merge_parts(
    parts: &[&Path],
    chunks: &[(usize, ChunkDone)],
    origin: &Origin,
    output: File,
) -> Result<File, JobError> {
    let files = parts.iter().map(|part| open_part(part)).collect::<Result<Vec<_>, _>>()?;
    let mut joined = ParquetJoiner::with_columns_of(files[0].0.try_clone()?, origin, output)?;
    let mut next = vec![0; parts.len()];
    for (part, _) in chunks.iter().filter(|(_, chunk)| chunk.rows > 0) {
        let (file, reader) = &files[*part];
        joined.append(file, reader, next[*part]..next[*part] + 1)?;
        next[*part] += 1;
    }
    joined.finish()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use crate::arrow_rows::objects;
    use crate::column_mapping::{BatchReader, ColumnMapping, ColumnRole};
    use crate::format_error::ProgramError;
    use crate::input::Inputs;
    use crate::options::FileKind;
    use crate::output_table::OutputColumn;
    use crate::program::Program;
    use crate::record::Body;

    use super::*;

    #[derive(Debug)]
    struct AnyColumns {
        batch_reader: BatchReader,
    }

    impl ColumnMapping for AnyColumns {
        fn key(&self, name: &str) -> Option<String> {
            Some(name.to_owned())
        }

        fn roles(&self, names: &[String], _: &[String]) -> Result<Vec<ColumnRole>, ProgramError> {
            Ok(names.iter().map(|name| ColumnRole { key: self.key(name), kept: Vec::new() }).collect())
        }

        fn value(&self, _: &str, text: &str) -> Value {
            text.into()
        }

        fn batch_reader(&self) -> BatchReader {
            self.batch_reader
        }
    }

    fn origin() -> Origin {
        let program = Program { name: "numbers", version: "2.1", own_options_key: "own" };
        Origin { program, text: r#"{"own":0}"#.to_owned() }
    }

    fn table(path: &Path, batch_reader: BatchReader) -> Inputs<AnyColumns> {
        let answer = OutputColumn { name: "square".to_owned(), kind: "int64".to_owned() };
        let columns = TableColumns::new(vec!["copy".to_owned()], None, vec![answer], true);
        let copied = || vec![Some("a".to_owned()), Some("b".to_owned())];
        let error = || vec![Some("bad".to_owned()), Some("why".to_owned())];
        let rows = vec![
            TableRow { record: 1, copied: copied(), answer: vec![4.into()], error: vec![None, None] },
            TableRow { record: 2, copied: copied(), answer: vec![Value::Null], error: error() },
        ];
        fs::write(path, encode_chunk(&columns, rows, &[], &origin()).expect("a file"))
            .expect("the file is written");
        Inputs::new(&[path.to_owned()], None, FileKind::Text, AnyColumns { batch_reader }).expect("inputs")
    }

    #[test]
    fn table_without_types_is_read_back_as_texts() {
        let folder = tempfile::tempdir().expect("a folder");
        let inputs = table(&folder.path().join("table.parquet"), objects);
        let mut texts = Vec::new();
        let read = inputs.read(&Arc::default(), &mut |raw| {
            assert!(matches!(raw.body, Body::Row(_)));
            texts.push(raw.body.to_string());
            true
        });
        read.expect("the table is read");
        let expected = [
            r#"{"record":1,"id":"a","copy":"b","square":"4"}"#,
            r#"{"record":2,"id":"a","copy":"b","error_code":"bad","error":"why"}"#,
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn metadata_name_program_and_origin() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.parquet");
        table(&path, objects);
        let file = SerializedFileReader::new(File::open(path).expect("a file")).expect("a table");
        let metadata = file.metadata().file_metadata();
        assert_eq!(metadata.created_by(), Some("numbers 2.1"));
        let entries = metadata.key_value_metadata().expect("entries");
        let entry = entries.iter().find(|entry| entry.key == "numbers").expect("the entry of the program");
        assert_eq!(entry.value.as_deref(), Some(r#"{"own":0}"#));
    }

    #[test]
    fn panic_of_converter_is_passed_on() {
        // The file is intact, and must not be reported as damaged.
        let folder = tempfile::tempdir().expect("a folder");
        let inputs = table(&folder.path().join("table.parquet"), |_| panic!("a mistake in the converter"));
        let read = AssertUnwindSafe(|| inputs.read(&Arc::default(), &mut |_| true));
        let panic = catch_unwind(read).expect_err("the converter panics");
        assert_eq!(panic.downcast_ref(), Some(&"a mistake in the converter"));
    }
}
