//! Deals from the arguments or from standard input.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use preference::analysis::ask::{LONGEST_LINE, TooLong, object};
use preference::situation::{Code, Fields, Problem, QuestionError};

/// A deal's text and where it stood.
pub(crate) struct Line {
    /// `None` for a deal that was an argument; else the line of the input, from 1.
    pub(crate) number: Option<usize>,
    pub(crate) text: String,
}

impl Line {
    /// The deal of the line: its text, or the `deal` of an object of JSON.
    pub(crate) fn deal(&self) -> Result<Cow<'_, str>, QuestionError> {
        if !self.text.trim_start().starts_with('{') {
            return Ok(Cow::Borrowed(&self.text));
        }
        let mut fields = Fields::from(object(&self.text)?);
        let deal = fields.text("deal")?;
        deal.map(Cow::Owned).ok_or_else(|| {
            QuestionError::new(Code::Missing, "deal", Problem::Missing("the object needs a deal"))
        })
    }
}

/// The deals in order, as they come.
pub(crate) type Lines = Receiver<io::Result<Line>>;

/// How many lines are read ahead of the solvers.
const AHEAD: usize = 4096;

/// A line of the input, without its end; `None` at the end of the input. What is no UTF-8 is
/// replaced. A line over the limit is read to its end and dropped.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, TooLong>>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(TooLong)));
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(Ok(text.trim_end_matches(['\n', '\r']).to_owned())))
}

/// The deals of the arguments, or without any those of standard input.
pub(crate) fn lines(arguments: &[String]) -> Lines {
    let (sender, receiver) = sync_channel(AHEAD);
    let deals = join(arguments);
    thread::spawn(move || {
        if !deals.is_empty() {
            for text in deals {
                if sender.send(Ok(Line { number: None, text })).is_err() {
                    return;
                }
            }
            return;
        }
        let mut input = io::stdin().lock();
        for number in 1.. {
            let (line, last) = match read_line(&mut input) {
                Ok(None) => return,
                Ok(Some(Ok(text))) => (Ok(text), false),
                // It has no deal in it, and is refused as any other line.
                Ok(Some(Err(too_long))) => (Ok(too_long.to_string()), true),
                Err(error) => (Err(error), true),
            };
            let skip = |text: &String| text.trim().is_empty() || text.trim_start().starts_with('#');
            if line.as_ref().is_ok_and(skip) {
                continue;
            }
            if sender.send(line.map(|text| Line { number: Some(number), text })).is_err() || last {
                return;
            }
        }
    });
    receiver
}

/// Arguments that a shell split because the deal was not quoted belong together:
/// only the first word of such a deal has a colon, and none has a blank.
fn join(arguments: &[String]) -> Vec<String> {
    let mut deals: Vec<String> = Vec::new();
    let mut quoted = true;
    for word in arguments {
        if word.contains(':') || word.contains(' ') {
            quoted = word.contains(' ');
        }
        match deals.last_mut() {
            Some(deal) if !quoted && !word.contains(':') => {
                deal.push(' ');
                deal.push_str(word);
            }
            _ => deals.push(word.clone()),
        }
    }
    deals
}
