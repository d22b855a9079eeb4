//! Mapping of the columns of input tables: the role of each column in the records.

use std::fmt;

#[cfg(feature = "full")]
use serde_json::Map;
use serde_json::Value;

use crate::format_error::ProgramError;
use crate::options::QuoteForm;
use crate::typed::KeptTypes;

pub(crate) const RECORD_COLUMN: &str = "record";

pub(crate) const ERROR_COLUMNS: [&str; 2] = ["error_code", "error"];

/// Columns that a job adds to a table of answers, the last two only if there is no file of rejects. If such a table is
/// an input, a mapping should ignore them unless the user names them.
pub const OUTPUT_COLUMNS: [&str; 4] = [RECORD_COLUMN, "id", ERROR_COLUMNS[0], ERROR_COLUMNS[1]];

/// Role of a column in a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnRole {
    /// Key of the records whose values the column holds.
    pub key: Option<String>,
    /// Names under which the column is copied into the output.
    pub kept: Vec<String>,
}

impl ColumnRole {
    /// Whether the column is read.
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.key.is_some() || !self.kept.is_empty()
    }
}

/// Function that converts an Arrow batch to the fields of its rows.
#[cfg(feature = "full")]
pub type BatchReader =
    fn(&arrow_array::RecordBatch) -> Result<Vec<Map<String, Value>>, arrow_schema::ArrowError>;

/// Mapping of the columns of input tables to the keys of a program's records, and to columns of the output.
pub trait ColumnMapping: fmt::Debug + Send + Sync {
    /// The key whose values a column of this name holds; `None` if no key is read from such a column.
    fn key(&self, name: &str) -> Option<String>;

    /// The role of each column of a table, except for `folder_names`, the columns whose values come from the names of
    /// folders, such as `month` for the folder `month=may`.
    fn roles(&self, names: &[String], folder_names: &[String]) -> Result<Vec<ColumnRole>, ProgramError>;

    /// The names under which a column of this name is copied into the output.
    fn kept_names(&self, _name: &str) -> Vec<String> {
        Vec::new()
    }

    /// Converts the text of a cell to the value of a key.
    fn value(&self, key: &str, text: &str) -> Value;

    /// Whether the text of a cell stands for a missing value of the key.
    fn is_null(&self, _key: &str, text: &str) -> bool {
        text.is_empty()
    }

    /// Checks that the program can read records that are lines of plain text.
    fn check_accepts_plain_text(&self) -> Result<(), ProgramError> {
        Ok(())
    }

    /// The form of quotes within quoted cells of CSV.
    fn quotes(&self) -> QuoteForm {
        QuoteForm::Doubled
    }

    /// The types of the copied columns; `None` if the output does not keep them.
    fn kept_types(&self) -> Option<&KeptTypes> {
        None
    }

    /// The function that converts the columns with keys to the fields of the records.
    #[cfg(feature = "full")]
    fn batch_reader(&self) -> BatchReader {
        crate::arrow_rows::objects
    }
}

/// Converts a number such as `1.0`, from 0 to `u32::MAX`, to an integer, as spreadsheets and data frames with missing
/// values write it.
#[must_use]
pub fn to_whole_number(value: Value) -> Value {
    let is_whole = |number: &f64| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number);
    match &value {
        Value::Number(number) => match number.as_f64().filter(is_whole) {
            Some(whole) => (whole as u64).into(),
            None => value,
        },
        _ => value,
    }
}
