//! `pref batch`: answers to questions about the records in files.

use crate::args::{BatchCommand, BatchCommandArgs};
use crate::batch;
use crate::batch::program::PROGRAM;
use crate::failure::Failure;

pub(crate) fn run(args: &BatchCommandArgs) -> Result<(), Failure> {
    match &args.command {
        Some(BatchCommand::Merge { parts, output, overwrite }) => {
            match preference_jobs::merge(PROGRAM, parts, output, *overwrite)? {
                Some(message) => Err(Failure::Unanswered(message)),
                None => Ok(()),
            }
        }
        Some(BatchCommand::Ask(command)) => batch::run(&command.batch, Some(&command.question)),
        None => batch::run(&args.batch, None),
    }
}
