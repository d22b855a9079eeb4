//! `pref session`: the score sheet of a game over several hands, and the table of its next hand.

use preference::deal::CardStyle;
use preference::questions::session::{SessionAnswer, SessionQuestion};
use preference::situation::Situation;
use preference::situation::field_types::{LogInput, RecordInput};

use super::Own;
use super::asking::{Asked, Skin};
use super::record::read_record;
use crate::args::examples;
use crate::failure::Failure;
use crate::output::text;
use crate::request::Request;

impl Skin<SessionQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::SESSION;

    fn has_engine() -> bool {
        false
    }

    /// Without a log it is read from standard input.
    fn prepare(asked: &mut Asked<SessionQuestion, ()>) -> Result<(), Failure> {
        let log = asked.question.log.take().map_or_else(|| "-".into(), |LogInput(log)| log);
        let mut log = Some(RecordInput(log));
        read_record(&mut log)?;
        asked.question.log = log.map(|RecordInput(log)| LogInput(log));
        Ok(())
    }

    fn text(
        _: &Request<SessionQuestion>,
        (): &(),
        _: &Situation,
        answer: &SessionAnswer,
        _: CardStyle,
    ) -> String {
        let sheet = answer.score_sheet();
        let state = match &answer.next {
            None => "The game is over".to_owned(),
            Some(next) => {
                format!("Hand {}: {} deals, {} calls first", next.number, next.dealer, next.seats[0])
            }
        };
        format!("{}\n{}\n{}", sheet.to_string().trim_end(), text::line(&state), text::remark(&answer.rules))
    }
}
