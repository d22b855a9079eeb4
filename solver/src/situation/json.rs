//! JSON objects that keep the text of each value, and a parser that refuses the same key twice, since one of the two
//! values would be lost.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::error::{ErrorCode, JsonPlace, Problem, QuestionError};

/// Parses a line that holds a JSON object. `example` is a correct object for the error message.
///
/// # Errors
/// If the line is not a JSON object, or if it or an object inside it has the same key twice.
pub fn parse_object(line: &str, example: &'static str) -> Result<Map<String, Value>, QuestionError> {
    RawObject::read(line, example)?.into_values()
}

/// The fields of a JSON object in their order, with the texts of their values.
#[derive(Clone, Debug, Default)]
pub struct RawObject {
    fields: Vec<RawField>,
}

/// A field of a JSON object. Its value can be returned exactly as it was sent.
#[derive(Clone, Debug)]
pub struct RawField {
    name: String,
    value: RawFieldValue,
    /// Offset of the value in its line, in bytes, for error messages.
    offset: usize,
}

/// The value of a field.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum RawFieldValue {
    /// The JSON text as it was sent, but without line breaks between its parts.
    Sent(Box<RawValue>),
    /// A value that was not sent as JSON, for example from a cell of a table.
    Built(Value),
}

impl RawObject {
    /// Checks the syntax of the values, and parses none.
    pub fn read(line: &str, example: &'static str) -> Result<RawObject, QuestionError> {
        let mut reader = serde_json::Deserializer::from_str(line);
        let read = RawEntries::deserialize(&mut reader).and_then(|read| reader.end().map(|()| read));
        let RawEntries(entries) = read.map_err(|error| parse_error(&error, line, 0, example))?;
        let place = |text: &RawValue| text.get().as_ptr() as usize - line.as_ptr() as usize;
        let mut names = BTreeSet::new();
        let mut fields = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let name: String = serde_json::from_str(key.get())
                .map_err(|error| parse_error(&error, line, place(key), example))?;
            if !names.insert(name.clone()) {
                return Err(QuestionError::whole(ErrorCode::BadJson, Problem::KeyTwice { key: name }));
            }
            let (value, offset) = (RawFieldValue::Sent(one_line(value)), place(value));
            fields.push(RawField { name, value, offset });
        }
        Ok(RawObject { fields })
    }

    /// The field with this name, if there is one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RawField> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Adds a field. No field of the object may have its name.
    pub fn add(&mut self, field: RawField) {
        self.fields.push(field);
    }

    /// Removes the field with this name and returns it, if there is one.
    pub fn remove(&mut self, name: &str) -> Option<RawField> {
        let place = self.fields.iter().position(|field| field.name == name)?;
        Some(self.fields.remove(place))
    }

    /// The fields in their order.
    #[must_use]
    pub fn fields(&self) -> &[RawField] {
        &self.fields
    }

    /// Removes the fields that `keeps` refuses.
    pub fn retain(&mut self, keeps: impl Fn(&RawField) -> bool) {
        self.fields.retain(keeps);
    }

    /// Removes the fields whose names begin with `prefix`, and returns them in their order.
    pub fn remove_all(&mut self, prefix: &str) -> Vec<RawField> {
        self.fields.extract_if(.., |field| field.name.starts_with(prefix)).collect()
    }

    /// Parses the values of the fields, and returns them by name.
    ///
    /// # Errors
    /// If an object has the same key twice, a number is out of range, or lists and objects are nested too deeply.
    pub fn into_values(self) -> Result<Map<String, Value>, QuestionError> {
        let mut values = Map::new();
        for field in self.fields {
            values.insert(field.name, field.value.into_value(field.offset)?);
        }
        Ok(values)
    }
}

impl From<Map<String, Value>> for RawObject {
    fn from(values: Map<String, Value>) -> RawObject {
        let fields = values.into_iter().map(|(name, value)| RawField::new(name, value)).collect();
        RawObject { fields }
    }
}

impl RawField {
    /// Builds a field that was not sent as text.
    #[must_use]
    pub fn new(name: String, value: Value) -> RawField {
        RawField { name, value: RawFieldValue::Built(value), offset: 0 }
    }

    /// Renames the field to `name`, and returns it with its value unchanged.
    #[must_use]
    pub fn with_name(self, name: &str) -> RawField {
        RawField { name: name.to_owned(), ..self }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> &RawFieldValue {
        &self.value
    }
}

impl RawFieldValue {
    /// The value as JSON.
    #[must_use]
    pub fn to_json(&self) -> Cow<'_, str> {
        match self {
            RawFieldValue::Sent(text) => Cow::Borrowed(text.get()),
            RawFieldValue::Built(value) => Cow::Owned(value.to_string()),
        }
    }

    /// A JSON string without its quotes and escapes, or any other value as JSON. `None` for `null`.
    #[must_use]
    pub fn content(&self) -> Option<String> {
        match self {
            RawFieldValue::Built(Value::Null) => None,
            RawFieldValue::Built(Value::String(text)) => Some(text.clone()),
            RawFieldValue::Sent(text) if text.get() == "null" => None,
            // A string with only half of a surrogate pair has no valid content; the string is returned as JSON.
            _ => Some(self.text().unwrap_or_else(|| self.to_json().into_owned())),
        }
    }

    fn text(&self) -> Option<String> {
        match self {
            RawFieldValue::Built(value) => value.as_str().map(str::to_owned),
            RawFieldValue::Sent(text) if text.get().starts_with('"') => serde_json::from_str(text.get()).ok(),
            RawFieldValue::Sent(_) => None,
        }
    }

    /// Whether both values are the same text, even if it is escaped in different ways, or the same JSON, numbers digit
    /// by digit.
    #[must_use]
    pub fn is_same(&self, other: &RawFieldValue) -> bool {
        match (self.text(), other.text()) {
            (Some(text), Some(other)) => text == other,
            (None, None) => self.to_json() == other.to_json(),
            _ => false,
        }
    }

    /// Whether the value is a text or a number.
    #[must_use]
    pub fn is_text_or_number(&self) -> bool {
        self.to_json().starts_with(|first: char| matches!(first, '"' | '-' | '0'..='9'))
    }

    /// `offset`: of the value in its line, in bytes.
    fn into_value(self, offset: usize) -> Result<Value, QuestionError> {
        let text = match self {
            RawFieldValue::Built(value) => return Ok(value),
            RawFieldValue::Sent(text) => text,
        };
        let text = text.get();
        let twice = RefCell::new(None);
        let read = StrictParser { twice: &twice }.deserialize(&mut serde_json::Deserializer::from_str(text));
        read.map_err(|error| match twice.take() {
            Some(key) => QuestionError::whole(ErrorCode::BadJson, Problem::KeyTwice { key }),
            None => parse_error(&error, "", offset, "{}"),
        })
    }
}

/// Through text, for which every answer has a serializer. Another one, for values, would have to be compiled as well.
pub(crate) fn to_value(value: &impl Serialize) -> Value {
    let text = serde_json::to_string(value).expect("strings, numbers and lists have a JSON form");
    serde_json::from_str(&text).expect("it was written as JSON")
}

fn one_line(value: &RawValue) -> Box<RawValue> {
    // An answer is a single line.
    let text = value.get();
    let whole = if text.contains(['\n', '\r']) { None } else { Some(value.to_owned()) };
    whole
        .or_else(|| RawValue::from_string(text.replace(['\n', '\r'], "")).ok())
        .unwrap_or_else(|| value.to_owned())
}

/// `offset`: of the parsed part in the text, in bytes.
pub(crate) fn parse_error(
    error: &serde_json::Error,
    text: &str,
    offset: usize,
    example: &'static str,
) -> QuestionError {
    let above = text.get(..offset).unwrap_or_default();
    let before =
        text.get(..offset).map_or(offset, |before| before.len() - before.rfind('\n').map_or(0, |n| n + 1));
    // The parser reports column 0 if it stops before the first character.
    let column = (before + error.column()).max(1);
    let place = JsonPlace { line: above.matches('\n').count() + error.line().max(1), column };
    let message = error.to_string();
    let problem = if message.starts_with("recursion limit exceeded") {
        Problem::TooDeep { column }
    } else if message.starts_with("number out of range") {
        Problem::OutOfRange { column }
    } else if error.is_eof() && text.trim_start().chars().next() == example.chars().next() {
        Problem::CutOff { place, example }
    } else {
        Problem::NoJson { place, example }
    };
    QuestionError::whole(ErrorCode::BadJson, problem)
}

struct RawEntries<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for RawEntries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawEntries<'de>, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = RawEntries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawEntries<'de>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(RawEntries(entries))
    }
}

/// Stores a key that an object has twice in `twice`.
#[derive(Clone, Copy)]
struct StrictParser<'a> {
    twice: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for StrictParser<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for StrictParser<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if object.contains_key(&key) {
                let message = "a key appears twice";
                self.twice.replace(Some(key));
                return Err(A::Error::custom(message));
            }
            object.insert(key, map.next_value_seed(self)?);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicate_keys_and_malformed_objects_are_refused() {
        let read = |text: &str| parse_object(text, "{}").map_err(|error| error.to_string());
        let text = r#"{"a":[1,-2,0.5,null,true,{"b":"c"}],"b":{}}"#;
        assert_eq!(read(text).map(Value::Object), Ok(serde_json::from_str(text).expect("JSON")));
        for (text, key) in [(r#"{"a":1,"b":2,"a":3}"#, "a"), (r#"{"x":[{"b":{},"b":{}}]}"#, "b")] {
            let message = format!("the key '{key}' appears twice: write it once");
            assert_eq!(read(text), Err(message), "{text}");
        }
        for (text, column) in [("[1]", 1), ("\"a\"", 3), ("", 1), (r#"{"a":1} x"#, 9), (r#"{"a" 1}"#, 6)] {
            let error = read(text).expect_err(text);
            assert_eq!(error, format!("this is not a JSON object (column {column}): {{}} is one"), "{text}");
        }
    }
}
