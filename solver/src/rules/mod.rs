//! The rules of all variants as data, and the legal cards under them.

pub(crate) mod call;
pub(crate) mod choice;
pub(crate) mod contract;
pub(crate) mod play;
#[cfg(feature = "rules")]
mod rule_set;

pub use call::{Call, CallError};
pub use choice::Choice;
pub use contract::{ALL_PASS, Contract, ContractError, Declaration, Goal, Target};
pub use play::{Lead, Obligation, PlayRules};
#[cfg(feature = "rules")]
pub use rule_set::{
    AllPass, AllPassPlay, BidKind, Bidding, ContractScope, ContractTarget, Decisions, GiveUpRight, HandBids,
    HoldRight, KontraScope, Location, RekontraScope, RulesDescription, RulesHeader, RulesSummary, Strain,
    TargetKind, Variant, VariantError, payment,
};
#[cfg(feature = "rules")]
pub(crate) use rule_set::{bidding, decisions, variant};
