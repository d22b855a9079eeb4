//! `pref batch`: files of records in, files of answers out.

use crate::args::{BatchCommand, BatchCommandArgs};
use crate::batch;
use crate::failure::Failure;

pub(crate) fn run(args: &BatchCommandArgs) -> Result<(), Failure> {
    match &args.command {
        Some(BatchCommand::Merge { parts, output, overwrite }) => {
            Ok(batch::merge::merge(parts, output, *overwrite)?)
        }
        None => batch::run(&args.batch),
    }
}
