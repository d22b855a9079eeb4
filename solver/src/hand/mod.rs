//! A hand from the auction to the play: the decisions of its players, and their order.

pub(crate) mod choice;
pub(crate) mod decision_order;

pub use choice::Choice;
