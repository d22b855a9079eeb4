//! `pref stats`: statistics of many answers.

use std::collections::HashMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use preference::analysis::question::object;
use preference::analysis::statistics::{Collector, CountedAnswer, Statistics, StatisticsError};
use serde::Deserialize;
use serde_json::Value;

use crate::args::{DEFAULT_RULES, FileKind, StatsArgs, StatsFormat};
use crate::batch::answers::{TableRules, answer_of_row, rules_of};
use crate::batch::file::is_standard;
use crate::batch::header::Header;
use crate::batch::input::Inputs;
use crate::batch::record::{Body, Fault, Place, RawRecord};
use crate::failure::{Failure, print_message};
use crate::output::{page, statistics};
use crate::request::named_rules;
use crate::same::{is_same, is_stdin, is_stdout};

pub(crate) fn run(args: &StatsArgs) -> Result<(), Failure> {
    let mut files = args.files.clone();
    if files.is_empty() {
        if io::stdin().is_terminal() {
            print_message("reading answers, one object a line; Ctrl-D ends");
        }
        files.push(PathBuf::from("-"));
    }
    if let Some(page) = &args.html {
        let is_read = |file: &PathBuf| if is_standard(file) { is_stdin(page) } else { is_same(file, page) };
        if files.iter().chain(&args.rules_file).any(is_read) || is_stdout(page) {
            let page = page.display();
            return Err(Failure::Input(format!(
                "--html {page}: this file is read or printed to: name another one"
            )));
        }
    }
    let inputs = Inputs::new(&files, args.from, FileKind::Jsonl, Header::any())
        .map_err(|error| Failure::Input(format!("{error:#}")))?;
    let rules = table_rules(args, &inputs)?;
    let counted = count(&inputs, &rules)?;
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

/// Returns the rules of each table among the inputs, by its name: the rules that it names itself, or that the
/// options name.
fn table_rules(args: &StatsArgs, inputs: &Inputs) -> Result<HashMap<Arc<str>, TableRules>, Failure> {
    let named = (args.rules.is_some() || args.rules_file.is_some())
        .then(|| named_rules(args.rules.as_deref().unwrap_or(DEFAULT_RULES), args.rules_file.as_deref()))
        .transpose()?
        .map(|rules| TableRules { rules, hand: args.hand });
    let mut known = HashMap::new();
    for (path, kind) in inputs.files.iter().filter(|(_, kind)| kind.is_table()) {
        let name = path.display();
        let own = if path.is_file() {
            rules_of(path, *kind).with_context(|| format!("cannot read {name}"))?
        } else {
            None
        };
        if let (Some(own), Some(named)) = (&own, &named)
            && own.rules != named.rules
        {
            let (own, named) = (own.rules.label(), named.rules.label());
            return Err(Failure::Input(format!(
                "--rules: {name} was made under {own}, not under {named}: leave the option out"
            )));
        }
        let shown = if is_standard(path) { "standard input".to_owned() } else { name.to_string() };
        known.extend(own.or_else(|| named.clone()).map(|rules| (shown.into(), rules)));
    }
    Ok(known)
}

/// Counts all answers of the inputs.
fn count(inputs: &Inputs, rules: &HashMap<Arc<str>, TableRules>) -> Result<Statistics, Failure> {
    let mut counter = Counter::default();
    let mut wrong = None;
    inputs.read(&Arc::default(), &mut |raw| {
        let added = answer(&raw, rules.get(&raw.place.input))
            .map_err(|error| (raw.place.clone(), error))
            .and_then(|answer| counter.add(raw, answer));
        wrong = added.err();
        wrong.is_none()
    })?;
    if wrong.is_none() {
        wrong = counter.count_waiting().err();
    }
    let counted = counter.collector.statistics();
    if counted.answers == 0 {
        wrong = wrong.or(counter.skipped.map(|place| (place, StatisticsError::Nothing.into())));
    }
    let Some((place, error)) = wrong else { return Ok(counted) };
    let number = place.line.map_or(format!("record {}", place.record), |(line, _)| format!("line {line}"));
    Err(Failure::Input(format!("{}: {number}: {error:#}", place.input)))
}

/// Counter of answers. In a table with a row for each result the rows of one record follow each other: they are one
/// answer.
#[derive(Default)]
struct Counter {
    collector: Collector,
    waiting: Option<Waiting>,
    /// Place of the first answer without anything to count.
    skipped: Option<Place>,
}

/// Answer to which the next row may add results.
struct Waiting {
    place: Place,
    /// Number of the record that the row answers; `None` if it is not a row.
    record: Option<Value>,
    answer: CountedAnswer,
}

type Misplaced = (Place, anyhow::Error);

impl Counter {
    fn add(&mut self, raw: RawRecord, mut answer: CountedAnswer) -> Result<(), Misplaced> {
        let record = record(&raw.body);
        if let Some(waiting) = &mut self.waiting
            && waiting.place.input == raw.place.input
            && record.is_some()
            && waiting.record == record
            && waiting.answer.deal == answer.deal
            && answer.contract.is_some()
            && !answer.results.is_empty()
            && !waiting.answer.results.is_empty()
        {
            waiting.answer.results.append(&mut answer.results);
            return Ok(());
        }
        self.count_waiting()?;
        self.waiting = Some(Waiting { place: raw.place, record, answer });
        Ok(())
    }

    fn count_waiting(&mut self) -> Result<(), Misplaced> {
        let Some(Waiting { place, answer, .. }) = self.waiting.take() else { return Ok(()) };
        match self.collector.add(&answer) {
            Err(StatisticsError::Nothing) => drop(self.skipped.get_or_insert(place)),
            other => other.map_err(|error| (place, error.into()))?,
        }
        Ok(())
    }
}

/// Returns the number of the record that a row of a table answers.
fn record(body: &Body) -> Option<Value> {
    let Body::Row(row) = body else { return None };
    row.fields.as_ref().ok()?.get("record").filter(|number| !number.is_null()).cloned()
}

/// Returns the answer of a record; in a table it was made under these rules.
fn answer(raw: &RawRecord, rules: Option<&TableRules>) -> anyhow::Result<CountedAnswer> {
    match &raw.body {
        Body::Deal(text) | Body::Json(text) => {
            let answer = object(text, r#"{"deal":…,"results":…}"#)?;
            Ok(CountedAnswer::deserialize(Value::Object(answer))?)
        }
        Body::Row(row) => answer_of_row(row.fields.as_ref().map_err(|fault| anyhow!("{fault}"))?, rules),
        Body::NotUtf8(_) => Err(anyhow!("this is not UTF-8: write the file in that coding")),
        Body::Misquoted(_) => Err(anyhow!("{}", Fault::Misquoted)),
        Body::TooLong => Err(anyhow!("the line is too long")),
        Body::Broken { cells, columns, .. } => Err(anyhow!("the row has {cells} cells of {columns}")),
    }
}
