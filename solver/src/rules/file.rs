//! Rules read from a file: where a mistake stands, and what a file takes from the one it extends.

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

/// The most that is read of a file of rules, in bytes.
const MOST: u64 = 1 << 20;

/// How many characters of the reader's message are kept: it may repeat a key or a value.
const MESSAGE: usize = 600;

/// How many characters a name or a title has at most, since every answer repeats the name.
const NAME: usize = 100;

/// How many files may extend each other in a row.
const DEEPEST: usize = 32;

/// Rules as a text of TOML, and where it comes from.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) origin: Origin<'a>,
}

/// Where a text of rules comes from.
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
    /// What it says by itself: its tables, and the rules that they make.
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

    /// Refuses a contract that stands twice in a table, spelt in two ways.
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

    /// Refuses values that no game can have, and keys that contradict each other, once what the
    /// file leaves out is filled in.
    pub(super) fn check_whole(&self, rules: &Rules) -> Result<(), VariantError> {
        self.check(rules)?;
        rules.contradicts().map_or(Ok(()), |found| Err(self.at_key(found)))?;
        let own = rules.idle().into_iter().find(|(table, key, _)| self.find(table, key).is_some());
        own.map_or(Ok(()), |(table, key, why)| {
            let end = if why.contains("; ") { ", or leave it out" } else { "; leave it out" };
            Err(self.at_key((table, key.to_owned(), format!("{key} changes nothing: {why}{end}"))))
        })
    }

    fn at_key(&self, (table, key, problem): (&str, String, String)) -> VariantError {
        self.wrong(self.find(table, &key), problem)
    }

    /// All tables of the file, with what it leaves out filled in; `own` are what it says by itself, and
    /// `above` the files that extend this one.
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

    /// The whole of another file, whose path is taken from the place of this one.
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

    /// What is wrong at a byte of the text.
    fn wrong(&self, byte: Option<usize>, problem: String) -> VariantError {
        VariantError::File { location: byte.and_then(|byte| self.location(byte)), problem }
    }

    /// What stands at a byte of the text.
    fn location(&self, byte: usize) -> Option<Location> {
        if let Origin::Object = self.origin {
            return path_to(Node::parse(self.text).ok()?.table()?, byte).map(Location::Key);
        }
        let before = &self.text[..byte];
        let (line, last) = (before.matches('\n').count(), before.rsplit('\n').next().unwrap_or_default());
        let text = self.text.lines().nth(line).unwrap_or_default().trim().to_owned();
        Some(Location::Line { line: line + 1, column: last.chars().count() + 1, text })
    }

    /// Where a key stands.
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

/// A contract that stands twice in a table, and the place of the second time.
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

/// The keys, with dots between, of what stands at a byte.
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

/// The text of a file of rules.
pub(super) fn text_of(path: &Path) -> Result<String, VariantError> {
    let read = || -> io::Result<String> {
        let mut text = String::new();
        if File::open(path)?.take(MOST + 1).read_to_string(&mut text)? as u64 > MOST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than a million bytes"));
        }
        Ok(text)
    };
    read().map_err(|error| VariantError::Unreadable { file: path.to_owned(), error: Arc::new(error) })
}

/// A name of the file that is the same by whatever path it is reached.
fn same(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The presets, as far as their files go.
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

/// The file of the preset of this name.
pub(super) fn preset(name: &str) -> Result<&'static str, VariantError> {
    let named = |rules: &Rules| rules.name == name || rules.aliases.iter().any(|alias| alias == name);
    presets().iter().position(named).map(|n| PRESETS[n]).ok_or_else(|| unknown(name))
}

/// How alike two names are if one may be meant to be the other: 1 is the same.
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
mod tests {
    use super::DEEPEST;
    use crate::rules::variant::Variant;

    #[test]
    fn numbers_switches_and_tables_are_told_in_words() {
        let error = |text: &str| {
            let text = format!("name = 'x'\nextends = 'rostov'\n{text}");
            Variant::from_toml(&text).expect_err("refused").to_string()
        };
        let number = "expected a number from 0 to 255";
        for (text, place, right) in [
            ("hand_target = 300", "line 3, column 15", number),
            ("hand_target = 'a'", "line 3, column 15", number),
            ("hand_target = 1979-05-27", "line 3, column 15", "1979-05-27"),
            ("hand_target = 99999999999999999999", "line 3, column 15", "99999999999999999999"),
            ("hand_target = nan", "line 3, column 15", number),
            ("lead = 3", "line 3, column 8", "expected one of the words"),
            ("targets = [1]", "line 3, column 11", "expected a map"),
            ("[auction]\nstrains = 'S'", "line 4, column 11", "expected a sequence"),
            ("title = 3", "line 3, column 9", "expected a string"),
            ("[targets]\nS = -1", "line 4, column 5", number),
            ("[settlement.books]\nprogression = [1, 256]", "line 4, column 19", number),
            ("[settlement.books]\nprices = [1]", "line 4, column 10", "expected five numbers"),
            ("[settlement.pot]\nhost_fine = 1.5", "line 4, column 13", number),
            ("[settlement.pot]\nlimit = 5000000000", "line 4, column 9", "from 0 to 4294967295"),
            ("[play]\nhead = 4", "line 4, column 8", "expected true or false"),
            ("[auction]\nhold = 'yes'", "line 4, column 8", "expected true, false or \"anybody\""),
            ("[settlement.books]\namnesty = 1", "line 4, column 11", "expected true or false"),
            ("play = 3", "line 3, column 8", "expected a table"),
            ("settlement = 3", "line 3, column 14", "expected a table"),
        ] {
            let error = error(text);
            assert!(error.starts_with(place) && error.contains(right), "{text}: {error}");
        }
        let hexadecimal = Variant::from_toml("name = 'x'\nextends = 'rostov'\n[targets]\nS = 0x7");
        let decimal = Variant::from_toml("name = 'x'\nextends = 'rostov'\n[targets]\nS = 7");
        assert_eq!(hexadecimal.expect("house rules"), decimal.expect("house rules"));
    }

    #[test]
    fn names_are_plain_text() {
        let error = |text: &str| Variant::from_toml(text).expect_err("refused").to_string();
        assert_eq!(
            error("extends = 'rostov'\nname = \"a\\u001b[2Jb\""),
            "line 2, column 1, in 'name = \"a\\u001b[2Jb\"': a control character stands in it: write plain text on one line"
        );
        assert!(
            error("name = 'x'\ntitle = \"A\\nB\"\nextends = 'rostov'")
                .starts_with("line 2, column 1, in 'title")
        );
        let object = serde_json::json!({"name": "a\u{7}", "extends": "rostov"});
        let refused = Variant::from_json(object.as_object().expect("an object")).expect_err("refused");
        assert!(refused.to_string().starts_with("name: a control character stands in it"), "{refused}");
    }

    #[test]
    fn a_contract_is_found_however_it_is_spelt() {
        let error = Variant::from_toml("name = 'x'\nextends = 'rostov'\n[targets]\nhearts = 11");
        let error = error.expect_err("refused").to_string();
        assert!(error.starts_with("line 4, column 1, in 'hearts = 11': [targets] H = 11"), "{error}");
    }

    #[test]
    fn an_object_is_told_its_keys() {
        let error = |text: &str| {
            let object: serde_json::Map<_, _> = serde_json::from_str(text).expect("an object");
            Variant::from_json(&object).expect_err("refused").to_string()
        };
        assert!(
            error(r#"{"name":"x","extends":"rostov","settlement":{"books":{"misere":300}}}"#)
                .starts_with("settlement.books.misere: invalid value")
        );
        assert!(error(r#"{"name":"x","extends":"rostov","led":"left"}"#).starts_with("led: unknown field"));
        assert!(
            error(r#"{"name":"x","extends":"rostov","hand_target":5}"#)
                .starts_with("hand_target: hand_target is 5")
        );
        assert!(error(r#"{"name":"x","extends":"tarock"}"#).starts_with("extends: there are no rules named"));
        assert!(error(r#"{"name":"x","extends":"ours.toml"}"#).starts_with("extends: only a file"));
    }

    #[test]
    fn only_near_names_are_suggested() {
        let error = |name: &str| name.parse::<Variant>().expect_err("refused").to_string();
        assert!(error("leningrat").contains("(did you mean leningrad?)"));
        assert!(!error("tarock").contains("did you mean"));
        assert!(error("a\u{1b}[2J").starts_with("there are no rules named 'a\\u{1b}[2j'"));
    }

    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn files_extend_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, text).expect("a file");
            path
        };
        write("club.toml", "name = 'club'\nextends = 'rostov'\n[play]\nhead = true");
        write("more/own.toml", "name = 'own'\nextends = '../club.toml'\n[play]\nlowest = true");
        let path = write("more/last.toml", "name = 'last'\nextends = 'own.toml'");
        let rules = Variant::from_file(&path).expect("house rules");
        assert_eq!((rules.label(), rules.play_rules().to_string().as_str()), ("last", "trump head lowest"));

        let error =
            |name: &str, text: &str| Variant::from_file(&write(name, text)).expect_err("refused").to_string();
        assert!(error("one.toml", "name = 'x'\nextends = 'one.toml'").contains("the file extends itself"));
        write("two.toml", "name = 'two'\nextends = 'three.toml'");
        let circle = error("three.toml", "name = 'three'\nextends = 'two.toml'");
        assert!(
            circle.contains("two.toml: line 2, column 1") && circle.contains("extends itself"),
            "{circle}"
        );
        write("bad.toml", "name = 'bad'\nextends = 'rostov'\nled = 1");
        let bad = error("x.toml", "name = 'x'\nextends = 'bad.toml'");
        assert!(bad.contains("bad.toml: line 3, column 1, in 'led = 1': unknown field"), "{bad}");
        let none = error("x.toml", "name = 'x'\nextends = 'none.toml'");
        assert!(none.starts_with("line 2, column 1, in 'extends = 'none.toml'': cannot read"), "{none}");
        let text = "name = 'x'\nextends = 'nowhere.toml'";
        let alone = Variant::from_toml(text).expect_err("refused").to_string();
        assert!(alone.starts_with("line 2, column 1") && alone.contains("only a file of rules"), "{alone}");
        write("first.toml", "name = 'first'\nextends = 'rostov'\n[auction]\nlast = 5");
        let both = error("x.toml", "name = 'x'\nextends = 'first.toml'\n[auction]\nfirst = 7");
        assert!(both.contains("line 4, column 1, in 'first = 7'"), "{both}");
    }

    // Where there are files.
    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn files_extend_each_other_to_a_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |n: usize| folder.path().join(format!("{n}.toml"));
        std::fs::write(path(0), "name = 'x'\nextends = 'rostov'").expect("a file");
        for n in 1..=DEEPEST + 1 {
            std::fs::write(path(n), format!("name = 'x'\nextends = '{}.toml'", n - 1)).expect("a file");
        }
        assert!(Variant::from_file(&path(DEEPEST)).is_ok());
        let error = Variant::from_file(&path(DEEPEST + 1)).expect_err("refused").to_string();
        assert!(error.contains("more than 32 files extend each other"), "{error}");
    }

    #[test]
    fn keys_that_contradict_each_other_are_refused() {
        let error = |base: &str, text: &str| {
            let text = format!("name = 'x'\nextends = '{base}'\n{text}");
            Variant::from_toml(&text).err().map(|error| error.to_string()).unwrap_or_default()
        };
        let both = error("austrian-1829-early", "[settlement.pot]\nunit_by_value = 2");
        assert!(
            both.starts_with("line 4, column 1, in 'unit_by_value = 2': unit_by_value: the unit"),
            "{both}"
        );
        assert!(error("hungarian", "[decisions]\nkontra = 'each'").contains("settlement.each.prices"));
        assert!(error("russian", "[auction]\nstrains = ['S', 'C', 'D', 'H', 'H']").contains("each once"));
        assert!(error("hungarian-long", "[auction]\nhands_from = 5").contains("for every number already"));
        assert!(error("illustrated", "[auction]\nhands = 'values'").contains("for every number already"));
        assert!(error("hungarian", "[decisions]\nquota = 11").contains("write 0 to 10"));
        assert_eq!(error("illustrated", "[decisions]\nkontra = 'each'"), "");
        assert_eq!(error("illustrated", "[decisions]\nrekontra = 'each'"), "");
        assert!(error("austrian", "[auction]\nonce = true").contains("once: who holds"));
        assert!(error("illustrated", "[auction]\ndiscard_first = true").contains("usurp_from = 0"));
        assert!(error("american", "[auction]\nall_offers_pay = true").contains("once = true"));
        let later = "[auction]\nonce = true\nall_offers_pay = true\nhand_for_winner = true";
        assert_eq!(error("american", later), "");
    }

    #[test]
    fn messages_and_names_are_short() {
        let error = |text: &str| Variant::from_toml(text).expect_err("refused").to_string();
        let long = "x".repeat(900_000);
        let key = error(&format!("name = 'x'\nextends = 'austrian'\n{long} = 1"));
        assert!(key.len() < 1000 && key.contains("unknown field"), "{} bytes", key.len());
        let steers = error("name = 'x'\nextends = 'austrian'\n\"a\\u001b[31m\" = 1");
        assert!(!steers.contains('\u{1b}'), "{steers}");
        let name = error(&format!("name = '{long}'\nextends = 'austrian'"));
        assert!(name.len() < 1000 && name.ends_with("write 100 characters at most"), "{} bytes", name.len());
    }
}
