//! The rules of the family as data: what must be played, what a contract
//! demands, which variant combines what.

pub mod contract;
pub mod play;
pub mod variant;
