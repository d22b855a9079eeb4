//! Quotes of CSV: detection of a quote within a quoted cell that is not escaped.

use std::collections::VecDeque;
use std::io::{self, Read};

use crate::args::QuoteForm;

/// Escape before a quote that is not doubled.
pub(super) const BACKSLASH: u8 = b'\\';

/// Reader of CSV that records the places where the text of a quoted cell goes on after its closing quote: the cell
/// would be read as another text, and rows may run into each other.
pub(super) struct Quotes<R> {
    inner: R,
    delimiter: u8,
    form: QuoteForm,
    state: State,
    /// Number of bytes read.
    bytes: u64,
    /// Places of such bytes that have not been asked for, in their order.
    stray: VecDeque<u64>,
}

/// Position of a byte in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    StartMode,
    Plain,
    Quoted,
    /// After a backslash in a quoted cell.
    Escaped,
    /// After a quote in a quoted cell.
    Closed,
}

impl<R> Quotes<R> {
    pub(super) fn new(inner: R, delimiter: u8, form: QuoteForm) -> Quotes<R> {
        Quotes { inner, delimiter, form, state: State::StartMode, bytes: 0, stray: VecDeque::new() }
    }

    /// Checks whether such a place lies before this byte, and removes the places before it.
    pub(super) fn has_stray_before(&mut self, end: u64) -> bool {
        let mut has_stray = false;
        while self.stray.pop_front_if(|place| *place < end).is_some() {
            has_stray = true;
        }
        has_stray
    }

    /// Processes a byte. The states must agree with the reader of the cells.
    fn step(&mut self, byte: u8) {
        let ends = byte == self.delimiter || matches!(byte, b'\n' | b'\r');
        self.state = match (self.state, byte) {
            (State::StartMode, b'"') | (State::Closed, b'"') | (State::Escaped, _) => State::Quoted,
            (State::StartMode | State::Plain | State::Closed, _) if ends => State::StartMode,
            (State::StartMode | State::Plain, _) => State::Plain,
            (State::Quoted, b'"') => State::Closed,
            (State::Quoted, BACKSLASH) if self.form == QuoteForm::Backslash => State::Escaped,
            (State::Quoted, _) => State::Quoted,
            (State::Closed, _) => {
                self.stray.push_back(self.bytes);
                State::Plain
            }
        };
        self.bytes += 1;
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.inner.read(buffer)?;
        buffer[..bytes].iter().for_each(|&byte| self.step(byte));
        Ok(bytes)
    }
}
