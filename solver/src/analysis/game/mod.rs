//! Solvers behind the questions about gains: graphs of choices, decisions before the play, and play for gains.

pub(in crate::analysis) mod bounded_graph;
pub mod decisions;
pub mod expected_result;
pub(in crate::analysis) mod objective;
pub(in crate::analysis) mod payoffs;

pub use payoffs::{GainBounds, GainEstimate, Model, PlayedResult, Preferences, Utility};
