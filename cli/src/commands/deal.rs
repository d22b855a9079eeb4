//! `pref deal`: random deals that meet conditions.

use std::io::Write;
use std::time::{Duration, Instant};

use preference::analysis::deals::Wanted;
use preference::analysis::verb::Dealing;
use preference::deal::CardStyle;

use crate::args::DealCommandArgs;
use crate::failure::{Failure, tell};
use crate::output::Look;
use crate::request::{Request, analyst, rules};

/// How long nothing is found before a message says so.
const SILENCE: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &DealCommandArgs) -> Result<(), Failure> {
    let request = Request::<Dealing>::new(args, rules(&args.rules)?)?;
    // A deal is for reading in again.
    let look = Look::from(&args.output).with_letters(&args.output);
    let mut out = look.stdout();
    let mut last = Instant::now();
    let text =
        |wanted: &Wanted, style: CardStyle| preference::deal::Layout::from(wanted.deal).in_style(style);
    analyst(&args.output)?.deals(&request.situation, &request.options, |found, drawn| {
        if let Some(found) = &found {
            last = Instant::now();
            writeln!(out, "{}", look.of(found, text))?;
            return Ok(());
        }
        out.flush()?;
        if last.elapsed() > SILENCE {
            last = Instant::now();
            tell(format_args!("{} deals found among {} drawn; Ctrl-C ends", drawn.found, drawn.drawn));
        }
        Ok::<(), Failure>(())
    })?;
    out.flush()?;
    Ok(())
}
