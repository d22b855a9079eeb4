//! The file format of a complete table.
//!
//! A file is a header of 96 bytes and the table. The header contains, with numbers in little-endian order:
//!
//! - eight letters that identify the format;
//! - the version (4 bytes);
//! - the largest number of cards in each hand (4 bytes);
//! - the size of the table in bytes (8 bytes);
//! - the CRC-32 of the table (4 bytes);
//! - the name of the table, padded with zeros (64 bytes);
//! - the CRC-32 of the header so far (4 bytes).

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;
use thiserror::Error;

use crate::search::endgame::values::bytes::Bytes;
use crate::search::endgame::values::kind::EndgameTableId;
use crate::search::endgame::values::mapped_file::{HEADER_BYTES, MappedFile};

/// A change of the file format, of the order of values in a file, or of the rules of play increases the version, which
/// is part of each file's name and header.
pub(super) const VERSION: u32 = 2;

const MAGIC: &[u8; 8] = b"PREFENDG";
const NAME_BYTES: usize = 64;

/// Callback for tables that are in the folder but cannot be used, with the reason.
pub(in crate::search::endgame::store) type ErrorCallback =
    Arc<dyn Fn(EndgameTableId, TableError) + Send + Sync>;

/// The reason why the file of a table is not used.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum TableError {
    #[error("has not been built")]
    Missing,
    #[error("is not an endgame table, or is damaged at its beginning")]
    BadHeader,
    #[error("is of version {found}, not {VERSION}")]
    OtherVersion { found: u32 },
    #[error("holds another table, {found}")]
    OtherTable { found: String },
    #[error("is not a regular file")]
    NotAFile,
    #[error("has {found} bytes, not {wanted}")]
    WrongSize {
        /// In bytes.
        found: u64,
        /// In bytes.
        wanted: u64,
    },
    #[error("is damaged: the checksum is wrong")]
    Damaged,
    #[error("holds a wrong value")]
    WrongValue,
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

pub(super) fn map(path: &Path, table: EndgameTableId) -> Result<MappedFile, TableError> {
    // The kind of file is checked before the file is opened, because opening a pipe waits until something is written
    // into it.
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(TableError::Missing),
        Err(error) => return Err(error.into()),
        Ok(data) if !data.is_file() => return Err(TableError::NotAFile),
        Ok(_) => {}
    }
    let file = File::open(path)?;
    // The lock asks other programs to leave the file alone. On a system without locks it fails, and the file is used
    // without a lock.
    let _ = file.try_lock_shared();
    let size = file.metadata()?.len();
    if size < HEADER_BYTES as u64 {
        return Err(TableError::BadHeader);
    }
    // SAFETY: a file with this name is never changed once it exists: it is written under another name and renamed when
    // complete, and it is replaced in the same way.
    let map = unsafe { Mmap::map(&file)? };
    // A search reads bytes all over the file, which is faster with large pages. On a system without large pages for
    // files, the call `advise` fails, which does no harm.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    let file = MappedFile::new(map, file).ok_or(TableError::BadHeader)?;
    let header = file.header();
    let number = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
    if !header.starts_with(MAGIC) {
        return Err(TableError::BadHeader);
    }
    if number(8) != VERSION {
        return Err(TableError::OtherVersion { found: number(8) });
    }
    if number(12) != u32::from(table.max_cards())
        || number(HEADER_BYTES - 4) != crc32fast::hash(&header[..HEADER_BYTES - 4])
    {
        return Err(TableError::BadHeader);
    }
    let name = &header[28..28 + NAME_BYTES];
    if name != name_bytes(table) {
        let name = String::from_utf8_lossy(name).trim_end_matches('\0').to_owned();
        return Err(TableError::OtherTable { found: name });
    }
    // The size of the file is compared with the size of the table, not only with the size in the header: file and
    // header could be wrong in the same way.
    let wanted = table.size_in_bytes() + HEADER_BYTES as u64;
    if size != wanted {
        return Err(TableError::WrongSize { found: size, wanted });
    }
    if u64::from_le_bytes(header[16..24].try_into().expect("eight bytes")) != table.size_in_bytes() {
        return Err(TableError::BadHeader);
    }
    Ok(file)
}

pub(super) fn verify_checksum(file: MappedFile) -> Result<Bytes, TableError> {
    let sum = u32::from_le_bytes(file.header()[24..28].try_into().expect("four bytes"));
    if crc32fast::hash(file.values()) != sum {
        return Err(TableError::Damaged);
    }
    Ok(Bytes::MappedFile(file))
}

fn name_bytes(table: EndgameTableId) -> [u8; NAME_BYTES] {
    // Even the longest name fits: that of a table under all five switches.
    let mut bytes = [0; NAME_BYTES];
    let name = table.to_string();
    let shown = name.len().min(NAME_BYTES);
    bytes[..shown].copy_from_slice(&name.as_bytes()[..shown]);
    bytes
}

pub(super) fn header(table: EndgameTableId, values: &[u8]) -> [u8; HEADER_BYTES] {
    let mut header = Vec::with_capacity(HEADER_BYTES);
    header.extend_from_slice(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend(u32::from(table.max_cards()).to_le_bytes());
    header.extend((values.len() as u64).to_le_bytes());
    header.extend(crc32fast::hash(values).to_le_bytes());
    header.extend(name_bytes(table));
    header.extend(crc32fast::hash(&header).to_le_bytes());
    header.try_into().expect("8 + 4 + 4 + 8 + 4 + 64 + 4 bytes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::play::PlayRules;

    #[test]
    fn every_table_name_fits_into_header() {
        let play_rules = PlayRules::from_bits(0b11111);
        let tables = [false, true].map(|large| EndgameTableId::all_under(play_rules, play_rules, large));
        for table in tables.concat() {
            assert_eq!(String::from_utf8_lossy(&name_bytes(table)).trim_end_matches('\0'), table.to_string());
        }
    }
}
