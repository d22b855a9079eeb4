//! Stand-in for the output of Parquet in a program that was built without it.

use std::fs::File;
use std::path::Path;

use preference::analysis::columns::Column;
use serde_json::Value;

use super::journal::ChunkDone;
use super::typed::{KeptTypes, TypedRow};

pub(super) fn chunk(
    _: &[Column],
    _: &[Vec<Value>],
    _: Option<(usize, &KeptTypes, &[TypedRow])>,
    _: &str,
) -> anyhow::Result<Vec<u8>> {
    Err(super::file::not_built("Parquet"))
}

pub(super) fn merge(_: &[&Path], _: &[(usize, ChunkDone)], _: &str, _: File) -> anyhow::Result<File> {
    Err(super::file::not_built("Parquet"))
}

pub(super) fn join(_: &mut File, _: &[ChunkDone], _: Vec<u8>, _: &str, _: File) -> anyhow::Result<File> {
    Err(super::file::not_built("Parquet"))
}
