//! Table of an output: its columns and its rows.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use crate::column_mapping::{ERROR_COLUMNS, RECORD_COLUMN};
use crate::typed::KeptTypes;

/// Column of an output table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutputColumn {
    /// Name of the column.
    pub name: String,
    /// Name of the type of its values.
    #[serde(rename = "type")]
    pub kind: String,
}

impl OutputColumn {
    fn text_column(name: &str) -> OutputColumn {
        OutputColumn { name: name.to_owned(), kind: "string".to_owned() }
    }
}

/// Converts the cells of the answers, a row for each element of the argument, to an Arrow batch.
#[cfg(feature = "full")]
pub type BatchBuilder = Box<dyn Fn(&[Vec<Value>]) -> arrow_array::RecordBatch + Send + Sync>;

/// The record's number and id, the copied columns, the columns of the answers, and those of errors.
pub(crate) struct TableColumns {
    pub(crate) keep: Vec<String>,
    /// Types of the copied columns, if the columns keep their types.
    pub(crate) typed: Option<KeptTypes>,
    pub(crate) answers: Vec<OutputColumn>,
    /// Converter of the answers to Arrow; without it the cells of the answers are texts.
    #[cfg(feature = "full")]
    pub(crate) batch_builder: Option<BatchBuilder>,
    /// Whether rows may have errors instead of answers.
    pub(crate) has_errors: bool,
}

impl TableColumns {
    pub(crate) fn new(
        keep: Vec<String>,
        typed: Option<KeptTypes>,
        answers: Vec<OutputColumn>,
        has_errors: bool,
    ) -> TableColumns {
        TableColumns {
            keep,
            typed,
            answers,
            #[cfg(feature = "full")]
            batch_builder: None,
            has_errors,
        }
    }

    pub(crate) fn list(&self) -> Vec<OutputColumn> {
        let record = OutputColumn { name: RECORD_COLUMN.to_owned(), kind: "int32".to_owned() };
        let mut columns = vec![record, OutputColumn::text_column("id")];
        let mut types = self.typed.iter().flat_map(KeptTypes::names);
        columns.extend(self.keep.iter().map(|name| OutputColumn {
            kind: types.next().unwrap_or_else(|| "string".to_owned()),
            ..OutputColumn::text_column(name)
        }));
        columns.extend_from_slice(&self.answers);
        if self.has_errors {
            columns.extend(ERROR_COLUMNS.map(OutputColumn::text_column));
        }
        columns
    }
}

pub(crate) struct TableRow {
    pub(crate) record: u64,
    /// Id of the record, and the copied cells as texts; `None` in place of cells that keep their types.
    pub(crate) copied: Vec<Option<String>>,
    pub(crate) answer: Vec<Value>,
    /// Code and message of the error; empty if the table has no such columns.
    pub(crate) error: Vec<Option<String>>,
}

impl TableRow {
    pub(crate) fn texts(&self) -> Vec<String> {
        let text = |cell: &Option<String>| cell.clone().unwrap_or_default();
        let mut texts = vec![self.record.to_string()];
        texts.extend(self.copied.iter().map(text));
        texts.extend(self.answer.iter().map(|cell| cell_text(cell).unwrap_or_default().into_owned()));
        texts.extend(self.error.iter().map(text));
        texts
    }
}

/// `None` for null. All values except texts are written as JSON.
pub(crate) fn cell_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.into()),
        other => Some(other.to_string().into()),
    }
}
