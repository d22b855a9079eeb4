//! Plans of batches, which are made from the options before any record is answered.

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::sync::Arc;

use preference::protocol::ask::Responder;
use preference::protocol::entries::{cost, key_columns};
use preference::protocol::records::Records;
use preference::questions::question_type::Cost;
use preference::search::Stop;
use preference::situation::Fields;
use preference::tables::columns::{Column, Columns};
use preference_jobs::file_identity::resolve_links;
use preference_jobs::{
    AnswerKind, Encoder, FileKind, FileNames, Identity, Inputs, Job, KeptColumn, KeptColumns,
    KeptColumnsError, Origin, OutputColumn, OutputFormat, QuoteForm, StartMode, is_stdio, output_columns,
    output_format,
};
use serde_json::{Map, Value};

use super::default_question::DefaultQuestion;
use super::program::PROGRAM;
use super::question_columns::QuestionColumns;
use super::work::Work;
use crate::args::{BatchArgs, KeyColumn, RecordQuestion};
use crate::failure::Failure;

/// Plan of a batch.
pub(crate) struct Plan {
    pub(crate) job: Job<QuestionColumns, Work>,
}

impl Plan {
    pub(crate) fn new(args: &BatchArgs, command: Option<&RecordQuestion>) -> Result<Plan, Failure> {
        let missing = |what: &str| Failure::Input(format!("missing: {what}; see --help"));
        let output = args.output.clone().ok_or_else(|| missing("-o FILE, where the answers go"))?;
        if args.inputs.is_empty() {
            return Err(missing("the files that are read, or - for standard input"));
        }
        let PlannedQuestion { question, responder, columns } = read_question(args, command)?;
        let output_format = output_format(&output, args.to).map_err(|error| Failure::input(&error.into()))?;
        let columns = columns.filter(|_| output_format.kind != AnswerKind::Jsonl);
        let columns = columns
            .map(|columns| with_form(columns, args.json_text || output_format.kind == AnswerKind::Csv));
        if columns.is_none() && output_format.kind != AnswerKind::Jsonl {
            return Err(missing("--ask COMMAND: a table has the answers to one question"));
        }
        let start = match (args.resume, args.overwrite) {
            (true, _) => StartMode::Resume,
            (_, true) => StartMode::Overwrite,
            _ => StartMode::New,
        };
        let names = FileNames {
            inputs: &args.inputs,
            output: &output,
            rejects: args.rejects.as_deref(),
            summary: args.summary.as_deref(),
            option_file: question.rules_file.as_deref().map(|file| ("--rules-file", file)),
            has_parts: args.part.is_some(),
        };
        if let Some(mistake) = names.find_mistake(start) {
            return Err(Failure::Input(mistake));
        }
        // If the output is a link, the file to which it leads is replaced and the link stays.
        let output = if is_stdio(&output) { output } else { resolve_links(&output) };
        if args.long && output_format.kind == AnswerKind::Jsonl {
            return Err(Failure::Input(
                "--long: for tables only: end the name of the output in .csv or .parquet".to_owned(),
            ));
        }
        if args.json_text && output_format.kind == AnswerKind::Jsonl {
            return Err(Failure::Input(
                "--json-text: for tables only: end the name of the output in .parquet".to_owned(),
            ));
        }
        let list: &[Column] = columns.as_ref().map_or(&[], Columns::as_slice);
        let (inputs, keep) = inputs(args, &question, output_format.kind, list)?;
        let chunk = args.chunk.unwrap_or_else(|| chunk_size(question.ask.as_deref()));
        let identity = Identity::new(
            PROGRAM,
            options(args, &question, output_format.kind, &inputs),
            &args.inputs,
            NonZeroU32::new(chunk).expect("the parser refuses 0"),
            args.part,
        )?;
        let encoder =
            encoder(output_format, &keep, list, args.rejects.is_some(), identity.origin(PROGRAM, 0));
        let responder = responder.with_time_limit(args.time_limit);
        let mut records = Records::new(responder, question.ask.as_deref(), question.fields);
        if let Some(columns) = columns {
            records = records.in_columns(columns);
        }
        let work = Work { records, keep: keep.columns, stop: Stop::new() };
        let max_errors = if args.strict { Some(0) } else { args.max_errors };
        let rejects = args.rejects.clone();
        let (inputs, solver) = (Arc::new(inputs), Arc::new(work));
        Ok(Plan { job: Job { inputs, output, rejects, solver, encoder, identity, max_errors, start } })
    }

    /// The message of an interruption; it names the command that resumes the run, if it can be resumed.
    pub(crate) fn interruption_message(&self) -> String {
        if is_stdio(&self.job.output) || self.job.identity.reads_stream() {
            return "interrupted".to_owned();
        }
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        let words = words.filter(|word| !matches!(word.as_str(), "--resume" | "--overwrite"));
        let mut words: Vec<String> = words.map(|word| quote_word(&word)).collect();
        // Words after `--` are not options, so `--resume` is inserted near the beginning.
        words.insert(2, "--resume".to_owned());
        format!("interrupted; to go on: {}", words.join(" "))
    }
}

fn quote_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=+:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn inputs(
    args: &BatchArgs,
    question: &DefaultQuestion,
    kind: AnswerKind,
    columns: &[Column],
) -> Result<(Inputs<QuestionColumns>, KeptColumns), Failure> {
    let input = |error: anyhow::Error| Failure::input(&error);
    let mapping = QuestionColumns::new(question.ask.as_deref(), &question.fields, &args.columns)
        .with_quotes(args.quotes);
    mapping.check_keys().map_err(input)?;
    let inputs = Inputs::new(&args.inputs, args.from, FileKind::Text, mapping);
    let mut inputs = inputs.map_err(|error| input(error.into()))?;
    if !args.columns.is_empty() && !inputs.files.iter().any(|(_, kind)| kind.is_table()) {
        return Err(Failure::Input("--columns: only tables (.csv, .parquet) have columns".to_owned()));
    }
    let names = match kind {
        AnswerKind::Jsonl => keys(question.ask.as_deref()),
        _ => columns.iter().map(|column| column.name.clone()).collect(),
    };
    let keep = KeptColumns::new(&args.keep, &inputs, kind, &names).map_err(|error| match error {
        KeptColumnsError::Input(error) => error.into(),
        option => Failure::Input(option.to_string()),
    })?;
    inputs.mapping = inputs.mapping.with_kept(keep.clone());
    inputs.check()?;
    Ok((inputs, keep))
}

/// There are no columns if the records name their own questions.
struct PlannedQuestion {
    question: DefaultQuestion,
    responder: Responder,
    columns: Option<Columns>,
}

fn read_question(args: &BatchArgs, command: Option<&RecordQuestion>) -> Result<PlannedQuestion, Failure> {
    let question = DefaultQuestion::new(args.ask.as_deref(), command)?;
    let responder = question
        .rules
        .iter()
        .fold(Responder::default(), |responder, rules| responder.with_rules(rules.clone()));
    let Some(ask) = &question.ask else {
        if args.long {
            return Err(Failure::Input("--long: only solve has long rows: add --ask solve".to_owned()));
        }
        return Ok(PlannedQuestion { question, responder, columns: None });
    };
    let mut fields = Fields::from(question.fields.clone());
    let rules = responder.rules_of(&mut fields, ask)?;
    let columns = Responder::columns(ask, rules, fields, args.long)?;
    Ok(PlannedQuestion { question, responder, columns: Some(columns) })
}

fn with_form(columns: Columns, as_text: bool) -> Columns {
    // With `as_text`, lists and objects become JSON texts.
    if as_text { columns.with_json_text() } else { columns }
}

pub(crate) fn print_schema(args: &BatchArgs, command: Option<&RecordQuestion>) -> Result<(), Failure> {
    let PlannedQuestion { question, columns, .. } = read_question(args, command)?;
    let columns = columns
        .ok_or_else(|| Failure::Input("missing: --ask COMMAND, whose columns are printed".to_owned()))?;
    let output = args.output.as_ref().map(|output| output_format(output, args.to)).transpose();
    let output = output.map_err(|error| Failure::input(&error.into()))?;
    let kind = args.to.or(output.map(|output| output.kind)).filter(|kind| *kind != AnswerKind::Jsonl);
    let columns = with_form(columns, args.json_text || kind == Some(AnswerKind::Csv));
    let kind = kind.unwrap_or(AnswerKind::Csv);
    let (_, keep) = inputs(args, &question, kind, columns.as_slice())?;
    for column in output_columns(&keep, answer_columns(columns.as_slice()), args.rejects.is_some()) {
        let column = serde_json::to_string(&column).expect("a column has a JSON form");
        writeln!(io::stdout(), "{column}")?;
    }
    Ok(())
}

fn encoder(
    format: OutputFormat,
    keep: &KeptColumns,
    columns: &[Column],
    rejects: bool,
    origin: Origin,
) -> Encoder {
    let encoder = Encoder::new(format, keep, answer_columns(columns), rejects, origin);
    #[cfg(feature = "full")]
    let encoder = {
        let columns = columns.to_vec();
        encoder.with_batch_builder(Box::new(move |rows| preference_arrow::batch(&columns, rows)))
    };
    encoder
}

fn answer_columns(columns: &[Column]) -> Vec<OutputColumn> {
    let shown = |column: &Column| OutputColumn { name: column.name.clone(), kind: column.kind.to_string() };
    columns.iter().map(shown).collect()
}

fn keys(ask: Option<&str>) -> Vec<String> {
    // Records that name their own questions have keys of all kinds.
    let columns = ask.and_then(key_columns).map_or(&[][..], Columns::as_slice);
    columns.iter().map(|column| column.name.clone()).collect()
}

fn chunk_size(ask: Option<&str>) -> u32 {
    // A chunk should take one or a few seconds.
    ask.map_or(Cost::Fast, |ask| cost(ask).unwrap_or(Cost::Slow)).questions_per_second()
}

fn options(
    args: &BatchArgs,
    question: &DefaultQuestion,
    kind: AnswerKind,
    inputs: &Inputs<QuestionColumns>,
) -> Map<String, Value> {
    let mut options = question.fields.clone();
    let mut put = |name: &str, value: Value| drop(options.insert(name.to_owned(), value));
    put("ask", question.ask.clone().into());
    put("to", format!("{kind:?}").to_ascii_lowercase().into());
    let kinds = inputs.files.iter().map(|(_, kind)| Value::from(format!("{kind:?}").to_ascii_lowercase()));
    put("from", kinds.collect());
    let kept = |kept: &KeptColumn| Value::from(format!("{}={}", kept.name, kept.column));
    put("keep", args.keep.iter().map(kept).collect());
    let read =
        |read: &KeyColumn| Value::from(format!("{}={}", read.key, read.column.as_deref().unwrap_or("")));
    put("columns", args.columns.iter().map(read).collect());
    if args.quotes == QuoteForm::Backslash {
        put("quotes", "backslash".into());
    }
    put("long", args.long.into());
    if args.json_text {
        put("json-text", true.into());
    }
    put("rejects", args.rejects.is_some().into());
    put("time-limit", args.time_limit.map(|time| time.as_secs_f64()).into());
    if let Some(rules) = &question.rules {
        put("rules-file", rules.to_toml().into());
    }
    options
}
