//! The tests that look at the library from outside, one binary:
//!
//! - `agreement`: the search against plain minimax on random endings and deals
//! - `fixtures`: the search against the files of known values
//! - `legality`: legal cards against the judge's, and counts of plays
//! - `notation`: deals as text, out and in again
//! - `invariants`: what must hold between answers
//! - `settlement`: what must hold of every settlement

mod agreement;
mod fixtures;
mod invariants;
mod legality;
mod notation;
mod settlement;
