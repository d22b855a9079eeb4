//! Parquet files in the forms in which other programs write them.

use std::fs::File;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, ListBuilder, MapBuilder, StringBuilder};
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, Date32Array, Decimal128Array, DictionaryArray, FixedSizeBinaryArray,
    Float32Array, Float64Array, Int64Array, LargeStringArray, ListArray, NullArray, RecordBatch, StringArray,
    StringViewArray, StructArray, TimestampMicrosecondArray, TimestampMillisecondArray,
};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::arrow::{ARROW_SCHEMA_META_KEY, ArrowWriter, encode_arrow_schema};
use parquet::basic::{Compression, LogicalType};
use parquet::data_type::{ByteArray, ByteArrayType, Int96, Int96Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::FileReader;
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde_json::{Value, json};

use super::{Folder, cells};
use crate::DEAL;

/// Writes columns as a Parquet file, in two row groups if there is more than one row.
fn write(folder: &Folder, name: &str, columns: Vec<(&str, ArrayRef)>) {
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, column)| (name, column, true)),
    );
    let batch = batch.expect("a batch");
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(batch.num_rows().div_ceil(2).max(1)))
        .build();
    let file = File::create(folder.path(name)).expect("a file");
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).expect("a writer");
    writer.write(&batch).expect("the file is written");
    writer.close().expect("the file is written");
}

fn read(folder: &Folder, name: &str) -> RecordBatch {
    let file = File::open(folder.path(name)).expect("a file");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a table").build().expect("a table");
    let batches: Vec<RecordBatch> = reader.collect::<Result<_, _>>().expect("rows");
    arrow_select::concat::concat_batches(&batches[0].schema(), &batches).expect("one table")
}

/// Columns of many types. Each has three rows; the second one is null if the type has nulls.
fn columns() -> Vec<(&'static str, ArrayRef)> {
    let times = || TimestampMicrosecondArray::from(vec![Some(1), None, Some(1_700_000_000_123_456)]);
    let whole = |values: Vec<Option<i64>>| Arc::new(Int64Array::from(values)) as ArrayRef;
    let field = |name, kind| Arc::new(Field::new(name, kind, true));
    let parts = StructArray::from(vec![
        (field("a", DataType::Int64), whole(vec![Some(1), None, Some(3)])),
        (
            field("b", DataType::Utf8),
            Arc::new(StringArray::from(vec![Some(""), None, Some("x")])) as ArrayRef,
        ),
    ]);
    let list = |n: i32| vec![Some(n), None];
    vec![
        ("big", whole(vec![Some(i64::MAX), None, Some(i64::MIN)])),
        ("part", Arc::new(Float64Array::from(vec![Some(0.1), None, Some(f64::NAN)]))),
        ("utc", Arc::new(times().with_timezone("UTC"))),
        ("vienna", Arc::new(times().with_timezone("Europe/Vienna"))),
        ("kolkata", Arc::new(times().with_timezone("+05:30"))),
        ("time", Arc::new(times())),
        ("day", Arc::new(Date32Array::from(vec![Some(0), None, Some(20_000)]))),
        (
            "price",
            Arc::new(
                Decimal128Array::from(vec![Some(150), None, Some(12_345_678_901_234_567_890_123_456_789)])
                    .with_precision_and_scale(38, 2)
                    .expect("a decimal"),
            ),
        ),
        ("kind", Arc::new([Some("x"), None, Some("y")].into_iter().collect::<DictionaryArray<Int8Type>>())),
        ("large", Arc::new(LargeStringArray::from(vec![Some(""), None, Some("caf\u{e9}")]))),
        ("view", Arc::new(StringViewArray::from(vec![Some("a"), None, Some("a text over twelve bytes")]))),
        ("raw", Arc::new(BinaryArray::from(vec![Some(&b"\xff\x00"[..]), None, Some(b"text")]))),
        ("parts", Arc::new(parts)),
        (
            "list",
            Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>([Some(list(1)), None, Some(vec![])])),
        ),
    ]
}

/// Copies numbers that JSON does not have. They must not become empty cells.
#[test]
fn infinities_and_nan_are_copied_as_texts() {
    let folder = Folder::new();
    let numbers = [Some(f64::INFINITY), Some(f64::NEG_INFINITY), Some(f64::NAN), None, Some(0.5)];
    let single = Float32Array::from_iter(numbers.map(|number| number.map(|number| number as f32)));
    write(
        &folder,
        "in.parquet",
        vec![
            ("deal", Arc::new(StringArray::from(vec![DEAL; 5]))),
            ("f", Arc::new(Float64Array::from(numbers.to_vec()))),
            ("g", Arc::new(single)),
        ],
    );
    let expected = ["inf", "-inf", "NaN", "", "0.5"];
    folder.succeeds("in.parquet -o o.csv --ask solve -d F -c S --keep f,g");
    let rows = cells(&folder.text("o.csv"));
    assert_eq!(rows[0][2..4], ["f", "g"]);
    assert!(rows[1..].iter().zip(expected).all(|(row, text)| row[2..4] == [text, text]), "{rows:?}");
    folder.succeeds("in.parquet -o o.jsonl --ask solve -d F -c S --keep f,g");
    let lines = folder.text("o.jsonl");
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["f"].clone());
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [json!("inf"), json!("-inf"), json!("NaN"), Value::Null, json!(0.5)]
    );
}

/// Copies columns of many types. Each must keep its type and its exact values.
#[test]
fn copied_columns_keep_their_types() {
    let folder = Folder::new();
    let mut all = columns();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    all.push(("deal", Arc::new(StringArray::from(vec![DEAL, "no deal", DEAL]))));
    write(&folder, "in.parquet", all.clone());
    folder.fails("in.parquet -o out.parquet --ask solve -d F -c S --keep all --chunk 2", 3, "1 record");
    folder.fails(
        "in.parquet -o long.parquet --ask solve --long -d F -c S,H --keep all,my_deal=deal",
        3,
        "1 record",
    );
    let (out, long) = (read(&folder, "out.parquet"), read(&folder, "long.parquet"));
    for (name, column) in &all[..names.len()] {
        let copied = out.column_by_name(name).unwrap_or_else(|| panic!("{name} is copied"));
        assert_eq!(
            (copied.data_type(), &copied.to_data()),
            (column.data_type(), &column.to_data()),
            "{name}"
        );
        let copied = long.column_by_name(name).unwrap_or_else(|| panic!("{name} is copied"));
        // The first and third rows of the input have two results each; the second row has an error, which takes one
        // row.
        let slices = [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2)];
        for (row, from) in slices {
            assert_eq!(copied.slice(row, 1).as_ref(), column.slice(from, 1).as_ref(), "{name} {row}");
        }
    }
    let mut shown = folder.command("in.parquet --print-schema --to parquet --ask solve -d F -c S --keep all");
    let shown = String::from_utf8(shown.output().expect("the program runs").stdout).expect("text");
    assert!(shown.contains(r#"{"name":"big","type":"int64"}"#), "{shown}");
    assert!(shown.contains(r#""name":"vienna","type":"timestamp(µs, \"Europe/Vienna\")""#), "{shown}");
    // The values must be exact in text, too; structs and lists are written as JSON.
    folder.fails("in.parquet -o out.csv --ask solve -d F -c S --keep all", 3, "1 record");
    let table = cells(&folder.text("out.csv"));
    let cell = |row: usize, name: &str| {
        let place = table[0].iter().position(|column| column == name).expect("a column");
        table[row][place].clone()
    };
    for (name, first, third) in [
        ("big", "9223372036854775807", "-9223372036854775808"),
        ("price", "1.50", "123456789012345678901234567.89"),
        ("utc", "1970-01-01T00:00:00.000001Z", "2023-11-14T22:13:20.123456Z"),
        ("vienna", "1970-01-01T01:00:00.000001+01:00", "2023-11-14T23:13:20.123456+01:00"),
        ("kolkata", "1970-01-01T05:30:00.000001+05:30", "2023-11-15T03:43:20.123456+05:30"),
        ("day", "1970-01-01", "2024-10-04"),
        ("raw", "ff00", "text"),
        ("list", "[1,null]", "[]"),
    ] {
        assert_eq!(
            (cell(1, name), cell(2, name), cell(3, name)),
            (first.into(), String::new(), third.into()),
            "{name}"
        );
    }
    assert_eq!(
        (cell(1, "parts"), cell(3, "parts")),
        (r#"{"a":1,"b":""}"#.into(), r#"{"a":3,"b":"x"}"#.into())
    );
}

/// Copies times of seconds, which PyArrow writes as milliseconds, with their zone only in Arrow's own schema.
#[test]
fn times_written_in_other_units_keep_their_zones() {
    let folder = Folder::new();
    let zones = ["+05:30", "Europe/Vienna", "UTC"];
    let times = |zone: &str| {
        let times = TimestampMillisecondArray::from(vec![Some(1_700_000_000_000), None]);
        Arc::new(times.with_timezone(zone)) as ArrayRef
    };
    let in_struct = |array: ArrayRef| {
        let field = Arc::new(Field::new("at", array.data_type().clone(), true));
        Arc::new(StructArray::from(vec![(field, array)])) as ArrayRef
    };
    let mut columns = vec![("deal".to_owned(), Arc::new(StringArray::from(vec![DEAL; 2])) as ArrayRef)];
    for zone in zones {
        columns.push((zone.to_owned(), times(zone)));
        columns.push((format!("{zone} in a struct"), in_struct(times(zone))));
    }
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.iter().map(|(name, column)| (name, Arc::clone(column), true)),
    )
    .expect("a batch");
    let in_seconds = |kind: &DataType| match kind {
        DataType::Timestamp(_, zone) => DataType::Timestamp(TimeUnit::Second, zone.clone()),
        other => other.clone(),
    };
    let schema = batch.schema();
    let written = schema.fields().iter().map(|field| {
        let kind = match field.data_type() {
            DataType::Struct(parts) => DataType::Struct(
                parts
                    .iter()
                    .map(|part| (**part).clone().with_data_type(in_seconds(part.data_type())))
                    .collect(),
            ),
            other => in_seconds(other),
        };
        (**field).clone().with_data_type(kind)
    });
    let written = encode_arrow_schema(&Schema::new(written.collect::<Vec<_>>()));
    let properties = WriterProperties::builder()
        .set_key_value_metadata(Some(vec![KeyValue::new(ARROW_SCHEMA_META_KEY.to_owned(), written)]));
    let options =
        ArrowWriterOptions::new().with_skip_arrow_metadata(true).with_properties(properties.build());
    let file = File::create(folder.path("in.parquet")).expect("a file");
    let mut writer = ArrowWriter::try_new_with_options(file, batch.schema(), options).expect("a writer");
    writer.write(&batch).expect("the file is written");
    writer.close().expect("the file is written");
    folder.succeeds("in.parquet -o out.parquet --ask solve -d F -c S --keep all");
    folder.succeeds("in.parquet -o out.csv --ask solve -d F -c S --keep all");
    let out = read(&folder, "out.parquet");
    for (name, column) in &columns[1..] {
        let copied = out.column_by_name(name).expect("a column");
        assert_eq!((copied.data_type(), copied.to_data()), (column.data_type(), column.to_data()), "{name}");
    }
    assert!(folder.text("out.csv").contains("2023-11-15T03:43:20+05:30"), "{}", folder.text("out.csv"));
}

/// Reads records of hands from the only column of a table, as text and as structs.
#[test]
fn column_of_records_is_enough() {
    let folder = Folder::new();
    let record: Value = serde_json::from_str(include_str!("../../../../docs/played.json")).expect("JSON");
    let text = record.to_string();
    let actions: Vec<&str> = record["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|action| action.as_str().expect("text"))
        .collect();
    let mut list = ListBuilder::new(StringBuilder::new());
    list.append_value(actions.into_iter().map(Some));
    let parts = ["rules", "deal"].map(|key| {
        let array = StringArray::from(vec![record[key].as_str().expect("text")]);
        (key.to_owned(), Arc::new(array) as ArrayRef)
    });
    let parts = parts.into_iter().chain([("actions".to_owned(), Arc::new(list.finish()) as ArrayRef)]);
    let parts: Vec<(Arc<Field>, ArrayRef)> = parts
        .map(|(name, array)| (Arc::new(Field::new(name, array.data_type().clone(), true)), array))
        .collect();
    write(&folder, "struct.parquet", vec![("record", Arc::new(StructArray::from(parts)))]);
    write(&folder, "text.parquet", vec![("record", Arc::new(StringArray::from(vec![text.as_str()])))]);
    folder.write("text.csv", format!("record\n\"{}\"\n", text.replace('"', "\"\"")));
    folder.write("object.jsonl", format!("{}\n", json!({"record": record})));
    folder.write("text.jsonl", format!("{}\n", json!({"record": text})));
    let mut answers = Vec::new();
    for input in ["struct.parquet", "text.parquet", "text.csv", "object.jsonl", "text.jsonl"] {
        folder.succeeds(&format!("{input} -o {input}.out.jsonl --ask review"));
        folder.succeeds(&format!("{input} -o {input}.out.csv --ask act --player beginner"));
        assert!(folder.text(&format!("{input}.out.csv")).contains(",HA,"), "{input}");
        let answer: Value =
            serde_json::from_str(&folder.text(&format!("{input}.out.jsonl"))).expect("an answer");
        assert_eq!(answer["contract"], "6D", "{input}: {answer}");
        assert_eq!(answer["cards"].as_array().map(Vec::len), Some(9), "{input}: {answer}");
        answers.push(answer);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    // Damaged and empty cells are errors of their rows.
    let damaged = text.replace("\"DA\"", "\"DX\"").replace('"', "\"\"");
    folder.write("bad.csv", format!("record,id\n\"{damaged}\",1\n,2\n"));
    folder.fails("bad.csv -o bad.out.jsonl --ask review", 3, "2 records have no answer");
    assert!(folder.text("bad.out.jsonl").contains("record.actions[8]"), "{}", folder.text("bad.out.jsonl"));
    folder.write("none.csv", "x\n1\n");
    folder.fails("none.csv -o none.jsonl --ask review", 1, "there is no column 'deal'");
}

/// Combines the files of one data set. A column may have only nulls in one of the files; different types must be
/// refused if the output is Parquet.
#[test]
fn conflicting_types_of_inputs_are_refused() {
    let folder = Folder::new();
    let deal = || ("deal", Arc::new(StringArray::from(vec![DEAL])) as ArrayRef);
    write(&folder, "a.parquet", vec![deal(), ("n", Arc::new(NullArray::new(1)))]);
    write(&folder, "b.parquet", vec![deal(), ("n", Arc::new(Int64Array::from(vec![5])))]);
    write(&folder, "c.parquet", vec![deal(), ("n", Arc::new(StringArray::from(vec!["x"])))]);
    folder.succeeds("a.parquet b.parquet -o o.parquet --ask solve -d F -c S --keep n");
    let out = read(&folder, "o.parquet");
    assert_eq!(
        out.column_by_name("n").expect("the column is copied").as_ref(),
        &Int64Array::from(vec![None, Some(5)])
    );
    folder.fails(
        "b.parquet c.parquet -o p.parquet --ask solve --keep n",
        2,
        "the column 'n' is Int64 in b.parquet and Utf8 in c.parquet",
    );
    folder.succeeds("b.parquet c.parquet -o p.csv --ask solve -d F -c S --keep n");
}

/// Copies a column whose values are in the names of folders, from files without the column. A file that has the column
/// keeps its own values.
#[test]
fn columns_of_folders_are_copied_as_texts() {
    let folder = Folder::new();
    let texts = |text: &str| Arc::new(StringArray::from(vec![text; 3])) as ArrayRef;
    let numbers = Arc::new(Int64Array::from(vec![Some(1), None, Some(3)]));
    for (name, own) in [("month=may", None), ("month=june", None), ("month=july", Some("own"))] {
        std::fs::create_dir(folder.path(name)).expect("a folder");
        let mut columns = vec![("deal", texts(DEAL)), ("n", Arc::clone(&numbers) as ArrayRef)];
        columns.extend(own.map(|own| ("month", texts(own))));
        write(&folder, &format!("{name}/in.parquet"), columns);
    }
    let inputs = "month=may/in.parquet month=june/in.parquet month=july/in.parquet";
    for flags in ["--keep n,month", "--keep all"] {
        folder.succeeds(&format!("{inputs} -o o.parquet --overwrite --ask solve -d F -c S {flags}"));
        let table = read(&folder, "o.parquet");
        let months: Vec<&str> = ["may", "june", "own"].into_iter().flat_map(|month| [month; 3]).collect();
        let copied = table.column_by_name("month").expect("a column");
        assert_eq!(**copied, *(Arc::new(StringArray::from(months)) as ArrayRef), "{flags}");
        assert_eq!(table.column_by_name("n").expect("a column").data_type(), &DataType::Int64);
    }
}

/// Reads texts of every type, and numbers from columns of a frame with missing values.
#[test]
fn fields_of_every_type_are_read() {
    let folder = Folder::new();
    folder.write("a.txt", format!("{DEAL}\n{DEAL}\n"));
    folder.succeeds("a.txt -o right.csv --ask solve -d F -c S,H --taken F=0");
    let right = folder.text("right.csv");
    let seventy = [DEAL, DEAL].map(|deal| format!("{deal:70}"));
    let deals: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from(vec![DEAL; 2])),
        Arc::new(LargeStringArray::from(vec![DEAL; 2])),
        Arc::new(StringViewArray::from(vec![DEAL; 2])),
        Arc::new(BinaryArray::from(vec![DEAL.as_bytes(); 2])),
        Arc::new([DEAL; 2].into_iter().collect::<DictionaryArray<Int32Type>>()),
        Arc::new(FixedSizeBinaryArray::try_from_iter(seventy.iter().map(String::as_bytes)).expect("bytes")),
    ];
    for deal in deals {
        let kind = deal.data_type().to_string();
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("deal", deal),
            ("contract", {
                let field = Field::new("element", DataType::Utf8, true);
                let mut lists =
                    arrow_array::builder::ListBuilder::new(arrow_array::builder::StringBuilder::new())
                        .with_field(field);
                lists.append_value([Some("S"), Some("H")]);
                lists.append_value([Some("S"), Some("H")]);
                Arc::new(lists.finish())
            }),
            ("run", Arc::new(Float64Array::from(vec![None, Some(0.0)]))),
        ];
        write(&folder, "in.parquet", columns);
        folder.succeeds("in.parquet -o out.csv --overwrite --ask solve -d F -c S,H --taken F=0");
        assert_eq!(folder.text("out.csv"), right, "{kind}");
    }
    write(&folder, "bad.parquet", vec![("deal", Arc::new(BinaryArray::from(vec![&b"\xff\xfe"[..]])))]);
    folder.fails("bad.parquet -o bad.csv --ask solve", 3, "1 record");
    assert!(folder.text("bad.csv").contains("the column 'deal': this is not UTF-8"));
}

/// Reads a cell that is longer than a line may be. Either the file must be refused before the cell is decompressed, or
/// only the record of the cell must be refused.
#[test]
fn endless_cell_is_refused() {
    let folder = Folder::new();
    let long = "x".repeat(40 << 20);
    write(&folder, "one.parquet", vec![("deal", Arc::new(StringArray::from(vec![long.as_str()])))]);
    folder.fails(
        "one.parquet -o o.csv --ask solve",
        1,
        "a cell of the column 'deal' is longer than 1048576 bytes",
    );
    let mut deals = vec![DEAL; 20];
    let more = "x".repeat(1 + (1 << 20));
    deals[3] = &more;
    write(&folder, "some.parquet", vec![("deal", Arc::new(StringArray::from(deals)))]);
    folder.fails("some.parquet -o o.csv --ask solve -c S -d F", 3, "1 record");
    assert!(folder.text("o.csv").contains("the column 'deal': the cell is longer than"));
}

/// Reads a long dictionary entry, which must be an error in each row that repeats it, and a page whose header
/// announces more than the limit.
#[test]
fn endless_dictionary_is_refused() {
    let folder = Folder::new();
    let long = "x".repeat(2 << 20);
    let deals: DictionaryArray<Int32Type> =
        (0..40).map(|row| Some(if row < 25 { &*long } else { DEAL })).collect();
    write(&folder, "in.parquet", vec![("deal", Arc::new(deals))]);
    folder.fails("in.parquet -o o.csv --ask solve -c S -d F", 3, "25 records");
    assert_eq!(folder.text("o.csv").matches("the column 'deal': the cell is longer than").count(), 25);
    let reader = SerializedFileReader::new(File::open(folder.path("in.parquet")).expect("a file"));
    let place = reader.expect("a table").metadata().row_group(0).column(0).dictionary_page_offset();
    let place = place.expect("a dictionary") as usize;
    let mut file = folder.read("in.parquet");
    // The first bytes are the header of a dictionary page. The four bytes after them are its size, which is
    // set to 128 MB.
    assert_eq!(file[place..place + 3], [0x15, 0x04, 0x15]);
    file[place + 3..place + 7].copy_from_slice(&[0xfe, 0xff, 0xff, 0x7f]);
    folder.write("endless.parquet", &file);
    let message = "endless.parquet: group 1 of rows: a page of the column 'deal' unpacks to 134217727 bytes";
    folder.fails("endless.parquet -o o.csv --overwrite --ask solve -c S -d F", 1, message);
    folder.fails("endless.parquet -o o.csv --overwrite --ask solve -c S -d F", 1, "with smaller pages");
}

/// Changes single bytes of a file. The program must report an error or answer the table, and never panic.
#[test]
fn damaged_file_never_causes_panic() {
    let folder = Folder::new();
    let deals: Vec<String> = super::deals(99_000_000, 40).lines().map(str::to_owned).collect();
    write(&folder, "in.parquet", vec![("deal", Arc::new(StringArray::from(deals)))]);
    let whole = folder.read("in.parquet");
    for place in (0..whole.len()).step_by(whole.len() / 60) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        folder.write("damaged.parquet", &damaged);
        let (code, message) =
            folder.run("damaged.parquet -o o.csv --overwrite --ask solve --goal made -c S -d F");
        assert!(matches!(code, 0 | 1 | 3) && !message.contains("panicked"), "{place}: {code} {message}");
    }
}

/// Copies nulls within structs, lists and maps to text. Sets of cards that are only copied must stay numbers.
#[test]
fn copied_structs_keep_nulls() {
    let folder = Folder::new();
    let field = |name, kind| Arc::new(Field::new(name, kind, true));
    let numbers = || Arc::new(Int64Array::from(vec![None, Some(2)])) as ArrayRef;
    let texts = || Arc::new(StringArray::from(vec![Some("x"), None])) as ArrayRef;
    let parts = || {
        StructArray::from(vec![
            (field("a", DataType::Int64), numbers()),
            (field("b", DataType::Utf8), texts()),
        ])
    };
    let outer =
        StructArray::from(vec![(field("in", parts().data_type().clone()), Arc::new(parts()) as ArrayRef)]);
    let mut map = MapBuilder::new(None, StringBuilder::new(), Int32Builder::new());
    for value in [None, Some(1)] {
        map.keys().append_value("k");
        map.values().append_option(value);
        map.append(true).expect("a map");
    }
    let list =
        ListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![None, Some(3)]), Some(vec![None])]);
    let taken = StructArray::from(vec![
        (field("F", DataType::Int64), Arc::new(Int64Array::from(vec![None, Some(0)])) as ArrayRef),
        (field("M", DataType::Int64), Arc::new(Int64Array::from(vec![Some(0), None])) as ArrayRef),
    ]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("deal", Arc::new(StringArray::from(vec![DEAL, DEAL]))),
        ("taken", Arc::new(taken)),
        ("parts", Arc::new(parts())),
        ("outer", Arc::new(outer)),
        ("map", Arc::new(map.finish())),
        ("list", Arc::new(list)),
        ("F", numbers()),
        ("M", numbers()),
        ("R", numbers()),
    ];
    write(&folder, "in.parquet", columns);
    let flags = "--ask solve -d F -c S --keep parts,outer,map,list,taken,F,M,R";
    folder.succeeds(&format!("in.parquet -o o.csv {flags}"));
    let table = cells(&folder.text("o.csv"));
    let second = [r#"{"a":2,"b":null}"#, r#"{"in":{"a":2,"b":null}}"#, r#"{"k":1}"#, "[null]"];
    let first = [r#"{"a":null,"b":"x"}"#, r#"{"in":{"a":null,"b":"x"}}"#, r#"{"k":null}"#, "[null,3]"];
    assert_eq!(table[1][2..6], first);
    assert_eq!(table[2][2..6], second);
    assert_eq!(table[1][6..10], [r#"{"F":null,"M":0}"#, "", "", ""]);
    assert_eq!(table[2][6..10], [r#"{"F":0,"M":null}"#, "2", "2", "2"]);
    folder.succeeds(&format!("in.parquet -o o.jsonl {flags}"));
    let lines = folder.text("o.jsonl");
    assert!(
        lines.contains(r#""parts":{"a":null,"b":"x"}"#) && lines.contains(r#""map":{"k":null}"#),
        "{lines}"
    );
}

/// Copies a column of UUIDs. They must have their usual notation in text, and keep their logical type in Parquet.
#[test]
fn uuid_column_keeps_logical_type() {
    let folder = Folder::new();
    let bytes = [[0xAB; 16], [0x12; 16]];
    let bytes = FixedSizeBinaryArray::try_from_iter(bytes.iter()).expect("bytes");
    let mut uuid = Field::new("u", DataType::FixedSizeBinary(16), true);
    uuid.set_metadata([("ARROW:extension:name".to_owned(), "arrow.uuid".to_owned())]);
    let fields = vec![
        uuid.clone(),
        uuid.clone().with_name("id"),
        Field::new("plain", DataType::FixedSizeBinary(16), true),
        Field::new("deal", DataType::Utf8, true),
    ];
    let deals = StringArray::from(vec![DEAL, DEAL]);
    let columns: Vec<ArrayRef> =
        vec![Arc::new(bytes.clone()), Arc::new(bytes.clone()), Arc::new(bytes), Arc::new(deals)];
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).expect("a batch");
    let file = File::create(folder.path("in.parquet")).expect("a file");
    let mut writer = ArrowWriter::try_new(file, batch.schema(), None).expect("a writer");
    writer.write(&batch).expect("the file is written");
    writer.close().expect("the file is written");
    let text = "abababab-abab-abab-abab-abababababab";
    folder.succeeds("in.parquet -o o.csv --ask solve -d F -c S --keep u,plain");
    assert_eq!(cells(&folder.text("o.csv"))[1][1..4], [text, text, &"ab".repeat(16)]);
    folder.succeeds("in.parquet -o o.jsonl --ask solve -d F -c S --keep u,plain");
    assert!(folder.text("o.jsonl").starts_with(&format!(r#"{{"id":"{text}","#)));
    folder.succeeds("in.parquet -o o.parquet --ask solve -d F -c S --keep u,plain");
    let reader = File::open(folder.path("o.parquet")).expect("a file");
    let reader = SerializedFileReader::new(reader).expect("a table");
    let columns = reader.metadata().file_metadata().schema_descr();
    let logical = |name: &str| {
        let column = columns.columns().iter().find(|column| column.name() == name).expect("a column");
        column.logical_type_ref().cloned()
    };
    assert_eq!((logical("u"), logical("plain")), (Some(LogicalType::Uuid), None));
}

/// Copies the times of 96 bits that Spark writes. The times must be exact even after the year 2262, and be written in a
/// form that Spark reads.
#[test]
fn int96_times_are_preserved() {
    let folder = Folder::new();
    let schema = parse_message_type("message s { optional int96 t; required binary deal (UTF8); }");
    let file = File::create(folder.path("in.parquet")).expect("a file");
    let schema = Arc::new(schema.expect("a schema"));
    let mut writer = SerializedFileWriter::new(file, schema, Arc::default()).expect("a writer");
    let mut group = writer.next_row_group().expect("a group");
    let mut time = Int96::new();
    time.set_data(1000, 0, 2_440_588 + 2_932_896);
    let mut column = group.next_column().expect("the file is written").expect("a column");
    column.typed::<Int96Type>().write_batch(&[time], Some(&[1, 0]), None).expect("the file is written");
    column.close().expect("the file is written");
    let mut column = group.next_column().expect("the file is written").expect("a column");
    let deals = [DEAL, DEAL].map(ByteArray::from);
    column.typed::<ByteArrayType>().write_batch(&deals, None, None).expect("the file is written");
    column.close().expect("the file is written");
    group.close().expect("the file is written");
    writer.close().expect("the file is written");
    folder.succeeds("in.parquet -o o.csv --ask solve -d F -c S --keep t");
    let table = cells(&folder.text("o.csv"));
    assert_eq!((&*table[1][2], &*table[2][2]), ("9999-12-31T00:00:00.000001", ""));
    folder.succeeds("in.parquet -o o.parquet --ask solve -d F -c S --keep t");
    let out = read(&folder, "o.parquet");
    let times = out.column_by_name("t").expect("the column is copied");
    assert_eq!(times.data_type(), &DataType::Timestamp(TimeUnit::Microsecond, None));
}
