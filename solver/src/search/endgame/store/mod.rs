//! The storage of endgame values and tables: in memory for all solvers, and in files for later runs.
//!
//! - `shared`: the endgame values that solvers share ([`Endgames`](shared::Endgames)). `cache`: the cache of values and
//!   tables, by question; `local_cache`: the part of the cache that one solver has fetched. `build_stage`: the decision
//!   when to build a table.
//! - `files`: tables as files, which background threads read and build.

mod build_stage;
pub(super) mod cache;
#[cfg(all(feature = "tables", not(target_family = "wasm")))]
pub(super) mod files;
pub(super) mod local_cache;
pub(super) mod shared;
