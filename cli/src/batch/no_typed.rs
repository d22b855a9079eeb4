//! Stand-in for typed columns in a program that was built without Parquet: there are none.

/// The copied cells of one row of an input.
#[derive(Clone, Debug)]
pub(crate) enum TypedRow {}

/// The copied columns, in their order, as they are in the output.
#[derive(Clone, Debug)]
pub(crate) enum KeptTypes {}

impl KeptTypes {
    /// The names of the types.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        std::iter::empty()
    }
}
