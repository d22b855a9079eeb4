//! The built-in players, by name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::excerpt::excerpt;
use crate::players::beginner::Beginner;
use crate::players::layout_player::{LayoutLimits, LayoutPlayer};
use crate::players::player::Player;
use crate::players::random_player::RandomPlayer;
use crate::situation::form::word_values;

/// A kind of player. It is displayed and parsed as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PlayerKind {
    /// Chooses each legal action with equal probability.
    Random,
    /// Plays by the rules that a beginner is taught in a club.
    Beginner,
    /// Values actions on few layouts of the cards that it does not see.
    Quick,
    /// Values actions on more layouts.
    Strong,
}

word_values!(PlayerKind);

impl PlayerKind {
    /// All kinds of players.
    pub const ALL: [PlayerKind; 4] =
        [PlayerKind::Random, PlayerKind::Beginner, PlayerKind::Quick, PlayerKind::Strong];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Beginner => "beginner",
            PlayerKind::Quick => "quick",
            PlayerKind::Strong => "strong",
        }
    }

    /// The version rises whenever the player chooses other actions than before, so that a match is not continued with
    /// another player of the same name.
    #[must_use]
    pub const fn version(self) -> u32 {
        match self {
            PlayerKind::Random | PlayerKind::Beginner => 1,
            PlayerKind::Quick => 3,
            PlayerKind::Strong => 4,
        }
    }

    /// Builds a player of this kind for one hand. Deterministic players ignore the seed.
    #[must_use]
    pub fn build_player(self, seed: u64) -> Box<dyn Player> {
        match self {
            PlayerKind::Random => Box::new(RandomPlayer::new(seed)),
            PlayerKind::Beginner => Box::new(Beginner),
            PlayerKind::Quick => Box::new(LayoutPlayer::new(LayoutLimits::QUICK, seed)),
            PlayerKind::Strong => Box::new(LayoutPlayer::new(LayoutLimits::STRONG, seed)),
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no player named '{}'; the players are {}",
    excerpt(.0),
    PlayerKind::ALL.map(PlayerKind::name).join(" ")
)]
pub struct PlayerKindError(String);

impl FromStr for PlayerKind {
    type Err = PlayerKindError;

    fn from_str(text: &str) -> Result<PlayerKind, PlayerKindError> {
        let kind = PlayerKind::ALL.into_iter().find(|kind| kind.name() == text.trim());
        kind.ok_or_else(|| PlayerKindError(text.to_owned()))
    }
}
