//! The options of `talon`, `usurp` and `par`: the exchange with the talon, the auction before it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use preference::seat::Seat;
use serde::Serialize;

use super::groups::{
    AMOUNT, ChoiceArgs, DealArgs, LeadArgs, OUTPUT, OutputArgs, PAYMENT, PayArgs, RulesArgs, WeighedArgs,
    number, seat, whole,
};

#[derive(Args, Serialize)]
pub(crate) struct TalonArgs {
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    #[serde(flatten)]
    choice: ChoiceArgs,
    /// What makes a discard and a contract better [default: what --goal finds]
    #[arg(long, value_enum, value_name = "WHAT")]
    by: Option<By>,
    /// Take the two other hands as unknown: averages over this number of random layouts of them
    #[arg(long, value_name = "N", value_parser = number(2..=AMOUNT))]
    unknown_defence: Option<u64>,
    /// Which random layouts of them [default: 1]
    #[arg(long, value_name = "N", requires = "unknown_defence", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    #[serde(flatten)]
    lead: LeadArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pay: PayArgs,
    #[command(flatten)]
    #[serde(flatten)]
    weighed: WeighedArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
    /// How many discards the text shows
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>(0..=66), help_heading = OUTPUT)]
    #[serde(skip)]
    pub(crate) top: usize,
}

#[derive(Args, Serialize)]
pub(crate) struct UsurpArgs {
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) deals: DealArgs,
    /// The rules: a preset with usurping, and switches set otherwise
    #[arg(long, short, value_name = "NAME[,+SWITCH|,-SWITCH]", default_value = "illustrated")]
    #[serde(skip)]
    pub(crate) rules: String,
    /// House rules from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    #[serde(skip)]
    pub(crate) rules_file: Option<PathBuf>,
    /// Who declares
    #[arg(long, short, value_name = "F|M|R", value_parser = seat)]
    declarer: Option<Seat>,
    /// The number of the bid [default: 1]
    #[arg(long, value_name = "N", value_parser = number(1..=9))]
    bid: Option<u64>,
    /// Which others have bid too, and may take the cards [default: both]
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bidders: Vec<Seat>,
    /// The auction, instead of its result
    #[arg(long, value_name = "CALLS")]
    calls: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pay: PayArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
    /// How many discards the text shows
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>(0..=66), help_heading = OUTPUT)]
    #[serde(skip)]
    pub(crate) top: usize,
}

#[derive(Args, Serialize)]
pub(crate) struct ParArgs {
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pay: PayArgs,
    #[command(flatten)]
    #[serde(flatten)]
    weighed: WeighedArgs,
    /// How many deals in a row all have passed before this one
    #[arg(long, value_name = "N", value_parser = number(0..=200), help_heading = PAYMENT)]
    passed: Option<u64>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    /// Tricks over the target of the contract
    Tricks,
    /// Whether it is made, then how valuable it is
    Made,
    /// What the declarer gains
    Gain,
}
