//! Stand-in for inputs of Parquet in a program that was built without it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::column_mapping::ColumnMapping;
use crate::file::not_built;
use crate::options::{FileKind, KeptColumn};
use crate::record::RecordVisitor;
use crate::typed::KeptTypes;

pub(crate) fn names(_: &Path) -> anyhow::Result<Vec<String>> {
    Err(not_built("Parquet"))
}

pub(crate) fn origin(_: &Path, _: &str) -> anyhow::Result<Option<String>> {
    Err(not_built("Parquet"))
}

pub(crate) fn types(_: &[(PathBuf, FileKind)], _: &[KeptColumn]) -> anyhow::Result<KeptTypes> {
    Err(not_built("Parquet"))
}

pub(crate) fn rows(
    _: &Path,
    _: &dyn ColumnMapping,
    _: &Arc<AtomicU64>,
    _: &mut RecordVisitor<'_>,
) -> anyhow::Result<()> {
    Err(not_built("Parquet"))
}
