//! `pref` without a command: a built-in deal as an example.

use std::io::Write;

use preference::Analyst;
use preference::deal::{CardStyle, Deal};
use preference::rules::Variant;
use preference::situation::Situation;

use crate::args::DEFAULT_RULES;
use crate::failure::Failure;
use crate::questions::solve::solutions_text;

/// Deal of the example.
const DEAL: &str = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

pub(crate) fn run() -> Result<(), Failure> {
    let rules: Variant = DEFAULT_RULES.parse().expect("the default rules exist");
    let deal: Deal = DEAL.parse().expect("the built-in deal is checked by a test");
    let situation = Situation::new(rules, deal);
    let solved = Analyst::new().solve(&situation, &Default::default())?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", solutions_text(&situation, &solved, CardStyle::Unicode))?;
    writeln!(
        out,
        "\nThis was a built-in deal. Your own, each in quotes:\n  \
         pref solve \"{DEAL}\"\n\
         Which two cards to lay aside, and how it is played:\n  \
         pref talon --declarer F \"{DEAL}\"\n  \
         pref line -d F -c S \"{DEAL}\"\n\
         And: pref --help"
    )?;
    Ok(())
}
