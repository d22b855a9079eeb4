//! What `pref bench` measures, every answer held against a fixture; and the bridge solver beside
//! our own.

#[cfg(feature = "dds")]
pub mod dds;
mod known;
mod questions;
mod threads;
mod work;

pub use known::{RULES, timed};
pub use preference_fixtures::{KnownDeal, deals};
pub use threads::{Scaling, scaling};
pub use work::{Figures, KINDS, Kind, load_tables, signature};
