//! The file of a complete table, mapped into memory.

use std::fs::File;

use memmap2::Mmap;

/// Number of bytes of a file that come before the table.
pub(crate) const HEADER: usize = 96;

/// The file of a table, mapped into memory. It is kept open as long as that, for the lock on it.
pub(crate) struct MappedFile(Mmap, #[expect(dead_code, reason = "it is only held")] File);

impl MappedFile {
    /// Builds the mapped file. Returns `None` if it is too short to have a header.
    pub(crate) fn new(map: Mmap, file: File) -> Option<MappedFile> {
        (map.len() >= HEADER).then_some(MappedFile(map, file))
    }

    /// Returns the header of the file, which comes before the table.
    pub(crate) fn header(&self) -> &[u8] {
        &self.0[..HEADER]
    }

    /// Returns the bytes of the table.
    #[inline(always)]
    pub(crate) fn values(&self) -> &[u8] {
        &self.0[HEADER..]
    }
}
