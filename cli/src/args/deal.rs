//! The options of random deals.

use clap::{Args, ValueEnum};
use preference::analysis::sampling::condition::Condition;
use preference::analysis::sampling::constraint::Constraint;
use preference::{PartialDeal, Seat};

use super::{OutputArgs, RulesArgs, seat};

#[derive(Args)]
pub(crate) struct DealCommandArgs {
    /// How many deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Which random deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What a hand holds, as M:S>=2, R:A>=1, R:HD=0; may be repeated
    #[arg(long = "where", value_name = "SEAT:CARDS>=N")]
    pub(crate) constraints: Vec<Constraint>,
    /// What a contract comes to, as F:H, F:H=7, F+:N>=8, R:S=fails, F:D=one-discard; may be repeated
    #[arg(long, value_name = "SEAT:CONTRACT=N")]
    pub(crate) makes: Vec<Condition>,
    /// What is given of the deal, the rest as ?
    #[arg(long, value_name = "DEAL")]
    pub(crate) from: Option<PartialDeal>,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct PuzzleArgs {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: usize,
    /// Out of how many random deals
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) among: u64,
    /// Which random deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What is to be found
    #[arg(long, value_enum, default_value_t = Kind::Lead)]
    pub(crate) kind: Kind,
    /// Contracts, separated by commas; all for those of the rules
    #[arg(long, short, value_name = "LIST", default_value = "all")]
    pub(crate) contract: String,
    /// Who declares
    #[arg(long, short, value_name = "F|M|R", default_value = "F", value_parser = seat)]
    pub(crate) declarer: Seat,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Where the rules let the declarer lead: the one card with which he makes it from the hand
    Lead,
    /// The one discard with which the declarer makes it
    Discard,
    /// Where the rules let a defender lead: the one card that beats a contract from the hand
    Defence,
}
