//! The tests that look at the library from outside, one binary:
//!
//! - `judge`: plain minimax written from the rules, which the others ask
//! - `random`: random positions from a seed
//! - `agreement`: the search against the judge

mod agreement;
mod judge;
mod random;
