//! Reader of answers from the rows of a table.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::StatisticsError;
use super::answer::{CountedAnswer, CountedResult};
use crate::rules::contract::{ALL_PASS, Contract};
use crate::rules::variant::Variant;

/// What decides how many tricks a contract in a table of answers needs.
#[derive(Clone, Debug, Default)]
pub struct TableRules {
    /// Rules of the rows that do not name their rules.
    pub rules: Option<Arc<Variant>>,
    /// Whether all contracts were played from the hand.
    pub hand: bool,
}

impl CountedAnswer {
    /// Reads the answer in a row of a table, whose cells are texts or JSON values: the columns of contracts, such as
    /// `F_S`, or the one result in the row.
    ///
    /// # Errors
    /// If the row names rules that do not exist, or if it depends on unknown rules whether a contract is made.
    pub fn from_row(row: &Map<String, Value>, table: &TableRules) -> Result<CountedAnswer, StatisticsError> {
        let TableRules { rules, hand } = row_rules(row, table)?;
        let mut answer = Map::new();
        let mut results = Vec::new();
        answer.extend(rules.as_ref().map(|rules| ("rules".to_owned(), rules.label().into())));
        for (name, cell) in row {
            let cell = match cell {
                Value::String(text) => serde_json::from_str(text).unwrap_or_else(|_| cell.clone()),
                other => other.clone(),
            };
            let column = name.split_once('_').filter(|(seat, _)| matches!(*seat, "F" | "M" | "R"));
            match column.and_then(|(seat, contract)| Some((seat, contract.parse::<Contract>().ok()?))) {
                Some((seat, contract)) => {
                    let tricks = cell.as_u64().and_then(|tricks| u8::try_from(tricks).ok());
                    let made = match (cell.as_bool(), tricks, &rules) {
                        (None, Some(tricks), Some(rules)) => rules.target(contract, hand).is_made_by(tricks),
                        (None, Some(_), None) => {
                            return Err(StatisticsError::UnknownRules { column: name.clone() });
                        }
                        (made, ..) => made,
                    };
                    results.push(CountedResult {
                        declarer: seat.parse().ok(),
                        contract: Some(contract.to_string()),
                        tricks,
                        made,
                        ..CountedResult::default()
                    });
                }
                None if name == "error_code" => drop(answer.insert("error".to_owned(), cell)),
                None if name == "error" => {}
                None if name.ends_with("_allpass") => {
                    results.push(CountedResult {
                        contract: Some(ALL_PASS.to_owned()),
                        ..CountedResult::default()
                    });
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
}

fn row_rules(row: &Map<String, Value>, table: &TableRules) -> Result<TableRules, StatisticsError> {
    let Some(name) = row.get("rules").and_then(Value::as_str) else { return Ok(table.clone()) };
    let rules = match table.rules.as_ref().filter(|rules| rules.label() == name) {
        Some(rules) => Arc::clone(rules),
        None => Arc::new(name.parse::<Variant>()?),
    };
    let hand = match row.get("hand") {
        None => table.hand,
        Some(Value::String(text)) => text.eq_ignore_ascii_case("true"),
        Some(hand) => *hand == true,
    };
    Ok(TableRules { rules: Some(rules), hand })
}
