//! Payments in a file of rules: five ways to settle a hand, each a table of numbers.
//!
//! Out of a pot ([`Pot`]), between the declarer and each opponent ([`PerOpponent`]), by the tricks taken
//! ([`TrickReward`]), in the books of Russian players ([`Books`]) and on the paper of Yugoslav ones ([`Paper`]).

mod books;
mod paper;
mod per_opponent;
mod pot;
mod trick_reward;

use crate::rules::number::{number, switch};
use serde::{Deserialize, Serialize};

pub use books::{Books, Rate, Responsibility};
pub use paper::Paper;
pub use per_opponent::PerOpponent;
pub use pot::{DefenderPay, GiveUpPrice, Pot, WhenShort};
pub use trick_reward::TrickReward;

/// The settlement of hands: the `[settlement]` table of a variant's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Settlement {
    /// The way in use, of the ways below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<PaymentScheme>,
    /// Amount that everybody puts into an empty pot.
    #[serde(deserialize_with = "number")]
    pub ante: u8,
    /// Amount that the dealer puts in before every deal, instead of the ante.
    #[serde(deserialize_with = "number")]
    pub dealer_adds: u8,
    /// Largest number of marks of a player for deals that all passed.
    #[serde(deserialize_with = "number")]
    pub most_marks: u8,
    /// Number of deals of a sheet for which marks are given out, 0 for no limit.
    #[serde(deserialize_with = "number")]
    pub most_refas: u8,
    /// Amount that the declarer pays the dealer if the talon's cards are of one rank.
    #[serde(deserialize_with = "number")]
    pub talon_pair: u8,
    /// Out of a pot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pot: Option<Pot>,
    /// Between the declarer and each opponent: for all contracts or, besides another way, for the contracts
    /// that have a price here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<PerOpponent>,
    /// By the tricks taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reward: Option<TrickReward>,
    /// In books: pool, mountain and whists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books: Option<Books>,
    /// On paper: bule and supe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper: Option<Paper>,
    /// Payments besides the contract.
    pub bonuses: Bonuses,
}

/// Way of settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PaymentScheme {
    /// Out of a pot: `[settlement.pot]`.
    Pot,
    /// Between the declarer and each opponent: `[settlement.each]`.
    Each,
    /// By the tricks taken: `[settlement.reward]`.
    Reward,
    /// In books, with pool, mountain and whists: `[settlement.books]`.
    Books,
    /// On paper, with bule and supe: `[settlement.paper]`.
    Paper,
}

/// Payments between the declarer and each opponent, in play or out, in suit games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Bonuses {
    /// Hearts played from the hand: got if made, paid if not.
    #[serde(deserialize_with = "number")]
    pub hearts_from_hand: u8,
    /// All four aces held: got if made.
    #[serde(deserialize_with = "number")]
    pub four_aces: u8,
    /// Whether the bonus for four aces is paid if the contract fails.
    #[serde(deserialize_with = "switch")]
    pub four_aces_lost: bool,
    /// No ace among all twelve cards, announced before the first lead: got if made, paid
    /// if not.
    #[serde(deserialize_with = "number")]
    pub no_aces: u8,
    /// Whether bonuses are multiplied by the value of the contract.
    #[serde(deserialize_with = "switch")]
    pub by_value: bool,
}
