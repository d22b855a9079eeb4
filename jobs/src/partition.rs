//! Folders with names such as `month=may`, in which Spark and other programs put the values of a column.

use std::borrow::Cow;
use std::path::{Component, Path};

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use crate::header::TableHeader;

/// Value in the name of a folder that stands for null.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// Returns the fields that the folders of a file set for all its records.
pub(crate) fn fields(path: &Path, header: &dyn TableHeader) -> Map<String, Value> {
    let folders = path.parent().into_iter().flat_map(Path::components);
    let named = folders.filter_map(|folder| match folder {
        Component::Normal(name) => name.to_str()?.split_once('='),
        _ => None,
    });
    named.filter_map(|(name, value)| field(header, name, value)).collect()
}

/// Returns the field that a folder sets whose name has these two sides; `None` if it is not a field of the records.
fn field(header: &dyn TableHeader, name: &str, value: &str) -> Option<(String, Value)> {
    let key = header.key(&decode(name))?;
    let value = decode(value);
    if value.is_empty() || value == NULL {
        return None;
    }
    let value = header.value(&key, &value);
    Some((key, value))
}

/// Decodes the percent escapes of a text, such as `%3A`.
fn decode(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}
