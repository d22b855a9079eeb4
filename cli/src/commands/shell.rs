//! `pref completions` and `pref man`: what a shell and a reader of manuals need.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::failure::Failure;

pub(crate) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "pref", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// The manual of the program and of each command, one after the other.
pub(crate) fn man() -> Result<(), Failure> {
    let mut command = Cli::command();
    command.build();
    let mut pages = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut pages)?;
    for command in command.get_subcommands() {
        clap_mangen::Man::new(command.clone()).render(&mut pages)?;
    }
    Ok(io::stdout().write_all(&pages)?)
}
