//! Reading of text lines of limited length.

use std::io::{self, BufRead, Read};

/// Maximum length of a record in bytes.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

/// Error of a line that is longer than [`MAX_RECORD_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line is longer than {MAX_RECORD_BYTES} bytes")]
pub struct LineTooLongError;

/// Reader of lines. It replaces bytes that are not UTF-8, and removes a byte order mark at the beginning of the input.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    number: usize,
    bytes: u64,
    /// Position in the input, from 0, of the first byte of the last line.
    start: u64,
    /// Whether the last line has been read only in part.
    in_line: bool,
    /// Position in the last line, from 1, of its first byte that is not UTF-8.
    not_utf8: Option<usize>,
}

impl<R: BufRead> LineReader<R> {
    /// A reader of the lines of an input.
    pub fn new(input: R) -> LineReader<R> {
        LineReader { input, number: 0, bytes: 0, start: 0, in_line: false, not_utf8: None }
    }

    /// The number of lines read so far.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The position in the input, from 0, of the first byte of the last line that was read.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The position in the last line, from 1, of its first byte that is not UTF-8.
    pub fn not_utf8(&self) -> Option<usize> {
        self.not_utf8
    }

    /// Reads the next line, without its line end. A line longer than the limit is read only up to the limit, since it
    /// may have no end; the rest of it is skipped when the next line is read.
    pub fn line(&mut self) -> io::Result<Option<Result<String, LineTooLongError>>> {
        if self.in_line {
            self.bytes += self.input.skip_until(b'\n')? as u64;
            self.in_line = false;
        }
        self.start = self.bytes;
        // The line end, one or two bytes, does not count towards the limit.
        let max_bytes = MAX_RECORD_BYTES + 2;
        let mut bytes = Vec::new();
        self.input.by_ref().take(max_bytes as u64).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.bytes += bytes.len() as u64;
        self.in_line = bytes.len() == max_bytes && bytes.last() != Some(&b'\n');
        self.number += 1;
        self.not_utf8 = str::from_utf8(&bytes).err().map(|error| error.valid_up_to() + 1);
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\n', '\r']);
        // The length is taken from the bytes: the text may be longer if bytes that are not UTF-8 were replaced.
        let end = bytes.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        if self.in_line || bytes.len() - end > MAX_RECORD_BYTES {
            return Ok(Some(Err(LineTooLongError)));
        }
        let text = if self.number == 1 { text.trim_start_matches('\u{FEFF}') } else { text };
        Ok(Some(Ok(text.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(input: &[u8]) -> Vec<Result<usize, LineTooLongError>> {
        let mut reader = LineReader::new(input);
        let mut lengths = Vec::new();
        while let Some(line) = reader.line().expect("memory can be read") {
            lengths.push(line.map(|text| text.len()));
        }
        lengths
    }

    #[test]
    fn line_over_limit_is_refused_with_any_line_ending() {
        let line = |length: usize, end: &str| ["x".repeat(length).as_str(), end, "y"].concat();
        for end in ["\n", "\r\n"] {
            assert_eq!(lengths(line(MAX_RECORD_BYTES, end).as_bytes()), [Ok(MAX_RECORD_BYTES), Ok(1)]);
            for more in [1, 2, 3, MAX_RECORD_BYTES] {
                assert_eq!(
                    lengths(line(MAX_RECORD_BYTES + more, end).as_bytes()),
                    [Err(LineTooLongError), Ok(1)],
                    "{more}"
                );
            }
        }
        assert_eq!(lengths("x".repeat(MAX_RECORD_BYTES).as_bytes()), [Ok(MAX_RECORD_BYTES)]);
        assert_eq!(lengths("x".repeat(MAX_RECORD_BYTES + 1).as_bytes()), [Err(LineTooLongError)]);
        assert_eq!(lengths(b"\na\r\n\n"), [Ok(0), Ok(1), Ok(0)]);
        assert_eq!(lengths(b""), []);
    }

    #[test]
    fn start_of_line_follows_rest_of_long_line() {
        let long = MAX_RECORD_BYTES + 100;
        let text = ["ab\n", &"x".repeat(long), "\ny\n"].concat();
        let mut reader = LineReader::new(text.as_bytes());
        let mut starts = Vec::new();
        while reader.line().expect("memory can be read").is_some() {
            starts.push((reader.number(), reader.start()));
        }
        assert_eq!(starts, [(1, 0), (2, 3), (3, 3 + long as u64 + 1)]);
    }

    #[test]
    fn byte_order_mark_is_removed_at_beginning_only() {
        let mut reader = LineReader::new("\u{FEFF}{}\n\u{FEFF}{}\n".as_bytes());
        assert_eq!(reader.line().expect("memory can be read"), Some(Ok("{}".to_owned())));
        assert_eq!(reader.line().expect("memory can be read"), Some(Ok("\u{FEFF}{}".to_owned())));
    }
}
