//! Folders with names such as `month=may`, in which Spark and other programs put the values of a column.

use std::borrow::Cow;
use std::path::{Component, Path};

use percent_encoding::percent_decode_str;

/// Value that stands for null in the name of a folder.
const NULL_VALUE: &str = "__HIVE_DEFAULT_PARTITION__";

/// Column whose value is in the name of a folder, and applies to all records of the files in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FolderColumn {
    pub(crate) name: String,
    /// Text of the value; `None` for null.
    pub(crate) value: Option<String>,
}

pub(crate) fn folder_columns(path: &Path) -> Vec<FolderColumn> {
    let folders = path.parent().into_iter().flat_map(Path::components);
    let columns = folders.filter_map(|folder| match folder {
        Component::Normal(name) => {
            let (name, value) = name.to_str()?.split_once('=')?;
            let value =
                Some(decode(value).into_owned()).filter(|value| !value.is_empty() && value != NULL_VALUE);
            Some(FolderColumn { name: decode(name).into_owned(), value })
        }
        _ => None,
    });
    columns.collect()
}

pub(crate) fn folder_names(path: &Path) -> Vec<String> {
    folder_columns(path).into_iter().map(|column| column.name).collect()
}

fn decode(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}
