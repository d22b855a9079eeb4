//! The rules of all variants as data: the contents of a file of rules. The code that acts on them is
//! elsewhere.

pub(crate) mod bidding;
pub(crate) mod call;
pub(crate) mod contract;
pub(crate) mod decisions;
mod description;
mod error;
mod file;
mod node;
mod number;
pub mod payment;
pub(crate) mod play;
mod ranking;
mod schema;
mod useless_keys;
pub(crate) mod variant;

pub use bidding::{AllPass, Bidding, Bids, Hands, HoldRight, Strain};
pub use call::{Call, CallError};
pub use contract::{ALL_PASS, Contract, ContractError, Declaration, Goal, Target};
pub use decisions::{ContractScope, Decisions, GiveUpRight, Kontra, Rekontra};
pub use description::{ContractTarget, RulesDescription, RulesHeader, RulesSummary, TargetKind};
pub use error::{Location, VariantError};
pub use play::{AllPassPlay, Lead, Obligation, PlayRules};
pub use variant::Variant;
