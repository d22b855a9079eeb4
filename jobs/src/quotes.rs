//! Detection of stray quotes in CSV: quotes within a quoted cell that are not escaped.

use std::collections::VecDeque;
use std::io::{self, Read};

use crate::options::QuoteForm;

/// Escape character before a quote, in tables whose quotes are not doubled.
pub(crate) const BACKSLASH: u8 = b'\\';

/// A stray quote closes a quoted cell, but the text of the cell goes on after it. Such a cell would be read with a
/// wrong text, and its row could run into the next row.
pub(crate) struct QuoteReader<R> {
    inner: R,
    delimiter: u8,
    form: QuoteForm,
    state: State,
    bytes: u64,
    /// Positions of the bytes that follow a stray quote, in ascending order. [`Self::has_stray_before`] removes them.
    stray: VecDeque<u64>,
    is_at_end: bool,
}

/// State of the reader after the last byte, with respect to cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    CellStart,
    Plain,
    Quoted,
    /// After a backslash within a quoted cell.
    Escaped,
    /// After a quote within a quoted cell, which closes the cell unless another quote follows.
    Closed,
}

impl<R> QuoteReader<R> {
    pub(crate) fn new(inner: R, delimiter: u8, form: QuoteForm) -> QuoteReader<R> {
        QuoteReader {
            inner,
            delimiter,
            form,
            state: State::CellStart,
            bytes: 0,
            stray: VecDeque::new(),
            is_at_end: false,
        }
    }

    pub(crate) fn has_stray_before(&mut self, end: u64) -> bool {
        let mut has_stray = false;
        while self.stray.pop_front_if(|place| *place < end).is_some() {
            has_stray = true;
        }
        has_stray
    }

    /// Whether the input has ended within a quoted cell. The row that is being read is then the last one.
    pub(super) fn is_open_at_end(&self) -> bool {
        self.is_at_end && self.is_in_quotes()
    }

    pub(super) fn is_in_quotes(&self) -> bool {
        matches!(self.state, State::Quoted | State::Escaped)
    }

    fn step(&mut self, byte: u8) {
        // The states must agree with the states of the reader that splits the cells.
        let ends = byte == self.delimiter || matches!(byte, b'\n' | b'\r');
        self.state = match (self.state, byte) {
            (State::CellStart, b'"') | (State::Closed, b'"') | (State::Escaped, _) => State::Quoted,
            (State::CellStart | State::Plain | State::Closed, _) if ends => State::CellStart,
            (State::CellStart | State::Plain, _) => State::Plain,
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

impl<R: Read> Read for QuoteReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.inner.read(buffer)?;
        buffer[..bytes].iter().for_each(|&byte| self.step(byte));
        self.is_at_end = bytes == 0 && !buffer.is_empty();
        Ok(bytes)
    }
}
