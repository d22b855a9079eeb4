//! `pref`: a program that solves Préférence hands with all cards known.
//!
//! Its code is a library, so that cargo can compile it in parallel with the solver; `main.rs` only calls [`main`].

mod args;
mod batch;
mod command_line;
mod commands;
mod failure;
mod input;
mod interruption;
mod output;
mod overwrite;
mod progress;
mod questions;
mod request;
#[cfg(feature = "page")]
mod serve;
mod tables;

use std::process::ExitCode;

use clap::Parser;

use command_line::Cli;
use failure::Failure;

/// Runs the program with its command-line arguments, and returns the exit code.
pub fn main() -> ExitCode {
    handle_file_size_signal();
    let words = args::with_question_first(std::env::args_os());
    let done = Cli::try_parse_from(words).map_err(Failure::from).and_then(command_line::run);
    progress::end();
    tables::stop_building();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report().into(),
    }
}

fn handle_file_size_signal() {
    // A write beyond the size limit of files (`ulimit -f`) must fail like a write to a full disk: otherwise a signal
    // would end the program.
    #[cfg(unix)]
    {
        // If the handler cannot be set, a write beyond the limit still ends the program.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}
