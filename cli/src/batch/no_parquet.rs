//! What stands for Parquet in a program that was built without it.

use std::fs::File;
use std::path::Path;

use preference::analysis::columns::Column;
use serde_json::Value;

use super::journal::ChunkDone;

pub(super) fn chunk(_: &[Column], _: &[Vec<Value>], _: &str) -> anyhow::Result<Vec<u8>> {
    Err(super::file::not_built("Parquet"))
}

pub(super) fn merge(_: &[&Path], _: &[(usize, ChunkDone)], _: File) -> anyhow::Result<File> {
    Err(super::file::not_built("Parquet"))
}

pub(super) fn join(_: &mut File, _: &[ChunkDone], _: Vec<u8>, _: File) -> anyhow::Result<File> {
    Err(super::file::not_built("Parquet"))
}
