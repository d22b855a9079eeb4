//! The options of batches.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use preference_jobs::{AnswerKind, FileKind, KeptColumn, Part, QuoteForm};

use super::groups::{EngineArgs, MAX_AMOUNT, OUTPUT, integer, number, seconds};

#[derive(Args)]
pub(crate) struct BatchArgs {
    /// Input files: deals, one per line; questions (.jsonl); or tables with a column for each key (.csv, .parquet). All
    /// but .parquet may be compressed (.gz, .zst); - is standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// File for the answers: .jsonl or .csv, which may be compressed (.gz, .zst), or .parquet; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Question to ask about every record (the same as pref batch COMMAND); the flags of the question may be added. A
    /// field of a record overrides the flag
    #[arg(long, value_name = "COMMAND")]
    pub(crate) ask: Option<String>,
    /// Kind of the inputs [default: from the endings of their names]
    #[arg(long, id = "input_kind", value_name = "KIND", value_parser = file_kind())]
    pub(crate) from: Option<FileKind>,
    /// Kind of the output [default: from the ending of its name]
    #[arg(long, value_enum)]
    pub(crate) to: Option<AnswerKind>,
    /// Time limit of each answer in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// For solve: write one row for each declarer and contract, not one for each deal
    #[arg(long)]
    pub(crate) long: bool,
    /// Write lists and objects in Parquet as JSON text, as in CSV
    #[arg(long)]
    pub(crate) json_text: bool,
    /// Copy these keys or columns of the input into the output; NEW=NAME renames one; all copies every column of a
    /// table, except columns whose names the answer has
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) keep: Vec<KeptColumn>,
    /// Read a key from a column of another name, such as deal=cards; KEY= ignores the column with the name of the key
    #[arg(long, value_name = "KEY=COLUMN", value_delimiter = ',')]
    pub(crate) columns: Vec<KeyColumn>,
    /// Form of quotes inside quoted cells of .csv inputs
    #[arg(long, value_enum, value_name = "HOW", default_value_t = QuoteForm::Doubled)]
    pub(crate) quotes: QuoteForm,
    /// Print the output's columns and their types, and do nothing else
    #[arg(long)]
    pub(crate) print_schema: bool,
    /// Resume an interrupted run; the output is the same as without the interruption
    #[arg(long, conflicts_with = "overwrite")]
    pub(crate) resume: bool,
    /// Replace an existing output, or the files of an interrupted run
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Number of records in a chunk, which is answered and stored as a whole [default: depends on the question]
    #[arg(long, value_name = "N", value_parser = integer::<u32>(1..=1_000_000))]
    pub(crate) chunk: Option<u32>,
    /// Answer only part I of N: every N-th chunk, beginning with the I-th. N machines, one for each part,
    /// answer all records
    #[arg(long, value_name = "I/N")]
    pub(crate) part: Option<Part>,
    /// Write records without an answer to this CSV file instead of to the output
    #[arg(long, value_name = "FILE")]
    pub(crate) rejects: Option<PathBuf>,
    /// Stop when more than this number of records have no answer
    #[arg(long, value_name = "N", value_parser = number(0..=MAX_AMOUNT))]
    pub(crate) max_errors: Option<u64>,
    /// Stop at the first record without an answer
    #[arg(long, conflicts_with = "max_errors")]
    pub(crate) strict: bool,
    /// Form of the progress reports on standard error
    #[arg(long, value_enum, value_name = "HOW", default_value_t = ProgressForm::Auto, help_heading = OUTPUT)]
    pub(crate) progress: ProgressForm,
    /// Write a summary of the run to this file, as JSON
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) summary: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Args)]
pub(crate) struct StatsArgs {
    /// Files of answers, from pref batch or from commands with --format json; without any, answers are read
    /// from standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Kind of the files [default: from the endings of their names, otherwise jsonl]
    #[arg(long, value_parser = file_kind())]
    pub(crate) from: Option<FileKind>,
    /// Rules for tables with a column for each contract, to decide from the tricks which contracts are made; answers
    /// that name their rules are counted under those rules [default: the rules that the file or its journal names]
    #[arg(long, short, value_name = "NAME[,+SWITCH|,-SWITCH]")]
    pub(crate) rules: Option<String>,
    /// House rules from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(crate) rules_file: Option<PathBuf>,
    /// With --rules or --rules-file: the contracts of tables with a column for each contract were played from the hand,
    /// that is, without the talon
    #[arg(long)]
    pub(crate) hand: bool,
    /// Form of the statistics
    #[arg(long, value_enum, default_value_t = StatsFormat::Text, help_heading = OUTPUT)]
    pub(crate) format: StatsFormat,
    /// Also write a self-contained page with plots to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) html: Option<PathBuf>,
}

fn file_kind() -> impl TypedValueParser<Value = FileKind> {
    let values = FileKind::value_variants().iter().filter_map(|kind| {
        let value = kind.to_possible_value()?;
        Some(if *kind == FileKind::Text { value.help("One deal per line") } else { value })
    });
    let parse = |name: String| FileKind::from_str(&name, false).expect("only names of kinds are accepted");
    PossibleValuesParser::new(values).map(parse)
}

/// Form of statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// Tables for reading
    Text,
    /// One JSON object
    Json,
    /// One table for other programs
    Csv,
}

/// Form of the progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressForm {
    /// A bar at a terminal, otherwise lines
    Auto,
    /// A progress bar
    Bar,
    /// A line every half minute
    Lines,
    /// A JSON object every half minute
    Json,
    /// No progress
    None,
}

/// Column from which a key of a question is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyColumn {
    pub(crate) key: String,
    /// Name of the column; `None` if the key is read from no column.
    pub(crate) column: Option<String>,
}

impl FromStr for KeyColumn {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<KeyColumn, &'static str> {
        let (key, column) = text.split_once('=').ok_or("write KEY=COLUMN, such as deal=cards")?;
        if key.is_empty() {
            return Err("write KEY=COLUMN, such as deal=cards");
        }
        let column = (!column.is_empty()).then(|| column.to_owned());
        Ok(KeyColumn { key: key.to_owned(), column })
    }
}
