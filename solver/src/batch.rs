//! Many deals on several threads, answers in the order of the questions.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::search::{Endgames, Solver};

/// Threads with a solver each.
pub struct Batch {
    threads: ThreadPool,
    solvers: Vec<Mutex<Solver>>,
}

impl Batch {
    /// So many threads, 0 for one a core.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new(threads: usize) -> Result<Batch, ThreadPoolBuildError> {
        Batch::with(threads, &Endgames::new())
    }

    /// The same, with these values of small endings.
    ///
    /// # Errors
    /// If the system refuses the threads.
    pub fn with(threads: usize, endgames: &Endgames) -> Result<Batch, ThreadPoolBuildError> {
        let threads = ThreadPoolBuilder::new().num_threads(threads).build()?;
        let solver = || Mutex::new(Solver::with(endgames.clone()));
        let solvers = (0..threads.current_num_threads()).map(|_| solver()).collect();
        Ok(Batch { threads, solvers })
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.solvers.len()
    }

    /// Answer every question, in parallel; the answers come in the order of the
    /// questions and, being exact, do not depend on the number of threads.
    ///
    /// ```
    /// use preference::Batch;
    /// let batch = Batch::new(2)?;
    /// assert_eq!(batch.map(&[1, 2, 3], |_solver, n| n * n), [1, 4, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map<Q: Sync, A: Send>(
        &self,
        questions: &[Q],
        answer: impl Fn(&mut Solver, &Q) -> A + Sync,
    ) -> Vec<A> {
        self.threads.install(|| {
            questions
                .par_iter()
                // One by one, since some take a hundred times as long as others and a
                // thread must not sit on a heap of them when the rest is done.
                .with_max_len(1)
                .map(|question| {
                    let thread = rayon::current_thread_index().expect("a thread of the pool");
                    // No other thread has this number, so the lock is free; what an
                    // answer that panicked left behind is still only proved facts.
                    let mut solver = self.solvers[thread].lock().unwrap_or_else(PoisonError::into_inner);
                    answer(&mut solver, question)
                })
                .collect()
        })
    }

    /// [`Solver::forget`] on every thread.
    pub fn forget(&self) {
        for solver in &self.solvers {
            solver.lock().unwrap_or_else(PoisonError::into_inner).forget();
        }
    }
}
