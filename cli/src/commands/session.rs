//! `pref session`: the score sheet of a game over several hands, and the table of its next hand.

use preference::Analyst;
use preference::deal::CardStyle;
use preference::questions::question_type::QuestionType;
use preference::questions::session::{SessionAnswer, SessionQuestion};
use preference::settlement::ScoreSheet;
use preference::situation::field_types::{LogInput, RecordInput};

use super::record::read_record;
use crate::args::RecordQuestionArgs;
use crate::failure::Failure;
use crate::output::{DisplayStyle, text};
use crate::request::{Request, rules};

pub(crate) fn run(args: &RecordQuestionArgs<SessionQuestion>) -> Result<(), Failure> {
    let mut question = args.question.clone();
    let log = question.log.take().map_or_else(|| "-".into(), |LogInput(log)| log);
    let mut log = Some(RecordInput(log));
    read_record(&mut log)?;
    question.log = log.map(|RecordInput(log)| LogInput(log));
    let display = DisplayStyle::from(args.display);
    let request = Request::new(&question, rules(&args.rules)?)?;
    for answer in SessionQuestion::ask(&mut Analyst::new(), &request.situation, &request.options)? {
        display.print(&display.format(&answer, session_text))?;
    }
    Ok(())
}

fn session_text(answer: &SessionAnswer, _: CardStyle) -> String {
    let sheet = ScoreSheet {
        layout: answer.sheet.layout,
        players: answer.players.clone(),
        entries: answer.sheet.entries.clone(),
        pot: answer.sheet.pot.clone(),
        pool_size: answer.sheet.pool_size,
    };
    let state = match &answer.next {
        None => "The game is over".to_owned(),
        Some(next) => format!("Hand {}: {} deals, {} calls first", next.number, next.dealer, next.seats[0]),
    };
    format!("{}\n{}\n{}", sheet.to_string().trim_end(), text::line(&state), text::remark(&answer.rules))
}
