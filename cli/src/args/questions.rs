//! Options of the commands that ask a question: its fields, the rules, and the form of the answers.

use std::path::PathBuf;

use clap::Args;
use preference::questions::advise::AdviseQuestion;
use preference::questions::auction::AuctionQuestion;
use preference::questions::review::ReviewQuestion;
use preference::questions::score::ScoreQuestion;
use preference::questions::talon::TalonQuestion;
use preference::questions::usurp::UsurpQuestion;

use super::groups::{DealArgs, DisplayArgs, OUTPUT, OutputArgs, RulesArgs, integer};

/// Question about deals.
#[derive(Args)]
pub(crate) struct DealQuestionArgs<Q: Args> {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) question: Q,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Question about deals, whose answer lists discards.
#[derive(Args)]
pub(crate) struct TalonArgs {
    #[command(flatten)]
    pub(crate) args: DealQuestionArgs<TalonQuestion>,
    #[command(flatten)]
    pub(crate) top: TopArgs,
}

/// Question about legal cards or, with a record, about legal actions.
#[derive(Args)]
pub(crate) struct AdviseArgs {
    #[command(flatten)]
    pub(crate) args: DealQuestionArgs<AdviseQuestion>,
    /// Number of possible actions that are shown as text, the best first (with a record)
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = integer::<usize>(1..=66), help_heading = OUTPUT)]
    pub(crate) top: usize,
}

#[derive(Args)]
pub(crate) struct UsurpArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    /// Rules: a preset in which discards can be taken up, whose switches may be changed
    #[arg(long, short, value_name = "NAME[,+SWITCH|,-SWITCH]", default_value = "illustrated")]
    pub(crate) rules: String,
    /// House rules from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(crate) rules_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) question: UsurpQuestion,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) top: TopArgs,
}

/// Length of the list of discards.
#[derive(Args)]
pub(crate) struct TopArgs {
    /// Number of discards that are shown as text
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = integer::<usize>(0..=66), help_heading = OUTPUT)]
    pub(crate) top: usize,
}

/// Random deals or puzzles.
#[derive(Args)]
pub(crate) struct RandomArgs<Q: Args> {
    #[command(flatten)]
    pub(crate) question: Q,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct AuctionArgs {
    #[command(flatten)]
    pub(crate) question: AuctionQuestion,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

#[derive(Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) question: ScoreQuestion,
    /// Keep the score of a series of deals that are read from this file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["contract", "declarer", "tricks", "totals"])]
    pub(crate) sheet: Option<PathBuf>,
    /// Show the score sheet of --sheet as it is written on paper: the successive numbers at each place
    #[arg(long, requires = "sheet")]
    pub(crate) paper: bool,
    /// Draw the score sheet of --sheet, as it is written on paper, into this SVG file
    #[arg(long, value_name = "FILE", requires = "sheet", conflicts_with_all = ["contract", "declarer", "tricks", "totals"])]
    pub(crate) svg: Option<PathBuf>,
    /// Replace the file of --svg if it exists
    #[arg(long, requires = "svg")]
    pub(crate) overwrite: bool,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Question about the record of a hand.
#[derive(Args)]
pub(crate) struct RecordQuestionArgs<Q: Args> {
    #[command(flatten)]
    pub(crate) question: Q,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

#[derive(Args)]
pub(crate) struct ReviewArgs {
    /// Files of played hands; without any, hands are read from standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Rules for hands that do not name their rules [default: austrian, or bule for hands in PPN]
    #[arg(long, short, value_name = "NAME[,+SWITCH|,-SWITCH]")]
    pub(crate) rules: Option<String>,
    /// House rules from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(crate) rules_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) question: ReviewQuestion,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Show every call and card, not only those with a cost
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) all: bool,
}
