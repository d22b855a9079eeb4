//! Paths of files, where `-` stands for standard input or standard output.

use std::path::{Path, PathBuf};

/// Checks whether a path is `-`, which stands for standard input or standard output.
#[must_use]
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Checks whether a path leads to a stream, which can be read or written only once.
pub(crate) fn is_stream(path: &Path) -> bool {
    is_standard(path) || std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Returns the name of a file for messages.
pub(crate) fn name_of(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Returns the path of a file without the ending that its compression adds.
pub(crate) fn stem(path: &Path) -> PathBuf {
    match ending(path).as_deref() {
        Some("gz" | "zst") => path.with_extension(""),
        _ => path.to_owned(),
    }
}

/// Returns the ending of a file's name in lower case, without the dot.
pub(crate) fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}
