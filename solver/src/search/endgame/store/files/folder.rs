//! A folder of complete tables, with one file for each table.
//!
//! A file is written under a temporary name, renamed when it is complete, and never changed afterwards. So a reader
//! never finds an incomplete file, and two builders at the same time do not disturb each other.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use tempfile::NamedTempFile;

use super::file::{self, TableError, VERSION};
use crate::search::endgame::values::bytes::Bytes;
use crate::search::endgame::values::kind::EndgameTableId;
use crate::search::endgame::values::mapped_file::{HEADER_BYTES, MappedFile};
use crate::search::endgame::values::ranges::Ranges;
use crate::search::endgame::values::value_table::Values;

const EXTENSION: &str = "endgame";
const TEMPORARY_PREFIX: &str = ".building-";

/// A folder of complete tables.
///
/// A table that is in use is mapped into memory. A program that overwrites or truncates its file changes answers or
/// crashes this process; replacing or removing the file does no harm. A program that maps a file holds a shared lock on
/// it for that time, if the system has locks, so that other programs can find out that it is in use.
#[derive(Clone, Debug)]
pub struct TableFolder {
    path: PathBuf,
}

/// The right to build tables in the background: a lock on the folder itself, released when the program ends.
pub(super) struct Claim {
    _folder: File,
}

/// A table that was found in a folder.
#[derive(Debug)]
pub struct StoredTable {
    /// The table.
    pub table: EndgameTableId,
    /// Size of the table's file in bytes.
    pub bytes: u64,
    /// The result of checking the header and the size of the file, but not the values.
    pub state: Result<(), TableError>,
    /// Whether the file is unchanged since the table was verified, or since [`TableFolder::build`] wrote it.
    pub is_verified: bool,
}

/// Writing can be cancelled after each piece. Pieces end at boundaries of large pages, in which Linux can keep the
/// file.
const PIECE_BYTES: usize = 1 << 22;

const FAULTS: [(&str, TableError); 2] =
    [("damaged: ", TableError::Damaged), ("wrong value: ", TableError::WrongValue)];

impl TableFolder {
    /// The folder at this path, which need not exist.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> TableFolder {
        TableFolder { path: path.into() }
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name contains the version of the format, so that programs of several versions can share a folder.
    #[must_use]
    pub fn file_path(&self, table: EndgameTableId) -> PathBuf {
        self.path.join(format!("{table}.{VERSION}.{EXTENSION}"))
    }

    /// `None` for a table's file of another version, too.
    fn table_of_file(path: &Path) -> Option<EndgameTableId> {
        let name = path.file_name()?.to_str()?.strip_suffix(&format!(".{VERSION}.{EXTENSION}"))?;
        name.parse().ok()
    }

    /// Builds a table on all cores and stores it, replacing the file that was there before.
    ///
    /// `progress` is called, from any thread, with numbers of newly finished bytes. The numbers add up to
    /// [`EndgameTableId::size_in_bytes`].
    ///
    /// # Errors
    /// If the folder cannot be written to, or the disk is full, which is noticed before the table is computed if
    /// possible. A previous file of the table then remains.
    pub fn build(&self, table: EndgameTableId, progress: impl Fn(u64) + Sync) -> io::Result<()> {
        self.make_ready(table)?;
        let values = table.complete(&|done| {
            progress(done);
            Some(())
        });
        let values = values.expect("the build is not cancelled");
        let file = self.write_temporary(table, &values, || false)?;
        file.as_file().sync_all()?;
        self.rename_to_table(file, table)?;
        self.mark(table, "");
        Ok(())
    }

    /// Writes the bytes of a table to its file, unless `stopped` returns `true` before the end.
    ///
    /// The bytes are not forced onto the disk, since that takes long. If some bytes never reach the disk, the next
    /// reader notices it by the checksum.
    pub(super) fn store(
        &self,
        table: EndgameTableId,
        values: &[u8],
        stopped: impl Fn() -> bool,
    ) -> io::Result<()> {
        let file = self.write_temporary(table, values, stopped)?;
        self.rename_to_table(file, table)
    }

    /// Creates the folder, and checks that the table can be written to it and has room on the disk.
    pub(super) fn make_ready(&self, table: EndgameTableId) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        self.create_temporary()?.close()?;
        let needed = HEADER_BYTES as u64 + table.size_in_bytes();
        if let Ok(free) = fs4::available_space(&self.path)
            && free < needed
        {
            let [needed, free] = [needed, free].map(|bytes| bytes.div_ceil(1_000_000));
            let missing = format!("the table takes {needed} MB, but only {free} MB are free");
            return Err(io::Error::new(io::ErrorKind::StorageFull, missing));
        }
        Ok(())
    }

    fn create_temporary(&self) -> io::Result<NamedTempFile> {
        tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempfile_in(&self.path)
    }

    fn write_temporary(
        &self,
        table: EndgameTableId,
        values: &[u8],
        stopped: impl Fn() -> bool,
    ) -> io::Result<NamedTempFile> {
        let go_on = || if stopped() { Err(io::ErrorKind::Interrupted.into()) } else { io::Result::Ok(()) };
        let mut file = self.create_temporary()?;
        let (first, rest) = values.split_at(values.len().min(PIECE_BYTES - HEADER_BYTES));
        go_on()?;
        file.write_all(&[&file::header(table, values), first].concat())?;
        for piece in rest.chunks(PIECE_BYTES) {
            go_on()?;
            file.write_all(piece)?;
        }
        go_on()?;
        Ok(file)
    }

    fn rename_to_table(&self, file: NamedTempFile, table: EndgameTableId) -> io::Result<()> {
        make_readable(file.as_file())?;
        file.persist(self.file_path(table)).map_err(|error| error.error)?;
        Ok(())
    }

    pub(super) fn claim(&self) -> Result<Claim, TryLockError> {
        let folder = File::open(&self.path).map_err(TryLockError::Error)?;
        folder.try_lock()?;
        Ok(Claim { _folder: folder })
    }

    pub(super) fn sweep_old(&self) {
        // Builders that were killed left files behind.
        for path in self.files().unwrap_or_default().iter().filter(|path| is_old_temporary(path)) {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(path);
        }
    }

    /// Lists the tables in the folder, sorted by name; other files are skipped.
    pub fn list(&self) -> io::Result<Vec<StoredTable>> {
        let mut tables = Vec::new();
        for path in self.files()? {
            if let Some(table) = TableFolder::table_of_file(&path) {
                let bytes = fs::metadata(&path).map_or(0, |data| data.len());
                let state = self.map(table).map(|_| ());
                let state = state.and_then(|()| self.known_fault(table).map_or(Ok(()), Err));
                tables.push(StoredTable { table, bytes, state, is_verified: self.is_verified(table) });
            }
        }
        tables.sort_by_key(|stored| stored.table.to_string());
        Ok(tables)
    }

    /// Checks a table against its checksum, solves a sample of it again, and marks a table that passes as verified.
    pub fn verify(&self, table: EndgameTableId) -> Result<(), TableError> {
        let bytes = self.open(table).inspect_err(|error| {
            if matches!(error, TableError::Damaged) {
                self.mark(table, FAULTS[0].0);
            }
        })?;
        let board = table.board();
        let is_consistent = if table.holds_ranges() {
            Ranges::from_bytes(&board, table.max_cards(), bytes).is_consistent(&board, table.question())
        } else {
            Values::from_bytes(&board, table.question(), table.max_cards(), bytes).is_consistent(&board)
        };
        if is_consistent {
            self.mark(table, "");
            Ok(())
        } else {
            self.mark(table, FAULTS[1].0);
            Err(TableError::WrongValue)
        }
    }

    fn mark_path(&self, table: EndgameTableId) -> PathBuf {
        // A mark is a small file that records the size and the modification time of the table's file when the table
        // was verified or built.
        self.file_path(table).with_added_extension("verified")
    }

    fn stamp(&self, table: EndgameTableId) -> Option<String> {
        let data = fs::metadata(self.file_path(table)).ok()?;
        let written = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(format!("{} bytes, written at {}\n", data.len(), written.as_nanos()))
    }

    fn mark(&self, table: EndgameTableId, prefix: &str) {
        // If the mark cannot be written, the table counts as not verified, which does no harm.
        if let Some(stamp) = self.stamp(table) {
            let _ = fs::write(self.mark_path(table), format!("{prefix}{stamp}"));
        }
    }

    fn known_fault(&self, table: EndgameTableId) -> Option<TableError> {
        let (mark, stamp) = (fs::read_to_string(self.mark_path(table)).ok()?, self.stamp(table)?);
        let fault = FAULTS.into_iter().find(|(prefix, _)| mark.strip_prefix(prefix) == Some(stamp.as_str()));
        fault.map(|(_, error)| error)
    }

    fn is_verified(&self, table: EndgameTableId) -> bool {
        let stamp = self.stamp(table);
        stamp.is_some() && fs::read_to_string(self.mark_path(table)).ok() == stamp
    }

    /// Removes a table. Returns whether there was one.
    pub fn remove(&self, table: EndgameTableId) -> io::Result<bool> {
        // The mark is removed first, since a mark without its table has no meaning.
        let _ = fs::remove_file(self.mark_path(table));
        match fs::remove_file(self.file_path(table)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            removed => removed.map(|()| true),
        }
    }

    /// The files with the extension `endgame` that are not tables of this version, and the temporary files that
    /// builders are writing or left behind when they were killed.
    pub fn strays(&self) -> io::Result<Vec<PathBuf>> {
        Ok(self.files()?.into_iter().filter(|path| is_stray(path)).collect())
    }

    /// Removes the [strays](Self::strays), and returns their number. A builder that is writing now fails.
    ///
    /// # Errors
    /// If the folder exists but cannot be read, or a file cannot be removed.
    pub fn sweep(&self) -> io::Result<usize> {
        let strays = self.strays()?;
        strays.iter().try_for_each(fs::remove_file)?;
        Ok(strays.len())
    }

    fn files(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            entries => entries?.map(|entry| Ok(entry?.path())).collect(),
        }
    }

    pub(super) fn open(&self, table: EndgameTableId) -> Result<Bytes, TableError> {
        file::verify_checksum(self.map(table)?)
    }

    pub(super) fn map(&self, table: EndgameTableId) -> Result<MappedFile, TableError> {
        file::map(&self.file_path(table), table)
    }
}

fn is_temporary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(TEMPORARY_PREFIX))
}

fn is_old_temporary(path: &Path) -> bool {
    // The builder of a file that was last written more than a day ago has surely ended.
    const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);
    let written = fs::metadata(path).and_then(|data| data.modified()).ok();
    is_temporary(path) && written.and_then(|written| written.elapsed().ok()).is_some_and(|age| age > MAX_AGE)
}

fn is_stray(path: &Path) -> bool {
    let has_extension = path.extension().is_some_and(|extension| extension == EXTENSION);
    is_temporary(path) || has_extension && TableFolder::table_of_file(path).is_none()
}

fn make_readable(file: &File) -> io::Result<()> {
    // Temporary files are readable only by their owner, but the file of a table should be readable by everyone.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}

#[cfg(test)]
mod tests;
