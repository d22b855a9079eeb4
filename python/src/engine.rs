//! An engine that accepts further questions while it answers earlier ones, and the queue of its answers.
//!
//! The engine's threads never enter the Python interpreter. They put answers into a queue, which a Python
//! thread empties. So they neither wait for the interpreter nor crash if it ends before them.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use preference::protocol::ask::Responder;
use preference::protocol::engine::{Engine, EngineOptions};
use pyo3::prelude::*;

use crate::work::{endgames, os_error};

/// Engine that accepts questions until it is closed.
#[pyclass(frozen)]
pub(crate) struct NativeEngine {
    engine: Mutex<Option<Engine>>,
    /// Id of the process in which the engine's threads run.
    process: u32,
}

/// Iterator over an engine's answers, each a line of JSON, in the order in which they become ready. It ends
/// when the engine has ended.
#[pyclass(frozen)]
pub(crate) struct NativeAnswers {
    lines: Mutex<Option<Receiver<String>>>,
    /// Id of the process in which the engine's threads run.
    process: u32,
}

pub(crate) fn start(threads: usize) -> PyResult<(NativeEngine, NativeAnswers)> {
    let options = EngineOptions { threads, unordered: true, pending: None, progress: false };
    let (send, lines) = channel();
    let take = move |line: &str| send.send(line.to_owned()).is_ok();
    let engine = Engine::new(&Responder::default(), &endgames(), options, take).map_err(os_error)?;
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
    /// False if the engine is closed.
    fn ask(&self, py: Python<'_>, line: &str) -> bool {
        py.detach(|| {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.as_mut().is_some_and(|engine| engine.ask(line))
        })
    }

    /// With `finish` it waits until all questions are answered, otherwise it cancels the unanswered ones.
    fn close(&self, py: Python<'_>, finish: bool) {
        py.detach(|| match self.take_engine() {
            Some(engine) if finish => engine.finish(),
            engine => drop(engine),
        });
    }

    /// Does not wait until the threads have ended.
    fn abandon(&self) {
        if let Some(engine) = self.take_engine() {
            // Dropping an engine waits for its threads, so another thread drops it. If no thread can be started,
            // this one waits.
            drop(thread::Builder::new().name("closing".to_owned()).spawn(move || drop(engine)));
        }
    }
}

/// Cancels the questions of an engine that was not closed. In the child of a fork the engine's threads do not
/// exist and cannot be waited for, so there the engine is leaked.
impl Drop for NativeEngine {
    fn drop(&mut self) {
        if self.process == std::process::id() {
            self.abandon();
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

    /// `None` once the engine has ended.
    fn __next__(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| {
            let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.as_ref()?.recv().ok()
        })
    }
}

/// Leaks the queue in the child of a fork: a thread of the parent may have been adding an answer when the
/// process forked, and would never finish in the child.
impl Drop for NativeAnswers {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.lines.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}
