//! A session that writes each of its events to a log.

use std::io::{self, Write};

use thiserror::Error;

use super::{Session, SessionError};
use crate::hand::Action;
use crate::session::event::SessionEvent;
use crate::session::replay::ReplayedSession;
use crate::settlement::Ruling;

/// A session with its log. Each event is a line of JSON that is written and flushed before the next one, so that a
/// crash loses at most the line being written.
///
/// ```
/// use preference::Variant;
/// use preference::session::{Session, SessionLog, SessionOptions};
/// let rules: Variant = "russian".parse()?;
/// let session = Session::new(rules, &["Ada", "Ben", "Cem"], SessionOptions::from_seed(1))?;
/// let mut log = SessionLog::start(session, Vec::new())?;
/// log.apply("pass".parse::<preference::hand::Action>()?)?;
/// let text = log.sink().clone();
/// // The program ends in the middle of a line.
/// let replayed = Session::replay(&text[..text.len() - 5])?;
/// assert!(replayed.session.hand().steps().is_empty());
/// let rest = SessionLog::resume(replayed, Vec::new())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SessionLog<W: Write> {
    session: Session,
    sink: W,
}

impl<W: Write> SessionLog<W> {
    /// Starts the log of a session: writes the start of the session and its first deal.
    ///
    /// # Panics
    /// If the session is not at the beginning of its first hand.
    pub fn start(session: Session, sink: W) -> io::Result<SessionLog<W>> {
        assert!(session.number() == 1 && session.hand().steps().is_empty(), "the session has begun");
        let mut log = SessionLog { session, sink };
        let lines = SessionEvent::start(&log.session).line() + &SessionEvent::deal(&log.session).line();
        log.write(&lines)?;
        Ok(log)
    }

    /// Continues a session that was read from a log. The sink must append to it, directly after the
    /// [`bytes`](ReplayedSession::bytes) that were read.
    pub fn resume(replayed: ReplayedSession, sink: W) -> io::Result<SessionLog<W>> {
        let mut log = SessionLog { session: replayed.session, sink };
        if !replayed.has_deal {
            let line = SessionEvent::deal(&log.session).line();
            log.write(&line)?;
        }
        Ok(log)
    }

    /// Takes an action on behalf of the player who decides, and writes the event.
    ///
    /// # Errors
    /// The errors of [`Session::apply`], or those of the sink. The session is then unchanged, but the log may end in an
    /// incomplete line.
    pub fn apply(&mut self, action: impl Into<Action>) -> Result<(), SessionLogError> {
        self.session.apply(action)?;
        let event = SessionEvent::action(&self.session).expect("an action was taken");
        self.write(&event.line()).map_err(|error| {
            self.session.undo();
            error.into()
        })
    }

    /// Takes back the last action of the present hand and writes the event, unless there is none.
    ///
    /// # Errors
    /// If the sink cannot be written to. The session is then unchanged, but the log may end in an incomplete line.
    pub fn undo(&mut self) -> io::Result<Option<Action>> {
        let Some(action) = self.session.undo() else { return Ok(None) };
        let event = SessionEvent::undo(action);
        self.write(&event.line()).inspect_err(|_| {
            self.session.apply(action).expect("the action was legal");
        })?;
        Ok(Some(action))
    }

    /// Deals the next hand, and writes the event.
    ///
    /// # Errors
    /// The errors of [`Session::deal_next`], or those of the sink, as in [`apply`](Self::apply).
    pub fn deal_next(&mut self) -> Result<(), SessionLogError> {
        let before = self.session.clone();
        self.session.deal_next()?;
        self.write_or_restore(&SessionEvent::deal(&self.session), before)
    }

    fn write_or_restore(&mut self, event: &SessionEvent, before: Session) -> Result<(), SessionLogError> {
        self.write(&event.line()).map_err(|error| {
            self.session = before;
            error.into()
        })
    }

    /// Adds a ruling to the sheet, and writes the event.
    ///
    /// # Errors
    /// The errors of [`Session::add_ruling`], or those of the sink, as in [`apply`](Self::apply).
    pub fn add_ruling(&mut self, ruling: &Ruling, words: &str) -> Result<(), SessionLogError> {
        let before = self.session.clone();
        self.session.add_ruling(ruling.clone(), words)?;
        let event = SessionEvent::ruling(&self.session, ruling).expect("a ruling was added");
        self.write_or_restore(&event, before)
    }

    /// Strikes the present hand out, and writes the event.
    ///
    /// # Errors
    /// The errors of [`Session::strike_out`], or those of the sink, as in [`apply`](Self::apply).
    pub fn strike_out(&mut self, words: &str) -> Result<(), SessionLogError> {
        let before = self.session.clone();
        self.session.strike_out(words)?;
        self.write_or_restore(&SessionEvent::strike(&self.session, words), before)
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The sink.
    #[must_use]
    pub fn sink(&self) -> &W {
        &self.sink
    }

    fn write(&mut self, lines: &str) -> io::Result<()> {
        self.sink.write_all(lines.as_bytes())?;
        self.sink.flush()
    }
}

/// The error for an event that cannot take place or cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionLogError {
    /// The event cannot take place.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The sink cannot be written to.
    #[error("the log of the session cannot be written: {0}")]
    Sink(#[from] io::Error),
}
