//! The rules of the family as data: what a file of rules can say, and nothing that acts on it.

pub mod bidding;
pub mod call;
pub mod contract;
pub mod decisions;
mod error;
mod file;
pub mod payment;
pub mod play;
mod schema;
pub mod variant;

pub use error::VariantError;
