//! Deals from the arguments or from standard input.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use anyhow::Context;
use preference::encoding::check_encoding;
use preference::excerpt::excerpt;
use preference::protocol::question::{MAX_LINE_BYTES, parse_object};
use preference::situation::{Fields, QuestionError};
use preference_jobs::{LineReader, LineTooLongError, MAX_RECORD_BYTES};

use crate::failure::Failure;

// The limit on the length of a line is equal for all inputs.
const _: () = assert!(MAX_LINE_BYTES == MAX_RECORD_BYTES);

/// Text of a deal, with its place in the input.
pub(crate) struct Line {
    /// File and line of the text, as messages name them; `None` for an argument.
    pub(crate) place: Option<String>,
    pub(crate) text: String,
}

impl Line {
    pub(crate) fn deal(&self) -> Result<Cow<'_, str>, QuestionError> {
        if !self.text.trim_start().starts_with('{') {
            return Ok(Cow::Borrowed(&self.text));
        }
        let mut fields = Fields::from(parse_object(&self.text, r#"{"deal":…}"#)?);
        let deal = fields.take_value::<Option<String>>("deal")?;
        deal.map(Cow::Owned).ok_or_else(|| fields.missing_or_misspelt("deal", "the object needs a deal"))
    }
}

/// Reason why no further deals can be read.
pub(crate) enum ReadFailure {
    /// The input with this name cannot be read, for the reason that the system gives.
    System(String, io::Error),
    /// The line at this place is longer than the limit.
    TooLong(String, LineTooLongError),
}

impl From<ReadFailure> for Failure {
    fn from(unread: ReadFailure) -> Failure {
        match unread {
            ReadFailure::System(what, error) => {
                Failure::Other(anyhow::Error::from(error).context(format!("cannot read {what}")))
            }
            ReadFailure::TooLong(place, error) => Failure::Input(format!("{place}: {error}")),
        }
    }
}

/// Iterator over the deals in their order. A thread reads them ahead of the solvers.
pub(crate) struct Lines {
    receiver: Receiver<Result<Line, ReadFailure>>,
    budget: Arc<ByteBudget>,
}

/// Waits for each deal until it is read.
impl Iterator for Lines {
    type Item = Result<Line, ReadFailure>;

    fn next(&mut self) -> Option<Result<Line, ReadFailure>> {
        self.receiver.recv().ok().inspect(|line| self.budget.release(size(line)))
    }
}

impl Lines {
    pub(crate) fn next_read(&self) -> Option<Result<Line, ReadFailure>> {
        self.receiver.try_recv().ok().inspect(|line| self.budget.release(size(line)))
    }
}

/// Maximum number of lines that are read ahead of the solvers.
const MAX_LINES_AHEAD: usize = 4096;

/// Maximum number of bytes that are read ahead of the solvers. The last of the lines read may exceed this number.
pub(crate) const MAX_BYTES_AHEAD: usize = 1 << 24;

fn size(line: &Result<Line, ReadFailure>) -> usize {
    line.as_ref().map_or(0, |line| line.text.len())
}

/// Counter of the bytes in lines that wait for the solvers. The reader waits while there are more than
/// `MAX_BYTES_AHEAD` of these bytes.
#[derive(Default)]
struct ByteBudget {
    waiting: Mutex<usize>,
    freed: Condvar,
}

impl ByteBudget {
    fn reserve(&self, bytes: usize) {
        // Waits until there is room for the line.
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |waiting: &mut usize| *waiting > MAX_BYTES_AHEAD;
        let waiting = self.freed.wait_while(waiting, full);
        *waiting.unwrap_or_else(PoisonError::into_inner) += bytes;
    }

    fn release(&self, bytes: usize) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = waiting.saturating_sub(bytes);
        self.freed.notify_one();
    }
}

/// Maximum size of a text that must be read as a whole, in bytes.
const MAX_TEXT_BYTES: usize = 1 << 28;

pub(crate) fn read_text(path: Option<&Path>) -> Result<String, Failure> {
    let Some(path) = path else {
        return read_whole(io::stdin().lock(), MAX_TEXT_BYTES, "standard input");
    };
    let name = excerpt(&path.display().to_string());
    refuse_pipe(path)?;
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    read_whole(BufReader::new(file), MAX_TEXT_BYTES, &name)
}

fn refuse_pipe(path: &Path) -> Result<(), Failure> {
    // Opening a pipe that has a name in a folder waits for a writer, who may never come. A pipe that a shell has
    // opened, such as `/dev/fd/63`, has one.
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let is_open = path.starts_with("/dev") || path.starts_with("/proc");
        if !is_open && path.metadata().is_ok_and(|data| data.file_type().is_fifo()) {
            let name = excerpt(&path.display().to_string());
            return Err(Failure::Input(format!("{name} is a pipe: give it to standard input")));
        }
    }
    Ok(())
}

fn read_whole(input: impl BufRead, max_bytes: usize, name: &str) -> Result<String, Failure> {
    // Line by line, so that neither a line nor the whole text can exceed its limit by much.
    let mut reader = line_reader(input).with_context(|| format!("cannot read {name}"))?;
    let mut text = String::new();
    while let Some(line) = reader.line().with_context(|| format!("cannot read {name}"))? {
        let number = reader.number();
        text += &line.map_err(|error| Failure::Input(format!("{name}: line {number}: {error}")))?;
        text.push('\n');
        if text.len() > max_bytes {
            return Err(Failure::Input(format!("{name} has more than {max_bytes} bytes: split it")));
        }
    }
    Ok(text)
}

pub(crate) fn line_reader<R: BufRead>(mut input: R) -> io::Result<LineReader<R>> {
    check_encoding(input.fill_buf()?)?;
    Ok(LineReader::new(input))
}

/// Source of deals that an argument names.
#[derive(Debug, PartialEq, Eq)]
enum Source {
    /// A deal, which is the argument itself.
    Deal(String),
    /// The file of this name, with a deal on each line.
    File(String),
    /// Standard input.
    Input,
}

/// Standard input if there are no arguments.
pub(crate) fn lines(arguments: &[String]) -> Lines {
    let (sender, receiver) = sync_channel(MAX_LINES_AHEAD);
    let budget = Arc::<ByteBudget>::default();
    let reserved = Arc::clone(&budget);
    let mut sources = sources(arguments, |word| Path::new(word).exists());
    if sources.is_empty() {
        sources.push(Source::Input);
    }
    thread::spawn(move || {
        for source in sources {
            let send = |line| send_line(&sender, &reserved, line);
            let goes_on = match source {
                Source::Deal(text) => send(Ok(Line { place: None, text })),
                Source::Input => send_deals(io::stdin().lock(), "", send),
                Source::File(name) => match File::open(&name) {
                    Ok(file) => send_deals(BufReader::new(file), &excerpt(&name), send),
                    Err(error) => send(Err(ReadFailure::System(excerpt(&name), error))),
                },
            };
            if !goes_on {
                return;
            }
        }
    });
    Lines { receiver, budget }
}

fn send_line(
    sender: &SyncSender<Result<Line, ReadFailure>>,
    budget: &ByteBudget,
    line: Result<Line, ReadFailure>,
) -> bool {
    budget.reserve(size(&line));
    sender.send(line).is_ok()
}

/// `name` is empty for standard input. `false` if no more lines are taken, or after an error.
fn send_deals(input: impl BufRead, name: &str, send: impl Fn(Result<Line, ReadFailure>) -> bool) -> bool {
    let failure = |error| {
        let what = if name.is_empty() { "standard input" } else { name };
        Err(ReadFailure::System(what.to_owned(), error))
    };
    let mut reader = match line_reader(input) {
        Ok(reader) => reader,
        Err(error) => {
            send(failure(error));
            return false;
        }
    };
    loop {
        let line = reader.line();
        let number = reader.number();
        let place = if name.is_empty() { format!("line {number}") } else { format!("{name}: line {number}") };
        let line = match line {
            Ok(None) => return true,
            Ok(Some(Ok(text))) if text.trim().is_empty() || text.trim_start().starts_with('#') => continue,
            Ok(Some(Ok(text))) => Ok(Line { place: Some(place), text }),
            Ok(Some(Err(error))) => Err(ReadFailure::TooLong(place, error)),
            Err(error) => failure(error),
        };
        let last = line.is_err();
        if !send(line) || last {
            return false;
        }
    }
}

fn sources(arguments: &[String], is_file: impl Fn(&str) -> bool) -> Vec<Source> {
    // If a shell has split a deal that was not quoted, its words are joined again: only the first word of such a deal
    // has a colon, and none has a blank. A hand of such a deal may be `-`.
    let mut sources: Vec<Source> = Vec::new();
    let mut quoted = true;
    for word in arguments {
        if word.contains(':') || word.contains(' ') {
            quoted = word.contains(' ');
        }
        match sources.last_mut() {
            Some(Source::Deal(deal)) if !quoted && !word.contains(':') => {
                deal.push(' ');
                deal.push_str(word);
            }
            _ if word == "-" => sources.push(Source::Input),
            _ if is_file(word) => sources.push(Source::File(word.clone())),
            _ => sources.push(Source::Deal(word.clone())),
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_sources(words: &[&str]) -> Vec<Source> {
        // Names that end in `.txt` count as files.
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        sources(&words, |word| word.ends_with(".txt"))
    }

    #[test]
    fn arguments_are_split_into_deals_files_and_standard_input() {
        let deal = |text: &str| Source::Deal(text.to_owned());
        let file = |name: &str| Source::File(name.to_owned());
        assert_eq!(text_sources(&["F:a b c d"]), [deal("F:a b c d")]);
        assert_eq!(text_sources(&["F:a", "b", "-", "F:c", "d"]), [deal("F:a b -"), deal("F:c d")]);
        assert_eq!(
            text_sources(&["x.txt", "-", "F:a b c d", "y.txt"]),
            [file("x.txt"), Source::Input, deal("F:a b c d"), file("y.txt")]
        );
        assert_eq!(text_sources(&["nothing"]), [deal("nothing")]);
    }

    fn message(failure: Failure) -> String {
        match failure {
            Failure::Input(message) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn endless_line_and_overlong_input_are_refused() {
        let endless = BufReader::new(io::repeat(0));
        let refused = read_whole(endless, MAX_TEXT_BYTES, "zeros").map_err(message);
        assert_eq!(refused, Err("zeros: line 1: the line is longer than 1048576 bytes".to_owned()));
        let long = BufReader::new(&b"12345\n12345\n"[..]);
        let refused = read_whole(long, 8, "digits").map_err(message);
        assert_eq!(refused, Err("digits has more than 8 bytes: split it".to_owned()));
    }
}
