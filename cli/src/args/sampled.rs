//! The options of questions about unknown cards.

use clap::Args;
use preference::seat::Seat;
use serde::Serialize;

use super::groups::{
    AMOUNT, DealArgs, Find, LeadArgs, Model, OutputArgs, PAYMENT, POSITION, RulesArgs, number, seat,
};

/// Which layouts of the unknown cards.
#[derive(Args, Serialize)]
pub(crate) struct SampleArgs {
    /// How many random layouts; all, if there are no more
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number(2..=1_000_000_000))]
    layouts: u64,
    /// Which random layouts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0..=u64::MAX))]
    seed: u64,
    /// What a hand is known to hold, as M:S>=2, R:A>=1, R:HD=0; may be repeated
    #[arg(long = "where", value_name = "SEAT:CARDS>=N")]
    r#where: Vec<String>,
}

#[derive(Args, Serialize)]
pub(crate) struct EvaluateArgs {
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    /// Contracts, separated by commas; all for those of the rules
    #[arg(long, short, value_name = "LIST", default_value = "all")]
    contract: String,
    /// What to find: tricks and gains too, or, faster, only how often contracts are made
    #[arg(long, value_enum, default_value_t = Find::Tricks)]
    goal: Find,
    #[command(flatten)]
    #[serde(flatten)]
    sample: SampleArgs,
    /// Who has passed: this hand makes no contract without the talon
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    passed: Vec<Seat>,
    /// Who has bid: this hand makes a contract with the talon
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    bid: Vec<Seat>,
    /// What the defenders decide and play for, where gains are counted
    #[arg(long, value_enum, default_value_t = Model::Tricks, help_heading = PAYMENT)]
    model: Model,
    /// What is in the pot before the hand, where it decides what is paid
    #[arg(long, value_name = "N", value_parser = number(0..=AMOUNT), help_heading = PAYMENT)]
    pot: Option<u64>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Serialize)]
pub(crate) struct AdviseArgs {
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    /// The game is played from the hand (raises some targets)
    #[arg(long)]
    hand: bool,
    /// The contract
    #[arg(long, short, value_name = "CONTRACT")]
    contract: String,
    /// Who plays it
    #[arg(long, short, value_name = "F|M|R", value_parser = seat)]
    declarer: Seat,
    /// The cards played so far, from the first lead on
    #[arg(long, value_name = "CARDS", help_heading = POSITION)]
    played: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    lead: LeadArgs,
    #[command(flatten)]
    #[serde(flatten)]
    sample: SampleArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
}
