//! How every question is asked: once, or about each deal of a stream, in parallel and in the order of the input.

use std::io::{self, IsTerminal, Write};

use clap::{Args, Command};
use preference::Analyst;
use preference::deal::CardStyle;
use preference::excerpt::excerpt;
use preference::questions::question_type::{Cost, QuestionType};
use preference::situation::Situation;

use super::general;
use crate::args::{OutputArgs, RulesArgs};
use crate::failure::{Failure, print_message};
use crate::input::{Line, MAX_BYTES_AHEAD, ReadFailure, lines};
use crate::output::DisplayStyle;
use crate::progress;
use crate::request::{Request, analyst, rules};

/// Maximum number of deals that are solved before answers are written.
const MAX_CHUNK_DEALS: usize = 1024;

/// Distribution of deals to threads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DealScheduling {
    /// Each deal is solved by one thread as long as there are enough deals; all threads together solve the last ones.
    Each,
    /// Like `Each`, but with few deals at a time, since each deal takes long.
    Few,
    /// One deal after another, each solved by all threads.
    Together,
}

/// Question with the arguments of its command.
pub(crate) struct Asked<Q, E> {
    pub(crate) question: Q,
    /// Deals, or files with deals.
    pub(crate) deals: Vec<String>,
    pub(crate) rules: RulesArgs,
    /// Whether an option names the rules; otherwise they are the default ones.
    pub(crate) names_rules: bool,
    pub(crate) output: OutputArgs,
    pub(crate) extras: E,
}

/// What a command adds to its question: more arguments, and texts for people.
pub(crate) trait Skin<Q: QuestionType + Args>: Sized {
    /// Arguments besides those of the question.
    type Extras: Args + Sync;
    /// Examples and notes below the options in the help.
    const EXAMPLES: &'static str = "";
    /// Distribution of deals to threads.
    const SCHEDULING: DealScheduling = DealScheduling::Each;

    fn takes_deals() -> bool {
        Q::NEEDED_KEYS.contains(&"deal")
    }

    fn has_engine() -> bool {
        Self::takes_deals() || Q::COST != Cost::Instant
    }

    fn adjust(command: Command) -> Command {
        command
    }

    /// Completes the question with what is in files. Deals that are left in the question afterwards are asked about one
    /// by one.
    fn prepare(_: &mut Asked<Q, Self::Extras>) -> Result<(), Failure> {
        Ok(())
    }

    fn run(asked: Asked<Q, Self::Extras>) -> Result<(), Failure> {
        ask::<Q, Self>(asked)
    }

    fn note(_: &Request<Q>, _: &[Q::Answer]) -> Option<String> {
        None
    }

    fn list_text(
        request: &Request<Q>,
        extras: &Self::Extras,
        situation: &Situation,
        answers: &[Q::Answer],
        style: CardStyle,
    ) -> String {
        let texts = answers.iter().map(|answer| Self::text(request, extras, situation, answer, style));
        texts.collect::<Vec<String>>().join("\n")
    }

    fn text(_: &Request<Q>, _: &Self::Extras, _: &Situation, answer: &Q::Answer, style: CardStyle) -> String {
        general::text(answer, style)
    }
}

pub(crate) fn ask<Q: QuestionType + Args, S: Skin<Q>>(mut asked: Asked<Q, S::Extras>) -> Result<(), Failure> {
    S::prepare(&mut asked)?;
    let request = Request::new(&asked.question, rules(&asked.rules)?)?;
    if Q::has_deal(&request.situation, &request.options) {
        ask_deals::<Q, S>(&request, &asked)
    } else {
        ask_once::<Q, S>(&request, &asked)
    }
}

/// The first deal that is refused ends the run; the deals before it are still answered.
fn ask_deals<Q: QuestionType + Args, S: Skin<Q>>(
    request: &Request<Q>,
    Asked { deals, output, extras, .. }: &Asked<Q, S::Extras>,
) -> Result<(), Failure>
where
    Request<Q>: Sync,
{
    if deals.is_empty() && io::stdin().is_terminal() {
        print_message("reading deals, one per line, such as F:hand hand hand talon; Ctrl-D ends");
    }
    let mut analyst = analyst(output)?;
    let mut out = AnswerOutput::new(output.into());
    let mut input = lines(deals);
    while let Some(first) = input.next() {
        // A client that sends one deal and waits gets its answer at once. Many deals that are sent together are
        // solved together.
        let mut chunk = vec![first];
        let mut bytes = 0;
        while chunk.len() < chunk_size(S::SCHEDULING, &analyst) && bytes < MAX_BYTES_AHEAD {
            let Some(line) = input.next_read() else { break };
            bytes += line.as_ref().map_or(0, |line| line.text.len());
            chunk.push(line);
        }
        let answers = solve::<Q, S>(request, extras, &mut analyst, &chunk, output.into());
        for (line, answer) in chunk.into_iter().zip(answers) {
            let line = match line {
                Ok(line) => line,
                Err(unread) => {
                    out.flush()?;
                    return Err(unread.into());
                }
            };
            match answer {
                Ok(text) => out.write(&text)?,
                Err(message) => {
                    out.flush()?;
                    return Err(deal_failure(&line, &message, deals.len()));
                }
            }
        }
        out.flush()?;
    }
    Ok(())
}

fn ask_once<Q: QuestionType + Args, S: Skin<Q>>(
    request: &Request<Q>,
    Asked { deals, output, extras, .. }: &Asked<Q, S::Extras>,
) -> Result<(), Failure> {
    if !deals.is_empty() {
        let message = "the record contains the deal: leave out either --record or the deal";
        return Err(Failure::Input(message.to_owned()));
    }
    let mut analyst = if S::has_engine() { analyst(output)? } else { Analyst::new() };
    let answers = request.answers(&mut analyst, &request.situation).map_err(Failure::Input)?;
    let display = DisplayStyle::from(output);
    display.print(&printed_form::<Q, S>(request, extras, &request.situation, &answers, display))?;
    if let Some(note) = S::note(request, &answers) {
        anstream::eprintln!("pref: note: {note}");
    }
    Ok(())
}

fn chunk_size(scheduling: DealScheduling, analyst: &Analyst) -> usize {
    match scheduling {
        DealScheduling::Each => MAX_CHUNK_DEALS,
        DealScheduling::Together => 1,
        DealScheduling::Few => 4 * analyst.threads(),
    }
}

fn solve<Q: QuestionType + Args, S: Skin<Q>>(
    request: &Request<Q>,
    extras: &S::Extras,
    analyst: &mut Analyst,
    lines: &[Result<Line, ReadFailure>],
    display: DisplayStyle,
) -> Vec<Result<String, String>>
where
    Request<Q>: Sync,
{
    let answer = |analyst: &mut Analyst, line: &Result<Line, ReadFailure>| {
        line.as_ref()
            .map_or(Ok(String::new()), |line| answer_line::<Q, S>(request, extras, analyst, line, display))
    };
    match S::SCHEDULING {
        DealScheduling::Each | DealScheduling::Few => analyst.map_balanced(lines, answer),
        DealScheduling::Together => lines.iter().map(|line| answer(analyst, line)).collect(),
    }
}

fn answer_line<Q: QuestionType + Args, S: Skin<Q>>(
    request: &Request<Q>,
    extras: &S::Extras,
    analyst: &mut Analyst,
    line: &Line,
    display: DisplayStyle,
) -> Result<String, String> {
    let situation = request.situation_of_line(line)?;
    let answers = request.answers(analyst, &situation)?;
    Ok(printed_form::<Q, S>(request, extras, &situation, &answers, display))
}

pub(super) fn printed_form<Q: QuestionType + Args, S: Skin<Q>>(
    request: &Request<Q>,
    extras: &S::Extras,
    situation: &Situation,
    answers: &[Q::Answer],
    display: DisplayStyle,
) -> String {
    display.format_list(answers, |answers, style| S::list_text(request, extras, situation, answers, style))
}

fn deal_failure(line: &Line, message: &str, arguments: usize) -> Failure {
    Failure::Input(match &line.place {
        Some(place) => format!("{place}: {message}"),
        // A single word is more likely the name of a file that does not exist.
        None if !line.text.is_empty() && !line.text.contains([':', '{', ' ']) => {
            format!("'{}' is neither a file nor a deal such as F:hand hand hand talon", excerpt(&line.text))
        }
        None if arguments > 1 => format!("deal '{}': {message}", excerpt(&line.text)),
        None => message.to_owned(),
    })
}

/// Standard output, with blank lines between answers if they are for people.
struct AnswerOutput {
    writer: Box<dyn Write>,
    separate: bool,
    begun: bool,
}

impl AnswerOutput {
    fn new(display: DisplayStyle) -> AnswerOutput {
        AnswerOutput { writer: display.stdout(), separate: display.is_spaced(), begun: false }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        progress::count_answer();
        progress::with_hidden_line(|| {
            if self.separate && self.begun {
                writeln!(self.writer)?;
            }
            self.begun = true;
            writeln!(self.writer, "{}", text.trim_end_matches('\n'))
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        progress::with_hidden_line(|| self.writer.flush())
    }
}
