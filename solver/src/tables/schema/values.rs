//! JSON Schemas of the values in answers: cards, deals, contracts, amounts.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::cards::{Card, Cards, Suit, Suits};
use crate::deal::partial::PartialDeal;
use crate::deal::{Deal, Layout, Place};
use crate::hand::Action;
pub(crate) use crate::hand::Tricks;
use crate::macros::{inline_schemas, named_schemas};
use crate::rules::call::Call;
use crate::rules::contract::Contract;
use crate::search::RulesOfThumb;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::Amount;
use crate::situation::Field;

/// Contract, or `allpass`.
pub(crate) enum ContractOrPass {}

/// Value that can be missing from an answer in two ways: the value is `null`, or there is no key.
pub(crate) struct Nullable<T>(PhantomData<T>);

/// Name of a rule of thumb, or `all`.
pub(crate) enum RuleOfThumbName {}

/// Name of a rule of thumb.
enum RuleOfThumb {}

/// Gains in whole numbers.
pub(crate) enum WholeGains {}

/// Regular expression for the notation of a contract.
const CONTRACT_PATTERN: &str = "(6|7|8|9|10)?[SHDCN]|misere|open-misere|slam|open-slam|run6|uno";

/// Implements `JsonSchema` for sets, whose schemas are those of lists of their elements.
macro_rules! list_schemas {
    ($($list:ty: $element:ty;)*) => {
        $(
            impl JsonSchema for $list {
                fn schema_name() -> Cow<'static, str> {
                    stringify!($list).into()
                }

                fn inline_schema() -> bool {
                    true
                }

                fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                    <Vec<$element>>::json_schema(generator)
                }
            }
        )*
    };
}

inline_schemas! {
    [] Action: json_schema!({"type": "string"});
    [] Amount: json_schema!({"type": "number"});
    [] Call: json_schema!({"type": "string"});
    [] Card: card();
    [] Cards: json_schema!({"type": "array", "items": card()});
    [] Contract: json_schema!({"type": "string", "pattern": format!("^({CONTRACT_PATTERN})$")});
    [] ContractOrPass: json_schema!({"type": "string", "pattern": format!("^({CONTRACT_PATTERN}|allpass)$")});
    [] Deal: deal();
    [] Field: json_schema!({"type": "string"});
    [] Layout: deal();
    [] PartialDeal: deal();
}

named_schemas! {
    RuleOfThumb: json_schema!({"type": "string", "enum": RulesOfThumb::NAMES, "description": "Name of a rule of thumb"});
    RuleOfThumbName: json_schema!({"type": "string", "enum": thumb_names(), "description": "Name of a rule of thumb, or `all`"});
    Place: json_schema!({"type": "string", "enum": ["F", "M", "R", "T"], "description": "Seat of a hand, or `T` for the talon"});
    Suit: json_schema!({"type": "string", "enum": ["S", "H", "D", "C"], "description": "Spades, hearts, diamonds or clubs"});
    WholeGains: object_schema(&["F", "M", "R", "D", "pot"], &json!({"type": "integer"}), &["F", "M", "R", "pot"]);
}

list_schemas! {
    RulesOfThumb: RuleOfThumb;
    Seats: Seat;
    Suits: Suit;
}

fn thumb_names() -> Vec<&'static str> {
    RulesOfThumb::NAMES.into_iter().chain(["all"]).collect()
}

const SEATS: [&str; 3] = ["F", "M", "R"];

impl<T: JsonSchema> JsonSchema for Nullable<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Nullable{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [generator.subschema_for::<T>(), {"const": null}]})
    }
}

impl<T: JsonSchema> JsonSchema for BySeat<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}BySeat", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = object_schema(&SEATS, generator.subschema_for::<T>().as_value(), &SEATS);
        schema.insert("description".to_owned(), "One value for each seat".into());
        schema
    }
}

fn card() -> Schema {
    json_schema!({"type": "string", "description": "Card: suit and rank, for example HA", "minLength": 2})
}

fn deal() -> Schema {
    json_schema!({"type": "string", "pattern": "^F:"})
}

fn object_schema(names: &[&str], value: &Value, required: &[&str]) -> Schema {
    let properties: Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), value.clone())).collect();
    json_schema!({"type": "object", "properties": properties, "required": required})
}
