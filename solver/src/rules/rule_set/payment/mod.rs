//! Payments in a file of rules: out of a pot ([`Pot`]), between the declarer and each opponent ([`PerOpponent`]), by
//! the tricks taken ([`TrickReward`]), in the books of Russian players ([`Books`]) or on the paper of Yugoslav players
//! ([`Paper`]).

mod books;
mod paper;
mod per_opponent;
mod pot;
mod trick_reward;

use crate::rules::rule_set::number::{number, switch};
use serde::{Deserialize, Serialize};

pub use books::{Books, Rate, Responsibility};
pub use paper::Paper;
pub use per_opponent::PerOpponent;
pub use pot::{DefenderPay, GiveUpPrice, Pot, ShortDefenderPayment};
pub use trick_reward::TrickReward;

/// The settlement of hands: the `[settlement]` table of a variant's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Settlement {
    /// The scheme in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<PaymentScheme>,
    /// Amount that every player puts into an empty pot.
    #[serde(deserialize_with = "number")]
    pub ante: u8,
    /// Amount that the dealer puts into the pot before every deal. If it is not 0, there is no ante.
    #[serde(deserialize_with = "number")]
    pub dealer_adds: u8,
    /// Largest number of marks for passed-out deals that a player can have.
    #[serde(deserialize_with = "number")]
    pub most_marks: u8,
    /// Largest number of passed-out deals of a sheet for which marks are given out; 0 for no limit.
    #[serde(deserialize_with = "number")]
    pub most_refas: u8,
    /// Amount that the declarer pays the dealer if the talon's two cards are of one rank.
    #[serde(deserialize_with = "number")]
    pub talon_pair: u8,
    /// Payments out of a pot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pot: Option<Pot>,
    /// Payments between the declarer and each opponent: of all contracts or, besides another scheme, the priced ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<PerOpponent>,
    /// Payments by the tricks taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reward: Option<TrickReward>,
    /// Entries in books: pool, mountain and whists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books: Option<Books>,
    /// Entries of bule and supe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper: Option<Paper>,
    /// Payments in addition to the price of the contract.
    pub bonuses: Bonuses,
}

/// Scheme by which hands are settled.
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
    /// With bule and supe, as in Serbia and Croatia: `[settlement.paper]`.
    Paper,
}

/// Bonuses: payments between the declarer and each opponent, even one who dropped out, in contracts with a trump suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Bonuses {
    /// Bonus for hearts played from the hand. The declarer gets it if the contract is made, and pays it if not.
    #[serde(deserialize_with = "number")]
    pub hearts_from_hand: u8,
    /// Bonus for holding all four aces, which the declarer gets if the contract is made.
    #[serde(deserialize_with = "number")]
    pub four_aces: u8,
    /// Whether the declarer pays the bonus for four aces if the contract fails.
    #[serde(deserialize_with = "switch")]
    pub four_aces_lost: bool,
    /// Bonus for holding no ace among the twelve cards (or the ten cards dealt, from the hand), announced before the
    /// first lead. The declarer gets it if the contract is made, and pays it if not.
    #[serde(deserialize_with = "number")]
    pub no_aces: u8,
    /// Whether all bonuses are multiplied by the value of the contract.
    #[serde(deserialize_with = "switch")]
    pub by_value: bool,
}
