//! Endings of a few cards in each hand: their values, or the ranges in which these lie.
//!
//! - `values`: the values, found when first asked for or all of them in a table; `ranges`: the
//!   ranges in which values lie, for endings of one card more or two. Both know a position by
//!   its place in a table (`index`).
//! - `question`: what is asked of an ending, and its value from those with one trick less.
//! - `relaxed`: the two games between whose values that of the true game lies; `codebook`:
//!   ranges in a byte.
//! - `build`: complete tables. `rows`: the values of whole rows of endings; `shape`: what these have
//!   in common, `rest`: in what they differ; `after`: where their tricks lead; `tricks`: the ways
//!   these can go; `suits`: what a discard leaves; `keep`: the better of two rows. `check`: tables
//!   against what the rules say of single positions.
//! - `bytes`: the bytes of a table in memory or in a file; `file`: the format of the files; `folder`:
//!   a folder of them; `kind`: what a table is about, and its name.
//! - `shared`: what is known of endings, for solvers to share. `at_hand`: by question; `builder`:
//!   tables built aside; `paid`: when.
//!
//! To keep the values of all endings is the *endgame database* or *tablebase* of chess
//! programs, built from the end backwards (Ströhlein 1970; Thompson 1986).

#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "complete tables are files, which there are none of")
)]

mod after;
mod at_hand;
mod build;
#[cfg(not(target_family = "wasm"))]
mod builder;
mod bytes;
#[cfg(any(test, not(target_family = "wasm")))]
mod check;
mod codebook;
#[cfg(not(target_family = "wasm"))]
mod file;
#[cfg(not(target_family = "wasm"))]
mod folder;
mod index;
mod keep;
mod kind;
mod paid;
mod question;
mod ranges;
mod relaxed;
mod rest;
mod rows;
mod seen;
mod shape;
mod shared;
mod suits;
mod tricks;
mod values;

#[cfg(test)]
pub(crate) use at_hand::Done;
#[cfg(test)]
pub(crate) use bytes::Bytes;
#[cfg(not(target_family = "wasm"))]
pub use file::TableError;
#[cfg(not(target_family = "wasm"))]
pub use folder::{StoredTable, TableFolder};
pub use kind::{EndgameTable, EndgameTableError};
pub(crate) use question::Question;
pub(crate) use ranges::Ranges;
pub(crate) use seen::Seen;
pub use shared::Endgames;
pub(crate) use values::Values;
