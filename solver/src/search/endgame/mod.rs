//! Endings with a few cards in each hand: their values, or ranges that contain the values.
//!
//! The modules, from the ground up; each uses only modules before it:
//!
//! - `values`: the bytes of the tables, and the functions that read them. It holds the values, computed on
//!   first use or all of them in a table, and the ranges that contain the values of endings with one or two
//!   cards more.
//! - `build`: the computation of complete tables, row by row.
//! - `store`: the values and tables that solvers share, in memory and in files, and the decision when to build a table.
//! - `rule_set_tables`: the tables that games under the rules of a variant use.
//!
//! # A row
//!
//! A table is computed in rows, for each number of tricks left and each leader. All rows that are computed
//! together have the same suit lengths: the class (the number of cards of each seat) of the suit led, the
//! class of the trumps if another suit is led, and the number of cards of each seat in the *side suits*,
//! which are all the others. The *contents* of the side suits are a combination of patterns, one for each side suit.
//! Each row belongs to one pattern of the suit led:
//!
//! ```text
//! patterns of the trumps:      0                     1               ...  (a single one without trumps, or if
//! contents of the side suits:  0   1   2 ...  w-1    0   1   2 ...  w-1    they are led)
//!
//! pattern led 0   row:         3   3   2       4     3   2   2       3     a byte: the counted tricks from
//! pattern led 1   row:         2   3   2       3     2   2   1       3     here on, if this leader leads this
//! ...                                                                      suit
//! ```
//!
//! The side suits do not affect the course of a trick. If the followers play the suit led, all tricks with the same end
//! (the winner and the remaining patterns) lead from each column of a row to the same column of one other row. So the
//! best card is chosen for all columns at once:
//!
//! ```text
//! n tricks left:       row of pattern led p     0   1   2 ...
//!                                               ^   ^   ^     minimax over leads, second cards and third cards:
//! `tricks` lists for p:                         |   |   |     each seat takes the maximum of the values, or the
//!   leads, second cards, third cards, ends      |   |   |     minimum if it minimizes the counted tricks;
//!                                               |   |   |     + 1 if a counted seat wins the trick
//! n - 1 tricks left:   row of pattern led p'    0   1   2 ... `position_rows`, read for the winner as leader
//! ```
//!
//! If a follower trumps, the pattern of the trumps changes; if a follower discards, the contents of the side suits
//! change. For each of these two kinds of card, `rows` first computes the best value over all cards of the kind in each
//! column; after that the kind counts as a single card. If both followers can trump, the trumps take the role of the
//! suit led: each row then belongs to one pattern of the trumps.
//!
//! The rows for all suits that a leader can lead are merged in the order of the `index`, and the bytes of the
//! three leaders are combined:
//!
//! ```text
//! table    1 trick left | 2 tricks left | 3 tricks left | ...
//!                         block, block, ...       the class of each suit: trumps first, the others in order
//!                         byte, byte, ...   patterns a b c d: ((a * size b + b) * size c + c) * size d + d
//!
//! byte     of values: tricks if the declarer leads + 6 * if the left defender does + 36 * if the right one does
//!          of ranges: number of an entry of the `codebook`, which holds for each leader the values of the two
//!          relaxed games
//! ```
//!
//! # The life of a value
//!
//! ```text
//! Search: does the counted side take n tricks or more from here?
//!   |  up to 4 or 5 cards: Values::value           up to 6 or 7 cards, if there is a table: Ranges::can_reach
//!   v
//! Index::index_of -> byte -> digit, or range, of the leader
//!   ^                     a digit not computed yet: from the endings with one trick less, then stored
//!   |  CachedEndings
//! LocalCache of each solver: up to 8 kinds of question
//!   ^     |  when a kind is first asked, then after 16 more questions or 50,000 visited positions: Effort
//!   |     v
//! Endgames, EndgameCache of all solvers: up to 16 kinds of question
//!   ^     |-- asked 48 times: values of four-card endings; 500 times: values of five-card endings
//!   |     |   and small ranges; 80,000 times: large ranges -----------------------------> (1)
//!   |     '-- building the next table is worthwhile: BuildStage, then Builder ----------> (2)
//!   |
//!   |    (1) thread that reads:   TableFolder, file NAME.VERSION.endgame -> mapped -> checksum verified
//!   |<-------------------------------------------------------------------------------------'
//!   |    (2) thread that builds, a BuildJob at a time:
//!   |        FourCards            EndgameTableId::complete -> kept in memory, and for later runs in a
//!   |                             temporary file, renamed when whole
//!   |        Values, Ranges       TableFolder::claim -> EndgameTableId::complete -> temporary file, renamed
//!   |                             when whole -> mapped as in (1), or kept in memory if it cannot be written
//!   '<------------------------------------'
//! ```
//!
//! Storing the values of all endings is the *endgame database* or *tablebase* of chess programs, built from
//! the end backwards (Ströhlein 1970; Thompson 1986).

#[cfg(feature = "tables")]
mod build;
#[cfg(feature = "rules")]
mod rule_set_tables;
mod store;
mod values;

#[cfg(all(feature = "tables", not(target_family = "wasm")))]
pub use store::files::{
    file::TableError,
    folder::{StoredTable, TableFolder},
};
pub(crate) use store::local_cache::LocalCache;
pub use store::shared::Endgames;
pub use values::kind::{EndgameTableError, EndgameTableId};
pub(crate) use values::question::Question;
pub(crate) use values::ranges::Ranges;
pub(crate) use values::value_table::Values;
#[cfg(test)]
pub(crate) use {store::cache::Effort, values::bytes::Bytes};
