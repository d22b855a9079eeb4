//! Rules read from a file: the places of mistakes, and the keys taken from the rules that it extends.

use std::fs::File;
use std::io::{self, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::excerpt::{is_plain, within};
use crate::rules::contract::Contract;
use crate::rules::error::{Location, VariantError};
use crate::rules::node::{Node, Table, Wrong};
use crate::rules::schema::Rules;

/// The presets' files, in the order in which they are listed.
pub(super) const PRESETS: [&str; 18] = [
    include_str!("../presets/austrian.toml"),
    include_str!("../presets/austrian-1829.toml"),
    include_str!("../presets/austrian-1829-early.toml"),
    include_str!("../presets/austrian-plain.toml"),
    include_str!("../presets/austrian-unlimited.toml"),
    include_str!("../presets/austrian-limited.toml"),
    include_str!("../presets/styrian.toml"),
    include_str!("../presets/illustrated.toml"),
    include_str!("../presets/illustrated-run6.toml"),
    include_str!("../presets/illustrated-sansatout.toml"),
    include_str!("../presets/hungarian.toml"),
    include_str!("../presets/hungarian-long.toml"),
    include_str!("../presets/bule.toml"),
    include_str!("../presets/danube-swabian.toml"),
    include_str!("../presets/russian.toml"),
    include_str!("../presets/leningrad.toml"),
    include_str!("../presets/rostov.toml"),
    include_str!("../presets/american.toml"),
];

/// Largest size of a file of rules, in bytes.
const MOST: u64 = 1 << 20;

/// Number of characters to which the parser's message is cut: it may repeat a key or a value.
const MESSAGE: usize = 600;

/// Largest number of characters of a name or a title, since every answer repeats the name.
const NAME: usize = 100;

/// Largest number of files that may extend each other in a row.
const DEEPEST: usize = 32;

/// Rules as a text of TOML, and its origin.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) origin: Origin<'a>,
}

/// The origin of a text of rules.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a> {
    /// From a caller.
    Text,
    /// From a file.
    File(&'a Path),
    /// Written from an object, which has keys and no lines.
    Object,
}

impl Source<'_> {
    /// Parses the text by itself, and returns its tables and the rules that they make.
    pub(super) fn read(&self) -> Result<(Node, Rules), VariantError> {
        let wrong = |wrong: Wrong| {
            let problem = within(&wrong.problem.replace('\n', " "), MESSAGE);
            self.wrong(wrong.at, problem)
        };
        let root = Node::parse(self.text).map_err(wrong)?;
        let rules = Rules::deserialize(&root).map_err(wrong)?;
        self.check(&rules)?;
        self.check_spellings(&root)?;
        Ok((root, rules))
    }

    /// Refuses a contract that stands twice in a table, in two spellings.
    fn check_spellings(&self, root: &Node) -> Result<(), VariantError> {
        match root.table().and_then(spelt_twice) {
            Some((byte, contract)) => {
                Err(self.wrong(Some(byte), format!("{contract} stands in the table already: write it once")))
            }
            None => Ok(()),
        }
    }

    /// Refuses values that no game can have.
    fn check(&self, rules: &Rules) -> Result<(), VariantError> {
        for (key, text) in [("name", &rules.name), ("title", &rules.title)] {
            let problem = match text.chars().nth(NAME) {
                Some(_) => format!("it is too long: write {NAME} characters at most"),
                None if is_plain(text) => continue,
                None => "a control character stands in it: write plain text on one line".to_owned(),
            };
            return Err(self.at_key(("", key.to_owned(), problem)));
        }
        rules.wrong().map_or(Ok(()), |wrong| Err(self.at_key(wrong)))
    }

    /// Refuses values that no game can have, and keys that contradict each other, once the keys that the file
    /// leaves out are filled in.
    pub(super) fn check_whole(&self, rules: &Rules) -> Result<(), VariantError> {
        self.check(rules)?;
        rules.contradicts().map_or(Ok(()), |found| Err(self.at_key(found)))?;
        let own = rules.useless_keys().into_iter().find(|(table, key, _)| self.find(table, key).is_some());
        own.map_or(Ok(()), |(table, key, why)| {
            let end = if why.contains("; ") { ", or leave it out" } else { "; leave it out" };
            Err(self.at_key((table, key.to_owned(), format!("{key} changes nothing: {why}{end}"))))
        })
    }

    /// Refuses a name that a preset has, unless the rules are the preset's, and a name with a comma, which
    /// begins a switch.
    pub(super) fn check_names(&self, own: &Rules, rules: &Rules) -> Result<(), VariantError> {
        if PRESETS.contains(&self.text) {
            return Ok(());
        }
        let aliases = own.aliases.iter().map(|name| ("aliases", name));
        for (key, name) in iter::once(("name", &own.name)).chain(aliases) {
            if name.contains(',') {
                let problem =
                    format!("'{name}' has a comma, which begins a switch: write the name without it");
                return Err(self.at_key(("", key.to_owned(), problem)));
            }
            let Ok(text) = preset(&name.trim().to_ascii_lowercase()) else { continue };
            if whole_preset(text)? != nameless(rules) {
                let problem = format!("'{name}' names a preset with other rules: give it a name of its own");
                return Err(self.at_key(("", key.to_owned(), problem)));
            }
        }
        Ok(())
    }

    fn at_key(&self, (table, key, problem): (&str, String, String)) -> VariantError {
        self.wrong(self.find(table, &key), problem)
    }

    /// Returns all tables of the file, with the keys that it leaves out filled in; `own` is the file by
    /// itself, and `above` are the files that extend it.
    pub(super) fn whole(&self, (root, own): (Node, &Rules), above: &[PathBuf]) -> Result<Node, VariantError> {
        let Some(base) = &own.extends else { return Ok(root) };
        let mut whole = if base.to_ascii_lowercase().ends_with(".toml") {
            self.beside(base, above)?
        } else {
            let text = preset(&base.to_ascii_lowercase()).map_err(|error| self.extends(error.to_string()))?;
            let base = Source { text, origin: Origin::Text };
            let (root, own) = base.read()?;
            base.whole((root, &own), &[])?
        };
        whole.merge(root);
        Ok(whole)
    }

    /// Reads the whole of another file, whose path is relative to this one.
    fn beside(&self, base: &str, above: &[PathBuf]) -> Result<Node, VariantError> {
        let Origin::File(path) = self.origin else {
            return Err(
                self.extends("only a file of rules can extend another file: name a preset".to_owned())
            );
        };
        if above.len() == DEEPEST {
            return Err(self.extends(format!("more than {DEEPEST} files extend each other")));
        }
        let above = [above, &[same(path)]].concat();
        let path = path.parent().unwrap_or(Path::new("")).join(base);
        if above.contains(&same(&path)) {
            return Err(self.extends("the file extends itself, at once or by way of others".to_owned()));
        }
        let text = text_of(&path).map_err(|error| self.extends(error.to_string()))?;
        let base = Source { text: &text, origin: Origin::File(&path) };
        let whole = base.read().and_then(|(root, own)| base.whole((root, &own), &above));
        whole.map_err(|error| match error {
            error @ VariantError::Extended { .. } => error,
            error => VariantError::Extended { file: path.clone(), error: Box::new(error) },
        })
    }

    fn extends(&self, problem: String) -> VariantError {
        self.wrong(self.find("", "extends"), problem)
    }

    /// Builds the error of a mistake at a byte of the text.
    fn wrong(&self, byte: Option<usize>, problem: String) -> VariantError {
        VariantError::File { location: byte.and_then(|byte| self.location(byte)), problem }
    }

    /// Returns the location of a byte of the text.
    fn location(&self, byte: usize) -> Option<Location> {
        if let Origin::Object = self.origin {
            return path_to(Node::parse(self.text).ok()?.table()?, byte).map(Location::Key);
        }
        let before = &self.text[..byte];
        let (line, last) = (before.matches('\n').count(), before.rsplit('\n').next().unwrap_or_default());
        let text = self.text.lines().nth(line).unwrap_or_default().trim().to_owned();
        Some(Location::Line { line: line + 1, column: last.chars().count() + 1, text })
    }

    /// Finds the byte at which a key stands.
    fn find(&self, table: &str, key: &str) -> Option<usize> {
        let root = Node::parse(self.text).ok()?;
        let mut inner = root.table()?;
        for name in table.split('.').filter(|name| !name.is_empty()) {
            inner = inner.get(name)?.1.table()?;
        }
        // A contract may be spelt in another way than in the message.
        let contract = key.parse::<Contract>().ok();
        let is_key = |name: &str| {
            name.eq_ignore_ascii_case(key) || contract.is_some() && name.parse().ok() == contract
        };
        inner.iter().find(|(name, _)| is_key(name)).map(|(_, (place, _))| place.start)
    }
}

/// Finds a contract that stands twice in a table, and returns the place of the second time.
fn spelt_twice(table: &Table) -> Option<(usize, Contract)> {
    let mut known: Vec<(Contract, usize)> = Vec::new();
    for (name, (place, value)) in table {
        if let Some(found) = value.table().and_then(spelt_twice) {
            return Some(found);
        }
        let Ok(contract) = name.parse::<Contract>() else { continue };
        if let Some(&(_, before)) = known.iter().find(|(known, _)| *known == contract) {
            return Some((place.start.max(before), contract));
        }
        known.push((contract, place.start));
    }
    None
}

/// Returns the keys, with dots between, that lead to a byte of the text.
fn path_to(table: &Table, byte: usize) -> Option<String> {
    table.iter().find_map(|(name, (place, value))| {
        let inner = value.table().and_then(|inner| path_to(inner, byte));
        let here = || place.contains(&byte) || value.place.contains(&byte);
        match inner {
            Some(path) => Some(format!("{name}.{path}")),
            None => here().then(|| name.clone()),
        }
    })
}

/// Reads the text of a file of rules.
pub(super) fn text_of(path: &Path) -> Result<String, VariantError> {
    let read = || -> io::Result<String> {
        let mut text = String::new();
        // A pipe might never end.
        if !path.metadata()?.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "it is not a file: write the rules to one",
            ));
        }
        if File::open(path)?.take(MOST + 1).read_to_string(&mut text)? as u64 > MOST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than a million bytes"));
        }
        Ok(text)
    };
    read().map_err(|error| VariantError::Unreadable { file: path.to_owned(), error: Arc::new(error) })
}

/// Returns a name of the file that is the same for every path to it.
fn same(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Returns the presets as their files have them, without the rules that they extend.
pub(super) fn presets() -> &'static [Rules] {
    static READ: LazyLock<Vec<Rules>> = LazyLock::new(|| {
        let read = |text| {
            let root = Node::parse(text).expect("the presets are TOML");
            Rules::deserialize(&root).expect("the presets are checked by a test")
        };
        PRESETS.into_iter().map(read).collect()
    });
    &READ
}

/// Returns the file of the preset with this name.
pub(super) fn preset(name: &str) -> Result<&'static str, VariantError> {
    let named = |rules: &Rules| rules.name == name || rules.aliases.iter().any(|alias| alias == name);
    presets().iter().position(named).map(|n| PRESETS[n]).ok_or_else(|| unknown(name))
}

/// Returns the rules of a preset's file without its names.
fn whole_preset(text: &str) -> Result<Rules, VariantError> {
    let source = Source { text, origin: Origin::Text };
    let (root, own) = source.read()?;
    let mut rules = Rules::deserialize(&source.whole((root, &own), &[])?).expect("its parts have been read");
    rules.settled_one_way();
    Ok(nameless(&rules))
}

/// Returns rules without their names and sources.
fn nameless(rules: &Rules) -> Rules {
    let (name, title, source) = Default::default();
    Rules { name, title, source, aliases: Vec::new(), extends: None, ..rules.clone() }
}

/// Smallest similarity of two names at which one may be meant to be the other; 1 for equal names.
const ALIKE: f64 = 0.8;

fn unknown(name: &str) -> VariantError {
    let names = presets().iter().flat_map(|rules| iter::once(&rules.name).chain(&rules.aliases));
    let names: Vec<&str> = names.map(String::as_str).collect();
    let alike = |other: &str| strsim::jaro_winkler(name, other);
    let nearest = names.iter().copied().max_by(|a, b| alike(a).total_cmp(&alike(b)));
    let nearest = nearest.filter(|nearest| alike(nearest) >= ALIKE);
    VariantError::Unknown { name: name.to_owned(), nearest, names }
}

#[cfg(test)]
mod tests;
