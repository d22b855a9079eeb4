//! What is given of a hand.

pub mod ppn;
pub mod record;
