//! Questions as objects of JSON, and their answers.
//!
//! One object asks what a command asks. Its fields are the command's long flags with `_` for `-`;
//! those that tell of a hand mean the same in every question.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::analysis::analyst::Analyst;
use crate::analysis::verb::{
    Advising, BestLine, Calling, Dealing, Defending, EachCard, Evaluating, ParAuction, Puzzling, Reviewing,
    Scoring, Solve, TakeTalon, Usurping, Verb,
};
use crate::rules::variant::Variant;
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
pub const ASKS: [&str; 15] = [
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
#[derive(Debug, Default)]
pub struct Asker {
    /// Rules that were named before.
    rules: HashMap<String, Arc<Variant>>,
    /// The tables of endings at hand, by name.
    tables: Vec<String>,
    /// The lines that have been read.
    lines: u64,
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

impl Asker {
    /// An asker that knows these tables of endings by name.
    #[must_use]
    pub fn with_tables(tables: Vec<String>) -> Asker {
        Asker { tables, ..Asker::default() }
    }

    /// The answer to one line, as one line.
    pub fn answer(&mut self, analyst: &mut Analyst, line: &str) -> String {
        self.lines += 1;
        let mut carried = Carried::default();
        let answered =
            object(line, r#"{"ask":…,"deal":…}"#).and_then(|object| self.ask(analyst, object, &mut carried));
        answered.unwrap_or_else(|error| self.refused(&carried, &error))
    }

    fn ask(
        &mut self,
        analyst: &mut Analyst,
        mut object: Map<String, Value>,
        carried: &mut Carried,
    ) -> Result<String, QuestionError> {
        carried.id = object.remove("id").filter(|id| !id.is_null());
        if let Some(id) = carried.id.take_if(|id| !id.is_string() && !id.is_number()) {
            return Err(wrong("id", &id, "write a text or a number"));
        }
        let own: Vec<String> = object.keys().filter(|name| name.starts_with("x_")).cloned().collect();
        carried.own = own.into_iter().filter_map(|name| object.remove_entry(&name)).collect();
        let mut fields = Fields::from(object);
        let Some(ask) = fields.text("ask")? else {
            return Err(QuestionError::missing("ask", "what is asked, solve for instance"));
        };
        match ask.to_ascii_lowercase().as_str() {
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
            _ => {
                let problem = Problem::UnknownAsk { found: ask, known: ASKS.join(" ") };
                Err(QuestionError::new(Code::UnknownAsk, "ask", problem))
            }
        }
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

    /// The answer to a line that is too long to be read.
    pub fn refuse(&mut self, too_long: TooLong) -> String {
        self.lines += 1;
        self.refused(&Carried::default(), &QuestionError::whole(Code::BadJson, too_long))
    }

    /// Counts a line without a question, so that errors name the right one.
    pub fn skip(&mut self) {
        self.lines += 1;
    }

    /// An error with what comes back beside it, as one line; a line that is no object is named by
    /// its number, since it has no id.
    fn refused(&self, carried: &Carried, error: &QuestionError) -> String {
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
        let line = (error.code() == Code::BadJson).then_some(self.lines);
        reply(carried, &Refused { error: Told { error, line } })
    }

    /// What is told of the program.
    #[must_use]
    pub fn version(&self) -> Version {
        Version {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            asks: &ASKS,
            limits: Limits { line: LONGEST_LINE },
            tables: self.tables.clone(),
        }
    }
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
