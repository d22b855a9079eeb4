//! Questions as lines of JSON: the [`Responder`](ask::Responder) that answers each with a line of JSON, and the `Engine`
//! that answers many at once.

pub mod ask;
#[cfg(not(target_family = "wasm"))]
pub mod engine;
pub mod entries;
#[cfg(feature = "schema")]
mod field;
#[cfg(feature = "schema")]
pub mod hand_fields;
pub mod program_questions;
pub mod question;
mod question_types;
#[cfg(feature = "schema")]
pub mod records;
pub mod reply;
#[cfg(feature = "schema")]
pub mod schema;
