//! An exact double-dummy solver and analysis engine for Préférence, the three-handed trick-taking game with
//! 32 cards of Central and Eastern Europe.
//!
//! A [`Situation`] holds the known facts of a hand: rules, cards, calls, contract, cards played. An
//! [`Analyst`] answers questions about it and has one method for each question. An
//! [`Asker`](protocol::ask::Asker) answers questions that are given as JSON, with answers in JSON, and an
//! `Engine` answers many such questions at once.
//!
//! ```
//! use preference::analysis::talon::TalonOptions;
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
//! They are built on the [`Solver`], which decides whether a side can reach a given [`Goal`](rules::Goal), a
//! condition on the winners of the tricks. The modules build on each other in this order: [`excerpt`];
//! [`cards`], [`seat`]; [`deal`]; [`rules`]; [`position`], [`auction`], [`settlement`]; [`search`],
//! [`situation`]; [`hand`]; [`session`]; [`batch`]; [`analysis`]; [`players`]; [`protocol`].

#![warn(missing_debug_implementations)]

pub mod analysis;
pub mod auction;
pub mod batch;
pub mod cards;
pub mod deal;
pub mod excerpt;
pub mod hand;
mod macros;
mod order;
pub mod players;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod seat;
pub mod session;
pub mod settlement;
pub mod situation;

pub use analysis::Analyst;
pub use cards::{Card, Cards, Rank, Suit};
pub use deal::Deal;
pub use position::Position;
pub use rules::{Contract, Variant};
pub use search::Solver;
pub use seat::{Seat, Seats};
pub use situation::{QuestionError, Situation};
