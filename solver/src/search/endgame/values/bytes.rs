//! The bytes of a complete table, in memory or in a file.

#[cfg(not(target_family = "wasm"))]
use std::fs::File;

#[cfg(not(target_family = "wasm"))]
use memmap2::Mmap;

/// The bytes of a complete table.
pub(crate) enum Bytes {
    /// Bytes in the memory of this process only.
    InMemory(Box<[u8]>),
    /// Bytes in a file that is mapped into memory.
    #[cfg(not(target_family = "wasm"))]
    MappedFile(MappedFile),
}

impl Bytes {
    /// Returns all bytes of the table.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::InMemory(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Bytes::MappedFile(file) => file.values(),
        }
    }
}

/// Number of bytes of a file that come before the table.
#[cfg(not(target_family = "wasm"))]
pub(crate) const HEAD: usize = 96;

/// The file of a table, mapped into memory. It is kept open as long as that, for the lock on it.
#[cfg(not(target_family = "wasm"))]
pub(crate) struct MappedFile(Mmap, #[expect(dead_code, reason = "it is only held")] File);

#[cfg(not(target_family = "wasm"))]
impl MappedFile {
    /// Builds the mapped file. Returns `None` if it is too short to have a head.
    pub(crate) fn new(map: Mmap, file: File) -> Option<MappedFile> {
        (map.len() >= HEAD).then_some(MappedFile(map, file))
    }

    /// Returns the head of the file, which comes before the table.
    pub(crate) fn head(&self) -> &[u8] {
        &self.0[..HEAD]
    }

    /// Returns the bytes of the table.
    #[inline(always)]
    pub(crate) fn values(&self) -> &[u8] {
        &self.0[HEAD..]
    }
}
