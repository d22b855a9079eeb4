//! Engine that reads further questions while it answers, and the queue of its answers.
//!
//! The engine's threads never enter the interpreter: they put answers into a queue, which a thread of Python
//! empties. So they neither wait for the interpreter nor fail with it while it ends.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use preference::analysis::ask::Asker;
use preference::analysis::engine::{Engine, EngineOptions};
use pyo3::prelude::*;

use crate::work::{endgames, os_error};

/// Engine that takes questions until it is closed.
#[pyclass(frozen)]
pub(crate) struct NativeEngine {
    engine: Mutex<Option<Engine>>,
    /// Process that owns the engine's threads.
    process: u32,
}

/// Iterator of an engine's answers as lines of JSON, in the order in which they are ready; it ends with the
/// engine.
#[pyclass(frozen)]
pub(crate) struct NativeAnswers {
    lines: Mutex<Option<Receiver<String>>>,
    /// Process that owns the engine's threads.
    process: u32,
}

/// Starts an engine with this number of threads.
pub(crate) fn start(threads: usize) -> PyResult<(NativeEngine, NativeAnswers)> {
    let options = EngineOptions { threads, unordered: true, pending: None, progress: false };
    let (send, lines) = channel();
    let take = move |line: &str| send.send(line.to_owned()).is_ok();
    let engine = Engine::new(&Asker::default(), &endgames(), options, take).map_err(os_error)?;
    let process = std::process::id();
    let engine = NativeEngine { engine: Mutex::new(Some(engine)), process };
    Ok((engine, NativeAnswers { lines: Mutex::new(Some(lines)), process }))
}

impl NativeEngine {
    fn take_engine(&self) -> Option<Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[pymethods]
impl NativeEngine {
    /// Asks a question; returns false if the engine is closed.
    fn ask(&self, py: Python<'_>, line: &str) -> bool {
        py.detach(|| {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.as_mut().is_some_and(|engine| engine.ask(line))
        })
    }

    /// Closes the engine after all answers, or cancels the questions that are left.
    fn close(&self, py: Python<'_>, finish: bool) {
        py.detach(|| match self.take_engine() {
            Some(engine) if finish => engine.finish(),
            engine => drop(engine),
        });
    }

    /// Cancels everything without waiting for the threads.
    fn leave(&self) {
        if let Some(engine) = self.take_engine() {
            // Dropping waits for the threads. If no thread can be started for it, this one waits.
            drop(thread::Builder::new().name("closing".to_owned()).spawn(move || drop(engine)));
        }
    }
}

/// Leaves an engine that was not closed. In the child of a fork its threads do not exist.
impl Drop for NativeEngine {
    fn drop(&mut self) {
        if self.process == std::process::id() {
            self.leave();
        } else {
            std::mem::forget(self.engine.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}

#[pymethods]
impl NativeAnswers {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    /// Waits for the next answer; returns `None` after the engine has ended.
    fn __next__(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| {
            let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.as_ref()?.recv().ok()
        })
    }
}

/// Leaks the queue in the child of a fork, where a thread that was putting an answer in does not exist.
impl Drop for NativeAnswers {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.lines.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}
