//! The process of a player that is a command: it reads questions and writes answers, a line each.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use preference::hand::Action;
use preference::players::ReplacementCause;
use preference::search::Stop;
use serde_json::Value;

/// Largest length of an answer in bytes. Nothing more is read from a process that writes a longer line.
const MAX_ANSWER_BYTES: u64 = 1 << 20;

/// Number of unread lines at which the process has to wait.
const MAX_UNREAD_LINES: usize = 256;

/// Time between two looks at whether Ctrl-C was pressed.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Time in which a process may end by itself after the last question.
const END_TIME: Duration = Duration::from_secs(1);

/// A process that owes answers and has been silent for this time is replaced by a new one at the next hand.
const MAX_SILENCE: Duration = Duration::from_secs(60);

/// The processes that may be running.
static RUNNING: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

pub(crate) fn kill_all() {
    for child in lock(&RUNNING).iter().filter_map(Weak::upgrade) {
        kill(&mut lock(&child));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends a process that has not been waited for, with the processes that it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(None) = child.try_wait() {
        let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
        let _ = group.map(|group| rustix::process::kill_process_group(group, rustix::process::Signal::KILL));
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// A running process.
pub(crate) struct BotProcess {
    child: Arc<Mutex<Child>>,
    /// `None` after the last question.
    questions: Option<Sender<String>>,
    answers: Receiver<Vec<u8>>,
    /// Number of the last question, from 1.
    asked: u64,
    /// Number of questions whose time has passed and whose answers have not come.
    owed: u64,
    /// Time of the last answer, of any question.
    heard: Instant,
    has_ended: bool,
    stop: Stop,
}

impl BotProcess {
    pub(crate) fn start(words: &[String], stop: &Stop) -> io::Result<BotProcess> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C in a terminal goes to a group of processes. The program ends the processes itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let child = Arc::new(Mutex::new(child));
        {
            let mut running = lock(&RUNNING);
            running.retain(|child| child.strong_count() > 0);
            running.push(Arc::downgrade(&child));
        }
        let (questions, to_write) = mpsc::channel();
        let (read, answers) = mpsc::sync_channel(MAX_UNREAD_LINES);
        // A pipe is full after some questions that the process has not read: writing waits then.
        thread::spawn(move || input.map(|input| write_questions(input, &to_write)));
        thread::spawn(move || output.map(|output| read_answers(output, &read)));
        Ok(BotProcess {
            child,
            questions: Some(questions),
            answers,
            asked: 0,
            owed: 0,
            heard: Instant::now(),
            has_ended: false,
            stop: stop.clone(),
        })
    }

    /// Whether a new process should take over at the next hand.
    pub(crate) fn is_lost(&self) -> bool {
        self.has_ended || (self.owed > 0 && self.heard.elapsed() > MAX_SILENCE)
    }

    pub(crate) fn ask(
        &mut self,
        question: impl FnOnce(u64) -> String,
        time: Duration,
    ) -> Result<Action, ReplacementCause> {
        if self.has_ended {
            return Err(ReplacementCause::Crash);
        }
        // These lines were written before the question, so they cannot answer it.
        while self.answers.try_recv().is_ok() {
            self.heard = Instant::now();
            self.owed = self.owed.saturating_sub(1);
        }
        if self.owed == 0 {
            self.heard = Instant::now();
        }
        self.asked += 1;
        let sent = self.questions.as_ref().is_some_and(|sender| sender.send(question(self.asked)).is_ok());
        if !sent {
            self.has_ended = true;
            return Err(ReplacementCause::Crash);
        }
        let began = Instant::now();
        loop {
            let left = time.saturating_sub(began.elapsed());
            match self.answers.recv_timeout(left.min(STOP_INTERVAL)) {
                Ok(line) => {
                    self.heard = Instant::now();
                    if let Some(answer) = self.read(&line) {
                        return answer;
                    }
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() || self.stop.is_stopped() => {
                    self.owed += 1;
                    return Err(ReplacementCause::Late);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.has_ended = true;
                    return Err(ReplacementCause::Crash);
                }
            }
        }
    }

    /// A line that answers an earlier question is `None`.
    fn read(&mut self, line: &[u8]) -> Option<Result<Action, ReplacementCause>> {
        let answer: Value = serde_json::from_slice(line).unwrap_or_default();
        match answer.get("id") {
            Some(id) if id.as_u64() == Some(self.asked) => self.owed = 0,
            Some(id) if id.as_u64().is_some_and(|id| id < self.asked) => {
                self.owed = self.owed.saturating_sub(1);
                return None;
            }
            Some(_) => return Some(Err(ReplacementCause::Unreadable)),
            // Without a number, answers are in the order of the questions.
            None if self.owed > 0 => {
                self.owed -= 1;
                return None;
            }
            None => {}
        }
        let action = answer.get("action").and_then(Value::as_str).and_then(|action| action.parse().ok());
        Some(action.ok_or(ReplacementCause::Unreadable))
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.questions = None;
        let began = Instant::now();
        let mut child = lock(&self.child);
        while !self.stop.is_stopped() && began.elapsed() < END_TIME {
            match child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                _ => return,
            }
        }
        kill(&mut child);
    }
}

fn write_questions(mut input: ChildStdin, questions: &Receiver<String>) {
    for line in questions {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_answers(output: ChildStdout, answers: &SyncSender<Vec<u8>>) {
    let mut reader = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(MAX_ANSWER_BYTES).read_until(b'\n', &mut line);
        if read.is_err() || line.pop() != Some(b'\n') || answers.send(line).is_err() {
            return;
        }
    }
}
