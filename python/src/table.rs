//! Tables as batches of Arrow, exchanged with any Python object that has Arrow's C interface.

use std::collections::HashSet;
use std::ffi::{CStr, c_void};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::{Float64Type, Int8Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayReader, ArrayRef, ArrowPrimitiveType, RecordBatch, RecordBatchIterator, RecordBatchOptions,
    StringArray, StructArray, make_array, new_null_array,
};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_json::reader::infer_json_schema_from_iterator;
use arrow_json::writer::LineDelimited;
use arrow_json::{ReaderBuilder, WriterBuilder};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use preference_arrow::deal_notation;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyTuple};
use serde_json::Value;

/// Name of the column for an array without columns, whose elements are deals.
const DEAL_COLUMN: &str = "deal";

/// Name of capsules that hold a stream.
const STREAM_CAPSULE: &CStr = c"arrow_array_stream";
/// Name of capsules that hold a schema.
const SCHEMA_CAPSULE: &CStr = c"arrow_schema";
/// Name of capsules that hold an array.
const ARRAY_CAPSULE: &CStr = c"arrow_array";

/// Table of named columns.
#[pyclass(frozen)]
pub(crate) struct NativeTable {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Vec<RecordBatch>,
}

pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// `kinds` has the type inferred for the column.
fn inferred_field(kinds: &Schema, name: &str) -> Field {
    let kind = kinds.field_with_name(name).map_or(DataType::Null, |kind| kind.data_type().clone());
    Field::new(name, kind, true)
}

fn cast_batch(array: Result<ArrayRef, ArrowError>, schema: &Arc<Schema>) -> PyResult<RecordBatch> {
    to_batch(array.map_err(value_error)?)?.with_schema(Arc::clone(schema)).map_err(value_error)
}

#[pymethods]
impl NativeTable {
    #[staticmethod]
    #[pyo3(signature = (deals, name = DEAL_COLUMN))]
    fn from_deals(deals: Vec<Option<String>>, name: &str) -> PyResult<NativeTable> {
        let schema = Arc::new(Schema::new(vec![Field::new(name, DataType::Utf8, true)]));
        let deals: ArrayRef = Arc::new(StringArray::from(deals));
        let batch = RecordBatch::try_new(Arc::clone(&schema), vec![deals]).map_err(value_error)?;
        Ok(NativeTable { schema, batches: vec![batch] })
    }

    /// One object for each row. Each column gets the type of its values.
    #[staticmethod]
    fn from_objects(py: Python<'_>, names: Vec<String>, lines: Vec<String>) -> PyResult<NativeTable> {
        py.detach(|| {
            let objects: Vec<Value> = lines
                .into_iter()
                .map(|line| serde_json::from_str(&line))
                .collect::<Result<_, _>>()
                .map_err(value_error)?;
            let kinds = infer_json_schema_from_iterator(objects.iter().map(Ok)).map_err(value_error)?;
            let fields: Vec<Field> = names.into_iter().map(|name| inferred_field(&kinds, &name)).collect();
            let schema = Arc::new(Schema::new(fields));
            let reader = ReaderBuilder::new(Arc::clone(&schema)).with_batch_size(objects.len());
            let mut decoder = reader.build_decoder().map_err(value_error)?;
            decoder.serialize(&objects).map_err(value_error)?;
            let batches = decoder.flush().map_err(value_error)?.into_iter().collect();
            Ok(NativeTable { schema, batches })
        })
    }

    /// `texts` names the columns of type string; the other columns have the type null.
    #[staticmethod]
    #[pyo3(signature = (names, texts = Vec::new(), rows = 0))]
    fn from_nulls(names: Vec<String>, texts: Vec<String>, rows: usize) -> PyResult<NativeTable> {
        let texts: HashSet<String> = texts.into_iter().collect();
        let null_field = |name: String| {
            let kind = if texts.contains(&name) { DataType::Utf8 } else { DataType::Null };
            Field::new(name, kind, true)
        };
        let fields: Vec<Field> = names.into_iter().map(null_field).collect();
        let arrays = fields.iter().map(|field| new_null_array(field.data_type(), rows)).collect();
        let schema = Arc::new(Schema::new(fields));
        let size = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(Arc::clone(&schema), arrays, &size);
        Ok(NativeTable { schema, batches: vec![batch.map_err(value_error)?] })
    }

    /// Each set is a number of 32 bits: three for each deal (F, M, R), or four with the talon.
    #[staticmethod]
    fn from_masks(py: Python<'_>, masks: &[u8], hands: usize) -> PyResult<NativeTable> {
        let deals = py.detach(|| {
            let masks: Vec<u32> =
                masks.as_chunks().0.iter().map(|bytes| u32::from_ne_bytes(*bytes)).collect();
            masks.chunks_exact(hands).map(|hands| Some(deal_notation(hands))).collect()
        });
        NativeTable::from_deals(deals, DEAL_COLUMN)
    }

    #[staticmethod]
    fn read(py: Python<'_>, producer: &Bound<'_, PyAny>) -> PyResult<NativeTable> {
        if producer.hasattr("__arrow_c_stream__")? {
            let stream = producer.call_method0("__arrow_c_stream__")?;
            let pointer = capsule(&stream, STREAM_CAPSULE)?;
            // SAFETY: a capsule of this name holds such a stream. `from_raw` moves it out and marks the
            // capsule's stream as released.
            let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.cast()) };
            // The interpreter is released while reading, since threads of the producer may need it.
            let reader = py.detach(|| ArrayStreamReader::try_new(stream)).map_err(value_error)?;
            let field = Arc::clone(reader.field());
            let schema = match field.data_type() {
                DataType::Struct(fields) => {
                    Schema::new(fields.clone()).with_metadata(field.metadata().clone())
                }
                kind => Schema::new(vec![Field::new(DEAL_COLUMN, kind.clone(), true)]),
            };
            let schema = Arc::new(schema);
            let batches = reader.map(|array| cast_batch(array, &schema));
            let batches = py.detach(|| batches.collect::<PyResult<Vec<_>>>())?;
            return Ok(NativeTable { schema, batches });
        }
        if !producer.hasattr("__arrow_c_array__")? {
            let kind = producer.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "{kind} is neither a list of deals nor a frame: it has no __arrow_c_stream__"
            )));
        }
        let pair = producer.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
        let schema = capsule(&pair.get_item(0)?, SCHEMA_CAPSULE)?;
        let array = capsule(&pair.get_item(1)?, ARRAY_CAPSULE)?;
        // SAFETY: capsules of these names hold an array and its schema. `from_raw` moves the array out and
        // marks the capsule's array as released; the schema is only read, while its capsule lives.
        let data =
            unsafe { from_ffi(FFI_ArrowArray::from_raw(array.cast()), &*schema.cast::<FFI_ArrowSchema>()) };
        // SAFETY: the schema is read while its capsule lives, as above.
        let metadata = unsafe { &*schema.cast::<FFI_ArrowSchema>() }.metadata().map_err(value_error)?;
        let batch = to_batch(make_array(data.map_err(value_error)?))?;
        let schema = Arc::new(batch.schema().as_ref().clone().with_metadata(metadata));
        let batches = vec![batch.with_schema(Arc::clone(&schema)).map_err(value_error)?];
        Ok(NativeTable { schema, batches })
    }

    #[staticmethod]
    fn from_ipc(py: Python<'_>, data: &[u8]) -> PyResult<NativeTable> {
        py.detach(|| {
            let reader = StreamReader::try_new(data, None).map_err(value_error)?;
            let schema = reader.schema();
            let batches = reader.collect::<Result<_, _>>().map_err(value_error)?;
            Ok(NativeTable { schema, batches })
        })
    }

    /// Arrow's stream format.
    fn ipc<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| {
            let mut writer = StreamWriter::try_new(Vec::new(), &self.schema)?;
            self.batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.into_inner()
        });
        Ok(PyBytes::new(py, &bytes.map_err(value_error)?))
    }

    fn names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Each row as a JSON object.
    #[pyo3(signature = (limit = None))]
    fn lines(&self, py: Python<'_>, limit: Option<usize>) -> PyResult<Vec<String>> {
        py.detach(|| {
            let mut left = limit.unwrap_or(usize::MAX);
            let mut lines = Vec::new();
            for batch in &self.batches {
                let batch = batch.slice(0, left.min(batch.num_rows()));
                left -= batch.num_rows();
                let writer = WriterBuilder::new().with_explicit_nulls(true);
                let mut writer = writer.build::<_, LineDelimited>(Vec::new());
                writer.write(&batch).and_then(|()| writer.finish()).map_err(value_error)?;
                let text = String::from_utf8(writer.into_inner()).map_err(value_error)?;
                lines.extend(text.lines().take(batch.num_rows()).map(str::to_owned));
            }
            Ok(lines)
        })
    }

    /// A column of texts is a list of texts; any other is the name of its type, the bytes of its values, and a byte
    /// for each cell that is 0 if the cell is null.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let cells = |batch: &RecordBatch| batch.column_by_name(name).cloned();
        let Some(arrays) = self.batches.iter().map(cells).collect::<Option<Vec<ArrayRef>>>() else {
            return Err(PyKeyError::new_err(name.to_owned()));
        };
        let field = self.schema.field_with_name(name).map_err(|_| PyKeyError::new_err(name.to_owned()))?;
        let there = arrays.iter().flat_map(|array| (0..array.len()).map(|n| u8::from(array.is_valid(n))));
        let there: Vec<u8> = there.collect();
        let kind = field.data_type();
        let bytes = match kind {
            DataType::Int8 => bytes::<Int8Type>(&arrays),
            DataType::Int32 => bytes::<Int32Type>(&arrays),
            DataType::Int64 => bytes::<Int64Type>(&arrays),
            DataType::Float64 => bytes::<Float64Type>(&arrays),
            DataType::Boolean => {
                let values = arrays.iter().flat_map(|array| array.as_boolean().values().iter());
                values.map(u8::from).collect()
            }
            DataType::Utf8 => {
                let texts = arrays.iter().flat_map(|array| array.as_string::<i32>().iter());
                return texts.collect::<Vec<_>>().into_pyobject(py);
            }
            other => {
                return Err(PyTypeError::new_err(format!("{name}: a column of {other} cannot be unpacked")));
            }
        };
        Ok((kind.to_string(), PyBytes::new(py, &bytes), PyBytes::new(py, &there))
            .into_pyobject(py)?
            .into_any())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The argument may be ignored: a consumer that needs other types must cast the data, as the interface
        // says.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, STREAM_CAPSULE)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(value_error)?;
        PyCapsule::new_with_value(py, schema, SCHEMA_CAPSULE)
    }
}

fn bytes<T: ArrowPrimitiveType>(arrays: &[ArrayRef]) -> Vec<u8> {
    let values = arrays.iter().map(|array| array.as_primitive::<T>().values().inner().as_slice());
    values.collect::<Vec<_>>().concat()
}

fn capsule(object: &Bound<'_, PyAny>, name: &CStr) -> PyResult<*mut c_void> {
    let capsule = object.cast::<PyCapsule>()?;
    Ok(capsule.pointer_checked(Some(name))?.as_ptr())
}

fn to_batch(array: ArrayRef) -> PyResult<RecordBatch> {
    // A struct becomes its columns, any other array one column of deals.
    let rows = RecordBatchOptions::new().with_row_count(Some(array.len()));
    if let Some(columns) = array.as_any().downcast_ref::<StructArray>() {
        if columns.null_count() > 0 {
            return Err(value_error("some rows are null as a whole: leave them out"));
        }
        let (fields, arrays, _) = columns.clone().into_parts();
        let schema = Arc::new(Schema::new(fields));
        return RecordBatch::try_new_with_options(schema, arrays, &rows).map_err(value_error);
    }
    let schema = Schema::new(vec![Field::new(DEAL_COLUMN, array.data_type().clone(), true)]);
    RecordBatch::try_new_with_options(Arc::new(schema), vec![array], &rows).map_err(value_error)
}
