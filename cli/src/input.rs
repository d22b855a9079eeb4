//! Deals from the arguments or from standard input.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// A deal's text and where it stood.
pub(crate) struct Line {
    /// `None` for a deal that was an argument; else the line of the input, from 1.
    pub(crate) number: Option<usize>,
    pub(crate) text: String,
}

/// The deals in order, as they come.
pub(crate) type Lines = Receiver<io::Result<Line>>;

/// How many lines are read ahead of the solvers.
const AHEAD: usize = 4096;

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
        for (n, line) in io::stdin().lock().split(b'\n').enumerate() {
            // What is no UTF-8 has no deal in it: its line is refused as any other.
            let line = line.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            let last = line.is_err();
            let skip = |text: &String| text.trim().is_empty() || text.trim_start().starts_with('#');
            if line.as_ref().is_ok_and(skip) {
                continue;
            }
            if sender.send(line.map(|text| Line { number: Some(n + 1), text })).is_err() || last {
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
