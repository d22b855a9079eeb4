//! Themes of puzzles in which the discard is hidden.
use serde::{Deserialize, Serialize};

use crate::questions::catch::{ChanceBounds, HiddenDiscard};
use crate::situation::form::word_values;

/// Theme of a puzzle in which the discard is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum CatchTheme {
    /// The only lead of a defender after which one plan beats every discard.
    Lead,
    /// The discards that the declarer must mix.
    Mix,
    /// A mix in which one discard has more weight than another that is better with open cards. With only the discards
    /// that are best with open cards, the chance would be smaller.
    Paradox,
}

word_values!(CatchTheme);

/// Data of a puzzle in which the discard is hidden: its theme, the chance, and the declarer's mix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CatchPuzzle {
    /// Theme.
    pub theme: CatchTheme,
    /// Number of worlds: groups of possible discards that leave the same play.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 66)))]
    pub worlds: u8,
    /// Probability that the declarer makes the contract, with best play of both sides.
    pub chance: ChanceBounds,
    /// Discards that the declarer mixes, the heaviest first; none if the contract is caught.
    pub mix: Vec<HiddenDiscard>,
    /// The two discards of a paradox: a discard of the mix that is not best with open cards, and a discard with less
    /// weight that is best with open cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = 2)))]
    pub compared: Vec<HiddenDiscard>,
}
