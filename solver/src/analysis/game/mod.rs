//! The machinery under the questions about gains: choices, decisions, play for gains.

pub(in crate::analysis) mod choices;
pub mod decisions;
pub mod expected;
pub(in crate::analysis) mod settled;
pub(in crate::analysis) mod wish;

pub use settled::{Between, Known, Liking, Model, Settled, Wishes};
