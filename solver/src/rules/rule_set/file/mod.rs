//! Reads a file of rules, completes it with the keys of the rules that it extends, and locates mistakes in it.

use std::fs::File;
use std::io::{self, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::encoding::check_encoding;
use crate::excerpt::{is_plain, shorten, trim_invisible};
use crate::rules::contract::Contract;
use crate::rules::rule_set::error::{Location, VariantError};
use crate::rules::rule_set::node::{Mistake, Node, Table};
use crate::rules::rule_set::schema::{KeyProblem, Rules};
use crate::rules::rule_set::useless_keys::UselessKey;
use crate::spelling::nearest;

/// The texts of the presets' files, in the order in which lists show the presets.
pub(super) const PRESETS: [&str; 18] = [
    include_str!("../../presets/austrian.toml"),
    include_str!("../../presets/austrian-1829.toml"),
    include_str!("../../presets/austrian-1829-early.toml"),
    include_str!("../../presets/austrian-plain.toml"),
    include_str!("../../presets/austrian-unlimited.toml"),
    include_str!("../../presets/austrian-limited.toml"),
    include_str!("../../presets/styrian.toml"),
    include_str!("../../presets/illustrated.toml"),
    include_str!("../../presets/illustrated-run6.toml"),
    include_str!("../../presets/illustrated-sansatout.toml"),
    include_str!("../../presets/hungarian.toml"),
    include_str!("../../presets/hungarian-long.toml"),
    include_str!("../../presets/bule.toml"),
    include_str!("../../presets/danube-swabian.toml"),
    include_str!("../../presets/russian.toml"),
    include_str!("../../presets/leningrad.toml"),
    include_str!("../../presets/rostov.toml"),
    include_str!("../../presets/american.toml"),
];

/// Largest size of a file of rules, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Limit for a parser's message, which may repeat a long key or value.
const MAX_MESSAGE_CHARACTERS: usize = 600;

/// Limit for a name or a title, since every answer repeats the name.
const MAX_NAME_CHARACTERS: usize = 100;

/// Limit on the files that a file of rules extends, directly or through other files.
const MAX_EXTENDED_FILES: usize = 32;

/// A TOML text of rules, and its origin.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) origin: Origin<'a>,
}

pub(super) struct ParsedFile {
    pub(super) tables: Node,
    pub(super) rules: Rules,
}

/// The origin of a text of rules.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a> {
    Text,
    File(&'a Path),
    /// The text was written from a JSON object, which has keys but no lines.
    Object,
}

impl Source<'_> {
    /// Reads the file without the keys of the rules that it extends.
    pub(super) fn read(&self) -> Result<ParsedFile, VariantError> {
        let error = |mistake: Mistake| self.mistake_error(&mistake);
        let tables = Node::parse(self.text).map_err(error)?;
        let rules = Rules::deserialize(&tables).map_err(error)?;
        self.check(&rules)?;
        self.check_spellings(&tables)?;
        Ok(ParsedFile { tables, rules })
    }

    fn check_spellings(&self, root: &Node) -> Result<(), VariantError> {
        match root.table().and_then(find_repeated_contract) {
            Some((byte, contract)) => {
                Err(self.error_at(Some(byte), format!("{contract} is in the table already: write it once")))
            }
            None => Ok(()),
        }
    }

    fn check(&self, rules: &Rules) -> Result<(), VariantError> {
        for (key, text) in [("name", &rules.name), ("title", &rules.title)] {
            let problem = match text.chars().nth(MAX_NAME_CHARACTERS) {
                Some(_) => format!("it is too long: write {MAX_NAME_CHARACTERS} characters at most"),
                None if is_plain(text) => continue,
                None if trim_invisible(text).is_empty() => "it has no sign that can be seen".to_owned(),
                None => "a control character stands in it: write plain text on one line".to_owned(),
            };
            return Err(self.root_key_error(key, problem));
        }
        rules.find_impossible_value().map_or(Ok(()), |problem| Err(self.key_error(problem)))
    }

    /// Checks complete rules, in which the keys that the file leaves out are filled in: no value is impossible in any
    /// game, no keys contradict each other, and every key of the file changes something.
    pub(super) fn check_complete(&self, rules: &Rules) -> Result<(), VariantError> {
        self.check(rules)?;
        if let Some(problem) = rules.find_contradiction() {
            return Err(self.key_error(problem));
        }
        let mut useless_keys = rules.useless_keys().into_iter();
        match useless_keys.find(|useless| self.find_key(useless.table, useless.key).is_some()) {
            Some(UselessKey { table, key, reason }) => {
                let end = if reason.contains("; ") { ", or leave it out" } else { "; leave it out" };
                let problem = format!("{key} changes nothing: {reason}{end}");
                Err(self.key_error(KeyProblem { table, key: key.to_owned(), problem }))
            }
            None => Ok(()),
        }
    }

    /// A name of the rules (`name` or one of `aliases`) must not be the name of a preset from which the rules differ,
    /// nor have a comma, which separates the name of a preset from switches.
    ///
    /// `written` are the rules of the file alone.
    pub(super) fn check_names(&self, written: &Rules, rules: &Rules) -> Result<(), VariantError> {
        if PRESETS.contains(&self.text) {
            return Ok(());
        }
        let aliases = written.aliases.iter().map(|name| ("aliases", name));
        for (key, name) in iter::once(("name", &written.name)).chain(aliases) {
            if name.contains(',') {
                let problem =
                    format!("'{name}' has a comma, which begins a switch: write the name without it");
                return Err(self.root_key_error(key, problem));
            }
            let Ok(text) = preset_text(&name.trim().to_ascii_lowercase()) else { continue };
            if complete_preset(text)? != without_names(rules) {
                let problem = format!(
                    "'{name}' is the name of a preset that has other rules: give these rules another name"
                );
                return Err(self.root_key_error(key, problem));
            }
        }
        Ok(())
    }

    fn mistake_error(&self, mistake: &Mistake) -> VariantError {
        self.error_at(mistake.byte, shorten(&mistake.problem.replace('\n', " "), MAX_MESSAGE_CHARACTERS))
    }

    fn key_error(&self, KeyProblem { table, key, problem }: KeyProblem) -> VariantError {
        self.error_at(self.find_key(table, &key), problem)
    }

    fn root_key_error(&self, key: &str, problem: String) -> VariantError {
        self.key_error(KeyProblem { table: "", key: key.to_owned(), problem })
    }

    /// `extending` are the paths of the files that extend this one, directly or not.
    pub(super) fn complete_tables(
        &self,
        tables: Node,
        base: Option<&str>,
        extending: &[PathBuf],
    ) -> Result<Node, VariantError> {
        let Some(base) = base else { return Ok(tables) };
        let mut complete = if base.to_ascii_lowercase().ends_with(".toml") {
            self.read_base_file(base, extending)?
        } else {
            let text = preset_text(&base.to_ascii_lowercase())
                .map_err(|error| self.extends_error(error.to_string()))?;
            Source { text, origin: Origin::Text }.read_complete(&[])?
        };
        complete.merge(tables);
        Ok(complete)
    }

    fn read_complete(&self, extending: &[PathBuf]) -> Result<Node, VariantError> {
        let ParsedFile { tables, rules } = self.read()?;
        self.complete_tables(tables, rules.extends.as_deref(), extending)
    }

    /// `base` is relative to the folder of this file.
    fn read_base_file(&self, base: &str, extending: &[PathBuf]) -> Result<Node, VariantError> {
        let Origin::File(path) = self.origin else {
            return Err(
                self.extends_error("only a file of rules can extend another file: name a preset".to_owned())
            );
        };
        if extending.len() == MAX_EXTENDED_FILES {
            return Err(self.extends_error(format!(
                "the chain of files that extend one another is longer than {MAX_EXTENDED_FILES}"
            )));
        }
        let extending = [extending, &[canonical_path(path)]].concat();
        let path = path.parent().unwrap_or(Path::new("")).join(base);
        if extending.contains(&canonical_path(&path)) {
            return Err(
                self.extends_error("the file extends itself, directly or through other files".to_owned())
            );
        }
        let text = read_text(&path).map_err(|error| self.extends_error(error.to_string()))?;
        let base = Source { text: &text, origin: Origin::File(&path) };
        base.read_complete(&extending).map_err(|error| match error {
            error @ VariantError::Extended { .. } => error,
            error => VariantError::Extended { file: path.clone(), error: Box::new(error) },
        })
    }

    fn extends_error(&self, problem: String) -> VariantError {
        self.root_key_error("extends", problem)
    }

    fn error_at(&self, byte: Option<usize>, problem: String) -> VariantError {
        VariantError::File { location: byte.and_then(|byte| self.location(byte)), problem }
    }

    /// Its line or, if the text was written from an object, its key.
    fn location(&self, byte: usize) -> Option<Location> {
        if let Origin::Object = self.origin {
            return path_to(Node::parse(self.text).ok()?.table()?, byte).map(Location::Key);
        }
        let before = &self.text[..byte];
        let (line, last) = (before.matches('\n').count(), before.rsplit('\n').next().unwrap_or_default());
        let text = self.text.lines().nth(line).unwrap_or_default().trim().to_owned();
        Some(Location::Line { line: line + 1, column: last.chars().count() + 1, text })
    }

    fn find_key(&self, table: &str, key: &str) -> Option<usize> {
        let root = Node::parse(self.text).ok()?;
        let mut inner = root.table()?;
        for name in table.split('.').filter(|name| !name.is_empty()) {
            inner = inner.get(name)?.1.table()?;
        }
        inner.iter().find(|(name, _)| is_same_key(name, key)).map(|(_, (place, _))| place.start)
    }
}

fn is_same_key(one: &str, other: &str) -> bool {
    // Two spellings of a contract are the same key.
    let contract = other.parse::<Contract>().ok();
    one.eq_ignore_ascii_case(other) || contract.is_some() && one.parse().ok() == contract
}

fn find_repeated_contract(table: &Table) -> Option<(usize, Contract)> {
    let mut places: Vec<(Contract, usize)> = Vec::new();
    for (name, (place, value)) in table {
        if let Some(inner) = value.table().and_then(find_repeated_contract) {
            return Some(inner);
        }
        let Ok(contract) = name.parse::<Contract>() else { continue };
        if let Some(&(_, before)) = places.iter().find(|(other, _)| *other == contract) {
            return Some((place.start.max(before), contract));
        }
        places.push((contract, place.start));
    }
    None
}

fn path_to(table: &Table, byte: usize) -> Option<String> {
    table.iter().find_map(|(name, (place, value))| {
        let inner = value.table().and_then(|inner| path_to(inner, byte));
        let is_here = || place.contains(&byte) || value.place.contains(&byte);
        match inner {
            Some(path) => Some(format!("{name}.{path}")),
            None => is_here().then(|| name.clone()),
        }
    })
}

pub(super) fn read_text(path: &Path) -> Result<String, VariantError> {
    read_limited(path)
        .map_err(|error| VariantError::Unreadable { file: path.to_owned(), error: Arc::new(error) })
}

fn read_limited(path: &Path) -> io::Result<String> {
    // A pipe is refused, since it might never end.
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file: save the rules in a file",
        ));
    }
    let mut text = Vec::new();
    if File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut text)? as u64 > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than a million bytes"));
    }
    check_encoding(&text)?;
    String::from_utf8(text)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this is not UTF-8: save it as UTF-8"))
}

fn canonical_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

pub(super) fn presets() -> &'static [Rules] {
    static PARSED_PRESETS: LazyLock<Vec<Rules>> =
        LazyLock::new(|| PRESETS.into_iter().map(parse_preset).collect());
    &PARSED_PRESETS
}

fn parse_preset(text: &str) -> Rules {
    let tables = Node::parse(text).expect("the presets are TOML");
    Rules::deserialize(&tables).expect("the presets are checked by a test")
}

pub(super) fn preset_text(name: &str) -> Result<&'static str, VariantError> {
    let has_name = |rules: &Rules| rules.name == name || rules.aliases.iter().any(|alias| alias == name);
    presets().iter().position(has_name).map(|n| PRESETS[n]).ok_or_else(|| unknown_name_error(name))
}

fn complete_preset(text: &str) -> Result<Rules, VariantError> {
    let tables = Source { text, origin: Origin::Text }.read_complete(&[])?;
    let mut rules = Rules::deserialize(&tables).expect("its parts have been read");
    rules.remove_unused_schemes();
    Ok(without_names(&rules))
}

fn without_names(rules: &Rules) -> Rules {
    let (name, title, source) = Default::default();
    Rules { name, title, source, aliases: Vec::new(), extends: None, ..rules.clone() }
}

fn unknown_name_error(name: &str) -> VariantError {
    let names = presets().iter().flat_map(|rules| iter::once(&rules.name).chain(&rules.aliases));
    let names: Vec<&str> = names.map(String::as_str).collect();
    VariantError::Unknown { name: name.to_owned(), nearest: nearest(name, names.iter().copied()), names }
}

#[cfg(test)]
mod tests;
