//! Questions about a situation, with one module for each question, and the [`Analyst`] that answers them.

pub mod advice;
pub mod advise;
pub(crate) mod analyst;
#[cfg(feature = "arrow")]
pub mod arrow;
pub mod bidding;
pub mod cards;
pub mod catch;
#[cfg(feature = "hands")]
mod catch_puzzle;
pub mod catch_theme;
#[cfg(feature = "schema")]
pub mod columns;
pub mod contracts;
pub mod deals;
pub mod defend;
pub mod discard;
mod endings;
mod equal_play;
pub mod evaluate;
pub mod game;
#[cfg(feature = "hands")]
pub mod hand_values;
pub(crate) mod hidden;
pub mod line;
pub mod par;
pub(crate) mod progress;
pub mod puzzle;
pub mod question_list;
pub mod question_type;
pub mod questions;
pub mod review;
pub mod rules_of_thumb;
pub mod sampling;
#[cfg(feature = "schema")]
pub mod schema;
pub mod score;
pub mod state;
pub mod statistics;
pub mod talon;
pub mod talon_unknown;
pub mod totals;
pub mod tricks;
pub mod usurp;

pub use analyst::Analyst;
pub use progress::Progress;
