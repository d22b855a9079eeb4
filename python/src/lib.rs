//! Native part of the Python package `preference`: questions and answers as JSON, on many threads.
//!
//! The names, types and exceptions of the package are written in Python on top of it.

use std::sync::atomic::{AtomicUsize, Ordering};

use preference::analysis::arrow;
use preference::analysis::question::Question;
use preference::deal::Deal;
use preference::rules::Variant;
use preference::search::Stop;
use preference::seat::Seat;
use pyo3::prelude::*;

use engine::start;
use table::value_error;
use work::{Session, wait};

mod engine;
mod form;
mod records;
mod table;
mod work;

/// Native part of the package.
#[pymodule(gil_used = false)]
mod _preference {
    use super::*;

    #[pymodule_export]
    use super::engine::{NativeAnswers, NativeEngine};
    #[pymodule_export]
    use super::records::NativeRecords;
    #[pymodule_export]
    use super::table::NativeTable;

    /// Answers lines of JSON, one answer each, in their order.
    ///
    /// The analyst of the process does the work; it starts with the first call. `report`, if it is given, is
    /// called with the number of answers from time to time.
    #[pyfunction]
    #[pyo3(signature = (lines, threads = 0, report = None))]
    fn answer(
        py: Python<'_>,
        lines: Vec<String>,
        threads: usize,
        report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<String>> {
        wait(py, threads, report, move |session, stop, done| Ok(answer_all(session, &lines, stop, done)))
    }

    /// Parses a deal of all cards; returns its normal notation, and the cards of F, M, R and the talon.
    #[pyfunction]
    fn deal(text: &str) -> PyResult<(String, [u32; 4])> {
        let deal: Deal = text.parse().map_err(value_error)?;
        let [forehand, middlehand, rearhand] = Seat::ALL.map(|seat| deal.hand(seat).bits());
        Ok((deal.to_string(), [forehand, middlehand, rearhand, deal.talon().bits()]))
    }

    /// Returns the notation of sets of cards.
    #[pyfunction]
    #[pyo3(signature = (hands, talon = None))]
    fn notation(hands: [u32; 3], talon: Option<u32>) -> String {
        let masks: Vec<u32> = hands.into_iter().chain(talon).collect();
        arrow::notation(&masks)
    }

    /// Returns the rules of this name, and their file.
    #[pyfunction]
    fn rules(name: &str) -> PyResult<(String, String)> {
        let rules: Variant = name.parse().map_err(value_error)?;
        Ok((rules.label().to_owned(), rules.to_toml()))
    }

    /// Parses house rules; returns their name, and their file as it is printed.
    #[pyfunction]
    fn rules_of_toml(text: &str) -> PyResult<(String, String)> {
        let rules = Variant::from_toml(text).map_err(value_error)?;
        Ok((rules.label().to_owned(), rules.to_toml()))
    }

    /// Returns the names of all presets.
    #[pyfunction]
    fn rule_names() -> Vec<&'static str> {
        Variant::names()
    }

    /// Starts an engine that reads further questions while it answers; returns it with its answers.
    #[pyfunction]
    #[pyo3(signature = (threads = 0))]
    fn engine(py: Python<'_>, threads: usize) -> PyResult<(NativeEngine, NativeAnswers)> {
        py.detach(|| start(threads))
    }
}

/// Returns the answers to all lines.
fn answer_all(session: &mut Session, lines: &[String], stop: &Stop, done: &AtomicUsize) -> Vec<String> {
    let Session { asker, analyst } = session;
    let numbered: Vec<(usize, &String)> = lines.iter().enumerate().collect();
    analyst.map_balanced(&numbered, |analyst, (number, line)| {
        let question = Question::read(*number as u64 + 1, line);
        let answer = asker.answer_until(analyst, question, &stop.child());
        done.fetch_add(1, Ordering::Relaxed);
        answer
    })
}
