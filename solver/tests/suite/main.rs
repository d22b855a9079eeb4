//! The tests that look at the library from outside, one binary:
//!
//! - `agreement`: the search against plain minimax on random endings and deals
//! - `decisions`: what is decided before the play, against trees written out by hand
//! - `exchange`: what is laid aside, against every discard by itself
//! - `fixtures`: the search against the files of known values
//! - `invariants`: what must hold between answers
//! - `legality`: legal cards against the judge's, and counts of plays
//! - `library`: sets, orders, and what threads may share
//! - `maxn`: play in which every seat plays for its own gain (max^n), against the judge
//! - `notation`: deals as text, out and in again
//! - `puzzles`: what is said of a deal that is wanted
//! - `reviewing`: what a played hand cost, against each of its steps by itself
//! - `settlement`: what must hold of every settlement
//! - `under_way`: hands under way that are played for what they pay
//! - `values`: costs, margins, ranks, groups and tricks in answers against plain definitions
//!
//! What needs the insides of an analysis is tested where that is: auctions in `par`, the exchange
//! game in `usurp`, layouts in `advise`, averages in `talon_unknown`, steps that alone win in
//! `puzzle`, records with winners in `review`.

mod agreement;
mod decisions;
mod exchange;
mod fixtures;
mod invariants;
mod legality;
mod library;
mod maxn;
mod notation;
mod puzzles;
mod reviewing;
mod settlement;
mod situations;
mod under_way;
mod values;
