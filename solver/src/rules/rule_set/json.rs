//! House rules as a JSON object.

use serde_json::{Map, Value};

use crate::rules::rule_set::error::{Location, VariantError};
use crate::rules::rule_set::source::Source;
use crate::rules::rule_set::variant::Variant;

impl Variant {
    /// Builds house rules from a JSON object with the same keys as a file of rules.
    ///
    /// # Errors
    /// The errors of `from_toml`, located by keys instead of lines.
    pub fn from_json(object: &Map<String, Value>) -> Result<Variant, VariantError> {
        if let Some(key) = path_to_null(&Value::Object(object.clone())) {
            return Err(VariantError::File {
                location: Some(Location::Key(key)),
                problem: "null is not a value: leave the key out, or give it a value".to_owned(),
            });
        }
        Variant::read(&Source::Object(object))
    }
}

fn path_to_null(value: &Value) -> Option<String> {
    let join =
        |key: &str, rest: String| if rest.is_empty() { key.to_owned() } else { format!("{key}.{rest}") };
    match value {
        Value::Null => Some(String::new()),
        Value::Object(object) => object.iter().find_map(|(key, value)| Some(join(key, path_to_null(value)?))),
        Value::Array(list) => list.iter().find_map(path_to_null),
        _ => None,
    }
}
