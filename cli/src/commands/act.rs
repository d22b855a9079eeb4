//! `pref act`: the action that a player chooses in a hand that is played.

use preference::analysis::Analyst;
use preference::analysis::question_type::QuestionType;
use preference::deal::CardStyle;
use preference::players::{ActAnswer, ActQuestion};

use super::state::{action_text, read_record, turn};
use crate::args::ActArgs;
use crate::failure::Failure;
use crate::output::{Look, text};
use crate::request::{Request, rules};

pub(crate) fn run(args: &ActArgs) -> Result<(), Failure> {
    let mut question = args.question.clone();
    read_record(&mut question.record)?;
    let Request { situation, options } = Request::new(&question, rules(&args.rules)?)?;
    let look = Look::from(args.look);
    for answer in ActQuestion::ask(&mut Analyst::new(), &situation, &options)? {
        look.print(&look.format(&answer, act_text))?;
    }
    Ok(())
}

/// Returns the seat to act, and the action.
fn act_text(answer: &ActAnswer, style: CardStyle) -> String {
    let turn = turn(answer.to_act, answer.seat, answer.phase);
    let line = format!("{turn}: {}", action_text(answer.action, style));
    format!("{}\n{}", text::line(&line), text::remark(&answer.rules))
}
