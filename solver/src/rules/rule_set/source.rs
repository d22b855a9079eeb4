//! Rules as they are written: reads them, completes them with the keys of the rules that they extend, and locates mistakes.

use std::iter;
#[cfg(feature = "rules-files")]
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::excerpt::{is_plain, shorten, trim_invisible};
use crate::rules::contract::Contract;
use crate::rules::rule_set::error::{Location, VariantError};
use crate::rules::rule_set::node::{Mistake, Node, Table};
use crate::rules::rule_set::presets::find_preset;
use crate::rules::rule_set::schema::{KeyProblem, Rules};
#[cfg(feature = "rules-files")]
use crate::rules::rule_set::toml_node::read_text;
use crate::rules::rule_set::useless_keys::UselessKey;

/// Limit on the files that a file of rules extends, directly or through other files.
#[cfg(feature = "rules-files")]
pub(super) const MAX_EXTENDED_FILES: usize = 32;

/// Limit for a parser's message, which may repeat a long key or value.
const MAX_MESSAGE_CHARACTERS: usize = 600;

/// Limit for a name or a title, since every answer repeats the name.
const MAX_NAME_CHARACTERS: usize = 100;

/// Rules as they were written.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Preset(&'static Map<String, Value>),
    Object(&'a Map<String, Value>),
    #[cfg(feature = "rules-files")]
    Text(&'a str),
    #[cfg(feature = "rules-files")]
    File {
        text: &'a str,
        path: &'a Path,
        /// The files that extend this one, directly or not.
        extending: &'a [PathBuf],
    },
}

/// Rules without those that they extend.
pub(super) struct ParsedRules {
    pub(super) tables: Node,
    pub(super) rules: Rules,
}

impl Source<'_> {
    fn parse(&self) -> Result<Node, Mistake> {
        match self {
            Source::Preset(object) | Source::Object(object) => Ok(Node::from_object(object)),
            #[cfg(feature = "rules-files")]
            Source::Text(text) | Source::File { text, .. } => Node::from_toml(text),
        }
    }

    /// Reads the rules without the keys of the rules that they extend.
    pub(super) fn read(&self) -> Result<ParsedRules, VariantError> {
        let error = |mistake: Mistake| self.mistake_error(&mistake);
        let tables = self.parse().map_err(error)?;
        let rules = Rules::deserialize(&tables).map_err(error)?;
        self.check(&rules)?;
        self.check_spellings(&tables)?;
        Ok(ParsedRules { tables, rules })
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
        if let Source::Preset(_) = self {
            return Ok(());
        }
        let aliases = written.aliases.iter().map(|name| ("aliases", name));
        for (key, name) in iter::once(("name", &written.name)).chain(aliases) {
            if name.contains(',') {
                let problem =
                    format!("'{name}' has a comma, which begins a switch: write the name without it");
                return Err(self.root_key_error(key, problem));
            }
            let Ok(preset) = find_preset(&name.trim().to_ascii_lowercase()) else { continue };
            if complete_preset(preset)? != without_names(rules) {
                let problem = format!(
                    "'{name}' is the name of a preset that has other rules: give these rules another name"
                );
                return Err(self.root_key_error(key, problem));
            }
        }
        Ok(())
    }

    fn mistake_error(&self, mistake: &Mistake) -> VariantError {
        self.error_at(mistake.0.start, shorten(&mistake.0.problem.replace('\n', " "), MAX_MESSAGE_CHARACTERS))
    }

    fn key_error(&self, KeyProblem { table, key, problem }: KeyProblem) -> VariantError {
        self.error_at(self.find_key(table, &key), problem)
    }

    fn root_key_error(&self, key: &str, problem: String) -> VariantError {
        self.key_error(KeyProblem { table: "", key: key.to_owned(), problem })
    }

    pub(super) fn complete_tables(&self, tables: Node, base: Option<&str>) -> Result<Node, VariantError> {
        let Some(base) = base else { return Ok(tables) };
        let mut complete = if base.to_ascii_lowercase().ends_with(".toml") {
            match self {
                #[cfg(feature = "rules-files")]
                Source::File { path, extending, .. } => self.read_base_file(path, extending, base)?,
                _ => {
                    let problem = "only a file of rules can extend another file: name a preset";
                    return Err(self.extends_error(problem.to_owned()));
                }
            }
        } else {
            let preset = find_preset(&base.to_ascii_lowercase())
                .map_err(|error| self.extends_error(error.to_string()))?;
            Source::Preset(preset).read_complete()?
        };
        complete.merge(tables);
        Ok(complete)
    }

    fn read_complete(&self) -> Result<Node, VariantError> {
        let ParsedRules { tables, rules } = self.read()?;
        self.complete_tables(tables, rules.extends.as_deref())
    }

    /// `base` is relative to the folder of this file, whose path is `path`.
    #[cfg(feature = "rules-files")]
    fn read_base_file(&self, path: &Path, extending: &[PathBuf], base: &str) -> Result<Node, VariantError> {
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
        let base = Source::File { text: &text, path: &path, extending: &extending };
        base.read_complete().map_err(|error| match error {
            error @ VariantError::Extended { .. } => error,
            error => VariantError::Extended { file: path.clone(), error: Box::new(error) },
        })
    }

    fn extends_error(&self, problem: String) -> VariantError {
        self.root_key_error("extends", problem)
    }

    fn error_at(&self, start: Option<usize>, problem: String) -> VariantError {
        VariantError::File { location: start.and_then(|start| self.location(start)), problem }
    }

    fn location(&self, start: usize) -> Option<Location> {
        match self {
            Source::Preset(_) | Source::Object(_) => {
                path_to(self.parse().ok()?.table()?, start).map(Location::Key)
            }
            #[cfg(feature = "rules-files")]
            Source::Text(text) | Source::File { text, .. } => {
                let before = &text[..start];
                let (line, last) =
                    (before.matches('\n').count(), before.rsplit('\n').next().unwrap_or_default());
                let text = text.lines().nth(line).unwrap_or_default().trim().to_owned();
                Some(Location::Line { line: line + 1, column: last.chars().count() + 1, text })
            }
        }
    }

    fn find_key(&self, table: &str, key: &str) -> Option<usize> {
        let root = self.parse().ok()?;
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

fn path_to(table: &Table, start: usize) -> Option<String> {
    table.iter().find_map(|(name, (place, value))| {
        let inner = value.table().and_then(|inner| path_to(inner, start));
        let is_here = || place.contains(&start) || value.place.contains(&start);
        match inner {
            Some(path) => Some(format!("{name}.{path}")),
            None => is_here().then(|| name.clone()),
        }
    })
}

fn complete_preset(preset: &'static Map<String, Value>) -> Result<Rules, VariantError> {
    let tables = Source::Preset(preset).read_complete()?;
    let mut rules = Rules::deserialize(&tables).expect("its parts have been read");
    rules.remove_unused_schemes();
    Ok(without_names(&rules))
}

fn without_names(rules: &Rules) -> Rules {
    let (name, title, source) = Default::default();
    Rules { name, title, source, aliases: Vec::new(), extends: None, ..rules.clone() }
}

#[cfg(feature = "rules-files")]
fn canonical_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
