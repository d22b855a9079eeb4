//! The storage of endgame values and tables: in memory for all solvers, and in files for later runs.
//!
//! - `shared`: the endgame values that solvers share ([`Endgames`](shared::Endgames)). `cache`: the cache of
//!   values and tables by question; `local_cache`: the part of the cache that one solver has fetched.
//! - `builder`: the building of tables in the background; `build_stage`: the decision when building pays.
//! - `folder`: a folder of tables; `file`: the format of their files.

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
