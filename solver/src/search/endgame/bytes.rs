//! The bytes of a complete table, in memory or in a file.

#[cfg(not(target_family = "wasm"))]
use std::fs::File;

#[cfg(not(target_family = "wasm"))]
use memmap2::Mmap;

/// The bytes of a complete table.
pub(crate) enum Bytes {
    /// Of this process only.
    InMemory(Box<[u8]>),
    /// In a file.
    #[cfg(not(target_family = "wasm"))]
    Mapped(Mapped),
}

impl Bytes {
    /// All of them.
    #[inline(always)]
    pub(crate) fn all(&self) -> &[u8] {
        match self {
            Bytes::InMemory(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Bytes::Mapped(file) => file.values(),
        }
    }
}

/// How many bytes of a file come before the table.
#[cfg(not(target_family = "wasm"))]
pub(super) const HEAD: usize = 96;

/// The file of a table, mapped into memory, and open as long as it is, for the lock on it.
#[cfg(not(target_family = "wasm"))]
pub(crate) struct Mapped(Mmap, #[expect(dead_code, reason = "it is only held")] File);

#[cfg(not(target_family = "wasm"))]
impl Mapped {
    /// The file, if it is long enough to have a head.
    pub(super) fn of(map: Mmap, file: File) -> Option<Mapped> {
        (map.len() >= HEAD).then_some(Mapped(map, file))
    }

    /// What comes before the table.
    pub(super) fn head(&self) -> &[u8] {
        &self.0[..HEAD]
    }

    /// The table.
    #[inline(always)]
    pub(super) fn values(&self) -> &[u8] {
        &self.0[HEAD..]
    }
}
