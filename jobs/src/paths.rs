//! Paths of files, where `-` stands for standard input or standard output.

use std::path::{Path, PathBuf};

/// Whether a path is `-`, which stands for standard input or standard output.
#[must_use]
pub fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a path leads to a stream, which can be read or written only once.
pub(crate) fn is_stream(path: &Path) -> bool {
    is_stdio(path) || std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

pub(crate) fn name_of(path: &Path) -> String {
    if is_stdio(path) { "standard input".to_owned() } else { path.display().to_string() }
}

pub(crate) fn stem(path: &Path) -> PathBuf {
    match ending(path).as_deref() {
        Some("gz" | "zst") => path.with_extension(""),
        _ => path.to_owned(),
    }
}

pub(crate) fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}
