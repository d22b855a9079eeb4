//! Complete tables as files in a folder.
//!
//! A file is a head of 96 bytes and the table: eight letters that say what it is, then
//! numbers with the lowest byte first: the version (4 bytes), the cards in each hand it
//! goes up to (4), the bytes of the table (8), their CRC-32 (4); the name of the table,
//! filled up with zeros (64); the CRC-32 of the head so far (4). Files are written aside
//! and renamed when they are whole, and never changed after, so that whoever finds one
//! finds all of it and two builders at once do each other no harm.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use thiserror::Error;

use super::kind::EndgameTable;
use super::{Bytes, Endgame, Ranges};

/// The format of the files and the order of the values in them; whatever changes either
/// or the rules of play counts it up. Names of files tell it, and heads again.
const VERSION: u32 = 2;

const MAGIC: &[u8; 8] = b"PREFENDG";
const HEAD: usize = 96;
const NAME: usize = 64;

/// The end of the names of files, and the beginning of those that are being written.
const EXTENSION: &str = "endgame";
const ASIDE: &str = ".building-";

/// A folder of complete tables.
#[derive(Clone, Debug)]
pub struct TableFolder {
    path: PathBuf,
}

/// A table as it is found in a folder.
#[derive(Debug)]
pub struct StoredTable {
    /// The table.
    pub table: EndgameTable,
    /// The file's size in bytes.
    pub bytes: u64,
    /// What a look at its head says; the values have not been read.
    pub state: Result<(), TableError>,
}

/// Why a file of values is not used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// There is none.
    #[error("has not been built")]
    Missing,
    /// The head is that of another kind of file, or damaged.
    #[error("is not a table of endings or is damaged at its beginning")]
    Head,
    /// Made by another version of this program.
    #[error("is of version {found}, not {VERSION}")]
    Version {
        /// The version it says it is of.
        found: u32,
    },
    /// Its head names another table.
    #[error("holds another table, {found}")]
    Other {
        /// What its head says.
        found: String,
    },
    /// Its size is not that of the table.
    #[error("has {found} bytes, not {wanted}")]
    Size {
        /// The size of the file.
        found: u64,
        /// The size of a whole one, as its head says.
        wanted: u64,
    },
    /// The values are not those written.
    #[error("is damaged: the checksum is another one")]
    Damaged,
    /// A value does not follow from those with one card less.
    #[error("holds a wrong value")]
    Wrong,
    /// The system refuses.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl TableFolder {
    /// The folder at this path, which need not exist.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> TableFolder {
        TableFolder { path: path.into() }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of a table, whether there is one or not: its name tells the version too, so
    /// that programs of several versions can share a folder.
    #[must_use]
    pub fn file(&self, table: EndgameTable) -> PathBuf {
        self.path.join(format!("{table}.{VERSION}.{EXTENSION}"))
    }

    /// The table that a file of this name holds, if it is one of this version.
    fn named(path: &Path) -> Option<EndgameTable> {
        let name = path.file_name()?.to_str()?.strip_suffix(&format!(".{VERSION}.{EXTENSION}"))?;
        name.parse().ok()
    }

    /// Build a table on all cores and store it; what was there before is replaced.
    ///
    /// `progress` hears, from any thread, how many bytes more are done, of
    /// [`EndgameTable::bytes`] in all.
    ///
    /// # Errors
    /// If the folder cannot be made or written, or the disk is full, which is seen before the work
    /// if it is so then; a table that was there before is then there still.
    pub fn build(&self, table: EndgameTable, progress: impl Fn(u64) + Sync) -> io::Result<()> {
        self.store(table, |table| table.complete(progress))
    }

    /// Store what `values` makes.
    fn store(&self, table: EndgameTable, values: impl FnOnce(EndgameTable) -> Box<[u8]>) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        let aside = || tempfile::Builder::new().prefix(ASIDE).tempfile_in(&self.path);
        // Who cannot write finds out before the work; nothing is left if it is broken off.
        aside()?.close()?;
        let wanted = HEAD as u64 + table.bytes();
        if let Ok(free) = fs4::available_space(&self.path)
            && free < wanted
        {
            let [wanted, free] = [wanted, free].map(|bytes| bytes.div_ceil(1_000_000));
            let missing = format!("it takes {wanted} MB, and {free} MB are free");
            return Err(io::Error::new(io::ErrorKind::StorageFull, missing));
        }
        let values = values(table);
        let mut file = aside()?;
        file.write_all(&head(table, &values))?;
        file.write_all(&values)?;
        file.as_file().sync_all()?;
        make_readable(file.as_file())?;
        file.persist(self.file(table)).map_err(|error| error.error)?;
        Ok(())
    }

    /// The tables there are, sorted by name; other files are passed over.
    ///
    /// # Errors
    /// If the folder is there but cannot be read.
    pub fn list(&self) -> io::Result<Vec<StoredTable>> {
        let mut tables = Vec::new();
        for path in self.files()? {
            if let Some(table) = TableFolder::named(&path) {
                let bytes = fs::metadata(&path).map_or(0, |data| data.len());
                tables.push(StoredTable { table, bytes, state: self.map(table).map(|_| ()) });
            }
        }
        tables.sort_by_key(|stored| stored.table.to_string());
        Ok(tables)
    }

    /// Read all of a table and work out a sample of its values anew.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn verify(&self, table: EndgameTable) -> Result<(), TableError> {
        let (bytes, board) = (self.open(table)?, table.board());
        let follows = if table.holds_ranges() {
            Ranges::of(&board, table.cards(), bytes).follows(&board, table.question())
        } else {
            Endgame::of(&board, table.question(), table.cards(), bytes).follows(&board)
        };
        if follows { Ok(()) } else { Err(TableError::Wrong) }
    }

    /// Remove a table; says whether there was one.
    ///
    /// # Errors
    /// If there is one and it cannot be removed.
    pub fn remove(&self, table: EndgameTable) -> io::Result<bool> {
        match fs::remove_file(self.file(table)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            removed => removed.map(|()| true),
        }
    }

    /// The files of other versions, and what builders left behind that were killed while they
    /// wrote, or are writing now.
    ///
    /// # Errors
    /// If the folder is there but cannot be read.
    pub fn strays(&self) -> io::Result<Vec<PathBuf>> {
        let stray = |path: &PathBuf| {
            let aside = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(ASIDE));
            let values = path.extension().is_some_and(|extension| extension == EXTENSION);
            aside || values && TableFolder::named(path).is_none()
        };
        Ok(self.files()?.into_iter().filter(stray).collect())
    }

    /// Remove the [strays](Self::strays); says how many files that were. A builder that is writing
    /// now loses its own and fails.
    ///
    /// # Errors
    /// If the folder is there but cannot be read, or a file not removed.
    pub fn sweep(&self) -> io::Result<usize> {
        let strays = self.strays()?;
        strays.iter().try_for_each(fs::remove_file)?;
        Ok(strays.len())
    }

    /// What is in the folder; nothing if there is none.
    fn files(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            entries => entries?.map(|entry| Ok(entry?.path())).collect(),
        }
    }

    /// The table for use, every value checked.
    pub(super) fn open(&self, table: EndgameTable) -> Result<Bytes, TableError> {
        self.map(table)?.check()
    }

    /// The file of a table, its head and size checked; reads no more than that.
    pub(super) fn map(&self, table: EndgameTable) -> Result<Mapped, TableError> {
        let file = match File::open(self.file(table)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(TableError::Missing),
            file => file?,
        };
        let found = file.metadata()?.len();
        if found < HEAD as u64 {
            return Err(TableError::Head);
        }
        // SAFETY: a file with this name is never changed once it is there: it is written
        // under another one and renamed when whole, and replaced in the same way.
        let map = unsafe { Mmap::map(&file)? };
        let number = |at: usize| u32::from_le_bytes(map[at..at + 4].try_into().expect("four bytes"));
        if !map.starts_with(MAGIC) {
            return Err(TableError::Head);
        }
        if number(8) != VERSION {
            return Err(TableError::Version { found: number(8) });
        }
        if number(12) != u32::from(table.cards()) || number(HEAD - 4) != crc32fast::hash(&map[..HEAD - 4]) {
            return Err(TableError::Head);
        }
        let name = &map[28..28 + NAME];
        if name != name_bytes(table) {
            let found = String::from_utf8_lossy(name).trim_end_matches('\0').to_owned();
            return Err(TableError::Other { found });
        }
        let values = u64::from_le_bytes(map[16..24].try_into().expect("eight bytes"));
        let wanted = values.saturating_add(HEAD as u64);
        if found != wanted {
            return Err(TableError::Size { found, wanted });
        }
        Ok(Mapped(map))
    }
}

/// The file of a table.
pub(crate) struct Mapped(Mmap);

impl Mapped {
    /// The table for use, once every value is checked against the file's checksum.
    pub(super) fn check(self) -> Result<Bytes, TableError> {
        let sum = u32::from_le_bytes(self.0[24..28].try_into().expect("four bytes"));
        if crc32fast::hash(self.values()) != sum {
            return Err(TableError::Damaged);
        }
        Ok(Bytes::Mapped(self))
    }

    #[inline(always)]
    pub(super) fn values(&self) -> &[u8] {
        &self.0[HEAD..]
    }
}

/// Temporary files are for their owner only; a table is like any other file.
fn make_readable(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}

/// The name of a table as its head holds it. The longest, with all switches, has no more
/// letters than there is room for.
fn name_bytes(table: EndgameTable) -> [u8; NAME] {
    let mut bytes = [0; NAME];
    let name = table.to_string();
    let shown = name.len().min(NAME);
    bytes[..shown].copy_from_slice(&name.as_bytes()[..shown]);
    bytes
}

fn head(table: EndgameTable, values: &[u8]) -> [u8; HEAD] {
    let mut head = Vec::with_capacity(HEAD);
    head.extend_from_slice(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend(u32::from(table.cards()).to_le_bytes());
    head.extend((values.len() as u64).to_le_bytes());
    head.extend(crc32fast::hash(values).to_le_bytes());
    head.extend(name_bytes(table));
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head.try_into().expect("8 + 4 + 4 + 8 + 4 + 64 + 4 bytes")
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::{Seek, SeekFrom};

    use super::*;
    use crate::rules::play::PlayRules;

    /// A folder that holds a table of this name, its values all zero, as a builder writes
    /// it; true values take too long to make here.
    fn stored(table: EndgameTable) -> (tempfile::TempDir, TableFolder) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let folder = TableFolder::new(dir.path().join("tables"));
        let values = vec![0; table.bytes() as usize].into_boxed_slice();
        folder.store(table, |_| values).expect("it is written");
        (dir, folder)
    }

    fn table() -> EndgameTable {
        EndgameTable::new(PlayRules::default(), false, false)
    }

    fn overwrite(folder: &TableFolder, at: u64, bytes: &[u8]) {
        let mut file = OpenOptions::new().write(true).open(folder.file(table())).expect("it is there");
        file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(bytes)).expect("it can be written");
    }

    #[test]
    fn what_is_stored_is_found() {
        let (dir, folder) = stored(table());
        let bytes = folder.open(table()).expect("it is whole");
        assert_eq!(bytes.all().len() as u64, table().bytes());
        let listed = folder.list().expect("the folder is there");
        assert_eq!((listed.len(), listed[0].table), (1, table()));
        assert!(listed[0].state.is_ok());
        let left: Vec<_> = fs::read_dir(folder.path()).expect("it is there").collect();
        assert_eq!(left.len(), 1, "something was left beside it");
        assert!(folder.remove(table()).expect("it can be"));
        assert!(!folder.remove(table()).expect("it is gone"));
        assert!(matches!(folder.open(table()), Err(TableError::Missing)));
        drop(dir);
    }

    #[test]
    fn damage_is_seen() {
        let (_dir, folder) = stored(table());
        assert!(matches!(folder.verify(table()), Err(TableError::Wrong)), "the values are zeros");
        overwrite(&folder, HEAD as u64 + 1_000_000, &[1]);
        assert!(matches!(folder.open(table()), Err(TableError::Damaged)));
        let file = OpenOptions::new().write(true).open(folder.file(table())).expect("it is there");
        file.set_len(HEAD as u64 + 999).expect("it can be cut");
        assert!(matches!(folder.open(table()), Err(TableError::Size { .. })));
        overwrite(&folder, 8, &7_u32.to_le_bytes());
        assert!(matches!(folder.open(table()), Err(TableError::Version { found: 7 })));
        overwrite(&folder, 0, b"x");
        assert!(matches!(folder.open(table()), Err(TableError::Head)));
        file.set_len(3).expect("it can be cut");
        assert!(matches!(folder.open(table()), Err(TableError::Head)));
        assert!(folder.list().expect("the folder is there")[0].state.is_err());
    }

    #[test]
    fn a_table_under_the_name_of_another_is_not_taken_for_it() {
        let (_dir, folder) = stored(table());
        let other = EndgameTable::new(PlayRules::default(), false, true);
        fs::rename(folder.file(table()), folder.file(other)).expect("it can be");
        let found = folder.open(other).err().map(|error| error.to_string());
        assert_eq!(found.as_deref(), Some("holds another table, notrump-most"));
    }

    #[test]
    fn a_head_has_room_for_every_name() {
        let tables = [false, true].map(|large| EndgameTable::all(PlayRules::from_bits(0b11111), large));
        for table in tables.concat() {
            assert_eq!(String::from_utf8_lossy(&name_bytes(table)).trim_end_matches('\0'), table.to_string());
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_before_the_work() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join("file");
        fs::write(&file, "").expect("it can be written");
        let folder = TableFolder::new(file.join("tables"));
        assert!(folder.store(table(), |_| panic!("it was worked out for nothing")).is_err());
        assert!(TableFolder::new(dir.path().join("none")).list().expect("no folder, no tables").is_empty());
    }

    #[test]
    fn builders_at_once_leave_one_whole_table() {
        let (_dir, folder) = stored(table());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let values = vec![0; table().bytes() as usize].into_boxed_slice();
                    folder.store(table(), |_| values).expect("it is written");
                });
            }
            for _ in 0..10 {
                assert!(folder.open(table()).is_ok(), "a reader found half a table");
            }
        });
        assert!(folder.open(table()).is_ok());
        assert_eq!(folder.sweep().expect("the folder is there"), 0);
    }

    #[test]
    fn other_versions_are_strays() {
        let (_dir, folder) = stored(table());
        let other = [
            format!("{}.endgame", table()),
            format!("{}.1.endgame", table()),
            format!("suit-floor.{VERSION}.endgame"),
            format!("{ASIDE}x"),
        ];
        for name in &other {
            fs::write(folder.path().join(name), "").expect("it can be written");
        }
        fs::write(folder.path().join("notes.txt"), "").expect("it can be written");
        assert_eq!(folder.list().expect("the folder is there").len(), 1);
        assert_eq!(folder.sweep().expect("they can be removed"), other.len());
        assert_eq!(folder.strays().expect("the folder is there"), Vec::<PathBuf>::new());
        assert!(folder.open(table()).is_ok() && folder.path().join("notes.txt").exists());
    }
}
