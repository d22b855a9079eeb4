//! Stand-in for Parquet output in a program that was built without Parquet.

use std::fs::File;
use std::path::Path;

use crate::error::JobError;
use crate::format_error::MissingFormat;
use crate::journal::ChunkDone;
use crate::output_table::{TableColumns, TableRow};
use crate::program::Origin;
use crate::typed::TypedRow;

pub(crate) fn encode_chunk(
    _: &TableColumns,
    _: Vec<TableRow>,
    _: &[TypedRow],
    _: &Origin,
) -> Result<Vec<u8>, MissingFormat> {
    Err(MissingFormat("Parquet"))
}

pub(crate) fn merge_parts(
    _: &[&Path],
    _: &[(usize, ChunkDone)],
    _: &Origin,
    _: File,
) -> Result<File, JobError> {
    Err(MissingFormat("Parquet").into())
}

pub(crate) fn join_chunks(
    _: &mut File,
    _: &[ChunkDone],
    _: Vec<u8>,
    _: &Origin,
    _: File,
) -> Result<File, JobError> {
    Err(MissingFormat("Parquet").into())
}
