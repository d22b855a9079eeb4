//! The rules of the family as data: what must be played, who declares what, what a contract
//! demands, what is decided before the play and what a hand pays, and which variant
//! combines what.

pub mod auction;
pub mod contract;
pub mod decisions;
mod file;
pub mod play;
pub mod settlement;
pub mod sheet;
pub mod variant;
