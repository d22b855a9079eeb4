//! Derivation of JSON Schemas from the types of questions and answers.

pub(crate) mod definitions;
pub(crate) mod derived;
pub(crate) mod values;

pub use derived::schema_of_output;
