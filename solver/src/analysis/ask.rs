//! Questions as objects of JSON, and their answers.
//!
//! One object asks what a command asks. Its fields are the command's long flags with `_` for `-`;
//! those that tell of a hand mean the same in every question.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::analysis::analyst::Analyst;
use crate::analysis::verb::{
    Advising, BestLine, Calling, Dealing, Defending, EachCard, Evaluating, ParAuction, Puzzling, Reviewing,
    Scoring, Solve, TakeTalon, Usurping, Verb,
};
use crate::rules::variant::Variant;
use crate::search::{Stop, Stopped};
use crate::situation::error::{Code, Problem, QuestionError};
use crate::situation::fields::{Fields, wrong};
pub use crate::situation::json::object;
use crate::situation::{Given, Situation};

/// The number of the protocol: it changes when a program that spoke the one before would fail.
pub const PROTOCOL: u32 = 1;

/// Lines over this length are refused.
pub const LONGEST_LINE: usize = 1 << 20;

/// A line over [`LONGEST_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line is longer than {LONGEST_LINE} bytes")]
pub struct TooLong;

/// What can be asked, by name.
pub const ASKS: [&str; 17] = [
    Solve::NAME,
    TakeTalon::NAME,
    EachCard::NAME,
    BestLine::NAME,
    Defending::NAME,
    ParAuction::NAME,
    Usurping::NAME,
    Evaluating::NAME,
    Advising::NAME,
    Reviewing::NAME,
    Scoring::NAME,
    Calling::NAME,
    Dealing::NAME,
    Puzzling::NAME,
    "version",
    "ready",
    "cancel",
];

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
    /// Rules that were named before.
    rules: HashMap<String, Arc<Variant>>,
    /// Says which tables of endings are at hand, by name.
    tables: Option<Arc<dyn Fn() -> Vec<String> + Send + Sync>>,
    /// The time for a question that names none.
    time_limit: Option<Duration>,
    /// The lines that have been read.
    lines: u64,
}

/// A line that was read as a question.
#[derive(Debug)]
pub struct Line {
    /// Its number, from 1.
    number: u64,
    carried: Carried,
    /// What is asked, and of what; or what is wrong with the line.
    question: Result<(String, Fields), QuestionError>,
}

/// What is told of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Version {
    /// The number of the protocol.
    pub protocol: u32,
    /// The version of the program.
    pub version: &'static str,
    /// What can be asked.
    pub asks: &'static [&'static str],
    /// What is refused.
    pub limits: Limits,
    /// The tables of endings at hand.
    pub tables: Vec<String>,
}

/// What is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Longer lines, in bytes.
    pub line: usize,
}

/// The fields that come back with an answer.
#[derive(Clone, Debug, Default)]
struct Carried {
    id: Option<Value>,
    own: Map<String, Value>,
}

impl Line {
    /// Reads the line of this number, from 1. A mistake in it is the answer to it.
    #[must_use]
    pub fn read(number: u64, line: &str) -> Line {
        let mut carried = Carried::default();
        let question = object(line, r#"{"ask":…,"deal":…}"#).and_then(|object| carried.take(object));
        Line { number, carried, question }
    }

    /// A line of this number that is too long to be read.
    #[must_use]
    pub fn too_long(number: u64) -> Line {
        let error = QuestionError::whole(Code::BadJson, TooLong);
        Line { number, carried: Carried::default(), question: Err(error) }
    }

    /// The question's `id`, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<&Value> {
        self.carried.id.as_ref()
    }

    /// The `id` of the question that this one cancels, or "all", if it cancels questions. If it is
    /// wrong, it is the id of none.
    pub(super) fn cancels(&mut self) -> Option<Value> {
        let (_, fields) = self.question.as_mut().ok().filter(|(ask, _)| ask == CANCEL)?;
        let mut fields = std::mem::take(fields);
        let id = fields.take(CANCEL).unwrap_or_default();
        let checked = match &id {
            Value::Null => Err(QuestionError::missing(CANCEL, "an id, or \"all\"")),
            Value::String(_) | Value::Number(_) => fields.finish(),
            other => Err(wrong(CANCEL, other, "write the id of a question, or \"all\"")),
        };
        let wrong = checked.map_err(|error| self.question = Err(error)).is_err();
        Some(if wrong { Value::Null } else { id })
    }

    /// The answer to a question that [cancels](Self::cancels) this many questions.
    pub(super) fn cancelled(&self, questions: usize) -> String {
        #[derive(Serialize)]
        struct Cancelled {
            cancelled: usize,
        }
        match &self.question {
            Ok(_) => reply(&self.carried, &Cancelled { cancelled: questions }),
            Err(error) => refused(self.number, &self.carried, error),
        }
    }
}

impl Carried {
    /// Takes from a question what comes back with its answer.
    fn take(&mut self, mut object: Map<String, Value>) -> Result<(String, Fields), QuestionError> {
        self.id = object.remove("id").filter(|id| !id.is_null());
        if let Some(id) = self.id.take_if(|id| !id.is_string() && !id.is_number()) {
            return Err(wrong("id", &id, "write a text or a number"));
        }
        let own: Vec<String> = object.keys().filter(|name| name.starts_with("x_")).cloned().collect();
        self.own = own.into_iter().filter_map(|name| object.remove_entry(&name)).collect();
        let mut fields = Fields::from(object);
        let Some(ask) = fields.text("ask")? else {
            return Err(QuestionError::missing("ask", "what is asked, solve for instance"));
        };
        Ok((ask.to_ascii_lowercase(), fields))
    }
}

impl Asker {
    /// An asker that tells of the tables of endings that `tables` names when it is asked.
    #[must_use]
    pub fn with_tables(tables: impl Fn() -> Vec<String> + Send + Sync + 'static) -> Asker {
        Asker { tables: Some(Arc::new(tables)), ..Asker::default() }
    }

    /// Gives every question that names no `time_limit` this one.
    #[must_use]
    pub fn with_time_limit(self, time_limit: Option<Duration>) -> Asker {
        Asker { time_limit, ..self }
    }

    /// The answer to one line, as one line.
    pub fn answer(&mut self, analyst: &mut Analyst, line: &str) -> String {
        self.lines += 1;
        self.answer_until(analyst, Line::read(self.lines, line), &Stop::new())
    }

    /// The answer to a line that was read. If it is stopped, or the program fails, the answer is an
    /// error that says so.
    pub fn answer_until(&mut self, analyst: &mut Analyst, mut line: Line, stop: &Stop) -> String {
        if line.cancels().is_some() {
            return line.cancelled(0);
        }
        let Line { number, carried, question } = line;
        let answered = question.and_then(|(ask, mut fields)| {
            let limit = time_limit(&mut fields)?.or(self.time_limit);
            limit.iter().for_each(|&limit| stop.limit(limit));
            let answer = || analyst.until(stop, |analyst| self.ask(analyst, &ask, fields, &carried));
            match catch_unwind(AssertUnwindSafe(answer)) {
                Ok(answered) => answered.unwrap_or_else(|Stopped| Err(broken_off(stop, limit))),
                Err(_) => Err(QuestionError::whole(Code::Internal, Problem::Failed)),
            }
        });
        answered.unwrap_or_else(|error| refused(number, &carried, &error))
    }

    fn ask(
        &mut self,
        analyst: &mut Analyst,
        ask: &str,
        fields: Fields,
        carried: &Carried,
    ) -> Result<String, QuestionError> {
        match ask {
            Solve::NAME => self.of::<Solve>(analyst, fields, carried),
            TakeTalon::NAME => self.of::<TakeTalon>(analyst, fields, carried),
            EachCard::NAME => self.of::<EachCard>(analyst, fields, carried),
            BestLine::NAME => self.of::<BestLine>(analyst, fields, carried),
            Defending::NAME => self.of::<Defending>(analyst, fields, carried),
            ParAuction::NAME => self.of::<ParAuction>(analyst, fields, carried),
            Usurping::NAME => self.of::<Usurping>(analyst, fields, carried),
            Evaluating::NAME => self.of::<Evaluating>(analyst, fields, carried),
            Advising::NAME => self.of::<Advising>(analyst, fields, carried),
            Reviewing::NAME => self.of::<Reviewing>(analyst, fields, carried),
            Scoring::NAME => self.of::<Scoring>(analyst, fields, carried),
            Calling::NAME => self.of::<Calling>(analyst, fields, carried),
            Dealing::NAME => self.of::<Dealing>(analyst, fields, carried),
            Puzzling::NAME => self.of::<Puzzling>(analyst, fields, carried),
            "version" => {
                fields.finish()?;
                Ok(reply(carried, &self.version()))
            }
            "ready" => Ok(reply(carried, &self.ready(analyst, fields)?)),
            _ => {
                let problem = Problem::UnknownAsk { found: ask.to_owned(), known: ASKS.join(" ") };
                Err(QuestionError::new(Code::UnknownAsk, "ask", problem))
            }
        }
    }

    /// Takes the tables of endings that rules need from their folder; the answer names those at hand.
    fn ready(&mut self, analyst: &mut Analyst, mut fields: Fields) -> Result<Ready, QuestionError> {
        let named = match fields.take("rules") {
            Some(Value::Array(several)) => several,
            one => one.into_iter().collect(),
        };
        let mut ready = Ready { rules: Vec::new(), tables: Vec::new() };
        for (place, rules) in named.into_iter().enumerate() {
            let mut field = Fields::default();
            field.set("rules", rules);
            let in_place = |error: QuestionError| error.in_field(("rules", place));
            let rules = self.rules(&mut field, "").map_err(in_place)?;
            let loaded = analyst.with_solver(|solver| solver.endgames().load_all(rules.play_rules()));
            ready.rules.push(rules.label().to_owned());
            ready.tables.extend(loaded.iter().map(ToString::to_string));
        }
        fields.finish()?;
        Ok(ready)
    }

    /// The answer to a question of this kind.
    fn of<V: Verb>(
        &mut self,
        analyst: &mut Analyst,
        mut fields: Fields,
        carried: &Carried,
    ) -> Result<String, QuestionError> {
        let rules = self.rules(&mut fields, V::RULES)?;
        let (situation, options) = read::<V>(rules, &mut fields)?;
        let situation =
            if V::CARDS { situation.read_deal(&mut fields, V::unknown(&options))? } else { situation };
        fields.finish()?;
        let mut answers = V::ask(analyst, &situation, &options)?;
        if !V::many(&situation, &options)
            && let (Some(answer), true) = (answers.pop(), answers.is_empty())
        {
            return Ok(reply(carried, &answer));
        }
        #[derive(Serialize)]
        struct Many<T> {
            answers: Vec<T>,
        }
        Ok(reply(carried, &Many { answers }))
    }

    /// The rules that the field `rules` names, or these if it says nothing.
    ///
    /// # Errors
    /// If there are no such rules.
    pub fn rules_of(
        &mut self,
        fields: &mut Fields,
        usual: &Arc<Variant>,
    ) -> Result<Arc<Variant>, QuestionError> {
        if fields.has("rules") { self.rules(fields, "") } else { Ok(Arc::clone(usual)) }
    }

    /// The rules of a question: a name with switches, or an object in the shape of a file.
    fn rules(&mut self, fields: &mut Fields, usual: &str) -> Result<Arc<Variant>, QuestionError> {
        let bad = |error| QuestionError::new(Code::BadRules, "rules", error);
        let name = match fields.take("rules") {
            None => usual.to_owned(),
            Some(Value::String(name)) => name,
            Some(Value::Object(house)) => return Variant::from_json(&house).map(Arc::new).map_err(bad),
            Some(other) => return Err(wrong("rules", &other, "write a name, or an object as a file has it")),
        };
        if let Some(known) = self.rules.get(&name) {
            return Ok(Arc::clone(known));
        }
        let rules: Arc<Variant> = Arc::new(name.parse().map_err(bad)?);
        if self.rules.len() < NAMES_KEPT {
            self.rules.insert(name, Arc::clone(&rules));
        }
        Ok(rules)
    }

    /// What is told of the program.
    #[must_use]
    pub fn version(&self) -> Version {
        Version {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            asks: &ASKS,
            limits: Limits { line: LONGEST_LINE },
            tables: self.tables.as_ref().map_or_else(Vec::new, |tables| tables()),
        }
    }
}

/// The question that cancels others, and its field.
const CANCEL: &str = "cancel";

/// What is ready for the questions to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ready {
    /// The rules, by name.
    pub rules: Vec<String>,
    /// The tables of endings that are at hand for them.
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

/// An error with what comes back beside it, as one line; a line that is no object is named by its
/// number, since it has no id.
fn refused(number: u64, carried: &Carried, error: &QuestionError) -> String {
    #[derive(Serialize)]
    struct Told<'a> {
        #[serde(flatten)]
        error: &'a QuestionError,
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
    }
    #[derive(Serialize)]
    struct Refused<'a> {
        error: Told<'a>,
    }
    let line = (error.code() == Code::BadJson).then_some(number);
    reply(carried, &Refused { error: Told { error, line } })
}

/// How many rules are kept by name.
const NAMES_KEPT: usize = 256;

/// The situation of a question under these rules, without its cards, and the options; fields that
/// the question does not have are left.
///
/// # Errors
/// If a field is wrong.
pub fn read<V: Verb>(
    rules: Arc<Variant>,
    fields: &mut Fields,
) -> Result<(Situation, V::Options), QuestionError> {
    V::read(Situation::new(rules, Given::Nothing), fields)
}

/// An answer with what comes back beside it, as one line.
fn reply<T: Serialize>(carried: &Carried, answer: &T) -> String {
    #[derive(Serialize)]
    struct Reply<'a, T> {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: &'a Option<Value>,
        #[serde(flatten)]
        answer: &'a T,
        #[serde(flatten)]
        own: &'a Map<String, Value>,
    }
    let reply = Reply { id: &carried.id, answer, own: &carried.own };
    serde_json::to_string(&reply).expect("strings, numbers and lists have a JSON form")
}
