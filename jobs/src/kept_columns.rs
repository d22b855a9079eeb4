//! Kept columns: the columns and keys that are copied from the inputs into the output.

use std::collections::HashSet;
use std::path::PathBuf;

use crate::column_mapping::{ColumnMapping, OUTPUT_COLUMNS};
use crate::input::Inputs;
use crate::options::{AnswerKind, FileKind, KeptColumn, KeptColumnsError};
use crate::parquet_input;
use crate::paths::is_stream;
use crate::typed::KeptTypes;

/// Columns that the option `--keep` names. Its value `all` is replaced by the columns of the inputs.
#[derive(Clone, Debug, Default)]
pub struct KeptColumns {
    /// Columns in the order of the output.
    pub columns: Vec<KeptColumn>,
    /// Types of the columns, if the output keeps them.
    pub typed: Option<KeptTypes>,
    /// Whether `all` was named. If so, a table may lack some of the columns.
    pub includes_all: bool,
}

impl KeptColumns {
    /// The columns to copy into an output; `answers` are the names of its columns that hold answers.
    /// # Errors
    /// If the output would have two columns of the same name, if `all` is named and an input does not name its columns,
    /// if an input cannot be read, or, when the types of the columns are kept, if a column is in no input or has
    /// different types in two.
    pub fn new(
        named: &[KeptColumn],
        inputs: &Inputs<impl ColumnMapping>,
        kind: AnswerKind,
        answers: &[String],
    ) -> Result<KeptColumns, KeptColumnsError> {
        let includes_all = named.iter().any(KeptColumn::is_all);
        let mut columns: Vec<KeptColumn> = named.iter().filter(|kept| !kept.is_all()).cloned().collect();
        check_names(&columns, answers)?;
        if includes_all {
            let other_columns = all_columns(inputs, &columns, answers)?;
            check_names(&other_columns, answers)?;
            columns.extend(other_columns);
        }
        let tables =
            !inputs.files.is_empty() && inputs.files.iter().all(|(_, kind)| *kind == FileKind::Parquet);
        let typed = kind == AnswerKind::Parquet && tables && !columns.is_empty();
        let typed = typed.then(|| parquet_input::types(&inputs.files, &columns)).transpose()?;
        Ok(KeptColumns { columns, typed, includes_all })
    }

    /// The names of the columns in the output.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.columns.iter().map(|kept| kept.name.clone()).collect()
    }
}

fn all_columns(
    inputs: &Inputs<impl ColumnMapping>,
    named: &[KeptColumn],
    answers: &[String],
) -> Result<Vec<KeptColumn>, KeptColumnsError> {
    let has_no_names = |(path, kind): &(PathBuf, FileKind)| {
        *kind == FileKind::Jsonl || *kind != FileKind::Text && is_stream(path)
    };
    if inputs.files.iter().any(has_no_names) {
        return Err(KeptColumnsError::NoNames);
    }
    let mut columns: Vec<KeptColumn> = Vec::new();
    let mut listed: HashSet<String> = named.iter().map(|kept| kept.column.clone()).collect();
    // A column of the answers stands in the output already, with the answers of this run.
    listed.extend(answers.iter().cloned());
    listed.extend(OUTPUT_COLUMNS.map(str::to_owned));
    for (_, names) in inputs.column_names()? {
        for name in names {
            if listed.insert(name.clone()) {
                columns.push(KeptColumn::unrenamed(&name));
            }
        }
    }
    Ok(columns)
}

fn check_names(columns: &[KeptColumn], answers: &[String]) -> Result<(), KeptColumnsError> {
    let mut names: HashSet<&str> = answers.iter().map(String::as_str).collect();
    names.extend(OUTPUT_COLUMNS);
    for KeptColumn { name, column } in columns {
        if !names.insert(name) {
            return Err(KeptColumnsError::Duplicate { name: name.clone(), column: column.clone() });
        }
    }
    Ok(())
}
