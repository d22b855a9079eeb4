//! Tables of answers for statistics: the rules under which they were made, and their rows as answers.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use preference::analysis::statistics::{CountedAnswer, CountedResult};
use preference::rules::{ALL_PASS, Contract, Variant};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::journal::{JournalContents, journal_path};
use super::parquet_input;
use super::sums::sum;
use crate::args::{DEFAULT_RULES, FileKind};

/// Rules of a table, with all facts that decide how many tricks make a contract.
#[derive(Clone)]
pub(crate) struct TableRules {
    pub(crate) rules: Arc<Variant>,
    /// Whether all contracts were played from the hand.
    pub(crate) hand: bool,
}

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
    Ok(Some(TableRules { rules: Arc::new(rules), hand: options["hand"] == true }))
}

/// Returns the answer in a row of a table. Its results are the columns of contracts, or the one contract of the row.
pub(crate) fn answer_of_row(
    row: &Map<String, Value>,
    table: Option<&TableRules>,
) -> anyhow::Result<CountedAnswer> {
    let row_rules = own_rules(row, table)?;
    let table_rules = row_rules.as_ref().or(table);
    let mut answer = Map::new();
    let mut results = Vec::new();
    answer.extend(table_rules.map(|table| ("rules".to_owned(), table.rules.label().into())));
    for (name, cell) in row {
        let cell = match cell {
            Value::String(text) => serde_json::from_str(text).unwrap_or_else(|_| cell.clone()),
            other => other.clone(),
        };
        let column = name.split_once('_').filter(|(seat, _)| matches!(*seat, "F" | "M" | "R"));
        match column.and_then(|(seat, contract)| Some((seat, contract.parse::<Contract>().ok()?))) {
            Some((seat, contract)) => {
                let tricks = cell.as_u64().and_then(|tricks| u8::try_from(tricks).ok());
                let made = match (cell.as_bool(), tricks, table_rules) {
                    (None, Some(tricks), Some(table)) => {
                        table.rules.target(contract, table.hand).is_made_by(tricks)
                    }
                    (None, Some(_), None) => bail!(
                        "{name}: nothing says under which rules these tricks were played, and so which contracts are \
                         made: name them by --rules"
                    ),
                    (made, ..) => made,
                };
                results.push(CountedResult {
                    declarer: seat.parse().ok(),
                    contract: Some(contract.to_string()),
                    tricks,
                    made,
                });
            }
            None if name == "error_code" => drop(answer.insert("error".to_owned(), cell)),
            None if name == "error" => {}
            None if name.ends_with("_allpass") => {
                results
                    .push(CountedResult { contract: Some(ALL_PASS.to_owned()), ..CountedResult::default() });
            }
            None => drop(answer.insert(name.clone(), cell)),
        }
    }
    // In a long table each row is the result of one declarer and contract.
    if results.is_empty() && answer.contains_key("contract") && !answer.contains_key("results") {
        results.push(CountedResult::deserialize(Value::Object(answer.clone()))?);
    }
    let answer = CountedAnswer::deserialize(Value::Object(answer))?;
    Ok(if results.is_empty() { answer } else { CountedAnswer { results, ..answer } })
}

/// Returns the rules that a row names in its own columns.
fn own_rules(row: &Map<String, Value>, table: Option<&TableRules>) -> anyhow::Result<Option<TableRules>> {
    let Some(name) = row.get("rules").and_then(Value::as_str) else { return Ok(None) };
    let rules = match table.filter(|table| table.rules.label() == name) {
        Some(table) => Arc::clone(&table.rules),
        None => Arc::new(name.parse().context("rules")?),
    };
    let hand = match row.get("hand") {
        None => table.is_some_and(|table| table.hand),
        Some(Value::String(text)) => text.eq_ignore_ascii_case("true"),
        Some(hand) => *hand == true,
    };
    Ok(Some(TableRules { rules, hand }))
}
