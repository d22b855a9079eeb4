//! Fields of a question, from JSON or flags, which are taken (read and removed) one by one.
//!
//! The code that knows the meaning of a field takes it. A field that is never taken is reported as unknown. A list may
//! be a list, a text with several words, or a single element.

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde_json::{Map, Value};

use crate::excerpt::excerpt;
use crate::order::sorted_indices_by_key;
use crate::settlement::Amount;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::spelling::{is_slip, nearest};

/// Fields of a question that have not been taken yet.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    remaining: Map<String, Value>,
    /// The names that were asked for: the message about an unknown field lists them.
    asked_names: Vec<&'static str>,
}

impl From<Map<String, Value>> for Fields {
    fn from(remaining: Map<String, Value>) -> Fields {
        Fields { remaining, asked_names: Vec::new() }
    }
}

/// Makes 40.0 to 40, as pandas writes the whole numbers of a column if a cell of the column is empty.
fn write_whole_numbers(value: &mut Value) {
    const MIN_AMBIGUOUS_FLOAT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole =
                number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < MIN_AMBIGUOUS_FLOAT);
            if let Some(whole) = whole {
                *number = (whole as i64).into();
            }
        }
        Value::Array(values) => values.iter_mut().for_each(write_whole_numbers),
        Value::Object(object) => object.values_mut().for_each(write_whole_numbers),
        _ => {}
    }
}

impl Fields {
    /// Whether the field has a value. `false`, `null` and an empty list count as no value.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.remaining.get(name).is_some_and(|value| !is_without_effect(value))
    }

    /// Whether the value of the field is a list.
    #[must_use]
    pub fn is_list(&self, name: &str) -> bool {
        self.remaining.get(name).is_some_and(Value::is_array)
    }

    /// The name of the first of these fields that has a value.
    #[must_use]
    pub fn first_of(&self, names: &[&'static str]) -> Option<&'static str> {
        names.iter().copied().find(|name| self.has(name))
    }

    /// The remaining fields as the text of a JSON object, sorted by name.
    #[must_use]
    pub fn to_sorted_json(&self) -> String {
        let sorted: BTreeMap<&String, &Value> = self.remaining.iter().collect();
        serde_json::to_string(&sorted).expect("JSON has a text")
    }

    /// Replaces the value of the field, if it has one.
    pub fn set(&mut self, name: &str, value: Value) {
        self.remaining.insert(name.to_owned(), value);
    }

    /// Removes a field and returns its value; 40.0 is returned as 40.
    pub fn take(&mut self, name: &'static str) -> Option<Value> {
        self.asked_names.push(name);
        let mut value = self.remaining.remove(name).filter(|value| !value.is_null());
        value.iter_mut().for_each(write_whole_numbers);
        value
    }

    /// If the value fails the condition, the field remains.
    pub(crate) fn take_if(
        &mut self,
        name: &'static str,
        condition: impl FnOnce(&Value) -> bool,
    ) -> Option<Value> {
        if self.remaining.get(name).is_some_and(condition) { self.take(name) } else { None }
    }

    pub(crate) fn with_field(&self, name: &str, value: Value) -> Fields {
        let mut fields = self.clone();
        fields.set(name, value);
        fields
    }

    pub(crate) fn remove_client_fields(&mut self) {
        self.remaining.retain(|name, _| name != "id" && !name.starts_with("x_"));
    }

    /// A whole number or a fraction from `-u32::MAX` to `u32::MAX`.
    pub(crate) fn amount(&mut self, name: &'static str) -> Result<Option<Amount>, QuestionError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let number = value.as_f64().filter(|number| number.abs() <= f64::from(u32::MAX));
        let amount = number.and_then(|_| Amount::deserialize(&value).ok());
        amount.map(Some).ok_or_else(|| value_error(name, &value, "write an amount, such as 30 or 2.5"))
    }

    /// The error that `name` is missing, or about a field that nobody has asked for, which may be its misspelling. Must
    /// be called after all other fields have been taken.
    pub(crate) fn missing(&self, name: &'static str, content: &'static str) -> QuestionError {
        self.unknown_or(QuestionError::missing(name, content))
    }

    /// Prefers the error for a field that nobody has asked for to an error about a missing field.
    pub(crate) fn unknown_or(&self, error: QuestionError) -> QuestionError {
        let unknown = || self.clone().finish_record().err();
        if error.code() == ErrorCode::Missing { unknown().unwrap_or(error) } else { error }
    }

    /// The error that `name` is missing, or about a field whose name differs from it by one slip. Unlike `missing`, it
    /// may be called before other fields have been taken.
    pub fn missing_or_misspelt(&self, name: &'static str, content: &'static str) -> QuestionError {
        let Some(slip) = self.remaining.keys().find(|other| is_slip(other, name)) else {
            return QuestionError::missing(name, content);
        };
        let problem = Problem::Misspelt { right: name };
        QuestionError::new(ErrorCode::UnknownField, slip.clone(), problem)
    }

    /// Checks that every field with a value was taken. Other fields of a record may be empty.
    pub fn finish_record(mut self) -> Result<(), QuestionError> {
        self.remaining.retain(|_, value| !is_without_effect(value));
        self.finish()
    }

    /// Checks that every field was taken. The error lists the fields that the code has tried to take.
    pub fn finish(self) -> Result<(), QuestionError> {
        match self.remaining.keys().min() {
            None => Ok(()),
            Some(name) => {
                let order = sorted_indices_by_key(self.asked_names.len(), |place| self.asked_names[place]);
                let mut names: Vec<&str> = order.into_iter().map(|place| self.asked_names[place]).collect();
                names.dedup();
                let nearest = nearest(name, names.iter().copied()).map(str::to_owned);
                let problem = Problem::UnknownField { nearest, known: names.join(" ") };
                let field = crate::situation::error::Field { name: name.clone().into(), index: None };
                Err(QuestionError::new(ErrorCode::UnknownField, field, problem))
            }
        }
    }
}

impl From<String> for crate::situation::error::Field {
    fn from(name: String) -> Self {
        Self { name: name.into(), index: None }
    }
}

pub(super) fn read_words(value: Value, name: &'static str) -> Result<Vec<String>, QuestionError> {
    // A text in the list may consist of several words.
    let elements = match value {
        Value::String(text) => return Ok(split_words(&text)),
        Value::Number(number) => return Ok(vec![number.to_string()]),
        Value::Array(elements) => elements,
        other => return Err(value_error(name, &other, "write a list of texts")),
    };
    let mut words = Vec::new();
    for (n, element) in elements.into_iter().enumerate() {
        match element {
            Value::String(text) => words.extend(split_words(&text)),
            Value::Number(number) => words.push(number.to_string()),
            other => return Err(value_error(name, &other, "write a list of texts").in_field((name, n))),
        }
    }
    Ok(words)
}

pub(super) fn parse_list<T: FromStr<Err: StdError + Send + Sync + 'static>>(
    value: Value,
    name: &'static str,
) -> Result<Vec<T>, QuestionError> {
    // An error names the word's index, unless the list has only one word.
    let words = read_words(value, name)?;
    let alone = words.len() == 1;
    let elements = words.into_iter().enumerate().map(|(n, word)| {
        word.parse().map_err(|error| {
            let error = QuestionError::new(ErrorCode::BadValue, name, error);
            if alone { error } else { error.in_field((name, n)) }
        })
    });
    elements.collect()
}

/// Upper and lower case are alike.
pub(crate) fn read_enum_word<T: DeserializeOwned>(
    value: &Value,
    name: &'static str,
) -> Result<T, QuestionError> {
    let Some(text) = value.as_str() else { return Err(value_error(name, value, "write a text")) };
    let word = text.trim().to_ascii_lowercase();
    let word: StrDeserializer<'_, serde::de::value::Error> = word.as_str().into_deserializer();
    T::deserialize(word).map_err(|_| {
        let right = format!("write {}", enum_words::<T>().join(", ")).into();
        QuestionError::new(ErrorCode::BadValue, name, Problem::Value { found: quote_text(text), right })
    })
}

fn enum_words<T: DeserializeOwned>() -> &'static [&'static str] {
    // The words are in the declaration that serde derives; no other place lists them.
    let mut words: &[&str] = &[];
    // `T` declares its words; then its deserialization fails because there is no data.
    drop(T::deserialize(EnumWords(&mut words)));
    words
}

struct EnumWords<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for EnumWords<'_> {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("there is no data"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = words;
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

pub(crate) fn is_without_effect(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false)) || value.as_array().is_some_and(Vec::is_empty)
}

/// `right` says what to write instead.
pub(crate) fn value_error(name: &'static str, value: &Value, right: &'static str) -> QuestionError {
    let problem = Problem::Value { found: quote_value(value), right: right.into() };
    QuestionError::new(ErrorCode::BadValue, name, problem)
}

pub(crate) fn empty_list_error(name: &'static str, right: &'static str) -> QuestionError {
    let problem = Problem::Value { found: "an empty list".to_owned(), right: right.into() };
    QuestionError::new(ErrorCode::BadValue, name, problem)
}

fn split_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

pub(super) fn quote_value(value: &Value) -> String {
    match value {
        Value::String(text) => quote_text(text),
        other => excerpt(&other.to_string()),
    }
}

fn quote_text(text: &str) -> String {
    format!("'{}'", excerpt(text))
}
