//! Native part of the Python package `preference`: it answers questions as JSON, on many threads.
//!
//! The names, types and exceptions of the package are written in Python on top of it.

use std::sync::atomic::{AtomicUsize, Ordering};

use preference::deal::Deal;
use preference::protocol::entries::cost;
use preference::protocol::hand_fields;
use preference::protocol::question::Question;
use preference::questions::question_type::Cost;
use preference::rules::Variant;
use preference::search::Stop;
use preference::seat::Seat;
use preference_arrow as arrow;
use pyo3::prelude::*;

use engine::start;
use table::value_error;
use work::{WorkerState, run_and_wait};

mod column_layout;
mod encoding;
mod engine;
mod hand;
mod matches;
mod records;
mod session;
mod statistics;
mod table;
mod thumb;
mod work;

/// Module with the native part of the package.
#[pymodule(gil_used = false)]
mod _preference {
    use super::*;

    #[pymodule_export]
    use super::engine::{NativeAnswers, NativeEngine};
    #[pymodule_export]
    use super::hand::{NativeHand, NativeView, action_texts};
    #[pymodule_export]
    use super::matches::NativeMatch;
    #[pymodule_export]
    use super::records::NativeRowQuestion;
    #[pymodule_export]
    use super::session::NativeSession;
    #[pymodule_export]
    use super::statistics::{CountError, NativeCounter};
    #[pymodule_export]
    use super::table::NativeTable;
    #[pymodule_export]
    use super::thumb::thumb;

    /// A worker that is kept between calls answers the lines. From time to time `report` is called with the number of
    /// questions answered so far.
    #[pyfunction]
    #[pyo3(signature = (lines, threads = 0, report = None))]
    fn answer(
        py: Python<'_>,
        lines: Vec<String>,
        threads: usize,
        report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<String>> {
        run_and_wait(py, threads, report, move |state, stop, done| Ok(answer_all(state, &lines, stop, done)))
    }

    /// The normal notation, and the hands of F, M and R and the talon as sets of cards.
    #[pyfunction]
    fn deal(text: &str) -> PyResult<(String, [u32; 4])> {
        let deal: Deal = text.parse().map_err(value_error)?;
        let [forehand, middlehand, rearhand] = Seat::ALL.map(|seat| deal.hand(seat).bits());
        Ok((deal.to_string(), [forehand, middlehand, rearhand, deal.talon().bits()]))
    }

    #[pyfunction]
    #[pyo3(signature = (hands, talon = None))]
    fn notation(hands: [u32; 3], talon: Option<u32>) -> String {
        let masks: Vec<u32> = hands.into_iter().chain(talon).collect();
        arrow::deal_notation(&masks)
    }

    /// The name, and the text in the form of a file of house rules.
    #[pyfunction]
    fn rules(name: &str) -> PyResult<(String, String)> {
        let rules: Variant = name.parse().map_err(value_error)?;
        Ok((rules.label().to_owned(), rules.to_toml()))
    }

    /// The name, and the text as the program prints it.
    #[pyfunction]
    fn rules_from_toml(text: &str) -> PyResult<(String, String)> {
        let rules = Variant::from_toml(text).map_err(value_error)?;
        Ok((rules.label().to_owned(), rules.to_toml()))
    }

    /// The name, and the text as the program prints it.
    #[pyfunction]
    fn rules_from_json(text: &str) -> PyResult<(String, String)> {
        let rules =
            Variant::from_json(&serde_json::from_str(text).map_err(value_error)?).map_err(value_error)?;
        Ok((rules.label().to_owned(), rules.to_toml()))
    }

    /// About a second's work on one thread.
    #[pyfunction]
    fn questions_per_second(ask: &str) -> u32 {
        cost(ask).unwrap_or(Cost::Slow).questions_per_second()
    }

    /// The facts of a hand that `own_part` leaves out for this question.
    #[pyfunction]
    fn unread_facts(ask: &str) -> Vec<&'static str> {
        hand_fields::unread_facts(ask)
    }

    /// The part of a hand's situation that the question takes, as JSON.
    #[pyfunction]
    fn own_part(ask: &str, situation: &str) -> PyResult<String> {
        let part = hand_fields::own_part(ask, serde_json::from_str(situation).map_err(value_error)?);
        serde_json::to_string(&part).map_err(value_error)
    }

    #[pyfunction]
    fn rule_names() -> Vec<&'static str> {
        Variant::names()
    }

    /// The engine, and the iterator over its answers.
    #[pyfunction]
    #[pyo3(signature = (threads = 0))]
    fn engine(py: Python<'_>, threads: usize) -> PyResult<(NativeEngine, NativeAnswers)> {
        py.detach(|| start(threads))
    }
}

fn answer_all(state: &mut WorkerState, lines: &[String], stop: &Stop, done: &AtomicUsize) -> Vec<String> {
    // Once `stop` is set, the answers to the other lines are errors.
    let WorkerState { responder, analyst } = state;
    let numbered: Vec<(usize, &String)> = lines.iter().enumerate().collect();
    analyst.map_balanced(&numbered, |analyst, (number, line)| {
        let question = Question::read(*number as u64 + 1, line);
        let answer = responder.answer_until(analyst, question, &stop.child());
        done.fetch_add(1, Ordering::Relaxed);
        answer
    })
}
