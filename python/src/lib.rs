//! The native part of the Python package `preference`: questions and answers as JSON, on many threads.
//!
//! What is Python's own, names, types and exceptions, is written in Python above it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use preference::analysis::Analyst;
use preference::analysis::ask::Asker;
use preference::analysis::engine::{Engine, EngineOptions};
use preference::analysis::question::Question;
use preference::search::{Endgames, Stop};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// How often a caller who waits looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// The bytes that tables of endings may take in memory, if `PREF_TABLES_LIMIT` gives no megabytes.
const TABLES: u64 = 1_000_000_000;

/// The values of small endings, shared by everything in a process; whoever asks much gets tables of them,
/// in memory. A child of a fork begins anew: a lock that another thread held would never be free there.
fn endgames() -> Endgames {
    static SHARED: OnceLock<Mutex<Option<(u32, Endgames)>>> = OnceLock::new();
    let mut shared = SHARED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    match &*shared {
        Some((own, endgames)) if *own == process => endgames.clone(),
        _ => {
            let limit = std::env::var("PREF_TABLES_LIMIT").ok().and_then(|limit| limit.parse::<u64>().ok());
            let endgames = Endgames::new();
            let limit = limit.map_or(TABLES, |megabytes| megabytes.saturating_mul(1_000_000));
            endgames.build_when_paid(limit, |_| ());
            // What is the parent's has threads that are not here, and waits for them if it is dropped.
            std::mem::forget(shared.replace((process, endgames.clone())));
            endgames
        }
    }
}

fn os_error(error: impl std::fmt::Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// The native part of the package.
#[pymodule(gil_used = false)]
mod _preference {
    use super::*;

    /// The answers to lines of JSON, one each, in their order.
    ///
    /// Threads of its own work, and end with it. `report`, if it is given, is called with the number of
    /// answers now and then.
    #[pyfunction]
    #[pyo3(signature = (lines, threads = 0, report = None))]
    fn answer(
        py: Python<'_>,
        lines: Vec<String>,
        threads: usize,
        report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<String>> {
        let stop = Stop::new();
        let done = Arc::new(AtomicUsize::new(0));
        let (send, answered) = channel();
        let worker = {
            let (stop, done) = (stop.clone(), Arc::clone(&done));
            thread::Builder::new().name("preference".to_owned()).spawn(move || {
                drop(send.send(answer_all(&lines, threads, &stop, &done)));
            })
        };
        let worker = worker.map_err(os_error)?;
        let answered = Mutex::new(answered);
        let wait = || answered.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
        let answers = loop {
            match py.detach(wait) {
                Ok(answers) => break answers.map_err(os_error),
                Err(RecvTimeoutError::Disconnected) => break Err(os_error("a thread has failed")),
                Err(RecvTimeoutError::Timeout) => {
                    let now = done.load(Ordering::Relaxed);
                    let called = report.map_or(Ok(()), |report| report.call1((now,)).map(drop));
                    if let Err(error) = called.and_then(|()| py.check_signals()) {
                        stop.stop();
                        break Err(error);
                    }
                }
            }
        };
        // It ends soon: it was stopped, or has answered.
        let _ = py.detach(|| worker.join());
        answers
    }

    /// An engine that goes on reading while it answers. Each answer is given to `take`, by a thread of
    /// the engine.
    #[pyclass(frozen)]
    pub(super) struct NativeEngine {
        pub(super) engine: Mutex<Option<Engine>>,
        /// The process that has the engine's threads.
        pub(super) process: u32,
    }

    #[pymethods]
    impl NativeEngine {
        #[new]
        #[pyo3(signature = (take, threads = 0))]
        fn new(py: Python<'_>, take: Py<PyAny>, threads: usize) -> PyResult<NativeEngine> {
            let options = EngineOptions { threads, unordered: true, pending: None };
            let take = move |line: &str| Python::attach(|py| take.call1(py, (line,)).is_ok());
            let engine = py.detach(|| Engine::new(&Asker::default(), &endgames(), options, take));
            let engine = Mutex::new(Some(engine.map_err(os_error)?));
            Ok(NativeEngine { engine, process: std::process::id() })
        }

        /// Asks a question; false if the engine is closed.
        fn ask(&self, py: Python<'_>, line: &str) -> bool {
            py.detach(|| {
                let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
                engine.as_mut().is_some_and(|engine| engine.ask(line))
            })
        }

        /// Waits until all is answered, or breaks it off.
        fn close(&self, py: Python<'_>, finish: bool) {
            py.detach(|| {
                let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner).take();
                match engine {
                    Some(engine) if finish => engine.finish(),
                    engine => drop(engine),
                }
            });
        }
    }
}

/// The threads of an engine that nobody closed are waited for without the lock of the interpreter, which
/// they need to give their last answers. In the child of a fork there are none.
impl Drop for _preference::NativeEngine {
    fn drop(&mut self) {
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner).take();
        if self.process != std::process::id() {
            std::mem::forget(engine);
        } else if engine.is_some() {
            Python::attach(|py| py.detach(|| drop(engine)));
        }
    }
}

/// The answers to all lines, or why there are no threads.
fn answer_all(
    lines: &[String],
    threads: usize,
    stop: &Stop,
    done: &AtomicUsize,
) -> Result<Vec<String>, String> {
    let asker = Asker::default();
    let endgames = endgames();
    let answer = |analyst: &mut Analyst, (number, line): &(usize, &String)| {
        let question = Question::read(*number as u64 + 1, line);
        let answer = asker.answer_until(analyst, question, &stop.within());
        done.fetch_add(1, Ordering::Relaxed);
        answer
    };
    let numbered: Vec<(usize, &String)> = lines.iter().enumerate().collect();
    let mut analyst = Analyst::with_threads(threads, &endgames).map_err(|error| error.to_string())?;
    Ok(analyst.each_by_need(&numbered, answer))
}
