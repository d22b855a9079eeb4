//! Work on background threads, while the calling thread checks for Ctrl-C.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use preference::Analyst;
use preference::Progress;
use preference::protocol::ask::Responder;
use preference::search::{Endgames, Stop, TableFolder};
use pyo3::exceptions::{PyOSError, PyRuntimeWarning};
use pyo3::prelude::*;

/// Interval at which a waiting caller checks for Ctrl-C and reports progress.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum size of the endgame tables in bytes, if `PREF_TABLES_LIMIT` gives no limit in megabytes.
const DEFAULT_TABLES_BYTES: u64 = 1_000_000_000;

/// The endgame tables that everything in this process shares. Long runs get larger tables, which are
/// built in memory or in the folder that `PREF_TABLES` names. The child of a fork starts with new tables: a
/// lock that another thread held when the process forked would never be free in the child.
pub(crate) fn endgames() -> Endgames {
    static SHARED: OnceLock<Mutex<Option<(u32, Endgames)>>> = OnceLock::new();
    let mut shared = SHARED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    match &*shared {
        Some((own, endgames)) if *own == process => endgames.clone(),
        _ => {
            let limit = std::env::var("PREF_TABLES_LIMIT").ok().and_then(|limit| limit.parse::<u64>().ok());
            let limit = limit.map_or(DEFAULT_TABLES_BYTES, |megabytes| megabytes.saturating_mul(1_000_000));
            let endgames = match std::env::var_os("PREF_TABLES").filter(|folder| !folder.is_empty()) {
                None => Endgames::new(),
                Some(folder) => Endgames::in_folder(TableFolder::new(folder), |table, error| {
                    warn(&format!("the table {table} {error}; it is not used"));
                }),
            };
            endgames.build_when_worthwhile(limit, |_| ());
            // The parent's tables have threads that do not exist in this process. Dropping the tables would
            // wait for them.
            std::mem::forget(shared.replace((process, endgames.clone())));
            endgames
        }
    }
}

fn warn(text: &str) {
    let text = std::ffi::CString::new(text).unwrap_or_default();
    // If Python turns warnings into errors, nothing could catch this error, so it is dropped. An interpreter
    // that is ending shows no warnings.
    Python::try_attach(|py| drop(PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 0)));
}

pub(crate) fn os_error(error: impl std::fmt::Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// Responder and analyst of a worker, kept between calls because results of one question speed up the next.
pub(crate) struct WorkerState {
    pub(crate) responder: Responder,
    pub(crate) analyst: Analyst,
}

type Job = Box<dyn FnOnce(&mut WorkerState) + Send>;

/// Thread that keeps a [`WorkerState`] and runs jobs one after another.
struct Worker {
    /// Id of the process in which the thread runs.
    process: u32,
    /// Number of threads of the analyst; 0 means one for each core.
    threads: usize,
    /// Progress of the analyst.
    progress: Arc<Progress>,
    jobs: Sender<Job>,
}

/// Worker that is waiting for the next call. The lock is taken only while the interpreter is held, so it is
/// free when the process forks.
static IDLE_WORKER: Mutex<Option<Worker>> = Mutex::new(None);

impl Worker {
    fn acquire(py: Python<'_>, threads: usize) -> PyResult<Worker> {
        // A worker that belongs to another process, from before a fork, has no threads here.
        let process = std::process::id();
        let idle = IDLE_WORKER.lock().unwrap_or_else(PoisonError::into_inner).take();
        match idle {
            Some(worker) if worker.process != process => std::mem::forget(worker),
            Some(worker) if worker.threads == threads => return Ok(worker),
            _ => {}
        }
        py.detach(|| {
            let analyst = Analyst::with_threads(threads, &endgames()).map_err(os_error)?;
            let progress = analyst.progress();
            let mut state = WorkerState { responder: Responder::default(), analyst };
            let (jobs, todo) = channel::<Job>();
            let work = move || todo.into_iter().for_each(|job| job(&mut state));
            thread::Builder::new().name("preference".to_owned()).spawn(work).map_err(os_error)?;
            Ok(Worker { process, threads, progress, jobs })
        })
    }

    fn park(self, _: Python<'_>) {
        // If another worker is waiting already, that one ends.
        *IDLE_WORKER.lock().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// The worker then waits for the next call.
    fn run<T: Send + 'static>(
        self,
        py: Python<'_>,
        report: Option<&Bound<'_, PyAny>>,
        count: &dyn Fn() -> usize,
        work: impl FnOnce(&mut WorkerState, &Stop) -> PyResult<T> + Send + 'static,
    ) -> PyResult<T> {
        let stop = Stop::new();
        let (send, answered) = channel();
        let job: Job = {
            let stop = stop.clone();
            Box::new(move |state| drop(send.send(work(state, &stop))))
        };
        self.jobs.send(job).map_err(os_error)?;
        let answered = Mutex::new(answered);
        let receive =
            |patience| answered.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(patience);
        let mut interrupt = None;
        let answers = loop {
            match py.detach(|| receive(POLL_INTERVAL)) {
                Err(RecvTimeoutError::Timeout) if interrupt.is_none() => {
                    let now = count();
                    let called = report.map_or(Ok(()), |report| report.call1((now,)).map(drop));
                    if let Err(error) = called.and_then(|()| py.check_signals()) {
                        // The work ends soon after this; the loop waits for its end.
                        stop.stop();
                        interrupt = Some(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(os_error("a thread has failed")),
                Ok(answers) => break answers,
            }
        };
        self.park(py);
        interrupt.map_or(answers, Err)
    }
}

/// Runs `work` on a worker with this number of threads and returns its result. From time to time `report`, if
/// given, is called with the counter that `work` updates. Ctrl-C and exceptions of `report` cancel the work.
pub(crate) fn run_and_wait<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    report: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&mut WorkerState, &Stop, &AtomicUsize) -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    let done = Arc::new(AtomicUsize::new(0));
    let worker = Worker::acquire(py, threads)?;
    let count = || done.load(Ordering::Relaxed);
    let counted = Arc::clone(&done);
    worker.run(py, report, &count, move |state, stop| work(state, stop, &counted))
}

/// As [`run_and_wait`], but with the progress of the analyst.
pub(crate) fn run_on_analyst<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    report: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&mut Analyst, &Stop) -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    let worker = Worker::acquire(py, threads)?;
    let progress = Arc::clone(&worker.progress);
    // Resets the progress of an earlier call.
    progress.begin(0);
    let count = || usize::try_from(progress.parts().0).unwrap_or(usize::MAX);
    worker.run(py, report, &count, move |state, stop| work(&mut state.analyst, stop))
}
