//! Groups of options that commands share.
//!
//! What belongs to a question serialises to the fields that questions have in JSON, so that flags
//! and JSON are read, checked and refused by one piece.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use preference::deal::CardStyle;
use preference::seat::{Seat, SeatError};
use serde::Serialize;

// The headings under which help has the options that many commands share.
pub(crate) const POSITION: &str = "Position";
pub(crate) const PAYMENT: &str = "Payment";
pub(crate) const ENGINE: &str = "Engine";
pub(crate) const OUTPUT: &str = "Output";

/// The rules where none are named.
pub(crate) const DEFAULT_RULES: &str = "austrian";

#[derive(Args, Serialize)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) choice: ChoiceArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) position: PositionArgs,
    /// For allpass: the talon's cards in the order in which they lead [default: as listed]
    #[arg(long, value_name = "CARDS", help_heading = POSITION)]
    talon_order: Option<String>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Serialize)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    /// The game is played from the hand (raises some targets)
    #[arg(long)]
    hand: bool,
    /// The contract: S H D C N, a level as 7H, misere, slam, run6 or uno; cards and line also
    /// allpass, everybody for themselves
    #[arg(long, short, value_name = "CONTRACT")]
    contract: String,
    /// Who plays it; nobody after allpass
    #[arg(long, short, value_name = "F|M|R", value_parser = seat)]
    declarer: Option<Seat>,
    #[command(flatten)]
    #[serde(flatten)]
    position: PositionArgs,
}

/// A play, and what is played for.
#[derive(Args, Serialize)]
pub(crate) struct CardsArgs {
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) play: PlayArgs,
    /// For allpass: the talon's cards in the order in which they lead [default: as listed]
    #[arg(long, value_name = "CARDS", help_heading = POSITION)]
    talon_order: Option<String>,
    /// What is played for [default: tricks]
    #[arg(long, value_enum, value_name = "WHAT")]
    by: Option<Stake>,
    #[command(flatten)]
    #[serde(flatten)]
    pay: PayArgs,
    #[command(flatten)]
    #[serde(flatten)]
    said: SaidArgs,
    /// For allpass, by gain: the number of hands in a row that all have passed, this one counted [default: 1]
    #[arg(long, value_name = "N", value_parser = number(1..=255), help_heading = PAYMENT)]
    progression: Option<u64>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
}

/// What is played for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stake {
    /// The declarer's tricks, the defenders as one; when all have passed everybody for themselves
    Tricks,
    /// What the hand pays, everybody for themselves
    Gain,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// How many of the deals to solve, 1000 at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u16>(1..=1000))]
    pub(crate) deals: u16,
    /// Measure up to this number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = ENGINE)]
    pub(crate) threads: Option<usize>,
    /// Do without tables of endings, even if they are built
    #[arg(long, help_heading = ENGINE)]
    pub(crate) no_tables: bool,
    #[command(flatten)]
    pub(crate) look: LookArgs,
}

#[derive(Args)]
pub(crate) struct AskArgs {
    /// A question; without any they are read from standard input, one a line
    #[arg(value_name = "QUESTION")]
    pub(crate) questions: Vec<String>,
    /// Write answers as they are ready, not in the order of the questions; they have the questions' id
    #[arg(long)]
    pub(crate) unordered: bool,
    /// Read no further while this many questions wait for their answers to be written
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=AMOUNT))]
    pub(crate) max_pending: Option<usize>,
    /// Break off answers that take longer; a question's own time_limit counts instead
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// Write questions (>) and answers (<) to this file too
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Args)]
pub(crate) struct SchemaArgs {
    /// The question; without one all of them, by name
    #[arg(value_name = "ASK")]
    pub(crate) ask: Option<String>,
}

#[derive(Args)]
pub(crate) struct DealArgs {
    /// Deals, each in quotes, or files of deals, one a line; - is standard input, which is read without any
    #[arg(value_name = "DEAL")]
    pub(crate) deals: Vec<String>,
}

#[derive(Args)]
pub(crate) struct RulesArgs {
    /// The rules: a preset, and switches (trump head overtrump lowest nosteal) set otherwise
    #[arg(long, short, value_name = "NAME[,+SWITCH|,-SWITCH]", default_value = DEFAULT_RULES)]
    pub(crate) rules: String,
    /// House rules from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(crate) rules_file: Option<PathBuf>,
}

#[derive(Args, Serialize)]
pub(crate) struct ChoiceArgs {
    /// The game is played from the hand (raises some targets)
    #[arg(long)]
    hand: bool,
    /// Contracts, separated by commas: S H D C N, levels as 7H, misere, slam, run6, uno; all for
    /// those of the rules; with solve also allpass, everybody for themselves
    #[arg(long, short, value_name = "LIST", default_value = "all")]
    contract: String,
    /// Who declares: F, M, R or all
    #[arg(long, short, value_name = "F|M|R|all", default_value = "all")]
    declarer: String,
    /// What to find: the number of tricks, or, faster, only whether the contract is made
    #[arg(long, value_enum, default_value_t = Find::Tricks)]
    goal: Find,
}

/// Who leads, and who plays.
#[derive(Args, Serialize)]
pub(crate) struct LeadArgs {
    /// Who leads to the first trick, if it is not the leader by the rules
    #[arg(long, value_name = "F|M|R|declarer|left|right", help_heading = POSITION)]
    leader: Option<String>,
    /// Who dropped out: these cards are not played
    #[arg(long, value_name = "F|M|R", value_parser = seat, help_heading = POSITION)]
    out: Option<Seat>,
}

#[derive(Args, Serialize)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    #[serde(flatten)]
    lead: LeadArgs,
    /// The cards of the trick under way, first lead first, no longer in the hands; --leader then says
    /// who led to it
    #[arg(long, value_name = "CARDS", conflicts_with = "played", help_heading = POSITION)]
    trick: Option<String>,
    /// The tricks each seat took before
    #[arg(long, value_name = "F=N,M=N,R=N", help_heading = POSITION)]
    taken: Option<String>,
    /// For run6: how many tricks in a row the declarer has taken last
    #[arg(long, value_name = "N", value_parser = number(0..=10), help_heading = POSITION)]
    run: Option<u64>,
    /// The cards played so far, from the first lead on; they are still in the hands
    #[arg(long, value_name = "CARDS", help_heading = POSITION)]
    played: Option<String>,
}

/// What is played for.
#[derive(Args, Serialize)]
pub(crate) struct PayArgs {
    /// What the defenders decide and play for [default: selfish]
    #[arg(long, value_enum, help_heading = PAYMENT)]
    model: Option<Model>,
    /// What is in the pot before the hand
    #[arg(long, value_name = "N", value_parser = number(0..=AMOUNT), help_heading = PAYMENT)]
    pot: Option<u64>,
    /// The limit of the pot, if it is not that of the rules
    #[arg(long, value_name = "N", value_parser = number(0..=AMOUNT), help_heading = PAYMENT)]
    limit: Option<u64>,
    /// A mark for a deal that all passed doubles this one
    #[arg(long, help_heading = PAYMENT)]
    refa: bool,
    /// Four are at the table, the dealer sits out
    #[arg(long, help_heading = PAYMENT)]
    four: bool,
}

/// What was said before the play by those who play, and what the declarer's cards are worth.
#[derive(Args, Serialize)]
pub(crate) struct SaidArgs {
    /// Who played at the invitation of the other defender
    #[arg(long, value_name = "F|M|R", value_parser = seat, help_heading = PAYMENT)]
    guest: Option<Seat>,
    /// Who said kontra
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat, help_heading = PAYMENT)]
    kontra: Vec<Seat>,
    /// The declarer answered with rekontra
    #[arg(long, help_heading = PAYMENT)]
    rekontra: bool,
    /// Whose kontra alone the declarer answered [default: all]
    #[arg(
        long,
        value_name = "SEATS",
        value_delimiter = ',',
        value_parser = seat,
        requires = "rekontra",
        help_heading = PAYMENT
    )]
    answered: Vec<Seat>,
    /// The defender answered with sub
    #[arg(long, requires = "rekontra", help_heading = PAYMENT)]
    sub: bool,
    /// The declarer answered with mort
    #[arg(long, requires = "sub", help_heading = PAYMENT)]
    mort: bool,
    /// Who said whist, in the order of speaking [default: all who are not out]
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat, help_heading = PAYMENT)]
    whist: Option<Vec<Seat>>,
    /// The declarer's aces: 4, or none if announced
    #[arg(long, value_enum, value_name = "4|none", help_heading = PAYMENT)]
    aces: Option<Aces>,
    /// The talon, as '.A..A' or 'HA CA'
    #[arg(long, value_name = "CARDS", help_heading = PAYMENT)]
    talon: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
pub(crate) enum Aces {
    /// All four held
    #[value(name = "4")]
    #[serde(rename = "4")]
    Four,
    /// None held, and announced
    #[serde(rename = "none")]
    None,
}

#[derive(Args, Serialize)]
pub(crate) struct WeighedArgs {
    /// By gain: weigh this number of discards a contract, those with the best tricks; or all [default: 5]
    #[arg(long, value_name = "N|all", help_heading = PAYMENT)]
    discards: Option<String>,
}

/// How an answer looks.
#[derive(Args, Clone, Copy)]
pub(crate) struct LookArgs {
    /// How answers are written; json is one object a line
    #[arg(long, value_enum, default_value_t = Format::Text, global = true, help_heading = OUTPUT)]
    pub(crate) format: Format,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true, help_heading = OUTPUT)]
    pub(crate) color: Color,
}

/// What solves.
#[derive(Args)]
pub(crate) struct EngineArgs {
    /// How many threads solve [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = ENGINE)]
    pub(crate) threads: Option<usize>,
    /// Do without tables of endings, even if they are built, and build none
    #[arg(long, help_heading = ENGINE)]
    pub(crate) no_tables: bool,
    /// Long runs build tables until all together have this many megabytes [default: 1000, or
    /// PREF_TABLES_LIMIT]
    #[arg(long, value_name = "MB", conflicts_with = "no_tables", help_heading = ENGINE)]
    pub(crate) tables_limit: Option<u64>,
}

#[derive(Args)]
pub(crate) struct OutputArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// How cards are written [default: unicode in text, letters in json]
    #[arg(long, value_enum, value_name = "STYLE", help_heading = OUTPUT)]
    pub(crate) suits: Option<Suits>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Find {
    /// The exact number of tricks
    Tricks,
    /// Whether the contract is made
    Made,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Model {
    /// Every seat for its own gain
    Selfish,
    /// The defenders for the sum of their gains
    Allied,
    /// The defenders always play, for few tricks of the declarer, and share theirs evenly
    Tricks,
}

impl From<Model> for preference::analysis::game::Model {
    fn from(model: Model) -> preference::analysis::game::Model {
        match model {
            Model::Selfish => preference::analysis::game::Model::Selfish,
            Model::Allied => preference::analysis::game::Model::Allied,
            Model::Tricks => preference::analysis::game::Model::Tricks,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables for reading
    Text,
    /// One object a line
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// When a terminal reads and NO_COLOR is not set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suits {
    /// HA, AKQ.T9.87.AK7
    Letters,
    /// ♥A
    Unicode,
    /// ♥A with K O U 10
    German,
    /// ♥Т with К Д В 10
    Russian,
}

impl From<Suits> for CardStyle {
    fn from(suits: Suits) -> CardStyle {
        match suits {
            Suits::Letters => CardStyle::Letters,
            Suits::Unicode => CardStyle::Unicode,
            Suits::German => CardStyle::German,
            Suits::Russian => CardStyle::Russian,
        }
    }
}

/// More threads than this are a mistake.
const THREADS: usize = 1024;

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number <= THREADS => Ok(number),
        _ => Err(format!("write 0 to {THREADS}, 0 for all cores")),
    }
}

/// Reads a time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "write a number of seconds, as 0.5".to_owned())
}

/// The most of what is counted in a pot.
pub(crate) const AMOUNT: u64 = u32::MAX as u64;

/// Reads a number in this range.
pub(crate) fn number(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone {
    whole::<u64>(range)
}

/// The same for fields of other types.
pub(crate) fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| format!("write {} to {}", range.start(), range.end()))
    }
}

pub(crate) fn seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|error: SeatError| error.to_string())
}
