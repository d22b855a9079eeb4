//! The values of a text in TOML, and the text of a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::encoding::check_encoding;
use crate::rules::rule_set::error::VariantError;
use crate::rules::rule_set::node::{LocatedProblem, Mistake, Node, Table, Value};
use crate::rules::rule_set::toml_syntax::syntax_problem;

/// Largest size of a file of rules, in bytes.
const MAX_BYTES: u64 = 1 << 20;

pub(super) fn read_text(path: &Path) -> Result<String, VariantError> {
    read_limited(path)
        .map_err(|error| VariantError::Unreadable { file: path.to_owned(), error: Arc::new(error) })
}

fn read_limited(path: &Path) -> io::Result<String> {
    // A pipe is refused, since it might never end.
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file: save the rules in a file",
        ));
    }
    let mut text = Vec::new();
    if File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut text)? as u64 > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than a million bytes"));
    }
    check_encoding(&text)?;
    String::from_utf8(text)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this is not UTF-8: save it as UTF-8"))
}

fn table(entries: DeTable<'_>) -> Value {
    let entry =
        |(key, value): (Spanned<DeString<'_>>, _)| (key.get_ref().to_string(), (key.span(), node(value)));
    let mut table = Table::new();
    table.extend(entries.into_iter().map(entry));
    Value::Table(table)
}

fn node(value: Spanned<DeValue<'_>>) -> Node {
    let place = value.span();
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(number) => Value::Whole(number),
            Err(_) => Value::Other(digits.to_string()),
        },
        DeValue::Float(digits) => match digits.as_str().parse() {
            Ok(number) => Value::Float(number),
            Err(_) => Value::Other(digits.to_string()),
        },
        DeValue::Boolean(on) => Value::Switch(on),
        DeValue::Datetime(date) => Value::Other(date.to_string()),
        DeValue::Array(list) => Value::List(list.into_iter().map(node).collect()),
        DeValue::Table(entries) => table(entries),
    };
    Node { place, value }
}

impl Node {
    pub(super) fn from_toml(text: &str) -> Result<Node, Mistake> {
        let root = DeTable::parse(text).map_err(|error| {
            let byte = error.span().map_or(0, |span| span.start);
            Mistake(Box::new(LocatedProblem { problem: syntax_problem(text, byte), start: Some(byte) }))
        })?;
        Ok(Node { place: root.span(), value: table(root.into_inner()) })
    }
}
