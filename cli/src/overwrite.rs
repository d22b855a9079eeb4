//! Files that are written whole, and the refusal to overwrite a file.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, anyhow};

use preference_jobs::file_identity::{is_same, is_stdin, is_stdout, resolve_links};
use preference_jobs::is_stdio;

use crate::failure::Failure;

/// Refuses to write the file `output`, which an option such as `--html` names, if it is one of the files that are
/// read, or the file to which standard output goes. The name `-` among the inputs stands for standard input.
pub(crate) fn refuse_overwriting<'a>(
    option: &str,
    output: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let is_read = |input: &Path| if is_stdio(input) { is_stdin(output) } else { is_same(input, output) };
    if inputs.into_iter().any(is_read) || is_stdout(output) {
        let output = output.display();
        return Err(Failure::Input(format!(
            "{option} {output}: this file is read or printed to: name another one"
        )));
    }
    Ok(())
}

/// Writes a file that is complete as soon as it has its name. A file of this name is replaced only if `overwrite` is
/// set, and stays as it is if the new one cannot be written.
pub(crate) fn write_file(path: &Path, contents: &str, overwrite: bool) -> Result<(), Failure> {
    let unwritten = || format!("cannot write {}", path.display());
    if !overwrite && path.exists() {
        return Err(Failure::Other(anyhow!("{} already exists: --overwrite replaces it", path.display())));
    }
    if path.exists() && !path.is_file() {
        // A device or a pipe cannot be replaced.
        return Ok(fs::write(path, contents).with_context(unwritten)?);
    }
    // The file behind a link is replaced, not the link.
    let path = resolve_links(path);
    let mut part = path.clone().into_os_string();
    part.push(".part");
    let part = Path::new(&part);
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(part)?;
        let written = file.write_all(contents.as_bytes()).and_then(|()| file.sync_all());
        written.and_then(|()| fs::rename(part, &path)).inspect_err(|_| drop(fs::remove_file(part)))
    };
    match write() {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(Failure::Other(anyhow!("{} exists, left by another run: remove it", part.display())))
        }
        written => Ok(written.with_context(unwritten)?),
    }
}

/// Refuses the name `-` for a file: standard output has the answer.
pub(crate) fn refuse_standard_output(option: &str, path: &Path) -> Result<(), Failure> {
    if is_stdio(path) {
        return Err(Failure::Input(format!("{option} -: standard output has the answer: name a file")));
    }
    Ok(())
}
