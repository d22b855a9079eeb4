//! The values of written rules, each with its place, and a deserializer that reads structures from them.
//!
//! The deserializer of the TOML library, compiled for each structure, made up a quarter of this library's compiled
//! code. One that reads from parsed values is compiled once for TOML and JSON, and the values keep their places when one
//! file extends another.

use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::ops::Range;
use std::slice;

use serde::de::value::{StrDeserializer, StringDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, Error, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Map;

use crate::excerpt::excerpt;
use crate::rules::contract::Contract;
use crate::spelling::{Suggestion, nearest};

/// Bytes of a text; or, of an object, which has no text, keys and values in the order in which they are read.
pub(super) type Place = Range<usize>;

/// Each entry holds the place of the key, and the value.
pub(super) type Table = BTreeMap<String, (Place, Node)>;

#[derive(Debug)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    Text(String),
    Whole(i64),
    /// A floating-point number.
    Float(f64),
    Switch(bool),
    /// A date or a time, null, or a number with too many digits, as written in the text.
    Other(String),
    List(Vec<Node>),
    Table(Table),
}

/// A mistake. In a box, since the code that returns it is compiled for each field.
#[derive(Debug)]
pub(super) struct Mistake(pub(super) Box<LocatedProblem>);

/// A problem in words, and where its place begins, if known.
#[derive(Debug)]
pub(super) struct LocatedProblem {
    pub(super) problem: String,
    pub(super) start: Option<usize>,
}

/// Numbers the keys and values of an object. The place of a list or a table contains those of its content.
#[derive(Default)]
struct Numbering(usize);

impl Numbering {
    fn node(&mut self, value: &serde_json::Value) -> Node {
        let start = self.next().start;
        let value = match value {
            serde_json::Value::Null => Value::Other("null".to_owned()),
            serde_json::Value::Bool(on) => Value::Switch(*on),
            serde_json::Value::String(text) => Value::Text(text.clone()),
            serde_json::Value::Array(list) => {
                Value::List(list.iter().map(|value| self.node(value)).collect())
            }
            serde_json::Value::Object(entries) => self.table(entries),
            serde_json::Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(number), _) => Value::Whole(number),
                (None, Some(float)) if number.is_f64() => Value::Float(float),
                _ => Value::Other(number.to_string()),
            },
        };
        Node { place: start..self.0, value }
    }

    fn table(&mut self, entries: &Map<String, serde_json::Value>) -> Value {
        let mut table = Table::new();
        for (key, value) in entries {
            let place = self.next();
            table.insert(key.clone(), (place, self.node(value)));
        }
        Value::Table(table)
    }

    fn next(&mut self) -> Place {
        self.0 += 1;
        self.0 - 1..self.0
    }
}

impl Node {
    pub(super) fn from_object(entries: &Map<String, serde_json::Value>) -> Node {
        let mut numbering = Numbering::default();
        let value = numbering.table(entries);
        Node { place: 0..numbering.0, value }
    }

    fn type_mistake(&self, expected: &dyn Expected) -> Mistake {
        Mistake::invalid_type(self.unexpected(), expected)
    }

    fn unexpected(&self) -> Unexpected<'_> {
        match &self.value {
            Value::Text(text) => Unexpected::Str(text),
            Value::Whole(number) => Unexpected::Signed(*number),
            Value::Float(number) => Unexpected::Float(*number),
            Value::Switch(on) => Unexpected::Bool(*on),
            Value::Other(text) => Unexpected::Other(text),
            Value::List(_) => Unexpected::Seq,
            Value::Table(_) => Unexpected::Map,
        }
    }

    pub(super) fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The values of `changes` replace the values here, and tables are merged key by key. A contract is the same key in
    /// every spelling.
    pub(super) fn merge(&mut self, changes: Node) {
        match (&mut self.value, changes.value) {
            (Value::Table(base), Value::Table(entries)) => {
                for (key, (place, node)) in entries {
                    let key = key.parse::<Contract>().map_or(key, |contract| contract.to_string());
                    match base.get_mut(&key) {
                        Some((_, below)) => below.merge(node),
                        None => drop(base.insert(key, (place, node))),
                    }
                }
            }
            (_, value) => *self = Node { place: changes.place, value },
        }
    }
}

impl<'de> Deserializer<'de> for &Node {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match &self.value {
            Value::Text(text) => visitor.visit_str(text),
            Value::Whole(number) => visitor.visit_i64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Switch(on) => visitor.visit_bool(*on),
            Value::Other(_) => Err(self.type_mistake(&visitor)),
            Value::List(list) => visitor.visit_seq(List(list.iter())),
            Value::Table(table) => visitor.visit_map(Entries { rest: table.iter(), value: None }),
        }
    }

    // These methods accept only the kind of value that the type asks for, so that less code is compiled for each type.

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match self.table() {
            Some(table) => visitor.visit_map(Entries { rest: table.iter(), value: None }),
            None => Err(self.type_mistake(&"a table")),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match &self.value {
            Value::List(list) => visitor.visit_seq(List(list.iter())),
            _ => Err(self.type_mistake(&"a list in brackets")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match &self.value {
            Value::Text(text) => visitor.visit_str(text),
            _ => Err(self.type_mistake(&"a text in quotes")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.deserialize_string(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match self.value {
            Value::Whole(number) => visitor.visit_i64(number),
            _ => Err(self.type_mistake(&visitor)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match self.value {
            Value::Switch(on) => visitor.visit_bool(on),
            _ => Err(self.type_mistake(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        match &self.value {
            Value::Text(word) => visitor.visit_enum(StrDeserializer::new(word)),
            _ => Err(wrong_word(self.unexpected(), None, words)),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct
        identifier ignored_any
    }
}

struct List<'a>(slice::Iter<'a, Node>);

impl<'de> SeqAccess<'de> for List<'_> {
    type Error = Mistake;

    #[inline(never)]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mistake> {
        let read = |node: &Node| seed.deserialize(node).map_err(|mistake| mistake.with_place(&node.place));
        self.0.next().map(read).transpose()
    }
}

/// The entries of a table that have not been read yet, and the value of the key that was read last.
struct Entries<'a> {
    rest: btree_map::Iter<'a, String, (Place, Node)>,
    value: Option<&'a Node>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Mistake;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mistake> {
        let Some((key, (place, value))) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        let key: StringDeserializer<Mistake> = key.clone().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|mistake| mistake.with_place(place))
    }

    #[inline(never)]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mistake> {
        let node = self.value.take().expect("its key was read");
        seed.deserialize(node).map_err(|mistake| mistake.with_place(&node.place))
    }
}

impl Mistake {
    #[inline(never)]
    fn with_place(mut self, place: &Place) -> Mistake {
        // A more exact place may already be set.
        self.0.start.get_or_insert(place.start);
        self
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.problem)
    }
}

impl std::error::Error for Mistake {}

impl Error for Mistake {
    fn custom<T: fmt::Display>(problem: T) -> Mistake {
        Mistake(Box::new(LocatedProblem { problem: problem.to_string(), start: None }))
    }

    #[inline(never)]
    fn duplicate_field(key: &'static str) -> Mistake {
        Mistake::custom(format_args!("the key {key} is in the table twice"))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Mistake {
        Mistake::custom(format_args!("{} is not valid here: write {expected}", Found(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Mistake {
        Mistake::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Mistake {
        Mistake::custom(format_args!("a list of length {length} is not valid here: write {expected}"))
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> Mistake {
        wrong_word(Unexpected::Str(word), nearest(word, words.iter().copied()), words)
    }

    fn unknown_field(key: &str, keys: &'static [&'static str]) -> Mistake {
        let suggestion = Suggestion(nearest(key, keys.iter().copied()));
        let (key, keys) = (excerpt(key), keys.join(" "));
        Mistake::custom(format_args!("there is no key '{key}' here{suggestion}; the keys are {keys}"))
    }
}

fn wrong_word(found: Unexpected<'_>, nearest: Option<&str>, words: &[&str]) -> Mistake {
    let (found, suggestion, words) = (Found(found), Suggestion(nearest), words.join(", "));
    Mistake::custom(format_args!("{found} is not valid here{suggestion}: write one of {words}"))
}

/// A wrong value as messages quote it.
struct Found<'a>(Unexpected<'a>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Unexpected::Str(text) => write!(f, "'{}'", excerpt(text)),
            Unexpected::Other(text) => f.write_str(&excerpt(text)),
            Unexpected::Signed(number) => number.fmt(f),
            Unexpected::Unsigned(number) => number.fmt(f),
            Unexpected::Float(number) => number.fmt(f),
            Unexpected::Bool(on) => on.fmt(f),
            Unexpected::Seq => f.write_str("a list"),
            Unexpected::Map => f.write_str("a table"),
            other => other.fmt(f),
        }
    }
}
