//! `pref ask`: questions in JSON, each of which is answered by one line.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Context;
use preference::protocol::ask::Responder;
use preference::protocol::engine::{Engine, EngineOptions};
use preference::situation::{ErrorCode, Problem, QuestionError};
use preference_jobs::LineReader;

use crate::args::AskArgs;
use crate::failure::{Failure, print_message};
use crate::input::line_reader;
use crate::overwrite::refuse_overwriting;
use crate::tables;

pub(crate) fn run(args: &AskArgs) -> Result<(), Failure> {
    let no_tables = args.engine.no_tables;
    let responder =
        Responder::with_tables(move || tables::table_names(no_tables)).with_time_limit(args.time_limit);
    let endgames = tables::load_growing_endgames(&args.engine)?;
    let options = EngineOptions {
        threads: args.engine.threads.unwrap_or(0),
        unordered: args.unordered,
        pending: args.max_pending,
        progress: true,
    };
    let log = args.log.as_deref().map(Log::create).transpose()?;
    let (end, ended) = mpsc::channel();
    let write_answer = {
        let (log, end) = (log.clone(), end.clone());
        let mut out = io::stdout();
        move |answer: &str| {
            log.iter().for_each(|log| log.write_line('<', answer));
            let written = writeln!(out, "{answer}").and_then(|()| out.flush());
            let open = written.is_ok();
            // A failed write ends the program, since a client that has closed our standard output may still hold our
            // standard input open.
            written.unwrap_or_else(|error| drop(end.send(Err(error.into()))));
            open
        }
    };
    end_without_reader(end.clone())?;
    let engine = Engine::new(&responder, &endgames, options, write_answer)?;
    let questions = args.questions.clone();
    let read = move || drop(end.send(ask_questions(&questions, engine, log.as_ref())));
    thread::Builder::new().name("reader".to_owned()).spawn(read)?;
    ended.recv().unwrap_or(Ok(()))
}

/// Reports a closed pipe to `end` as soon as standard output has no reader any more, even if no answer is being
/// written.
#[cfg(unix)]
fn end_without_reader(end: Sender<Result<(), Failure>>) -> io::Result<()> {
    let builder = thread::Builder::new().name("reader's watch".to_owned());
    builder.spawn(move || report_closed_pipe(&end)).map(drop)
}

#[cfg(unix)]
fn report_closed_pipe(end: &Sender<Result<(), Failure>>) {
    use rustix::event::{PollFd, PollFlags, poll};

    let out = io::stdout();
    // `poll` reports errors and a closed pipe even if no events are requested.
    let mut watched = [PollFd::new(&out, PollFlags::empty())];
    let polled = rustix::io::retry_on_intr(|| poll(&mut watched, None));
    if polled.is_ok() && watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
        let closed = io::Error::from(io::ErrorKind::BrokenPipe);
        drop(end.send(Err(closed.into())));
    }
}

/// Does nothing: other systems notice a closed pipe only when the next answer is written.
#[cfg(not(unix))]
fn end_without_reader(_: Sender<Result<(), Failure>>) -> io::Result<()> {
    Ok(())
}

fn ask_questions(questions: &[String], mut engine: Engine, log: Option<&Log>) -> Result<(), Failure> {
    if !questions.is_empty() {
        let _ = questions.iter().all(|question| ask_line(&mut engine, log, question));
        engine.finish();
        return Ok(());
    }
    let cannot_read =
        |error| Failure::Other(anyhow::Error::from(error).context("cannot read standard input"));
    let mut reader = line_reader(io::stdin().lock()).map_err(cannot_read)?;
    let read = loop {
        match ask_next_line(&mut reader, &mut engine, log) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(cannot_read(error)),
        }
    };
    // Questions that were read are answered even if the next line cannot be read.
    engine.finish();
    read
}

/// Returns `false` at the end of the input, or if the engine takes no more questions.
fn ask_next_line<R: BufRead>(
    reader: &mut LineReader<R>,
    engine: &mut Engine,
    log: Option<&Log>,
) -> io::Result<bool> {
    Ok(match reader.line()? {
        None => false,
        Some(Ok(line)) => match reader.not_utf8() {
            Some(byte) => {
                log.iter().for_each(|log| log.write_line('>', &line));
                refuse_line(engine, Problem::NoUtf8 { byte })
            }
            None if line.trim().is_empty() => {
                engine.skip();
                true
            }
            None => ask_line(engine, log, &line),
        },
        Some(Err(too_long)) => refuse_line(engine, too_long),
    })
}

fn ask_line(engine: &mut Engine, log: Option<&Log>, line: &str) -> bool {
    log.iter().for_each(|log| log.write_line('>', line));
    engine.ask(line)
}

fn refuse_line(engine: &mut Engine, why: impl Error + Send + Sync + 'static) -> bool {
    engine.refuse(QuestionError::whole(ErrorCode::BadJson, why))
}

/// Log of the questions and answers, in the order in which they are read and written.
#[derive(Clone)]
struct Log(Arc<Mutex<Option<File>>>);

impl Log {
    fn create(path: &Path) -> Result<Log, Failure> {
        refuse_overwriting("--log", path, [Path::new("-")])?;
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Log(Arc::new(Mutex::new(Some(file)))))
    }

    /// A failure to write is reported once, and ends the log.
    fn write_line(&self, mark: char, line: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let written =
            file.as_mut().map_or(Ok(()), |file| file.write_all(format!("{mark} {line}\n").as_bytes()));
        if let Err(error) = written {
            *file = None;
            print_message(format_args!("warning: the log ends here: {error}"));
        }
    }
}
