//! Forms. Each declares the name, type, range and help text of every field of a question, from which the keys in JSON,
//! the flags of the program (feature `clap`), the JSON Schema (feature `schema`) and the reader are derived.

use std::error::Error as StdError;
use std::str::FromStr;

use serde_json::Value;

use super::error::{ErrorCode, Problem, QuestionError};
use super::field_types::{
    BeliefInput, ContractName, DealsInput, DeclarerChoice, LogInput, NumberOrAll, OneOrMany, RecordInput,
    RulesInput, SeatNumbers, Seconds, TotalsInput, WholeNumber, YesNo,
};
use super::fields::{Fields, empty_list_error, parse_list, quote_value, value_error};
use crate::deal::{Deal, DealError};
use crate::seat::Seat;
use crate::settlement::{Aces, Dealer};
use crate::situation::Leader;

/// A field of a form, or a group of fields that several forms share.
pub trait FormPart: Default {
    /// Removes the part from the fields. A group ignores `name`, since each of its fields has a name of its own.
    fn take(fields: &mut Fields, name: &'static str) -> Result<Self, QuestionError> {
        let mut part = Self::default();
        part.fill(fields, name)?;
        Ok(part)
    }

    /// As [`FormPart::take`], into an empty part: a form of many fields is read without moving each of them.
    fn fill(&mut self, fields: &mut Fields, name: &'static str) -> Result<(), QuestionError>;

    /// Adds the names of the fields that have a value. `false` and an empty list count as no value.
    fn add_given(&self, name: &'static str, given: &mut Vec<&'static str>);

    /// The names of the fields that have a value, in the order of their declaration.
    fn given(&self) -> Vec<&'static str> {
        let mut given = Vec::new();
        self.add_given("", &mut given);
        given
    }

    /// The first of these fields that has a value.
    fn first_given(&self, names: &[&'static str]) -> Option<&'static str> {
        let given = self.given();
        names.iter().copied().find(|name| given.contains(name))
    }
}

/// The type of a field's value.
pub trait FieldValue: Sized {
    /// Reads the value of the field `name`.
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError>;

    /// Whether the value counts as given. An empty list does not.
    fn is_something(&self) -> bool {
        true
    }
}

impl Fields {
    /// Takes the field `name`: a value, or several if `T` is a list.
    ///
    /// # Errors
    /// If the field has a wrong value.
    pub fn take_value<T: FormPart>(&mut self, name: &'static str) -> Result<T, QuestionError> {
        T::take(self, name)
    }
}

impl<T: FieldValue> FormPart for Option<T> {
    #[inline(never)]
    fn fill(&mut self, fields: &mut Fields, name: &'static str) -> Result<(), QuestionError> {
        *self = fields.take(name).map(|value| T::read(value, name)).transpose()?;
        Ok(())
    }

    fn add_given(&self, name: &'static str, given: &mut Vec<&'static str>) {
        if self.as_ref().is_some_and(T::is_something) {
            given.push(name);
        }
    }
}

/// A list, or a single element in place of a list of one.
impl<T: FieldValue> FormPart for Vec<T> {
    #[inline(never)]
    fn fill(&mut self, fields: &mut Fields, name: &'static str) -> Result<(), QuestionError> {
        let elements = match fields.take(name) {
            None => return Ok(()),
            Some(Value::Array(elements)) => elements,
            Some(alone) => vec![alone],
        };
        let read = |element| match element {
            Value::Array(_) => Err(value_error(name, &element, "write a list of texts")),
            element => T::read(element, name),
        };
        let elements = elements.into_iter().enumerate();
        *self = elements
            .map(|(place, element)| read(element).map_err(|error| error.in_field((name, place))))
            .collect::<Result<_, _>>()?;
        Ok(())
    }

    fn add_given(&self, name: &'static str, given: &mut Vec<&'static str>) {
        if !self.is_empty() {
            given.push(name);
        }
    }
}

impl FormPart for bool {
    #[inline(never)]
    fn fill(&mut self, fields: &mut Fields, name: &'static str) -> Result<(), QuestionError> {
        *self = fields.take(name).map_or(Ok(false), |value| <bool as FieldValue>::read(value, name))?;
        Ok(())
    }

    fn add_given(&self, name: &'static str, given: &mut Vec<&'static str>) {
        if *self {
            given.push(name);
        }
    }
}

impl FieldValue for bool {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        value.as_bool().ok_or_else(|| value_error(name, &value, "write true or false"))
    }
}

impl FieldValue for String {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(value_error(name, &other, "write a text")),
        }
    }
}

impl<const MIN: u64, const MAX: u64> FieldValue for WholeNumber<MIN, MAX> {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        // A negative number or a fraction is out of every range.
        let number = value.as_u64().ok_or(Self::OUT_OF_RANGE).and_then(Self::try_from);
        number.map_err(|error| wrong_value(name, &value, &error))
    }
}

/// A list may be written as a list, as a text with several words, or as a single element.
impl<T: FromStr<Err: StdError + Send + Sync + 'static>> FieldValue for OneOrMany<T> {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        parse_list(value, name).map(OneOrMany)
    }

    fn is_something(&self) -> bool {
        !self.0.is_empty()
    }
}

impl<const MAX: u64> FieldValue for SeatNumbers<MAX> {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        let numbers = match &value {
            Value::Object(object) => {
                let pairs = object.iter().map(|(seat, number)| (seat.as_str(), number.as_u64()));
                SeatNumbers::from_pairs(pairs)
            }
            Value::String(text) => text.parse(),
            _ => Err(Self::WRONG_FORM),
        };
        numbers.map_err(|error| wrong_value(name, &value, &error))
    }
}

fn wrong_value(name: &'static str, value: &Value, right: &impl ToString) -> QuestionError {
    let problem = Problem::Value { found: quote_value(value), right: right.to_string().into() };
    QuestionError::new(ErrorCode::BadValue, name, problem)
}

impl FieldValue for ContractName {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        let right = "name one contract";
        let OneOrMany(mut words) = OneOrMany::<String>::read(value, name)?;
        match (words.pop(), &words[..]) {
            (None, _) => Err(empty_list_error(name, right)),
            (Some(word), []) => {
                word.parse().map_err(|error| QuestionError::new(ErrorCode::BadValue, name, error))
            }
            (Some(last), _) => {
                words.push(last);
                Err(value_error(name, &Value::String(words.join(",")), right))
            }
        }
    }
}

impl FieldValue for Deal {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        let text = String::read(value, name)?;
        text.parse().map_err(|error: DealError| QuestionError::new(ErrorCode::BadDeal, name, error))
    }
}

impl FieldValue for DealsInput {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        match value {
            Value::Array(deals) => {
                let read =
                    |(place, deal)| String::read(deal, name).map_err(|error| error.in_field((name, place)));
                deals.into_iter().enumerate().map(read).collect::<Result<_, _>>().map(DealsInput::Many)
            }
            one => String::read(one, name).map(DealsInput::One),
        }
    }
}

impl<const MIN: u64, const MAX: u64> FieldValue for NumberOrAll<MIN, MAX> {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        let OneOrMany(words) = OneOrMany::<String>::read(value, name)?;
        let number = match &words[..] {
            [word] => word.parse(),
            _ => Err(Self::WRONG_FORM),
        };
        number.map_err(|error| wrong_value(name, &Value::String(words.join(" ")), &error))
    }
}

impl FieldValue for Aces {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        let OneOrMany(words) = OneOrMany::<String>::read(value, name)?;
        match &words[..] {
            [four] if four == "4" => Ok(Aces::Four),
            [none] if none.eq_ignore_ascii_case("none") => Ok(Aces::None),
            other => {
                let right = "write 4, or none if the declarer announced to hold none";
                Err(value_error(name, &Value::String(other.join(" ")), right))
            }
        }
    }
}

impl FieldValue for RecordInput {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        if cfg!(feature = "hands") {
            return Ok(RecordInput(value));
        }
        Err(QuestionError::not_here(name, "this build of the library reads no records"))
    }
}

impl FieldValue for Seconds {
    fn read(value: Value, name: &'static str) -> Result<Self, QuestionError> {
        let error = || value_error(name, &value, "write a number of seconds, such as 0.5");
        value.as_f64().map(Seconds).ok_or_else(error)
    }
}

macro_rules! raw_values {
    ($($type:ident),*) => {
        $(
            impl FieldValue for $type {
                fn read(value: Value, _: &'static str) -> Result<Self, QuestionError> {
                    Ok($type(value))
                }
            }
        )*
    };
}

raw_values!(BeliefInput, LogInput, RulesInput, TotalsInput);

macro_rules! text_values {
    ($($type:ty),*) => {
        $(
            impl $crate::situation::form::FieldValue for $type {
                fn read(
                    value: serde_json::Value,
                    name: &'static str,
                ) -> Result<Self, $crate::situation::QuestionError> {
                    let text = <String as $crate::situation::form::FieldValue>::read(value, name)?;
                    let error = |error| {
                        use $crate::situation::error::{ErrorCode, QuestionError};
                        QuestionError::new(ErrorCode::BadValue, name, error)
                    };
                    text.trim().parse().map_err(error)
                }
            }
        )*
    };
}
pub(crate) use text_values;

text_values!(Seat, Dealer, Leader, DeclarerChoice, crate::deal::partial::PartialDeal);

macro_rules! word_values {
    ($($type:ty),*) => {
        $(
            impl $crate::situation::form::FieldValue for $type {
                fn read(
                    value: serde_json::Value,
                    name: &'static str,
                ) -> Result<Self, $crate::situation::QuestionError> {
                    $crate::situation::fields::read_enum_word(&value, name)
                }
            }
        )*
    };
}
pub(crate) use word_values;

word_values!(YesNo);

macro_rules! form {
    (
        $(#[$attribute:meta])*
        pub struct $form:ident {
            $($(#[$field_attribute:meta])* pub $field:ident: $type:ty),* $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "clap", derive(clap::Args))]
        #[serde(default)]
        pub struct $form {
            $($(#[$field_attribute])* pub $field: $type),*
        }

        impl $crate::situation::form::FormPart for $form {
            fn fill(
                &mut self,
                fields: &mut $crate::situation::Fields,
                _: &'static str,
            ) -> Result<(), $crate::situation::QuestionError> {
                use $crate::situation::form::{FormPart, field_name};
                $(FormPart::fill(&mut self.$field, fields, field_name(stringify!($field)))?;)*
                Ok(())
            }

            fn add_given(&self, _: &'static str, given: &mut Vec<&'static str>) {
                use $crate::situation::form::{FormPart, field_name};
                $(FormPart::add_given(&self.$field, field_name(stringify!($field)), given);)*
            }
        }
    };
}
pub(crate) use form;

pub(crate) fn field_name(identifier: &'static str) -> &'static str {
    // Names that are keywords of Rust, such as `type`, are written with `r#`.
    identifier.strip_prefix("r#").unwrap_or(identifier)
}
