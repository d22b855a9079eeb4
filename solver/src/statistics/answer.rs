//! Answers of all questions in the form in which statistics count them.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::outcomes::outcome::Outcome;
use crate::rules::contract::{ALL_PASS, Contract};
use crate::seat::Seat;

/// The parts of any answer that statistics count. Parts that are absent or have another form are empty.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CountedAnswer {
    /// Whether there is an error in place of an answer.
    #[serde(rename = "error", deserialize_with = "read_presence")]
    pub is_error: bool,
    /// Answers to the elements of a list.
    #[serde(deserialize_with = "read_or_default")]
    pub answers: Option<Vec<CountedAnswer>>,
    /// Cards of the deal.
    #[serde(deserialize_with = "read_or_default")]
    pub deal: Option<String>,
    /// Name of the rules.
    #[serde(deserialize_with = "read_or_default")]
    pub rules: Option<String>,
    /// Declarer of the results that do not name a declarer.
    #[serde(deserialize_with = "read_or_default")]
    pub declarer: Option<Seat>,
    /// Contract that is defended against.
    #[serde(deserialize_with = "read_or_default")]
    pub contract: Option<String>,
    /// Results of `solve`.
    #[serde(deserialize_with = "read_or_default")]
    pub results: Vec<CountedResult>,
    /// Results of `talon` with the ten cards that were dealt.
    #[serde(deserialize_with = "read_or_default")]
    pub hand: Vec<CountedResult>,
    /// Results of `talon` with the best discard.
    #[serde(deserialize_with = "read_or_default")]
    pub best: Vec<CountedResult>,
    /// Results of `par`, with and without the talon.
    #[serde(deserialize_with = "read_or_default")]
    pub makes: Vec<CountedPair>,
    /// Tricks for the declarer against best defence.
    #[serde(deserialize_with = "read_or_default")]
    pub tricks: Option<u8>,
    /// Tricks for the declarer against defence by rules of thumb.
    #[serde(deserialize_with = "read_or_default")]
    pub tricks_by_thumb: Option<u8>,
    /// Gains of `par`.
    #[serde(deserialize_with = "read_or_default")]
    pub gains: CountedGains,
    /// Outcome of `defend`.
    #[serde(deserialize_with = "read_or_default")]
    pub outcome: CountedOutcome,
}

/// Result of one contract.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CountedResult {
    /// Seat that declares.
    #[serde(deserialize_with = "read_or_default")]
    pub declarer: Option<Seat>,
    /// Contract, or `allpass`.
    #[serde(deserialize_with = "read_or_default")]
    pub contract: Option<String>,
    /// Tricks for the declarer.
    #[serde(deserialize_with = "read_or_default")]
    pub tricks: Option<u8>,
    /// Whether the declarer makes the contract.
    #[serde(deserialize_with = "read_or_default")]
    pub made: Option<bool>,
    /// Counts of `evaluate` over all layouts, without the talon.
    #[serde(deserialize_with = "read_or_default")]
    pub hand: CountedLayouts,
    /// Counts of `evaluate` over all layouts, with the talon.
    #[serde(deserialize_with = "read_or_default")]
    pub talon: CountedLayouts,
}

/// On how many layouts a contract is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct CountedLayouts {
    /// Number of layouts on which it is made.
    #[serde(deserialize_with = "read_or_default")]
    pub made: Option<u64>,
    /// Number of layouts.
    #[serde(deserialize_with = "read_or_default")]
    pub of: Option<u64>,
}

/// Results of one contract as dealt, and after the exchange with the talon.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CountedPair {
    /// Seat that declares.
    #[serde(deserialize_with = "read_or_default")]
    pub declarer: Option<Seat>,
    /// Contract.
    #[serde(deserialize_with = "read_or_default")]
    pub contract: Option<String>,
    /// Result with the ten cards that were dealt.
    #[serde(deserialize_with = "read_or_default")]
    pub hand: CountedResult,
    /// Result with the best discard.
    #[serde(deserialize_with = "read_or_default")]
    pub talon: CountedResult,
}

/// Gains of the seats.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CountedGains {
    /// Gain of forehand.
    #[serde(rename = "F", deserialize_with = "read_or_default")]
    pub forehand: Option<f64>,
    /// Gain of middlehand.
    #[serde(rename = "M", deserialize_with = "read_or_default")]
    pub middlehand: Option<f64>,
    /// Gain of rearhand.
    #[serde(rename = "R", deserialize_with = "read_or_default")]
    pub rearhand: Option<f64>,
}

/// Outcome of the defenders' decisions.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CountedOutcome {
    /// Gains.
    #[serde(deserialize_with = "read_or_default")]
    pub gains: CountedGains,
}

impl CountedResult {
    pub(super) fn is_passed(&self) -> bool {
        self.contract.as_deref() == Some(ALL_PASS)
    }

    pub(super) fn contract(&self) -> Option<Contract> {
        parse_contract(self.contract.as_deref())
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        Some(Outcome { tricks: self.tricks, made: self.made? })
    }
}

impl CountedGains {
    pub(super) fn gain(&self, seat: Seat) -> Option<f64> {
        match seat {
            Seat::Forehand => self.forehand,
            Seat::Middlehand => self.middlehand,
            Seat::Rearhand => self.rearhand,
        }
    }
}

pub(super) fn parse_contract(name: Option<&str>) -> Option<Contract> {
    name?.parse().ok()
}

fn read_or_default<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(T::deserialize(value).unwrap_or_default())
}

fn read_presence<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Value::deserialize(deserializer).map(|value| !value.is_null())
}
