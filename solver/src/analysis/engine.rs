//! Many questions at once: an engine that goes on reading while it answers.

use std::collections::btree_map::OccupiedEntry;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle};

use serde_json::Value;

use crate::analysis::analyst::Analyst;
use crate::analysis::ask::Asker;
use crate::analysis::question::Question;
use crate::batch::ThreadsError;
use crate::search::{Endgames, Stop};

/// Answers lines of JSON on several threads, one line each.
///
/// A question that is asked alone gets all threads; of many each gets one.
///
/// ```
/// use preference::analysis::ask::Asker;
/// use preference::analysis::engine::{Engine, EngineOptions};
/// use preference::search::Endgames;
/// let (answered, answers) = std::sync::mpsc::channel();
/// let send = move |answer: &str| answered.send(answer.to_owned()).is_ok();
/// let mut engine = Engine::new(&Asker::default(), &Endgames::new(), EngineOptions::default(), send)?;
/// engine.ask(r#"{"id":1,"ask":"auction","calls":["pass"]}"#);
/// engine.ask(r#"{"id":2,"ask":"version"}"#);
/// engine.finish();
/// let answers: Vec<String> = answers.iter().collect();
/// assert!(answers[0].starts_with(r#"{"id":1,"#) && answers[1].starts_with(r#"{"id":2,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// The lines that were read.
    lines: u64,
}

/// How an engine works.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineOptions {
    /// The number of threads; 0 for one a core.
    pub threads: usize,
    /// Whether answers come as they are ready, instead of in the order of the questions.
    pub unordered: bool,
    /// The most questions that wait for their answers to be taken. [`Engine::ask`] waits while there
    /// are more. `None` for no limit.
    pub pending: Option<usize>,
}

/// What the threads share.
struct Shared {
    state: Mutex<State>,
    /// A question waits.
    asked: Condvar,
    /// An answer is there.
    answered: Condvar,
    /// An answer was taken.
    taken: Condvar,
    options: EngineOptions,
}

#[derive(Default)]
struct State {
    /// The questions that wait, in their order.
    waiting: VecDeque<Asked>,
    /// What breaks off each question that is not answered yet, and its id, by number.
    open: BTreeMap<u64, (Option<Value>, Stop)>,
    /// The answers that were not taken yet, by the number of their questions.
    answers: BTreeMap<u64, String>,
    /// How many questions were asked, and how many of their answers were taken.
    asked: u64,
    taken: u64,
    /// No more questions come.
    ended: bool,
    /// Nobody takes answers any more.
    closed: bool,
}

/// A question, by its number.
struct Asked {
    number: u64,
    question: Question,
    stop: Stop,
}

impl Engine {
    /// An engine with these values of small endings. A thread of its own gives each answer to
    /// `take`, one after the other; if that returns false, the engine stops working.
    ///
    /// # Errors
    /// If the system refuses the threads.
    pub fn new(
        asker: &Asker,
        endgames: &Endgames,
        options: EngineOptions,
        take: impl FnMut(&str) -> bool + Send + 'static,
    ) -> Result<Engine, ThreadsError> {
        let together = Analyst::with_threads(options.threads, endgames)?;
        let state = Mutex::default();
        let [asked, answered, taken] = [Condvar::new(), Condvar::new(), Condvar::new()];
        let shared = Arc::new(Shared { state, asked, answered, taken, options });
        let mut engine = Engine { shared: Arc::clone(&shared), threads: Vec::new(), lines: 0 };
        for number in 0..together.threads() {
            let alone = Analyst::with(endgames);
            let together = together.beside().filter(|together| together.threads() > 1);
            let mut worker = Worker { shared: Arc::clone(&shared), asker: asker.clone(), alone, together };
            engine.start(format!("questions {number}"), move || worker.work())?;
        }
        engine.start("answers".to_owned(), move || shared.give(take))?;
        Ok(engine)
    }

    fn start(&mut self, name: String, work: impl FnOnce() + Send + 'static) -> Result<(), ThreadsError> {
        self.threads.push(Builder::new().name(name).spawn(work)?);
        Ok(())
    }

    /// Asks the question of the next line. Waits if too many wait already. False if nobody takes
    /// answers any more.
    pub fn ask(&mut self, line: &str) -> bool {
        self.lines += 1;
        self.put(Question::read(self.lines, line))
    }

    /// Takes the next line for one that is too long to be read: it gets an error.
    pub fn refuse(&mut self) -> bool {
        self.lines += 1;
        self.put(Question::too_long(self.lines))
    }

    /// Counts a line without a question, so that errors name the right one.
    pub fn skip(&mut self) {
        self.lines += 1;
    }

    /// Waits until all questions are answered and all answers taken.
    pub fn finish(self) {
        self.shared.state().ended = true;
    }

    fn put(&self, mut question: Question) -> bool {
        let mut state = self.shared.state();
        let most = self.shared.options.pending.map_or(u64::MAX, |most| most.max(1) as u64);
        while !state.closed && state.asked - state.taken >= most {
            state = wait(&self.shared.taken, state);
        }
        let number = state.asked;
        state.asked += 1;
        if let Some(id) = question.cancels() {
            let all = id == "all";
            let cancelled = state.open.values().filter(|(own, _)| all || own.as_ref() == Some(&id));
            let cancelled = cancelled.map(|(_, stop)| stop.stop()).count();
            state.answers.insert(number, question.cancelled(cancelled));
            self.shared.answered.notify_one();
        } else {
            let stop = Stop::new();
            state.open.insert(number, (question.back.id().cloned(), stop.clone()));
            state.waiting.push_back(Asked { number, question, stop });
            self.shared.asked.notify_one();
        }
        !state.closed
    }
}

/// Breaks off what is not answered, unless the engine was finished.
impl Drop for Engine {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        if !state.ended {
            state.closed = true;
            state.open.values().for_each(|(_, stop)| stop.stop());
        }
        drop(state);
        self.shared.asked.notify_all();
        self.shared.answered.notify_all();
        for thread in self.threads.drain(..) {
            // Who takes an answer may be the one who drops the engine: its thread ends after that.
            if thread.thread().id() != thread::current().id() {
                // A thread that panicked has told so.
                let _ = thread.join();
            }
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next question, and whether no other is worked on or waits; `None` if no more come.
    fn next(&self) -> Option<(Asked, bool)> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(asked) = state.waiting.pop_front() {
                let alone = state.open.len() == 1;
                return Some((asked, alone));
            }
            if state.ended {
                return None;
            }
            state = wait(&self.asked, state);
        }
    }

    fn answer(&self, number: u64, answer: String) {
        let mut state = self.state();
        state.open.remove(&number);
        state.answers.insert(number, answer);
        self.answered.notify_one();
    }

    /// Gives the answers to `take`, in the order of the questions or as they are ready.
    fn give(&self, mut take: impl FnMut(&str) -> bool) {
        let mut state = self.state();
        loop {
            let (closed, turn) = (state.closed, state.taken);
            let next = state.answers.first_entry();
            let next = next.filter(|first| !closed && (self.options.unordered || *first.key() == turn));
            if let Some(answer) = next.map(OccupiedEntry::remove) {
                // Taking may take long, and questions go on meanwhile.
                drop(state);
                let open = take(&answer);
                state = self.state();
                state.taken += 1;
                state.closed |= !open;
                self.taken.notify_one();
            } else if state.closed || (state.ended && state.taken == state.asked) {
                state.open.values().for_each(|(_, stop)| stop.stop());
                self.asked.notify_all();
                return;
            } else {
                state = wait(&self.answered, state);
            }
        }
    }
}

fn wait<'a>(change: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    change.wait(state).unwrap_or_else(PoisonError::into_inner)
}

/// A thread that answers questions.
struct Worker {
    shared: Arc<Shared>,
    asker: Asker,
    /// Who answers one of many questions, on this thread.
    alone: Analyst,
    /// Who answers a question that is asked alone, on all threads, if there are several.
    together: Option<Analyst>,
}

impl Worker {
    fn work(&mut self) {
        while let Some((Asked { number, question, stop }, only)) = self.shared.next() {
            let analyst = self.together.as_mut().filter(|_| only).unwrap_or(&mut self.alone);
            let answer = self.asker.answer_until(analyst, question, &stop);
            self.shared.answer(number, answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use rand::RngExt;
    use serde_json::json;

    use super::*;
    use crate::analysis::par::ParOptions;
    use crate::deal::random;
    use crate::rules::Variant;
    use crate::search::Stopped;
    use crate::situation::Situation;

    fn engine(options: EngineOptions, take: impl FnMut(&str) -> bool + Send + 'static) -> Engine {
        Engine::new(&Asker::default(), &Endgames::new(), options, take).expect("threads")
    }

    #[test]
    fn who_takes_an_answer_may_drop_the_engine() {
        for finish in [false, true] {
            let own: Arc<Mutex<Option<Engine>>> = Arc::default();
            let (answered, answers) = mpsc::channel();
            let last = Arc::clone(&own);
            let take = move |answer: &str| {
                let engine = last.lock().expect("no panic").take();
                match engine {
                    Some(engine) if finish => engine.finish(),
                    engine => drop(engine),
                }
                answered.send(answer.to_owned()).is_ok()
            };
            let mut engine = engine(EngineOptions { threads: 2, ..Default::default() }, take);
            let mut lock = own.lock().expect("no panic");
            for id in 0..5 {
                engine.ask(&json!({"id": id, "ask": "auction", "calls": []}).to_string());
            }
            *lock = Some(engine);
            drop(lock);
            // The sender is dropped with the thread.
            assert_eq!(answers.iter().count(), if finish { 5 } else { 1 }, "{finish}");
        }
    }

    /// Questions long and short, wrong and right, some cancelled, some with little time: each gets one
    /// answer, which is the one that it gets alone unless it was broken off.
    #[test]
    fn each_question_gets_one_answer() {
        for (unordered, seed) in [(false, 82_000_000), (true, 82_000_001)] {
            let random = &mut random::generator(seed);
            let (answered, answers) = mpsc::channel();
            let options = EngineOptions { threads: 4, unordered, pending: Some(50) };
            let mut engine = engine(options, move |answer| answered.send(answer.to_owned()).is_ok());
            let mut questions = Vec::new();
            for id in 0..200 {
                let deal = random::deal(random).to_string();
                let question = match random.random_range(0..10) {
                    0 => json!({"id": id, "ask": "cancel", "cancel": random.random_range(0..=id)}),
                    1 => json!({"id": id, "ask": "par", "deal": deal, "time_limit": 0.002}),
                    2 => json!({"id": id, "ask": "auction", "calls": ["pass"]}),
                    3 => json!({"id": id, "ask": "solve", "deal": 7}),
                    4 => json!({"id": id, "ask": "talon", "deal": deal, "declarer": "F", "contract": "S"}),
                    _ => json!({"id": id, "ask": "solve", "deal": deal, "contract": "S"}),
                };
                assert!(engine.ask(&question.to_string()), "seed {seed}");
                questions.push(question);
            }
            engine.finish();
            let answers: Vec<Value> =
                answers.iter().map(|answer| serde_json::from_str(&answer).expect("JSON")).collect();
            let mut ids: Vec<u64> =
                answers.iter().map(|answer| answer["id"].as_u64().expect("an id")).collect();
            if unordered {
                ids.sort_unstable();
            }
            assert_eq!(ids, (0..200).collect::<Vec<_>>(), "seed {seed}");
            let (mut asker, mut analyst) = (Asker::default(), Analyst::new());
            let mut broken_off = 0;
            for answer in answers {
                let question = &questions[answer["id"].as_u64().expect("an id") as usize];
                if ["time", "cancelled"].iter().any(|code| answer["error"]["code"] == *code) {
                    broken_off += 1;
                } else if question["ask"] != "cancel" {
                    let alone = asker.answer(&mut analyst, &question.to_string());
                    let alone: Value = serde_json::from_str(&alone).expect("JSON");
                    assert_eq!(answer, alone, "seed {seed}");
                }
            }
            assert!(broken_off > 0, "seed {seed}");
        }
    }

    #[test]
    fn reading_waits_for_answers_to_be_taken() {
        let (taking, taken) = mpsc::sync_channel(0);
        let options = EngineOptions { pending: Some(1), ..EngineOptions::default() };
        let mut engine = engine(options, move |_| taking.send(()).is_ok());
        let (asked, heard) = mpsc::channel();
        let asks = thread::spawn(move || {
            for number in 0..3 {
                engine.ask(r#"{"ask":"version"}"#);
                asked.send(number).expect("somebody listens");
            }
            engine.finish();
        });
        assert_eq!(heard.recv(), Ok(0));
        assert!(heard.recv_timeout(Duration::from_millis(50)).is_err());
        for number in 1..3 {
            taken.recv().expect("an answer");
            assert_eq!(heard.recv(), Ok(number));
        }
        taken.recv().expect("an answer");
        asks.join().expect("it ends");
    }

    /// An engine that nobody wants any more, or whose answers nobody takes, breaks off its work.
    #[test]
    fn an_engine_ends() {
        let deal = random::deal(&mut random::generator(82_000_002)).to_string();
        let long = json!({"ask": "par", "deal": deal, "rules": "american"}).to_string();
        let mut dropped = engine(EngineOptions::default(), |_| true);
        (0..1000).for_each(|_| assert!(dropped.ask(&long)));
        drop(dropped);
        let mut closed = engine(EngineOptions::default(), |_| false);
        assert!(closed.ask("wrong"));
        while closed.ask(&long) {}
        closed.finish();
    }

    /// Work that is broken off at any moment leaves an analyst that answers as a new one.
    #[test]
    fn what_was_broken_off_does_no_harm() {
        let rules: Variant = "austrian".parse().expect("a preset");
        let options = ParOptions::default();
        for threads in [1, 2] {
            let endgames = Endgames::new();
            let mut analyst = Analyst::with_threads(threads, &endgames).expect("threads");
            let (mut stopped, mut done) = (0, 0);
            for seed in 81_000_000..81_000_003_u64 {
                let situation = Situation::new(rules.clone(), random::deal(&mut random::generator(seed)));
                let expected = Analyst::new().par(&situation, &options).expect("an answer");
                for milliseconds in [0, 1, 3, 10, 30] {
                    let stop = Stop::new();
                    let late = stop.clone();
                    let stopper = thread::spawn(move || {
                        thread::sleep(Duration::from_millis(milliseconds));
                        late.stop();
                    });
                    let answer = analyst.until(&stop, |analyst| analyst.par(&situation, &options));
                    stopper.join().expect("it only waits");
                    match answer {
                        Err(Stopped) => stopped += 1,
                        Ok(answer) => {
                            done += 1;
                            assert_eq!(answer.expect("an answer"), expected, "seed {seed}");
                        }
                    }
                }
                let answer = analyst.par(&situation, &options).expect("an answer");
                assert_eq!(answer, expected, "seed {seed}, {threads} threads");
            }
            assert!(stopped > 0, "nothing was broken off, {done} answered");
        }
    }
}
