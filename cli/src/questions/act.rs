//! `pref act`: the action that a built-in player chooses in a hand.

use preference::deal::CardStyle;
use preference::players::{ActAnswer, ActQuestion};
use preference::situation::Situation;

use super::asking::{Asked, Skin};
use super::state::{action_text, turn};
use super::{Own, record};
use crate::args::examples;
use crate::failure::Failure;
use crate::output::text;
use crate::request::Request;

impl Skin<ActQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::ACT;

    fn run(asked: Asked<ActQuestion, ()>) -> Result<(), Failure> {
        record::run(asked, |question| [&mut question.record, &mut question.view])
    }

    fn text(
        _: &Request<ActQuestion>,
        (): &(),
        _: &Situation,
        answer: &ActAnswer,
        style: CardStyle,
    ) -> String {
        act_text(answer, style)
    }
}

fn act_text(answer: &ActAnswer, style: CardStyle) -> String {
    let turn = turn(answer.to_act, answer.seat, answer.phase);
    let line = format!("{turn}: {}", action_text(answer.action, style));
    format!("{}\n{}", text::line(&line), text::remark(&answer.rules))
}
