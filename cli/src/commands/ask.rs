//! `pref ask`: questions in JSON, answered one line each.

use std::io::Write;

use anyhow::Context;
use preference::analysis::ask::Asker;

use crate::args::AskArgs;
use crate::failure::Failure;
use crate::input::Reader;
use crate::request::analyst_with;
use crate::tables;

pub(crate) fn run(args: &AskArgs) -> Result<(), Failure> {
    let mut analyst = analyst_with(&args.engine)?;
    let mut asker = Asker::with_tables(tables::names(args.engine.no_tables));
    let mut out = std::io::stdout().lock();
    for question in &args.questions {
        writeln!(out, "{}", asker.answer(&mut analyst, question))?;
    }
    if !args.questions.is_empty() {
        return Ok(());
    }
    let mut reader = Reader::new(std::io::stdin().lock());
    while let Some(line) = reader.line().context("cannot read standard input")? {
        match line {
            Ok(line) if line.trim().is_empty() => {
                asker.skip();
                continue;
            }
            Ok(line) => writeln!(out, "{}", asker.answer(&mut analyst, &line))?,
            Err(too_long) => writeln!(out, "{}", asker.refuse(too_long))?,
        }
        out.flush()?;
        // After the answer, for a line that has no end.
        reader.skip().context("cannot read standard input")?;
    }
    Ok(())
}
