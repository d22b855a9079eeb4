//! The options of random deals.

use clap::{Args, ValueEnum};
use preference::seat::Seat;
use serde::Serialize;

use super::groups::{AMOUNT, OutputArgs, RulesArgs, number, seat};

#[derive(Args, Serialize)]
pub(crate) struct DealCommandArgs {
    /// How many deals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=u64::MAX))]
    pub(crate) count: u64,
    /// Which random deals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0..=u64::MAX))]
    seed: u64,
    /// What a hand holds, as M:S>=2, R:A>=1, R:HD=0; may be repeated
    #[arg(long = "where", value_name = "SEAT:CARDS>=N")]
    r#where: Vec<String>,
    /// What a contract comes to, as F:H, F:H=7, F+:N>=8, R:S=fails, F:D=one-discard; may be repeated
    #[arg(long, value_name = "SEAT:CONTRACT=N")]
    makes: Vec<String>,
    /// What is given of the deal, the rest as ?
    #[arg(long, value_name = "DEAL")]
    from: Option<String>,
    /// Gives up after this number of deals without one as wanted
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number(1..=u64::MAX))]
    tries: u64,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Serialize)]
pub(crate) struct PuzzleArgs {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=AMOUNT))]
    count: u64,
    /// Out of how many random deals
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number(1..=1_000_000_000))]
    among: u64,
    /// Which random deals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0..=u64::MAX))]
    seed: u64,
    /// What is to be found
    #[arg(long, value_enum, default_value_t = Kind::Lead)]
    kind: Kind,
    /// Contracts, separated by commas; all for those of the rules
    #[arg(long, short, value_name = "LIST", default_value = "all")]
    contract: String,
    /// Who declares
    #[arg(long, short, value_name = "F|M|R", default_value = "F", value_parser = seat)]
    declarer: Seat,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Where the rules let the declarer lead: the one card with which the contract is made from the hand
    Lead,
    /// The one discard with which the declarer makes it
    Discard,
    /// Where the rules let a defender lead: the one card that beats a contract from the hand
    Defence,
}
