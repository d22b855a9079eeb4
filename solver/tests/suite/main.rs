//! The tests that look at the library from outside, one binary:
//!
//! - `agreement`: the search against plain minimax on random endings and deals
//! - `decisions`: what is decided before the play, against trees written out by hand
//! - `each_for_himself`: play in which every seat has wishes of its own against the judge's
//! - `fixtures`: the search against the files of known values
//! - `legality`: legal cards against the judge's, and counts of plays
//! - `notation`: deals as text, out and in again
//! - `invariants`: what must hold between answers
//! - `settlement`: what must hold of every settlement

mod agreement;
mod decisions;
mod each_for_himself;
mod exchange;
mod fixtures;
mod invariants;
mod legality;
mod notation;
mod par;
mod puzzles;
mod reviewing;
mod sampling;
mod settlement;
mod under_way;
mod usurping;
