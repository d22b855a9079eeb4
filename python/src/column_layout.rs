//! Arrangement of a table's own columns and the columns of its answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, RecordBatchOptions, UInt32Array};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use arrow_select::take::take;
use preference::protocol::entries::HAND_KEYS;
use preference::protocol::schema;
use preference::situation::QuestionError;
use preference::tables::columns::{Column, Columns, ERROR_COLUMNS, error_cells, error_columns};
use preference_arrow as arrow;
use preference_arrow::MASK_COLUMNS;
use pyo3::prelude::*;
use serde_json::Value;

use crate::table::value_error;

/// Fields of a question, besides the deal, that its answer repeats.
const REPEATED_FIELDS: [&str; 3] = ["rules", "declarer", "contract"];

/// Name of the column with the row's number, from 0.
const ROW_COLUMN: &str = "row";

/// Arrangement of a table's own columns and the columns of its answers.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ColumnLayout {
    /// Maps each field that is read from a column of another name to that column.
    columns: BTreeMap<String, String>,
    /// Prefix of the names of the answers' columns.
    prefix: String,
    /// Whether the error of a row that cannot be answered is written to columns of its own, or ends the work.
    pub(crate) errors: bool,
    /// Whether the table's own columns are copied, or replaced by one column with the row's number, from 0.
    copies_columns: bool,
}

/// Columns of a table from which fields are read: the index of each column, and its field.
pub(crate) type ReadColumns = Vec<(usize, String)>;

fn missing_column(column: &str, names: &[String]) -> PyErr {
    let names = names.join(", ");
    value_error(format!("columns: there is no column '{column}'; there are: {names}"))
}

impl ColumnLayout {
    /// The columns among `names` that are read for the question `ask`, each with its field. A deal
    /// is read from one column or from columns with sets of cards.
    pub(crate) fn fields_by_column(&self, ask: &str, names: &[String]) -> PyResult<ReadColumns> {
        let fields = schema::fields(ask).unwrap_or_default();
        let is_field = |name: &str| fields.iter().any(|field| field.name == name);
        let place = |name: &str| names.iter().position(|other| other == name);
        let is_mask = |field: &str| MASK_COLUMNS.contains(&field) && !self.columns.contains_key("deal");
        let mut reads = ReadColumns::new();
        for (field, column) in &self.columns {
            if !(is_field(field) || is_mask(field) && is_field("deal")) {
                return Err(value_error(format!("columns: '{field}' is not a field of {ask}")));
            }
            reads.push((place(column).ok_or_else(|| missing_column(column, names))?, field.clone()));
        }
        for (place, name) in names.iter().enumerate() {
            if is_field(name) && !self.columns.contains_key(name) {
                reads.push((place, name.clone()));
            }
        }
        let twice = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
        if let Some((place, _)) = reads.iter().find(|(place, _)| twice(&names[*place])) {
            return Err(value_error(format!("two columns have the name '{}'", names[*place])));
        }
        let mask = |name: &&str| place(self.columns.get(*name).map_or(name, String::as_str));
        let hands: Option<Vec<usize>> = MASK_COLUMNS[..3].iter().map(mask).collect();
        let named = MASK_COLUMNS.iter().any(|name| !is_field(name) && self.columns.contains_key(*name));
        let has_deal = reads.iter().any(|(_, field)| field == "deal");
        match hands {
            Some(hands) if named || is_field("deal") && !has_deal => {
                reads.retain(|(_, field)| field != "deal" && !MASK_COLUMNS.contains(&field.as_str()));
                let places = hands.into_iter().chain(mask(&MASK_COLUMNS[3]));
                reads.extend(places.zip(MASK_COLUMNS).map(|(place, name)| (place, name.to_owned())));
            }
            None if named => {
                return Err(value_error("columns: a deal in sets of cards needs columns for F, M and R"));
            }
            _ => {}
        }
        Ok(reads)
    }

    /// Checks that some column has the deal or a whole hand, if the question `ask` is about a deal. Call it only if the
    /// question itself has no deal.
    pub(crate) fn check_deal(&self, ask: &str, input: &Schema) -> PyResult<()> {
        let fields = schema::fields(ask).unwrap_or_default();
        let is_field = |name: &str| fields.iter().any(|field| field.name == name);
        let names: Vec<String> = input.fields().iter().map(|field| field.name().clone()).collect();
        let gives_deal = |(_, field): &(usize, String)| {
            let field = field.as_str();
            field == "deal" || MASK_COLUMNS.contains(&field) || HAND_KEYS.contains(&field)
        };
        if !is_field("deal") || self.fields_by_column(ask, &names)?.iter().any(gives_deal) {
            return Ok(());
        }
        let is_text = |field: &&FieldRef| field.data_type().is_string() && !is_field(field.name());
        let mut texts = input.fields().iter().filter(is_text);
        let name = match (texts.next(), texts.next(), &names[..]) {
            (Some(text), None, _) => format!("'{}'", text.name()),
            (_, _, [only]) => format!("'{only}'"),
            _ => "NAME".to_owned(),
        };
        let listed_names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        Err(value_error(format!(
            "there is no column 'deal'; there are: {listed_names}; columns={{'deal': {name}}} names the column to read"
        )))
    }
}

/// Columns of a table with answers, and the columns from which its questions are read.
pub(crate) struct AnswerColumns {
    pub(crate) layout: ColumnLayout,
    reads: ReadColumns,
    /// Indices of the answers' columns that the table gets.
    answers: Vec<usize>,
    /// Columns that the table gets after its own: the answers' columns with the indices `answers`, then the
    /// error columns if the layout has them.
    columns: Vec<Column>,
    pub(crate) schema: SchemaRef,
}

fn only_repeats(prefix: &str, is_long: bool, field: &str, column: &str) -> bool {
    // The answers' column for the field would only repeat the cells of the column from which the field is read.
    let is_repeated = !is_long && REPEATED_FIELDS.contains(&field);
    field == "deal" || is_repeated && column == format!("{prefix}{field}")
}

impl AnswerColumns {
    /// `answer_columns` are those of the answers to the question `ask`.
    pub(crate) fn new(
        layout: ColumnLayout,
        ask: &str,
        input: &Schema,
        answer_columns: &Columns,
    ) -> PyResult<AnswerColumns> {
        let list = answer_columns.as_slice();
        let names: Vec<String> = input.fields().iter().map(|field| field.name().clone()).collect();
        let reads = layout.fields_by_column(ask, &names)?;
        // If `rules`, `declarer` or `contract` is read from a column of another name, the answers' column is
        // kept, since the cells that are read may be empty. It is also kept in long rows, which have
        // different declarers and contracts for each row that is read.
        let is_repeated = |name: &str| {
            reads.iter().any(|(place, field)| {
                field == name && only_repeats(&layout.prefix, answer_columns.is_long(), name, &names[*place])
            })
        };
        let answers: Vec<usize> = (0..list.len()).filter(|&n| !is_repeated(&list[n].name)).collect();
        let mut columns: Vec<Column> = answers.iter().map(|&n| list[n].clone()).collect();
        if layout.errors {
            columns.extend(error_columns());
        }
        let mut fields: Vec<FieldRef> =
            if layout.copies_columns { input.fields().to_vec() } else { Vec::new() };
        if !layout.copies_columns {
            fields.push(Arc::new(Field::new(ROW_COLUMN, DataType::Int64, true)));
        }
        for field in arrow::schema(&columns).fields() {
            let name = format!("{}{}", layout.prefix, field.name());
            if fields.iter().any(|other| *other.name() == name) {
                return Err(value_error(format!(
                    "the table has a column '{name}' already: set prefix, for the names of the answers' columns"
                )));
            }
            fields.push(Arc::new(Field::clone(field).with_name(name)));
        }
        let metadata = if layout.copies_columns { input.metadata().clone() } else { Default::default() };
        let schema = Arc::new(Schema::new(fields).with_metadata(metadata));
        Ok(AnswerColumns { layout, reads, answers, columns, schema })
    }

    pub(crate) fn read_columns(&self, rows: &RecordBatch) -> PyResult<RecordBatch> {
        let schema = rows.schema();
        let field = |(place, name): &(usize, String)| schema.field(*place).clone().with_name(name);
        let fields: Vec<Field> = self.reads.iter().map(field).collect();
        let arrays = self.reads.iter().map(|(place, _)| Arc::clone(rows.column(*place))).collect();
        let size = RecordBatchOptions::new().with_row_count(Some(rows.num_rows()));
        RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &size).map_err(value_error)
    }

    pub(crate) fn answer_row(&self, answer: &[Value]) -> Vec<Value> {
        let mut cells: Vec<Value> = self.answers.iter().map(|&n| answer[n].clone()).collect();
        cells.extend(ERROR_COLUMNS.map(|_| Value::Null));
        cells
    }

    pub(crate) fn error_row(&self, error: &QuestionError) -> Vec<Value> {
        let mut cells = vec![Value::Null; self.answers.len()];
        cells.extend(error_cells(error));
        cells
    }

    /// A row for each element of `cells`: the input row with the index in `numbers` (indices may repeat), followed by
    /// these cells. Row 0 of `rows` has the number `begin` in the whole table.
    pub(crate) fn batch(
        &self,
        rows: &RecordBatch,
        begin: usize,
        numbers: Vec<u32>,
        cells: &[Vec<Value>],
    ) -> PyResult<RecordBatch> {
        let copied: &[ArrayRef] = if self.layout.copies_columns { rows.columns() } else { &[] };
        let same = numbers.iter().copied().eq(0..rows.num_rows() as u32);
        let numbers = UInt32Array::from(numbers);
        let taken = |array| if same { Ok(Arc::clone(array)) } else { take(array, &numbers, None) };
        let mut arrays = copied.iter().map(taken).collect::<Result<Vec<_>, _>>().map_err(value_error)?;
        if !self.layout.copies_columns {
            let begin = i64::try_from(begin).map_err(value_error)?;
            arrays.push(Arc::new(Int64Array::from_iter_values(
                numbers.values().iter().map(|&number| begin + i64::from(number)),
            )));
        }
        arrays.extend_from_slice(arrow::batch(&self.columns, cells).columns());
        let size = RecordBatchOptions::new().with_row_count(Some(cells.len()));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &size).map_err(value_error)
    }
}
