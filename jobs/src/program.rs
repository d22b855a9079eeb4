//! The program that runs jobs.

/// Program that runs jobs. Its outputs contain its name and version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name of the program. It is also the key of the origin of the answers in the metadata of a Parquet file.
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
