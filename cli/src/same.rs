//! Identity of files: whether two names lead to one file, through any links.

use std::fs;
use std::path::{Path, PathBuf};

use same_file::Handle;

/// Checks whether two paths lead to one file, or would if they were written.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    resolve_links(a) == resolve_links(b) || handle(a).is_some_and(|a| handle(b).is_some_and(|b| a == b))
}

/// Checks whether standard input is this file.
pub(crate) fn is_stdin(path: &Path) -> bool {
    handle(path).is_some_and(|file| Handle::stdin().is_ok_and(|stdin| stdin == file))
}

/// Checks whether standard output is this file.
pub(crate) fn is_stdout(path: &Path) -> bool {
    handle(path).is_some_and(|file| Handle::stdout().is_ok_and(|stdout| stdout == file))
}

/// Returns the identity of a regular file. Opening anything else could wait for ever.
fn handle(path: &Path) -> Option<Handle> {
    if path.is_file() { Handle::from_path(path).ok() } else { None }
}

/// Resolves the links of a name to the path of its file.
pub(crate) fn resolve_links(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        path.file_name().map_or(folder.clone(), |name| folder.join(name))
    })
}
