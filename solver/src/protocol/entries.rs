//! The list of all questions, with the facts and functions of each.
#[cfg(feature = "schema")]
use std::collections::HashMap;
use std::sync::Arc;
#[cfg(feature = "schema")]
use std::sync::LazyLock;

#[cfg(feature = "schema")]
use serde_json::Value;

use crate::analyst::Analyst;
#[cfg(feature = "schema")]
use crate::protocol::program_questions::{
    CancelQuestion, ReadyAnswer, ReadyQuestion, RulesQuestion, VersionAnswer, VersionQuestion,
};
#[cfg(feature = "schema")]
use crate::protocol::question::CancelAnswer;
use crate::protocol::reply::AnyAnswer;
use crate::questions::question_list::QuestionList;
#[cfg(feature = "schema")]
use crate::questions::question_type::Example;
use crate::questions::question_type::{Cost, FormResult, QuestionType};
#[cfg(feature = "schema")]
use crate::rules::RulesDescription;
use crate::rules::variant::Variant;
use crate::situation::error::QuestionError;
use crate::situation::fields::Fields;
#[cfg(feature = "schema")]
use crate::tables::columns::{Columns, Row};
#[cfg(feature = "schema")]
use crate::tables::schema::derived::{schema_of_input, schema_of_output};

/// The constants and functions of one [`QuestionType`].
pub(super) struct QuestionEntry {
    pub(super) name: &'static str,
    cost: Cost,
    #[cfg(feature = "schema")]
    needed_keys: &'static [&'static str],
    /// More than a fraction of a second.
    pub(super) is_long: fn(&Fields) -> bool,
    pub(super) default_rules: &'static str,
    pub(super) question_list: QuestionList,
    pub(super) has_partial_answers: bool,
    /// Whether a field of the question sets the number of answers.
    #[cfg(feature = "schema")]
    is_list: bool,
    pub(super) answer: AnswerFn,
    /// Reads the fields without an answer.
    #[cfg(feature = "schema")]
    pub(super) check: fn(Arc<Variant>, Fields) -> Result<(), QuestionError>,
    #[cfg(feature = "schema")]
    pub(super) rows: RowsFn,
    #[cfg(feature = "schema")]
    pub(super) columns: fn(Arc<Variant>, Fields, bool) -> Result<Columns, QuestionError>,
    #[cfg(feature = "schema")]
    keys: fn() -> Columns,
    #[cfg(feature = "schema")]
    example: Example,
    /// The schemas of the question's fields and of an answer.
    #[cfg(feature = "schema")]
    schemas: fn() -> [Value; 2],
}

/// Adds the answers to one question; whether they are a list, even of one answer.
type AnswerFn =
    fn(&mut Analyst, Arc<Variant>, Fields, &mut Vec<Box<dyn AnyAnswer>>) -> Result<bool, QuestionError>;

/// As [`AnswerFn`], but adds rows with these columns.
#[cfg(feature = "schema")]
type RowsFn = fn(&mut Analyst, Arc<Variant>, Fields, &Columns, &mut Vec<Row>) -> Result<bool, QuestionError>;

impl QuestionEntry {
    const fn from_type<V: QuestionType>() -> QuestionEntry {
        QuestionEntry {
            name: V::NAME,
            cost: V::COST,
            #[cfg(feature = "schema")]
            needed_keys: V::NEEDED_KEYS,
            is_long: V::is_long,
            default_rules: V::DEFAULT_RULES,
            question_list: V::QUESTION_LIST,
            has_partial_answers: V::HAS_PARTIAL_ANSWERS,
            #[cfg(feature = "schema")]
            is_list: V::HAS_ANSWER_COUNT,
            answer: add_answers::<V>,
            #[cfg(feature = "schema")]
            check: |rules, fields| read_form::<V>(rules, fields).map(|_| ()),
            #[cfg(feature = "schema")]
            rows: add_rows::<V>,
            #[cfg(feature = "schema")]
            columns: columns_of::<V>,
            #[cfg(feature = "schema")]
            keys: Columns::from_keys::<V::Answer>,
            #[cfg(feature = "schema")]
            example: V::EXAMPLE,
            #[cfg(feature = "schema")]
            schemas: || [schema_of_input::<V>(), schema_of_output::<V::Answer>()],
        }
    }
}

macro_rules! list_questions {
    ($($question:ty),* $(,)?) => {
        static QUESTIONS: &[QuestionEntry] = &[$(QuestionEntry::from_type::<$question>()),*];
    };
}

crate::with_questions!(list_questions);

const PROGRAM_QUESTIONS: [&str; 4] = ["rules", "version", "ready", "cancel"];

pub(super) fn entry(ask: &str) -> Option<&'static QuestionEntry> {
    QUESTIONS.iter().find(|question| question.name == ask)
}

/// How long an answer to a question about hands takes.
#[must_use]
pub fn cost(ask: &str) -> Option<Cost> {
    entry(ask).map(|question| question.cost)
}

/// The keys that hold a whole hand, from which all facts of a question follow.
pub const HAND_KEYS: [&str; 2] = ["record", "view"];

/// The first missing key without which the question cannot be asked. Nothing is missing if a hand is given.
#[cfg(feature = "schema")]
#[must_use]
pub fn missing_key(ask: &str, is_given: impl Fn(&str) -> bool) -> Option<&'static str> {
    let needed = entry(ask).map_or(&[][..], |question| question.needed_keys);
    let is_missing = |key: &&str| !HAND_KEYS.iter().any(|hand| is_given(hand)) && !is_given(key);
    needed.iter().copied().find(is_missing)
}

#[cfg(feature = "schema")]
pub(super) fn question_schemas(ask: &str) -> Option<[Value; 2]> {
    if let Some(question) = entry(ask) {
        return Some((question.schemas)());
    }
    match ask {
        "rules" => Some([schema_of_input::<RulesQuestion>(), schema_of_output::<RulesDescription>()]),
        "version" => Some([schema_of_input::<VersionQuestion>(), schema_of_output::<VersionAnswer>()]),
        "ready" => Some([schema_of_input::<ReadyQuestion>(), schema_of_output::<ReadyAnswer>()]),
        "cancel" => Some([schema_of_input::<CancelQuestion>(), schema_of_output::<CancelAnswer>()]),
        _ => None,
    }
}

/// The columns of the answers to the question `ask`, one for each key; `None` if it is not about hands.
#[cfg(feature = "schema")]
#[must_use]
pub fn key_columns(ask: &str) -> Option<&'static Columns> {
    static COLUMNS: LazyLock<HashMap<&str, Columns>> =
        LazyLock::new(|| QUESTIONS.iter().map(|question| (question.name, (question.keys)())).collect());
    COLUMNS.get(ask)
}

#[cfg(feature = "schema")]
pub(super) fn example(ask: &str) -> Option<Example> {
    entry(ask).map(|question| question.example)
}

/// Partial when the time limit is exceeded.
#[cfg(feature = "schema")]
pub(super) fn can_be_partial(ask: &str) -> bool {
    entry(ask).is_some_and(|question| question.has_partial_answers)
}

#[cfg(feature = "schema")]
pub(super) fn can_be_list(ask: &str) -> bool {
    entry(ask).is_some_and(|question| question.is_list || question.question_list != QuestionList::Nothing)
}

/// Names of all questions.
pub static QUESTION_NAMES: [&str; QUESTIONS.len() + PROGRAM_QUESTIONS.len()] = {
    let mut names = [""; QUESTIONS.len() + PROGRAM_QUESTIONS.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = match place.checked_sub(QUESTIONS.len()) {
            None => QUESTIONS[place].name,
            Some(place) => PROGRAM_QUESTIONS[place],
        };
        place += 1;
    }
    names
};

fn add_answers<V: QuestionType>(
    analyst: &mut Analyst,
    rules: Arc<Variant>,
    fields: Fields,
    answers: &mut Vec<Box<dyn AnyAnswer>>,
) -> Result<bool, QuestionError> {
    let (typed, list) = typed_answers::<V>(analyst, rules, fields)?;
    answers.extend(typed.into_iter().map(|answer| Box::new(answer) as Box<dyn AnyAnswer>));
    Ok(list)
}

#[cfg(feature = "schema")]
fn add_rows<V: QuestionType>(
    analyst: &mut Analyst,
    rules: Arc<Variant>,
    fields: Fields,
    columns: &Columns,
    rows: &mut Vec<Row>,
) -> Result<bool, QuestionError> {
    let (typed, list) = typed_answers::<V>(analyst, rules, fields)?;
    for answer in &typed {
        rows.extend(V::rows(answer, columns)?);
    }
    Ok(list)
}

#[cfg(feature = "schema")]
fn columns_of<V: QuestionType>(
    rules: Arc<Variant>,
    mut fields: Fields,
    long: bool,
) -> Result<Columns, QuestionError> {
    V::take(&mut fields, V::NAME)?.columns(rules, long)
}

fn typed_answers<V: QuestionType>(
    analyst: &mut Analyst,
    rules: Arc<Variant>,
    fields: Fields,
) -> Result<(Vec<V::Answer>, bool), QuestionError> {
    let (situation, options) = read_form::<V>(rules, fields)?;
    let answers = V::ask(analyst, &situation, &options)?;
    Ok((answers, V::has_answer_list(&situation, &options)))
}

fn read_form<V: QuestionType>(rules: Arc<Variant>, mut fields: Fields) -> FormResult<V::Options> {
    let form = V::take(&mut fields, V::NAME)?;
    fields.finish()?;
    form.under(rules)
}
