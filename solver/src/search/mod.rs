//! The exact double-dummy search.
//!
//! A [`Solver`] answers one kind of question: whether one side can reach a goal against all other seats. The number of
//! tricks that a side can force follows from the answers. If every seat has preferences of its own,
//! [`Solver::outcome`] computes how the play ends.
//!
//! The files, from the ground up:
//!
//! - `suit_pattern`, `suit_terms`, `trump_tricks`: facts about one suit, computed once for each of its 9841 patterns of
//!   owners. `moves`: sets of cards to play. `specialize`: the rules of play, compiled into the search. `goal`: goals,
//!   which change from trick to trick.
//! - `board`: the deal. The owner of a card never changes, so a position at the start of a trick is the
//!   leader and the mask of the remaining cards. Each suit is a byte of the mask, by which the suit's pattern
//!   is looked up.
//! - `table`: the transposition table. Its key is the order of owners in each suit. Positions that differ
//!   only in the ranks of cards out of play share one key, even if they come from different deals.
//! - `endgame`: the values of endings of up to four or five cards in each hand, and ranges that contain the
//!   values of endings with one or two cards more ([`Endgames`], [`TableFolder`]).
//! - `bounds`: bounds on the tricks of each side, from the suits alone. `order`: the order in which leads are
//!   tried. `guess`: the first guess at a number of tricks.
//! - `alpha_beta`: the two-sided search, with a zero window. `maxn`: the max^n search, in which every seat
//!   has preferences of its own.
//! - `solver`: the public interface to these searches. `stop`: the signal that cancels a search.
//!
//! `docs/search.md` describes how the search works, the source of each idea and the gain of each part;
//! `benches/results/search.md` has the ideas that were tried and dropped.

mod alpha_beta;
mod board;
mod bounds;
mod deferred;
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

pub use endgame::{EndgameTableError, EndgameTableId, Endgames};
#[cfg(all(feature = "tables", not(target_family = "wasm")))]
pub use endgame::{StoredTable, TableError, TableFolder};
pub use maxn::{PlayConditions, RulesOfThumb};
pub use solver::Solver;
pub use stop::{Stop, StopError};
#[cfg(feature = "json")]
pub(crate) use {moves::lowest_touching, solver::PositionSearch};
