//! The options of who takes the talon.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use preference::Seat;
use preference::analysis::talon::By;

use super::{ChoiceArgs, DealArgs, Leader, OutputArgs, PayArgs, RulesArgs, leader, seat};

#[derive(Args)]
pub(crate) struct TalonArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    /// What makes a discard and a contract better [default: what --goal finds]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) by: Option<ByArg>,
    #[command(flatten)]
    pub(crate) pay: PayArgs,
    #[command(flatten)]
    pub(crate) weighed: WeighedArgs,
    /// Take the two other hands as unknown: averages over so many random layouts of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) unknown_defence: Option<u32>,
    /// Which random layouts
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Who leads to the first trick instead of whom the rules say
    #[arg(long, value_name = "F|M|R|declarer|left|right", value_parser = leader)]
    pub(crate) leader: Option<Leader>,
    /// Who dropped out; his cards are not played
    #[arg(long, value_name = "F|M|R", value_parser = seat)]
    pub(crate) out: Option<Seat>,
    /// How many discards the text shows
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct UsurpArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    /// The rules: a preset with usurping, and switches set otherwise
    #[arg(long, short, value_name = "NAME[,+SWITCH|,-SWITCH]", default_value = "illustrated")]
    pub(crate) rules: String,
    /// House rules from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(crate) rules_file: Option<PathBuf>,
    /// Who declares
    #[arg(long, short, value_name = "F|M|R", value_parser = seat, required_unless_present = "calls")]
    pub(crate) declarer: Option<Seat>,
    /// The number of his bid
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub(crate) bid: u8,
    /// Which others have bid too, and may take his cards [default: both]
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    pub(crate) bidders: Vec<Seat>,
    /// The auction, instead of its result
    #[arg(long, value_name = "CALLS", conflicts_with_all = ["declarer", "bid", "bidders"])]
    pub(crate) calls: Option<String>,
    #[command(flatten)]
    pub(crate) pay: PayArgs,
    /// How many discards the text shows
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct ParArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) pay: PayArgs,
    #[command(flatten)]
    pub(crate) weighed: WeighedArgs,
    /// How many deals in a row all have passed before this one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=200))]
    pub(crate) passed: u8,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct WeighedArgs {
    /// By gain: weigh so many discards a contract, those with the best tricks; or all [default: 5]
    #[arg(long, value_name = "N|all", value_parser = discards)]
    discards: Option<usize>,
}

impl WeighedArgs {
    /// How many are weighed.
    pub(crate) fn number(&self) -> usize {
        self.discards.unwrap_or(5)
    }

    /// The option, if it was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        self.discards.map(|_| "--discards")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ByArg {
    /// Tricks over the target of the contract
    Tricks,
    /// Whether it is made, then how valuable it is
    Made,
    /// What the declarer gains
    Gain,
}

impl From<ByArg> for By {
    fn from(by: ByArg) -> By {
        match by {
            ByArg::Tricks => By::Tricks,
            ByArg::Made => By::Made,
            ByArg::Gain => By::Gain,
        }
    }
}

fn discards(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        _ if text.eq_ignore_ascii_case("all") => Ok(usize::MAX),
        _ => Err("write a number from 1, or all".to_owned()),
    }
}
