//! One question that is asked about every row of a table.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use preference::Analyst;
use preference::protocol::ask::Responder;
use preference::protocol::question::{EXAMPLE, parse_object};
use preference::protocol::records::{RecordAnswer, Records};
use preference::protocol::schema;
use preference::search::Stop;
use preference::situation::{Fields, QuestionError};
use preference::tables::columns::Columns;
use preference_arrow as arrow;
use pyo3::prelude::*;
use serde_json::json;

use crate::column_layout::{AnswerColumns, ColumnLayout};
use crate::table::{NativeTable, value_error};
use crate::work::run_and_wait;

/// Maximum number of rows of the input whose answers make up one batch.
const BATCH_ROWS: usize = 1024;

/// Question that is asked about every row of tables.
#[pyclass(frozen)]
pub(crate) struct NativeRowQuestion(Arc<RowQuestion>);

struct RowQuestion {
    ask: String,
    records: Records,
    columns: Columns,
    layout: ColumnLayout,
    /// Whether the question has a deal of its own, which then applies to all rows.
    has_deal: bool,
    threads: usize,
}

/// First row that could not be answered, counted from 0, and its error as JSON.
type RowError = Option<(usize, String)>;

#[pymethods]
impl NativeRowQuestion {
    /// The message of a ValueError is the question's error as JSON.
    #[new]
    #[pyo3(signature = (question, layout, long = false, threads = 0))]
    fn new(question: &str, layout: ColumnLayout, long: bool, threads: usize) -> PyResult<NativeRowQuestion> {
        let refusal = |error: QuestionError| value_error(error_text(&error));
        let mut fields = parse_object(question, EXAMPLE).map_err(refusal)?;
        let ask = fields.remove("ask").unwrap_or_default();
        let ask = ask.as_str().unwrap_or_default().to_owned();
        let question_fields = schema::fields(&ask).unwrap_or_default();
        let unknown = |name: &&String| {
            !question_fields.is_empty() && !question_fields.iter().any(|field| field.name == **name)
        };
        if let Some(name) = fields.keys().find(unknown) {
            let message = format!("{ask} has no such field");
            let error = json!({"code": "unknown-field", "field": name, "message": message});
            return Err(value_error(error));
        }
        let responder = Responder::default();
        let mut rule_fields = Fields::from(fields.clone());
        let rules = responder.rules_of(&mut rule_fields, &ask).map_err(refusal)?;
        let columns = Responder::columns(&ask, rules, rule_fields, long).map_err(refusal)?;
        let has_deal = fields.contains_key("deal");
        let records = Records::new(responder, Some(&ask), fields).in_columns(columns.clone());
        Ok(NativeRowQuestion(Arc::new(RowQuestion { ask, records, columns, layout, has_deal, threads })))
    }

    /// Each column that is read, with the field that it sets.
    fn fields_by_column(&self, names: Vec<String>) -> PyResult<Vec<(String, String)>> {
        let reads = self.0.layout.fields_by_column(&self.0.ask, &names)?;
        let columns = names.into_iter().enumerate().filter_map(|(place, name)| {
            let (_, field) = reads.iter().find(|(read, _)| *read == place)?;
            Some((name, field.clone()))
        });
        Ok(columns.collect())
    }

    /// A table without rows, which has the columns of `table` and those of the answers.
    fn empty_table(&self, table: &NativeTable) -> PyResult<NativeTable> {
        let schema = self.0.answer_columns(&table.schema)?.schema;
        Ok(NativeTable { schema, batches: Vec::new() })
    }

    /// Unless errors are returned in columns, the first row that cannot be answered ends the work and is returned,
    /// too.
    #[pyo3(signature = (table, report = None))]
    fn answer(
        &self,
        py: Python<'_>,
        table: &NativeTable,
        report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(NativeTable, RowError)> {
        let question = Arc::clone(&self.0);
        let answer_columns = question.answer_columns(&table.schema)?;
        let batches = table.batches.clone();
        run_and_wait(py, question.threads, report, move |state, stop, done| {
            let mut answered =
                NativeTable { schema: Arc::clone(&answer_columns.schema), batches: Vec::new() };
            let mut begin = 0;
            for batch in batches {
                for from in (0..batch.num_rows()).step_by(BATCH_ROWS) {
                    let rows = batch.slice(from, BATCH_ROWS.min(batch.num_rows() - from));
                    let count = || _ = done.fetch_add(1, Ordering::Relaxed);
                    let Some((answers, failed)) = question.answer_rows(
                        &mut state.analyst,
                        &answer_columns,
                        &rows,
                        begin,
                        stop,
                        &count,
                    )?
                    else {
                        return Ok((answered, None));
                    };
                    answered.batches.push(answers);
                    if let Some((row, error)) = failed.filter(|_| !answer_columns.layout.errors) {
                        return Ok((answered, Some((begin + row, error))));
                    }
                    begin += rows.num_rows();
                    // Equal rows are answered and counted only once, so the count is corrected after each
                    // batch.
                    done.store(begin, Ordering::Relaxed);
                }
            }
            Ok((answered, None))
        })
    }
}

impl RowQuestion {
    fn answer_columns(&self, input: &Schema) -> PyResult<AnswerColumns> {
        if !self.has_deal {
            self.layout.check_deal(&self.ask, input)?;
        }
        AnswerColumns::new(self.layout.clone(), &self.ask, input, &self.columns)
    }

    /// The first row has the number `begin` in the table. The first row that could not be answered is an index in
    /// `rows`. `None` if `stop` was set.
    fn answer_rows(
        &self,
        analyst: &mut Analyst,
        answer_columns: &AnswerColumns,
        rows: &RecordBatch,
        begin: usize,
        stop: &Stop,
        answered: &(dyn Fn() + Sync),
    ) -> PyResult<Option<(RecordBatch, RowError)>> {
        let objects = arrow::question_objects(&answer_columns.read_columns(rows)?).map_err(value_error)?;
        let question = |(number, object)| self.records.question(number, Ok(object));
        let questions: Vec<_> = (1..).zip(objects).map(question).collect();
        let Some(answers) = self.records.answer(analyst, &questions, stop, answered) else {
            return Ok(None);
        };
        let (mut numbers, mut cells, mut failed) = (Vec::new(), Vec::new(), None);
        for (row, answer) in answers.iter().enumerate() {
            let before = cells.len();
            match &**answer {
                Ok(RecordAnswer::Rows(answers)) => {
                    cells.extend(answers.iter().map(|answer| answer_columns.answer_row(answer)));
                }
                Ok(RecordAnswer::Object(_)) => unreachable!("the answers have columns"),
                Err(error) => {
                    failed = failed.or_else(|| Some((row, error_text(error))));
                    cells.push(answer_columns.error_row(error));
                }
            }
            numbers.extend((before..cells.len()).map(|_| row as u32));
        }
        Ok(Some((answer_columns.batch(rows, begin, numbers, &cells)?, failed)))
    }
}

fn error_text(error: &QuestionError) -> String {
    serde_json::to_string(error).expect("an error has a JSON form")
}
