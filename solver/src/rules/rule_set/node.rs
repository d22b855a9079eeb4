//! The values of a file of rules, each with its place in the text, and a deserializer that reads structures from them.
//!
//! The deserializer of the TOML library, compiled for each structure, made up a quarter of this library's compiled
//! code. One that reads from parsed values is compiled once, and the values keep their places when one file extends
//! another.

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
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::excerpt::excerpt;
use crate::rules::contract::Contract;
use crate::rules::rule_set::toml_syntax::syntax_problem;
use crate::spelling::{Suggestion, nearest};

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
    /// A date or a time, or a number with too many digits, as written in the text.
    Other(String),
    List(Vec<Node>),
    Table(Table),
}

/// A mistake, and the byte of the text at which it begins, if known.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) problem: String,
    pub(super) byte: Option<usize>,
}

fn table(entries: DeTable<'_>) -> Value {
    let entry =
        |(key, value): (Spanned<DeString<'_>>, _)| (key.get_ref().to_string(), (key.span(), node(value)));
    let mut table = Table::new();
    table.extend(entries.into_iter().map(entry));
    Value::Table(table)
}

fn node(value: Spanned<DeValue<'_>>) -> Node {
    let place = value.span();
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(number) => Value::Whole(number),
            Err(_) => Value::Other(digits.to_string()),
        },
        DeValue::Float(digits) => match digits.as_str().parse() {
            Ok(number) => Value::Float(number),
            Err(_) => Value::Other(digits.to_string()),
        },
        DeValue::Boolean(on) => Value::Switch(on),
        DeValue::Datetime(date) => Value::Other(date.to_string()),
        DeValue::Array(list) => Value::List(list.into_iter().map(node).collect()),
        DeValue::Table(entries) => table(entries),
    };
    Node { place, value }
}

impl Node {
    pub(super) fn parse(text: &str) -> Result<Node, Mistake> {
        let root = DeTable::parse(text).map_err(|error| {
            let byte = error.span().map_or(0, |span| span.start);
            Mistake { problem: syntax_problem(text, byte), byte: Some(byte) }
        })?;
        Ok(Node { place: root.span(), value: table(root.into_inner()) })
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

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mistake> {
        let node = self.value.take().expect("its key was read");
        seed.deserialize(node).map_err(|mistake| mistake.with_place(&node.place))
    }
}

impl Mistake {
    fn with_place(self, place: &Place) -> Mistake {
        // A more exact place may already be set.
        Mistake { byte: self.byte.or(Some(place.start)), ..self }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)
    }
}

impl std::error::Error for Mistake {}

impl Error for Mistake {
    fn custom<T: fmt::Display>(problem: T) -> Mistake {
        Mistake { problem: problem.to_string(), byte: None }
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
