//! A session of hands, and the log from which it can be continued.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use preference::hand::Action;
use preference::questions::session::SessionAnswer;
use preference::seat::Seat;
use preference::session::{DealSource, Session, SessionLog, SessionOptions};
use preference::settlement::Amount;
use preference::situation::totals::read_ruling;
use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::hand::{NativeHand, read_rules};
use crate::table::value_error;

/// The log of a session in memory, and the file to which it is also written.
#[derive(Default)]
struct LogSink {
    text: Vec<u8>,
    file: Option<File>,
}

impl Write for LogSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.file {
            Some(file) => file.write(bytes)?,
            None => bytes.len(),
        };
        self.text.extend(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

/// Session of hands at a table.
#[pyclass]
pub(crate) struct NativeSession {
    log: SessionLog<LogSink>,
}

fn read_options(deals: &str, end: Option<&str>, max_deals: Option<u32>) -> PyResult<SessionOptions> {
    let deals: DealSource = serde_json::from_str(deals).map_err(value_error)?;
    let end = end.map(serde_json::from_str).transpose().map_err(value_error)?;
    Ok(SessionOptions { deals, end, max_deals })
}

fn amounts(amounts: &[Amount]) -> PyResult<String> {
    // Whole numbers are written without a point.
    serde_json::to_string(amounts).map_err(value_error)
}

#[pymethods]
impl NativeSession {
    /// `rules`, `deals` and `end` are JSON. If `path` is given, all events are written to a new log file there.
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "Python's lists are copied")]
    #[pyo3(signature = (rules, players, deals, end = None, max_deals = None, path = None))]
    fn new(
        rules: &str,
        players: Vec<String>,
        deals: &str,
        end: Option<&str>,
        max_deals: Option<u32>,
        path: Option<PathBuf>,
    ) -> PyResult<NativeSession> {
        let session = Session::new(read_rules(rules)?, &players, read_options(deals, end, max_deals)?)
            .map_err(value_error)?;
        let file = path.map(File::create_new).transpose()?;
        Ok(NativeSession { log: SessionLog::start(session, LogSink { text: Vec::new(), file })? })
    }

    /// An incomplete last line of the log is cut off.
    #[staticmethod]
    fn resume(path: PathBuf) -> PyResult<NativeSession> {
        let mut text = std::fs::read(&path)?;
        let replayed = Session::replay(&text).map_err(value_error)?;
        let file = OpenOptions::new().append(true).open(path)?;
        file.set_len(replayed.bytes as u64)?;
        text.truncate(replayed.bytes);
        Ok(NativeSession { log: SessionLog::resume(replayed, LogSink { text, file: Some(file) })? })
    }

    /// The session of a whole log, which is not written to a file any more.
    #[staticmethod]
    fn from_log(text: Vec<u8>) -> PyResult<NativeSession> {
        let replayed = Session::replay(&text).map_err(value_error)?;
        Ok(NativeSession { log: SessionLog::resume(replayed, LogSink { text, file: None })? })
    }

    fn log(&self) -> &[u8] {
        &self.log.sink().text
    }

    fn push(&mut self, action: &str) -> PyResult<()> {
        let action: Action = action.parse().map_err(value_error)?;
        self.log.apply(action).map_err(value_error)
    }

    fn pop(&mut self) -> PyResult<Option<String>> {
        Ok(self.log.undo()?.map(|action| action.to_string()))
    }

    fn deal_next(&mut self) -> PyResult<()> {
        self.log.deal_next().map_err(value_error)
    }

    /// `ruling` is a JSON object.
    fn add_ruling(&mut self, ruling: &str, words: &str) -> PyResult<()> {
        let entries: Map<String, Value> = serde_json::from_str(ruling).map_err(value_error)?;
        let session = self.log.session();
        let players: Vec<&str> = session.players().iter().map(String::as_str).collect();
        let ruling = read_ruling(&entries, &players, session.rules()).map_err(value_error)?;
        self.log.add_ruling(&ruling, words).map_err(value_error)
    }

    fn strike_out(&mut self, words: &str) -> PyResult<()> {
        self.log.strike_out(words).map_err(value_error)
    }

    fn to_act(&self) -> Option<usize> {
        self.log.session().to_act()
    }

    fn is_hand_closed(&self) -> bool {
        self.log.session().is_hand_closed()
    }

    fn hand(&self) -> NativeHand {
        NativeHand { hand: self.log.session().hand().clone() }
    }

    fn number(&self) -> u32 {
        self.log.session().number()
    }

    fn players(&self) -> Vec<String> {
        self.log.session().players().to_vec()
    }

    /// The index of the player in each seat.
    fn seats(&self) -> [usize; 3] {
        Seat::ALL.map(|seat| self.log.session().player(seat))
    }

    fn dealer(&self) -> usize {
        self.log.session().dealer()
    }

    fn is_over(&self) -> bool {
        self.log.session().is_over()
    }

    /// The place, the index and the gain of each player, the best first. Gains are JSON.
    fn standings(&self) -> PyResult<Vec<(usize, usize, String)>> {
        let standings = self.log.session().standings();
        standings.iter().map(|one| Ok((one.place, one.player, amounts(&[one.gain])?))).collect()
    }

    /// The answer of the question `session`, as JSON.
    fn state(&self) -> PyResult<String> {
        serde_json::to_string(&SessionAnswer::from(self.log.session())).map_err(value_error)
    }

    /// JSON, with the pot.
    fn final_gains(&self) -> PyResult<String> {
        let final_gains = self.log.session().final_gains();
        amounts(&[&final_gains.players[..], &[final_gains.pot]].concat())
    }
}
