//! Deals in, answers out: in parallel, in order, as they come.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use preference::{Batch, Endgames, Solver};

use crate::args::{Format, OutputArgs};
use crate::failure::Failure;
use crate::input::{Line, lines};
use crate::output::color_choice;
use crate::tables;

/// How many deals are solved between two writes at most.
const CHUNK: usize = 1024;

/// How long a run lasts before a count of deals appears.
const PATIENCE: Duration = Duration::from_millis(700);

/// Give every deal to `answer` and print what it returns, in the order of the
/// input. The first deal that is refused ends the run after those before it
/// have been answered.
pub(crate) fn run<T: FromStr<Err: ToString>>(
    deals: &[String],
    output: &OutputArgs,
    answer: impl Fn(&mut Solver, &T) -> Result<String, String> + Sync,
) -> Result<(), Failure> {
    let solve = |solver: &mut Solver, line: &io::Result<Line>| {
        let Ok(line) = line else { return Ok(String::new()) };
        read(&line.text).and_then(|deal| answer(solver, &deal))
    };
    each(deals, output, |_| CHUNK, |batch, lines| batch.map(lines, solve))
}

/// The same for dear questions: one deal after the other, each on all threads.
pub(crate) fn run_one_by_one<T: FromStr<Err: ToString>>(
    deals: &[String],
    output: &OutputArgs,
    answer: impl Fn(&Batch, &T) -> Result<String, String>,
) -> Result<(), Failure> {
    each(
        deals,
        output,
        |_| 1,
        |batch, lines| {
            let of = |line: &io::Result<Line>| match line {
                Ok(line) => read(&line.text).and_then(|deal| answer(batch, &deal)),
                Err(_) => Ok(String::new()),
            };
            lines.iter().map(of).collect()
        },
    )
}

/// The same where a deal can be answered by one thread or by all: as many deals as there are
/// threads at once, and what is left over one after the other, each on all threads.
pub(crate) fn run_by_need<T: FromStr<Err: ToString>>(
    deals: &[String],
    output: &OutputArgs,
    alone: impl Fn(&mut Solver, &T) -> Result<String, String> + Sync,
    together: impl Fn(&Batch, &T) -> Result<String, String>,
) -> Result<(), Failure> {
    let by_one = |solver: &mut Solver, line: &io::Result<Line>| {
        let Ok(line) = line else { return Ok(String::new()) };
        read(&line.text).and_then(|deal| alone(solver, &deal))
    };
    each(
        deals,
        output,
        |batch| 4 * batch.threads(),
        |batch, lines| {
            let (full, rest) = lines.split_at(lines.len() - lines.len() % batch.threads());
            let mut answers = batch.map(full, by_one);
            answers.extend(rest.iter().map(|line| match line {
                Ok(line) => read(&line.text).and_then(|deal| together(batch, &deal)),
                Err(_) => Ok(String::new()),
            }));
            answers
        },
    )
}

fn read<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn each(
    deals: &[String],
    output: &OutputArgs,
    at_once: impl Fn(&Batch) -> usize,
    solve: impl Fn(&Batch, &[io::Result<Line>]) -> Vec<Result<String, String>>,
) -> Result<(), Failure> {
    if deals.is_empty() && io::stdin().is_terminal() {
        anstream::eprintln!("pref: reading deals, one a line, as F:hand hand hand talon; Ctrl-D ends");
    }
    let endgames = if output.no_tables { Endgames::new() } else { tables::at_hand() };
    let batch = Batch::with(output.threads.unwrap_or(0), &endgames).context("cannot start the threads")?;
    let mut out = Out::new(output);
    let receiver = lines(deals);
    while let Ok(first) = receiver.recv() {
        // Whoever sends a deal and waits for its answer gets it at once; whoever
        // sends many gets them solved together.
        let mut chunk = vec![first];
        chunk.extend(receiver.try_iter().take(at_once(&batch) - 1));
        let answers = solve(&batch, &chunk);
        for (line, answer) in chunk.into_iter().zip(answers) {
            let line = line.context("cannot read standard input")?;
            match answer {
                Ok(text) => out.write(&text)?,
                Err(message) => {
                    out.flush()?;
                    return Err(refused(&line, &message, deals.len()));
                }
            }
        }
        out.flush()?;
    }
    Ok(())
}

fn refused(line: &Line, message: &str, arguments: usize) -> Failure {
    Failure::Input(match line.number {
        Some(number) => format!("line {number}: {message}"),
        None if arguments > 1 => format!("deal '{}': {message}", line.text),
        None => message.to_owned(),
    })
}

/// Standard output, and a count on standard error for who waits at a terminal
/// while the answers go elsewhere.
struct Out {
    writer: Box<dyn Write>,
    count: ProgressBar,
    began: Instant,
    separate: bool,
    written: u64,
}

impl Out {
    fn new(output: &OutputArgs) -> Out {
        let count =
            if io::stdout().is_terminal() { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        let style = ProgressStyle::with_template("{spinner} {human_pos} deals, {per_sec}, {elapsed}");
        count.set_style(style.expect("a template that indicatif reads"));
        let plain = output.format == Format::Json;
        let stdout = io::stdout();
        let writer: Box<dyn Write> = match plain {
            true => Box::new(BufWriter::new(stdout)),
            false => Box::new(BufWriter::new(anstream::AutoStream::new(stdout, color_choice(output.color)))),
        };
        Out { writer, count, began: Instant::now(), separate: !plain, written: 0 }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        if self.separate && self.written > 0 {
            writeln!(self.writer)?;
        }
        self.written += 1;
        writeln!(self.writer, "{}", text.trim_end_matches('\n'))
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.began.elapsed() > PATIENCE {
            self.count.set_position(self.written);
        }
        self.writer.flush()
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        self.count.finish_and_clear();
    }
}
