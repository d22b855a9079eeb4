//! `pref ppn`: records of hands as PPN, and PPN as records.

use preference::deal::CardStyle;
use preference::questions::ppn::{ConvertedHand, PpnAnswer, PpnQuestion};
use preference::situation::Situation;
use preference::situation::field_types::{LogInput, RecordInput};
use serde_json::Value;

use super::Own;
use super::asking::{Asked, Skin};
use super::record::read_record;
use super::review::is_ppn;
use crate::args::examples;
use crate::failure::Failure;
use crate::request::Request;

impl Skin<PpnQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::PPN;

    /// Without an argument, standard input is read.
    fn prepare(asked: &mut Asked<PpnQuestion, ()>) -> Result<(), Failure> {
        let log = asked.question.log.take().map_or_else(|| "-".into(), |LogInput(log)| log);
        let mut log = Some(RecordInput(log));
        read_record(&mut log)?;
        match log {
            Some(RecordInput(Value::String(text))) if is_ppn(&text) => asked.question.ppn = Some(text),
            log => asked.question.log = log.map(|RecordInput(log)| LogInput(log)),
        }
        Ok(())
    }

    fn note(_: &Request<PpnQuestion>, answers: &[PpnAnswer]) -> Option<String> {
        let hands = answers.iter().flat_map(|answer| &answer.hands);
        let problems = hands.filter_map(|hand| {
            let name = hand.name.as_ref().map_or(String::new(), |name| format!("hand {name}: "));
            hand.problem.as_ref().map(|problem| format!("{name}{problem}"))
        });
        let problems: Vec<String> = problems.collect();
        (!problems.is_empty()).then(|| problems.join("\n"))
    }

    fn text(_: &Request<PpnQuestion>, (): &(), _: &Situation, answer: &PpnAnswer, _: CardStyle) -> String {
        let line = |hand: &ConvertedHand| {
            let record =
                hand.record.as_ref().map(|record| serde_json::to_string(record).expect("JSON has a text"));
            hand.ppn.clone().or(record).map(|line| line + "\n")
        };
        answer.hands.iter().filter_map(line).collect()
    }
}
