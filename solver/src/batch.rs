//! Many questions on several threads, answers in the order of the questions.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use crate::search::{Endgames, Solver};

/// Threads that share out questions among workers of one kind, solvers for instance.
pub struct Batch<W = Solver> {
    threads: ThreadPool,
    /// By thread, the workers that no question holds. A worker stays with its thread, and what it
    /// remembers in the caches of one core.
    idle: Box<[Mutex<Vec<W>>]>,
    make: Box<dyn Fn() -> W + Send + Sync>,
}

/// The system refuses threads.
#[derive(Debug, Error)]
#[error("cannot start the threads: {0}")]
pub struct ThreadsError(Box<dyn std::error::Error + Send + Sync>);

impl From<std::io::Error> for ThreadsError {
    fn from(error: std::io::Error) -> ThreadsError {
        ThreadsError(Box::new(error))
    }
}

impl Batch {
    /// As many threads, 0 for one a core, with solvers that learn the values of small endings.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new(threads: usize) -> Result<Batch, ThreadsError> {
        Batch::with(threads, &Endgames::new())
    }

    /// The same, with these values of small endings.
    ///
    /// # Errors
    /// If the system refuses the threads.
    pub fn with(threads: usize, endgames: &Endgames) -> Result<Batch, ThreadsError> {
        let endgames = endgames.clone();
        Batch::of(threads, move || Solver::with(endgames.clone()))
    }

    /// [`Solver::forget`] for every solver.
    pub fn forget(&self) {
        self.each_idle(Solver::forget);
    }
}

/// The most threads for each core, and the number that is always granted.
const THREADS_A_CORE: usize = 4;
const THREADS: usize = 16;

impl<W: Send> Batch<W> {
    /// Threads, 0 for one a core, with workers that `make` makes when they are needed. More than a
    /// few a core bring nothing, and are not started.
    ///
    /// # Errors
    /// If the system refuses the threads.
    pub fn of(
        threads: usize,
        make: impl Fn() -> W + Send + Sync + 'static,
    ) -> Result<Batch<W>, ThreadsError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.min((THREADS_A_CORE * cores).max(THREADS));
        let threads = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| ThreadsError(Box::new(error)))?;
        let idle = (0..threads.current_num_threads()).map(|_| Mutex::default()).collect();
        Ok(Batch { threads, idle, make: Box::new(make) })
    }

    /// Does something with every worker that no question holds.
    pub fn each_idle(&self, mut of: impl FnMut(&mut W)) {
        for idle in &self.idle {
            locked(idle).iter_mut().for_each(&mut of);
        }
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.current_num_threads()
    }

    /// The answers to all questions, in their order, found in parallel; being exact, they do
    /// not depend on the number of threads.
    ///
    /// ```
    /// use preference::batch::Batch;
    /// let batch = Batch::new(2)?;
    /// assert_eq!(batch.map(&[1, 2, 3], |_solver, n| n * n), [1, 4, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map<Q: Sync, A: Send>(&self, questions: &[Q], answer: impl Fn(&mut W, &Q) -> A + Sync) -> Vec<A> {
        let answers: Vec<Mutex<Option<A>>> = questions.iter().map(|_| Mutex::default()).collect();
        let one = |number: usize| {
            // A worker is held by one question at a time. An answer that waits for other work of
            // the same threads may begin a second question: it gets a worker of its own.
            let idle = &self.idle[rayon::current_thread_index().unwrap_or(0)];
            let worker = locked(idle).pop();
            let mut worker = worker.unwrap_or_else(&self.make);
            let found = answer(&mut worker, &questions[number]);
            locked(idle).push(worker);
            *locked(&answers[number]) = Some(found);
        };
        share_out(&self.threads, questions.len(), &one);
        let found = |answer: Mutex<Option<A>>| answer.into_inner().unwrap_or_else(PoisonError::into_inner);
        answers.into_iter().map(|answer| found(answer).expect("each question is answered")).collect()
    }
}

/// Whether there are threads: WebAssembly has none, and travels without what shares out work.
const THREADED: bool = cfg!(not(target_family = "wasm"));

/// Does the work of each number below `count`, in parallel.
///
/// It is compiled once for all kinds of questions: the machinery behind it is large.
fn share_out(threads: &ThreadPool, count: usize, work: &(dyn Fn(usize) + Sync)) {
    if !THREADED {
        return (0..count).for_each(work);
    }
    // One by one, since some take a hundred times as long as others and a thread must not sit on a
    // heap of them when the rest is done.
    threads.install(|| (0..count).into_par_iter().with_max_len(1).for_each(work));
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
