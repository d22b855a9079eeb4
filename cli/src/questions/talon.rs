//! `pref talon`: the value of each discard of the declarer for each contract.

use preference::deal::CardStyle;
use preference::gains::Model;
use preference::outcomes::outcome::Outcome;
use preference::questions::talon::TalonQuestion;
use preference::questions::talon::TalonReply;
use preference::questions::talon::unknown_defence::TalonAverages;
use preference::questions::talon::{
    BestDiscards, ContractResult, DiscardCriterion, DiscardResult, TalonAnswer,
};
use preference::situation::Situation;

use super::Own;
use super::asking::Skin;
use crate::args::{TopArgs, examples};
use crate::output::text;
use crate::request::Request;

impl Skin<TalonQuestion> for Own {
    type Extras = TopArgs;
    const EXAMPLES: &'static str = examples::TALON;

    fn text(
        request: &Request<TalonQuestion>,
        TopArgs { top }: &TopArgs,
        situation: &Situation,
        answer: &TalonReply,
        style: CardStyle,
    ) -> String {
        let (shown, legend) = match answer {
            TalonReply::Known(talon) => known_cards_text(talon, request.options.by, *top, style),
            TalonReply::Unknown(talon) => unknown_cards_text(talon, style),
        };
        let rules = situation.rules();
        let contracts = request.options.contracts.contracts(rules);
        let note = text::unannounceable_note(rules, contracts.iter().copied());
        let note = note.map_or(String::new(), |note| format!("; {note}"));
        shown + &text::remark(&(legend + &note)) + "\n"
    }
}

/// Maximum number of contracts for which the table of discards is shown, with a column for each.
const MAX_CONTRACT_COLUMNS: usize = 8;

/// The table of discards is left out if there are more than `MAX_CONTRACT_COLUMNS` contracts, or if gains are compared.
fn known_cards_text(
    talon: &TalonAnswer,
    by: DiscardCriterion,
    top: usize,
    style: CardStyle,
) -> (String, String) {
    let mut shown = format!(
        "{}\n{} with the talon: {}\n\n",
        text::heading(&talon.deal.to_string()),
        text::seat(talon.declarer),
        text::hand(talon.twelve(), style),
    );
    let groups = group_discards(&talon.discards);
    if talon.best.len() <= MAX_CONTRACT_COLUMNS && by != DiscardCriterion::Gain {
        shown += &discard_table(talon, &groups, top, style);
        shown.push('\n');
    }
    shown += &contract_table(talon, by, top, style);
    if let Some(choice) = talon.choice {
        let gain = choice.result.gain.map_or(String::new(), |gain| format!(", gain {}", text::gain(gain)));
        let worth = talon.talon_worth;
        let worth = worth.map_or(String::new(), |worth| {
            format!("; {} over the best contract without the talon", text::gain(worth))
        });
        let best = format!(
            "Best: {}, lay aside {}{gain}{worth}",
            text::contract(choice.result.contract, style),
            text::list(choice.discard, style)
        );
        shown += &format!("{}\n", text::line(&best));
        let chosen = talon.best.iter().find(|best| best.result.contract == choice.result.contract);
        shown += &text::depth("choice", chosen.and_then(|best| best.depth));
    }
    let legend = match talon.weighed {
        Some(weighed) => {
            let gains = match weighed.model {
                Model::Selfish => "every player deciding and playing for their own gain",
                Model::Allied => "the defenders deciding and playing for the sum of their gains",
                Model::Tricks => "the defenders always playing and sharing their tricks evenly",
            };
            let (rows, count) = (top.max(1), talon.best.len());
            let left_out = if rows < count {
                format!("; the {rows} of {count} contracts that gain most")
            } else {
                String::new()
            };
            format!("{}; tricks that the declarer is sure of; gains with {gains}{left_out}", talon.rules)
        }
        None => format!(
            "{}; {} of {} different discards ({} in all), sorted by the number of contracts made",
            talon.rules,
            top.min(groups.len()),
            groups.len(),
            talon.discards.len()
        ),
    };
    (shown, legend)
}

/// Maximum number of discards of a group that are named.
const MAX_NAMED_DISCARDS: usize = 3;

/// Discards that lead to equivalent play, in the order of their cards: by suit S H D C, in a suit from the ace down.
type Group<'a> = Vec<&'a DiscardResult>;

fn group_discards<'a>(discards: impl IntoIterator<Item = &'a DiscardResult>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = Vec::new();
    for discard in discards {
        match groups.iter_mut().find(|group| group[0].group == discard.group) {
            Some(group) => group.push(discard),
            None => groups.push(vec![discard]),
        }
    }
    groups
}

fn name_group(group: &[&DiscardResult], style: CardStyle) -> String {
    let named = group.iter().take(MAX_NAMED_DISCARDS).map(|discard| text::list(discard.cards, style));
    let more = (group.len() > MAX_NAMED_DISCARDS).then(|| "…".to_owned());
    named.chain(more).collect::<Vec<_>>().join(" = ")
}

fn row(name: String, outcomes: &mut dyn Iterator<Item = Outcome>) -> Vec<String> {
    std::iter::once(name).chain(outcomes.map(text::outcome)).collect()
}

fn discard_table(talon: &TalonAnswer, groups: &[Group], top: usize, style: CardStyle) -> String {
    let mut ranked: Vec<&Group> = groups.iter().collect();
    ranked.sort_by_key(|group| group[0].rank);
    let mut rows = vec![
        row("best".to_owned(), &mut talon.best.iter().map(|best| best.result.outcome)),
        row("without talon".to_owned(), &mut talon.hand.iter().map(|hand| hand.outcome)),
    ];
    rows.extend(ranked.iter().take(top).map(|group| {
        row(name_group(group, style), &mut group[0].results.iter().map(|result| result.outcome))
    }));
    let mut header = vec!["lay aside".to_owned()];
    header.extend(talon.best.iter().map(|best| text::contract(best.result.contract, style)));
    text::table(header, rows, 1)
}

/// If gains are compared, the contracts that gain most come first, and their results without the talon are shown, too.
fn contract_table(talon: &TalonAnswer, by: DiscardCriterion, top: usize, style: CardStyle) -> String {
    let mut rows: Vec<(&BestDiscards, &ContractResult)> = talon.best.iter().zip(&talon.hand).collect();
    if by == DiscardCriterion::Gain {
        rows.sort_by_key(|(best, _)| best.rank);
        rows.truncate(top.max(1));
    }
    let cells = rows.iter().map(|(best, hand)| {
        let name = text::contract(best.result.contract, style);
        let from_hand = if by == DiscardCriterion::Gain { result_cells(hand) } else { Vec::new() };
        [vec![name], result_cells(&best.result), from_hand].concat()
    });
    let mut cells: Vec<Vec<String>> = cells.collect();
    let (mut header, lead) = if by == DiscardCriterion::Gain {
        (["", "tricks", "gain", "without talon", "gain"].map(str::to_owned).to_vec(), "")
    } else {
        (Vec::new(), "lay aside ")
    };
    let room = text::room(&header, &cells).saturating_sub(lead.len());
    for (row, (best, _)) in cells.iter_mut().zip(&rows) {
        let same =
            group_discards(talon.discards.iter().filter(|discard| best.discards.contains(&discard.cards)));
        let is_any = best.discards.len() == talon.discards.len();
        let discards = if is_any { "any two".to_owned() } else { discard_list(&same, top, room, style) };
        row.push(lead.to_owned() + &discards);
    }
    if by == DiscardCriterion::Gain {
        header.push("lay aside".to_owned());
    }
    text::table(header, cells, usize::MAX)
}

fn result_cells(result: &ContractResult) -> Vec<String> {
    match result.gain {
        Some(gain) => vec![text::outcome(result.outcome), text::gain(gain)],
        None => vec![text::outcome(result.outcome)],
    }
}

fn discard_list(same: &[Group], top: usize, room: usize, style: CardStyle) -> String {
    let discards = same.iter().map(Vec::len).sum::<usize>();
    let named: Vec<String> = same.iter().take(top.max(1)).map(|group| name_group(group, style)).collect();
    text::fitted_list(&named, room, same.len() > named.len(), &format!("{discards} in all"))
}

fn unknown_cards_text(talon: &TalonAverages, style: CardStyle) -> (String, String) {
    let declarer = talon.declarer;
    let twelve = talon.deal.hands[declarer].unwrap_or_default() | talon.deal.talon.unwrap_or_default();
    let counted = talon.best.iter().any(|best| best.result.means.tricks.is_some());
    let gains = talon.weighed.is_some();
    let mut header = vec!["", "made", "±"];
    header.extend(["tricks", "±"].into_iter().filter(|_| counted));
    header.extend(["gain", "±"].into_iter().filter(|_| gains));
    header.push("lay aside");
    let rows = talon.best.iter().map(|best| {
        let means = best.result.means;
        let mut row = vec![text::contract(best.result.contract, style)];
        row.extend(text::percent(means.chance));
        row.extend(text::mean(means.tricks).into_iter().filter(|_| counted));
        if gains {
            row.extend(text::mean(means.gain));
        }
        row.push(text::list(best.discard, style));
        row
    });
    let legend = format!(
        "{}; means and their standard errors (±) over {} of {} layouts of the other cards, each solved with all cards known",
        talon.rules, talon.layouts, talon.of,
    );
    let shown = format!(
        "{}\n{} with the talon: {}\n\n{}",
        text::heading(&talon.deal.in_style(CardStyle::Letters)),
        text::seat(declarer),
        text::hand(twelve, style),
        text::table(header.into_iter().map(str::to_owned).collect(), rows.collect(), 1),
    );
    (shown, legend)
}
