//! The program that runs jobs, as its outputs name it.

/// Program that runs jobs, as its outputs name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name of the program. The metadata of a Parquet file have the origin of its answers under this key.
    pub name: &'static str,
    /// Version of the program.
    pub version: &'static str,
    /// Key under which an origin has the number of records with options of their own.
    pub own_options_key: &'static str,
}

/// Origin of the answers in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Program that writes the table.
    pub(crate) program: Program,
    /// Version of the program that answered the records, the options of the job and the number of records with options
    /// of their own, as a JSON object.
    pub(crate) text: String,
}
