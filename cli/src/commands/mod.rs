//! The commands of the program, with a module for each.

pub(crate) mod ask;
pub(crate) mod batch;
pub(crate) mod bench;
mod bot_process;
pub(crate) mod bots;
pub(crate) mod completion;
pub(crate) mod example;
pub(crate) mod man;
mod match_file;
pub(crate) mod match_play;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod stats;
pub(crate) mod tables;
