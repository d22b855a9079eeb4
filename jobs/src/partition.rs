//! Folders with names such as `month=may`, in which Spark and other programs put the values of a column.

use std::borrow::Cow;
use std::path::{Component, Path};

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use crate::column_mapping::ColumnMapping;

/// Value in the name of a folder that stands for null.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// Column whose value the name of a folder sets for all records of the files in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FolderColumn {
    pub(crate) name: String,
    /// Text of the value; `None` for null.
    pub(crate) value: Option<String>,
}

/// Returns the columns that the folders of a file set, from the outermost folder to the innermost one.
pub(crate) fn folder_columns(path: &Path) -> Vec<FolderColumn> {
    let folders = path.parent().into_iter().flat_map(Path::components);
    let columns = folders.filter_map(|folder| match folder {
        Component::Normal(name) => {
            let (name, value) = name.to_str()?.split_once('=')?;
            let value = Some(decode(value).into_owned()).filter(|value| !value.is_empty() && value != NULL);
            Some(FolderColumn { name: decode(name).into_owned(), value })
        }
        _ => None,
    });
    columns.collect()
}

/// Returns the names of the columns that the folders of a file set.
pub(crate) fn folder_names(path: &Path) -> Vec<String> {
    folder_columns(path).into_iter().map(|column| column.name).collect()
}

/// Returns the fields that the folders of a file set for all its records.
pub(crate) fn fields(path: &Path, mapping: &dyn ColumnMapping) -> Map<String, Value> {
    let field = |column: FolderColumn| {
        let key = mapping.key(&column.name)?;
        let value = mapping.value(&key, &column.value?);
        Some((key, value))
    };
    folder_columns(path).into_iter().filter_map(field).collect()
}

/// Returns the values of folders that are copied into the output, by the names that they have there.
pub(crate) fn kept(path: &Path, mapping: &dyn ColumnMapping) -> Map<String, Value> {
    let mut kept = Map::new();
    for FolderColumn { name, value } in folder_columns(path) {
        for kept_name in mapping.kept_names(&name) {
            kept.extend(value.clone().map(|value| (kept_name, value.into())));
        }
    }
    kept
}

/// Decodes the percent escapes of a text, such as `%3A`.
fn decode(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}
