//! The choices that a seat can make in a decision before the play.

use serde::{Deserialize, Serialize};

/// Choice of a seat in a decision before the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// To play: the declarer the contract, a defender against it.
    Play,
    /// The declarer gives up.
    GiveUp,
    /// A defender drops out.
    Drop,
    /// A defender left alone plays alone.
    Alone,
    /// A defender left alone invites the other.
    Invite,
    /// A defender doubles.
    Kontra,
    /// The declarer answers, both defenders if both said kontra.
    Rekontra,
    /// The declarer answers the left neighbour's kontra alone.
    RekontraLeft,
    /// The declarer answers the right neighbour's kontra alone.
    RekontraRight,
    /// The defender answers.
    Sub,
    /// The declarer answers again.
    Mort,
    /// Not to answer.
    Accept,
    /// The declarer says that they have no ace.
    Announce,
    /// Not to say so.
    Silent,
    /// To play against the contract and be paid for tricks.
    Whist,
    /// Not to whist.
    Pass,
    /// To be paid for half the tricks owed, without play.
    HalfWhist,
}

impl Choice {
    /// Returns the name of the choice in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Play => "play",
            Choice::GiveUp => "give-up",
            Choice::Drop => "drop",
            Choice::Alone => "alone",
            Choice::Invite => "invite",
            Choice::Kontra => "kontra",
            Choice::Rekontra => "rekontra",
            Choice::RekontraLeft => "rekontra-left",
            Choice::RekontraRight => "rekontra-right",
            Choice::Sub => "sub",
            Choice::Mort => "mort",
            Choice::Accept => "accept",
            Choice::Announce => "announce",
            Choice::Silent => "silent",
            Choice::Whist => "whist",
            Choice::Pass => "pass",
            Choice::HalfWhist => "half-whist",
        }
    }
}
