//! Stand-in for typed columns in a program that was built without Parquet: there are none.

/// Copied cells of one row of an input.
#[derive(Clone, Debug)]
pub(crate) enum TypedRow {}

/// Copied columns, in their order, with the types in the output.
#[derive(Clone, Debug)]
pub(crate) enum KeptTypes {}

impl KeptTypes {
    /// Returns the names of the types.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        std::iter::empty()
    }
}
