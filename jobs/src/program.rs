//! The program that runs jobs.

/// Program that runs jobs. Its outputs contain its name and version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name of the program. Parquet files have the origin of their answers in their metadata, under this name as the
    /// key.
    pub name: &'static str,
    /// Version of the program.
    pub version: &'static str,
    /// Key, in the JSON object of an [`Origin`], for the number of records with options of their own.
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
