//! The values of endings, and the ranges that contain the values: tables with a byte for each position, the index of a
//! position, and the meaning of a byte.
//!
//! - `question`: the seats whose tricks are counted, and the computation of an ending's value from the values of
//!   endings with one trick fewer; `relaxed`: the two relaxed games, whose values bound the value of the true game.
//! - `value_table`: the values, computed on first use or all of them in a table; `ranges`: the ranges that
//!   contain the values of endings with one or two cards more.
//! - `index`: the index of a position in a table of values or of ranges; `codebook`: triples of ranges in a byte;
//!   `bytes`: the bytes of a table in memory or in a file; `mapped_file`: the file, mapped into memory.
//! - `kind`: the question and the rules of a table, and its name.

pub(super) mod bytes;
pub(super) mod codebook;
pub(super) mod index;
pub(super) mod kind;
#[cfg(all(feature = "tables", not(target_family = "wasm")))]
pub(super) mod mapped_file;
pub(super) mod question;
pub(super) mod ranges;
pub(super) mod relaxed;
pub(super) mod value_table;
