//! Mistakes in the names of files and of what is taken over, found before anything is read or written.

use std::fs;
use std::path::{Path, PathBuf};

use preference::analysis::columns::ERRORS;

use super::file::{ending, is_standard};
use super::journal::{beside, with_ending};
use crate::args::BatchArgs;

/// The columns that every table has.
const OWN: [&str; 4] = ["record", "id", ERRORS[0], ERRORS[1]];

/// What is wrong with the names that the arguments give, if anything is.
pub(super) fn wrong(args: &BatchArgs, output: &Path) -> Option<String> {
    let streams = args.inputs.iter().any(|path| is_stream(path)) || is_stream(output);
    if streams && (args.resume || args.part.is_some()) {
        let flag = if args.resume { "--resume" } else { "--part" };
        return Some(format!("{flag}: a stream cannot be gone on with: name files instead"));
    }
    if !is_standard(output) && output.exists() && !output.is_file() {
        return Some(format!("-o {}: this is no file; for standard output write -", output.display()));
    }
    if let Some(path) = args.rejects.iter().chain(&args.summary).find(|path| is_standard(path)) {
        return Some(format!("{}: only -o may be standard output", path.display()));
    }
    let packed = |path: &&PathBuf| matches!(ending(path).as_deref(), Some("gz" | "zst" | "parquet"));
    if let Some(path) = args.rejects.iter().find(packed) {
        return Some(format!("--rejects {}: they are written as CSV, not packed", path.display()));
    }
    if args.rejects.as_ref().is_some_and(|path| path.exists()) && !args.overwrite && !args.resume {
        return Some("--rejects: the file is there already: --overwrite replaces it".to_owned());
    }
    for (n, name) in args.keep.iter().enumerate() {
        if args.keep[..n].contains(name) || OWN.contains(&name.as_str()) {
            return Some(format!("--keep {name}: the output has it already: name it once"));
        }
    }
    if let Some(path) = args.rejects.iter().chain(&args.summary).find(|path| path.exists() && !path.is_file())
    {
        return Some(format!("{}: this is no file", path.display()));
    }
    let mut written = Vec::new();
    if !is_standard(output) {
        let own = [beside(output), with_ending(output, "part"), with_ending(output, "joined")];
        written.push(("-o".to_owned(), output.to_owned()));
        written.extend(own.map(|path| ("a file that belongs to -o".to_owned(), path)));
    }
    if let Some(path) = &args.rejects {
        written.push(("--rejects".to_owned(), path.clone()));
        written.push(("a file that belongs to --rejects".to_owned(), with_ending(path, "part")));
    }
    written.extend(args.summary.iter().map(|path| ("--summary".to_owned(), path.clone())));
    let read = args.inputs.iter().filter(|path| !is_standard(path));
    let read: Vec<(String, PathBuf)> = read.map(|path| ("an input".to_owned(), path.clone())).collect();
    for (n, (what, path)) in written.iter().enumerate() {
        let mut same = written[..n].iter().chain(&read).filter(|(_, other)| real(other) == real(path));
        if let Some((other, _)) = same.next() {
            return Some(format!(
                "{}: this is {what} and {other}: give each a name of its own",
                path.display()
            ));
        }
    }
    None
}

/// Whether something can be read or written only once.
fn is_stream(path: &Path) -> bool {
    is_standard(path) || fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// The file that a name means, whatever links lead to it.
pub(super) fn real(path: &Path) -> PathBuf {
    let found = fs::canonicalize(path);
    found.unwrap_or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        path.file_name().map_or(folder.clone(), |name| folder.join(name))
    })
}
