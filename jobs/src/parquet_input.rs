//! Parquet inputs.

use std::cell::Cell;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};

use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, RecordBatchOptions, StringArray};
use arrow_cast::cast;
use arrow_ipc::convert::try_schema_from_ipc_buffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, TimeUnit};
use arrow_select::nullif::nullif;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::arrow::{ARROW_SCHEMA_META_KEY, ProjectionMask};
use parquet::basic::Type;
use parquet::file::metadata::ParquetMetaData;

use crate::arrow_rows::copies;
use crate::column_mapping::{ColumnMapping, ColumnRole, to_whole_number};
use crate::error::JobError;
use crate::format_error::FormatError;
use crate::lines::MAX_RECORD_BYTES;
use crate::options::{FileKind, KeptColumn, KeptColumnsError};
use crate::parquet_pages::PageSizes;
use crate::partition::{FolderColumn, folder_columns, folder_names};
use crate::read_error::{MAX_PAGE_BYTES, ReadError};
use crate::record::{Body, Fault, RecordVisitor, Row};
use crate::typed::{KeptTypes, TypedRow};

/// Maximum number of rows that are read at a time. If the entries of a dictionary are long, fewer rows are read.
const MAX_ROWS_AT_ONCE: usize = 1024;

/// Maximum number of bytes of text from one dictionary in the rows that are read at a time.
const MAX_TEXT_BYTES_AT_ONCE: u64 = 1 << 30;

/// Name of Arrow's extension type for UUIDs, which have 16 bytes.
const UUID_TYPE_NAME: &str = "arrow.uuid";

fn schema(path: &Path) -> Result<Arc<Schema>, ReadError> {
    catch_panics(|| Ok(Arc::clone(open(path)?.schema())))
}

pub(crate) fn names(path: &Path) -> Result<Vec<String>, ReadError> {
    Ok(schema(path)?.fields().iter().map(|field| field.name().clone()).collect())
}

/// Reads the types of the columns `keep`. A column must have the same type in all inputs in which it has a type.
pub(crate) fn types(
    inputs: &[(PathBuf, FileKind)],
    keep: &[KeptColumn],
) -> Result<KeptTypes, KeptColumnsError> {
    let named = |(path, _): &(PathBuf, FileKind)| {
        let name = path.display().to_string();
        let schema = schema(path).map_err(JobError::unread(path))?;
        Ok((name, with_folder_columns(&schema, &folder_names(path))))
    };
    let schemas = inputs.iter().map(named).collect::<Result<Vec<_>, JobError>>()?;
    KeptTypes::from_schemas(&schemas, keep)
}

fn with_folder_columns(schema: &Arc<Schema>, names: &[String]) -> Arc<Schema> {
    // Columns that the schema already has are not added.
    let missing = names.iter().filter(|name| schema.field_with_name(name).is_err());
    let texts = missing.map(|name| Arc::new(Field::new(name, DataType::Utf8, true)));
    Arc::new(Schema::new(schema.fields().iter().cloned().chain(texts).collect::<Vec<_>>()))
}

pub(crate) fn origin(path: &Path, key: &str) -> Result<Option<String>, ReadError> {
    catch_panics(|| {
        let file = open(path)?;
        let entries = file.metadata().file_metadata().key_value_metadata();
        let entry = entries.into_iter().flatten().find(|entry| entry.key == key);
        Ok(entry.and_then(|entry| entry.value.clone()))
    })
}

fn open(path: &Path) -> Result<ParquetRecordBatchReaderBuilder<File>, ReadError> {
    let file = File::open(path)?;
    let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::default());
    let mut metadata = metadata.map_err(|error| ReadError::NotParquet(FormatError::from(error)))?;
    if let Some(schema) = schema_of_times(&metadata) {
        let options = ArrowReaderOptions::new().with_schema(schema.into());
        metadata = ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), options)?;
    }
    Ok(ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata))
}

/// The schema of a file whose times must be read in another type than that of arrow's reader.
fn schema_of_times(metadata: &ArrowReaderMetadata) -> Option<Schema> {
    let own = metadata.schema();
    let mut fields: Vec<Field> = own.fields().iter().map(|field| (**field).clone()).collect();
    // Spark and Hive write times of 96 bits. In nanoseconds they would end with the year 2262, and Spark could not
    // read them back.
    let columns = metadata.parquet_schema();
    for (leaf, column) in columns.columns().iter().enumerate() {
        let field = &mut fields[columns.get_column_root_idx(leaf)];
        if let (Type::INT96, DataType::Timestamp(_, zone)) = (column.physical_type(), field.data_type()) {
            let kind = DataType::Timestamp(TimeUnit::Microsecond, zone.clone());
            *field = field.clone().with_data_type(kind);
        }
    }
    // Parquet itself has no time zones. Arrow writes them into its own schema beside that of Parquet. PyArrow writes
    // times of seconds, which Parquet lacks, as milliseconds; arrow's reader forgets the zone if the units differ.
    if let Some(written) = written_schema(metadata).filter(|written| written.fields().len() == fields.len()) {
        for (field, written) in fields.iter_mut().zip(written.fields()) {
            *field = with_zones(field, written);
        }
    }
    let is_changed = fields.iter().zip(own.fields()).any(|(field, own)| field.data_type() != own.data_type());
    is_changed.then(|| Schema::new_with_metadata(fields, own.metadata().clone()))
}

fn written_schema(metadata: &ArrowReaderMetadata) -> Option<Schema> {
    let entries = metadata.metadata().file_metadata().key_value_metadata()?;
    let text = entries.iter().find(|entry| entry.key == ARROW_SCHEMA_META_KEY)?.value.as_ref()?;
    try_schema_from_ipc_buffer(&BASE64_STANDARD.decode(text).ok()?).ok()
}

/// The field with the zones of the times that were written, at any depth.
fn with_zones(field: &Field, written: &Field) -> Field {
    let item = |field: &FieldRef, written: &FieldRef| Arc::new(with_zones(field, written));
    let kind = match (field.data_type(), written.data_type()) {
        (DataType::Timestamp(unit, Some(_)), DataType::Timestamp(_, Some(zone))) => {
            DataType::Timestamp(*unit, Some(Arc::clone(zone)))
        }
        (DataType::Struct(fields), DataType::Struct(written)) if fields.len() == written.len() => {
            DataType::Struct(
                fields.iter().zip(written).map(|(field, written)| item(field, written)).collect(),
            )
        }
        (DataType::List(field), DataType::List(written)) => DataType::List(item(field, written)),
        (DataType::LargeList(field), DataType::LargeList(written)) => {
            DataType::LargeList(item(field, written))
        }
        (DataType::FixedSizeList(field, size), DataType::FixedSizeList(written, _)) => {
            DataType::FixedSizeList(item(field, written), *size)
        }
        (DataType::Map(field, is_sorted), DataType::Map(written, _)) => {
            DataType::Map(item(field, written), *is_sorted)
        }
        _ => return field.clone(),
    };
    field.clone().with_data_type(kind)
}

/// Passes each row of a file to `visit` until it returns `false`. `bytes_read` grows by the share of the rows in the
/// file.
pub(crate) fn rows(
    path: &Path,
    mapping: &dyn ColumnMapping,
    bytes_read: &Arc<AtomicU64>,
    visit: &mut RecordVisitor<'_>,
) -> Result<(), ReadError> {
    let builder = catch_panics(|| open(path))?;
    let bytes = path.metadata()?.len();
    let rows = builder.metadata().file_metadata().num_rows().max(1) as u64;
    let names: Vec<String> = builder.schema().fields().iter().map(|field| field.name().clone()).collect();
    let roles = mapping.roles(&names, &folder_names(path))?;
    let used = roles.iter().enumerate().filter(|(_, role)| role.is_used()).map(|(place, _)| place);
    let used: Vec<usize> = used.collect();
    check_cells(builder.metadata(), &used, &names)?;
    let at_once = check_pages(path, builder.metadata(), &used, &names)?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), used.iter().copied());
    let roles: Vec<ColumnRole> = used.into_iter().map(|place| roles[place].clone()).collect();
    let mut batches = catch_panics(|| Ok(builder.with_projection(mask).with_batch_size(at_once).build()?))?;
    let folders = folder_columns(path);
    let mut done = 0;
    loop {
        let Some(batch) = catch_panics(|| Ok(batches.next().transpose()?))? else { return Ok(()) };
        let count = batch.num_rows();
        for body in bodies(&batch, &roles, &folders, mapping)? {
            if !visit(None, body) {
                return Ok(());
            }
        }
        let before = done * bytes / rows;
        done += count as u64;
        bytes_read.fetch_add((done * bytes / rows).saturating_sub(before), Ordering::Relaxed);
    }
}

thread_local! {
    /// Whether this thread is decoding a file. A panic is then not printed, since a damaged file may cause it.
    static IS_DECODING: Cell<bool> = const { Cell::new(false) };
}

fn catch_panics<T>(read: impl FnOnce() -> Result<T, ReadError>) -> Result<T, ReadError> {
    // Calls `read`, and converts a panic, which a damaged file can cause, to an error. `read` must call only the
    // library for Parquet, not code of the program.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous_hook = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_DECODING.get() {
                previous_hook(panic);
            }
        }));
    });
    let outer = IS_DECODING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    IS_DECODING.set(outer);
    result.unwrap_or_else(|_| Err(ReadError::Damaged))
}

fn check_cells(data: &ParquetMetaData, used: &[usize], names: &[String]) -> Result<(), ReadError> {
    // Nothing is decompressed: the sizes in the metadata show it.
    let schema = data.file_metadata().schema_descr();
    for (number, group) in data.row_groups().iter().enumerate() {
        for (leaf, column) in group.columns().iter().enumerate() {
            let root = schema.get_column_root_idx(leaf);
            let cells = column.num_values().max(1);
            if used.contains(&root) && column.uncompressed_size() / cells > MAX_RECORD_BYTES as i64 {
                return Err(ReadError::LongCell { group: number + 1, column: names[root].clone() });
            }
        }
    }
    Ok(())
}

/// No page may be larger than [`MAX_PAGE_BYTES`]. Returns how many rows to read at a time, even if each row repeats the
/// longest entry of a dictionary.
fn check_pages(
    path: &Path,
    data: &ParquetMetaData,
    used: &[usize],
    names: &[String],
) -> Result<usize, ReadError> {
    let schema = data.file_metadata().schema_descr();
    let mut dictionary = 0;
    for (number, group) in data.row_groups().iter().enumerate() {
        for (leaf, column) in group.columns().iter().enumerate() {
            let root = schema.get_column_root_idx(leaf);
            if !used.contains(&root) {
                continue;
            }
            let sizes = catch_panics(|| Ok(PageSizes::read(File::open(path)?, column)?))?;
            if sizes.largest > MAX_PAGE_BYTES {
                let (group, column) = (number + 1, names[root].clone());
                return Err(ReadError::LongPage { group, column, bytes: sizes.largest });
            }
            dictionary = dictionary.max(sizes.dictionary);
        }
    }
    Ok((MAX_TEXT_BYTES_AT_ONCE / dictionary.max(1)).clamp(1, MAX_ROWS_AT_ONCE as u64) as usize)
}

/// `roles` are by column; the values of `folders` come from the names of the file's folders.
fn bodies(
    batch: &RecordBatch,
    roles: &[ColumnRole],
    folders: &[FolderColumn],
    mapping: &dyn ColumnMapping,
) -> Result<Vec<Body>, ReadError> {
    let mut faults: Vec<Option<Fault>> = vec![None; batch.num_rows()];
    let (mut fields, mut kept, mut non_finite) = (Vec::new(), Vec::new(), Vec::new());
    for ((column, role), field) in batch.columns().iter().zip(roles).zip(batch.schema().fields()) {
        let column = if field.extension_type_name() == Some(UUID_TYPE_NAME) {
            uuid_texts(column)
        } else {
            column.clone()
        };
        let mut column_faults = vec![None; batch.num_rows()];
        check_texts(&column, field.name(), role.key.is_some(), &mut column_faults);
        let is_faulty: BooleanArray = column_faults.iter().map(|fault| Some(fault.is_some())).collect();
        faults.iter_mut().zip(column_faults).for_each(|(fault, new)| *fault = new.or(fault.take()));
        match role.key.as_deref() {
            Some("id") => fields.push(("id".to_owned(), exact_column(&column)?)),
            // Cells with a fault are left out here; the row gets the fault instead.
            Some(key) if is_faulty.true_count() > 0 => {
                fields.push((key.to_owned(), text_column(&nullif(&column, &is_faulty)?)?));
            }
            Some(key) => fields.push((key.to_owned(), text_column(&column)?)),
            None => {}
        }
        if mapping.kept_types().is_none() && !role.kept.is_empty() {
            let column = exact_column(&column)?;
            kept.extend(role.kept.iter().map(|name| (name.clone(), Arc::clone(&column))));
            let texts = non_finite_numbers(&column)?;
            non_finite.extend(role.kept.iter().flat_map(|name| texts.iter().map(move |text| (name, *text))));
        }
    }
    let mut fields = mapping.batch_reader()(&table(fields, batch.num_rows())?)?.into_iter();
    let mut kept = copies(&table(kept, batch.num_rows())?)?;
    for (name, (row, text)) in non_finite {
        kept[row].insert(name.clone(), text.into());
    }
    let mut kept = kept.into_iter();
    let typed = mapping.kept_types().map(|types| types.cells(batch, folders)).transpose()?.map(Arc::new);
    let mut bodies = Vec::with_capacity(batch.num_rows());
    for (row, fault) in faults.into_iter().enumerate() {
        let mut fields = fields.next().unwrap_or_default();
        for (_, value) in fields.iter_mut().filter(|(key, _)| *key != "id") {
            *value = to_whole_number(value.take());
        }
        bodies.push(Body::Row(Box::new(Row {
            fields: fault.map_or(Ok(fields), Err),
            kept: kept.next().unwrap_or_default(),
            typed: typed.as_ref().map(|cells| TypedRow { cells: Arc::clone(cells), row }),
        })));
    }
    Ok(bodies)
}

fn table(columns: Vec<(String, ArrayRef)>, rows: usize) -> Result<RecordBatch, ArrowError> {
    let fields = columns.iter().map(|(name, column)| Field::new(name, column.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let size = RecordBatchOptions::new().with_row_count(Some(rows));
    let columns = columns.into_iter().map(|(_, column)| column).collect();
    RecordBatch::try_new_with_options(schema, columns, &size)
}

/// The text may be too long or, if `checks_utf8` is set, not UTF-8.
fn cell_fault(bytes: &[u8], column: &str, checks_utf8: bool) -> Option<Fault> {
    if bytes.len() > MAX_RECORD_BYTES {
        return Some(Fault::LongCell { column: column.to_owned() });
    }
    let is_fault = checks_utf8 && std::str::from_utf8(bytes).is_err();
    is_fault.then(|| Fault::NotUtf8 { column: Some(column.to_owned()), line: None })
}

fn check_texts(column: &ArrayRef, name: &str, is_read: bool, faults: &mut [Option<Fault>]) {
    macro_rules! each {
        ($cells:expr, $is_text:expr) => {
            for (row, cell) in $cells.iter().enumerate() {
                let fault = cell.and_then(|cell| cell_fault(cell.as_ref(), name, is_read && !$is_text));
                faults[row] = fault.or(faults[row].take());
            }
        };
    }
    match column.data_type() {
        DataType::Utf8 => each!(column.as_string::<i32>(), true),
        DataType::LargeUtf8 => each!(column.as_string::<i64>(), true),
        DataType::Utf8View => each!(column.as_string_view(), true),
        DataType::Binary => each!(column.as_binary::<i32>(), false),
        DataType::LargeBinary => each!(column.as_binary::<i64>(), false),
        DataType::BinaryView => each!(column.as_binary_view(), false),
        DataType::FixedSizeBinary(_) => each!(column.as_fixed_size_binary(), false),
        DataType::Dictionary(..) => {
            let column = column.as_any_dictionary();
            let mut entries = vec![None; column.values().len()];
            check_texts(column.values(), name, is_read, &mut entries);
            if entries.iter().any(Option::is_some) {
                for (row, entry) in column.normalized_keys().into_iter().enumerate() {
                    if column.is_valid(row) && entries[entry].is_some() {
                        faults[row].clone_from(&entries[entry]);
                    }
                }
            }
        }
        _ => {}
    }
}

fn uuid_texts(column: &ArrayRef) -> ArrayRef {
    let Some(bytes) = column.as_fixed_size_binary_opt() else { return Arc::clone(column) };
    Arc::new(bytes.iter().map(|bytes| bytes.map(uuid_text)).collect::<StringArray>())
}

fn uuid_text(bytes: &[u8]) -> String {
    let hex = hexadecimal(bytes);
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

fn text_or_hexadecimal(bytes: &[u8]) -> String {
    str::from_utf8(bytes).map_or_else(|_| hexadecimal(bytes), str::to_owned)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn text_column(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    // Old writers do not mark texts as such, so bytes become texts.
    match column.data_type() {
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => cast(column, &DataType::Utf8),
        DataType::FixedSizeBinary(_) => cast(&cast(column, &DataType::Binary)?, &DataType::Utf8),
        _ => Ok(Arc::clone(column)),
    }
}

/// JSON cannot express infinities and NaNs: each is returned as a text with its row.
fn non_finite_numbers(column: &ArrayRef) -> Result<Vec<(usize, &'static str)>, ArrowError> {
    if !column.data_type().is_floating() {
        return Ok(Vec::new());
    }
    let numbers = cast(column, &DataType::Float64)?;
    let text = |number: f64| match number {
        f64::INFINITY => Some("inf"),
        f64::NEG_INFINITY => Some("-inf"),
        _ => number.is_nan().then_some("NaN"),
    };
    let numbers = numbers.as_primitive::<Float64Type>().iter().enumerate();
    Ok(numbers.filter_map(|(row, number)| Some((row, text(number?)?))).collect())
}

fn exact_column(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    // Bytes become texts, and so do numbers that JSON would round.
    match column.data_type() {
        DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => cast(column, &DataType::Utf8),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => {
            let bytes = cast(column, &DataType::Binary)?;
            let texts = bytes.as_binary::<i32>().iter().map(|bytes| bytes.map(text_or_hexadecimal));
            Ok(Arc::new(texts.collect::<StringArray>()))
        }
        _ => Ok(Arc::clone(column)),
    }
}
