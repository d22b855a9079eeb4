//! Conversion of the rows of Arrow batches to JSON objects.

use arrow_array::RecordBatch;
use arrow_json::WriterBuilder;
use arrow_json::writer::LineDelimited;
use arrow_schema::ArrowError;
use serde_json::{Map, Value};

/// Null values are left out, even within structs.
pub(crate) fn objects(batch: &RecordBatch) -> Result<Vec<Map<String, Value>>, ArrowError> {
    json_objects(batch, false)
}

/// Converts each row of a batch to an object with its cells unchanged. Null cells are left out; nulls within structs,
/// lists and maps stay.
pub(crate) fn copies(batch: &RecordBatch) -> Result<Vec<Map<String, Value>>, ArrowError> {
    let mut objects = json_objects(batch, true)?;
    objects.iter_mut().for_each(|object| object.retain(|_, value| !value.is_null()));
    Ok(objects)
}

fn json_objects(batch: &RecordBatch, explicit_nulls: bool) -> Result<Vec<Map<String, Value>>, ArrowError> {
    if batch.num_columns() == 0 {
        return Ok(vec![Map::new(); batch.num_rows()]);
    }
    let writer = WriterBuilder::new().with_explicit_nulls(explicit_nulls);
    let mut writer = writer.build::<_, LineDelimited>(Vec::new());
    writer.write(batch)?;
    writer.finish()?;
    let lines = writer.into_inner();
    let parse =
        |line: &[u8]| serde_json::from_slice(line).map_err(|error| ArrowError::JsonError(error.to_string()));
    lines.split(|byte| *byte == b'\n').take(batch.num_rows()).map(parse).collect()
}
