//! Thread pool that answers many questions in parallel.

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use crate::search::{Endgames, Solver, StopError};

/// A thread pool that distributes questions among workers of one type, for example solvers.
pub struct WorkerPool<W = Solver> {
    threads: ThreadPool,
    /// By thread. A worker stays with its thread, so that its data remain in the caches of one core.
    idle: Box<[Mutex<Vec<W>>]>,
    make: Box<dyn Fn() -> W + Send + Sync>,
}

impl<W> fmt::Debug for WorkerPool<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerPool")
            .field("threads", &self.threads.current_num_threads())
            .finish_non_exhaustive()
    }
}

/// The error if the system refuses to start threads.
#[derive(Debug, Error)]
#[error("cannot start the threads: {0}")]
pub struct ThreadsError(Box<dyn std::error::Error + Send + Sync>);

impl From<std::io::Error> for ThreadsError {
    fn from(error: std::io::Error) -> ThreadsError {
        ThreadsError(Box::new(error))
    }
}

impl WorkerPool {
    /// Starts threads with solvers that compute the endgame tables on first use, as
    /// [`with_workers`](Self::with_workers).
    pub fn new(threads: usize) -> Result<WorkerPool, ThreadsError> {
        WorkerPool::with_endgames(threads, &Endgames::new())
    }

    /// Starts threads with solvers that use these endgame tables, as [`with_workers`](Self::with_workers).
    pub fn with_endgames(threads: usize, endgames: &Endgames) -> Result<WorkerPool, ThreadsError> {
        let endgames = endgames.clone();
        WorkerPool::with_workers(threads, move || Solver::with_endgames(endgames.clone()))
    }

    /// Calls [`Solver::forget`] for every idle solver.
    pub fn forget(&self) {
        self.for_each_idle(Solver::forget);
    }
}

/// Unless this is less than [`MIN_THREAD_LIMIT`] threads in all.
const MAX_THREADS_PER_CORE: usize = 4;
/// Allowed even if there are few cores.
const MIN_THREAD_LIMIT: usize = 16;

fn threads_from_environment() -> Option<usize> {
    let number = std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok()?;
    (number > 0).then_some(number)
}

fn thread_count(threads: usize, default_threads: Option<usize>, cores: usize) -> usize {
    // More than four threads per core are never faster.
    let wanted = if threads == 0 { default_threads.unwrap_or(cores) } else { threads };
    wanted.min((MAX_THREADS_PER_CORE * cores).max(MIN_THREAD_LIMIT))
}

impl<W: Send> WorkerPool<W> {
    /// Starts `threads` threads, with workers that `make` builds when they are needed; 0 stands for the environment
    /// variable `RAYON_NUM_THREADS` or, if it is not set, one thread per core. There are at most four per core, or 16
    /// if the cores are fewer than four, since more threads are not faster.
    pub fn with_workers(
        threads: usize,
        make: impl Fn() -> W + Send + Sync + 'static,
    ) -> Result<WorkerPool<W>, ThreadsError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = ThreadPoolBuilder::new()
            .num_threads(thread_count(threads, threads_from_environment(), cores))
            .build()
            .map_err(|error| ThreadsError(Box::new(error)))?;
        let idle = (0..threads.current_num_threads()).map(|_| Mutex::default()).collect();
        Ok(WorkerPool { threads, idle, make: Box::new(make) })
    }

    /// Calls `action` with every idle worker.
    pub fn for_each_idle(&self, mut action: impl FnMut(&mut W)) {
        for idle in &self.idle {
            lock(idle).iter_mut().for_each(&mut action);
        }
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.current_num_threads()
    }

    /// Answers all questions in parallel, in their order. Exact answers do not depend on the number of threads.
    ///
    /// ```
    /// use preference::worker_pool::WorkerPool;
    /// let pool = WorkerPool::new(2)?;
    /// assert_eq!(pool.map(&[1, 2, 3], |_solver, n| n * n), [1, 4, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map<Q: Sync, A: Send>(&self, questions: &[Q], answer: impl Fn(&mut W, &Q) -> A + Sync) -> Vec<A> {
        let answers: Vec<Mutex<Option<A>>> = questions.iter().map(|_| Mutex::default()).collect();
        run_parallel(&self.threads, questions.len(), &|number| {
            let answer = self.with_idle_worker(|worker| answer(worker, &questions[number]));
            *lock(&answers[number]) = Some(answer);
        });
        let answers = answers.into_iter().map(|answer| {
            let answer = answer.into_inner().unwrap_or_else(PoisonError::into_inner);
            answer.expect("each question is answered")
        });
        answers.collect()
    }

    /// Runs `main_task` on the calling thread, while the threads of the pool answer the questions that it submits.
    /// Returns only when all of them are answered.
    ///
    /// `main_task` gets no queue if the pool has a single thread or the caller is one of its threads.
    pub(crate) fn with_helpers<Q: Send, A: Send, T>(
        &self,
        answer: impl Fn(&mut W, Q) -> A + Sync,
        main_task: impl FnOnce(&mut W, Option<&HelperQueue<Q, A>>) -> T,
    ) -> T {
        // A thread of the pool must not wait for the other threads, since they may be waiting for it.
        let is_inside_pool = self.threads.current_thread_index().is_some();
        if !HAS_THREADS || is_inside_pool || self.threads() == 1 {
            return self.with_idle_worker(|worker| main_task(worker, None));
        }
        let (sender, answers) = mpsc::channel();
        let answer = &answer;
        self.threads.in_place_scope(|scope| {
            let submit = &|question: Q| {
                let sender = sender.clone();
                scope.spawn(move |_| {
                    let work = || self.with_idle_worker(|worker| answer(worker, question));
                    // Once `main_task` has ended nobody receives the answer; this is not an error.
                    let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
                });
            };
            let helpers = HelperQueue { submit, answers, under_way: Cell::new(0), threads: self.threads() };
            self.with_idle_worker(|worker| main_task(worker, Some(&helpers)))
        })
    }

    fn with_idle_worker<T>(&self, work: impl FnOnce(&mut W) -> T) -> T {
        // While an answer waits for other work of the pool, its thread may begin to answer a second question. That
        // question gets a worker of its own.
        let idle = &self.idle[self.threads.current_thread_index().unwrap_or(0)];
        let worker = lock(idle).pop();
        let mut worker = worker.unwrap_or_else(&self.make);
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut worker)));
        // A worker whose work was stopped is used again, with its tables; a worker whose work panicked is dropped.
        if result.as_ref().err().is_none_or(|panic| panic.is::<StopError>()) {
            lock(idle).push(worker);
        }
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// The threads of a pool answer the questions in the background, in any order.
pub(crate) struct HelperQueue<'a, Q, A> {
    submit: &'a dyn Fn(Q),
    /// Or the panics of the threads that should have found them.
    answers: Receiver<std::thread::Result<A>>,
    /// Submitted, with the answer not received yet.
    under_way: Cell<usize>,
    threads: usize,
}

impl<Q, A> HelperQueue<'_, Q, A> {
    /// Fewer questions are under way than there are threads.
    pub(crate) fn has_room(&self) -> bool {
        self.under_way.get() < self.threads
    }

    /// Does not wait for the answer.
    pub(crate) fn submit(&self, question: Q) {
        self.under_way.set(self.under_way.get() + 1);
        (self.submit)(question);
    }

    /// Waits for the next answer; `None` if no question is under way.
    ///
    /// # Panics
    /// If the work on the answer has panicked, with the same panic.
    pub(crate) fn next_answer(&self) -> Option<A> {
        self.under_way.set(self.under_way.get().checked_sub(1)?);
        match self.answers.recv().expect("every question is answered") {
            Ok(answer) => Some(answer),
            Err(panic) => resume_unwind(panic),
        }
    }
}

/// WebAssembly has none, and is built without the code that distributes work.
const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

fn run_parallel(threads: &ThreadPool, count: usize, work: &(dyn Fn(usize) + Sync)) {
    // Compiled once for all types of questions, since the code for parallel work is large.
    if !HAS_THREADS {
        return (0..count).for_each(work);
    }
    // Numbers are distributed one by one. Some take a hundred times as long as others, and no thread should be left
    // with several numbers when all other threads are done.
    threads.install(|| (0..count).into_par_iter().with_max_len(1).for_each(work));
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(0, None, 2, 2)]
    #[case(0, Some(1), 2, 1)]
    #[case(3, Some(1), 2, 3)]
    #[case(0, Some(100_000), 2, 16)]
    #[case(100_000, None, 2, 16)]
    #[case(100_000, None, 64, 256)]
    fn thread_count_is_limited_however_it_was_set(
        #[case] threads: usize,
        #[case] default_threads: Option<usize>,
        #[case] cores: usize,
        #[case] expected: usize,
    ) {
        assert_eq!(
            thread_count(threads, default_threads, cores),
            expected,
            "{threads} {default_threads:?} {cores}"
        );
    }

    #[test]
    fn every_submitted_question_is_answered() {
        let pool = WorkerPool::with_workers(3, || 0_u32).expect("threads");
        let squares = pool.with_helpers(
            |_, n: u32| n * n,
            |_, helpers| {
                let helpers = helpers.expect("there are threads");
                assert!(helpers.next_answer().is_none());
                let mut squares = Vec::new();
                for n in 0..20 {
                    if !helpers.has_room() {
                        squares.extend(helpers.next_answer());
                    }
                    helpers.submit(n);
                }
                squares.extend(std::iter::from_fn(|| helpers.next_answer()));
                squares.sort_unstable();
                squares
            },
        );
        assert_eq!(squares, (0..20).map(|n| n * n).collect::<Vec<_>>());
    }

    #[test]
    fn helpers_are_absent_on_one_thread_and_inside_pool() {
        let has_helpers =
            |pool: &WorkerPool<()>| pool.with_helpers(|(), ()| (), |(), helpers| helpers.is_some());
        let [one, three] = [1, 3].map(|threads| WorkerPool::with_workers(threads, || ()).expect("threads"));
        assert!(!has_helpers(&one) && has_helpers(&three));
        assert_eq!(three.map(&[(); 8], |(), ()| has_helpers(&three)), [false; 8]);
        assert_eq!(three.map(&[(); 8], |(), ()| has_helpers(&one)), [false; 8]);
    }

    fn add_two(pool: &WorkerPool<u32>, action: fn()) -> std::thread::Result<u32> {
        let sums = catch_unwind(AssertUnwindSafe(|| {
            pool.map(&[2], |sum, n| {
                *sum += n;
                action();
                *sum
            })
        }));
        sums.map(|sums| sums[0])
    }

    #[test]
    fn worker_survives_stop_but_not_panic() {
        let pool = WorkerPool::with_workers(1, || 0_u32).expect("threads");
        assert!(add_two(&pool, || resume_unwind(Box::new(StopError))).is_err());
        assert_eq!(add_two(&pool, || ()).expect("an answer"), 4);
        assert!(add_two(&pool, || resume_unwind(Box::new("no stop"))).is_err());
        assert_eq!(add_two(&pool, || ()).expect("an answer"), 2);
    }

    fn submit_panicking_question(pool: &WorkerPool<()>, waits: bool) -> std::thread::Result<()> {
        catch_unwind(AssertUnwindSafe(|| {
            pool.with_helpers(
                |(), n: u32| assert!(n < 2, "too many"),
                |(), helpers| {
                    let helpers = helpers.expect("there are threads");
                    helpers.submit(1);
                    helpers.submit(2);
                    while waits && helpers.next_answer().is_some() {}
                },
            );
        }))
    }

    #[test]
    fn panic_of_question_reaches_waiting_caller() {
        let pool = WorkerPool::with_workers(2, || ()).expect("threads");
        let panic = submit_panicking_question(&pool, true).expect_err("it panics");
        assert_eq!(panic.downcast_ref(), Some(&"too many"));
        assert!(submit_panicking_question(&pool, false).is_ok(), "the main task did not wait for the panic");
    }
}
