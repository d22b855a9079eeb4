//! `pref advise`: the average value of each legal card when the others' cards are unknown.

use preference::analysis::advise::{AdviseAnswer, CardAverages};
use preference::analysis::questions::AdviseQuestion;
use preference::deal::CardStyle;
use preference::situation::Situation;

use super::evaluate::layouts;
use crate::args::DealQuestionArgs;
use crate::failure::Failure;
use crate::output::text;
use crate::request::{Request, rules};
use crate::stream::{self, Spread, TextAnswer};

pub(crate) fn run(args: &DealQuestionArgs<AdviseQuestion>) -> Result<(), Failure> {
    let request = Request::new(&args.question, rules(&args.rules)?)?;
    stream::run(&request, &(), &args.deals.deals, &args.output)
}

impl TextAnswer for AdviseQuestion {
    type Text = ();
    const SPREAD: Spread = Spread::Together;

    /// Returns a row for each card. The card that is best for the seat to move comes first.
    fn text(
        _: &Request<AdviseQuestion>,
        (): &(),
        _: &Situation,
        answer: &AdviseAnswer,
        style: CardStyle,
    ) -> String {
        let mut rows: Vec<&CardAverages> = answer.cards.iter().collect();
        rows.sort_by_key(|card| card.rank);
        let cells = rows.iter().map(|row| {
            let mut cells = vec![text::card(row.card, style)];
            cells.extend(text::chance(&row.means));
            cells.extend(text::mean(row.means.tricks));
            cells
        });
        let header = ["card", "made", "95%", "tricks", "±"].map(str::to_owned).to_vec();
        format!(
            "{}\n{} plays {}; {} to move\n{}{}\n{}\n",
            text::heading(&answer.deal.to_string()),
            text::seat(answer.declarer),
            text::contract(answer.contract, style),
            text::seat(answer.to_move),
            text::table(header, cells.collect(), 1),
            text::remark(&format!(
                "{}; how often the declarer makes the contract, and the declarer's mean tricks, over {} that agree with all cards seen",
                answer.rules,
                layouts(answer.layouts, answer.all)
            )),
            text::remark(
                "Each layout is solved with all cards known: from the next card on every player is assumed to see all cards, so that neither gaining nor hiding information has any value."
            )
        )
    }
}
