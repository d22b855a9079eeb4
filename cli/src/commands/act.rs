//! `pref act`: the action that a built-in player chooses in a hand.

use preference::deal::CardStyle;
use preference::players::{ActAnswer, ActQuestion};

use super::record;
use super::state::{action_text, turn};
use crate::args::RecordQuestionArgs;
use crate::failure::Failure;
use crate::output::text;

pub(crate) fn run(args: &RecordQuestionArgs<ActQuestion>) -> Result<(), Failure> {
    record::run(args, |question| [&mut question.record, &mut question.view], act_text)
}

/// Returns the seat to act, and the action.
fn act_text(answer: &ActAnswer, style: CardStyle) -> String {
    let turn = turn(answer.to_act, answer.seat, answer.phase);
    let line = format!("{turn}: {}", action_text(answer.action, style));
    format!("{}\n{}", text::line(&line), text::remark(&answer.rules))
}
