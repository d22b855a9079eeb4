//! The presets: rules with a name, of which only those that differ from the rules that they extend are written.

use std::iter;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::rules::rule_set::error::VariantError;
use crate::rules::rule_set::node::Node;
use crate::rules::rule_set::schema::Rules;
use crate::spelling::nearest;

/// The names of the presets' files, in the order in which lists show the presets.
#[cfg(test)]
const FILES: [&str; 18] = [
    "austrian",
    "austrian-1829",
    "austrian-1829-early",
    "austrian-plain",
    "austrian-unlimited",
    "austrian-limited",
    "styrian",
    "illustrated",
    "illustrated-run6",
    "illustrated-sansatout",
    "hungarian",
    "hungarian-long",
    "bule",
    "danube-swabian",
    "russian",
    "leningrad",
    "rostov",
    "american",
];

/// The content of the presets' files. A test writes it, so that a build needs no reader of TOML.
static OBJECTS: LazyLock<Vec<Map<String, Value>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../presets.json")).expect("a list of objects"));

/// The presets without the rules that they extend.
pub(super) fn presets() -> &'static [Rules] {
    static PARSED: LazyLock<Vec<Rules>> = LazyLock::new(|| {
        let parse = |object| Rules::deserialize(&Node::from_object(object));
        OBJECTS.iter().map(|object| parse(object).expect("the presets are checked by a test")).collect()
    });
    &PARSED
}

pub(super) fn find_preset(name: &str) -> Result<&'static Map<String, Value>, VariantError> {
    let has_name = |rules: &Rules| rules.name == name || rules.aliases.iter().any(|alias| alias == name);
    presets().iter().position(has_name).map(|n| &OBJECTS[n]).ok_or_else(|| unknown_name_error(name))
}

fn unknown_name_error(name: &str) -> VariantError {
    let names = presets().iter().flat_map(|rules| iter::once(&rules.name).chain(&rules.aliases));
    let names: Vec<&str> = names.map(String::as_str).collect();
    VariantError::Unknown { name: name.to_owned(), nearest: nearest(name, names.iter().copied()), names }
}

#[cfg(all(test, feature = "rules-files"))]
mod tests {
    use super::*;

    #[test]
    fn objects_have_content_of_files() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rules/presets");
        let read = |name: &&str| -> Value {
            let text = std::fs::read_to_string(format!("{folder}/{name}.toml")).expect("a file");
            toml::from_str(&text).expect("TOML")
        };
        let content: Vec<Value> = FILES.iter().map(read).collect();
        if std::env::var_os("UPDATE_PRESETS").is_some() {
            let lines: Vec<String> = content.iter().map(Value::to_string).collect();
            let text = format!("[\n{}\n]\n", lines.join(",\n"));
            std::fs::write(format!("{folder}.json"), text).expect("a file");
        }
        let is_current = OBJECTS.iter().cloned().map(Value::Object).eq(content);
        assert!(is_current, "run UPDATE_PRESETS=1 cargo test -p preference objects_have_content_of_files");
        assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), FILES.len());
    }
}
