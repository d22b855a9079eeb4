//! Questions about a situation, with one module for each. The [`Analyst`](crate::Analyst) has a method for each.

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
