//! What a contract makes with all cards known: its outcome, and the discards, cards and equal plays that decide it.

pub mod discards;
pub(crate) mod equal_play;
pub(crate) mod only_moves;
pub mod outcome;
pub(crate) mod reached_tricks;
pub(crate) mod winning_cards;

pub use outcome::{Outcome, SolveDetail};
