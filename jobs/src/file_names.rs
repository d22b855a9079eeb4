//! Mistakes in the names of files, which are reported before any file is read or written.

use std::path::{Path, PathBuf};

use crate::file_identity::{is_same, is_stdin, is_stdout};
use crate::journal::{journal_path, with_ending};
use crate::paths::{ending, is_stdio, is_stream};
use crate::store::StartMode;

/// Names of the files of a run.
#[derive(Clone, Copy, Debug)]
pub struct FileNames<'a> {
    /// Inputs of the job.
    pub inputs: &'a [PathBuf],
    /// File of the answers.
    pub output: &'a Path,
    /// File of the records without an answer.
    pub rejects: Option<&'a Path>,
    /// File for the summary of the run.
    pub summary: Option<&'a Path>,
    /// Name of an option that names a further file for the run to read, and the path of this file.
    pub option_file: Option<(&'a str, &'a Path)>,
    /// Whether the job is answered in several parts.
    pub has_parts: bool,
}

impl FileNames<'_> {
    /// A message about the first mistake in the names.
    #[must_use]
    pub fn find_mistake(&self, start: StartMode) -> Option<String> {
        let output = self.output;
        let resumes = start == StartMode::Resume;
        let streams = self.inputs.iter().any(|path| is_stream(path)) || is_stream(output);
        if streams && (resumes || self.has_parts) {
            let flag = if resumes { "--resume" } else { "--part" };
            return Some(format!("{flag}: a stream cannot be resumed: name files instead"));
        }
        if !is_stdio(output) && output.exists() && !output.is_file() {
            return Some(format!("-o {}: this is not a file; for standard output write -", output.display()));
        }
        if let Some(path) = self.rejects.into_iter().chain(self.summary).find(|path| is_stdio(path)) {
            return Some(format!("{}: only -o may be standard output", path.display()));
        }
        let packed = |path: &&Path| matches!(ending(path).as_deref(), Some("gz" | "zst" | "parquet"));
        if let Some(path) = self.rejects.filter(packed) {
            return Some(format!(
                "--rejects {}: rejects are written as CSV, not compressed: end the name in .csv",
                path.display()
            ));
        }
        if self.rejects.is_some_and(Path::exists) && start == StartMode::New {
            return Some("--rejects: the file already exists: --overwrite replaces it".to_owned());
        }
        if let Some(path) =
            self.rejects.into_iter().chain(self.summary).find(|path| path.exists() && !path.is_file())
        {
            return Some(format!("{}: this is not a file", path.display()));
        }
        let mut written = Vec::new();
        if !is_stdio(output) {
            let companions =
                [journal_path(output), with_ending(output, "part"), with_ending(output, "joined")];
            written.push(("-o".to_owned(), output.to_owned()));
            written.extend(companions.map(|path| ("a file that belongs to -o".to_owned(), path)));
        }
        if let Some(path) = self.rejects {
            written.push(("--rejects".to_owned(), path.to_owned()));
            written.push(("a file that belongs to --rejects".to_owned(), with_ending(path, "part")));
        }
        written.extend(self.summary.map(|path| ("--summary".to_owned(), path.to_owned())));
        let read = self.inputs.iter().map(|path| ("an input".to_owned(), path.clone()));
        let option_file = self.option_file.map(|(option, path)| (option.to_owned(), path.to_owned()));
        let mut others: Vec<(String, PathBuf)> = read.chain(option_file).collect();
        others.extend(is_stdio(output).then(|| ("-o".to_owned(), output.to_owned())));
        for (n, (what, path)) in written.iter().enumerate() {
            let mut earlier = written[..n].iter().chain(&others);
            if let Some((other, _)) = earlier.find(|(other, name)| is_use_of(path, other, name)) {
                return Some(format!(
                    "{}: this is {what} and {other}: give each a name of its own",
                    path.display()
                ));
            }
        }
        None
    }
}

/// `other_option` is the option that names `other`, or the text `an input`. A `-` in `other` means standard output if
/// `other_option` is `-o`, and standard input in all other cases.
fn is_use_of(path: &Path, other_option: &str, other: &Path) -> bool {
    match (is_stdio(other), other_option) {
        (true, "-o") => is_stdout(path),
        (true, _) => is_stdin(path),
        _ => is_same(other, path),
    }
}
