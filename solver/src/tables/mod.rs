//! Forms of questions and answers for other programs: JSON Schemas and columns of tables.

#[cfg(feature = "schema")]
pub mod columns;
#[cfg(feature = "schema")]
pub mod schema;
