//! Placement of answers next to the columns of a table.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, RecordBatchOptions, UInt32Array};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use arrow_select::take::take;
use preference::analysis::arrow::{self, MASKS};
use preference::analysis::columns::{Column, ERRORS, error_cells, error_columns};
use preference::analysis::schema;
use preference::situation::QuestionError;
use pyo3::prelude::*;
use serde_json::Value;

use crate::table::value_error;

/// Columns of an answer that repeat the question, besides the deal.
const REPEATED: [&str; 3] = ["rules", "declarer", "contract"];

/// Column with the number of the row.
const ROW: &str = "row";

/// Placement of answers next to the columns of a table.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Form {
    /// Columns of fields that have other names in the table.
    columns: BTreeMap<String, String>,
    /// Prefix of the names of the answers' columns.
    prefix: String,
    /// Whether a row without an answer has the error in its own columns; otherwise the error ends the work.
    pub(crate) errors: bool,
    /// Whether the table's own columns are copied; if not, a column has the number of the row, from 0.
    carry: bool,
}

/// Columns of a table that are read, by number, each with its field.
pub(crate) type ReadColumns = Vec<(usize, String)>;

/// Returns the error of a column that the table does not have.
fn missing_column(column: &str, names: &[String]) -> PyErr {
    let names = names.join(", ");
    value_error(format!("columns: there is no column '{column}'; there are: {names}"))
}

impl Form {
    /// Returns the columns of these names that are read for the question `ask`.
    pub(crate) fn reads(&self, ask: &str, names: &[String]) -> PyResult<ReadColumns> {
        let fields = schema::fields(ask).unwrap_or_default();
        let is_field = |name: &str| fields.iter().any(|field| field.name == name);
        let place = |name: &str| names.iter().position(|other| other == name);
        let is_mask = |field: &str| MASKS.contains(&field) && !self.columns.contains_key("deal");
        let mut reads = ReadColumns::new();
        for (field, column) in &self.columns {
            if !(is_field(field) || is_mask(field) && is_field("deal")) {
                return Err(value_error(format!("columns: '{field}' is no field of {ask}")));
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
        let hands: Option<Vec<usize>> = MASKS[..3].iter().map(mask).collect();
        let named = MASKS.iter().any(|name| !is_field(name) && self.columns.contains_key(*name));
        let has_deal = reads.iter().any(|(_, field)| field == "deal");
        match hands {
            Some(hands) if named || is_field("deal") && !has_deal => {
                reads.retain(|(_, field)| field != "deal" && !MASKS.contains(&field.as_str()));
                let places = hands.into_iter().chain(mask(&MASKS[3]));
                reads.extend(places.zip(MASKS).map(|(place, name)| (place, name.to_owned())));
            }
            None if named => return Err(value_error("columns: a deal in sets of cards needs F, M and R")),
            _ => {}
        }
        Ok(reads)
    }

    /// Checks that the columns have a deal for the question `ask`, if it is about a deal and does not have one
    /// itself.
    pub(crate) fn check_deal(&self, ask: &str, input: &Schema) -> PyResult<()> {
        let fields = schema::fields(ask).unwrap_or_default();
        let is_field = |name: &str| fields.iter().any(|field| field.name == name);
        let names: Vec<String> = input.fields().iter().map(|field| field.name().clone()).collect();
        let gives_deal = |(_, field): &(usize, String)| field == "deal" || MASKS.contains(&field.as_str());
        if !is_field("deal") || self.reads(ask, &names)?.iter().any(gives_deal) {
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
            "there is no column 'deal'; there are: {listed_names}; columns={{'deal': {name}}} reads another"
        )))
    }
}

/// Columns of a table with answers.
pub(crate) struct Head {
    pub(crate) form: Form,
    reads: ReadColumns,
    /// Answers' columns that are kept, by number, and the columns after them.
    answers: Vec<usize>,
    columns: Vec<Column>,
    pub(crate) schema: SchemaRef,
}

/// Checks whether the answer's column of a field repeats the column of the table that is read for it.
fn repeats(prefix: &str, ask: &str, field: &str, column: &str) -> bool {
    let is_repeated = ask != "solve" && REPEATED.contains(&field);
    field == "deal" || is_repeated && column == format!("{prefix}{field}")
}

impl Head {
    /// Builds the head of a table of these columns with the answers to `ask`, which have the columns of
    /// `list`.
    pub(crate) fn new(form: Form, ask: &str, input: &Schema, list: &[Column]) -> PyResult<Head> {
        let names: Vec<String> = input.fields().iter().map(|field| field.name().clone()).collect();
        let reads = form.reads(ask, &names)?;
        // Under another name the answer's own column follows the asked one, whose cells may be empty. In long
        // rows of solve it distinguishes them.
        let is_repeated = |name: &str| {
            reads
                .iter()
                .any(|(place, field)| field == name && repeats(&form.prefix, ask, name, &names[*place]))
        };
        let answers: Vec<usize> = (0..list.len()).filter(|&n| !is_repeated(&list[n].name)).collect();
        let mut columns: Vec<Column> = answers.iter().map(|&n| list[n].clone()).collect();
        if form.errors {
            columns.extend(error_columns());
        }
        let mut fields: Vec<FieldRef> = if form.carry { input.fields().to_vec() } else { Vec::new() };
        if !form.carry {
            fields.push(Arc::new(Field::new(ROW, DataType::Int64, true)));
        }
        for field in arrow::schema(&columns).fields() {
            let name = format!("{}{}", form.prefix, field.name());
            if fields.iter().any(|other| *other.name() == name) {
                return Err(value_error(format!(
                    "the table has a column '{name}' already: set prefix, for the names of the answers' columns"
                )));
            }
            fields.push(Arc::new(Field::clone(field).with_name(name)));
        }
        let metadata = if form.carry { input.metadata().clone() } else { Default::default() };
        let schema = Arc::new(Schema::new(fields).with_metadata(metadata));
        Ok(Head { form, reads, answers, columns, schema })
    }

    /// Returns the columns that are read, under the names of their fields.
    pub(crate) fn read_columns(&self, rows: &RecordBatch) -> PyResult<RecordBatch> {
        let schema = rows.schema();
        let field = |(place, name): &(usize, String)| schema.field(*place).clone().with_name(name);
        let fields: Vec<Field> = self.reads.iter().map(field).collect();
        let arrays = self.reads.iter().map(|(place, _)| Arc::clone(rows.column(*place))).collect();
        let size = RecordBatchOptions::new().with_row_count(Some(rows.num_rows()));
        RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &size).map_err(value_error)
    }

    /// Returns a row with this answer.
    pub(crate) fn answer_row(&self, answer: &[Value]) -> Vec<Value> {
        let mut cells: Vec<Value> = self.answers.iter().map(|&n| answer[n].clone()).collect();
        cells.extend(ERRORS.map(|_| Value::Null));
        cells
    }

    /// Returns a row without an answer.
    pub(crate) fn error_row(&self, error: &QuestionError) -> Vec<Value> {
        let mut cells = vec![Value::Null; self.answers.len()];
        cells.extend(error_cells(error));
        cells
    }

    /// Returns the rows with these numbers and their cells; the first row of all has the number `begin`.
    pub(crate) fn batch(
        &self,
        rows: &RecordBatch,
        begin: usize,
        numbers: Vec<u32>,
        cells: &[Vec<Value>],
    ) -> PyResult<RecordBatch> {
        let copied: &[ArrayRef] = if self.form.carry { rows.columns() } else { &[] };
        let same = numbers.iter().copied().eq(0..rows.num_rows() as u32);
        let numbers = UInt32Array::from(numbers);
        let taken = |array| if same { Ok(Arc::clone(array)) } else { take(array, &numbers, None) };
        let mut arrays = copied.iter().map(taken).collect::<Result<Vec<_>, _>>().map_err(value_error)?;
        if !self.form.carry {
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
