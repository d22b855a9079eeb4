//! Replay of a session from its log.

use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use super::{Session, SessionError};
use crate::excerpt::excerpt;
use crate::rules::VariantError;
use crate::rules::variant::Variant;
use crate::session::event::{
    ActionEvent, DealEvent, FORMAT_VERSION, RulesRecord, RulingEvent, SessionEvent, StartEvent, StrikeEvent,
};
use crate::session::options::{SessionOptions, SessionSetupError};
use crate::situation::QuestionError;
use crate::situation::totals::read_ruling;

/// A session that was read from a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedSession {
    /// The session after the last complete line.
    pub session: Session,
    /// Number of bytes in the complete lines. What follows must be cut off before the session continues.
    pub bytes: usize,
    /// Whether the deal of the present hand is in the log.
    pub(super) has_deal: bool,
}

/// The error for a text that is not the log of a session.
#[derive(Clone, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct ReplayError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: ReplayProblem,
}

/// A problem with a line of a log.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum ReplayProblem {
    #[error("the log is empty: no session was started")]
    Empty,
    #[error("the line is not an event of a session: {0}")]
    Syntax(String),
    #[error("the log has format {found}, and this version reads formats up to {FORMAT_VERSION}")]
    Format { found: u64 },
    #[error("the hash of the rules is not {found}: the rules were changed")]
    Hash { found: String },
    /// The rules cannot be read.
    #[error(transparent)]
    Rules(VariantError),
    /// No session can be played with these rules, players and options.
    #[error(transparent)]
    Setup(#[from] SessionSetupError),
    #[error("the first line, and no other, must start the session")]
    Start,
    /// The ruling cannot be read.
    #[error(transparent)]
    Ruling(#[from] QuestionError),
    /// The event cannot take place.
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("there is no action in this hand to take back")]
    NoAction,
    #[error("the rules lead to another event: expected {}", excerpt(expected))]
    Outcome { expected: String },
}

impl Session {
    /// Replays a session from the lines of a log. A last line without a line break is ignored.
    ///
    /// # Errors
    /// If a line is not an event, is of another format, has a wrong hash, or if its event cannot take place or has
    /// another outcome.
    pub fn replay(log: &[u8]) -> Result<ReplayedSession, ReplayError> {
        let bytes = log.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut lines = log[..bytes].split_inclusive(|&byte| byte == b'\n').enumerate();
        let error = |n: usize| move |problem: ReplayProblem| ReplayError { line: n + 1, problem };
        let (_, first) = lines.next().ok_or(ReplayProblem::Empty).map_err(error(0))?;
        let session = read_start(first).map_err(error(0))?;
        let mut replayed = ReplayedSession { session, bytes, has_deal: false };
        for (n, line) in lines {
            replayed.add(line).map_err(error(n))?;
        }
        Ok(replayed)
    }
}

fn read_start(line: &[u8]) -> Result<Session, ReplayProblem> {
    let value = read_json(line)?;
    if let Some(found) = value["format"].as_u64().filter(|&format| format > u64::from(FORMAT_VERSION)) {
        return Err(ReplayProblem::Format { found });
    }
    let SessionEvent::Start(start) = read_event(line)? else { return Err(ReplayProblem::Start) };
    let StartEvent { rules, players, deals, end, most_deals, .. } = *start;
    let options = SessionOptions { deals, end: Some(end), max_deals: most_deals };
    Ok(Session::new(read_rules(&rules)?, &players, options)?)
}

fn read_rules(record: &RulesRecord) -> Result<Arc<Variant>, ReplayProblem> {
    // If the recorded text equals the current preset of the same name, the preset is shared.
    if !record.has_matching_hash() {
        return Err(ReplayProblem::Hash { found: record.hash.clone() });
    }
    let named = record.name.parse::<Variant>().ok().filter(|rules| rules.to_toml() == record.toml);
    let rules = named.map_or_else(|| Variant::from_toml(&record.toml), Ok);
    rules.map(Arc::new).map_err(ReplayProblem::Rules)
}

fn read_json(line: &[u8]) -> Result<Value, ReplayProblem> {
    serde_json::from_slice(line).map_err(|error| ReplayProblem::Syntax(error.to_string()))
}

fn read_event(line: &[u8]) -> Result<SessionEvent, ReplayProblem> {
    serde_json::from_slice(line).map_err(|error| ReplayProblem::Syntax(error.to_string()))
}

impl ReplayedSession {
    fn add(&mut self, line: &[u8]) -> Result<(), ReplayProblem> {
        // The session must write the same line.
        let session = &mut self.session;
        let replayed = match read_event(line)? {
            SessionEvent::Start(_) => return Err(ReplayProblem::Start),
            SessionEvent::Deal(DealEvent { .. }) => {
                if self.has_deal {
                    session.deal_next()?;
                }
                self.has_deal = true;
                SessionEvent::deal(session)
            }
            SessionEvent::Action(ActionEvent { action, .. }) => {
                session.apply(action)?;
                SessionEvent::action(session).expect("an action was taken")
            }
            SessionEvent::Ruling(RulingEvent { ruling, words, .. }) => {
                let players: Vec<&str> = session.players().iter().map(String::as_str).collect();
                let ruling = read_ruling(&ruling, &players, session.rules())?;
                session.add_ruling(ruling.clone(), &words)?;
                SessionEvent::ruling(session, &ruling).expect("a ruling was added")
            }
            SessionEvent::Strike(StrikeEvent { words, .. }) => {
                session.strike_out(&words)?;
                SessionEvent::strike(session, &words)
            }
            SessionEvent::Undo(_) => SessionEvent::undo(session.undo().ok_or(ReplayProblem::NoAction)?),
        };
        let expected = replayed.line();
        // Both lines are compared as JSON, so that fractions are rounded in the same way.
        if read_json(line)? != read_json(expected.as_bytes())? {
            return Err(ReplayProblem::Outcome { expected: expected.trim_end().to_owned() });
        }
        Ok(())
    }
}
