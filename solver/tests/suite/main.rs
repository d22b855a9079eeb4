//! Tests of the library from outside, in one binary:
//!
//! - `advice`: advice from the view of a seat, against enumeration and questions with all cards known
//! - `agreement`: the search against plain minimax on random endings and deals
//! - `claims`: claims of the remaining tricks, against all ways to play them
//! - `decisions`: decisions before the play, against trees written by hand
//! - `every_layout`: counts and extremes over all layouts, against layouts solved one by one
//! - `exchange`: the answers about all discards, against discards solved one by one
//! - `fixtures`: the search against the files of known values
//! - `hand_records`: hands that are read from their records, and written again
//! - `hands`: hands played to their end at random, against a plain judge of every phase
//! - `hidden_discard`: chances where the discard is hidden, against recorded chances and renamed deals
//! - `invariants`: invariants between answers
//! - `known_hands`: questions by the view of a seat, against the same questions by the record of the hand
//! - `legality`: legal cards, against a reference implementation (the judge), and counts of ways to play
//! - `library`: sets, orders, and the types that threads may share
//! - `maxn`: play in which every seat plays for its own gain (max^n), against the judge
//! - `notation`: deals as text, written and read again
//! - `players`: players that play whole hands, and matches between them
//! - `puzzles`: conditions on deals, and puzzles with a hidden discard, against the question `catch`
//! - `reviewing`: reviews of played hands, and the costs of their steps
//! - `games`: the question about a game over several hands, against the session in which they were played
//! - `sessions`: sessions played to their end at random, against a score sheet, and logs of sessions
//! - `settlement`: invariants of every settlement
//! - `situations`: facts of a situation that a question cannot use
//! - `under_way`: hands in progress in which each seat plays for its payment
//! - `values`: costs, margins, ranks, groups and tricks in answers against plain definitions
//! - `views`: the part of a hand that each seat knows
//!
//! Tests that need private items of an analysis stand in its module: auctions in `par`, the exchange game in
//! `usurp`, layouts in `advise`, averages in `talon_unknown`, unique winning steps in `puzzle`, records with
//! winners in `review`.

mod advice;
mod agreement;
mod claims;
mod decisions;
mod every_layout;
mod exchange;
mod fixtures;
mod games;
mod hand_records;
mod hand_values;
mod hands;
mod hidden_discard;
mod invariants;
mod known_hands;
mod legality;
mod library;
mod maxn;
mod notation;
mod players;
mod puzzles;
mod reviewing;
mod sessions;
mod settlement;
mod situations;
mod under_way;
mod values;
mod views;
