//! `pref bench`.
use crate::args::BenchArgs;
use crate::failure::Failure;
pub(crate) fn run(_args: &BenchArgs) -> Result<(), Failure> {
    Ok(())
}
