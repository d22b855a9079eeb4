//! What ends the program early, and with which exit code.

use std::io;
use std::process::ExitCode;

/// Why the program stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Arguments or a deal are wrong: exit code 2.
    Input(String),
    /// Anything else: exit code 1.
    Other(anyhow::Error),
}

impl Failure {
    /// Tell the user and give the exit code. A reader who went away is no failure.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Input(message) => {
                anstream::eprintln!("pref: {message}");
                ExitCode::from(2)
            }
            Failure::Other(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
            Failure::Other(error) => {
                anstream::eprintln!("pref: {error:#}");
                ExitCode::from(1)
            }
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Other(error.into())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Other(error)
    }
}
