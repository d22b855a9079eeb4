//! Options of `pref match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use preference::players::{Participant, PlayerKind};

use super::groups::{DisplayArgs, ENGINE, MAX_AMOUNT, OUTPUT, RulesArgs, integer, positive_seconds, threads};
use crate::commands::bots::parse_participant;
use crate::failure::Failure;

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// The three players, separated by commas: random, beginner, quick or strong
    #[arg(long, value_name = "NAME,NAME,NAME", value_parser = players, required_unless_present = "player")]
    players: Option<[PlayerKind; 3]>,
    /// A player, instead of --players, three times: random, beginner, quick, strong, or cmd:COMMAND for a program that
    /// reads a view of the hand and writes an action, a line each
    #[arg(long, value_name = "PLAYER", value_parser = parse_participant, conflicts_with = "players")]
    player: Vec<Participant>,
    /// Time that a command has for an action; the action of beginner replaces a late one
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = positive_seconds, requires = "player")]
    pub(crate) move_time: Duration,
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
    /// Number of threads, each of which starts every command once [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = ENGINE)]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl MatchArgs {
    pub(crate) fn participants(&self) -> Result<[Participant; 3], Failure> {
        if let Some(players) = self.players {
            return Ok(players.map(Participant::from));
        }
        let count = self.player.len();
        let players = self.player.clone().try_into();
        players.map_err(|_| Failure::Input(format!("--player: write it three times, not {count}")))
    }
}

fn players(text: &str) -> Result<[PlayerKind; 3], String> {
    let players: Result<Vec<PlayerKind>, _> = text.split(',').map(str::parse).collect();
    let players = players.map_err(|error| error.to_string())?;
    players
        .try_into()
        .map_err(|players: Vec<PlayerKind>| format!("write three players, not {}", players.len()))
}
