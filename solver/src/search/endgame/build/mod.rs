//! The computation of complete tables, from the last trick backwards.
//!
//! - `tables`: complete tables of values and of ranges. `check`: checks of tables against the rules of play, position
//!   by position.
//! - `rows`: the values of endings, a whole row at a time; `minmax`: the better of two rows.
//! - `suit_lengths`: the suit lengths that all endings of a row have in common; `side_suits`: the suits in which the
//!   endings of a row differ; `suits`: the patterns that remain after a discard.
//! - `tricks`: the outcomes of a trick; `position_rows`: the positions after a trick.

#[cfg(any(test, not(target_family = "wasm")))]
mod check;
mod minmax;
mod position_rows;
mod rows;
mod side_suits;
mod suit_lengths;
mod suits;
mod tables;
mod tricks;
