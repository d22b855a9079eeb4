//! Sizes of the pages of a Parquet column, read from their headers alone.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use parquet::column::page::PageReader;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;

/// Kind of a dictionary page in a page header.
const DICTIONARY_PAGE: u64 = 2;

/// Decompressed sizes in bytes of the largest pages that a column has in one row group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageSizes {
    pub(crate) largest: u64,
    /// Size of the largest dictionary page; 0 if there is none.
    pub(crate) dictionary: u64,
}

impl PageSizes {
    /// Reads the headers of the pages of a column, without decompressing a page, up to the first one that cannot be
    /// read.
    pub(crate) fn read(file: File, column: &ColumnChunkMetaData) -> Result<PageSizes> {
        let (start, bytes) = column.byte_range();
        let (largest, dictionary) = (AtomicU64::new(0), AtomicU64::new(0));
        let headers = Arc::new(HeaderReader { file, end: start.saturating_add(bytes), largest, dictionary });
        let mut pages = SerializedPageReader::new(Arc::clone(&headers), column, 0, None)?;
        while pages.skip_next_page().is_ok() {}
        let [largest, dictionary] =
            [&headers.largest, &headers.dictionary].map(|size| size.load(Ordering::Relaxed));
        Ok(PageSizes { largest, dictionary })
    }
}

/// Reader of a file. It records the largest page sizes in the headers that it has read.
struct HeaderReader {
    file: File,
    end: u64,
    largest: AtomicU64,
    dictionary: AtomicU64,
}

impl Length for HeaderReader {
    fn len(&self) -> u64 {
        self.end
    }
}

impl ChunkReader for HeaderReader {
    type T = BufReader<File>;

    fn get_read(&self, start: u64) -> Result<BufReader<File>> {
        if start >= self.end {
            return Err(ParquetError::EOF("the column has no more pages".to_owned()));
        }
        let mut header = self.file.get_read(start)?;
        if let Some((kind, size)) = kind_and_size(header.fill_buf()?) {
            self.largest.fetch_max(size, Ordering::Relaxed);
            if kind == DICTIONARY_PAGE {
                self.dictionary.fetch_max(size, Ordering::Relaxed);
            }
        }
        Ok(header)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.file.get_bytes(start, length)
    }
}

fn kind_and_size(header: &[u8]) -> Option<(u64, u64)> {
    // The kind and the size are the first two fields of the page header, which is in Thrift's compact protocol.
    let (kind, remaining) = next_number(header)?;
    Some((kind, next_number(remaining)?.0))
}

fn next_number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    // The field begins with its type; then each byte holds seven bits of the doubled number, the lowest bits first.
    let (&kind, remaining) = bytes.split_first()?;
    let last = remaining.iter().take(5).position(|byte| byte & 0x80 == 0)?;
    let doubled =
        remaining[..=last].iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f));
    (kind == 0x15 && doubled % 2 == 0).then_some((doubled / 2, &remaining[last + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_header_is_parsed_into_kind_and_size() {
        let header = |size: &[u8]| [&[0x15, 0x04, 0x15], size, &[0x15, 0x02]].concat();
        assert_eq!(kind_and_size(&header(&[0x08])), Some((2, 4)));
        assert_eq!(kind_and_size(&header(&[0xfe, 0xff, 0xff, 0xff, 0x0f])), Some((2, i32::MAX as u64)));
        // The cases are a negative size, a truncated header, and a field of another type.
        assert_eq!(kind_and_size(&header(&[0x01])), None);
        assert_eq!(kind_and_size(&[0x15, 0x04, 0x15, 0xfe]), None);
        assert_eq!(kind_and_size(&[0x15, 0x04, 0x16, 0x08]), None);
    }
}
