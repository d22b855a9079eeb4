//! The participants of a match: built-in players, and players outside of the library.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::players::player_kind::PlayerKind;

/// A participant of a match. It is displayed, and written in JSON, as its name.
///
/// ```
/// use preference::players::{Participant, PlayerKind};
/// assert_eq!(Participant::new("strong"), PlayerKind::Strong.into());
/// assert_eq!(Participant::new("my bot").name(), "my bot");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Participant {
    /// A built-in player.
    BuiltIn(PlayerKind),
    /// A player outside of the library, without the name of a built-in one; players of one name are interchangeable.
    External(Arc<str>),
}

impl Participant {
    /// Returns the built-in player of this name or, if there is none, an external player.
    #[must_use]
    pub fn new(name: &str) -> Participant {
        name.parse().map_or_else(|_| Participant::External(name.into()), Participant::BuiltIn)
    }

    /// `strong`, or the name that an external player was given.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Participant::BuiltIn(kind) => kind.name(),
            Participant::External(name) => name,
        }
    }

    /// Whether the player is outside of the library.
    #[must_use]
    pub fn is_external(&self) -> bool {
        matches!(self, Participant::External(_))
    }

    /// 0 for an external player, whose version is not known.
    #[must_use]
    pub fn version(&self) -> u32 {
        match self {
            Participant::BuiltIn(kind) => kind.version(),
            Participant::External(_) => 0,
        }
    }
}

impl From<PlayerKind> for Participant {
    fn from(kind: PlayerKind) -> Participant {
        Participant::BuiltIn(kind)
    }
}

impl From<String> for Participant {
    fn from(name: String) -> Participant {
        Participant::new(&name)
    }
}

impl From<Participant> for String {
    fn from(participant: Participant) -> String {
        participant.name().to_owned()
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
