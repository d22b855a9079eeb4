//! Questions as JSON objects, and their answers. The fields are the long flags of a command of the program with `_` for
//! `-`; a field about the hand has the same meaning in every question.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use crate::analyst::Analyst;
use crate::protocol::entries::{QUESTION_NAMES, QuestionEntry, entry};
use crate::protocol::program_questions::{Limits, ReadyAnswer, VersionAnswer};
use crate::protocol::question::{MAX_LINE_BYTES, PROGRESS, Question, QuestionFields};
use crate::protocol::reply::{AnyAnswer, Reply};
use crate::questions::question_type::DEFAULT_RULES;
use crate::rules::variant::Variant;
use crate::search::{Stop, StopError};
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::situation::fields::{Fields, value_error};
use crate::situation::parsing;
use crate::spelling::nearest;
#[cfg(feature = "schema")]
use crate::tables::columns::{Columns, Row};

/// Version of the protocol. It changes if programs that were written for the previous version would fail.
pub const PROTOCOL_VERSION: u32 = 2;

/// Answers each question, a line of JSON, with a line of JSON.
///
/// ```
/// use preference::Analyst;
/// use preference::protocol::ask::Responder;
/// let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
/// let answer = responder.answer(&mut analyst, r#"{"id":1,"ask":"auction","calls":["pass","1"]}"#);
/// assert!(answer.starts_with(r#"{"id":1,"rules":"austrian","done":false,"to_call":"R""#));
/// let wrong = responder.answer(&mut analyst, r#"{"id":2,"ask":"solve"}"#);
/// assert!(wrong.starts_with(r#"{"id":2,"error":{"code":"missing","field":"deal""#));
/// ```
#[derive(Clone, Default)]
pub struct Responder {
    /// Rules by their names. The clones of a responder share the cache.
    cached_rules: Arc<Mutex<HashMap<String, Arc<Variant>>>>,
    /// `None` if each question has its own default.
    default_rules: Option<Arc<Variant>>,
    /// The names of the loaded endgame tables.
    tables: Option<Arc<dyn Fn() -> Vec<String> + Send + Sync>>,
    time_limit: Option<Duration>,
    lines: u64,
}

impl fmt::Debug for Responder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Responder").field("lines", &self.lines).finish_non_exhaustive()
    }
}

impl Responder {
    /// The answer to `version` lists the names of the loaded endgame tables that `tables` returns.
    #[must_use]
    pub fn with_tables(tables: impl Fn() -> Vec<String> + Send + Sync + 'static) -> Responder {
        Responder { tables: Some(Arc::new(tables)), ..Responder::default() }
    }

    /// Sets the default rules of all questions.
    #[must_use]
    pub fn with_rules(self, rules: Arc<Variant>) -> Responder {
        Responder { default_rules: Some(rules), ..self }
    }

    /// Sets the default time limit of a question; `None` for no limit.
    #[must_use]
    pub fn with_time_limit(self, time_limit: Option<Duration>) -> Responder {
        Responder { time_limit, ..self }
    }

    /// Answers the question in one line of JSON with one line of JSON.
    pub fn answer(&mut self, analyst: &mut Analyst, line: &str) -> String {
        self.lines += 1;
        self.answer_until(analyst, Question::read(self.lines, line), &Stop::new())
    }

    /// Answers a parsed question with one line of JSON: an error if `stop` cancels the question, or the program fails.
    pub fn answer_until(&self, analyst: &mut Analyst, mut question: Question, stop: &Stop) -> String {
        if question.take_cancelled_id().is_some() {
            return question.cancel_answer(0);
        }
        let Question { envelope: back, parsed: asked, .. } = question;
        let answered = asked.and_then(|question| self.reply(analyst, question, stop));
        answered.map_or_else(|error| back.with_error(&error), |reply| reply.to_line(&back))
    }

    /// Answers a question.
    ///
    /// # Errors
    /// If the question cannot be answered, if `stop` cancels it, or if the program fails.
    pub fn reply(
        &self,
        analyst: &mut Analyst,
        question: QuestionFields,
        stop: &Stop,
    ) -> Result<Reply, QuestionError> {
        let QuestionFields { ask, fields } = question;
        self.run_until(analyst, fields, stop, |analyst, fields| self.answer_question(analyst, &ask, fields))
    }

    /// Answers a question with rows of a table, completely, since no column could say that an answer is partial.
    ///
    /// # Errors
    /// If the question is not about hands, cannot be answered or is cancelled by `stop`, or has a result without a
    /// column.
    /// if `stop` cancels it, or the program fails.
    #[cfg(feature = "schema")]
    pub fn rows(
        &self,
        analyst: &mut Analyst,
        question: QuestionFields,
        columns: &Columns,
        stop: &Stop,
    ) -> Result<Vec<Row>, QuestionError> {
        let QuestionFields { ask, fields } = question;
        let entry = entry(&ask).ok_or_else(|| unknown_question(&ask))?;
        self.run_until(analyst, fields, stop, |analyst, fields| {
            let collected = self.collect(analyst, entry, false, fields, |analyst, rules, fields, rows| {
                (entry.rows)(analyst, rules, fields, columns, rows)
            });
            collected.map(|(rows, _)| rows)
        })
    }

    /// The columns of the answers to the question `ask` with these fields. If `long`, each result has a row of its own.
    ///
    /// ```
    /// use preference::protocol::ask::Responder;
    /// use preference::rules::Variant;
    /// use preference::situation::Fields;
    /// let rules: Variant = "american".parse()?;
    /// let columns = Responder::columns("solve", rules.into(), Fields::default(), false)?;
    /// assert_eq!(columns.as_slice()[0].name, "F_S");
    /// assert_eq!(columns.as_slice().len(), 15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such question, a field has a wrong value, or `long` is set for another question than `solve`.
    #[cfg(feature = "schema")]
    pub fn columns(
        ask: &str,
        rules: Arc<Variant>,
        fields: Fields,
        long: bool,
    ) -> Result<Columns, QuestionError> {
        let entry = entry(ask).ok_or_else(|| unknown_question(ask))?;
        (entry.columns)(rules, fields, long)
    }

    fn run_until<T>(
        &self,
        analyst: &mut Analyst,
        mut fields: Fields,
        stop: &Stop,
        answer: impl FnOnce(&mut Analyst, Fields) -> Result<T, QuestionError>,
    ) -> Result<T, QuestionError> {
        let limit = time_limit(&mut fields)?.or(self.time_limit);
        // This field is only checked here: an engine, which reports progress, has read it before.
        fields.take_value::<bool>(PROGRESS)?;
        limit.iter().for_each(|&limit| stop.limit(limit));
        let answered =
            catch_unwind(AssertUnwindSafe(|| analyst.run_until(stop, |analyst| answer(analyst, fields))));
        match answered {
            Ok(answered) => answered.unwrap_or_else(|StopError| Err(stop_error(stop, limit))),
            Err(_) => Err(QuestionError::whole(ErrorCode::Internal, Problem::Failed)),
        }
    }

    fn answer_question(
        &self,
        analyst: &mut Analyst,
        ask: &str,
        mut fields: Fields,
    ) -> Result<Reply, QuestionError> {
        if let Some(question) = entry(ask) {
            let (answers, is_list) = self.collect(analyst, question, true, fields, question.answer)?;
            return Ok(Reply { answers, is_list, is_partial: analyst.is_partial() });
        }
        let answer: Box<dyn AnyAnswer> = match ask {
            "rules" => {
                let rules = self.take_rules_or(&mut fields, DEFAULT_RULES)?;
                fields.finish()?;
                Box::new(rules.description())
            }
            "version" => {
                fields.finish()?;
                Box::new(self.version())
            }
            "ready" => Box::new(self.ready(analyst, fields)?),
            _ => return Err(unknown_question(ask)),
        };
        Ok(Reply { answers: vec![answer], is_list: false, is_partial: false })
    }

    fn ready(&self, analyst: &mut Analyst, mut fields: Fields) -> Result<ReadyAnswer, QuestionError> {
        // The tables are loaded for the rules that the question names; the answer lists all that are loaded.
        let named = match fields.take("rules") {
            Some(Value::Array(several)) => {
                let variant = |(place, rules)| {
                    self.read_rules(&rules).map_err(|error| error.in_field(("rules", place)))
                };
                several.into_iter().enumerate().map(variant).collect::<Result<Vec<_>, _>>()?
            }
            Some(one) => vec![self.read_rules(&one)?],
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

    /// For each element of a list in the field `deal` or `at`; also returns whether there is such a list.
    fn collect<T>(
        &self,
        analyst: &mut Analyst,
        question: &QuestionEntry,
        allow_partial: bool,
        mut fields: Fields,
        answer: impl Fn(&mut Analyst, Arc<Variant>, Fields, &mut Vec<T>) -> Result<bool, QuestionError>,
    ) -> Result<(Vec<T>, bool), QuestionError> {
        let rules = self.take_rules_or(&mut fields, question.default_rules)?;
        let mut answers = Vec::new();
        let several = question.question_list.split(&mut fields)?;
        analyst.allow_partial_answer(allow_partial && (question.has_partial_answers || several.is_some()));
        let Some(several) = several else {
            let list = answer(analyst, rules, fields, &mut answers)?;
            if analyst.is_partial() && answers.is_empty() {
                analyst.fail_if_out_of_time();
            }
            return Ok((answers, list));
        };
        for ((field, place), fields) in several {
            let answered =
                analyst.run_in_time(|analyst| answer(analyst, Arc::clone(&rules), fields, &mut answers));
            answered.unwrap_or(Ok(true)).map_err(|error| {
                let is_in_list = error.field().is_some_and(|wrong_field| wrong_field.name == field);
                if is_in_list { error.in_field((field, place)) } else { error }
            })?;
            if analyst.is_partial() {
                break;
            }
        }
        if analyst.is_partial() && answers.is_empty() {
            analyst.fail_if_out_of_time();
        }
        Ok((answers, true))
    }

    /// Takes the rules from the field `rules`, or the default rules of the question `ask`.
    pub fn rules_of(&self, fields: &mut Fields, ask: &str) -> Result<Arc<Variant>, QuestionError> {
        self.take_rules_or(fields, entry(ask).map_or(DEFAULT_RULES, |question| question.default_rules))
    }

    fn take_rules_or(&self, fields: &mut Fields, default_rules: &str) -> Result<Arc<Variant>, QuestionError> {
        match (fields.take("rules"), &self.default_rules) {
            (None, Some(rules)) => Ok(Arc::clone(rules)),
            (named, _) => self.read_rules(&named.unwrap_or_else(|| default_rules.into())),
        }
    }

    fn read_rules(&self, rules: &Value) -> Result<Arc<Variant>, QuestionError> {
        // Only rules that have a name are cached: the keys of a file would have to be compared.
        let Value::String(name) = rules else { return parsing::rules(rules).map(Arc::new) };
        let cached_rules = || self.cached_rules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = cached_rules().get(name) {
            return Ok(Arc::clone(rules));
        }
        let rules = Arc::new(parsing::rules(rules)?);
        let mut cached_rules = cached_rules();
        if cached_rules.len() < MAX_CACHED_RULES {
            cached_rules.insert(name.clone(), Arc::clone(&rules));
        }
        Ok(rules)
    }

    /// The answer to the question `version`.
    #[must_use]
    pub fn version(&self) -> VersionAnswer {
        VersionAnswer {
            protocol: PROTOCOL_VERSION,
            version: env!("CARGO_PKG_VERSION"),
            asks: &QUESTION_NAMES,
            limits: Limits { line: MAX_LINE_BYTES },
            tables: self.tables.as_ref().map_or_else(Vec::new, |tables| tables()),
        }
    }
}

fn time_limit(fields: &mut Fields) -> Result<Option<Duration>, QuestionError> {
    let Some(value) = fields.take("time_limit") else { return Ok(None) };
    if !Stop::IS_SUPPORTED {
        return Err(QuestionError::not_here("time_limit", "searches cannot be stopped in this build"));
    }
    let seconds = value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .map(Some)
        .ok_or_else(|| value_error("time_limit", &value, "write a number of seconds, such as 0.5"))
}

fn stop_error(stop: &Stop, limit: Option<Duration>) -> QuestionError {
    match limit.filter(|_| !stop.was_stopped_explicitly()) {
        Some(limit) => QuestionError::whole(ErrorCode::Time, Problem::TimeLimit(limit)),
        None => QuestionError::whole(ErrorCode::Cancelled, Problem::Cancelled),
    }
}

pub(super) fn unknown_question(ask: &str) -> QuestionError {
    let problem = Problem::UnknownAsk {
        found: ask.to_owned(),
        nearest: nearest(ask, QUESTION_NAMES),
        known: QUESTION_NAMES.join(" "),
    };
    QuestionError::new(ErrorCode::UnknownAsk, "ask", problem)
}

const MAX_CACHED_RULES: usize = 256;
