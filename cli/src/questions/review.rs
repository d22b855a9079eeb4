//! `pref review`: the cost of each call, discard and card of a played hand.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::Command;
use preference::Analyst;
use preference::deal::CardStyle;
use preference::excerpt::{excerpt, is_plain};
use preference::protocol::ask::Responder;
use preference::protocol::question::{RawFieldValue, RawObject, parse_object};
use preference::questions::question_type::QuestionType;
use preference::questions::review::ReviewQuestion;
use preference::questions::review::{
    Part, ReviewAnswer, ReviewFault, ReviewOptions, Step, situation_to_review,
};
use preference::rules::Variant;
use preference::seat::Seat;
use preference::settlement::Amount;
use preference::situation::form::FormPart;
use preference::situation::{ErrorCode, Fields, Problem, QuestionError, Situation, ppn};
use serde::Serialize;

use super::Own;
use super::asking::{Asked, Skin};
use crate::args::{DEFAULT_RULES, ReviewArgs, examples};
use crate::failure::{Failure, print_message};
use crate::input::read_text;
use crate::output::{DisplayStyle, text};
use crate::request::{analyst, named_rules, rules};

/// Rules that are used on the sites that write PPN.
const PPN_RULES: &str = "bule";

/// Hand to review, with its name and the prefix of messages about it, such as `games.jsonl: line 4: `.
struct HandToReview {
    place: String,
    id: Option<RawFieldValue>,
    situation: Situation,
}

/// Hand to review, or the message about a mistake in it.
type HandResult = Result<HandToReview, String>;

/// Review of a hand, with the name of the hand.
#[derive(Serialize)]
struct ReviewEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<RawFieldValue>,
    #[serde(flatten)]
    review: ReviewAnswer,
}

impl Skin<ReviewQuestion> for Own {
    type Extras = ReviewArgs;
    const EXAMPLES: &'static str = examples::REVIEW;

    fn takes_deals() -> bool {
        false
    }

    fn has_engine() -> bool {
        true
    }

    fn adjust(command: Command) -> Command {
        command.mut_arg("rules", |rules| {
            rules
                .help("Rules for hands that do not name their rules [default: austrian, or bule for hands in PPN]")
                .hide_default_value(true)
        })
    }

    /// Reviews the hands of all files. A hand that cannot be reviewed does not end the run.
    fn run(asked: Asked<ReviewQuestion, ReviewArgs>) -> Result<(), Failure> {
        review_files(&asked)
    }
}

fn review_files(asked: &Asked<ReviewQuestion, ReviewArgs>) -> Result<(), Failure> {
    let hands = hands(asked)?;
    let options = asked.question.review_options();
    let mut analyst = analyst(&asked.output)?;
    let display = DisplayStyle::from(&asked.output);
    let mut out = display.stdout();
    let (mut bad, mut shown) = (0, 0);
    // Only a few hands are reviewed at a time, so that answers are printed early.
    for some in hands.chunks(4 * analyst.threads()) {
        let answers = analyst.map(some, |analyst, hand| {
            let record = hand.as_ref().map_err(Clone::clone)?;
            let reviewed = review_hand(analyst, record, &options)?;
            Ok::<String, String>(display.format(&reviewed, |reviewed, style| {
                review_text(asked.extras.all, options.model.name(), &record.situation, reviewed, style)
            }))
        });
        for answer in answers {
            match answer {
                Ok(answer) => {
                    if display.is_spaced() && shown > 0 {
                        writeln!(out)?;
                    }
                    shown += 1;
                    writeln!(out, "{}", answer.trim_end())?;
                }
                Err(problem) => {
                    out.flush()?;
                    print_message(problem);
                    bad += 1;
                }
            }
        }
        out.flush()?;
    }
    match (bad, hands.len()) {
        (0, _) => Ok(()),
        (_, 1) => Err(Failure::Input("the hand could not be reviewed".to_owned())),
        (_, count) => Err(Failure::Input(format!("{bad} of {count} hands could not be reviewed"))),
    }
}

fn review_hand(
    analyst: &mut Analyst,
    record: &HandToReview,
    options: &ReviewOptions,
) -> Result<ReviewEntry, String> {
    let name = || displayed_name(record.id.as_ref()).map_or(String::new(), |id| format!("deal {id}, "));
    let review = analyst
        .review(&record.situation, options)
        .map_err(|error| format!("{}{}{}", record.place, name(), record_message(&error)))?;
    Ok(ReviewEntry { id: record.id.clone(), review })
}

fn displayed_name(id: Option<&RawFieldValue>) -> Option<String> {
    Some(excerpt(&id?.content()?))
}

fn record_message(error: &QuestionError) -> String {
    error
        .field()
        .map_or_else(|| error.to_string(), |field| format!("{}: {error}", excerpt(&field.to_string())))
}

fn hands(asked: &Asked<ReviewQuestion, ReviewArgs>) -> Result<Vec<HandResult>, Failure> {
    let mut hands: Vec<HandResult> = Vec::new();
    if asked.extras.files.is_empty() {
        hands.extend(read_hands(asked, "", &read_text(None)?)?);
    }
    for path in &asked.extras.files {
        hands.extend(match path.to_str().filter(|text| text.trim_start().starts_with('{')) {
            Some(record) => read_hands(asked, "", record)?,
            None => read_hands(asked, &place(path), &read_text(Some(path))?)?,
        });
    }
    if hands.is_empty() {
        return Err(Failure::Input(
            "there are no hands: write JSON objects, one per line, or PPN".to_owned(),
        ));
    }
    Ok(hands)
}

fn place(path: &Path) -> String {
    format!("{}: ", excerpt(&path.display().to_string()))
}

fn read_hands(
    asked: &Asked<ReviewQuestion, ReviewArgs>,
    place: &str,
    text: &str,
) -> Result<Vec<HandResult>, Failure> {
    let is_named = asked.names_rules || asked.rules.rules_file.is_some();
    let named_by_options = is_named.then(|| rules(&asked.rules)).transpose()?;
    let rules_or = |name: &str| named_by_options.clone().map_or_else(|| named_rules(name, None), Ok);
    if is_ppn(text) {
        let records = ppn::read(text, &rules_or(PPN_RULES)?).into_iter();
        return Ok(records.map(|record| ppn_record(place, record)).collect());
    }
    let ppn_rules = rules_or(PPN_RULES)?;
    let rules = rules_or(DEFAULT_RULES)?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    Ok(lines
        .map(|(n, line)| read_line(&format!("{place}line {}: ", n + 1), line, &rules, &ppn_rules))
        .collect())
}

fn read_line(place: &str, line: &str, rules: &Arc<Variant>, ppn_rules: &Arc<Variant>) -> HandResult {
    if let Ok(object) = parse_object(line, "{}")
        && ppn::is_object(&object)
    {
        return ppn_record(place, ppn::read_object(&object, ppn_rules));
    }
    record(place, line, rules).map_err(|error| format!("{place}{}", record_message(&error)))
}

fn ppn_record(place: &str, record: Result<ppn::PpnRecord, ppn::PpnError>) -> HandResult {
    let ppn::PpnRecord { id, situation, .. } = record.map_err(|error| format!("{place}{error}"))?;
    if !is_plain(&id) {
        return Err(format!("{place}deal {}, id: {PLAIN_NAME_ADVICE}", excerpt(&id)));
    }
    Ok(HandToReview { place: place.to_owned(), id: Some(RawFieldValue::Built(id.into())), situation })
}

/// Checks whether a text is PPN and not a JSON list. PPN begins with a bracket that contains two words or more, the
/// first of which is not an element of a list.
pub(super) fn is_ppn(text: &str) -> bool {
    let Some(inner) = text.trim_start().strip_prefix('[') else { return false };
    let mut words = inner.split(']').next().unwrap_or_default().split_whitespace();
    let is_list_value = |word: &str| word.starts_with(['{', '[', '"']) || word.contains(',');
    words.next().is_some_and(|word| !is_list_value(word)) && words.next().is_some()
}

/// Advice about a name that cannot be repeated in the answer.
const PLAIN_NAME_ADVICE: &str = "write the name without control characters";

fn id(object: &mut RawObject) -> Result<Option<RawFieldValue>, QuestionError> {
    let error = |value: String, right: &'static str| {
        let problem = Problem::Value { found: value, right: right.into() };
        Err(QuestionError::new(ErrorCode::BadValue, "id", problem))
    };
    let Some(id) = object.remove("id").map(|field| field.value().clone()) else { return Ok(None) };
    match id.content() {
        None => Ok(None),
        Some(content) if !id.is_text_or_number() => error(excerpt(&content), "write a text or a number"),
        Some(content) if is_plain(&content) => Ok(Some(id)),
        Some(content) => error(format!("'{}'", excerpt(&content)), PLAIN_NAME_ADVICE),
    }
}

fn record(place: &str, line: &str, default_rules: &Arc<Variant>) -> Result<HandToReview, QuestionError> {
    let mut object = RawObject::read(line, r#"{"deal":…,"declarer":…,"contract":…}"#)?;
    let id = id(&mut object)?;
    object.remove_all("x_");
    let mut fields = Fields::from(object.into_values()?);
    if fields.is_list("actions") {
        let hand = preference::hand::Hand::read(Arc::clone(default_rules), &mut fields)?;
        fields.finish_record()?;
        return Ok(HandToReview { place: place.to_owned(), id, situation: situation_to_review(&hand)? });
    }
    if !fields.has("actions") {
        // So that the message about an unknown field lists it.
        fields.take("actions");
    }
    let rules = Responder::default()
        .with_rules(Arc::clone(default_rules))
        .rules_of(&mut fields, ReviewQuestion::NAME)?;
    let question = ReviewQuestion::take(&mut fields, ReviewQuestion::NAME)?;
    fields.finish_record()?;
    let (situation, _) = question.under(rules)?;
    Ok(HandToReview { place: place.to_owned(), id, situation })
}

fn review_text(
    all: bool,
    model: &str,
    situation: &Situation,
    reviewed: &ReviewEntry,
    style: CardStyle,
) -> String {
    let ReviewEntry { id, review } = reviewed;
    let mut shown = format!("{}\n", text::heading(&review.deal.to_string()));
    let id = displayed_name(id.as_ref()).map_or(String::new(), |id| format!("Deal {id}: "));
    shown += &text::line(&format!("{id}{}", title(situation, review, style)));
    shown.push('\n');
    let rows = step_rows(all, review, style);
    if rows.is_empty() && review.broken.is_empty() {
        shown += "No step had a cost\n";
    } else if !rows.is_empty() {
        let header = ["", "", "", "tricks lost", "gain lost", "best"].map(str::to_owned).to_vec();
        shown += &text::table(header, rows, 3);
    }
    for ReviewFault { part, problem } in &review.broken {
        shown += &text::line(&format!("{} is against the rules: {problem}", part_name(*part)));
        shown.push('\n');
    }
    let unpriced = review.unpriced.as_ref().map_or(String::new(), |error| format!("; no gains: {error}"));
    shown + &text::remark(&format!("{}, {model}{unpriced}", review.rules))
}

fn title(situation: &Situation, review: &ReviewAnswer, style: CardStyle) -> String {
    if review.contract.is_none() {
        return "No contract yet".to_owned();
    }
    let tricks = review.tricks;
    let Some(declaration) = situation.declaration_if_any() else {
        let each = Seat::ALL.map(|seat| format!("{} {}", seat.name(), tricks[seat]));
        let whole = tricks.0.iter().sum::<u8>() == 10;
        let result = if whole { format!(": tricks {}", each.join(", ")) } else { String::new() };
        return format!("All have passed{result}");
    };
    let from_hand = if declaration.from_hand { " without the talon" } else { "" };
    let result = review.made.map_or(String::new(), |made| {
        let taken = tricks[declaration.declarer];
        format!(": {taken} tricks, {}", if made { "made" } else { "not made" })
    });
    format!(
        "{} plays {}{from_hand}{result}",
        text::seat(declaration.declarer),
        text::contract(declaration.contract, style)
    )
}

fn step_rows(all: bool, review: &ReviewAnswer, style: CardStyle) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (n, step) in review.calls.iter().enumerate().filter(|(_, step)| all || step.is_costly()) {
        rows.push(row(format!("call {}", n + 1), step, ToString::to_string));
    }
    for step in review.discard.iter().filter(|step| all || step.is_costly()) {
        rows.push(row("lays aside".to_owned(), step, |pair| text::list(pair.0, style)));
    }
    for step in review.announcement.iter().filter(|step| all || step.is_costly()) {
        rows.push(row("announces".to_owned(), step, |&contract| text::contract(contract, style)));
    }
    for step in review.decisions.iter().filter(|step| all || step.is_costly()) {
        rows.push(row("decides".to_owned(), step, |said| said.name().to_owned()));
    }
    for (n, step) in review.cards.iter().enumerate().filter(|(_, step)| all || step.is_costly()) {
        rows.push(row(format!("card {}", n + 1), step, |&card| text::card(card, style)));
    }
    rows
}

fn part_name(part: Part) -> String {
    match part {
        Part::Call(number) => format!("Call {number}"),
        Part::Announcement => "The contract".to_owned(),
        Part::Decisions => "The decision before the play".to_owned(),
        Part::Card(number) => format!("Card {number}"),
        Part::Trick(number) => format!("Trick {number}"),
    }
}

fn row<T>(name: String, step: &Step<T>, name_of: impl Fn(&T) -> String) -> Vec<String> {
    let zero = Amount::default();
    let best: Vec<String> = step.best.iter().map(&name_of).collect();
    vec![
        name,
        text::seat(step.seat).to_owned(),
        name_of(&step.done),
        match (step.tricks, step.turned) {
            (Some(tricks), true) => format!("{tricks} and the contract"),
            (None, true) => "the contract".to_owned(),
            (Some(0) | None, false) => String::new(),
            (Some(tricks), false) => tricks.to_string(),
        },
        step.gain
            .filter(|&gain| gain != zero)
            .map_or(String::new(), |gain| text::gain(gain).trim_start_matches('+').to_owned()),
        list_best(&best),
    ]
}

fn list_best(best: &[String]) -> String {
    const MAX_WIDTH: usize = 24;
    // Steps that consist of several words are separated by commas.
    let between = if best.iter().any(|step| step.contains(' ')) { ", " } else { " " };
    let mut shown = String::new();
    for (n, step) in best.iter().enumerate() {
        if n > 0 && shown.chars().count() + step.chars().count() > MAX_WIDTH {
            return format!("{shown} … {} in all", best.len());
        }
        shown.extend((n > 0).then_some(between).into_iter().chain([step.as_str()]));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ppn_is_distinguished_from_json_lists() {
        for ppn in ["[Bula \"80\"]\n", "\n [1 231 1BDHM", "[12\t231 ...]\n[13 ...]"] {
            assert!(is_ppn(ppn), "{ppn}");
        }
        for json in [
            "",
            "[",
            "[]",
            "[1]",
            "[1, 2]",
            "[1,2]",
            "[{\"id\": 1}]",
            "[\n  [1, 2]]",
            "[\"a\" ]",
            "\"[1]\"",
            "{}",
        ] {
            assert!(!is_ppn(json), "{json}");
        }
    }

    /// Parses an `id` with this value, and returns the JSON that an answer contains for it.
    fn read_id(value: &str) -> Result<Option<String>, String> {
        let mut object = RawObject::read(&format!(r#"{{"id":{value}}}"#), "{}").expect("an object");
        let id = id(&mut object).map_err(|error| record_message(&error))?;
        Ok(id.map(|id| id.to_json().into_owned()))
    }

    #[test]
    fn id_is_read_from_text_or_number_only() {
        let read = read_id;
        for kept in [r#""game 1, table 2""#, r#""7""#, "7", "9223372036854775809", "-1", "1.0", "1e400"] {
            assert_eq!(read(kept), Ok(Some(kept.to_owned())), "{kept}");
        }
        assert_eq!(read("null"), Ok(None));
        assert_eq!(
            read(r#""a\u001bb""#),
            Err("id: 'a\\u{1b}b' is not valid here: write the name without control characters".to_owned())
        );
        assert_eq!(read("true"), Err("id: true is not valid here: write a text or a number".to_owned()));
    }
}
