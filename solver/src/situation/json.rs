//! Reading of JSON objects that refuses a key that stands twice, since one value would be lost.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::error::{Code, Problem, QuestionError};

/// The object of a line; `example` is one that would be right, for the message.
///
/// # Errors
/// If the line is no object of JSON, or a key stands twice in an object of it.
pub fn object(line: &str, example: &'static str) -> Result<Map<String, Value>, QuestionError> {
    let twice = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_str(line);
    let read = reader.deserialize_map(Strict { twice: &twice });
    let read = read.and_then(|value| reader.end().map(|()| value));
    // The reader may stop before the first column.
    let no_json = |column: usize| Problem::NoJson { column: column.max(1), example };
    match (read, twice.take()) {
        (Ok(Value::Object(object)), _) => Ok(object),
        (Ok(_), _) => Err(QuestionError::whole(Code::BadJson, no_json(0))),
        (Err(_), Some(key)) => Err(QuestionError::whole(Code::BadJson, Problem::KeyTwice { key })),
        (Err(error), None) => Err(QuestionError::whole(Code::BadJson, no_json(error.column()))),
    }
}

/// Reads a value, and notes a key that stands twice.
#[derive(Clone, Copy)]
struct Strict<'a> {
    twice: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
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
                let message = "a key stands twice";
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
    fn a_key_stands_once() {
        let read = |text: &str| object(text, "{}").map_err(|error| error.to_string());
        let text = r#"{"a":[1,-2,0.5,null,true,{"b":"c"}],"b":{}}"#;
        assert_eq!(read(text).map(Value::Object), Ok(serde_json::from_str(text).expect("JSON")));
        for (text, key) in [(r#"{"a":1,"b":2,"a":3}"#, "a"), (r#"{"x":[{"b":{},"b":{}}]}"#, "b")] {
            let message = format!("the key '{key}' stands twice: write it once");
            assert_eq!(read(text), Err(message), "{text}");
        }
        for (text, column) in [("[1]", 1), ("\"a\"", 3), ("", 1), (r#"{"a":1} x"#, 9), (r#"{"a" 1}"#, 6)] {
            let error = read(text).expect_err(text);
            assert_eq!(error, format!("this is no object of JSON (column {column}): {{}} is one"), "{text}");
        }
    }
}
