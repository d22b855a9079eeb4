//! House rules from files of TOML.

use std::path::Path;

use crate::order::sort_by_key;
use crate::rules::rule_set::error::{Location, VariantError};
use crate::rules::rule_set::node::Node;
use crate::rules::rule_set::schema::Rules;
use crate::rules::rule_set::source::Source;
use crate::rules::rule_set::toml_node::read_text;
use crate::rules::rule_set::variant::Variant;

/// Maximum number of mistakes in a list.
const MAX_MISTAKES: usize = 50;

impl Variant {
    /// Parses house rules from the text of a file.
    ///
    /// # Errors
    /// If the text is not TOML, and the errors of [`from_json`](Self::from_json).
    pub fn from_toml(text: &str) -> Result<Variant, VariantError> {
        Variant::read(&Source::Text(text))
    }

    /// Reads house rules from a file. It may extend another file, given by a path relative to the folder of the first.
    ///
    /// # Errors
    /// The errors of [`from_toml`](Self::from_toml); also if a file cannot be read, or extends itself.
    pub fn from_file(path: &Path) -> Result<Variant, VariantError> {
        Variant::read(&Source::File { text: &read_text(path)?, path, extending: &[] })
    }

    /// Lists the mistakes in a file of rules in the order of its lines.
    ///
    /// Each mistake is left out when the file is read again for the next one. Mistakes that follow only from several
    /// keys together are listed if the file has no others, since they might follow from what was left out.
    #[must_use]
    pub fn mistakes_in_file(path: &Path) -> Vec<VariantError> {
        let text = match read_text(path) {
            Ok(text) => text,
            Err(error) => return vec![error],
        };
        let read_alone = |source: &Source<'_>| source.read().map(|_| ());
        let read_whole = |source: &Source<'_>| Variant::read(source).map(|_| ());
        let alone = list_mistakes(&text, path, read_alone);
        if alone.is_empty() { list_mistakes(&text, path, read_whole) } else { alone }
    }

    /// Writes the complete rules in the form that [`from_toml`](Self::from_toml) reads.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // If switches were changed, the other names of the preset do not stand for these rules.
        let aliases = if self.label.contains(',') { Vec::new() } else { self.rules.aliases.clone() };
        let rules = Rules { name: self.label.replace(',', " "), aliases, ..self.rules.clone() };
        toml::to_string(&rules).expect("tables of numbers and names")
    }
}

fn list_mistakes(
    text: &str,
    path: &Path,
    read: impl Fn(&Source<'_>) -> Result<(), VariantError>,
) -> Vec<VariantError> {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<(usize, VariantError)> = Vec::new();
    while found.len() < MAX_MISTAKES {
        let text = lines.join("\n");
        let Err(error) = read(&Source::File { text: &text, path, extending: &[] }) else { break };
        let VariantError::File { location: Some(Location::Line { line, .. }), .. } = error else {
            // What is missing may be missing because a line was left out.
            if found.is_empty() {
                found.push((0, error));
            }
            break;
        };
        let is_toml = Node::from_toml(&text).is_ok();
        found.push((line, error));
        if !is_toml || !leave_out(&mut lines, line - 1) {
            break;
        }
    }
    sort_by_key(&mut found, |&(line, _)| line);
    found.into_iter().map(|(_, error)| error).collect()
}

/// With the rest of its table if the line is the heading, and with the rest of a value of several lines. Returns
/// `false` if what is left is no TOML.
fn leave_out(lines: &mut [&str], index: usize) -> bool {
    let is_heading = |line: &str| line.trim_start().starts_with('[');
    let heads_table = is_heading(lines[index]);
    lines[index] = "";
    for next in index + 1..lines.len() {
        let is_done =
            if heads_table { is_heading(lines[next]) } else { Node::from_toml(&lines.join("\n")).is_ok() };
        if is_done {
            break;
        }
        lines[next] = "";
    }
    Node::from_toml(&lines.join("\n")).is_ok()
}
