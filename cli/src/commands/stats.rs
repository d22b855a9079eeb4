//! `pref stats`: statistics over many answers.

use std::collections::HashMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use preference::hand::Hand;
use preference::protocol::question::parse_object;
use preference::rules::{Declaration, Variant};
use preference::seat::Seat;
use preference::situation::Fields;
use preference::statistics::{
    AnswerCounter, CountedAnswer, CountedGains, CountedResult, Statistics, StatisticsError, TableRules,
};
use preference_jobs::{Body, FileKind, Inputs, Place, RawRecord, is_stdio};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::args::{DEFAULT_RULES, StatsArgs, StatsFormat};
use crate::batch::question_columns::QuestionColumns;
use crate::batch::table_rules::rules_of;
use crate::failure::{Failure, print_message};
use crate::output::{page, statistics, text};
use crate::overwrite::refuse_overwriting;
use crate::request::named_rules;

pub(crate) fn run(args: &StatsArgs) -> Result<(), Failure> {
    let mut files = args.files.clone();
    if files.is_empty() {
        if io::stdin().is_terminal() {
            print_message("reading answers, one object per line; Ctrl-D ends");
        }
        files.push(PathBuf::from("-"));
    }
    if let Some(page) = &args.html {
        let read = files.iter().chain(&args.rules_file).map(PathBuf::as_path);
        refuse_overwriting("--html", page, read)?;
    }
    let inputs = Inputs::new(&files, args.from, FileKind::Jsonl, QuestionColumns::any())
        .map_err(|error| Failure::input(&error.into()))?;
    let option_rules = option_rules(args)?;
    let rules = table_rules(&inputs, option_rules.as_ref())?;
    let counted = count_answers(&inputs, &rules, option_rules.and_then(|option| option.rules).as_deref())?;
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

fn option_rules(args: &StatsArgs) -> Result<Option<TableRules>, Failure> {
    let rules = (args.rules.is_some() || args.rules_file.is_some())
        .then(|| named_rules(args.rules.as_deref().unwrap_or(DEFAULT_RULES), args.rules_file.as_deref()))
        .transpose()?;
    Ok(rules.map(|rules| TableRules { rules: Some(rules), hand: args.hand }))
}

/// The rules that a table names come before those that the options name.
fn table_rules(
    inputs: &Inputs<QuestionColumns>,
    option_rules: Option<&TableRules>,
) -> Result<HashMap<Arc<str>, TableRules>, Failure> {
    let mut rules_by_name = HashMap::new();
    for (path, kind) in inputs.files.iter().filter(|(_, kind)| kind.is_table()) {
        let name = path.display();
        let table_rules = if path.is_file() { rules_of(path, *kind)? } else { None };
        let named = |rules: Option<&TableRules>| rules.and_then(|table| table.rules.clone());
        if let (Some(table), Some(option)) = (named(table_rules.as_ref()), named(option_rules))
            && table != option
        {
            let (table, option) = (table.label(), option.label());
            return Err(Failure::Input(format!(
                "--rules: {name} was made under {table}, not under {option}: leave the option out"
            )));
        }
        let shown = if is_stdio(path) { "standard input".to_owned() } else { name.to_string() };
        rules_by_name
            .extend(table_rules.or_else(|| option_rules.cloned()).map(|rules| (shown.into(), rules)));
    }
    Ok(rules_by_name)
}

/// Counts all answers in the inputs. An answer that names its rules is counted under them; if the options name other
/// rules, a note on standard error gives the number of such answers.
fn count_answers(
    inputs: &Inputs<QuestionColumns>,
    rules: &HashMap<Arc<str>, TableRules>,
    option_rules: Option<&Variant>,
) -> Result<Statistics, Failure> {
    let mut counter = AnswerCounter::default();
    let mut overridden: u64 = 0;
    let mut mistake = None;
    let unknown_rules = TableRules::default();
    inputs.read(&Arc::default(), &mut |raw| {
        let rules = rules.get(&raw.place.input).unwrap_or(&unknown_rules);
        // Records of different inputs are different records, even if their numbers are equal.
        let record = record(&raw.body).map(|number| (Arc::clone(&raw.place.input), number));
        let added = match answer(&raw, rules) {
            Ok(answer) => {
                overridden += u64::from(option_rules.is_some_and(|rules| names_other_rules(&answer, rules)));
                counter.add(raw.place, record, answer).map_err(with_context)
            }
            Err(error) => Err((raw.place, error)),
        };
        mistake = added.err();
        mistake.is_none()
    })?;
    if let Some(rules) = option_rules.filter(|_| overridden > 0) {
        let label = rules.label();
        print_message(format_args!(
            "--rules {label} does not apply to answers that name other rules; number of these answers: {overridden}"
        ));
    }
    let counted = match mistake {
        Some(mistake) => Err(mistake),
        None => counter.finish().map_err(with_context),
    };
    counted.map_err(|(place, error)| {
        let number =
            place.line.map_or(format!("record {}", place.record), |(line, _)| format!("line {line}"));
        Failure::Input(format!("{}: {number}: {error:#}", place.input))
    })
}

fn names_other_rules(answer: &CountedAnswer, rules: &Variant) -> bool {
    answer.rules.as_ref().is_some_and(|name| *name != rules.label())
        || answer.answers.iter().flatten().any(|answer| names_other_rules(answer, rules))
}

fn with_context((place, error): (Place, StatisticsError)) -> (Place, anyhow::Error) {
    (place, error.into())
}

fn record(body: &Body) -> Option<Value> {
    let Body::Row(row) = body else { return None };
    row.fields.as_ref().ok()?.get("record").filter(|number| !number.is_null()).cloned()
}

fn played_hand(record: Map<String, Value>) -> anyhow::Result<CountedAnswer> {
    let mut fields = Fields::from(record);
    let hand = Hand::read(named_rules(DEFAULT_RULES, None).map_err(|_| anyhow!("the rules"))?, &mut fields)
        .and_then(|hand| fields.finish_record().map(|()| hand))
        .map_err(|error| anyhow!("{}", error.with_field()))?;
    let gains = hand.result().ok_or_else(|| anyhow!("the hand is not over"))?;
    let mut counted = CountedAnswer {
        deal: Some(hand.deal().to_string()),
        rules: Some(hand.rules().label().to_owned()),
        gains: CountedGains {
            forehand: Some(gains.seats[Seat::Forehand].to_f64()),
            middlehand: Some(gains.seats[Seat::Middlehand].to_f64()),
            rearhand: Some(gains.seats[Seat::Rearhand].to_f64()),
        },
        ..CountedAnswer::default()
    };
    // A contract that is not played has no tricks.
    let played = hand.declaration().filter(|_| hand.position().is_some());
    if let Some(Declaration { contract, declarer, from_hand }) = played {
        let tricks = hand.tricks()[declarer];
        let made =
            hand.hand_result().made.or_else(|| hand.rules().target(contract, from_hand).is_made_by(tricks));
        let result = CountedResult {
            declarer: Some(declarer),
            contract: Some(contract.to_string()),
            tricks: Some(tricks),
            made,
            ..CountedResult::default()
        };
        let list = if from_hand { &mut counted.hand } else { &mut counted.best };
        list.push(result);
    }
    Ok(counted)
}

/// `rules` are those of the table, if the record is a row of one.
fn answer(raw: &RawRecord, rules: &TableRules) -> anyhow::Result<CountedAnswer> {
    match &raw.body {
        Body::Text(text) | Body::Json(text) => {
            let answer = parse_object(text, r#"{"deal":…,"results":…}"#)?;
            if answer.get("actions").is_some_and(Value::is_array) {
                return played_hand(answer);
            }
            Ok(CountedAnswer::deserialize(Value::Object(answer))?)
        }
        Body::Row(row) => {
            let fields = row.fields.as_ref().map_err(|fault| anyhow!("{fault}"))?;
            CountedAnswer::from_row(fields, rules).map_err(|error| match error {
                StatisticsError::UnknownRules { .. } => anyhow!("{error}: name them by --rules"),
                other => other.into(),
            })
        }
        Body::NotUtf8(_) => Err(anyhow!("this is not UTF-8: write the file in that coding")),
        Body::Misquoted { fault, .. } => Err(anyhow!("{fault}")),
        Body::TooLong => Err(anyhow!("the line is too long")),
        Body::WrongCellCount { cells, columns, .. } => {
            let (cells, columns) = (*cells as u64, *columns as u64);
            let [cells, columns] = [text::count(cells, "cell"), text::count(columns, "column")];
            Err(anyhow!("the row has {cells}, but there are {columns}"))
        }
    }
}
