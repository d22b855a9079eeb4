//! The record of a hand: the deal, the table and all actions in their order.

use crate::situation::field_types::OneOrMany;
use crate::situation::form::FormPart;
use crate::situation::groups::DecisionFields;
use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::Hand;
use crate::cards::Card;
use crate::deal::Deal;
use crate::hand::action::Action;
use crate::hand::record_error::RecordError;
use crate::hand::table::Table;
use crate::rules::variant::Variant;
use crate::settlement::Gains;
#[cfg(feature = "schema")]
use crate::situation::field_types::RulesInput;
use crate::situation::fields::{Fields, value_error};
use crate::situation::{CardsInput, QuestionError, Situation, parsing};

/// The record of a hand: rules, deal, table, and all actions in their order. In JSON it is an object with a
/// key for each of them.
///
/// ```
/// use preference::hand::{Hand, HandRecord};
/// let text = r#"{
///     "rules": "russian", "deal": "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K",
///     "actions": ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open", "DA"]
/// }"#;
/// let record: HandRecord = serde_json::from_str(text)?;
/// let hand = Hand::from_record(&record)?;
/// assert_eq!(hand.player(), Some("R".parse()?));
/// assert_eq!(hand.record(), record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandRecord {
    /// Rules: a preset with switches, or house rules with the keys of a rules file.
    #[cfg_attr(feature = "schema", schemars(with = "RulesInput"))]
    #[serde(serialize_with = "serialize_rules")]
    pub rules: Arc<Variant>,
    /// Cards as they were dealt.
    pub deal: Deal,
    /// State of the table before the hand: dealer, number of players, pot, and marks.
    #[serde(flatten)]
    pub table: Table,
    /// The talon's two cards in the order in which they lead if all pass; absent if it is the order of suits
    /// and ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub talon_order: Option<[Card; 2]>,
    /// All actions from the first call on.
    pub actions: Vec<Action>,
}

pub(super) fn serialize_rules<S: Serializer>(rules: &Arc<Variant>, serializer: S) -> Result<S::Ok, S::Error> {
    rules.serialize(serializer)
}

pub(super) fn deserialize_rules<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Arc<Variant>, D::Error> {
    let rules = Value::deserialize(deserializer)?;
    parsing::rules(&rules).map(Arc::new).map_err(D::Error::custom)
}

/// Fields of a situation, other than decisions, that follow from the actions of a record.
const FIELDS_SET_BY_ACTIONS: [&str; 12] = [
    "calls",
    "declarer",
    "contract",
    "hand",
    "discard",
    "out",
    "offer",
    "other_offers",
    "leader",
    "trick",
    "taken",
    "played",
];

fn has_actions(fields: &Fields) -> bool {
    fields.is_list("actions") || fields.has("actions")
}

impl HandRecord {
    /// Reads a record from its fields. `rules` are the rules of a record that does not name its own. The fields `id`
    /// and `x_…` are for the author of the record, and are ignored.
    ///
    /// # Errors
    /// If a field is missing or has a wrong value, or also follows from the actions, such as `played`.
    pub fn read(rules: Arc<Variant>, fields: &mut Fields) -> Result<HandRecord, QuestionError> {
        let rules = record_rules(rules, fields)?;
        fields.remove_client_fields();
        let has_actions = has_actions(fields);
        let decisions = DecisionFields::take(fields, "")?.given();
        if let Some(name) = fields.first_of(&FIELDS_SET_BY_ACTIONS).or(decisions.first().copied()) {
            return Err(QuestionError::not_here(name, "it follows from the actions"));
        }
        let mut situation = Situation::new(Arc::clone(&rules), CardsInput::Nothing);
        if let Some(text) = fields.take_value::<Option<String>>("deal")? {
            situation = situation.with_deal_text(&text, false)?;
        }
        let order: Option<OneOrMany<Card>> = fields.take_value("talon_order")?;
        let table = Table::read(fields)?;
        let actions = fields.take_value("actions")?;
        if !has_actions {
            return Err(fields.missing("actions", "the list of all actions, such as [\"pass\",\"1\"]"));
        }
        let deal = situation.deal().map_err(|error| fields.unknown_or(error))?;
        let talon_order = match &order.unwrap_or_default().0[..] {
            [] => None,
            order => Some(deal.talon_in_order(order).map_err(RecordError::TalonOrder)?),
        };
        let talon_order = talon_order.filter(|&order| !is_sorted(&deal, order));
        Ok(HandRecord { rules, deal, table, talon_order, actions })
    }
}

fn is_sorted(deal: &Deal, [first, _]: [Card; 2]) -> bool {
    deal.talon().iter().next() == Some(first)
}

fn record_rules(rules: Arc<Variant>, fields: &mut Fields) -> Result<Arc<Variant>, QuestionError> {
    fields.take("rules").map_or(Ok(rules), |named| parsing::rules(&named).map(Arc::new))
}

impl<'de> Deserialize<'de> for HandRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HandRecord, D::Error> {
        use serde::de::Error;
        let mut fields = Fields::from(Map::deserialize(deserializer)?);
        let Some(rules) = fields.take("rules") else { return Err(D::Error::missing_field("rules")) };
        // The result in the record of a match follows from the actions, so it is not part of a `HandRecord`.
        // `Hand::read` compares it with the result of the hand.
        fields.take("result");
        let record = parsing::rules(&rules).and_then(|rules| HandRecord::read(rules.into(), &mut fields));
        let record = record.and_then(|record| fields.finish_record().map(|()| record));
        record.map_err(|error| D::Error::custom(error.with_field()))
    }
}

impl Hand {
    /// The record of the hand, from which [`from_record`](Self::from_record) reads an equal hand.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6S", "pass"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.record().actions.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn record(&self) -> HandRecord {
        let order = self.talon_order;
        HandRecord {
            rules: Arc::clone(&self.setup.rules),
            deal: self.deal,
            table: self.setup.table.clone(),
            talon_order: (!is_sorted(&self.deal, order)).then_some(order),
            actions: self.steps.iter().map(|step| step.action).collect(),
        }
    }

    /// Reads a hand from its record.
    ///
    /// # Errors
    /// If the rules allow no hand at the table, the order of the talon does not fit the deal, or an action is not
    /// legal; the error then has the number of the action.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6S", "pass"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(Hand::from_record(&hand.record())?, hand);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_record(record: &HandRecord) -> Result<Hand, RecordError> {
        let mut hand = Hand::new(Arc::clone(&record.rules), record.deal, record.table.clone())?;
        if let Some(order) = &record.talon_order {
            hand = hand.with_talon_order(order)?;
        }
        for (n, &action) in record.actions.iter().enumerate() {
            hand.apply(action).map_err(|error| RecordError::Action { number: n + 1, error })?;
        }
        Ok(hand)
    }

    /// Reads a hand from the fields of a [`HandRecord`], which has the field `actions`, or of the situation that
    /// [`from_situation`](Self::from_situation) reads. `rules` are the rules of a record that does not name its own.
    /// The fields `id` and `x_…` are for the author of the record, and are ignored. A `result`, as in the records of a
    /// match, is compared with the result of the hand.
    ///
    /// # Errors
    /// If a field has a wrong value, if a step is missing or illegal, or if the hand has another result.
    pub fn read(rules: Arc<Variant>, fields: &mut Fields) -> Result<Hand, QuestionError> {
        let rules = record_rules(rules, fields)?;
        fields.remove_client_fields();
        let result = fields.take("result");
        let hand = if has_actions(fields) {
            Hand::from_record(&HandRecord::read(rules, fields)?)?
        } else {
            // So that the message about an unknown field lists it.
            fields.take("actions");
            let situation = Situation::new(rules, CardsInput::Nothing).read_record(fields);
            let situation = situation.map_err(|error| fields.unknown_or(error))?;
            Hand::from_situation(&situation).map_err(|error| fields.unknown_or(error.into()))?
        };
        if let Some(recorded) = result {
            hand.check_result(&recorded)?;
        }
        Ok(hand)
    }

    fn check_result(&self, recorded: &Value) -> Result<(), QuestionError> {
        let gains = Gains::deserialize(recorded).map_err(|_| {
            value_error(
                "result",
                recorded,
                "write the gains of all players and the pot, such as {\"F\":10,\"M\":-10,\"R\":0,\"pot\":0}",
            )
        })?;
        match self.result() {
            None => Err(QuestionError::not_here("result", "the hand is not over")),
            Some(result) if result != gains => {
                Err(RecordError::Result { result: result.into(), recorded: gains.into() }.into())
            }
            Some(_) => Ok(()),
        }
    }
}
