//! Questions about a situation, with one module for each.
//!
//! The type of a question declares its fields once. A field is a key of JSON, a flag of the program (feature `clap`),
//! a property of the JSON Schema (feature `schema`) and a parameter of the package for Python; its comment is the help
//! text of all of them. The [`Analyst`](crate::Analyst) has a method for each question.

pub mod advise;
pub mod auction;
pub mod cards;
pub mod catch;
pub mod contract_selection;
pub mod deal;
pub mod defend;
pub mod evaluate;
pub mod line;
pub mod par;
pub mod played_tricks;
pub mod ppn;
pub mod puzzle;
pub mod question_list;
pub mod question_type;
pub(crate) mod record;
pub mod review;
pub mod score;
pub mod session;
pub mod solve;
pub mod state;
pub mod talon;
pub mod thumb;
pub mod usurp;
pub(crate) mod view_input;
