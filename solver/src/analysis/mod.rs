//! The questions people ask of a deal, one a file.

pub mod advise;
pub mod average;
pub mod cards;
mod choices;
pub mod condition;
pub mod constraint;
pub mod contracts;
pub mod decisions;
pub mod defence;
pub mod evaluate;
pub mod layouts;
pub mod line;
pub mod par;
pub mod puzzle;
pub mod raspasovka;
pub mod review;
pub mod settled;
pub mod talon;
pub mod under_way;
pub mod unknown;
pub mod usurp;
