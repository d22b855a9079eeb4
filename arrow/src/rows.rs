//! Rows of record batches as JSON objects.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_json::WriterBuilder;
use arrow_json::writer::LineDelimited;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use serde_json::{Map, Value};

/// What becomes of null values in objects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    Kept,
    LeftOut,
}

pub(crate) fn rows(batch: &RecordBatch, nulls: Nulls) -> Result<Vec<Map<String, Value>>, ArrowError> {
    let schema = batch.schema();
    let names = schema.fields().iter().map(|field| field.name().as_str());
    objects(batch.num_rows(), names, batch.columns(), nulls)
}

fn objects<'a>(
    count: usize,
    names: impl Iterator<Item = &'a str>,
    columns: &[ArrayRef],
    nulls: Nulls,
) -> Result<Vec<Map<String, Value>>, ArrowError> {
    let mut objects = vec![Map::new(); count];
    for (name, column) in names.zip(columns) {
        for (object, value) in objects.iter_mut().zip(values(column, nulls)?) {
            if nulls == Nulls::Kept || !value.is_null() {
                object.insert(name.to_owned(), value);
            }
        }
    }
    Ok(objects)
}

fn values(array: &ArrayRef, nulls: Nulls) -> Result<Vec<Value>, ArrowError> {
    Ok(match array.data_type() {
        DataType::Boolean => array.as_boolean().iter().map(Value::from).collect(),
        DataType::Int8 => numbers::<Int8Type>(array),
        DataType::Int16 => numbers::<Int16Type>(array),
        DataType::Int32 => numbers::<Int32Type>(array),
        DataType::Int64 => numbers::<Int64Type>(array),
        DataType::UInt8 => numbers::<UInt8Type>(array),
        DataType::UInt16 => numbers::<UInt16Type>(array),
        DataType::UInt32 => numbers::<UInt32Type>(array),
        DataType::UInt64 => numbers::<UInt64Type>(array),
        DataType::Float64 => numbers::<Float64Type>(array),
        DataType::Utf8 => array.as_string::<i32>().iter().map(Value::from).collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().map(Value::from).collect(),
        DataType::Utf8View => array.as_string_view().iter().map(Value::from).collect(),
        DataType::List(_) => {
            let lists = array.as_list::<i32>();
            let offsets: Vec<usize> = lists.value_offsets().iter().map(|&offset| offset as usize).collect();
            split(array, &offsets, lists.values(), nulls)?
        }
        DataType::LargeList(_) => {
            let lists = array.as_list::<i64>();
            let offsets: Vec<usize> = lists.value_offsets().iter().map(|&offset| offset as usize).collect();
            split(array, &offsets, lists.values(), nulls)?
        }
        DataType::Struct(fields) => {
            let names = fields.iter().map(|field| field.name().as_str());
            let objects = objects(array.len(), names, array.as_struct().columns(), nulls)?;
            or_null(array, objects)
        }
        _ => written(array, nulls)?,
    })
}

fn numbers<T: ArrowPrimitiveType<Native: Into<Value>>>(array: &ArrayRef) -> Vec<Value> {
    let cell = |number: Option<T::Native>| number.map_or(Value::Null, Into::into);
    array.as_primitive::<T>().iter().map(cell).collect()
}

/// `offsets` are the beginnings of the lists in `items`, and the end of the last one.
fn split(
    lists: &ArrayRef,
    offsets: &[usize],
    items: &ArrayRef,
    nulls: Nulls,
) -> Result<Vec<Value>, ArrowError> {
    // The lists of a slice have only some of the items.
    let (first, last) = (offsets[0], offsets[offsets.len() - 1]);
    let mut items = values(&items.slice(first, last - first), nulls)?.into_iter();
    let lists_of_items =
        offsets.windows(2).map(|ends| items.by_ref().take(ends[1] - ends[0]).collect::<Vec<_>>());
    let lists_of_items = lists_of_items.collect::<Vec<_>>();
    Ok(or_null(lists, lists_of_items))
}

fn or_null(array: &ArrayRef, values: Vec<impl Into<Value>>) -> Vec<Value> {
    let cell = |(n, value)| if array.is_null(n) { Value::Null } else { value };
    values.into_iter().map(Into::into).enumerate().map(cell).collect()
}

/// Values that JSON writes as texts, such as times, and types that are rare in tables of hands.
fn written(array: &ArrayRef, nulls: Nulls) -> Result<Vec<Value>, ArrowError> {
    const NAME: &str = "value";
    let schema = Schema::new(vec![Field::new(NAME, array.data_type().clone(), true)]);
    let batch = RecordBatch::try_new(Arc::new(schema), vec![Arc::clone(array)])?;
    let writer = WriterBuilder::new().with_explicit_nulls(nulls == Nulls::Kept);
    let mut writer = writer.build::<_, LineDelimited>(Vec::new());
    writer.write(&batch)?;
    writer.finish()?;
    let text = writer.into_inner();
    let read = |line: &[u8]| match serde_json::from_slice::<Map<String, Value>>(line) {
        Ok(mut object) => Ok(object.remove(NAME).unwrap_or_default()),
        Err(error) => Err(ArrowError::JsonError(error.to_string())),
    };
    text.split(|byte| *byte == b'\n').take(array.len()).map(read).collect()
}

#[cfg(test)]
mod tests {
    use arrow_array::builder::{
        BooleanBuilder, Float32Builder, Float64Builder, Int64Builder, LargeListBuilder, ListBuilder,
        MapBuilder, StringBuilder, TimestampMillisecondBuilder, UInt8Builder,
    };
    use arrow_array::{DictionaryArray, StructArray, types::Int32Type};

    use super::*;

    /// Cell `n` of each column has a value that depends on `n`, or is null.
    fn columns(count: usize) -> Vec<(&'static str, ArrayRef)> {
        let (mut numbers, mut bytes, mut floats, mut halves) =
            (Int64Builder::new(), UInt8Builder::new(), Float64Builder::new(), Float32Builder::new());
        let (mut switches, mut texts, mut times) =
            (BooleanBuilder::new(), StringBuilder::new(), TimestampMillisecondBuilder::new());
        let (mut lists, mut nested) = (
            ListBuilder::new(StringBuilder::new()),
            LargeListBuilder::new(ListBuilder::new(TimestampMillisecondBuilder::new())),
        );
        let mut maps = MapBuilder::new(None, StringBuilder::new(), Float64Builder::new());
        for n in 0..count {
            let there = |every: usize| n % every != 0;
            let number = n as i64 - 2;
            numbers.append_option(there(3).then_some(number << 40));
            bytes.append_option(there(4).then_some(n as u8));
            floats.append_option(there(5).then_some([0.1, f64::NAN, -0.0, 1e300, 7.0][n % 5]));
            halves.append_option(there(2).then_some(number as f32 / 10.0));
            switches.append_option(there(3).then_some(n % 2 == 0));
            texts.append_option(there(4).then(|| format!("\"{n}\"\n♠")));
            times.append_option(there(3).then_some(number * 86_399_999));
            for item in 0..n % 4 {
                lists.values().append_option((item != 1).then(|| item.to_string()));
                nested.values().values().append_option((item != 2).then_some(number));
                nested.values().append(item != 0);
                maps.keys().append_value(item.to_string());
                maps.values().append_option((item != 1).then_some(0.5));
            }
            lists.append(there(3));
            nested.append(there(5));
            maps.append(there(7)).expect("as many keys as values");
        }
        let (numbers, texts): (ArrayRef, ArrayRef) = (Arc::new(numbers.finish()), Arc::new(texts.finish()));
        let words: DictionaryArray<Int32Type> = (0..count).map(|n| (n % 3 != 0).then_some("word")).collect();
        let lists: ArrayRef = Arc::new(lists.finish());
        let field = |name: &str, array: &ArrayRef| Field::new(name, array.data_type().clone(), true);
        let fields = [field("number", &numbers), field("list", &lists)];
        let has_object = (0..count).map(|n| n % 4 != 1).collect();
        let objects = StructArray::new(
            fields.into_iter().collect(),
            vec![numbers.clone(), lists.clone()],
            Some(has_object),
        );
        vec![
            ("numbers", numbers),
            ("bytes", Arc::new(bytes.finish())),
            ("floats", Arc::new(floats.finish())),
            ("halves", Arc::new(halves.finish())),
            ("switches", Arc::new(switches.finish())),
            ("texts", texts),
            ("times", Arc::new(times.finish())),
            ("words", Arc::new(words)),
            ("lists", lists),
            ("nested", Arc::new(nested.finish())),
            ("maps", Arc::new(maps.finish())),
            ("objects", Arc::new(objects)),
        ]
    }

    #[test]
    fn rows_equal_lines_of_json() {
        let batch = RecordBatch::try_from_iter_with_nullable(
            columns(40).into_iter().map(|(name, column)| (name, column, true)),
        );
        let batch = batch.expect("columns of equal length");
        for nulls in [Nulls::Kept, Nulls::LeftOut] {
            for (from, count) in [(0, 40), (7, 20), (39, 1), (5, 0)] {
                let batch = batch.slice(from, count);
                let writer = WriterBuilder::new().with_explicit_nulls(nulls == Nulls::Kept);
                let mut writer = writer.build::<_, LineDelimited>(Vec::new());
                writer.write(&batch).and_then(|()| writer.finish()).expect("written");
                let text = String::from_utf8(writer.into_inner()).expect("a text");
                let mut expected: Vec<Map<String, Value>> =
                    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
                if nulls == Nulls::LeftOut {
                    // A number that is not finite is no null of the column, and is written as one.
                    expected.iter_mut().for_each(|row| row.retain(|_, value| !value.is_null()));
                }
                assert_eq!(rows(&batch, nulls).expect("rows"), expected, "{from} {count}");
            }
        }
    }
}
