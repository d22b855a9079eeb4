//! `pref`: a program that solves Préférence hands with all cards known.
//!
//! Its code is a library, so that cargo can compile it in parallel with the solver; `main.rs` only calls [`main`].

mod args;
mod batch;
mod commands;
mod failure;
mod input;
mod interruption;
mod output;
mod overwrite;
mod progress;
mod request;
#[cfg(feature = "page")]
mod serve;
mod stream;
mod tables;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Failure;

/// Runs the program with its command-line arguments, and returns the exit code.
pub fn main() -> ExitCode {
    handle_file_size_signal();
    let words = args::with_question_first(std::env::args_os());
    let done = Cli::try_parse_from(words).map_err(Failure::from).and_then(run);
    progress::end();
    tables::stop_building();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report().into(),
    }
}

/// Lets a write beyond the size limit of files (`ulimit -f`) fail like a write to a full disk. Without this a signal
/// would end the program.
fn handle_file_size_signal() {
    #[cfg(unix)]
    {
        // If the handler cannot be set, a write beyond the limit still ends the program.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None => commands::example::run(),
        Some(Command::Solve(args)) => commands::solve::run(&args),
        Some(Command::Talon(args)) => commands::talon::run(&args),
        Some(Command::Usurp(args)) => commands::usurp::run(&args),
        Some(Command::Par(args)) => commands::par::run(&args),
        Some(Command::Cards(args)) => commands::cards::run(&args),
        Some(Command::Line(args)) => commands::line::run(&args),
        Some(Command::Defend(args)) => commands::defend::run(&args),
        Some(Command::Evaluate(args)) => commands::evaluate::run(&args),
        Some(Command::Advise(args)) => commands::advise::run(&args),
        Some(Command::Catch(args)) => commands::catch::run(&args),
        Some(Command::Deal(args)) => commands::deal::run(&args),
        Some(Command::Puzzle(args)) => commands::puzzle::run(&args),
        Some(Command::Review(args)) => commands::review::run(&args),
        Some(Command::Thumb(args)) => commands::thumb::run(&args),
        Some(Command::Auction(args)) => commands::auction::run(&args),
        Some(Command::Match(args)) => commands::match_play::run(&args),
        Some(Command::State(args)) => commands::state::run(&args),
        Some(Command::Act(args)) => commands::act::run(&args),
        Some(Command::Session(args)) => commands::session::run(&args),
        Some(Command::Score(args)) => commands::score::run(&args),
        Some(Command::Ask(args)) => commands::ask::run(&args),
        Some(Command::Batch(args)) => commands::batch::run(&args),
        Some(Command::Stats(args)) => commands::stats::run(&args),
        Some(Command::Schema(args)) => commands::schema::run(&args),
        Some(Command::Serve(args)) => commands::serve::run(&args),
        Some(Command::Rules(args)) => commands::rules::run(&args),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        Some(Command::Tables(args)) => commands::tables::run(&args),
        Some(Command::Completions { shell }) => commands::completion::run(shell),
        Some(Command::Man) => commands::man::run(),
    }
}
