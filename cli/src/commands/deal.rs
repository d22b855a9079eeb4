//! `pref deal`: random deals that meet conditions.

use std::io::Write;

use preference::deal::CardStyle;
use preference::questions::deal::DealAnswer;
use preference::questions::deal::DealQuestion;

use crate::args::RandomArgs;
use crate::failure::Failure;
use crate::output::DisplayStyle;
use crate::progress;
use crate::request::{Request, analyst, rules};

pub(crate) fn run(args: &RandomArgs<DealQuestion>) -> Result<(), Failure> {
    let request = Request::new(&args.question, rules(&args.rules)?)?;
    // Deals are printed in letters by default, the notation in which programs and people enter them.
    let display = DisplayStyle::from(&args.output).with_letters(&args.output);
    let mut out = display.stdout();
    let text = |answer: &DealAnswer, style: CardStyle| answer.deal.in_style(style);
    analyst(&args.output)?.deal(&request.situation, &request.options, |answer, _| {
        progress::with_hidden_line(|| match &answer {
            Some(answer) => {
                progress::count_answer();
                writeln!(out, "{}", display.format(answer, text))
            }
            None => out.flush(),
        })
        .map_err(Failure::from)
    })?;
    out.flush()?;
    Ok(())
}
