//! State of a hand: the seat that decides, its legal actions, and the known facts.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::analysis::analyst::Analyst;
#[cfg(feature = "schema")]
use crate::analysis::schema::values::Tricks;
use crate::cards::Cards;
#[cfg(feature = "schema")]
use crate::hand::SuitLetters;
use crate::hand::{Action, Hand, HandStep, Phase, View, deserialize_voids, serialize_voids};
use crate::rules::contract::Contract;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Dealer, Gains};
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, Field, QuestionError};
use crate::situation::fields::{Fields, value_error};
use crate::situation::json;

/// Example of a record for error messages.
const RECORD_EXAMPLE: &str = r#"{"deal":…,"actions":[…]}"#;

/// Fields of a position, which a record already contains.
pub(super) const POSITION_FIELDS: [&str; 8] =
    ["deal", "contract", "declarer", "hand", "discard", "played", "leader", "out"];

/// Options of the question `state`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateOptions {
    /// Player whose view is the answer; `None` for all facts of the hand.
    pub seat: Option<Dealer>,
}

/// A hand, and the options of a question about its state.
#[derive(Clone, Debug)]
pub struct StateQuery {
    /// The hand.
    pub hand: Hand,
    /// The options.
    pub options: StateOptions,
}

/// Reads the hand from the field `record`. If the record does not name its rules, the rules of the situation apply.
pub(crate) fn read_hand(situation: &Situation, fields: &mut Fields) -> Result<Hand, QuestionError> {
    let mut record = Fields::from(take_record(fields)?);
    let hand = Hand::read(situation.shared_rules(), &mut record);
    hand.and_then(|hand| record.finish().map(|()| hand)).map_err(in_record)
}

/// Takes the field `record`, an object or its text.
///
/// # Errors
/// If the field is missing or is not an object.
pub(super) fn take_record(fields: &mut Fields) -> Result<Map<String, Value>, QuestionError> {
    match fields.take("record") {
        None => Err(QuestionError::missing("record", "the record of a hand")),
        Some(Value::Object(record)) => Ok(record),
        Some(Value::String(text)) => {
            json::parse_object(&text, RECORD_EXAMPLE).map_err(|error| error.in_field("record"))
        }
        Some(other) => Err(value_error("record", &other, "write an object with the keys of a record")),
    }
}

/// The error for a question about the next action of a hand that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hand is over")]
struct HandOver;

/// Returns the error for a question about the next action in the record of a hand that is over.
pub(crate) fn hand_over_error() -> QuestionError {
    QuestionError::new(ErrorCode::NotHere, "record", HandOver)
}

/// Prefixes the path of the field of an error with `record`, as in `record.actions[3]`.
pub(super) fn in_record(error: QuestionError) -> QuestionError {
    in_field("record", error)
}

/// Prefixes the path of the field of an error with the name of the field that contains it.
pub(super) fn in_field(outer: &'static str, error: QuestionError) -> QuestionError {
    let field = match error.field() {
        None => Field::from(outer),
        Some(field) => Field { name: format!("{outer}.{}", field.name).into(), index: field.index },
    };
    error.in_field(field)
}

/// State of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StateAnswer {
    /// Name of the rules.
    pub rules: String,
    /// Seat to act: the one that calls, discards or decides, or whose card is to be played; null when the hand is over.
    pub to_act: Option<Seat>,
    /// Seat that decides: the seat to act, or the whister who plays the cards of both defenders; null when
    /// the hand is over.
    pub player: Option<Seat>,
    /// Phase of the hand.
    pub phase: Phase,
    /// Texts of the legal actions of the player. The list is empty if the question names another seat, since
    /// the actions would show the player's cards.
    pub legal_actions: Vec<Action>,
    /// Texts of the claims that the player can make instead, empty if the question names another seat. Whether a claim
    /// stands is checked when it is made.
    pub claims: Vec<Action>,
    /// Number of tricks that each seat has taken.
    #[cfg_attr(feature = "schema", schemars(with = "BySeat<Tricks>"))]
    pub tricks: BySeat<u8>,
    /// Winner of each complete trick; null for a trick that a card of the talon has won.
    pub winners: Vec<Option<Seat>>,
    /// Part of the hand that the seat of the question knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View<Dealer>>,
    /// All facts of the hand, if the question does not name a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<HandFacts>,
    /// Gains of all players and of the pot, which sum to zero; null before the end.
    pub result: Option<Gains>,
}

/// All facts of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HandFacts {
    /// Declarer, or null.
    pub declarer: Option<Seat>,
    /// Contract, or null before the announcement, and if nobody declares.
    pub contract: Option<Contract>,
    /// Seats that take part in the play; none until they are decided, and if no cards are played.
    pub playing: Seats,
    /// Steps so far.
    pub steps: Vec<HandStep>,
    /// Cards that each seat holds. Those of the declarer include the talon that was taken up, and not the cards
    /// laid aside.
    pub hands: BySeat<Cards>,
    /// The two cards of the talon, or the two cards that were laid aside last.
    pub aside: Cards,
    /// Letters of the suits in which each seat has shown a void by not following suit.
    #[cfg_attr(feature = "schema", schemars(with = "BySeat<SuitLetters>"))]
    #[serde(serialize_with = "serialize_voids", deserialize_with = "deserialize_voids")]
    pub voids: BySeat<Cards>,
}

impl HandFacts {
    /// Returns the facts of a hand.
    #[must_use]
    pub fn new(hand: &Hand) -> HandFacts {
        HandFacts {
            declarer: hand.declarer(),
            contract: hand.declaration().map(|declaration| declaration.contract),
            playing: hand.position().map_or(Seats::NONE, |position| position.setup().playing),
            steps: hand.steps().to_vec(),
            hands: BySeat::from_fn(|seat| hand.held(seat)),
            aside: hand.deal_after_exchanges().talon(),
            voids: hand.voids(),
        }
    }
}

impl Analyst {
    /// Returns the state of a hand: the seat that decides, its legal actions, and either all facts or only the
    /// facts that one player knows.
    ///
    /// # Errors
    /// If the view of the dealer who sits out is asked for, and nobody sits out.
    pub fn state(&self, hand: &Hand, options: StateOptions) -> Result<StateAnswer, QuestionError> {
        let view =
            match options.seat {
                None => None,
                Some(viewer) => {
                    let view = hand.view_of(viewer);
                    Some(view.ok_or_else(|| {
                        QuestionError::not_here("seat", "nobody sits out at a table of three")
                    })?)
                }
            };
        let is_player = options.seat.is_none_or(|viewer| hand.player().map(Dealer::Seat) == Some(viewer));
        Ok(StateAnswer {
            rules: hand.rules().label().to_owned(),
            to_act: hand.to_act(),
            player: hand.player(),
            phase: hand.phase(),
            legal_actions: if is_player { hand.legal_actions() } else { Vec::new() },
            claims: if is_player { hand.claims() } else { Vec::new() },
            tricks: hand.tricks(),
            winners: hand.trick_winners(),
            facts: view.is_none().then(|| HandFacts::new(hand)),
            view,
            result: hand.result(),
        })
    }
}
