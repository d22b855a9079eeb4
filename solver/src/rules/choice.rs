//! The choices that a seat can make in a decision before the play.

use serde::{Deserialize, Serialize};

/// Choice of a seat in a decision before the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The declarer plays the contract, or a defender plays against it.
    Play,
    /// The declarer gives up.
    GiveUp,
    /// A defender drops out.
    Drop,
    /// The only defender who has not dropped out plays alone.
    Alone,
    /// The only defender who has not dropped out invites the other to play as a guest.
    Invite,
    /// A defender doubles the contract.
    Kontra,
    /// The declarer answers the kontra; if both defenders said kontra, the answer is to both.
    Rekontra,
    /// The declarer answers only the left neighbour's kontra.
    RekontraLeft,
    /// The declarer answers only the right neighbour's kontra.
    RekontraRight,
    /// A defender answers the rekontra.
    Sub,
    /// The declarer answers the sub.
    Mort,
    /// The last doubling is not answered.
    Accept,
    /// The declarer announces the absence of aces.
    Announce,
    /// The declarer does not announce the absence of aces.
    Silent,
    /// A defender plays against the contract, owes tricks, and is paid for tricks.
    Whist,
    /// A defender does not whist.
    Pass,
    /// A defender is paid for half of the tricks owed, and the hand is not played.
    HalfWhist,
}

impl Choice {
    /// All choices.
    pub const ALL: [Choice; 17] = [
        Choice::Play,
        Choice::GiveUp,
        Choice::Drop,
        Choice::Alone,
        Choice::Invite,
        Choice::Kontra,
        Choice::Rekontra,
        Choice::RekontraLeft,
        Choice::RekontraRight,
        Choice::Sub,
        Choice::Mort,
        Choice::Accept,
        Choice::Announce,
        Choice::Silent,
        Choice::Whist,
        Choice::Pass,
        Choice::HalfWhist,
    ];

    /// The name of the choice in answers.
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
