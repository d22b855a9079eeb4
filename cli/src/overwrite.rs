//! Refusal to overwrite a file that is read.

use std::path::Path;

use preference_jobs::file_identity::{is_same, is_stdin, is_stdout};
use preference_jobs::is_standard;

use crate::failure::Failure;

/// Refuses to write the file `output`, which an option such as `--html` names, if it is one of the files that are
/// read, or the file to which standard output goes. The name `-` among the inputs stands for standard input.
pub(crate) fn refuse_overwriting<'a>(
    option: &str,
    output: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let is_read = |input: &Path| if is_standard(input) { is_stdin(output) } else { is_same(input, output) };
    if inputs.into_iter().any(is_read) || is_stdout(output) {
        let output = output.display();
        return Err(Failure::Input(format!(
            "{option} {output}: this file is read or printed to: name another one"
        )));
    }
    Ok(())
}
