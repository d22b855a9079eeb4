//! `pref ask`: questions in JSON, answered one line each.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use preference::analysis::ask::Asker;
use preference::analysis::engine::{Engine, EngineOptions};

use crate::args::AskArgs;
use crate::failure::{Failure, tell};
use crate::input::Reader;
use crate::tables;

pub(crate) fn run(args: &AskArgs) -> Result<(), Failure> {
    let no_tables = args.engine.no_tables;
    let asker = Asker::with_tables(move || tables::names(no_tables)).with_time_limit(args.time_limit);
    let endgames = tables::that_grow(no_tables, args.engine.tables_limit)?;
    let options = EngineOptions {
        threads: args.engine.threads.unwrap_or(0),
        unordered: args.unordered,
        pending: args.max_pending,
    };
    let log = args.log.as_deref().map(Log::create).transpose()?;
    let failed = Arc::new(Mutex::new(None));
    let take = {
        let (log, failed) = (log.clone(), Arc::clone(&failed));
        let mut out = io::stdout();
        move |answer: &str| {
            log.iter().for_each(|log| log.put('<', answer));
            let written = writeln!(out, "{answer}").and_then(|()| out.flush());
            let open = written.is_ok();
            *failed.lock().unwrap_or_else(PoisonError::into_inner) = written.err();
            open
        }
    };
    let engine =
        Engine::new(&asker, &endgames, options, take).map_err(|error| Failure::Other(error.into()))?;
    read(args, engine, log.as_ref())?;
    let failed = failed.lock().unwrap_or_else(PoisonError::into_inner).take();
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Asks the engine what the arguments say, or standard input, until answers cannot be written.
fn read(args: &AskArgs, mut engine: Engine, log: Option<&Log>) -> Result<(), Failure> {
    let ask = |engine: &mut Engine, line: &str| {
        log.iter().for_each(|log| log.put('>', line));
        engine.ask(line)
    };
    if !args.questions.is_empty() {
        let _ = args.questions.iter().all(|question| ask(&mut engine, question));
        engine.finish();
        return Ok(());
    }
    let mut reader = Reader::new(io::stdin().lock());
    loop {
        let read = reader.line().and_then(|line| {
            let open = match &line {
                None => false,
                Some(Ok(line)) if line.trim().is_empty() => {
                    engine.skip();
                    true
                }
                Some(Ok(line)) => ask(&mut engine, line),
                Some(Err(_)) => engine.refuse(),
            };
            // After the answer, for a line that has no end.
            reader.skip().map(|()| open)
        });
        match read {
            Ok(true) => {}
            Ok(false) => {
                engine.finish();
                return Ok(());
            }
            Err(error) => {
                // What was read before is answered.
                engine.finish();
                return Err(Failure::Other(anyhow::Error::from(error).context("cannot read standard input")));
            }
        }
    }
}

/// The file of questions and answers, as they are read and written.
#[derive(Clone)]
struct Log(Arc<Mutex<Option<File>>>);

impl Log {
    fn create(path: &Path) -> Result<Log, Failure> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Log(Arc::new(Mutex::new(Some(file)))))
    }

    /// A line with its mark. If it cannot be written, that is told once.
    fn put(&self, mark: char, line: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let written =
            file.as_mut().map_or(Ok(()), |file| file.write_all(format!("{mark} {line}\n").as_bytes()));
        if let Err(error) = written {
            *file = None;
            tell(format_args!("warning: the log ends here: {error}"));
        }
    }
}
