//! Stand-in for columns with types in a program that was built without Parquet, which has no such columns.

/// Copied cells of one row of an input, with the types of their columns.
#[derive(Clone, Debug)]
pub enum TypedRow {}

/// Copied columns in the order of the output, with their types.
#[derive(Clone, Debug)]
pub enum KeptTypes {}

impl KeptTypes {
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        std::iter::empty()
    }
}
