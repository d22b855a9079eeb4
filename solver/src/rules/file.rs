//! Rules as a file: what it holds, where a mistake stands, and what it takes from the one it
//! extends.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::auction::Bidding;
use crate::rules::contract::Contract;
use crate::rules::decisions::Decisions;
use crate::rules::play::{AllPassPlay, Switches};
use crate::rules::settlement::Settlement;
use crate::rules::variant::{Lead, VariantError};

/// The presets' files, in the order in which they are listed.
pub(super) const PRESETS: [&str; 18] = [
    include_str!("presets/austrian.toml"),
    include_str!("presets/austrian-1829.toml"),
    include_str!("presets/austrian-1829-early.toml"),
    include_str!("presets/austrian-plain.toml"),
    include_str!("presets/austrian-unlimited.toml"),
    include_str!("presets/austrian-limited.toml"),
    include_str!("presets/styrian.toml"),
    include_str!("presets/illustrated.toml"),
    include_str!("presets/illustrated-run6.toml"),
    include_str!("presets/illustrated-sansatout.toml"),
    include_str!("presets/hungarian.toml"),
    include_str!("presets/hungarian-long.toml"),
    include_str!("presets/bule.toml"),
    include_str!("presets/danube-swabian.toml"),
    include_str!("presets/russian.toml"),
    include_str!("presets/leningrad.toml"),
    include_str!("presets/rostov.toml"),
    include_str!("presets/american.toml"),
];

/// What a file of rules says; what it leaves out comes from the one it extends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Rules {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) aliases: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) title: String,
    /// Where the rules are described.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extends: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lead: Option<Lead>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) contracts: Option<Vec<Contract>>,
    pub(super) hand_target: u8,
    pub(super) play: Switches,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) targets: BTreeMap<Contract, u8>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) leads: BTreeMap<Contract, Lead>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) values: BTreeMap<Contract, u8>,
    pub(super) all_pass: AllPassPlay,
    pub(super) auction: Bidding,
    pub(super) decisions: Decisions,
    pub(super) settlement: Settlement,
}

/// What a file says by itself.
pub(super) fn read(text: &str) -> Result<Rules, VariantError> {
    let rules: Rules = toml::from_str(text).map_err(|error| {
        let message = error.message().replace('\n', " ").replace("expected u8", "expected 0 to 255");
        VariantError::File(error.span().map_or(message.clone(), |span| at(text, span.start, &message)))
    })?;
    if let Some((table, key, message)) = rules.wrong() {
        return Err(VariantError::File(match find(text, table, &key) {
            Some(start) => at(text, start, &message),
            None => message,
        }));
    }
    Ok(rules)
}

impl Rules {
    /// A value that no game can have: its table, its key, and what would be right.
    fn wrong(&self) -> Option<(&'static str, String, String)> {
        if self.hand_target > 4 {
            let message = format!("hand_target is {}: write 0 to 4", self.hand_target);
            return Some(("", "hand_target".to_owned(), message));
        }
        let outside = |table, key: &str, allowed: &str| {
            Some((table, key.to_owned(), format!("{key} has a value that no game can have: write {allowed}")))
        };
        let Bidding { first, last, exit, .. } = &self.auction;
        // What is left out is 0 here.
        let numbers = "numbers from 1 to 9, the first not over the last";
        if *last > 9 {
            return outside("auction", "last", numbers);
        }
        if *first > 9 || *last > 0 && first > last {
            return outside("auction", "first", numbers);
        }
        if exit.iter().any(|level| !(6..=10).contains(level)) {
            return outside("auction", "exit", "levels from 6 to 10");
        }
        if self.decisions.doublings > 4 {
            return outside("decisions", "doublings", "0 to 4");
        }
        if !self.settlement.ante.is_multiple_of(10) {
            return outside("settlement", "ante", "a number that ten divides");
        }
        if let Some(books) = &self.settlement.books {
            if books.duties.iter().any(|&duty| duty > 10) {
                return outside("settlement.books", "duties", "five numbers from 0 to 10");
            }
            if books.progression.is_empty() {
                return outside("settlement.books", "progression", "one factor at least");
            }
        }
        let target = |(contract, tricks): (&Contract, &u8)| {
            let right = matches!(contract, Contract::Game(_)) && (1..=10).contains(tricks);
            (!right).then(|| {
                let message =
                    format!("[targets] {contract} = {tricks}: write S H D C or N, and 1 to 10 tricks");
                ("targets", contract.to_string(), message)
            })
        };
        self.targets.iter().find_map(target)
    }
}

/// The text of an error at a byte of a file.
fn at(text: &str, byte: usize, message: &str) -> String {
    let before = &text[..byte];
    let (line, last) = (before.matches('\n').count(), before.rsplit('\n').next().unwrap_or_default());
    let whole = text.lines().nth(line).unwrap_or_default().trim();
    format!("line {}, column {}, in '{whole}': {message}", line + 1, last.chars().count() + 1)
}

/// Where a key stands in a file.
fn find(text: &str, table: &str, key: &str) -> Option<usize> {
    let root = toml::de::DeTable::parse(text).ok()?;
    let mut inner = root.get_ref();
    for name in table.split('.').filter(|name| !name.is_empty()) {
        inner = inner.get(name)?.get_ref().as_table()?;
    }
    let (name, _) = inner.iter().find(|(name, _)| name.get_ref().eq_ignore_ascii_case(key))?;
    Some(name.span().start)
}

/// The file as it is when what it leaves out is filled in, table by table.
pub(super) fn extended(text: &str, own: &Rules) -> Result<toml::Table, VariantError> {
    let table = || text.parse::<toml::Table>().map_err(|error| VariantError::File(error.to_string()));
    let Some(base) = &own.extends else { return table() };
    let base = preset(&base.to_ascii_lowercase()).map_err(|error| match find(text, "", "extends") {
        Some(start) => VariantError::File(at(text, start, &error.to_string())),
        None => error,
    })?;
    let mut whole = extended(base, &read(base)?)?;
    merge(&mut whole, table()?);
    Ok(whole)
}

/// Put the values of one table over those of another; a contract is the same key however
/// it is spelt.
fn merge(base: &mut toml::Table, own: toml::Table) {
    for (key, value) in own {
        let key = key.parse::<Contract>().map_or(key, |contract| contract.to_string());
        match (base.get_mut(&key), value) {
            (Some(toml::Value::Table(base)), toml::Value::Table(own)) => merge(base, own),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

/// The presets, as far as their files go.
pub(super) fn presets() -> impl Iterator<Item = Rules> {
    PRESETS.iter().map(|text| toml::from_str(text).expect("the presets are checked by a test"))
}

/// The file of the preset of this name.
pub(super) fn preset(name: &str) -> Result<&'static str, VariantError> {
    let named = |rules: &Rules| rules.name == name || rules.aliases.iter().any(|alias| alias == name);
    presets().position(|rules| named(&rules)).map(|n| PRESETS[n]).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> VariantError {
    let names: Vec<String> =
        presets().flat_map(|rules| std::iter::once(rules.name).chain(rules.aliases)).collect();
    let nearest = names
        .iter()
        .max_by(|a, b| strsim::jaro_winkler(name, a).total_cmp(&strsim::jaro_winkler(name, b)))
        .map_or(String::new(), ToOwned::to_owned);
    VariantError::Unknown { name: name.to_owned(), nearest, names: names.join(" ") }
}
