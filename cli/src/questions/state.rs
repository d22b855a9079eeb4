//! `pref state`: the state of a hand, and its actions so far.

use preference::deal::CardStyle;
use preference::hand::{Action, Phase, ViewStep};
use preference::questions::state::StateAnswer;
use preference::questions::state::StateQuestion;
use preference::seat::Seat;
use preference::situation::Situation;

use super::asking::{Asked, Skin};
use super::{Own, record};
use crate::args::examples;
use crate::failure::Failure;
use crate::output::text;
use crate::request::Request;

impl Skin<StateQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::STATE;

    fn run(asked: Asked<StateQuestion, ()>) -> Result<(), Failure> {
        record::run(asked, |question| [&mut question.record, &mut question.view])
    }

    fn text(
        _: &Request<StateQuestion>,
        (): &(),
        _: &Situation,
        answer: &StateAnswer,
        style: CardStyle,
    ) -> String {
        state_text(answer, style)
    }
}

fn state_text(answer: &StateAnswer, style: CardStyle) -> String {
    let mut lines = step_lines(answer, style);
    lines.extend(hands(answer, style));
    let tricks: Vec<String> = answer.tricks.iter().map(|(seat, tricks)| format!("{seat} {tricks}")).collect();
    if !answer.winners.is_empty() {
        lines.push(format!("Tricks: {}", tricks.join(", ")));
    }
    match (&answer.result, answer.to_act.zip(answer.player)) {
        (Some(result), _) => lines.push(format!("Over: {}", text::gains(result))),
        (None, Some((seat, player))) => {
            let legal = legal_texts(&answer.legal_actions, style);
            let legal = if legal.is_empty() { String::new() } else { format!(": {legal}") };
            lines.push(format!("{}{legal}", turn(seat, player, answer.phase)));
        }
        (None, None) => {}
    }
    let lines: Vec<String> = lines.iter().map(|line| text::line(line)).collect();
    format!("{}\n{}", lines.join("\n"), text::remark(&answer.rules))
}

/// Whose turn it is, and the player who decides, if that is another seat.
pub(super) fn turn(to_act: Seat, player: Seat, phase: Phase) -> String {
    let decides = if to_act == player { String::new() } else { format!(", {} decides", player.name()) };
    format!("{} to act ({}){decides}", text::seat(to_act), phase.name())
}

fn legal_texts(actions: &[Action], style: CardStyle) -> String {
    if actions.iter().any(|action| matches!(action, Action::Discard(_))) {
        return text::count(actions.len() as u64, "discard");
    }
    actions.iter().map(|&action| action_text(action, style)).collect::<Vec<_>>().join(", ")
}

/// Successive calls or decisions share a line, and so do the cards of a trick.
fn step_lines(answer: &StateAnswer, style: CardStyle) -> Vec<String> {
    let (steps, playing) = match (&answer.view, &answer.facts) {
        (Some(view), _) => (view.steps.clone(), view.playing.len()),
        (None, Some(facts)) => (facts.steps.iter().map(|&step| step.into()).collect(), facts.playing.len()),
        (None, None) => (Vec::new(), 0),
    };
    let mut lines = Vec::new();
    let mut trick: Vec<String> = Vec::new();
    let mut tricks = 0;
    for (n, step) in steps.iter().enumerate() {
        if !matches!(step.action, Some(Action::Card(_))) {
            add_step(&mut lines, step, style);
            continue;
        }
        trick.push(seat_and_action(step, style));
        if trick.len() < playing && n + 1 < steps.len() {
            continue;
        }
        let winner = match answer.winners.get(tricks) {
            Some(Some(winner)) => format!(": {}", winner.name()),
            Some(None) => ": the talon".to_owned(),
            None => String::new(),
        };
        tricks += 1;
        lines.push(format!("Trick {tricks}: {}{winner}", trick.join(", ")));
        trick.clear();
    }
    lines
}

fn add_step(lines: &mut Vec<String>, step: &ViewStep, style: CardStyle) {
    let seat = text::seat(step.seat);
    match step.action {
        None => lines.push(format!("{seat} lays two cards aside")),
        Some(Action::Discard(cards)) => {
            lines.push(format!("{seat} lays {} aside", text::list(cards, style)));
        }
        Some(Action::Announcement(contract)) => {
            lines.push(format!("{seat} plays {}", text::contract(contract, style)));
        }
        Some(_) => {
            let said = seat_and_action(step, style);
            match lines.last_mut().filter(|line| line.starts_with(CALLS_PREFIX)) {
                Some(line) => *line = format!("{line}, {said}"),
                None => lines.push(format!("{CALLS_PREFIX}{said}")),
            }
        }
    }
}

/// Beginning of a line with calls, decisions, claims or offers.
const CALLS_PREFIX: &str = "Said: ";

fn seat_and_action(step: &ViewStep, style: CardStyle) -> String {
    let action = step.action.map_or("?".to_owned(), |action| action_text(action, style));
    format!("{} {action}", step.seat)
}

pub(super) fn action_text(action: Action, style: CardStyle) -> String {
    match action {
        Action::Card(card) => text::card(card, style),
        action => action.to_string(),
    }
}

fn hands(answer: &StateAnswer, style: CardStyle) -> Vec<String> {
    let known = |seat: Seat| match (&answer.view, &answer.facts) {
        (Some(view), _) => view.hands[seat],
        (None, facts) => facts.as_ref().map(|facts| facts.hands[seat]),
    };
    let seats = Seat::ALL.into_iter().filter_map(|seat| Some((seat, known(seat)?)));
    let seats = seats.filter(|(_, cards)| !cards.is_empty());
    seats.map(|(seat, cards)| format!("{} holds {}", text::seat(seat), text::hand(cards, style))).collect()
}
