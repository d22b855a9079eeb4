//! Questions and answers as record batches of Arrow.
//!
//! The column types are int8, int32, int64, float64, bool and string, and lists, structs and maps of these,
//! so that files, data frames and clusters can share the batches.

mod rows;

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int8Array, Int32Array, Int64Array, ListArray, MapArray,
    RecordBatch, RecordBatchOptions, StringArray, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema};
use preference::cards::Cards;
use preference::deal::CardStyle;
use preference::tables::columns::{Column, ColumnType, Row};
use serde_json::{Map, Value};

use rows::{Nulls, rows};

/// Names of the columns that hold the deal as sets of cards; `talon` may be left out.
pub const MASK_COLUMNS: [&str; 4] = ["F", "M", "R", "talon"];

/// Converts the columns to an Arrow schema, in which every column may be null.
#[must_use]
pub fn schema(columns: &[Column]) -> Schema {
    Schema::new(columns.iter().map(field).collect::<Vec<_>>())
}

/// Converts rows to a batch. A value that is not of its column's type becomes null; in a column of texts a list, an
/// object or a number is written as JSON.
///
/// # Panics
/// If a row has fewer values than there are columns.
#[must_use]
pub fn batch(columns: &[Column], rows: &[Row]) -> RecordBatch {
    let values = |n: usize| rows.iter().map(|row| &row[n]).collect::<Vec<&Value>>();
    let arrays = columns.iter().enumerate().map(|(n, column)| array(&column.kind, &values(n))).collect();
    let size = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(Arc::new(schema(columns)), arrays, &size)
        .expect("every array has the type of its column and an element for each row")
}

/// Converts each row of a batch to the fields of a question, named like the columns. Null values are left out, also
/// within structs. If there is no column `deal` and the columns `F`, `M` and `R` hold whole numbers, these columns
/// and `talon` are read as sets of [cards](preference::cards) and replaced by a field `deal`.
pub fn question_objects(batch: &RecordBatch) -> Result<Vec<Map<String, Value>>, ArrowError> {
    let has_masks = batch.column_by_name("deal").is_none()
        && MASK_COLUMNS[..3]
            .iter()
            .all(|name| batch.column_by_name(name).is_some_and(|column| column.data_type().is_integer()));
    let mut objects = rows(batch, Nulls::LeftOut)?;
    if has_masks {
        objects.iter_mut().for_each(replace_masks_by_deal);
    }
    Ok(objects)
}

/// Converts each row of a batch to an object with its cells unchanged. Null cells are left out; nulls within structs,
/// lists and maps stay.
pub fn row_objects(batch: &RecordBatch) -> Result<Vec<Map<String, Value>>, ArrowError> {
    let mut objects = rows(batch, Nulls::Kept)?;
    objects.iter_mut().for_each(|object| object.retain(|_, value| !value.is_null()));
    Ok(objects)
}

fn replace_masks_by_deal(object: &mut Map<String, Value>) {
    // A number that is not a set of cards becomes the value of `deal`, so that the error message shows it. If the set
    // of a hand is missing, `deal` is missing.
    let sets = MASK_COLUMNS.map(|name| object.remove(name));
    if sets[..3].iter().any(Option::is_none) {
        return;
    }
    let mask = |value: &Value| value.as_u64().and_then(|mask| u32::try_from(mask).ok());
    let values = sets.iter().flatten();
    let deal = match values.clone().find(|value| mask(value).is_none()) {
        Some(other) => other.to_string(),
        None => deal_notation(&values.filter_map(mask).collect::<Vec<u32>>()),
    };
    object.insert("deal".to_owned(), deal.into());
}

/// Formats sets of cards as the notation of a deal: the hands of forehand, middlehand and rearhand, and the talon,
/// which may be left out if the hands hold 30 cards. Each set is a mask of [cards](preference::cards). Whether the sets
/// form a deal is not checked.
///
/// ```
/// use preference_arrow::deal_notation;
/// assert_eq!(deal_notation(&[0xE000_0000, 0x0300, 0x01, 0x80]), "F:AKQ... ..87. ...7 ...A");
/// assert_eq!(deal_notation(&[0xFFC0_0000, 0x003F_F000, 0x0FFC]), "F:AKQJT987.AK.. .QJT987.AKQJ. ..T987.AKQJT9 ...87");
/// ```
#[must_use]
pub fn deal_notation(masks: &[u32]) -> String {
    let cards = masks.iter().fold(0, |union, mask| union | mask);
    let talon = (masks.len() == 3 && cards.count_ones() == 30).then_some(!cards);
    let hands =
        masks.iter().copied().chain(talon).map(|mask| CardStyle::Letters.hand(Cards::from_bits(mask)));
    format!("F:{}", hands.collect::<Vec<_>>().join(" "))
}

fn data_type(kind: &ColumnType) -> DataType {
    match kind {
        ColumnType::Int8 => DataType::Int8,
        ColumnType::Int32 => DataType::Int32,
        ColumnType::Int64 => DataType::Int64,
        ColumnType::Float64 => DataType::Float64,
        ColumnType::Bool => DataType::Boolean,
        ColumnType::String => DataType::Utf8,
        ColumnType::List(item) => DataType::List(item_field(item)),
        ColumnType::Struct(fields) => DataType::Struct(fields.iter().map(field).collect()),
        ColumnType::Map(value) => DataType::Map(entries_field(value), false),
    }
}

fn field(column: &Column) -> Field {
    Field::new(&column.name, data_type(&column.kind), true)
}

fn item_field(item: &ColumnType) -> FieldRef {
    Arc::new(Field::new_list_field(data_type(item), true))
}

fn entries_field(value: &ColumnType) -> FieldRef {
    let key = Field::new("key", DataType::Utf8, false);
    let value = Field::new("value", data_type(value), true);
    Arc::new(Field::new("entries", DataType::Struct([key, value].into_iter().collect()), false))
}

fn array(kind: &ColumnType, values: &[&Value]) -> ArrayRef {
    // A value that is not of the column's type becomes null; in a column of texts the value is written as JSON.
    let cells = values.iter();
    match kind {
        ColumnType::Int8 => {
            Arc::new(cells.map(|value| i8::try_from(value.as_i64()?).ok()).collect::<Int8Array>())
        }
        ColumnType::Int32 => {
            Arc::new(cells.map(|value| i32::try_from(value.as_i64()?).ok()).collect::<Int32Array>())
        }
        ColumnType::Int64 => Arc::new(cells.map(|value| value.as_i64()).collect::<Int64Array>()),
        ColumnType::Float64 => Arc::new(cells.map(|value| value.as_f64()).collect::<Float64Array>()),
        ColumnType::Bool => Arc::new(cells.map(|value| value.as_bool()).collect::<BooleanArray>()),
        ColumnType::String => Arc::new(cells.map(|value| text(value)).collect::<StringArray>()),
        ColumnType::List(item) => {
            let lists: Vec<Option<&Vec<Value>>> = cells.map(|value| value.as_array()).collect();
            let items: Vec<&Value> = lists.iter().copied().flatten().flatten().collect();
            let offsets = OffsetBuffer::from_lengths(lists.iter().map(|list| list.map_or(0, Vec::len)));
            let nulls = lists.iter().map(Option::is_some).collect::<NullBuffer>();
            Arc::new(ListArray::new(item_field(item), offsets, array(item, &items), Some(nulls)))
        }
        ColumnType::Struct(columns) => {
            let nulls = cells.map(|value| value.is_object()).collect::<NullBuffer>();
            let arrays = columns.iter().map(|column| member_array(column, values)).collect();
            Arc::new(StructArray::new(columns.iter().map(field).collect(), arrays, Some(nulls)))
        }
        ColumnType::Map(value) => {
            let maps: Vec<Option<&Map<String, Value>>> = cells.map(|value| value.as_object()).collect();
            let entries = || maps.iter().copied().flatten().flatten();
            let keys = Arc::new(StringArray::from_iter_values(entries().map(|(key, _)| key)));
            let values = array(value, &entries().map(|(_, value)| value).collect::<Vec<_>>());
            let field = entries_field(value);
            let DataType::Struct(fields) = field.data_type() else { unreachable!("entries have fields") };
            let entries = StructArray::new(fields.clone(), vec![keys, values], None);
            let offsets = OffsetBuffer::from_lengths(maps.iter().map(|map| map.map_or(0, Map::len)));
            let nulls = maps.iter().map(Option::is_some).collect::<NullBuffer>();
            Arc::new(MapArray::new(field, offsets, entries, Some(nulls), false))
        }
    }
}

fn member_array(column: &Column, objects: &[&Value]) -> ArrayRef {
    let values: Vec<&Value> = objects.iter().map(|object| &object[column.name.as_str()]).collect();
    array(&column.kind, &values)
}

fn text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.into()),
        other => Some(other.to_string().into()),
    }
}
