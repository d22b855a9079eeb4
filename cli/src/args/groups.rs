//! Groups of options that commands share.
//!
//! The fields of a question are declared in the library, for flags and JSON alike.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use preference::deal::CardStyle;

// Headings in the help for options that many commands share.
pub(crate) const ENGINE: &str = "Engine";
pub(crate) const OUTPUT: &str = "Output";

/// Rules that are used if no option names any.
pub(crate) const DEFAULT_RULES: &str = "austrian";

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Number of deals to solve, at most 1000
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = integer::<u16>(1..=1000))]
    pub(crate) deals: u16,
    /// Measure up to this number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = ENGINE)]
    pub(crate) threads: Option<usize>,
    /// Do not use endgame tables, even if they are built
    #[arg(long, help_heading = ENGINE)]
    pub(crate) no_tables: bool,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

#[derive(Args)]
pub(crate) struct AskArgs {
    /// Questions, each in quotes; without any, questions are read from standard input, one per line
    #[arg(value_name = "QUESTION")]
    pub(crate) questions: Vec<String>,
    /// Write each answer as soon as it is ready, not in the order of the questions; the id of a question identifies its
    /// answer
    #[arg(long)]
    pub(crate) unordered: bool,
    /// Maximum number of questions that wait for their answers; at this number reading pauses
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=MAX_AMOUNT))]
    pub(crate) max_pending: Option<usize>,
    /// Time limit of each answer in seconds; the field time_limit of a question overrides it
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// Also write questions (>) and answers (<) to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Args)]
pub(crate) struct SchemaArgs {
    /// Name of a question or of a command; without one, the schemas of all questions are printed
    #[arg(value_name = "ASK")]
    pub(crate) name: Option<String>,
}

#[derive(Args)]
pub(crate) struct DealArgs {
    /// Deals, each in quotes, or files with one deal per line; without any, or for -, standard input is read
    #[arg(value_name = "DEAL")]
    pub(crate) deals: Vec<String>,
}

#[derive(Args)]
pub(crate) struct RulesArgs {
    /// Rules: a preset, whose switches (trump head overtrump lowest nosteal) may be changed
    #[arg(long, short, value_name = "NAME[,+SWITCH|,-SWITCH]", default_value = DEFAULT_RULES)]
    pub(crate) rules: String,
    /// House rules from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(crate) rules_file: Option<PathBuf>,
}

/// Form of the output.
#[derive(Args, Clone, Copy)]
pub(crate) struct DisplayArgs {
    /// Form of the answers; json is one object per line
    #[arg(long, value_enum, default_value_t = Format::Text, global = true, help_heading = OUTPUT)]
    pub(crate) format: Format,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true, help_heading = OUTPUT)]
    pub(crate) color: Color,
}

/// Options of the solver.
#[derive(Args, Default)]
pub(crate) struct EngineArgs {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = ENGINE)]
    pub(crate) threads: Option<usize>,
    /// Do not use endgame tables, even if they are built, and do not build any
    #[arg(long, help_heading = ENGINE)]
    pub(crate) no_tables: bool,
    /// Long runs build endgame tables until all tables together take this number of megabytes [default: 1000,
    /// or PREF_TABLES_LIMIT]
    #[arg(long, value_name = "MB", conflicts_with = "no_tables", help_heading = ENGINE)]
    pub(crate) tables_limit: Option<u64>,
}

#[derive(Args)]
pub(crate) struct OutputArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
    #[command(flatten)]
    pub(crate) notation: NotationArgs,
}

#[derive(Args)]
pub(crate) struct NotationArgs {
    /// Notation of cards [default: unicode in text, letters in json]
    #[arg(long, value_enum, value_name = "STYLE", help_heading = OUTPUT)]
    pub(crate) suits: Option<CardNotation>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables for reading
    Text,
    /// One JSON object per line
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// If the output is a terminal and NO_COLOR is not set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CardNotation {
    /// HA, AKQ.T9.87.AK7
    Letters,
    /// ♥A
    Unicode,
    /// ♥A with K O U 10
    German,
    /// ♥Т with К Д В 10
    Russian,
}

impl From<CardNotation> for CardStyle {
    fn from(suits: CardNotation) -> CardStyle {
        match suits {
            CardNotation::Letters => CardStyle::Letters,
            CardNotation::Unicode => CardStyle::Unicode,
            CardNotation::German => CardStyle::German,
            CardNotation::Russian => CardStyle::Russian,
        }
    }
}

/// Maximum number of threads. A greater number is taken for a typing mistake.
const MAX_THREADS: usize = 1024;

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number <= MAX_THREADS => Ok(number),
        _ => Err(format!("write 0 to {MAX_THREADS}, 0 for all cores")),
    }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "write a number of seconds, such as 0.5".to_owned())
}

pub(crate) fn positive_seconds(text: &str) -> Result<Duration, String> {
    let time = seconds(text)?;
    if time.is_zero() { Err("write a number of seconds above 0".to_owned()) } else { Ok(time) }
}

/// Largest value of an option that counts something, such as `--max-pending`.
pub(crate) const MAX_AMOUNT: u64 = u32::MAX as u64;

pub(crate) fn number(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone {
    integer::<u64>(range)
}

pub(crate) fn integer<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| format!("write {} to {}", range.start(), range.end()))
    }
}

fn takes_number(arg: &clap::Arg) -> bool {
    let names = arg.get_value_names().unwrap_or_default();
    names.iter().any(|name| matches!(name.as_str(), "N" | "N|all"))
}

/// Lets options accept negative numbers. The option then reports that the number is out of range; otherwise the parser
/// would take the number for the name of an option.
pub(crate) fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let command =
        command.mut_args(|arg| if takes_number(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_negative_numbers)
}
