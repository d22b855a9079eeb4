#![doc = include_str!("../../README.md")]

pub mod analysis;
pub mod batch;
pub mod cards;
pub mod deal;
pub mod notation;
pub mod position;
pub mod record;
pub mod rules;
pub mod search;
pub mod seat;
pub mod sketch;

pub use analysis::contracts::{Outcome, Play, TakenError};
pub use analysis::settled::Model;
pub use batch::Batch;
pub use cards::{Card, Cards, Rank, Suit};
pub use deal::{Deal, DealError, Layout, Place, TalonError};
pub use notation::{CardError, CardsError, Dress, read_cards};
pub use position::{Game, PlayError, Position, PositionError, TalonLeads};
pub use record::{Record, RecordError};
pub use rules::auction::{AllPass, Auction, AuctionError, Call, CallError, Standing};
pub use rules::contract::{ALL_PASS, Contract, ContractError, Goal, Target};
pub use rules::decisions::Decisions;
pub use rules::play::{Obligation, Switches};
pub use rules::settlement::{Aces, Amount, Dealer, Declared, Doubling, Gains, Played, SettlementError};
pub use rules::sheet::Sheet;
pub use rules::variant::{Lead, Variant, VariantError};
pub use search::{Course, EndgameTable, Endgames, Solver, Thumbs};
#[cfg(not(target_family = "wasm"))]
pub use search::{StoredTable, TableError, TableFolder};
pub use seat::{BySeat, Seat, SeatError, Seats};
pub use sketch::Sketch;
