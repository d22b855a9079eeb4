//! Settlement on paper, as in Serbia and Croatia: bule that every player has to work off, and supe written on
//! the declarer.

use crate::rules::number::number;
use serde::{Deserialize, Serialize};

/// The entries of a settlement on paper, in multiples of the contract's value with all its doublings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Paper {
    /// The declarer's bule: fewer if the contract is made, more if it fails.
    #[serde(deserialize_with = "number")]
    pub bule: u8,
    /// The bule of a follower with too few tricks, or of one that said kontra on a contract without quotas,
    /// such as a misère, that is made.
    #[serde(deserialize_with = "number")]
    pub fine: u8,
    /// The supe of a follower for each trick of that follower.
    #[serde(deserialize_with = "number")]
    pub supe: u8,
    /// The supe of each follower when a misère fails.
    #[serde(deserialize_with = "number")]
    pub misere_supe: u8,
    /// The number of tricks of the followers at which the play ends.
    #[serde(deserialize_with = "number")]
    pub ends_at: u8,
    /// Amount added to the value of a contract from the hand.
    #[serde(deserialize_with = "number")]
    pub hand_adds: u8,
    /// Worth of a bule in supe in the end.
    #[serde(deserialize_with = "number")]
    pub bule_point: u8,
}

impl Default for Paper {
    fn default() -> Paper {
        Paper { bule: 2, fine: 2, supe: 2, misere_supe: 10, ends_at: 5, hand_adds: 1, bule_point: 10 }
    }
}
