//! The fields of a question about a hand that is played.

use std::sync::{Arc, LazyLock};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::entries::{QuestionEntry, entry};
use super::schema::{FieldDeclaration, fields};
use crate::hand::Hand;
use crate::rules::variant::Variant;
use crate::seat::Seat;
use crate::situation::error::{Problem, QuestionError};
use crate::situation::fields::Fields;
use crate::situation::groups::{DecisionFields, PaymentFields, SituationFields, TableFields};
use crate::situation::parsing;

/// The names of the facts of a hand, which a question may need or not.
static FACTS: LazyLock<Vec<String>> = LazyLock::new(names::<SituationFields>);

/// Facts that may be left out where they have no effect: those of the payment, and those that follow from others.
static OPTIONAL_FACTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let payment = [names::<PaymentFields>(), names::<DecisionFields>(), names::<TableFields>()].concat();
    payment.into_iter().chain(["declarer", "talon_order", "passed"].map(str::to_owned)).collect()
});

fn names<F: Default + Serialize>() -> Vec<String> {
    let fields = serde_json::to_value(F::default());
    fields.ok().iter().filter_map(Value::as_object).flat_map(Map::keys).cloned().collect()
}

/// The facts of a hand that the question `ask` leaves unread in [`own_part`].
#[must_use]
pub fn unread_facts(ask: &str) -> Vec<&'static str> {
    let Some(question) = fields(ask).filter(|question| entry(ask).is_some() && is_about_hands(question))
    else {
        return Vec::new();
    };
    let names = FACTS.iter().map(String::as_str);
    names.filter(|name| !has_field(question, name)).collect()
}

/// The part of a hand's situation that the question `ask` takes, besides the question's own options.
///
/// - Facts that the question does not have are left out, and so are those without an effect: decisions that count only
///   for the payment stay if gains are compared.
/// - A question without `discard` gets the deal after the exchange, if it is about cards played.
/// - If it has `tricks`, a finished hand has the tricks of each seat.
///
/// ```
/// use preference::protocol::hand_fields::own_part;
/// use serde_json::json;
/// let situation = json!({
///     "rules": "russian", "deal": "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K", "calls": ["6D", "pass", "pass"],
///     "discard": ["H9", "C7"], "declarer": "F", "contract": "6D", "whist": ["R"],
/// });
/// let situation = situation.as_object().expect("an object");
/// let cards = own_part("cards", situation.clone()).expect("a question");
/// assert!(cards.contains_key("discard") && !cards.contains_key("calls") && !cards.contains_key("whist"));
/// let by_gain = [("by".to_owned(), json!("gain"))].into_iter().chain(situation.clone()).collect();
/// assert!(own_part("cards", by_gain).expect("a question").contains_key("whist"));
/// ```
#[must_use]
pub fn own_part(ask: &str, situation: Map<String, Value>) -> Option<Map<String, Value>> {
    let is_fact = |name: &str| name == "rules" || FACTS.iter().any(|fact| fact == name);
    let facts = situation.iter().filter(|(name, _)| is_fact(name));
    let facts: Map<String, Value> = facts.map(|(name, value)| (name.clone(), value.clone())).collect();
    let rules = rules(&situation, entry(ask)?.default_rules);
    let hand = rules.and_then(|rules| Hand::read(rules, &mut Fields::from(facts)));
    part_of(ask, situation, hand.ok().as_ref())
}

/// The fields of the question `ask` about a hand, with all cards known: [`own_part`] of the hand's situation. A claim
/// or an accepted offer counts for the tricks.
///
/// ```
/// use preference::hand::{Action, Hand, Table};
/// use preference::protocol::hand_fields::hand_fields;
/// use preference::{Deal, Variant};
/// let rules: Variant = "russian".parse()?;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let mut hand = Hand::new(rules, deal, Table::default())?;
/// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist"] {
///     hand.apply(text.parse::<Action>()?)?;
/// }
/// let fields = hand_fields(&hand, "cards").expect("a question");
/// assert!(fields.contains_key("discard") && !fields.contains_key("calls"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn hand_fields(hand: &Hand, ask: &str) -> Option<Map<String, Value>> {
    let situation = serde_json::to_value(hand.situation()).ok()?;
    part_of(ask, situation.as_object()?.clone(), Some(hand))
}

fn part_of(ask: &str, mut part: Map<String, Value>, hand: Option<&Hand>) -> Option<Map<String, Value>> {
    let question = fields(ask).filter(|question| is_about_hands(question))?;
    let entry = entry(ask)?;
    if let Some(hand) = hand {
        add_tricks(question, &mut part, hand);
        if has_field(question, "played") && !has_field(question, "discard") {
            part.insert("deal".to_owned(), hand.deal_after_exchanges().to_string().into());
        }
    }
    add_passed(question, &mut part);
    part.retain(|name, _| has_field(question, name) || !FACTS.contains(name));
    while let Some(name) = fact_without_effect(entry, &part) {
        part.remove(&name);
    }
    Some(part)
}

fn is_about_hands(question: &[FieldDeclaration]) -> bool {
    // A situation does not name every decision, so that a question that needs the record itself takes none.
    ["deal", "calls", "tricks"].iter().any(|name| has_field(question, name))
}

fn has_field(question: &[FieldDeclaration], name: &str) -> bool {
    question.iter().any(|field| field.name == name)
}

fn add_tricks(question: &[FieldDeclaration], part: &mut Map<String, Value>, hand: &Hand) {
    if !hand.is_over() || !has_field(question, "tricks") || part.contains_key("tricks") {
        return;
    }
    let result = hand.hand_result();
    let tricks: Map<String, Value> = Seat::ALL
        .into_iter()
        .filter_map(|seat| Some((seat.to_string(), json!(result.tricks[seat]?))))
        .collect();
    if !tricks.is_empty() {
        part.insert("tricks".to_owned(), tricks.into());
    }
}

/// A situation counts the passed-out deals with this one, and the auction those before it.
fn add_passed(question: &[FieldDeclaration], part: &mut Map<String, Value>) {
    let counts_passed = question.iter().any(|field| field.name == "passed" && field.is_number_or_switch());
    let passed = part.get("progression").and_then(Value::as_u64).map_or(0, |deals| deals.saturating_sub(1));
    if counts_passed && passed > 0 && !part.contains_key("passed") {
        part.insert("passed".to_owned(), passed.into());
    }
}

fn fact_without_effect(entry: &QuestionEntry, part: &Map<String, Value>) -> Option<String> {
    let rules = rules(part, entry.default_rules).ok()?;
    // The point of the play does not decide which facts have an effect.
    let fields = part.iter().filter(|(name, _)| !matches!(name.as_str(), "rules" | "at"));
    let fields: Map<String, Value> = fields.map(|(name, value)| (name.clone(), value.clone())).collect();
    let error = (entry.check)(rules, fields.into()).err()?;
    let is_useless = matches!(
        error.cause().downcast_ref(),
        Some(Problem::UselessKey { .. } | Problem::NeedsOtherField(_) | Problem::NotHere(_))
    );
    let name = error.field()?.name.clone().into_owned();
    (is_useless && OPTIONAL_FACTS.contains(&name) && part.contains_key(&name)).then_some(name)
}

fn rules(fields: &Map<String, Value>, default_rules: &str) -> Result<Arc<Variant>, QuestionError> {
    let named = fields.get("rules").cloned().unwrap_or_else(|| default_rules.into());
    parsing::rules(&named).map(Arc::new)
}
