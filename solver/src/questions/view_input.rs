//! The view of a seat as input, without the hidden cards.

use crate::situation::field_types::{OneOrMany, RecordInput};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use crate::cards::{Card, Cards};
use crate::hand::{Action, Hand, RecordError, Table};
use crate::questions::record::{in_field, read_hand};
use crate::rules::variant::Variant;
use crate::sampling::{KnownHand, KnownHandError};
use crate::seat::{BySeat, Seat};
use crate::settlement::Gains;
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::situation::fields::{Fields, value_error};
use crate::situation::{json, parsing};

const VIEW_EXAMPLE: &str = r#"{"seat":…,"dealt":…,"actions":[…]}"#;

const UNSEEN_DISCARD: &str = "discard";

/// They follow from the other fields. They may be given, and are then compared.
const DERIVED_FIELDS: [&str; 11] = [
    "talon_leads",
    "steps",
    "hands",
    "voids",
    "phase",
    "to_act",
    "player",
    "declarer",
    "contract",
    "playing",
    "tricks",
];

/// The hidden cards of a hand from a view are arbitrary: only its view and what follows from it may be used.
pub(crate) fn read_hand_or_view(
    situation: &Situation,
    record: Option<RecordInput>,
    view: Option<RecordInput>,
) -> Result<(Hand, Option<Seat>), QuestionError> {
    let Some(RecordInput(view)) = view else {
        return Ok((read_hand(situation, record)?, None));
    };
    if record.is_some() {
        return Err(QuestionError::not_here("view", "the record contains it: give one of the two"));
    }
    let view = match view {
        Value::Object(view) => view,
        Value::String(text) => {
            json::parse_object(&text, VIEW_EXAMPLE).map_err(|error| error.in_field("view"))?
        }
        other => return Err(value_error("view", &other, "write an object with the keys of a view")),
    };
    let mut view = Fields::from(view);
    let known = KnownHand::read(situation.shared_rules(), &mut view);
    let known = known.and_then(|known| view.finish_record().map(|()| known));
    let hand =
        known.and_then(|known| Ok((known.possible_hand().map_err(known_error)?.clone(), known.seat())));
    let (hand, seat) = hand.map_err(|error| in_field("view", error))?;
    Ok((hand, Some(seat)))
}

/// The seat of a view must be the one that decides.
pub(crate) fn read_hand_of_player(
    situation: &Situation,
    record: Option<RecordInput>,
    view: Option<RecordInput>,
) -> Result<Hand, QuestionError> {
    let (hand, viewer) = read_hand_or_view(situation, record, view)?;
    match (viewer, hand.player()) {
        (Some(_), None) => Err(QuestionError::not_here("view", "the hand is over")),
        (Some(viewer), Some(player)) if viewer != player => {
            Err(QuestionError::new(ErrorCode::NotHere, "view", OtherPlayer { player, viewer }))
        }
        _ => Ok(hand),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is to decide, but the view is that of {}", .player.name(), .viewer.name())]
struct OtherPlayer {
    player: Seat,
    viewer: Seat,
}

impl KnownHand {
    /// Reads what a seat knows from the fields of a view: `seat`, `dealt` (its ten cards), `talon` and `open` (the
    /// cards that were shown), the fields of a table, and `actions`, with the text `discard` for a discard that the
    /// seat has not seen. Fields that follow from these are compared with what follows. `rules` are the rules of a view
    /// that does not name its own. The fields `id` and `x_…` are for the author of the view, and are ignored.
    ///
    /// # Errors
    /// If a field is missing or has a wrong value, or an action is not legal.
    pub fn read(rules: Arc<Variant>, fields: &mut Fields) -> Result<KnownHand, QuestionError> {
        let rules = match fields.take("rules") {
            None => rules,
            Some(named) => parsing::rules(&named)?.into(),
        };
        fields.remove_client_fields();
        let seat: Option<Seat> = fields.take_value("seat")?;
        let dealt = fields.take("dealt");
        let given: Vec<(&'static str, Value)> = DERIVED_FIELDS
            .into_iter()
            .filter_map(|name| {
                let value = fields.take(name)?;
                fields.set(name, value.clone());
                Some((name, value))
            })
            .collect();
        let mut shown = Shown::read(fields)?;
        let table = Table::read(fields)?;
        let actions = read_actions(fields);
        let result = fields.take("result");
        let legal = fields.take("legal_actions");
        for name in DERIVED_FIELDS {
            fields.take(name);
        }
        let seat = seat.ok_or_else(|| fields.missing("seat", "the seat that knows this"))?;
        let dealt =
            dealt.ok_or_else(|| fields.missing("dealt", "the ten cards that were dealt to the seat"))?;
        let dealt = read_cards("dealt", &dealt)?;
        let actions = actions.map_err(|error| fields.unknown_or(error))?;
        let mut known = KnownHand::new(rules, table, seat, dealt).map_err(known_error)?;
        for (n, action) in actions.into_iter().enumerate() {
            shown.name(&mut known)?;
            known.push(action).map_err(|error| action_error(error, n))?;
        }
        shown.name(&mut known)?;
        shown.check_used()?;
        match result {
            None => known.check_result().map_err(known_error)?,
            Some(result) => {
                let right = "write the gains of all players and the pot of a hand that is over";
                let gains = Gains::deserialize(&result).map_err(|_| value_error("result", &result, right))?;
                known.set_result(&gains).map_err(known_error)?;
            }
        }
        let view = json::to_value(&known.view().map_err(known_error)?);
        let expected = |name: &str| view.get(name).cloned().unwrap_or_default();
        let mut checked: Vec<(&'static str, Value, Value)> =
            given.into_iter().map(|(name, value)| (name, value, expected(name))).collect();
        if let Some(legal) = legal {
            let actions = known.legal_actions().map_err(known_error)?;
            checked.push(("legal_actions", legal, json::to_value(&actions)));
        }
        match checked.into_iter().find(|(_, found, expected)| found != expected) {
            Some((name, found, expected)) => Err(derived_error(name, &found, &expected)),
            None => Ok(known),
        }
    }
}

/// The cards that were shown to the seat of the view.
struct Shown {
    /// Cards of the talon that no action has named yet, in the order in which they were shown.
    talon: Vec<Card>,
    /// The hands that were given. Not all of them need be open.
    hands: BySeat<Option<Cards>>,
    /// Seats whose cards are given under `open` and have not been named yet.
    open: Vec<Seat>,
}

impl Shown {
    fn read(fields: &mut Fields) -> Result<Shown, QuestionError> {
        let OneOrMany(talon) = fields.take_value::<Option<OneOrMany<Card>>>("talon")?.unwrap_or_default();
        let mut order: Vec<Card> = Vec::new();
        if let Some(leads) = fields.take("talon_leads") {
            let right =
                "write the talon's cards in the order in which they led, null for one that has not led";
            let leads = Vec::<Option<Card>>::deserialize(&leads);
            order.extend(
                leads.map_err(|_| value_error("talon_leads", &Value::Null, right))?.into_iter().flatten(),
            );
        }
        let rest: Vec<Card> = talon.into_iter().filter(|card| !order.contains(card)).collect();
        order.extend(rest);
        let mut hands = BySeat::default();
        let mut open = Vec::new();
        for name in ["hands", "open"] {
            let Some(value) = fields.take(name) else { continue };
            let right = "write an object with the cards of the seats whose cards lie open";
            let Value::Object(seats) = &value else { return Err(value_error(name, &value, right)) };
            for (seat, cards) in seats {
                let seat: Seat = seat.parse().map_err(|_| value_error(name, &value, right))?;
                if cards.is_null() {
                    continue;
                }
                hands[seat] = Some(read_cards(name, cards)?);
                if name == "open" {
                    open.push(seat);
                }
            }
        }
        Ok(Shown { talon: order, hands, open })
    }

    fn name(&mut self, known: &mut KnownHand) -> Result<(), QuestionError> {
        let seen = known.unnamed_talon_cards().min(self.talon.len());
        if seen > 0 {
            let cards: Vec<Card> = self.talon.drain(..seen).collect();
            known.show_talon(&cards).map_err(known_error)?;
        }
        for seat in known.unnamed_hands() {
            if let Some(cards) = self.hands[seat] {
                known.show_hand(seat, cards).map_err(known_error)?;
                self.open.retain(|&other| other != seat);
            }
        }
        Ok(())
    }

    fn check_used(&self) -> Result<(), QuestionError> {
        if !self.talon.is_empty() {
            return Err(known_error(KnownHandError::TalonUnseen));
        }
        match self.open.first() {
            Some(&seat) => Err(known_error(KnownHandError::HandUnseen { seat })),
            None => Ok(()),
        }
    }
}

fn read_cards(name: &'static str, value: &Value) -> Result<Cards, QuestionError> {
    let right = "write cards such as [\"HA\",\"HK\"], or a hand such as AK..7.";
    let cards = match value {
        Value::String(text) => text.parse().ok(),
        Value::Array(list) => {
            let cards: Option<Vec<Card>> =
                list.iter().map(|card| card.as_str().and_then(|card| card.parse().ok())).collect();
            cards.and_then(|cards| {
                let set: Cards = cards.iter().copied().collect();
                (set.len() == cards.len()).then_some(set)
            })
        }
        _ => None,
    };
    cards.ok_or_else(|| value_error(name, value, right))
}

fn read_actions(fields: &mut Fields) -> Result<Vec<Option<Action>>, QuestionError> {
    // A view may give the actions in its steps. A discard that the seat has not seen has no action.
    if !fields.has("actions") && !fields.is_list("actions") {
        // So that the message about an unknown field lists it.
        fields.take("actions");
        let Some(Value::Array(steps)) = fields.take("steps") else {
            return Err(QuestionError::missing(
                "actions",
                "the list of all actions, such as [\"pass\",\"1\"]",
            ));
        };
        let action = |step: &Value| Option::<Action>::deserialize(step.get("action")?).ok();
        let right = "write steps as the answer of state has them, or the list of all actions as actions";
        return steps
            .iter()
            .map(|step| action(step).ok_or_else(|| value_error("steps", step, right)))
            .collect();
    }
    let words = match fields.take("actions") {
        Some(Value::Array(words)) => words,
        Some(alone) => vec![alone],
        None => Vec::new(),
    };
    let read = |(n, word): (usize, &Value)| {
        let text = word.as_str().unwrap_or_default();
        if text.trim().eq_ignore_ascii_case(UNSEEN_DISCARD) {
            return Ok(None);
        }
        let action: Result<Action, _> = text.parse();
        action.map(Some).map_err(|error| QuestionError::new(ErrorCode::BadValue, ("actions", n), error))
    };
    words.iter().enumerate().map(read).collect()
}

fn derived_error(key: &'static str, found: &Value, expected: &Value) -> QuestionError {
    let right = format!("leave it out, or write what follows from the actions: {expected}").into();
    QuestionError::new(ErrorCode::NotHere, key, Problem::Value { found: found.to_string(), right })
}

fn action_error(error: KnownHandError, n: usize) -> QuestionError {
    match error {
        KnownHandError::Action(_)
        | KnownHandError::Impossible { .. }
        | KnownHandError::Over
        | KnownHandError::OwnAction { .. } => {
            QuestionError::new(ErrorCode::IllegalAction, ("actions", n), error)
        }
        error => known_error(error),
    }
}

fn known_error(error: KnownHandError) -> QuestionError {
    use KnownHandError as E;
    let (code, field) = match &error {
        E::Setup(cause) => return RecordError::Setup(cause.clone()).into(),
        E::Dealt { .. } => (ErrorCode::BadDeal, "dealt"),
        E::TalonMissing => (ErrorCode::Missing, "talon"),
        E::TalonUnseen => (ErrorCode::NotHere, "talon"),
        E::TalonCards => (ErrorCode::BadDeal, "talon"),
        E::HandMissing { .. } => (ErrorCode::Missing, "open"),
        E::HandUnseen { .. } => (ErrorCode::NotHere, "open"),
        E::HandCards { .. } | E::OpenHand { .. } => (ErrorCode::BadDeal, "open"),
        E::Result => (ErrorCode::BadValue, "result"),
        E::ResultUnknown => (ErrorCode::Missing, "result"),
        _ => (ErrorCode::IllegalAction, "actions"),
    };
    QuestionError::new(code, field, error)
}
