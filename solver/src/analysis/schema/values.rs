//! JSON Schemas of the values of which answers are made: cards, deals, contracts, amounts.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::cards::{Card, Cards};
use crate::deal::partial::PartialDeal;
use crate::deal::{Deal, Layout, Place};
use crate::hand::Action;
pub(in crate::analysis) use crate::hand::Tricks;
use crate::macros::inline_schemas;
use crate::rules::call::Call;
use crate::rules::contract::Contract;
use crate::search::RulesOfThumb;
use crate::seat::{BySeat, Seats};
use crate::settlement::Amount;
use crate::situation::Field;

/// Contract, or `allpass`.
pub(in crate::analysis) enum ContractOrPass {}

/// Value that an answer may have as `null`, though it may also be left out.
pub(in crate::analysis) struct Nullable<T>(PhantomData<T>);

/// Name of a rule of thumb, or `all`.
pub(in crate::analysis) enum RuleOfThumbName {}

/// Gains in whole numbers.
pub(in crate::analysis) enum WholeGains {}

/// Contracts as they are written.
const CONTRACT: &str = "(6|7|8|9|10)?[SHDCN]|misere|open-misere|slam|open-slam|run6|uno";

inline_schemas! {
    [] Action: json_schema!({"type": "string"});
    [] Amount: json_schema!({"type": "number"});
    [] Call: json_schema!({"type": "string"});
    [] Card: card();
    [] Cards: json_schema!({"type": "array", "items": card()});
    [] Contract: json_schema!({"type": "string", "pattern": format!("^({CONTRACT})$")});
    [] ContractOrPass: json_schema!({"type": "string", "pattern": format!("^({CONTRACT}|allpass)$")});
    [] Deal: deal();
    [] Field: json_schema!({"type": "string"});
    [] Layout: deal();
    [] Place: json_schema!({"type": "string", "enum": ["F", "M", "R", "T"]});
    [] PartialDeal: deal();
    [] RuleOfThumbName: json_schema!({"type": "string", "enum": thumb_names()});
    [] RulesOfThumb: json_schema!({"type": "array", "items": {"type": "string", "enum": RulesOfThumb::NAMES}});
    [] Seats: json_schema!({"type": "array", "items": {"type": "string", "enum": SEATS}});
    [] WholeGains: object_schema("WholeGains", &["F", "M", "R", "D", "pot"], &json!({"type": "integer"}), &["F", "M", "R", "pot"]);
}

/// Returns the names of the rules of thumb, and `all`.
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
        json_schema!({"anyOf": [T::json_schema(generator), {"const": null}]})
    }
}

impl<T: JsonSchema> JsonSchema for BySeat<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("BySeatOf{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let title = format!("{}BySeat", T::schema_name());
        object_schema(&title, &SEATS, T::json_schema(generator).as_value(), &SEATS)
    }
}

fn card() -> Schema {
    json_schema!({"type": "string", "description": "Card: suit and rank, as HA", "minLength": 2})
}

fn deal() -> Schema {
    json_schema!({"type": "string", "pattern": "^F:"})
}

/// Returns the schema of an object with these names, each with the same kind of value.
fn object_schema(title: &str, names: &[&str], value: &Value, required: &[&str]) -> Schema {
    let properties: Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), value.clone())).collect();
    json_schema!({"title": title, "type": "object", "properties": properties, "required": required})
}
