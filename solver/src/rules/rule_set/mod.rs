//! Complete rules of a variant: the contents of a file of rules.

pub(crate) mod bidding;
pub(crate) mod decisions;
mod description;
mod error;
mod node;
mod number;
pub mod payment;
mod play_table;
mod presets;
mod ranking;
mod schema;
mod source;
#[cfg(all(test, feature = "rules-files"))]
mod tests;
#[cfg(feature = "rules-files")]
mod toml_file;
#[cfg(feature = "rules-files")]
mod toml_node;
#[cfg(feature = "rules-files")]
mod toml_syntax;
mod useless_keys;
pub(crate) mod variant;

pub use bidding::{AllPass, BidKind, Bidding, HandBids, HoldRight, Strain};
pub use decisions::{ContractScope, Decisions, GiveUpRight, KontraScope, RekontraScope};
pub use description::{ContractTarget, RulesDescription, RulesHeader, RulesSummary, TargetKind};
pub use error::{Location, VariantError};
pub use play_table::AllPassPlay;
pub use variant::Variant;
