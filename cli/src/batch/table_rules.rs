//! Rules under which tables of answers were made.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use preference::analysis::statistics::TableRules;
use preference::rules::Variant;
use serde_json::Value;

use super::journal::{JournalContents, journal_path};
use super::parquet_input;
use super::sums::sum;
use crate::args::{DEFAULT_RULES, FileKind};

/// Returns the rules under which a table was made, from its metadata or its journal. Returns `None` if neither names
/// the rules, or if records of the table named rules of their own.
pub(crate) fn rules_of(path: &Path, kind: FileKind) -> anyhow::Result<Option<TableRules>> {
    let origin = match kind {
        FileKind::Parquet => parquet_input::origin(path)?,
        // A journal that cannot be read, or that belongs to another file, counts as missing.
        FileKind::Csv => JournalContents::read(&journal_path(path)).unwrap_or_default().and_then(|past| {
            let is_same = past.whole.is_some_and(|whole| sum(path).is_ok_and(|sum| sum == whole.crc));
            is_same.then(|| past.identity.origin(past.counts().own_rules))
        }),
        FileKind::Text | FileKind::Jsonl => None,
    };
    let Some(origin) = origin else { return Ok(None) };
    let origin: Value = serde_json::from_str(&origin).context("its metadata are not those of a batch")?;
    if origin["own_rules"].as_u64() != Some(0) {
        return Ok(None);
    }
    let options = &origin["options"];
    let rules = match (options["rules-file"].as_str(), options["rules"].as_str()) {
        (Some(file), _) => Variant::from_toml(file),
        (None, name) => name.unwrap_or(DEFAULT_RULES).parse(),
    };
    let rules = rules.context("its metadata name rules that this program does not have")?;
    Ok(Some(TableRules { rules: Some(Arc::new(rules)), hand: options["hand"] == true }))
}
