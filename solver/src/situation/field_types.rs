//! Types of fields: the forms in which JSON and flags may give a value.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::excerpt::excerpt;
use crate::macros::{read_from_text, write_as_text};
use crate::rules::contract::{ALL_PASS, Contract, ContractError};
use crate::seat::{BySeat, Seat};
use crate::settlement::Dealer;
use crate::situation::cards_input::Leader;

/// Largest amount that can be given for a pot.
pub const MAX_AMOUNT: u64 = u32::MAX as u64;

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct WholeNumber<const MIN: u64, const MAX: u64>(u64);

/// Random seed.
pub type RandomSeed = WholeNumber<0, { u64::MAX }>;

/// Number of layouts of unknown cards. Solving one layout takes a millisecond or more, so the largest sample takes at
/// least a million seconds of processor time.
pub type LayoutCount = WholeNumber<2, MAX_LAYOUTS>;

/// Number of layouts of unknown cards, or all of them.
pub type LayoutsWanted = NumberOrAll<2, MAX_LAYOUTS>;

const MAX_LAYOUTS: u64 = 1_000_000_000;

/// Number of cards of each hand.
pub type HandSize = WholeNumber<1, 10>;

/// The error for a number that is not in the range of a [`WholeNumber`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("write {min} to {max}")]
pub struct WholeNumberError {
    min: u64,
    max: u64,
}

impl<const MIN: u64, const MAX: u64> WholeNumber<MIN, MAX> {
    pub(super) const OUT_OF_RANGE: WholeNumberError = WholeNumberError { min: MIN, max: MAX };

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The number as an `N`.
    ///
    /// # Panics
    /// If an `N` cannot hold each number of the range.
    pub(crate) fn to<N: TryFrom<u64, Error: std::fmt::Debug>>(self) -> N {
        self.0.try_into().expect("the type holds each number of the range")
    }
}

impl<const MIN: u64, const MAX: u64> TryFrom<u64> for WholeNumber<MIN, MAX> {
    type Error = WholeNumberError;

    fn try_from(number: u64) -> Result<Self, WholeNumberError> {
        (MIN..=MAX).contains(&number).then_some(WholeNumber(number)).ok_or(Self::OUT_OF_RANGE)
    }
}

impl<const MIN: u64, const MAX: u64> FromStr for WholeNumber<MIN, MAX> {
    type Err = WholeNumberError;

    fn from_str(text: &str) -> Result<Self, WholeNumberError> {
        text.parse::<u64>().map_err(|_| Self::OUT_OF_RANGE)?.try_into()
    }
}

/// A list, read from a list or from a text with commas or blanks, and written as such a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T: Display> Serialize for OneOrMany<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let elements: Vec<String> = self.0.iter().map(T::to_string).collect();
        serializer.serialize_str(&elements.join(","))
    }
}

impl<T> Default for OneOrMany<T> {
    fn default() -> OneOrMany<T> {
        OneOrMany(Vec::new())
    }
}

impl<T> FromIterator<T> for OneOrMany<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> OneOrMany<T> {
        OneOrMany(elements.into_iter().collect())
    }
}

/// The error for an element of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}{error}", number.map_or(String::new(), |number| format!("element {number}: ")))]
pub struct ListError<E> {
    number: Option<usize>,
    error: E,
}

impl<T: FromStr> FromStr for OneOrMany<T> {
    type Err = ListError<T::Err>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let number = |place: usize| (words.len() > 1).then_some(place + 1);
        let elements = words
            .iter()
            .enumerate()
            .map(|(place, word)| word.parse().map_err(|error| ListError { number: number(place), error }));
        elements.collect::<Result<_, _>>().map(OneOrMany)
    }
}

/// One deal, or a list of deals for each of which the question is answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum DealsInput {
    /// One deal; the answer is not a list.
    One(String),
    /// A list of deals; the answer is a list, even for one deal.
    Many(Vec<String>),
}

impl DealsInput {
    pub(crate) fn one(&self) -> Option<&str> {
        match self {
            DealsInput::One(deal) => Some(deal),
            DealsInput::Many(_) => None,
        }
    }
}

/// A whole number up to `MAX` for each seat that is named, as an object such as `{"F":3,"M":1}` or a text such as
/// `F=3,M=1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatNumbers<const MAX: u64>(pub BySeat<Option<u64>>);

/// The error for a value that is not a [`SeatNumbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("write {example}, or an object: each seat once, {content}")]
pub struct SeatNumbersError {
    example: &'static str,
    content: &'static str,
}

impl<const MAX: u64> SeatNumbers<MAX> {
    pub(super) const WRONG_FORM: SeatNumbersError = if MAX <= 10 {
        SeatNumbersError { example: "F=3,M=1,R=0", content: "tricks from 0 to 10" }
    } else {
        SeatNumbersError { example: "M=5,R=3", content: "with its offer" }
    };

    /// The numbers as `N`s.
    ///
    /// # Panics
    /// If an `N` cannot hold each number up to the maximum.
    pub(crate) fn numbers<N: TryFrom<u64, Error: std::fmt::Debug>>(self) -> BySeat<Option<N>> {
        let to_n = |number: u64| number.try_into().expect("the type holds each number up to the maximum");
        BySeat(self.0.0.map(|number| number.map(to_n)))
    }

    pub(super) fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, Option<u64>)>,
    ) -> Result<Self, SeatNumbersError> {
        let mut numbers = BySeat([None; 3]);
        for (seat, number) in pairs {
            let seat: Seat = seat.trim().parse().map_err(|_| Self::WRONG_FORM)?;
            let number = number.filter(|&number| number <= MAX).ok_or(Self::WRONG_FORM)?;
            if numbers[seat].replace(number).is_some() {
                return Err(Self::WRONG_FORM);
            }
        }
        Ok(SeatNumbers(numbers))
    }
}

impl<const MAX: u64> FromStr for SeatNumbers<MAX> {
    type Err = SeatNumbersError;

    fn from_str(text: &str) -> Result<Self, SeatNumbersError> {
        SeatNumbers::from_pairs(text.split(',').map(|pair| {
            let (seat, number) = pair.split_once('=').unwrap_or((pair, ""));
            (seat, number.trim().parse().ok())
        }))
    }
}

impl<const MAX: u64> Serialize for SeatNumbers<MAX> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = Seat::ALL.into_iter().filter_map(|seat| Some((seat, self.0[seat]?)));
        serializer.collect_map(named)
    }
}

impl<const MAX: u64> From<BySeat<Option<u64>>> for SeatNumbers<MAX> {
    fn from(numbers: BySeat<Option<u64>>) -> Self {
        SeatNumbers(numbers)
    }
}

/// The name of one contract, or `allpass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContractName {
    /// All have passed.
    AllPass,
    /// A contract.
    Contract(Contract),
}

/// A word in a list of contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContractWord {
    /// `all`: the contracts of the rules.
    All,
    /// A contract or `allpass`.
    Name(ContractName),
}

/// The error for a word that is neither a contract nor one of the words that are allowed instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}, {also}")]
pub struct ContractWordError {
    error: ContractError,
    also: &'static str,
}

impl FromStr for ContractName {
    type Err = ContractWordError;

    fn from_str(text: &str) -> Result<ContractName, ContractWordError> {
        if text.eq_ignore_ascii_case(ALL_PASS) {
            return Ok(ContractName::AllPass);
        }
        text.parse().map(ContractName::Contract).map_err(|error| ContractWordError { error, also: ALL_PASS })
    }
}

impl FromStr for ContractWord {
    type Err = ContractWordError;

    fn from_str(text: &str) -> Result<ContractWord, ContractWordError> {
        if text.eq_ignore_ascii_case("all") {
            return Ok(ContractWord::All);
        }
        let also = "allpass, or all";
        text.parse()
            .map(ContractWord::Name)
            .map_err(|error: ContractWordError| ContractWordError { also, ..error })
    }
}

impl Display for ContractName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ContractName::AllPass => f.write_str(ALL_PASS),
            ContractName::Contract(contract) => contract.fmt(f),
        }
    }
}

impl Display for ContractWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ContractWord::All => f.write_str("all"),
            ContractWord::Name(name) => name.fmt(f),
        }
    }
}

/// Implements `FromStr` for types that store the text. It is parsed when the question is read.
macro_rules! from_text {
    ($($type:ident: $make:expr;)*) => {
        $(
            impl FromStr for $type {
                type Err = std::convert::Infallible;

                fn from_str(text: &str) -> Result<Self, Self::Err> {
                    Ok($make(text.to_owned()))
                }
            }
        )*
    };
}

from_text! {
    TotalsInput: |text| TotalsInput(Value::String(text));
    BeliefInput: |text| BeliefInput(Value::String(text));
    RulesInput: |text| RulesInput(Value::String(text));
    RecordInput: |text| RecordInput(Value::String(text));
    LogInput: |text| LogInput(Value::String(text));
}

/// Totals of a finished score sheet by seat: an object, or the text of such an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct TotalsInput(pub Value);

/// Belief about the discard: the word `even` or `twelve`, or a list of discards with their weights, or the text of such
/// a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct BeliefInput(pub Value);

/// Record of a hand, or the view of a seat: an object, or the text of such an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct RecordInput(pub Value);

/// Records of hands: a list of objects, or a text with an object on each line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct LogInput(pub Value);

/// Rules: the name of a preset with changed switches, or an object with the keys of a file of house rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct RulesInput(pub Value);

/// The id of a question: a text or a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Id(pub Value);

/// A time in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Seconds(pub f64);

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum YesNo {
    /// The statement is true.
    Yes,
    /// The statement is false.
    No,
}

/// Number of discards to list, or all of them.
pub type DiscardCount = NumberOrAll<1, { u64::MAX }>;

/// A number from `MIN` to `MAX`, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum NumberOrAll<const MIN: u64, const MAX: u64> {
    /// This number.
    Number(WholeNumber<MIN, MAX>),
    /// All.
    All(AllWord),
}

impl<const MIN: u64, const MAX: u64> NumberOrAll<MIN, MAX> {
    /// The error for a value that is neither such a number nor `all`.
    pub(super) const WRONG_FORM: NumberOrAllError = NumberOrAllError { min: MIN, max: MAX };

    /// The number, or `u64::MAX` for all.
    pub(crate) fn limit(self) -> u64 {
        match self {
            NumberOrAll::All(AllWord::All) => u64::MAX,
            NumberOrAll::Number(number) => number.get(),
        }
    }
}

impl DiscardCount {
    pub(crate) const DEFAULT: usize = 5;

    /// `usize::MAX` for all.
    pub(crate) fn discards(field: Option<DiscardCount>) -> usize {
        field.map_or(DiscardCount::DEFAULT, |count| count.limit().try_into().unwrap_or(usize::MAX))
    }
}

/// The word `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AllWord {
    /// `all`.
    All,
}

/// The error for a value that is neither a number of a range nor `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("write a number from {min}{}, or all", if *max < u64::MAX { format!(" to {max}") } else { String::new() })]
pub struct NumberOrAllError {
    min: u64,
    max: u64,
}

impl<const MIN: u64, const MAX: u64> FromStr for NumberOrAll<MIN, MAX> {
    type Err = NumberOrAllError;

    fn from_str(text: &str) -> Result<Self, NumberOrAllError> {
        if text.eq_ignore_ascii_case("all") {
            return Ok(NumberOrAll::All(AllWord::All));
        }
        text.parse().map(NumberOrAll::Number).map_err(|_| Self::WRONG_FORM)
    }
}

/// The declarer in a question that can be answered for one seat or for all seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclarerChoice {
    /// This seat declares.
    Seat(Seat),
    /// Each seat declares in turn.
    All,
}

/// The error for a text that is neither a seat nor `all`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{}' is not a declarer: write F, M, R or all", excerpt(.0))]
pub struct DeclarerChoiceError(String);

impl FromStr for DeclarerChoice {
    type Err = DeclarerChoiceError;

    fn from_str(text: &str) -> Result<DeclarerChoice, DeclarerChoiceError> {
        if text.eq_ignore_ascii_case("all") {
            return Ok(DeclarerChoice::All);
        }
        text.parse().map(DeclarerChoice::Seat).map_err(|_| DeclarerChoiceError(text.to_owned()))
    }
}

impl Display for DeclarerChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DeclarerChoice::Seat(seat) => seat.fmt(f),
            DeclarerChoice::All => f.write_str("all"),
        }
    }
}

read_from_text!(Leader, Dealer, DeclarerChoice, ContractName);
write_as_text!(Leader, Dealer, DeclarerChoice, ContractName);

#[cfg(feature = "schema")]
mod schemas {
    //! The JSON Schemas of the types of fields.

    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde_json::{Value, json};

    use crate::macros::{inline_schemas, named_schemas};

    use super::{
        BeliefInput, Dealer, DealsInput, DeclarerChoice, Id, Leader, LogInput, NumberOrAll, OneOrMany,
        RecordInput, RulesInput, Seat, SeatNumbers, Seconds, TotalsInput, WholeNumber,
    };

    const SEATS: [&str; 3] = ["F", "M", "R"];
    const DECLARERS: [&str; 4] = ["F", "M", "R", "all"];
    const DEALERS: [&str; 4] = ["F", "M", "R", "D"];
    const LEADERS: [&str; 6] = ["F", "M", "R", "declarer", "left", "right"];

    named_schemas! {
        Seat: json_schema!({"type": "string", "enum": SEATS, "description": "Forehand, middlehand or rearhand"});
        DeclarerChoice: json_schema!({"type": "string", "enum": DECLARERS, "description": "Seat, or all of them"});
        Dealer: json_schema!({"type": "string", "enum": DEALERS, "description": "Seat, or `D` for a dealer without cards"});
        Leader: json_schema!({"type": "string", "enum": LEADERS, "description": "Seat, the declarer, or the player to its left or right"});
    }

    inline_schemas! {
        [const MIN: u64, const MAX: u64] NumberOrAll<MIN, MAX>: json_schema!({"type": ["string", "integer"], "pattern": "^([1-9][0-9]*|[Aa][Ll][Ll])$", "minimum": MIN, "maximum": MAX});
        [] DealsInput: json_schema!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]});
        [] Seconds: json_schema!({"type": "number", "minimum": 0});
        [] Id: json_schema!({"type": ["string", "number"]});
        [] RecordInput: json_schema!({"type": ["object", "string"]});
        [] LogInput: json_schema!({"anyOf": [{"type": "array", "items": {"type": "object"}}, {"type": "string"}]});
        [] RulesInput: json_schema!({"type": ["string", "object"]});
        [] BeliefInput: json_schema!({"anyOf": [weighted_discards(), {"type": "string"}]});
        [] TotalsInput: json_schema!({"anyOf": [totals(), {"type": "string"}]});
        [const MIN: u64, const MAX: u64] WholeNumber<MIN, MAX>: json_schema!({"type": "integer", "minimum": MIN, "maximum": MAX});
        [const MAX: u64] SeatNumbers<MAX>: seat_numbers(MAX);
    }

    impl<T: JsonSchema> JsonSchema for OneOrMany<T> {
        fn schema_name() -> Cow<'static, str> {
            format!("ListOf{}", T::schema_name()).into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            // A single text may hold several elements, so that its schema is any text.
            let is_text = T::json_schema(generator).as_value()["type"] == "string";
            let element = generator.subschema_for::<T>().to_value();
            let alone = if is_text { json!({"type": "string"}) } else { element.clone() };
            json_schema!({"anyOf": [alone, {"type": "array", "items": element}]})
        }
    }

    fn seat_numbers(max: u64) -> Schema {
        let title = if max <= 10 { "SeatTricks" } else { "SeatAmounts" };
        let number = json!({"type": "integer", "minimum": 0, "maximum": max});
        let seats: serde_json::Map<String, Value> =
            SEATS.iter().map(|seat| ((*seat).to_owned(), number.clone())).collect();
        let object =
            json!({"title": title, "type": "object", "properties": seats, "additionalProperties": false});
        json_schema!({"anyOf": [object, {"type": "string"}]})
    }

    fn dealer_properties(schema: &Value) -> serde_json::Map<String, Value> {
        DEALERS.iter().map(|seat| ((*seat).to_owned(), schema.clone())).collect()
    }

    fn weighted_discards() -> Value {
        let card = json!({"type": "string", "minLength": 2});
        json!({
            "type": "array",
            "minItems": 1,
            "items": {
                "title": "WeightedDiscard",
                "type": "object",
                "properties": {
                    "discard": {"type": "array", "items": card, "minItems": 2, "maxItems": 2},
                    "weight": {"type": "number", "minimum": 0, "maximum": 1_000_000},
                },
                "required": ["discard", "weight"],
                "additionalProperties": false,
            },
        })
    }

    /// Of the totals only the mountain, which holds the bule under some rules, may be below zero.
    fn totals() -> Value {
        let entry = json!({"type": "number", "minimum": 0, "multipleOf": 0.5});
        let whists = json!({"title": "WrittenWhists", "type": "object", "properties": dealer_properties(&entry), "additionalProperties": false});
        let mountain = json!({"type": "number", "multipleOf": 0.5});
        let properties = json!({"pool": entry, "mountain": mountain, "whists": whists});
        let player = json!({"title": "PlayerTotals", "type": "object", "properties": properties, "additionalProperties": false});
        json!({
            "title": "ScoreTotals",
            "type": "object",
            "properties": dealer_properties(&player),
            "required": SEATS,
            "additionalProperties": false,
        })
    }
}
