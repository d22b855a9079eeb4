//! The program that runs jobs.

/// Program that runs jobs. Its outputs contain its name and version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name of the program, also the key of the origin of answers in the metadata of Parquet files.
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
    /// A JSON object: the version of the program, the options of the job and the number of records with options of
    /// their own.
    pub(crate) text: String,
}
