//! Parsing of numbers and switches in a file of rules. The error for a wrong value names the values that are allowed.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

use crate::rules::contract::Contract;

struct Number<T>(T);

impl<'de, T: TryFrom<u64>> Deserialize<'de> for Number<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number<T>, D::Error> {
        struct Reader<T>(PhantomData<T>);

        impl<T: TryFrom<u64>> Visitor<'_> for Reader<T> {
            type Value = Number<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number from 0 to {}", u64::MAX >> (64 - 8 * size_of::<T>()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Number<T>, E> {
                let fits = u64::try_from(number).ok().and_then(|number| T::try_from(number).ok());
                fits.map(Number).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Number<T>, E> {
                let fits = T::try_from(number).ok();
                fits.map(Number).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
        }

        deserializer.deserialize_u64(Reader(PhantomData))
    }
}

pub(super) fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    struct Reader;

    impl Visitor<'_> for Reader {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("true or false")
        }

        fn visit_bool<E: Error>(self, on: bool) -> Result<bool, E> {
            Ok(on)
        }
    }

    deserializer.deserialize_bool(Reader)
}

pub(super) fn number<'de, D: Deserializer<'de>, T: TryFrom<u64>>(deserializer: D) -> Result<T, D::Error> {
    Number::deserialize(deserializer).map(|number| number.0)
}

pub(super) fn maybe_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    number(deserializer).map(Some)
}

pub(super) fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let list = Vec::<Number<u8>>::deserialize(deserializer)?;
    Ok(list.into_iter().map(|number| number.0).collect())
}

pub(super) fn numbers_by_level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 5], D::Error> {
    let list = numbers(deserializer)?;
    let length = list.len();
    list.try_into().map_err(|_| D::Error::invalid_length(length, &"five numbers, for the levels 6 to 10"))
}

pub(super) fn maybe_numbers_by_level<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<[u8; 5]>, D::Error> {
    numbers_by_level(deserializer).map(Some)
}

/// `None` for the word `word`. The error message names `expected` as the right form.
pub(super) fn switch_or<'de, D: Deserializer<'de>>(
    deserializer: D,
    word: &'static str,
    expected: &'static str,
) -> Result<Option<bool>, D::Error> {
    struct Reader(&'static str, &'static str);

    impl Visitor<'_> for Reader {
        type Value = Option<bool>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.1)
        }

        fn visit_bool<E: Error>(self, on: bool) -> Result<Option<bool>, E> {
            Ok(Some(on))
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Option<bool>, E> {
            if text == self.0 { Ok(None) } else { Err(E::invalid_value(Unexpected::Str(text), &self)) }
        }
    }

    deserializer.deserialize_any(Reader(word, expected))
}

/// `None` for the word `word`. The error message names `expected` as the right form.
pub(super) fn number_or<'de, D: Deserializer<'de>>(
    deserializer: D,
    word: &'static str,
    expected: &'static str,
) -> Result<Option<u8>, D::Error> {
    struct Reader(&'static str, &'static str);

    impl Visitor<'_> for Reader {
        type Value = Option<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.1)
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<Option<u8>, E> {
            let fits = u8::try_from(number).ok();
            fits.map(Some).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<Option<u8>, E> {
            let fits = u8::try_from(number).ok();
            fits.map(Some).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Option<u8>, E> {
            if text == self.0 { Ok(None) } else { Err(E::invalid_value(Unexpected::Str(text), &self)) }
        }
    }

    deserializer.deserialize_any(Reader(word, expected))
}

pub(super) fn numbers_by_contract<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<Contract, u8>, D::Error> {
    let map = BTreeMap::<Contract, Number<u8>>::deserialize(deserializer)?;
    let mut numbers = BTreeMap::new();
    numbers.extend(map.into_iter().map(|(contract, number)| (contract, number.0)));
    Ok(numbers)
}
