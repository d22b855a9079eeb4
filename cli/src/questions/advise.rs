//! `pref advise`: the average value of each legal card or, with a record, of each legal action, when the others' cards
//! are unknown.

use preference::deal::CardStyle;
use preference::hand::Action;
use preference::questions::advise::AdviseAnswer;
use preference::questions::advise::AdviseQuestion;
use preference::questions::advise::AdviseReply;
use preference::questions::advise::cards::CardAverages;
use preference::questions::advise::{
    ActionAdvice, ActionAverages, ActionQuery, AdviceCriterion, AdviseQuery,
};
use preference::rules::Call;
use preference::situation::Situation;

use super::Own;
use super::asking::{Asked, DealScheduling, Skin};
use super::evaluate::layouts;
use super::record::read_record;
use super::state::{action_text, turn};
use crate::args::{AdviceArgs, examples};
use crate::failure::Failure;
use crate::output::text;
use crate::request::Request;

/// Remark about the assumption under which actions are evaluated.
const OPEN_CARDS: &str = "Each layout is solved with all cards known: after this action every player is assumed to see all cards, so that neither gaining nor hiding information has any value.";

/// The same about the bid of a misère in which the defenders' hands are opened.
const OPEN_MISERE: &str = "The bid of a misère gains less: its discard is chosen before the hands are opened, and pref evaluate --hidden values it so.";

impl Skin<AdviseQuestion> for Own {
    type Extras = AdviceArgs;
    const EXAMPLES: &'static str = examples::ADVISE;
    const SCHEDULING: DealScheduling = DealScheduling::Together;

    fn prepare(asked: &mut Asked<AdviseQuestion, AdviceArgs>) -> Result<(), Failure> {
        read_record(&mut asked.question.record)?;
        read_record(&mut asked.question.view)
    }

    fn text(
        request: &Request<AdviseQuestion>,
        AdviceArgs { top }: &AdviceArgs,
        _: &Situation,
        answer: &AdviseReply,
        style: CardStyle,
    ) -> String {
        match (answer, &request.options) {
            (AdviseReply::Card(answer), _) => card_text(answer, style),
            (AdviseReply::Action(advice), AdviseQuery::Action(query)) => {
                action_advice_text(advice, query, *top, style)
            }
            (AdviseReply::Action(_), AdviseQuery::Card(_)) => {
                unreachable!("a position has advice about cards")
            }
        }
    }
}

fn card_text(answer: &AdviseAnswer, style: CardStyle) -> String {
    let mut rows: Vec<&CardAverages> = answer.cards.iter().collect();
    rows.sort_by_key(|card| card.rank);
    let cells = rows.iter().map(|row| {
        let mut cells = vec![text::card(row.card, style)];
        cells.extend(text::chance(row.means.chance));
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
            "{}; how often the declarer makes the contract, and the declarer's mean tricks, over {} consistent with all cards seen",
            answer.rules,
            layouts(answer.layouts, answer.all)
        )),
        text::remark(OPEN_CARDS)
    )
}

fn action_advice_text(advice: &ActionAdvice, query: &ActionQuery, top: usize, style: CardStyle) -> String {
    let has_chance = advice.actions.iter().any(|action| action.chance.is_some());
    let has_tricks = advice.actions.iter().any(|action| action.tricks.is_some());
    let mut header = vec!["action", "gain", "±"];
    if has_chance {
        header.extend(["made", "95%"]);
    }
    if has_tricks {
        header.extend(["tricks", "±"]);
    }
    let shown = &advice.actions[..top.min(advice.actions.len())];
    let cells = shown.iter().map(|action| {
        let mut cells = vec![averaged_action(action, style)];
        cells.extend(text::mean(Some(action.gain)));
        if has_chance {
            cells.extend(action.chance.map_or_else(Default::default, text::chance));
        }
        if has_tricks {
            cells.extend(text::mean(action.tricks));
        }
        cells
    });
    let header: Vec<String> = header.into_iter().map(str::to_owned).collect();
    let mut lines = vec![
        text::line(&turn(advice.to_act, advice.player, advice.phase)),
        text::table(header, cells.collect(), 1).trim_end().to_owned(),
    ];
    let hidden = advice.actions.len() - shown.len();
    if hidden > 0 {
        lines.push(text::remark(&format!("{hidden} more; --top shows more")));
    }
    lines.push(text::remark(&format!(
        "{}; mean gains of {} over {} consistent with {}'s view{}",
        advice.rules,
        advice.player.name(),
        layouts(advice.layouts, advice.all),
        advice.player.name(),
        order(query.options.by),
    )));
    lines.push(text::remark(OPEN_CARDS));
    let bids_misere = shown.iter().any(|action| action.action == Action::Call(Call::Misere));
    if bids_misere && query.hand.rules().decisions().misere_open {
        lines.push(text::remark(OPEN_MISERE));
    }
    if advice.only_discard_hidden {
        lines.push(text::remark("Only the discard is hidden: pref catch answers without this assumption."));
    }
    format!("{}\n", lines.join("\n"))
}

fn order(by: AdviceCriterion) -> &'static str {
    match by {
        AdviceCriterion::Gain => "",
        AdviceCriterion::Tricks => "; ordered by tricks",
        AdviceCriterion::Made => "; ordered by how often the contract is made",
    }
}

/// A discard is followed by the contract that gains most after it.
fn averaged_action(averages: &ActionAverages, style: CardStyle) -> String {
    match (averages.action, averages.contract) {
        (Action::Discard(cards), contract) => {
            let cards = text::list(cards, style);
            contract.map_or(cards.clone(), |contract| format!("{cards}, {}", text::contract(contract, style)))
        }
        (Action::Announcement(contract), _) => text::contract(contract, style),
        (action, _) => action_text(action, style),
    }
}
