//! Serialization of answers in another style of cards.
//!
//! The library writes cards and deals in letters, as newtype structs that serde names after their types. A serializer
//! between the answer and its form rewrites these texts and passes everything else on.

use preference::cards::Card;
use preference::deal::{CardStyle, Layout, PartialDeal};
use serde::ser::{self, Serialize, Serializer};

/// A value whose cards are written in `style`.
pub(crate) struct Styled<'a, T: ?Sized> {
    pub(crate) value: &'a T,
    pub(crate) style: CardStyle,
}

impl<T: Serialize + ?Sized> Serialize for Styled<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.style {
            CardStyle::Letters => self.value.serialize(serializer),
            style => self.value.serialize(Writer { inner: serializer, style }),
        }
    }
}

fn restyled(type_name: &str, text: &str, style: CardStyle) -> Option<String> {
    let card = |name: &str| name.parse::<Card>().ok().map(|card| style.card(card));
    match type_name {
        "Card" => card(text),
        "DiscardPair" => text.split(' ').map(card).collect::<Option<Vec<_>>>().map(|cards| cards.join(" ")),
        "Layout" => text.parse::<Layout>().ok().map(|layout| layout.in_style(style)),
        "PartialDeal" => text.parse::<PartialDeal>().ok().map(|deal| deal.in_style(style)),
        _ => None,
    }
}

/// Passes a value on to another serializer, or part of a value to the state of a sequence, a map or a struct.
struct Writer<S> {
    inner: S,
    style: CardStyle,
}

macro_rules! pass_on {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {
        $(fn $method(self, $($argument: $type),*) -> Result<S::Ok, S::Error> {
            self.inner.$method($($argument),*)
        })*
    };
}

macro_rules! open {
    ($($method:ident($($argument:ident: $type:ty),*) -> $state:ident;)*) => {
        $(fn $method(self, $($argument: $type),*) -> Result<Self::$state, S::Error> {
            Ok(Writer { inner: self.inner.$method($($argument),*)?, style: self.style })
        })*
    };
}

impl<S: Serializer> Serializer for Writer<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Writer<S::SerializeSeq>;
    type SerializeTuple = Writer<S::SerializeTuple>;
    type SerializeTupleStruct = Writer<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Writer<S::SerializeTupleVariant>;
    type SerializeMap = Writer<S::SerializeMap>;
    type SerializeStruct = Writer<S::SerializeStruct>;
    type SerializeStructVariant = Writer<S::SerializeStructVariant>;

    pass_on! {
        serialize_bool(value: bool);
        serialize_i8(value: i8);
        serialize_i16(value: i16);
        serialize_i32(value: i32);
        serialize_i64(value: i64);
        serialize_u8(value: u8);
        serialize_u16(value: u16);
        serialize_u32(value: u32);
        serialize_u64(value: u64);
        serialize_f32(value: f32);
        serialize_f64(value: f64);
        serialize_char(value: char);
        serialize_str(value: &str);
        serialize_bytes(value: &[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(name: &'static str);
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
    }

    open! {
        serialize_seq(len: Option<usize>) -> SerializeSeq;
        serialize_tuple(len: usize) -> SerializeTuple;
        serialize_tuple_struct(name: &'static str, len: usize) -> SerializeTupleStruct;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> SerializeTupleVariant;
        serialize_map(len: Option<usize>) -> SerializeMap;
        serialize_struct(name: &'static str, len: usize) -> SerializeStruct;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> SerializeStructVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&Styled { value, style: self.style })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let text = serde_json::to_value(value).ok();
        match text.as_ref().and_then(|text| restyled(name, text.as_str()?, self.style)) {
            Some(text) => self.inner.serialize_str(&text),
            None => self.inner.serialize_newtype_struct(name, &Styled { value, style: self.style }),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_newtype_variant(name, index, variant, &Styled { value, style: self.style })
    }
}

macro_rules! write_parts {
    ($($state:ident { $($method:ident($($key:ident)?);)* })*) => {
        $(impl<S: ser::$state> ser::$state for Writer<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            $(fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($key: &'static str,)?
                value: &T,
            ) -> Result<(), S::Error> {
                self.inner.$method($($key,)? &Styled { value, style: self.style })
            })*

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        })*
    };
}

write_parts! {
    SerializeSeq { serialize_element(); }
    SerializeTuple { serialize_element(); }
    SerializeTupleStruct { serialize_field(); }
    SerializeTupleVariant { serialize_field(); }
    SerializeMap { serialize_key(); serialize_value(); }
    SerializeStruct { serialize_field(key); }
    SerializeStructVariant { serialize_field(key); }
}
