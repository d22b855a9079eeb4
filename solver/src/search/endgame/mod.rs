//! Endings of a few cards in each hand: their values, or ranges that contain the values.
//!
//! - `values`: the values, computed on first use or all of them in a table; `ranges`: the ranges that contain
//!   the values of endings with one card more or two. Both find a position by its index in a table (`index`).
//! - `question`: the question about an ending, and its value from the endings with one trick less.
//! - `relaxed`: the two relaxed games whose values bound that of the true game; `codebook`: ranges in a byte.
//! - `build`: complete tables. `rows`: the values of whole rows of endings; `suit_lengths`: the features that
//!   the endings of a row share, `side_suits`: the suits in which they differ; `position_rows`: the positions
//!   after their tricks; `tricks`: the outcomes of these tricks; `suits`: the patterns that a discard leaves;
//!   `minmax`: the better of two rows. `check`: checks of tables against the rules for single positions.
//! - `bytes`: the bytes of a table in memory or in a file; `file`: the format of the files; `folder`: a
//!   folder of them; `kind`: the question and the rules of a table, and its name.
//! - `shared`: the endgame values that solvers share. `cache`: the cache of values and tables by question;
//!   `builder`: tables built in the background; `build_stage`: when building pays.
//!
//! Storing the values of all endings is the *endgame database* or *tablebase* of chess programs, built from
//! the end backwards (Ströhlein 1970; Thompson 1986).

#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "complete tables are files, which there are none of")
)]

mod build;
mod build_stage;
#[cfg(not(target_family = "wasm"))]
mod builder;
mod bytes;
mod cache;
#[cfg(any(test, not(target_family = "wasm")))]
mod check;
mod codebook;
#[cfg(not(target_family = "wasm"))]
mod file;
#[cfg(not(target_family = "wasm"))]
mod folder;
mod index;
mod kind;
mod local_cache;
mod minmax;
mod position_rows;
mod question;
mod ranges;
mod relaxed;
mod rows;
mod shared;
mod side_suits;
mod suit_lengths;
mod suits;
mod tricks;
mod values;

#[cfg(test)]
pub(crate) use bytes::Bytes;
#[cfg(test)]
pub(crate) use cache::Effort;
#[cfg(not(target_family = "wasm"))]
pub use file::TableError;
#[cfg(not(target_family = "wasm"))]
pub use folder::{StoredTable, TableFolder};
pub use kind::{EndgameTable, EndgameTableError};
pub(crate) use local_cache::LocalCache;
pub(crate) use question::Question;
pub(crate) use ranges::Ranges;
pub use shared::Endgames;
pub(crate) use values::Values;
