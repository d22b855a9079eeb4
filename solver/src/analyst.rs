//! The analyst, which answers questions on the calling thread or with a pool of threads.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "hands")]
use std::time::Instant;

use crate::progress::Progress;
use crate::search::{Endgames, Solver, Stop, StopError};
use crate::worker_pool::{HelperQueue, ThreadsError, WorkerPool};

/// Engine that answers questions about situations, with one method for each question.
///
/// Values that an analyst computes for one question speed up the next; the answers do not depend on them.
///
/// ```
/// use preference::Analyst;
/// use preference::deal::Deal;
/// use preference::rules::Variant;
/// use preference::seat::Seat;
/// use preference::situation::Situation;
/// let rules: Variant = "austrian".parse()?;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let hand = Situation::new(rules, deal);
/// let answer = Analyst::new().solve(&hand, &Default::default())?;
/// assert_eq!(answer.results.len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Many questions on all cores
///
/// [`with_threads`](Analyst::with_threads) and [`map`](Analyst::map) use one analyst for each thread, and all of
/// them share the endgame values:
///
/// ```
/// use preference::Analyst;
/// use preference::deal::random;
/// use preference::rules::Variant;
/// use preference::search::Endgames;
/// use preference::situation::Situation;
/// let rules: Variant = "austrian".parse()?;
/// let random = &mut random::generator(1);
/// let hands: Vec<Situation> =
///     (0..4).map(|_| Situation::new(rules.clone(), random::deal(random))).collect();
/// let mut analyst = Analyst::with_threads(0, &Endgames::new())?;
/// let answers = analyst.map(&hands, |analyst, hand| analyst.solve(hand, &Default::default()));
/// assert!(answers.iter().all(Result::is_ok));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Rayon's `par_iter().map_init(Analyst::new, …)` makes a new analyst for every part into which it splits the
/// questions, with tables of 56 to 76 MB and endgame values of its own. All contracts of 2,000 random deals took 2.35 s
/// of processor time with one analyst, 2.58 s with [`map`](Analyst::map) on two cores (the sum of both), and 2.96 s
/// with `map_init`, which made 16 analysts; smaller parts cost more.
pub struct Analyst {
    workers: Workers,
    progress: Arc<Progress>,
    stop: Stop,
    overtime: Overtime,
}

impl fmt::Debug for Analyst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyst").field("threads", &self.threads()).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Overtime {
    /// If the limit is exceeded, the work done so far is lost and the question fails.
    #[default]
    Fail,
    /// If the limit is exceeded, the answer consists of the work done so far.
    Partial,
    /// The limit has been exceeded, and the present answer is partial.
    Exceeded,
}

enum Workers {
    /// A solver on the calling thread.
    One(Box<Solver>),
    /// A pool of threads, each of which has an analyst with one solver.
    Many(Arc<WorkerPool<Analyst>>),
}

impl Default for Analyst {
    fn default() -> Analyst {
        Analyst::new()
    }
}

impl From<Solver> for Analyst {
    fn from(solver: Solver) -> Analyst {
        Analyst::from_workers(Workers::One(Box::new(solver)))
    }
}

impl Analyst {
    /// An analyst that works on the calling thread.
    ///
    /// ```
    /// # use preference::Analyst;
    /// assert_eq!(Analyst::new().threads(), 1);
    /// ```
    #[must_use]
    pub fn new() -> Analyst {
        Analyst::with_endgames(&Endgames::new())
    }

    /// An analyst that works on the calling thread and shares these endgame values.
    #[must_use]
    pub fn with_endgames(endgames: &Endgames) -> Analyst {
        Solver::with_endgames(endgames.clone()).into()
    }

    /// An analyst with this number of threads, which share these endgame values. The number is limited, and 0 is the
    /// default of [`WorkerPool::with_workers`].
    ///
    /// ```
    /// # use preference::Analyst;
    /// use preference::search::Endgames;
    /// assert_eq!(Analyst::with_threads(2, &Endgames::new())?.threads(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_threads(threads: usize, endgames: &Endgames) -> Result<Analyst, ThreadsError> {
        let endgames = endgames.clone();
        let pool = WorkerPool::with_workers(threads, move || Analyst::with_endgames(&endgames))?;
        Ok(Analyst::from_workers(Workers::Many(Arc::new(pool))))
    }

    /// Another analyst on the same threads, if there are any, for a question that is asked at the same time.
    #[must_use]
    pub fn share_pool(&self) -> Option<Analyst> {
        match &self.workers {
            Workers::One(_) => None,
            Workers::Many(pool) => Some(Analyst::from_workers(Workers::Many(Arc::clone(pool)))),
        }
    }

    fn from_workers(workers: Workers) -> Analyst {
        Analyst { workers, progress: Arc::default(), stop: Stop::default(), overtime: Overtime::default() }
    }

    /// Runs `work` with this analyst, which can be used again if `stop` cancels the work.
    pub fn run_until<T>(
        &mut self,
        stop: &Stop,
        work: impl FnOnce(&mut Analyst) -> T,
    ) -> Result<T, StopError> {
        self.stop_at(stop);
        let result = stop.run(|| work(self));
        self.stop_at(&Stop::default());
        result
    }

    fn stop_at(&mut self, stop: &Stop) {
        self.stop = stop.clone();
        if let Workers::One(solver) = &mut self.workers {
            solver.cancel_with(stop);
        }
    }

    /// The progress of the work on the present question, which other threads may read.
    #[must_use]
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        match &self.workers {
            Workers::One(_) => 1,
            Workers::Many(pool) => pool.threads(),
        }
    }

    /// Clears what speeds up the next answers, except for the endgame values.
    pub fn forget(&mut self) {
        match &mut self.workers {
            Workers::One(solver) => solver.forget(),
            Workers::Many(pool) => pool.for_each_idle(Analyst::forget),
        }
    }

    /// The number of positions at the start of a trick that the solvers of this analyst have visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        match &self.workers {
            Workers::One(solver) => solver.nodes(),
            Workers::Many(pool) => {
                let mut nodes = 0;
                pool.for_each_idle(|analyst| nodes += analyst.nodes());
                nodes
            }
        }
    }

    /// The answers to all questions in their order, each found on one thread.
    ///
    /// ```
    /// # use preference::Analyst;
    /// assert_eq!(Analyst::new().map(&[1, 2], |_, number| 2 * number), [2, 4]);
    /// ```
    pub fn map<Q: Sync, A: Send>(
        &mut self,
        questions: &[Q],
        answer: impl Fn(&mut Analyst, &Q) -> A + Sync,
    ) -> Vec<A> {
        if let Workers::Many(pool) = &self.workers {
            return pool.map(questions, |analyst, question| {
                analyst.stop_at(&self.stop);
                answer(analyst, question)
            });
        }
        questions.iter().map(|question| answer(self, question)).collect()
    }

    /// Answers as many questions as divide evenly among the threads, each on one thread, and the remaining ones one
    /// after the other by all threads.
    pub fn map_balanced<Q: Sync, A: Send>(
        &mut self,
        questions: &[Q],
        answer: impl Fn(&mut Analyst, &Q) -> A + Sync,
    ) -> Vec<A> {
        let (full, rest) = questions.split_at(questions.len() - questions.len() % self.threads());
        let mut answers = self.map(full, &answer);
        answers.extend(rest.iter().map(|question| answer(self, question)));
        answers
    }

    /// As [`map`](Analyst::map), but passes a solver to `answer`, and updates the progress.
    pub(super) fn solve_each<Q: Sync, A: Send>(
        &mut self,
        questions: &[Q],
        answer: impl Fn(&mut Solver, &Q) -> A + Sync,
    ) -> Vec<A> {
        // While deals are drawn until some meet the conditions, there may be no questions for a long time, so
        // cancellation is also checked here.
        self.stop.poll();
        let progress = Arc::clone(&self.progress);
        self.map(questions, |analyst, question| {
            let answer = analyst.with_solver(|solver| answer(solver, question));
            progress.step();
            answer
        })
    }

    /// As [`solve_each`](Analyst::solve_each). If the time limit is exceeded and a partial answer is allowed, the
    /// answers before the first missing one.
    pub(super) fn solve_in_time<Q: Sync, A: Send>(
        &mut self,
        questions: &[Q],
        answer: impl Fn(&mut Solver, &Q) -> A + Sync,
    ) -> Vec<A> {
        let answers: Vec<Mutex<Option<A>>> = questions.iter().map(|_| Mutex::default()).collect();
        let numbers: Vec<usize> = (0..questions.len()).collect();
        self.run_in_time(|analyst| {
            analyst.solve_each(&numbers, |solver, &number| {
                let answer = answer(solver, &questions[number]);
                *answers[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
            })
        });
        let take_answer =
            |answer: Mutex<Option<A>>| answer.into_inner().unwrap_or_else(PoisonError::into_inner);
        answers.into_iter().map_while(take_answer).collect()
    }

    /// After half of the time that is left; `None` without a limit, and where the answer cannot be partial.
    #[cfg(feature = "hands")]
    pub(crate) fn half_time(&self) -> Option<Instant> {
        self.stop.half_time().filter(|_| self.overtime != Overtime::Fail)
    }

    /// `None` if the time limit is exceeded and a partial answer is allowed; otherwise the whole question is cancelled.
    pub(crate) fn run_in_time<T>(&mut self, work: impl FnOnce(&mut Analyst) -> T) -> Option<T> {
        let stop = self.stop.clone();
        let result = stop.run(|| work(self)).ok();
        if result.is_none() {
            if self.overtime == Overtime::Fail || stop.was_stopped_explicitly() {
                stop.poll();
            }
            self.overtime = Overtime::Exceeded;
        }
        result
    }

    /// For places where there is no partial answer to return.
    pub(crate) fn fail_if_out_of_time(&self) {
        self.stop.poll();
    }

    pub(crate) fn is_partial(&self) -> bool {
        self.overtime == Overtime::Exceeded
    }

    /// A part of the work was left out for lack of time.
    #[cfg(feature = "hands")]
    pub(crate) fn mark_partial(&mut self) {
        self.overtime = Overtime::Exceeded;
    }

    pub(crate) fn allow_partial_answer(&mut self, is_allowed: bool) {
        self.overtime = if is_allowed { Overtime::Partial } else { Overtime::Fail };
    }

    /// Runs `main_task` on the calling thread, while other threads solve the jobs that it submits. Jobs still running
    /// when `main_task` returns are cancelled.
    pub(super) fn with_helpers<Q: Send, A: Send, T>(
        &mut self,
        answer: impl Fn(&mut Solver, Q) -> A + Sync,
        main_task: impl FnOnce(&mut Solver, Option<&HelperQueue<Q, A>>) -> T,
    ) -> T {
        let pool = match &mut self.workers {
            Workers::One(solver) => return main_task(solver, None),
            Workers::Many(pool) => pool,
        };
        let jobs_stop = self.stop.child();
        pool.with_helpers(
            |analyst, question| {
                analyst.stop_at(&jobs_stop);
                analyst.with_solver(|solver| answer(solver, question))
            },
            |analyst, helpers| {
                analyst.stop_at(&self.stop);
                let Workers::One(solver) = &mut analyst.workers else {
                    unreachable!("a worker's analyst has one solver")
                };
                let _guard = StopGuard(&jobs_stop);
                main_task(solver, helpers)
            },
        )
    }

    /// Runs `work` with a solver of this analyst, and returns its result.
    pub fn with_solver<A: Send>(&mut self, work: impl FnOnce(&mut Solver) -> A + Send) -> A {
        if let Workers::One(solver) = &mut self.workers {
            return work(solver);
        }
        let work = Mutex::new(Some(work));
        let mut answers = self.map(&[()], |analyst, ()| {
            let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
            analyst.with_solver(work.expect("there is one question"))
        });
        answers.pop().expect("one answer to one question")
    }
}

/// Cancels the remaining jobs when the main task has ended or panicked.
struct StopGuard<'a>(&'a Stop);

impl Drop for StopGuard<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use preference_fixtures::effort;

    use super::*;
    use crate::deal::random;
    use crate::gains::Model;
    use crate::questions::par::ParOptions;
    use crate::questions::review::ReviewOptions;
    use crate::questions::solve::SolveOptions;
    use crate::questions::talon::TalonOptions;
    use crate::rules::Variant;
    use crate::rules::call::Call;
    use crate::seat::Seat;
    use crate::situation::Situation;

    #[test]
    fn answers_are_equal_on_one_and_many_threads() {
        let random = &mut random::generator(74_000_000);
        let mut one = Analyst::new();
        let mut many = Analyst::with_threads(3, &Endgames::new()).expect("threads");
        for name in ["austrian", "american", "russian"].into_iter().take(effort()) {
            let rules: Variant = name.parse().expect("a preset");
            let situation = Situation::new(rules, random::deal(random));
            let solve = SolveOptions::default();
            let [other, answer] =
                [&mut many, &mut one].map(|analyst| analyst.solve(&situation, &solve).expect("a whole deal"));
            assert_eq!(other, answer);
            let situation = situation.clone().with_declarer(Seat::Middlehand);
            let talon = TalonOptions::default();
            let [other, answer] =
                [&mut many, &mut one].map(|analyst| analyst.talon(&situation, &talon).expect("a whole deal"));
            assert_eq!(other, answer);
            assert_eq!(many.progress().parts().0, many.progress().parts().1);
            for model in [Model::Selfish, Model::Allied] {
                let options = ParOptions { model, ..ParOptions::default() };
                let par = |analyst: &mut Analyst| analyst.par(&situation, &options).expect("a whole deal");
                assert_eq!(par(&mut many), par(&mut one));
            }
            let passed = situation.clone().with_all_passed().with_calls(vec![Call::Pass; 3]);
            let [calls, other_calls] = [&mut one, &mut many]
                .map(|analyst| analyst.review(&passed, &ReviewOptions::default()).expect("a record").calls);
            assert_eq!(calls.len(), 3);
            assert_eq!(other_calls, calls);
        }
    }
}
