//! The bytes of a complete table, in memory or in a file.

pub(crate) enum Bytes {
    InMemory(Box<[u8]>),
    #[cfg(all(feature = "tables", not(target_family = "wasm")))]
    MappedFile(super::mapped_file::MappedFile),
}

impl Bytes {
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::InMemory(bytes) => bytes,
            #[cfg(all(feature = "tables", not(target_family = "wasm")))]
            Bytes::MappedFile(file) => file.values(),
        }
    }
}
