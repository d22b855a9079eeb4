//! What the benches share: the bridge solver beside our own.

#[cfg(feature = "dds")]
pub mod dds;
