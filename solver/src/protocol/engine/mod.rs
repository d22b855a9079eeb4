//! Engine that answers many questions at the same time, and reads further questions meanwhile.

use std::collections::BTreeMap;
use std::collections::btree_map::OccupiedEntry;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

use crate::analyst::Analyst;
use crate::progress::Progress;
use crate::protocol::ask::Responder;
use crate::protocol::question::{Question, RawFieldValue, ReplyEnvelope};
use crate::search::{Endgames, Stop};
use crate::situation::error::QuestionError;
use crate::worker_pool::ThreadsError;

mod question_queue;

use question_queue::{BUSY_TIME, QuestionQueue, QueuedQuestion};

/// Answers questions, lines of JSON, with lines of JSON on several threads.
///
/// A question that is asked alone is answered by all threads; if there are many, each is answered by one thread. In
/// unordered mode short questions do not wait for the answers of long ones.
///
/// ```
/// use preference::protocol::ask::Responder;
/// use preference::protocol::engine::{Engine, EngineOptions};
/// use preference::search::Endgames;
/// let (answered, answers) = std::sync::mpsc::channel();
/// let send = move |answer: &str| answered.send(answer.to_owned()).is_ok();
/// let mut engine = Engine::new(&Responder::default(), &Endgames::new(), EngineOptions::default(), send)?;
/// engine.ask(r#"{"id":1,"ask":"auction","calls":["pass"]}"#);
/// engine.ask(r#"{"id":2,"ask":"version"}"#);
/// engine.finish();
/// let answers: Vec<String> = answers.iter().collect();
/// assert!(answers[0].starts_with(r#"{"id":1,"#) && answers[1].starts_with(r#"{"id":2,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    shared: Arc<SharedState>,
    threads: Vec<JoinHandle<()>>,
    /// Answers `version` and `ready` on the thread that asks, as soon as they are read.
    immediate_worker: Worker,
    lines: u64,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("threads", &self.threads.len())
            .field("lines", &self.lines)
            .finish_non_exhaustive()
    }
}

/// Settings of an engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineOptions {
    /// Number of threads; 0 means one for each core.
    pub threads: usize,
    /// Whether answers are delivered as soon as they are ready, not in the order of the questions.
    pub unordered: bool,
    /// Maximum number of questions whose answers have not been delivered. At the limit [`Engine::ask`] waits, but a
    /// question that cancels others does so before the wait.
    pub pending: Option<usize>,
    /// Whether the progress of questions with the field `progress` is reported in separate lines before the answer.
    pub progress: bool,
}

struct SharedState {
    state: Mutex<State>,
    /// A question waits for a thread.
    asked: Condvar,
    /// A short question waits, and none waited before.
    short: Condvar,
    /// An answer or a report can be delivered.
    answered: Condvar,
    /// An answer was delivered.
    delivered: Condvar,
    options: EngineOptions,
}

#[derive(Default)]
struct State {
    waiting: QuestionQueue,
    /// For each thread, when it began its present question.
    begun: Vec<Option<Instant>>,
    /// The questions without an answer, by number.
    open: BTreeMap<u64, OpenQuestion>,
    /// The answers that are not delivered yet, by the numbers of their questions.
    answers: BTreeMap<u64, String>,
    asked: u64,
    delivered: u64,
    /// No more questions will be asked.
    ended: bool,
    /// Answers are no longer wanted.
    closed: bool,
}

/// A question that is not answered yet.
struct OpenQuestion {
    id: Option<RawFieldValue>,
    stop: Stop,
    reports: Option<ProgressReports>,
}

struct ProgressReports {
    back: ReplyEnvelope,
    /// `None` until the work begins.
    progress: Option<Arc<Progress>>,
    /// Percent; `None` before the first report.
    last: Option<u64>,
}

impl ProgressReports {
    fn next_report(&mut self) -> Option<String> {
        let percent = self.progress.as_ref()?.percent();
        if self.last.is_some_and(|last| last >= percent) {
            return None;
        }
        self.last = Some(percent);
        Some(self.back.progress_line(percent))
    }
}

const REPORT_INTERVAL: Duration = Duration::from_millis(250);

impl Engine {
    /// Starts an engine whose threads share these endgame tables. A separate thread passes the answers and the reports
    /// of progress to `on_answer`, one after another, until it returns `false`.
    pub fn new(
        responder: &Responder,
        endgames: &Endgames,
        options: EngineOptions,
        on_answer: impl FnMut(&str) -> bool + Send + 'static,
    ) -> Result<Engine, ThreadsError> {
        let all_threads = Analyst::with_threads(options.threads, endgames)?;
        let threads = all_threads.threads();
        let state = Mutex::new(State { begun: vec![None; threads], ..State::default() });
        let [asked, short, answered, delivered] = [0; 4].map(|_| Condvar::new());
        let shared = Arc::new(SharedState { state, asked, short, answered, delivered, options });
        let worker = |number, all_threads| Worker::new(&shared, responder, endgames, number, all_threads);
        let immediate_worker = worker(None, None);
        let mut engine =
            Engine { shared: Arc::clone(&shared), threads: Vec::new(), immediate_worker, lines: 0 };
        for number in 0..threads {
            let all_threads = all_threads.share_pool().filter(|analyst| analyst.threads() > 1);
            let mut worker = worker(Some(number), all_threads);
            engine.start_thread(format!("questions {number}"), move || worker.answer_questions())?;
        }
        // An extra thread for short questions is useful only in unordered mode: in ordered mode the answer to a short
        // question has to wait for the answers to earlier long ones anyway.
        if options.unordered {
            let mut worker = worker(None, None);
            engine.start_thread("short questions".to_owned(), move || worker.answer_questions())?;
        }
        engine.start_thread("answers".to_owned(), move || shared.deliver(on_answer))?;
        Ok(engine)
    }

    fn start_thread(
        &mut self,
        name: String,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), ThreadsError> {
        self.threads.push(Builder::new().name(name).spawn(work)?);
        Ok(())
    }

    /// Asks the question in the next line, after a wait at the limit. `false` if answers are no longer wanted.
    pub fn ask(&mut self, line: &str) -> bool {
        self.lines += 1;
        self.accept(Question::read(self.lines, line))
    }

    /// Answers the next line, which cannot be read, with this error. `false` if answers are no longer wanted.
    pub fn refuse(&mut self, why: QuestionError) -> bool {
        self.lines += 1;
        self.accept(Question::from_error(self.lines, why))
    }

    /// Counts a line without a question, so that later errors name the right line.
    pub fn skip(&mut self) {
        self.lines += 1;
    }

    /// Waits until all questions are answered and all answers are delivered.
    pub fn finish(self) {
        self.shared.state().ended = true;
    }

    fn accept(&mut self, mut question: Question) -> bool {
        let limit = self.shared.options.pending.map_or(u64::MAX, |limit| limit.max(1) as u64);
        if let Some(id) = question.take_cancelled_id() {
            let state = self.shared.cancel_questions(&question, &id);
            // The answer to this question also counts towards the limit, so the next line is not read before there is
            // room.
            return !self.shared.wait_until_delivered(state, limit).closed;
        }
        let state = self.shared.wait_until_delivered(self.shared.state(), limit - 1);
        if state.closed {
            return false;
        }
        drop(state);
        let stop = Stop::new();
        if question.is_answered_immediately() {
            let number = self.shared.open_question(&question, &stop);
            let answer = self.immediate_worker.responder.answer_until(
                &mut self.immediate_worker.single_threaded,
                question,
                &stop,
            );
            self.shared.store_answer(number, answer);
        } else {
            self.shared.enqueue(question, stop);
        }
        true
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        if !state.ended {
            state.closed = true;
            state.open.values().for_each(|question| question.stop.stop());
        }
        drop(state);
        self.shared.asked.notify_all();
        self.shared.short.notify_all();
        self.shared.answered.notify_all();
        for thread in self.threads.drain(..) {
            // The thread that delivers answers may itself drop the engine. It ends after that without being joined.
            if thread.thread().id() != thread::current().id() {
                // If the thread panicked, the panic has been reported already.
                let _ = thread.join();
            }
        }
    }
}

impl SharedState {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_until_delivered<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        limit: u64,
    ) -> MutexGuard<'a, State> {
        while !state.closed && state.asked - state.delivered > limit {
            state = wait_for(&self.delivered, state);
        }
        state
    }

    fn cancel_questions(&self, question: &Question, id: &RawFieldValue) -> MutexGuard<'_, State> {
        // `all` is every id.
        let mut state = self.state();
        let is_all = id.content().is_some_and(|id| id == "all");
        let questions = state.open.values();
        let matching =
            questions.filter(|question| is_all || question.id.as_ref().is_some_and(|one| one.is_same(id)));
        let cancelled = matching.map(|question| question.stop.stop()).count();
        let number = state.asked;
        state.asked += 1;
        state.answers.insert(number, question.cancel_answer(cancelled));
        self.answered.notify_one();
        state
    }

    fn open_question(&self, question: &Question, stop: &Stop) -> u64 {
        let mut state = self.state();
        let number = state.asked;
        state.asked += 1;
        let is_watched = self.options.progress && question.wants_progress();
        let reports = is_watched.then(|| ProgressReports {
            back: question.envelope.clone(),
            progress: None,
            last: None,
        });
        let id = question.envelope.id().cloned();
        state.open.insert(number, OpenQuestion { id, stop: stop.clone(), reports });
        number
    }

    fn enqueue(&self, question: Question, stop: Stop) {
        let number = self.open_question(&question, &stop);
        if self.state().waiting.push(QueuedQuestion { number, question, stop }) {
            self.short.notify_one();
        }
        self.asked.notify_one();
    }

    /// Waits for a question, which may be the only one without an answer.
    fn next_question(&self, thread: usize) -> Option<(QueuedQuestion, bool)> {
        let mut state = self.state();
        state.begun[thread] = None;
        loop {
            if state.closed {
                return None;
            }
            if let Some(question) = state.waiting.pop() {
                state.begun[thread] = Some(Instant::now());
                let alone = state.open.len() == 1;
                return Some((question, alone));
            }
            if state.ended {
                return None;
            }
            state = wait_for(&self.asked, state);
        }
    }

    /// Waits until a short question is in the queue and every other thread has been working for at least [`BUSY_TIME`];
    /// `None` if there will be no more short questions.
    fn next_short_question(&self) -> Option<QueuedQuestion> {
        let mut state = self.state();
        loop {
            if state.closed || (state.ended && !state.waiting.has_short()) {
                return None;
            }
            if !state.waiting.has_short() {
                state = wait_for(&self.short, state);
                continue;
            }
            let shortest = state
                .begun
                .iter()
                .map(|begun| begun.map_or(Default::default(), |begun| begun.elapsed()))
                .min();
            match BUSY_TIME.checked_sub(shortest.unwrap_or_default()) {
                None => return state.waiting.pop_short(),
                Some(remaining) => {
                    let waited = self.short.wait_timeout(state, remaining);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    fn report_progress(&self, number: u64, progress: impl FnOnce() -> Arc<Progress>) {
        let mut state = self.state();
        if let Some(reports) = state.open.get_mut(&number).and_then(|question| question.reports.as_mut()) {
            reports.progress = Some(progress());
            self.answered.notify_one();
        }
    }

    fn store_answer(&self, number: u64, answer: String) {
        let mut state = self.state();
        state.open.remove(&number);
        state.answers.insert(number, answer);
        self.answered.notify_one();
    }

    fn deliver(&self, mut on_answer: impl FnMut(&str) -> bool) {
        // Ends when all answers are delivered or the engine stops.
        let mut state = self.state();
        loop {
            let (closed, turn) = (state.closed, state.delivered);
            let next = state.answers.first_entry();
            let next = next.filter(|first| !closed && (self.options.unordered || *first.key() == turn));
            if let Some(answer) = next.map(OccupiedEntry::remove) {
                // `on_answer` may take long; other threads go on meanwhile.
                drop(state);
                let open = on_answer(&answer);
                state = self.state();
                state.delivered += 1;
                state.closed |= !open;
                self.delivered.notify_one();
            } else if state.closed || (state.ended && state.delivered == state.asked) {
                state.open.values().for_each(|question| question.stop.stop());
                self.asked.notify_all();
                self.short.notify_all();
                return;
            } else if let Some(report) = state.next_report() {
                drop(state);
                let open = on_answer(&report);
                state = self.state();
                state.closed |= !open;
            } else if state.is_watched() {
                let waited = self.answered.wait_timeout(state, REPORT_INTERVAL);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            } else {
                state = wait_for(&self.answered, state);
            }
        }
    }
}

impl State {
    fn next_report(&mut self) -> Option<String> {
        let mut reports = self.open.values_mut().filter_map(|question| question.reports.as_mut());
        reports.find_map(ProgressReports::next_report)
    }

    fn is_watched(&self) -> bool {
        self.open.values().any(|question| question.reports.is_some())
    }
}

fn wait_for<'a>(change: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    change.wait(state).unwrap_or_else(PoisonError::into_inner)
}

struct Worker {
    shared: Arc<SharedState>,
    /// The thread's number among those that answer all kinds of questions; `None` for other threads.
    number: Option<usize>,
    responder: Responder,
    /// For one of many questions.
    single_threaded: Analyst,
    /// For a question that is asked alone; `None` if there is only one thread.
    all_threads: Option<Analyst>,
}

impl Worker {
    fn new(
        shared: &Arc<SharedState>,
        responder: &Responder,
        endgames: &Endgames,
        number: Option<usize>,
        all_threads: Option<Analyst>,
    ) -> Worker {
        let (shared, single_threaded) = (Arc::clone(shared), Analyst::with_endgames(endgames));
        Worker { shared, number, responder: responder.clone(), single_threaded, all_threads }
    }

    fn answer_questions(&mut self) {
        while let Some((QueuedQuestion { number, question, stop }, only)) = self.next_question() {
            let analyst = self.all_threads.as_mut().filter(|_| only).unwrap_or(&mut self.single_threaded);
            self.shared.report_progress(number, || {
                let progress = analyst.progress();
                // The analyst may still have the progress of an earlier question.
                progress.begin(0);
                progress
            });
            let answer = self.responder.answer_until(analyst, question, &stop);
            self.shared.store_answer(number, answer);
        }
    }

    fn next_question(&self) -> Option<(QueuedQuestion, bool)> {
        match self.number {
            Some(number) => self.shared.next_question(number),
            None => self.shared.next_short_question().map(|question| (question, false)),
        }
    }
}

#[cfg(test)]
mod tests;
