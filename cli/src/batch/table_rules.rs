//! Rules under which tables of answers were made.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use preference::rules::Variant;
use preference::statistics::TableRules;
use preference_jobs::{FileKind, origin};

use super::program::PROGRAM;
use crate::args::DEFAULT_RULES;

/// The rules under which a table was made, from the options in its metadata or in its journal. Returns `None`
/// if the table has neither, or if some records had a field for the rules or for a game from the hand.
pub(crate) fn rules_of(path: &Path, kind: FileKind) -> anyhow::Result<Option<TableRules>> {
    let Some(origin) = origin(PROGRAM, path, kind)? else { return Ok(None) };
    if origin[PROGRAM.own_options_key].as_u64() != Some(0) {
        return Ok(None);
    }
    let options = &origin["options"];
    let rules = match (options["rules-file"].as_str(), options["rules"].as_str()) {
        (Some(file), _) => Variant::from_toml(file),
        (None, name) => name.unwrap_or(DEFAULT_RULES).parse(),
    };
    let context =
        || format!("cannot read {}: its metadata name rules that this program does not have", path.display());
    let rules = rules.with_context(context)?;
    Ok(Some(TableRules { rules: Some(Arc::new(rules)), hand: options["hand"] == true }))
}
