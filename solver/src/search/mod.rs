//! The exact search.
//!
//! A [`Solver`] answers one kind of question: can a side make a goal come true against everybody
//! else. From it follows the number of tricks a side can be sure of. Where every seat has wishes
//! of its own, [`Solver::outcome`] says how the play ends.
//!
//! The files, from the ground up:
//!
//! - `suit_pattern`, `suit_terms`, `trump_tricks`: what can be said of one suit, worked out once
//!   for each of its 9841 patterns of owners. `moves`: sets of cards to play. `specialize`: the
//!   rules of play, compiled into the search. `goal`: goals on their way through the tricks.
//! - `board`: the deal. The owner of a card never changes, so a position at the start of a trick
//!   is the mask of the cards left and the leader, and each suit is a byte by which its pattern is
//!   looked up.
//! - `table`: the transposition table. Its key is the order of owners in each suit: positions
//!   that differ only in the ranks of cards that are gone are one position, on other deals too.
//! - `endgame`: values of endings of up to four or five cards in each hand, and ranges in which
//!   those of one or two cards more lie ([`Endgames`], [`TableFolder`]).
//! - `bounds`: what a look at the suits settles. `order`: which lead is tried first. `guess`: the
//!   first guess at a number of tricks.
//! - `alpha_beta`: the search of two sides, with a zero window. `maxn`: the search in which every
//!   seat has wishes of its own.
//! - `solver`: questions, put to these. `stop`: breaking off the work on them.
//!
//! The notebook in `docs/search.md` tells how the search works, where each idea comes from, what
//! each part brings, what bounds the speed, and what was tried and dropped.

mod alpha_beta;
mod board;
mod bounds;
mod endgame;
mod goal;
mod guess;
mod maxn;
mod moves;
mod order;
mod solver;
mod specialize;
mod stop;
mod suit_pattern;
mod suit_terms;
mod table;
mod trump_tricks;

pub use endgame::{EndgameTable, EndgameTableError, Endgames};
#[cfg(not(target_family = "wasm"))]
pub use endgame::{StoredTable, TableError, TableFolder};
pub use maxn::{Course, RulesOfThumb};
pub use solver::Solver;
pub use stop::{Stop, Stopped};
