//! The fields of a question about a hand that is played.

use serde_json::{Map, Value, json};

use super::schema::fields;
use crate::hand::Hand;
use crate::questions::record::POSITION_FIELDS;
use crate::seat::Seat;

/// Facts that every question about a deal may need. The others count only for the payment.
const CARD_FACTS: [&str; 3] = ["rules", "calls", "talon_order"];

/// The facts of a hand, with all cards known, that the question `ask` takes. A question about a deal gets those of the
/// cards, without the decisions that count only for the payment, unless it takes whole records. If it has a field
/// `tricks`, a finished hand also has the tricks that each seat has got, by a claim or an accepted offer as well. `None` if
/// there is no such question.
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
    let question = fields(ask)?;
    let has_field = |name: &str| question.iter().any(|field| field.name == name);
    let situation = serde_json::to_value(hand.situation()).expect("a situation is an object");
    let mut facts = situation.as_object().cloned().unwrap_or_default();
    let takes_payment = !has_field("deal") || has_field("record");
    let is_card_fact = |name: &str| CARD_FACTS.contains(&name) || POSITION_FIELDS.contains(&name);
    facts.retain(|name, _| has_field(name) && (takes_payment || is_card_fact(name)));
    // The rules refuse the talon where they pay nothing for it.
    let pays_for_talon = hand.rules().settlement().talon_pair > 0 && hand.declaration().is_some();
    if !has_field("deal") && !pays_for_talon {
        facts.remove("talon");
    }
    if hand.is_over() && has_field("tricks") {
        let result = hand.hand_result();
        let tricks =
            Seat::ALL.into_iter().filter_map(|seat| Some((seat.to_string(), json!(result.tricks[seat]?))));
        let tricks: Map<String, Value> = tricks.collect();
        if !tricks.is_empty() {
            facts.insert("tricks".to_owned(), tricks.into());
        }
    }
    Some(facts)
}
