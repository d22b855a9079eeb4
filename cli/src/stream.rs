//! Streams of deals. Deals are solved in parallel as soon as they are read, and answered in the order of the input.

use std::io::{self, IsTerminal, Write};

use preference::Analyst;
use preference::deal::CardStyle;
use preference::excerpt::excerpt;
use preference::questions::question_type::QuestionType;
use preference::situation::Situation;

use crate::args::OutputArgs;
use crate::failure::{Failure, print_message};
use crate::input::{Line, MAX_BYTES_AHEAD, ReadFailure, lines};
use crate::output::DisplayStyle;
use crate::progress;
use crate::request::{Request, analyst};

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

/// Question whose answer can be written as a text for people.
pub(crate) trait TextAnswer: QuestionType {
    /// Options for the text.
    type TextOptions: Sync;
    /// Distribution of deals to threads.
    const SCHEDULING: DealScheduling = DealScheduling::Each;

    /// The answer as a text.
    fn text(
        request: &Request<Self>,
        text_options: &Self::TextOptions,
        situation: &Situation,
        answer: &Self::Answer,
        style: CardStyle,
    ) -> String
    where
        Self: Sized;
}

/// Asks the question about every deal, and prints the answers in the order of the input. The first deal that is
/// refused ends the run; the deals before it are still answered. A question that has its cards in a record is asked once.
pub(crate) fn run<V: TextAnswer>(
    request: &Request<V>,
    text_options: &V::TextOptions,
    deals: &[String],
    output: &OutputArgs,
) -> Result<(), Failure>
where
    Request<V>: Sync,
{
    if !V::has_deal(&request.situation, &request.options) {
        return run_without_deals(request, text_options, deals, output);
    }
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
        while chunk.len() < chunk_size::<V>(&analyst) && bytes < MAX_BYTES_AHEAD {
            let Some(line) = input.next_read() else { break };
            bytes += line.as_ref().map_or(0, |line| line.text.len());
            chunk.push(line);
        }
        let answers = solve(request, text_options, &mut analyst, &chunk, output.into());
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

fn run_without_deals<V: TextAnswer>(
    request: &Request<V>,
    text_options: &V::TextOptions,
    deals: &[String],
    output: &OutputArgs,
) -> Result<(), Failure> {
    if !deals.is_empty() {
        let message = "the record contains the deal: leave out either --record or the deal";
        return Err(Failure::Input(message.to_owned()));
    }
    let mut analyst = analyst(output)?;
    let mut out = AnswerOutput::new(output.into());
    let answers = request.answers(&mut analyst, &request.situation).map_err(Failure::Input)?;
    out.write(&texts(request, text_options, &request.situation, &answers, output.into()))?;
    Ok(out.flush()?)
}

fn chunk_size<V: TextAnswer>(analyst: &Analyst) -> usize {
    match V::SCHEDULING {
        DealScheduling::Each => MAX_CHUNK_DEALS,
        DealScheduling::Together => 1,
        DealScheduling::Few => 4 * analyst.threads(),
    }
}

/// For each line the printed form of its answers, or the message of its error.
fn solve<V: TextAnswer>(
    request: &Request<V>,
    text_options: &V::TextOptions,
    analyst: &mut Analyst,
    lines: &[Result<Line, ReadFailure>],
    display: DisplayStyle,
) -> Vec<Result<String, String>>
where
    Request<V>: Sync,
{
    let answer = |analyst: &mut Analyst, line: &Result<Line, ReadFailure>| {
        line.as_ref()
            .map_or(Ok(String::new()), |line| answer_line(request, text_options, analyst, line, display))
    };
    match V::SCHEDULING {
        DealScheduling::Each | DealScheduling::Few => analyst.map_balanced(lines, answer),
        DealScheduling::Together => lines.iter().map(|line| answer(analyst, line)).collect(),
    }
}

fn answer_line<V: TextAnswer>(
    request: &Request<V>,
    text_options: &V::TextOptions,
    analyst: &mut Analyst,
    line: &Line,
    display: DisplayStyle,
) -> Result<String, String> {
    let situation = request.situation_of_line(line)?;
    let answers = request.answers(analyst, &situation)?;
    Ok(texts(request, text_options, &situation, &answers, display))
}

fn texts<V: TextAnswer>(
    request: &Request<V>,
    text_options: &V::TextOptions,
    situation: &Situation,
    answers: &[V::Answer],
    display: DisplayStyle,
) -> String {
    let texts = answers.iter().map(|answer| {
        display.format(answer, |answer, style| V::text(request, text_options, situation, answer, style))
    });
    texts.collect::<Vec<String>>().join("\n")
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
