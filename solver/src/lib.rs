#![doc = include_str!("../../README.md")]

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

pub use analysis::contracts::{Outcome, Play, TakenError};
pub use analysis::game::settled::Model;
pub use auction::{Auction, AuctionError, Standing};
pub use batch::Batch;
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
pub use situation::record::{Record, RecordError};
