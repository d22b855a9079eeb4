//! The options of the defenders' side.

use clap::Args;
use serde::Serialize;

use super::groups::{
    AMOUNT, DealArgs, Model, OutputArgs, PAYMENT, PayArgs, PlayArgs, RulesArgs, number, whole,
};

#[derive(Args, Serialize)]
pub(crate) struct DefendArgs {
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) play: PlayArgs,
    /// Add the decisions before the play and what the hand then pays
    #[arg(long)]
    settle: bool,
    /// Rules of thumb that the defenders keep to: partner, last, second or all (see pref thumb)
    #[arg(long, value_name = "LIST")]
    rule_of_thumb: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pay: PayArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct ThumbArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Take this number of random deals instead of those given
    #[arg(long, value_name = "N", conflicts_with = "deals", value_parser = number(1..=AMOUNT))]
    pub(crate) random: Option<u64>,
    /// Which random deals
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random", conflicts_with = "deals", value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// What the defenders play for
    #[arg(long, value_enum, default_value_t = Model::Selfish, help_heading = PAYMENT)]
    pub(crate) model: Model,
    /// What is in the pot before each hand; it changes something where the pot decides what is paid
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=AMOUNT), help_heading = PAYMENT)]
    pub(crate) pot: Option<u32>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
