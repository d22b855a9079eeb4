//! Stand-in for Parquet inputs in a program that was built without Parquet.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::column_mapping::ColumnMapping;
use crate::error::JobError;
use crate::format_error::MissingFormat;
use crate::options::{FileKind, KeptColumn};
use crate::read_error::ReadError;
use crate::record::RecordVisitor;
use crate::typed::KeptTypes;

pub(crate) fn names(_: &Path) -> Result<Vec<String>, ReadError> {
    Err(MissingFormat("Parquet").into())
}

pub(crate) fn origin(_: &Path, _: &str) -> Result<Option<String>, ReadError> {
    Err(MissingFormat("Parquet").into())
}

pub(crate) fn types(_: &[(PathBuf, FileKind)], _: &[KeptColumn]) -> Result<KeptTypes, JobError> {
    Err(MissingFormat("Parquet").into())
}

pub(crate) fn rows(
    _: &Path,
    _: &dyn ColumnMapping,
    _: &Arc<AtomicU64>,
    _: &mut RecordVisitor<'_>,
) -> Result<(), ReadError> {
    Err(MissingFormat("Parquet").into())
}
