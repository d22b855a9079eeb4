//! The questions people ask of a deal, one a file.

pub mod cards;
pub mod contracts;
pub mod line;
pub mod talon;
