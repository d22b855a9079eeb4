//! An exact double-dummy solver and analysis engine for Préférence, the three-handed trick-taking game with
//! 32 cards of Central and Eastern Europe.
//!
//! A [`Situation`] holds the known facts of a hand: rules, cards, calls, contract, cards played. An
//! [`Analyst`] answers questions about it and has one method for each question. An
//! [`Responder`](protocol::ask::Responder) answers questions that are given as JSON, with answers in JSON, and an
//! `Engine` answers many such questions at once.
//!
//! ```
//! use preference::questions::talon::TalonOptions;
//! use preference::{Analyst, Deal, Seat, Situation, Variant};
//!
//! let rules: Variant = "austrian".parse()?;
//! let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
//! let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand);
//! let talon = Analyst::new().talon(&hand, &TalonOptions::default())?;
//! assert_eq!(talon.choice.expect("there are contracts").discard, "H9 C7".parse()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All of these are built on the [`Solver`], which decides whether a side can reach a given
//! [`Goal`](rules::Goal), a condition on the winners of the tricks.
//!
//! # Features
//!
//! Without its default features the crate has five direct dependencies. It then offers cards, seats, deals, positions,
//! legal play under the five switches of [`PlayRules`](rules::PlayRules), and the [`Solver`].
//!
//! | feature | default | contents | needs |
//! |---|---|---|---|
//! | `parallel` | yes | [`worker_pool`]: questions on several threads | |
//! | `tables` | yes | complete endgame tables, built on all cores and stored in a [`TableFolder`](search::TableFolder); WebAssembly has no files | `parallel` |
//! | `rules` | yes | [`Variant`]: presets by name and house rules as objects of JSON; [`auction`] and [`settlement`] | |
//! | `rules-files` | yes | house rules from files of TOML, and logs of a [`session`](session::SessionLog), which have such a text | `rules` |
//! | `json` | yes | [`situation`], [`hand`], [`session`], [`questions`] with their answers and the [`Analyst`], [`players`] and [`protocol`], as Rust types and as JSON | `parallel`, `rules` |
//! | `hands` | yes | the questions `catch`, `state` and `act`, records of hands in all questions, and endings in `deal` and `puzzle` | `json` |
//! | `schema` | no | JSON Schemas of questions, records and answers; the columns of tables, and `protocol::records` | `hands` |
//! | `clap` | no | questions as arguments of a command | `hands` |
//! | `arrow` | no | questions and answers as batches of Arrow | `schema` |
//!
//! # Modules
//!
//! Each module uses only those before it: [`encoding`], [`excerpt`]; [`cards`], [`seat`]; [`deal`]; [`rules`];
//! [`position`], [`auction`], [`settlement`]; [`search`], [`situation`]; [`hand`]; [`session`]; [`worker_pool`];
//! [`outcomes`]; [`sampling`], [`gains`]; [`hand_values`], [`tables`]; [`questions`]; [`players`], [`statistics`];
//! [`protocol`].

#![warn(missing_debug_implementations)]
#![cfg_attr(
    any(not(feature = "json"), not(feature = "tables"), target_family = "wasm"),
    allow(dead_code, reason = "some functions are used only by modules of other features")
)]

// A checker of strategies that is also part of an example names the library.
#[cfg(all(test, feature = "hands"))]
extern crate self as preference;

#[cfg(feature = "json")]
mod analyst;
#[cfg(feature = "rules")]
pub mod auction;
pub mod cards;
pub mod deal;
pub mod encoding;
pub mod excerpt;
#[cfg(feature = "json")]
pub mod gains;
#[cfg(feature = "json")]
pub mod hand;
#[cfg(feature = "hands")]
pub mod hand_values;
#[cfg(feature = "json")]
pub(crate) mod hidden;
mod letters;
mod macros;
mod order;
#[cfg(feature = "json")]
pub mod outcomes;
#[cfg(feature = "json")]
pub mod players;
pub mod position;
#[cfg(feature = "json")]
mod progress;
#[cfg(feature = "json")]
pub mod protocol;
#[cfg(feature = "json")]
pub mod questions;
pub mod rules;
#[cfg(feature = "json")]
pub mod sampling;
pub mod search;
pub mod seat;
#[cfg(feature = "json")]
pub mod session;
#[cfg(feature = "rules")]
pub mod settlement;
#[cfg(feature = "json")]
pub mod situation;
#[cfg(feature = "rules")]
pub mod spelling;
#[cfg(feature = "json")]
pub mod statistics;
#[cfg(feature = "json")]
pub mod tables;
#[cfg(feature = "parallel")]
pub mod worker_pool;

pub use cards::{Card, Cards, Rank, Suit};
pub use deal::Deal;
pub use position::Position;
pub use rules::Contract;
#[cfg(feature = "rules")]
pub use rules::Variant;
pub use search::Solver;
pub use seat::{Seat, Seats};
#[cfg(feature = "json")]
pub use {
    analyst::Analyst,
    progress::Progress,
    situation::{QuestionError, Situation},
};
