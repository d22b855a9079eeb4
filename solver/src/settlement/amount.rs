use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use num_rational::Ratio;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of the units in which a variant is scored, a fraction after dividing a pot or taking an average.
///
/// In JSON a whole amount is an integer, and a fraction is the nearest floating-point number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Amount(Ratio<i64>);

impl Amount {
    /// The amount `numerator / denominator`.
    ///
    /// # Panics
    /// If the denominator is 0.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Amount {
        Amount(Ratio::new(numerator, denominator))
    }

    /// A whole amount.
    #[must_use]
    pub const fn from_integer(whole: i64) -> Amount {
        Amount(Ratio::new_raw(whole, 1))
    }

    /// Whether the amount is whole.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    /// The amount without its fraction, rounded towards zero.
    #[must_use]
    pub fn to_integer(&self) -> i64 {
        self.0.to_integer()
    }

    /// The greatest whole amount that is not above this one.
    #[must_use]
    pub fn floor(self) -> Amount {
        Amount(self.0.floor())
    }

    /// The least whole amount that is not below this one.
    #[must_use]
    pub fn ceil(self) -> Amount {
        Amount(self.0.ceil())
    }

    /// Whether a hand can be settled in amounts of this size without an overflow: numerator and denominator are at most
    /// 10^13, and the settlement of a hand multiplies them by less than 10^5.
    pub(super) fn is_within_range(self) -> bool {
        const MAX_PART: i64 = 10_000_000_000_000;
        self.0.numer().abs() <= MAX_PART && *self.0.denom() <= MAX_PART
    }

    fn whole_numbers(self, other: Amount) -> Option<(i64, i64)> {
        // Nearly all amounts are whole, and their sums and products need no greatest common divisor.
        (self.is_integer() && other.is_integer()).then(|| (*self.0.numer(), *other.0.numer()))
    }

    /// The nearest floating-point number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        *self.0.numer() as f64 / *self.0.denom() as f64
    }
}

impl From<u32> for Amount {
    fn from(whole: u32) -> Amount {
        Amount::from_integer(whole.into())
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads an integer, or the simplest fraction near a floating-point number.
impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Number {
            Whole(i64),
            Fraction(f64),
        }
        match Number::deserialize(deserializer)? {
            Number::Whole(whole) => Ok(Amount::from_integer(whole)),
            Number::Fraction(number) => Ratio::approximate_float(number)
                .map(Amount)
                .ok_or_else(|| D::Error::custom("the amount is out of range")),
        }
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_integer() {
            serializer.serialize_i64(self.to_integer())
        } else {
            serializer.serialize_f64(self.to_f64())
        }
    }
}

impl Neg for Amount {
    type Output = Amount;
    fn neg(self) -> Amount {
        Amount(-self.0)
    }
}

impl Add for Amount {
    type Output = Amount;
    fn add(self, other: Amount) -> Amount {
        match self.whole_numbers(other) {
            Some((one, two)) => Amount::from_integer(one + two),
            None => Amount(self.0 + other.0),
        }
    }
}

impl Sub for Amount {
    type Output = Amount;
    fn sub(self, other: Amount) -> Amount {
        match self.whole_numbers(other) {
            Some((one, two)) => Amount::from_integer(one - two),
            None => Amount(self.0 - other.0),
        }
    }
}

impl Mul for Amount {
    type Output = Amount;
    fn mul(self, other: Amount) -> Amount {
        match self.whole_numbers(other) {
            Some((one, two)) => Amount::from_integer(one * two),
            None => Amount(self.0 * other.0),
        }
    }
}

impl Div for Amount {
    type Output = Amount;
    fn div(self, other: Amount) -> Amount {
        Amount(self.0 / other.0)
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Amount) {
        *self = *self + other;
    }
}

impl SubAssign for Amount {
    fn sub_assign(&mut self, other: Amount) {
        *self = *self - other;
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Amount>>(amounts: I) -> Amount {
        amounts.fold(Amount::default(), Add::add)
    }
}

impl<'a> Sum<&'a Amount> for Amount {
    fn sum<I: Iterator<Item = &'a Amount>>(amounts: I) -> Amount {
        amounts.copied().sum()
    }
}
