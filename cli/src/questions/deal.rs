//! `pref deal`: random deals that meet conditions.

use std::io::Write;

use preference::deal::CardStyle;
use preference::questions::deal::{DealAnswer, DealQuestion};
use preference::situation::Situation;

use super::Own;
use super::asking::{Asked, Skin};
use crate::args::examples;
use crate::failure::Failure;
use crate::output::DisplayStyle;
use crate::progress;
use crate::request::{Request, analyst, rules};

impl Skin<DealQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::DEAL;

    /// Prints each deal as soon as it is found.
    fn run(asked: Asked<DealQuestion, ()>) -> Result<(), Failure> {
        let request = Request::new(&asked.question, rules(&asked.rules)?)?;
        // Deals are printed in letters by default, the notation in which programs and people enter them.
        let display = DisplayStyle::from(&asked.output).with_letters(&asked.output);
        let mut out = display.stdout();
        let text = |answer: &DealAnswer, style| Self::text(&request, &(), &request.situation, answer, style);
        analyst(&asked.output)?.deal(&request.situation, &request.options, |answer, _| {
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

    fn text(
        _: &Request<DealQuestion>,
        (): &(),
        _: &Situation,
        answer: &DealAnswer,
        style: CardStyle,
    ) -> String {
        answer.deal.in_style(style)
    }
}
