//! The file of a complete table, mapped into memory.

use std::fs::File;

use memmap2::Mmap;

pub(crate) const HEADER_BYTES: usize = 96;

/// The file stays open while it is mapped, to hold the lock on it.
pub(crate) struct MappedFile(Mmap, #[expect(dead_code, reason = "it only holds the lock")] File);

impl MappedFile {
    pub(crate) fn new(map: Mmap, file: File) -> Option<MappedFile> {
        (map.len() >= HEADER_BYTES).then_some(MappedFile(map, file))
    }

    pub(crate) fn header(&self) -> &[u8] {
        &self.0[..HEADER_BYTES]
    }

    #[inline(always)]
    pub(crate) fn values(&self) -> &[u8] {
        &self.0[HEADER_BYTES..]
    }
}
