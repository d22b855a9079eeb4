//! `pref stats`: what many answers say together.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use preference::analysis::question::object;
use preference::analysis::statistics::Collector;
use preference::rules::{Contract, Variant};
use serde_json::{Map, Value, json};

use crate::args::{FileKind, StatsArgs, StatsFormat};
use crate::batch::input::Inputs;
use crate::batch::record::{Body, Raw};
use crate::batch::table::Header;
use crate::failure::{Failure, tell};
use crate::output::{page, statistics};
use crate::request::rules;

pub(crate) fn run(args: &StatsArgs) -> Result<(), Failure> {
    let rules = rules(&args.rules)?;
    let mut files = args.files.clone();
    if files.is_empty() {
        if io::stdin().is_terminal() {
            tell("reading answers, one object a line; Ctrl-D ends");
        }
        files.push(PathBuf::from("-"));
    }
    let inputs = Inputs::new(&files, (args.from, FileKind::Jsonl), Header::any())
        .map_err(|error| Failure::Input(format!("{error:#}")))?;
    let mut collector = Collector::default();
    let mut wrong = None;
    inputs.read(&Arc::default(), &mut |raw| {
        let counted = answer(&raw, &rules).and_then(|answer| Ok(collector.add(&answer)?));
        wrong = counted.err().map(|error| (raw.place, error));
        wrong.is_none()
    })?;
    if let Some((place, error)) = wrong {
        let number =
            place.line.map_or(format!("record {}", place.record), |(line, _)| format!("line {line}"));
        return Err(Failure::Input(format!("{}: {number}: {error:#}", place.input)));
    }
    let counted = collector.statistics();
    if let Some(path) = &args.html {
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let page = page::page(&counted, &names.join(", "))?;
        fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let printed = match args.format {
        StatsFormat::Text => statistics::text(&counted),
        StatsFormat::Json => {
            serde_json::to_string(&counted).context("the statistics have a JSON form")? + "\n"
        }
        StatsFormat::Csv => statistics::csv(&counted)?,
    };
    Ok(anstream::stdout().write_all(printed.as_bytes())?)
}

/// The answer of a record.
fn answer(raw: &Raw, rules: &Variant) -> anyhow::Result<Value> {
    match &raw.body {
        Body::Deal(text) | Body::Json(text) => Ok(object(text, r#"{"deal":…,"results":…}"#)?.into()),
        Body::Row(row) => Ok(of_row(row, rules)),
        Body::TooLong => Err(anyhow!("the line is too long")),
        Body::Broken { cells, columns, .. } => Err(anyhow!("the row has {cells} cells of {columns}")),
    }
}

/// The answer that a row of a table tells: the columns of contracts, or of one, as results.
fn of_row(row: &Map<String, Value>, rules: &Variant) -> Value {
    let mut answer = Map::new();
    let mut results = Vec::new();
    for (name, cell) in row {
        let cell = match cell {
            Value::String(text) => serde_json::from_str(text).unwrap_or_else(|_| cell.clone()),
            other => other.clone(),
        };
        let column = name.split_once('_').filter(|(seat, _)| matches!(*seat, "F" | "M" | "R"));
        match column.and_then(|(seat, contract)| Some((seat, contract.parse::<Contract>().ok()?))) {
            Some((seat, contract)) => {
                let tricks = cell.as_u64().and_then(|tricks| u8::try_from(tricks).ok());
                let by_tricks = tricks.and_then(|tricks| rules.target(contract, false).made_by(tricks));
                let made = cell.as_bool().or(by_tricks);
                results.push(json!({"declarer": seat, "contract": contract, "tricks": tricks, "made": made}));
            }
            None if name == "error_code" => drop(answer.insert("error".to_owned(), cell)),
            None if name == "error" => {}
            None if name.ends_with("_allpass") => results.push(json!({"contract": "allpass"})),
            None => drop(answer.insert(name.clone(), cell)),
        }
    }
    // A row for each declarer and contract.
    if results.is_empty() && answer.contains_key("contract") && !answer.contains_key("results") {
        results.push(Value::Object(answer.clone()));
    }
    if !results.is_empty() {
        answer.insert("results".to_owned(), results.into());
    }
    answer.into()
}
