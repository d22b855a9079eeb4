//! `pref` alone: a built-in deal, to show what comes out.

use std::io::Write;

use preference::{CardStyle, Layout, Solver};

use crate::commands::solve::{show, solve};
use crate::failure::Failure;
use crate::request::Request;

/// The deal that is shown.
const DEAL: &str = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

pub(crate) fn run() -> Result<(), Failure> {
    let layout: Layout = DEAL.parse().expect("the built-in deal is checked by a test");
    let request = Request::example();
    let solved = solve(&mut Solver::new(), &request, &layout).map_err(Failure::Input)?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", show(&request, &layout, &solved, None, CardStyle::Unicode))?;
    writeln!(
        out,
        "\nThis was a built-in deal. Your own, each in quotes:\n  \
         pref solve \"{DEAL}\"\n  \
         pref talon --declarer F \"{DEAL}\"     which two cards to lay aside\n  \
         pref line --declarer F --contract S \"{DEAL}\"     how it is played\n\
         and: pref --help"
    )?;
    Ok(())
}
