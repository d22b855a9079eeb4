//! Columns that are copied from Parquet to Parquet with their types.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, new_empty_array, new_null_array};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use arrow_select::interleave::interleave;

use crate::format_error::FormatError;
use crate::options::{KeptColumn, KeptColumnsError, TypedInput};
use crate::partition::FolderColumn;
use crate::read_error::ReadError;

/// Copied cells of one row of an input, with the types of their columns.
#[derive(Clone, Debug)]
pub struct TypedRow {
    pub(crate) cells: Arc<RecordBatch>,
    pub(crate) row: usize,
}

/// Copied columns in the order of the output, with their types.
#[derive(Clone, Debug)]
pub struct KeptTypes(Vec<(KeptColumn, Field)>);

impl KeptTypes {
    /// A column must have the same type in all inputs in which it has a type.
    pub(crate) fn from_schemas(
        inputs: &[(String, Arc<Schema>)],
        keep: &[KeptColumn],
    ) -> Result<KeptTypes, KeptColumnsError> {
        let types = keep.iter().map(|kept| Ok((kept.clone(), field(inputs, kept)?)));
        types.collect::<Result<_, _>>().map(KeptTypes)
    }

    /// The names of the types. Texts and booleans get the names that the columns of the answers use,
    /// all other types their names in Arrow.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.fields().map(|field| match field.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "string".to_owned(),
            DataType::Boolean => "bool".to_owned(),
            other => {
                let name = other.to_string();
                let end = name.find('(').unwrap_or(name.len());
                name[..end].to_ascii_lowercase() + &name[end..]
            }
        })
    }

    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.0.iter().map(|(_, field)| field)
    }

    /// The copied columns of a batch. `folders` are the columns whose values come from the names of the file's
    /// folders. A column that the batch lacks is filled with its value in `folders` or, if it has none there, with
    /// nulls.
    pub(crate) fn cells(
        &self,
        batch: &RecordBatch,
        folders: &[FolderColumn],
    ) -> Result<RecordBatch, ReadError> {
        let rows = batch.num_rows();
        let folder_value = |kept: &KeptColumn| {
            let folder = folders.iter().rev().find(|folder| folder.name == kept.column)?;
            folder.value.as_deref()
        };
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(self.0.len());
        for (kept, field) in &self.0 {
            columns.push(match batch.column_by_name(&kept.column) {
                Some(column) if column.data_type() == field.data_type() => Arc::clone(column),
                None if folder_value(kept).is_some() => {
                    Arc::new(std::iter::repeat_n(folder_value(kept), rows).collect::<StringArray>())
                }
                // A column may have no values, and so no type, in this input; under `--keep all` it may also be
                // missing.
                _ => new_null_array(field.data_type(), rows),
            });
        }
        let schema = Schema::new(self.fields().cloned().collect::<Vec<_>>());
        RecordBatch::try_new(Arc::new(schema), columns)
            .map_err(|error| ReadError::CopiedColumns(FormatError::from(error)))
    }

    pub(crate) fn columns(&self, rows: &[TypedRow]) -> Result<Vec<ArrayRef>, ArrowError> {
        let mut batches: Vec<&RecordBatch> = Vec::new();
        let mut row_positions = Vec::with_capacity(rows.len());
        for row in rows {
            if !batches.last().is_some_and(|last| std::ptr::eq(*last, Arc::as_ptr(&row.cells))) {
                batches.push(&row.cells);
            }
            row_positions.push((batches.len() - 1, row.row));
        }
        let mut columns = Vec::with_capacity(self.0.len());
        for (n, field) in self.fields().enumerate() {
            let arrays: Vec<&dyn Array> = batches.iter().map(|batch| batch.column(n).as_ref()).collect();
            columns.push(if arrays.is_empty() {
                new_empty_array(field.data_type())
            } else {
                interleave(&arrays, &row_positions)?
            });
        }
        Ok(columns)
    }
}

fn field(inputs: &[(String, Arc<Schema>)], kept: &KeptColumn) -> Result<Field, KeptColumnsError> {
    let mut typed: Option<(&str, &Field)> = None;
    for (input, schema) in inputs {
        let Ok(field) = schema.field_with_name(&kept.column) else { continue };
        match typed {
            Some((_, first))
                if field.data_type() == &DataType::Null || first.data_type() == field.data_type() => {}
            Some((_, first)) if first.data_type() == &DataType::Null => typed = Some((input, field)),
            None => typed = Some((input, field)),
            Some((other, first)) => {
                return Err(KeptColumnsError::Types {
                    column: kept.column.clone(),
                    first: TypedInput { input: other.to_owned(), kind: first.data_type().to_string() },
                    second: TypedInput { input: input.clone(), kind: field.data_type().to_string() },
                });
            }
        }
    }
    let (_, field) = typed.ok_or_else(|| KeptColumnsError::NoColumn { column: kept.column.clone() })?;
    Ok(field.clone().with_name(&kept.name).with_nullable(true))
}
