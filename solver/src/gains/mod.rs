//! Solvers behind the questions about gains: graphs of choices, decisions before the play, and play for gains.

pub(crate) mod bounded_graph;
pub mod decisions;
pub mod expected_result;
pub(crate) mod objective;
pub(crate) mod payoffs;

pub use payoffs::{GainBounds, GainEstimate, Model, PlayedResult, Preferences, Utility};
