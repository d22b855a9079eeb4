//! Identity of files: whether two paths lead to the same file, through any links.

use std::fs;
use std::path::{Path, PathBuf};

use same_file::Handle;

/// Whether two paths lead to the same file, or would do so once it is written.
#[must_use]
pub fn is_same(a: &Path, b: &Path) -> bool {
    resolve_links(a) == resolve_links(b) || handle(a).is_some_and(|a| handle(b).is_some_and(|b| a == b))
}

/// Whether standard input is the file at this path.
#[must_use]
pub fn is_stdin(path: &Path) -> bool {
    handle(path).is_some_and(|file| Handle::stdin().is_ok_and(|stdin| stdin == file))
}

/// Whether standard output is the file at this path.
#[must_use]
pub fn is_stdout(path: &Path) -> bool {
    handle(path).is_some_and(|file| Handle::stdout().is_ok_and(|stdout| stdout == file))
}

/// The identity of a regular file; `None` for anything else, since opening it could wait forever.
fn handle(path: &Path) -> Option<Handle> {
    if path.is_file() { Handle::from_path(path).ok() } else { None }
}

/// Follows the links of a path and returns the path of the file to which they lead.
#[must_use]
pub fn resolve_links(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        path.file_name().map_or(folder.clone(), |name| folder.join(name))
    })
}
