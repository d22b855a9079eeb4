//! The program's name in the outputs of batches.

use preference_jobs::Program;

/// Identification of this program in the outputs of its batches.
pub(crate) const PROGRAM: Program =
    Program { name: "preference", version: env!("CARGO_PKG_VERSION"), own_options_key: "own_rules" };
