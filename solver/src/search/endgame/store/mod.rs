//! The tables and values that are kept: in memory for all solvers, and in files for later runs.
//!
//! - `shared`: the endgame values that solvers share ([`Endgames`](shared::Endgames)). `cache`: the cache of
//!   values and tables by question; `local_cache`: the part of it that one solver has fetched.
//! - `builder`: tables built in the background; `build_stage`: when building pays.
//! - `folder`: a folder of tables; `file`: the format of the files.

mod build_stage;
#[cfg(not(target_family = "wasm"))]
mod builder;
pub(super) mod cache;
#[cfg(not(target_family = "wasm"))]
pub(super) mod file;
#[cfg(not(target_family = "wasm"))]
pub(super) mod folder;
pub(super) mod local_cache;
pub(super) mod shared;
