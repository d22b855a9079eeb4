//! Layouts of cards that nobody has seen: counted, drawn, constrained, and averages over them.

pub mod condition;
pub mod constraint;
pub mod estimate;
pub mod layouts;
pub mod sample;
