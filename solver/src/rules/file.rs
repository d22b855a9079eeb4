//! Rules read from a file: where a mistake stands, and what a file takes from the one it extends.

use crate::rules::contract::Contract;
use crate::rules::error::VariantError;
use crate::rules::schema::Rules;

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
