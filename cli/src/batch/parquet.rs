//! Output of Parquet: each chunk is a small Parquet file, and in the end they are joined into one.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use arrow_array::RecordBatch;
use arrow_schema::{FieldRef, Schema};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{ChunkReader, FileReader};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::SerializedFileWriter;
use preference::analysis::arrow;
use preference::analysis::columns::Column;
use serde_json::Value;

use super::journal::ChunkDone;
use super::parquet_input::ORIGIN;
use super::typed::{KeptTypes, TypedRow};

/// Encodes a chunk as a Parquet file. The copied columns, which begin at a given index, keep their own types.
pub(super) fn chunk(
    columns: &[Column],
    rows: &[Vec<Value>],
    kept: Option<(usize, &KeptTypes, &[TypedRow])>,
    origin: &str,
) -> anyhow::Result<Vec<u8>> {
    let mut batch = arrow::batch(columns, rows);
    if let Some((place, types, cells)) = kept {
        let mut fields: Vec<FieldRef> = batch.schema().fields().iter().cloned().collect();
        let mut arrays = batch.columns().to_vec();
        for (n, (field, array)) in types.fields().zip(types.columns(cells)?).enumerate() {
            fields[place + n] = Arc::new(field.clone());
            arrays[place + n] = array;
        }
        batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?;
    }
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties(origin)))?;
    writer.write(&batch)?;
    Ok(writer.into_inner()?)
}

/// Returns the writer's properties. Nothing in them depends on the time, so that equal answers give equal files.
fn properties(origin: &str) -> WriterProperties {
    WriterProperties::builder()
        .set_created_by(format!("preference {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(None)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(Some(vec![KeyValue::new(ORIGIN.to_owned(), origin.to_owned())]))
        .build()
}

/// Joins Parquet files into one. The packed columns are copied as they are.
pub(super) struct ParquetJoiner(SerializedFileWriter<BufWriter<File>>);

impl ParquetJoiner {
    /// Begins a file with the columns of another file and its metadata, except for the origin.
    pub(super) fn with_columns_of<R: ChunkReader + 'static>(
        other: R,
        origin: &str,
        output: File,
    ) -> anyhow::Result<ParquetJoiner> {
        let other = SerializedFileReader::new(other)?;
        let data = other.metadata().file_metadata();
        let metadata = data.key_value_metadata().into_iter().flatten().map(|entry| {
            let is_origin = entry.key == ORIGIN;
            if is_origin { KeyValue::new(ORIGIN.to_owned(), origin.to_owned()) } else { entry.clone() }
        });
        let properties = WriterProperties::builder()
            .set_created_by(data.created_by().unwrap_or_default().to_owned())
            .set_key_value_metadata(Some(metadata.collect()))
            .build();
        let schema = data.schema_descr().root_schema_ptr();
        Ok(ParquetJoiner(SerializedFileWriter::new(BufWriter::new(output), schema, Arc::new(properties))?))
    }

    /// Appends the row groups that another file has at these indices.
    pub(super) fn append<R: ChunkReader + 'static>(
        &mut self,
        other: &R,
        reader: &SerializedFileReader<R>,
        groups: Range<usize>,
    ) -> anyhow::Result<()> {
        let groups = reader.metadata().row_groups().get(groups);
        for group in groups.ok_or_else(|| anyhow!("it has fewer groups of rows than its journal says"))? {
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

    pub(super) fn finish(self) -> anyhow::Result<File> {
        Ok(self.0.into_inner()?.into_inner()?)
    }
}

/// Joins the chunks that stand one after another in a file. The joined file has the schema of `empty`, a chunk
/// without rows.
pub(super) fn join(
    chunks: &mut File,
    done: &[ChunkDone],
    empty: Vec<u8>,
    origin: &str,
    output: File,
) -> anyhow::Result<File> {
    let mut joined = ParquetJoiner::with_columns_of(Bytes::from(empty), origin, output)?;
    chunks.seek(SeekFrom::Start(0))?;
    for chunk in done {
        let mut data = vec![0; usize::try_from(chunk.end - chunk.begin)?];
        chunks.read_exact(&mut data)?;
        if crc32fast::hash(&data) != chunk.crc {
            return Err(anyhow!("chunk {} is not as it was written", chunk.chunk + 1));
        }
        let data = Bytes::from(data);
        let reader = SerializedFileReader::new(data.clone())?;
        joined.append(&data, &reader, 0..usize::from(chunk.rows > 0))?;
    }
    joined.finish()
}

/// Opens the output of a part twice: for its packed columns, and for its metadata.
fn open_part(part: &Path) -> anyhow::Result<(File, SerializedFileReader<File>)> {
    let file = File::open(part)?;
    Ok((file.try_clone()?, SerializedFileReader::new(file)?))
}

/// Joins the outputs of the parts of a batch. The chunks come in the order of the input, each from its part.
pub(super) fn merge(
    parts: &[&Path],
    chunks: &[(usize, ChunkDone)],
    origin: &str,
    output: File,
) -> anyhow::Result<File> {
    let files = parts.iter().map(|part| open_part(part)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut joined = ParquetJoiner::with_columns_of(files[0].0.try_clone()?, origin, output)?;
    let mut next = vec![0; parts.len()];
    for (part, _) in chunks.iter().filter(|(_, chunk)| chunk.rows > 0) {
        let (file, reader) = &files[*part];
        joined.append(file, reader, next[*part]..next[*part] + 1)?;
        next[*part] += 1;
    }
    joined.finish()
}
