//! The measurements of `pref bench`, in which every answer is checked against the fixtures, and a comparison with a
//! bridge solver.

#[cfg(feature = "dds")]
pub mod dds;
mod known_deals;
mod known_values;
pub mod near_misses;
mod quantiles;
mod questions;
pub mod regression;
pub mod second_hand;
mod threads;
pub mod thumbs;
mod work;

pub use known_deals::{CONTRACTS, KnownDeal, deals, parse_trick_digits, play, rows};
#[cfg(not(target_family = "wasm"))]
pub use known_deals::{endgames, load_tables_for};
pub use known_values::{RULES, timed};
pub use quantiles::Quantiles;
pub use threads::{Scaling, scaling};
pub use work::{AnswerTimes, KINDS, Kind, load_tables, signature};
