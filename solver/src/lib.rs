//! An exact double-dummy solver and analysis engine for Préférence, the three-handed trick-taking
//! game with 32 cards of Central and Eastern Europe.
//!
//! A [`Situation`] is what is given: rules, cards, calls, contract, cards played. An [`Analyst`]
//! answers questions about it, a method a question. An [`Asker`] does the same from and to JSON.
//!
//! ```
//! use preference::{Analyst, Deal, Seat, Situation, TalonOptions, Variant};
//!
//! let rules: Variant = "austrian".parse()?;
//! let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
//! let hand = Situation::new(rules, deal).by(Seat::Forehand);
//! let talon = Analyst::new().talon(&hand, &TalonOptions::default())?;
//! assert_eq!(talon.choice.expect("there are contracts").discard, "H9 C7".parse()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Below them stands the [`Solver`], which answers for any [`Goal`] over trick winners. The modules
//! build on each other in this order: [`cards`], [`seat`]; [`deal`]; [`rules`]; [`position`],
//! [`auction`], [`settlement`]; [`search`], [`situation`]; [`batch`]; [`analysis`].

pub mod analysis;
pub mod auction;
pub mod batch;
pub mod cards;
pub mod deal;
pub mod position;
pub mod rules;
pub mod search;
pub mod seat;
pub mod settlement;
pub mod situation;

pub use analysis::analyst::Analyst;
pub use analysis::ask::Asker;
pub use analysis::contracts::{Asked, ContractsOptions, Find, Outcome};
pub use analysis::game::settled::{Model, Wishes};
pub use analysis::talon::{By, TalonOptions};
pub use auction::{Auction, AuctionError, Standing};
pub use batch::{Batch, ThreadsError};
pub use cards::{Card, Cards, Rank, Suit};
pub use deal::notation::{CardError, CardStyle, CardsError, read_cards};
pub use deal::partial::PartialDeal;
pub use deal::{Deal, DealError, Layout, Place, TalonError};
pub use position::{Game, PlayError, Position, PositionError, TalonLeads};
pub use rules::VariantError;
pub use rules::bidding::AllPass;
pub use rules::call::{Call, CallError};
pub use rules::contract::{ALL_PASS, Contract, ContractError, Declared, Goal, Target};
pub use rules::decisions::Decisions;
pub use rules::play::{Lead, Obligation, PlayRules};
pub use rules::variant::Variant;
pub use search::{Course, EndgameTable, Endgames, RulesOfThumb, Solver};
#[cfg(not(target_family = "wasm"))]
pub use search::{StoredTable, TableError, TableFolder};
pub use seat::{BySeat, Seat, SeatError, Seats};
pub use settlement::{Aces, Amount, Dealer, Doubling, Gains, Hand, Played, SettlementError, Sheet};
pub use situation::error::QuestionError;
pub use situation::play::{Play, Stands, Taken, TakenError};
pub use situation::{Given, Leader, Situation};

/// The README, whose examples are run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
