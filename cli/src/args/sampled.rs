//! The options of questions about unknown cards.

use clap::Args;
use preference::Seat;
use preference::analysis::sampling::constraint::Constraint;

use super::{Ask, DealArgs, GameArgs, Leader, ModelArg, OutputArgs, RulesArgs, leader, seat};

/// Which layouts of the unknown cards.
#[derive(Args)]
pub(crate) struct SampleArgs {
    /// How many random layouts; all, if there are no more
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) layouts: u64,
    /// Which random layouts
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What a hand is known to hold, as M:S>=2, R:A>=1, R:HD=0; may be repeated
    #[arg(long = "where", value_name = "SEAT:CARDS>=N")]
    pub(crate) constraints: Vec<Constraint>,
}

#[derive(Args)]
pub(crate) struct EvaluateArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Contracts, separated by commas; all for those of the rules
    #[arg(long, short, value_name = "LIST", default_value = "all")]
    pub(crate) contract: String,
    /// What to find: tricks and gains too, or, faster, only how often contracts are made
    #[arg(long, value_enum, default_value_t = Ask::Tricks)]
    pub(crate) goal: Ask,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    /// Who has passed: he makes no contract from the hand
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    pub(crate) passed: Vec<Seat>,
    /// Who has bid: he makes a contract with the talon
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    pub(crate) bid: Vec<Seat>,
    /// What the defenders decide and play for, where gains are counted
    #[arg(long, value_enum, default_value_t = ModelArg::Tricks)]
    pub(crate) model: ModelArg,
    /// What is in the pot before the hand, where it decides what is paid
    #[arg(long, value_name = "N")]
    pub(crate) pot: Option<u32>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct AdviseArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The contract
    #[arg(long, short, value_name = "CONTRACT")]
    pub(crate) contract: String,
    /// Who plays it
    #[arg(long, short, value_name = "F|M|R", value_parser = seat)]
    pub(crate) declarer: Seat,
    /// The cards played so far, from the first lead on
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub(crate) played: String,
    /// Who leads to the first trick instead of whom the rules say
    #[arg(long, value_name = "F|M|R|declarer|left|right", value_parser = leader)]
    pub(crate) leader: Option<Leader>,
    /// Who dropped out; his cards are not played
    #[arg(long, value_name = "F|M|R", value_parser = seat)]
    pub(crate) out: Option<Seat>,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
