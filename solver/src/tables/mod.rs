//! Forms of questions and answers for other programs: JSON Schemas, columns of tables, batches of Arrow.

#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(feature = "schema")]
pub mod columns;
#[cfg(feature = "schema")]
pub mod schema;
