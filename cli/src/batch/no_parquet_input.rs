//! Stand-in for inputs of Parquet in a program that was built without it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::file::not_built;
use super::header::Header;
use super::record::RecordVisitor;
use super::typed::KeptTypes;
use crate::args::{FileKind, KeptColumn};

pub(super) fn names(_: &Path) -> anyhow::Result<Vec<String>> {
    Err(not_built("Parquet"))
}

pub(super) fn origin(_: &Path) -> anyhow::Result<Option<String>> {
    Err(not_built("Parquet"))
}

pub(super) fn types(_: &[(PathBuf, FileKind)], _: &[KeptColumn]) -> anyhow::Result<KeptTypes> {
    Err(not_built("Parquet"))
}

pub(super) fn rows(
    _: &Path,
    _: &Header,
    _: &Arc<AtomicU64>,
    _: &mut RecordVisitor<'_>,
) -> anyhow::Result<()> {
    Err(not_built("Parquet"))
}
