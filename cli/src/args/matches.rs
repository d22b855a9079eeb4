//! Options of `pref match`.

use std::path::PathBuf;

use clap::Args;
use preference::players::PlayerKind;

use super::groups::{DisplayArgs, ENGINE, MAX_AMOUNT, OUTPUT, RulesArgs, integer, threads};

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// The three players, separated by commas: random, beginner, quick or strong
    #[arg(long, value_name = "NAME,NAME,NAME", value_parser = players)]
    pub(crate) players: [PlayerKind; 3],
    /// Number of hands, rounded up to whole deals
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = integer::<u64>(1..=MAX_AMOUNT))]
    pub(crate) hands: u64,
    /// Play each deal in all seatings of the players; otherwise the seatings take turns from deal to deal
    #[arg(long)]
    pub(crate) duplicate: bool,
    /// Random seed of the deals and of the players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = integer::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Write a record of each hand to this file, one JSON object per line
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) records: Option<PathBuf>,
    /// Continue the match whose hands are in the file of records
    #[arg(long, requires = "records", help_heading = OUTPUT)]
    pub(crate) resume: bool,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = ENGINE)]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Parses the names of three players.
fn players(text: &str) -> Result<[PlayerKind; 3], String> {
    let players: Result<Vec<PlayerKind>, _> = text.split(',').map(str::parse).collect();
    let players = players.map_err(|error| error.to_string())?;
    players
        .try_into()
        .map_err(|players: Vec<PlayerKind>| format!("write three players, not {}", players.len()))
}
