//! The questions people ask of a deal, one a file.

pub mod advise;
pub mod cards;
pub mod contracts;
pub mod defence;
pub mod evaluate;
pub mod game;
pub mod line;
pub mod par;
pub mod puzzle;
pub mod raspasovka;
pub mod review;
pub mod sampling;
pub mod talon;
pub mod under_way;
pub mod usurp;
