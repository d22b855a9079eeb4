//! Questions as objects of JSON, and their answers.
//!
//! One object asks what a command asks. Its fields are the command's long flags with `_` for `-`;
//! those that tell of a hand mean the same in every question.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::analysis::analyst::Analyst;
#[cfg(feature = "schema")]
use crate::analysis::question::CancelAnswer;
use crate::analysis::question::{LONGEST_LINE, Question, ReplyEnvelope, to_json};
use crate::analysis::question_type::QuestionType;
use crate::analysis::questions::{
    AdviseQuestion, AuctionQuestion, CardsQuestion, DealQuestion, DefendQuestion, EvaluateQuestion,
    LineQuestion, ParQuestion, PuzzleQuestion, ReviewQuestion, ScoreQuestion, SolveQuestion, TalonQuestion,
    UsurpQuestion,
};
#[cfg(feature = "schema")]
use crate::analysis::questions::{CancelQuestion, ReadyQuestion, RulesQuestion, VersionQuestion};
#[cfg(feature = "schema")]
use crate::analysis::schema::derived::{schema_of, schema_of_output};
use crate::analysis::several::Several;
#[cfg(feature = "schema")]
use crate::rules::RulesDescription;
use crate::rules::variant::Variant;
use crate::search::{Stop, Stopped};
use crate::situation::error::{Code, Problem, QuestionError};
use crate::situation::fields::{Fields, wrong};
use crate::situation::{CardsInput, Situation};

/// The number of the protocol: it changes when a program that spoke the one before would fail.
pub const PROTOCOL: u32 = 2;

/// An entry of the list of questions about cards and calls.
struct Entry {
    name: &'static str,
    rules: &'static str,
    several: Several,
    partial: bool,
    /// Whether answers may be several that the question counts.
    #[cfg(feature = "schema")]
    is_list: bool,
    answer: Answer,
    /// Returns the JSON Schema of its fields, and of an answer.
    #[cfg(feature = "schema")]
    schemas: fn() -> [Value; 2],
}

/// Adds the answers to one question, each an object of JSON; gives whether they are a list, of one
/// element too.
type Answer = fn(&mut Analyst, Arc<Variant>, Fields, &mut Vec<String>) -> Result<bool, QuestionError>;

impl Entry {
    const fn of<V: QuestionType>() -> Entry {
        Entry {
            name: V::NAME,
            rules: V::RULES,
            several: V::SEVERAL,
            partial: V::PARTIAL,
            #[cfg(feature = "schema")]
            is_list: V::LIST,
            answer: answer::<V>,
            #[cfg(feature = "schema")]
            schemas: || [schema_of::<V>(), schema_of_output::<V::Answer>()],
        }
    }
}

static QUESTIONS: [Entry; 14] = [
    Entry::of::<SolveQuestion>(),
    Entry::of::<TalonQuestion>(),
    Entry::of::<CardsQuestion>(),
    Entry::of::<LineQuestion>(),
    Entry::of::<DefendQuestion>(),
    Entry::of::<ParQuestion>(),
    Entry::of::<UsurpQuestion>(),
    Entry::of::<EvaluateQuestion>(),
    Entry::of::<AdviseQuestion>(),
    Entry::of::<ReviewQuestion>(),
    Entry::of::<ScoreQuestion>(),
    Entry::of::<AuctionQuestion>(),
    Entry::of::<DealQuestion>(),
    Entry::of::<PuzzleQuestion>(),
];

/// The questions about the program itself.
const OTHERS: [&str; 4] = ["rules", "version", "ready", "cancel"];

/// Returns the JSON Schemas of the fields of a question, and of an answer to it.
#[cfg(feature = "schema")]
pub(super) fn schemas_of(ask: &str) -> Option<[Value; 2]> {
    if let Some(question) = QUESTIONS.iter().find(|question| question.name == ask) {
        return Some((question.schemas)());
    }
    match ask {
        "rules" => Some([schema_of::<RulesQuestion>(), schema_of_output::<RulesDescription>()]),
        "version" => Some([schema_of::<VersionQuestion>(), schema_of_output::<VersionAnswer>()]),
        "ready" => Some([schema_of::<ReadyQuestion>(), schema_of_output::<ReadyAnswer>()]),
        "cancel" => Some([schema_of::<CancelQuestion>(), schema_of_output::<CancelAnswer>()]),
        _ => None,
    }
}

/// Returns whether an answer to this question may be a part of it.
#[cfg(feature = "schema")]
pub(super) fn can_be_partial(ask: &str) -> bool {
    QUESTIONS.iter().any(|question| question.name == ask && question.partial && !question.is_list)
}

/// Returns whether the answer to this question may be a list.
#[cfg(feature = "schema")]
pub(super) fn can_be_list(ask: &str) -> bool {
    QUESTIONS
        .iter()
        .any(|question| question.name == ask && (question.is_list || question.several != Several::Nothing))
}

/// The names of all questions.
pub static ASKS: [&str; QUESTIONS.len() + OTHERS.len()] = {
    let mut names = [""; QUESTIONS.len() + OTHERS.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = match place.checked_sub(QUESTIONS.len()) {
            None => QUESTIONS[place].name,
            Some(place) => OTHERS[place],
        };
        place += 1;
    }
    names
};

/// Answers questions that come as lines of JSON, one line each.
///
/// ```
/// use preference::analysis::Analyst;
/// use preference::analysis::ask::Asker;
/// let (mut asker, mut analyst) = (Asker::default(), Analyst::new());
/// let answer = asker.answer(&mut analyst, r#"{"id":1,"ask":"auction","calls":["pass","1"]}"#);
/// assert!(answer.starts_with(r#"{"id":1,"rules":"austrian","done":false,"to_call":"R""#));
/// let wrong = asker.answer(&mut analyst, r#"{"id":2,"ask":"solve"}"#);
/// assert!(wrong.starts_with(r#"{"id":2,"error":{"code":"missing","field":"deal""#));
/// ```
#[derive(Clone, Default)]
pub struct Asker {
    /// Rules that were named before, by it or a clone of it.
    known: Arc<Mutex<HashMap<String, Arc<Variant>>>>,
    /// The rules of questions that name none, if they are not those of the command.
    usual: Option<Arc<Variant>>,
    /// Says which tables of endings are at hand, by name.
    tables: Option<Arc<dyn Fn() -> Vec<String> + Send + Sync>>,
    /// The time for a question that names none.
    time_limit: Option<Duration>,
    /// Whether an answer that is cut short by the time is an error.
    whole: bool,
    /// The lines that have been read.
    lines: u64,
}

/// Version of the program, and its abilities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionAnswer {
    /// Number of the protocol.
    pub protocol: u32,
    /// Version of the program.
    pub version: &'static str,
    /// Names of the questions.
    pub asks: &'static [&'static str],
    /// Limits of a question.
    pub limits: Limits,
    /// Tables of endings that are loaded.
    pub tables: Vec<String>,
}

/// Limits of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Length of the longest line, in bytes.
    pub line: usize,
}

impl fmt::Debug for Asker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asker").field("lines", &self.lines).finish_non_exhaustive()
    }
}

impl Asker {
    /// An asker that tells of the tables of endings that `tables` names when it is asked.
    #[must_use]
    pub fn with_tables(tables: impl Fn() -> Vec<String> + Send + Sync + 'static) -> Asker {
        Asker { tables: Some(Arc::new(tables)), ..Asker::default() }
    }

    /// Gives every question that names no rules these.
    #[must_use]
    pub fn with_rules(self, rules: Arc<Variant>) -> Asker {
        Asker { usual: Some(rules), ..self }
    }

    /// Gives every question that names no `time_limit` this one.
    #[must_use]
    pub fn with_time_limit(self, time_limit: Option<Duration>) -> Asker {
        Asker { time_limit, ..self }
    }

    /// Refuses to answer in part: a question whose time is over gets the error `time`.
    #[must_use]
    pub fn with_whole_answers(self) -> Asker {
        Asker { whole: true, ..self }
    }

    /// The answer to one line, as one line.
    pub fn answer(&mut self, analyst: &mut Analyst, line: &str) -> String {
        self.lines += 1;
        self.answer_until(analyst, Question::read(self.lines, line), &Stop::new())
    }

    /// The answer to a question that was read. If it is stopped, or the program fails, the answer is an
    /// error that says so.
    pub fn answer_until(&self, analyst: &mut Analyst, mut question: Question, stop: &Stop) -> String {
        if question.cancels().is_some() {
            return question.cancelled(0);
        }
        let Question { back, asked, .. } = question;
        let answered = asked.and_then(|(ask, fields)| self.told(analyst, (&ask, fields), &back, stop));
        answered.unwrap_or_else(|error| back.with_error(&error))
    }

    /// The answer to the question `ask` with these fields, as an object of JSON.
    ///
    /// # Errors
    /// If it cannot be answered, if it is stopped, or if the program fails.
    pub fn reply(
        &self,
        analyst: &mut Analyst,
        (ask, fields): (&str, Fields),
        stop: &Stop,
    ) -> Result<String, QuestionError> {
        self.told(analyst, (ask, fields), &ReplyEnvelope::default(), stop)
    }

    fn told(
        &self,
        analyst: &mut Analyst,
        (ask, mut fields): (&str, Fields),
        back: &ReplyEnvelope,
        stop: &Stop,
    ) -> Result<String, QuestionError> {
        let limit = time_limit(&mut fields)?.or(self.time_limit);
        limit.iter().for_each(|&limit| stop.limit(limit));
        let answer = || analyst.until(stop, |analyst| self.ask(analyst, ask, fields, back));
        match catch_unwind(AssertUnwindSafe(answer)) {
            Ok(answered) => answered.unwrap_or_else(|Stopped| Err(broken_off(stop, limit))),
            Err(_) => Err(QuestionError::whole(Code::Internal, Problem::Failed)),
        }
    }

    fn ask(
        &self,
        analyst: &mut Analyst,
        ask: &str,
        mut fields: Fields,
        back: &ReplyEnvelope,
    ) -> Result<String, QuestionError> {
        if let Some(question) = QUESTIONS.iter().find(|question| question.name == ask) {
            return self.answer_entry(analyst, question, fields, back);
        }
        match ask {
            "rules" => {
                let rules = self.rules(&mut fields, SolveQuestion::RULES)?;
                fields.finish()?;
                Ok(back.with(&rules.described()))
            }
            "version" => {
                fields.finish()?;
                Ok(back.with(&self.version()))
            }
            "ready" => Ok(back.with(&self.ready(analyst, fields)?)),
            _ => Err(unknown(ask)),
        }
    }

    /// Takes the tables of endings that rules need from their folder; the answer names those at hand.
    fn ready(&self, analyst: &mut Analyst, mut fields: Fields) -> Result<ReadyAnswer, QuestionError> {
        let named = match fields.take("rules") {
            Some(Value::Array(several)) => {
                let variant =
                    |(place, rules)| self.variant(rules).map_err(|error| error.in_field(("rules", place)));
                several.into_iter().enumerate().map(variant).collect::<Result<Vec<_>, _>>()?
            }
            Some(one) => vec![self.variant(one)?],
            None => Vec::new(),
        };
        fields.finish()?;
        let mut ready = ReadyAnswer { rules: Vec::new(), tables: Vec::new() };
        for rules in named {
            let loaded = analyst.with_solver(|solver| solver.endgames().load_all(&rules));
            ready.rules.push(rules.label().to_owned());
            ready.tables.extend(loaded.iter().map(ToString::to_string));
        }
        Ok(ready)
    }

    /// Answers a question of the list.
    fn answer_entry(
        &self,
        analyst: &mut Analyst,
        question: &Entry,
        mut fields: Fields,
        back: &ReplyEnvelope,
    ) -> Result<String, QuestionError> {
        let rules = self.rules(&mut fields, question.rules)?;
        let mut answers = Vec::new();
        let several = question.several.of(&mut fields)?;
        analyst.keep_parts(!self.whole && (question.partial || several.is_some()));
        let list = match several {
            None => (question.answer)(analyst, rules, fields, &mut answers)?,
            Some(several) => {
                for ((field, place), fields) in several {
                    let found = analyst.in_time(|analyst| {
                        (question.answer)(analyst, Arc::clone(&rules), fields, &mut answers)
                    });
                    found.unwrap_or(Ok(true)).map_err(|error| {
                        let own = error.field().is_some_and(|found| found.name == field);
                        if own { error.in_field((field, place)) } else { error }
                    })?;
                    if analyst.is_cut() {
                        break;
                    }
                }
                true
            }
        };
        if analyst.is_cut() && answers.is_empty() {
            analyst.give_up();
        }
        let mut answer = match answers.pop() {
            Some(only) if !list && answers.is_empty() => only,
            last => {
                answers.extend(last);
                format!(r#"{{"answers":[{}]}}"#, answers.join(","))
            }
        };
        if analyst.is_cut() {
            answer.truncate(answer.len() - 1);
            answer.push_str(r#","partial":true}"#);
        }
        Ok(back.around(&answer))
    }

    /// The rules that the field `rules` names, or those that the question `ask` takes without it.
    ///
    /// # Errors
    /// If there are no such rules.
    pub fn rules_of(&self, fields: &mut Fields, ask: &str) -> Result<Arc<Variant>, QuestionError> {
        self.rules(
            fields,
            if ask == UsurpQuestion::NAME { UsurpQuestion::RULES } else { SolveQuestion::RULES },
        )
    }

    /// The rules of a question, or those of this name if it says nothing.
    fn rules(&self, fields: &mut Fields, usual: &str) -> Result<Arc<Variant>, QuestionError> {
        match (fields.take("rules"), &self.usual) {
            (None, Some(usual)) => Ok(Arc::clone(usual)),
            (named, _) => self.variant(named.unwrap_or_else(|| usual.into())),
        }
    }

    /// The rules of a name with switches, of an object in the shape of a file, or of the text of one.
    fn variant(&self, rules: Value) -> Result<Arc<Variant>, QuestionError> {
        let bad = |error| QuestionError::new(Code::BadRules, "rules", error);
        let name = match rules {
            Value::String(name) => name,
            Value::Object(house) => {
                let alone = house.get("toml").and_then(Value::as_str).filter(|_| house.len() == 1);
                let read = alone.map_or_else(|| Variant::from_json(&house), Variant::from_toml);
                return read.map(Arc::new).map_err(bad);
            }
            other => return Err(wrong("rules", &other, "write a name, or an object as a file has it")),
        };
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(&name) {
            return Ok(Arc::clone(known));
        }
        let rules: Arc<Variant> = Arc::new(name.parse().map_err(bad)?);
        let mut known = known();
        if known.len() < NAMES_KEPT {
            known.insert(name, Arc::clone(&rules));
        }
        Ok(rules)
    }

    /// What is told of the program.
    #[must_use]
    pub fn version(&self) -> VersionAnswer {
        VersionAnswer {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            asks: &ASKS,
            limits: Limits { line: LONGEST_LINE },
            tables: self.tables.as_ref().map_or_else(Vec::new, |tables| tables()),
        }
    }
}

/// Rules and tables that are ready for questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadyAnswer {
    /// Names of the rules.
    pub rules: Vec<String>,
    /// Tables of endings that are loaded for them.
    pub tables: Vec<String>,
}

/// The time that a question may take, if it says so.
fn time_limit(fields: &mut Fields) -> Result<Option<Duration>, QuestionError> {
    let Some(value) = fields.take("time_limit") else { return Ok(None) };
    if cfg!(target_family = "wasm") {
        return Err(QuestionError::not_here("time_limit", "answers cannot be broken off here"));
    }
    let seconds = value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.map(Some).ok_or_else(|| wrong("time_limit", &value, "write a number of seconds, as 0.5"))
}

/// Why there is no answer where the work was broken off.
fn broken_off(stop: &Stop, limit: Option<Duration>) -> QuestionError {
    match limit.filter(|_| !stop.was_asked()) {
        Some(limit) => QuestionError::whole(Code::Time, Problem::Late(limit)),
        None => QuestionError::whole(Code::Cancelled, Problem::Cancelled),
    }
}

fn answer<V: QuestionType>(
    analyst: &mut Analyst,
    rules: Arc<Variant>,
    mut fields: Fields,
    answers: &mut Vec<String>,
) -> Result<bool, QuestionError> {
    let (situation, options) = read::<V>(rules, &mut fields)?;
    let situation =
        if V::CARDS { situation.read_deal(&mut fields, V::unknown(&options))? } else { situation };
    fields.finish()?;
    answers.extend(V::ask(analyst, &situation, &options)?.iter().map(to_json));
    Ok(V::many(&situation, &options))
}

/// There is no question of this name.
pub(super) fn unknown(ask: &str) -> QuestionError {
    let problem = Problem::UnknownAsk { found: ask.to_owned(), known: ASKS.join(" ") };
    QuestionError::new(Code::UnknownAsk, "ask", problem)
}

/// How many rules are kept by name.
const NAMES_KEPT: usize = 256;

/// The situation of a question under these rules, without its cards, and the options; fields that
/// the question does not have are left.
///
/// # Errors
/// If a field is wrong.
pub fn read<V: QuestionType>(
    rules: Arc<Variant>,
    fields: &mut Fields,
) -> Result<(Situation, V::Options), QuestionError> {
    V::read(Situation::new(rules, CardsInput::Nothing), fields)
}
