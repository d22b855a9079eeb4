//! Input files, which are decompressed as they are read.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;

#[cfg(not(feature = "full"))]
use crate::format_error::MissingFormat;
use crate::lines::MAX_RECORD_BYTES;
use crate::paths::{ending, is_stdio};
use crate::read_error::ReadError;

const GZIP_SIGNATURE: [u8; 2] = [0x1f, 0x8b];
const ZSTD_SIGNATURE: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Second to fourth byte of a zstd frame that readers skip. Its first byte is `0x50` to `0x5f`.
const ZSTD_SKIPPABLE_SIGNATURE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// Byte order marks of UTF-16, little endian and big endian.
const UTF16_MARKS: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// First bytes of files that are not text, each with a message about the file.
const BINARY_SIGNATURES: [(&[u8], &str); 5] = [
    (b"PK\x03\x04", "this is a workbook (.xlsx, .ods) or another zip file: save the sheet as CSV"),
    (b"\xD0\xCF\x11\xE0", "this is a workbook of an old format: save the sheet as CSV"),
    (b"PAR1", "this is Parquet: end its name in .parquet, or write --from parquet"),
    (b"SQLite format 3\0", "this is an SQLite database: export the table as CSV"),
    (b"ARROW1\0\0", "this is an Arrow file: write it as Parquet"),
];

pub(crate) fn open_text(path: &Path, bytes_read: &Arc<AtomicU64>) -> Result<Box<dyn BufRead>, ReadError> {
    // The first bytes show whether the file is compressed, not its name.
    let mut input = open_decompressed(path, bytes_read)?;
    let first = input.fill_buf()?;
    if let Some((_, why)) = BINARY_SIGNATURES.iter().find(|(mark, _)| first.starts_with(mark)) {
        return Err(ReadError::WrongKind(why));
    }
    if is_utf32(first) {
        return Err(ReadError::WrongKind("this is UTF-32: save it as UTF-8"));
    }
    if is_utf16(first) {
        let why = "this is UTF-16, as PowerShell and Excel write it: save it as UTF-8";
        return Err(ReadError::WrongKind(why));
    }
    Ok(input)
}

fn is_utf32(text: &[u8]) -> bool {
    // UTF-32 without a mark is recognized by two ASCII characters. The mark of the little endian form begins with
    // that of UTF-16.
    match *text {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => true,
        [a, 0, 0, 0, b, 0, 0, 0, ..] | [0, 0, 0, a, 0, 0, 0, b, ..] => a.is_ascii_graphic() && b.is_ascii(),
        _ => false,
    }
}

fn is_utf16(text: &[u8]) -> bool {
    // UTF-16 without a mark is recognized by two ASCII characters, each of which has a NUL byte on the same side.
    // Real texts in UTF-8 have no NUL bytes.
    let is_character = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let is_wide = match *text {
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] => is_character(a) && is_character(b),
        _ => false,
    };
    is_wide || UTF16_MARKS.iter().any(|mark| text.starts_with(mark))
}

fn open_decompressed(path: &Path, bytes_read: &Arc<AtomicU64>) -> Result<Box<dyn BufRead>, ReadError> {
    let file: Box<dyn Read> =
        if is_stdio(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let mut file =
        BufReader::with_capacity(1 << 16, CountingReader { inner: file, bytes_read: Arc::clone(bytes_read) });
    let first = file.fill_buf()?;
    let is_zstd = first.starts_with(&ZSTD_SIGNATURE)
        || (first.get(1..4) == Some(&ZSTD_SKIPPABLE_SIGNATURE) && first[0] & 0xf0 == 0x50);
    if first.starts_with(&GZIP_SIGNATURE) {
        return Ok(Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file))));
    }
    if is_zstd {
        return decompress_zstd(file);
    }
    match ending(path).as_deref() {
        Some("gz") if !first.is_empty() => {
            Err(ReadError::WrongKind("its name says gzip, but its content is not gzip"))
        }
        Some("zst") if !first.is_empty() => {
            Err(ReadError::WrongKind("its name says zstd, but its content is not zstd"))
        }
        _ => Ok(Box::new(file)),
    }
}

#[cfg(feature = "full")]
fn decompress_zstd(file: impl BufRead + 'static) -> Result<Box<dyn BufRead>, ReadError> {
    Ok(Box::new(BufReader::with_capacity(1 << 16, zstd::stream::read::Decoder::with_buffer(file)?)))
}

#[cfg(feature = "full")]
pub(crate) fn compress_zstd(data: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(data, zstd::DEFAULT_COMPRESSION_LEVEL)
}

#[cfg(not(feature = "full"))]
pub(crate) fn compress_zstd(_: &[u8]) -> Result<Vec<u8>, MissingFormat> {
    Err(MissingFormat("zstd"))
}

#[cfg(not(feature = "full"))]
fn decompress_zstd(_: impl BufRead + 'static) -> Result<Box<dyn BufRead>, ReadError> {
    Err(MissingFormat("zstd").into())
}

struct CountingReader<R> {
    inner: R,
    bytes_read: Arc<AtomicU64>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.inner.read(buffer)?;
        self.bytes_read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

/// Reader with a limit on the bytes of one record, since a record without an end would fill the memory.
pub(crate) struct RecordLimitReader<R> {
    inner: R,
    left: Rc<Cell<usize>>,
}

/// Limit on the bytes that are read for one record, including bytes after it that are read into a buffer.
const MAX_BYTES: usize = MAX_RECORD_BYTES + (1 << 16);

impl<R> RecordLimitReader<R> {
    /// The reader, and a function that must be called after each record.
    pub(crate) fn new(inner: R) -> (RecordLimitReader<R>, impl Fn()) {
        let left = Rc::new(Cell::new(MAX_BYTES));
        let reset = Rc::clone(&left);
        (RecordLimitReader { inner, left }, move || reset.set(MAX_BYTES))
    }
}

impl<R: Read> Read for RecordLimitReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 {
            let problem = format!("a record is longer than {MAX_RECORD_BYTES} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        let allowed = buffer.len().min(left);
        let bytes = self.inner.read(&mut buffer[..allowed])?;
        self.left.set(left - bytes);
        Ok(bytes)
    }
}
