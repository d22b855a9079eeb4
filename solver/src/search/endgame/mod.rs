//! Endings of a few cards in each hand: their values, or ranges that contain the values.
//!
//! The rooms, from the ground up; each uses only rooms before it:
//!
//! - `values`: the bytes of the tables, and how they are read. It holds the values, computed on first use or
//!   all of them in a table, and the ranges that contain the values of endings with one card more or two.
//! - `build`: the computation of complete tables, row by row.
//! - `store`: the values and tables that solvers share, in memory and in files, and the decision when a table
//!   is worth building.
//!
//! Storing the values of all endings is the *endgame database* or *tablebase* of chess programs, built from
//! the end backwards (Ströhlein 1970; Thompson 1986).

#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "complete tables are files, which there are none of")
)]

mod build;
mod store;
mod values;

#[cfg(test)]
pub(crate) use store::cache::Effort;
#[cfg(not(target_family = "wasm"))]
pub use store::file::TableError;
#[cfg(not(target_family = "wasm"))]
pub use store::folder::{StoredTable, TableFolder};
pub(crate) use store::local_cache::LocalCache;
pub use store::shared::Endgames;
#[cfg(test)]
pub(crate) use values::bytes::Bytes;
pub use values::kind::{EndgameTable, EndgameTableError};
pub(crate) use values::question::Question;
pub(crate) use values::ranges::Ranges;
pub(crate) use values::value_table::Values;
