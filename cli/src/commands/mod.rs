//! One command a file.

pub(crate) mod advise;
pub(crate) mod ask;
pub(crate) mod auction;
pub(crate) mod batch;
pub(crate) mod bench;
pub(crate) mod cards;
pub(crate) mod deal;
pub(crate) mod defend;
pub(crate) mod evaluate;
pub(crate) mod example;
pub(crate) mod line;
pub(crate) mod par;
mod play;
pub(crate) mod puzzle;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod score;
pub(crate) mod serve;
pub(crate) mod sheet;
pub(crate) mod shell;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod tables;
pub(crate) mod talon;
pub(crate) mod thumb;
pub(crate) mod usurp;
