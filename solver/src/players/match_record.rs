//! Records of the hands of a match.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::hand::{Action, Hand, HandRecord};
use crate::players::external::{Replacement, ReplacementCause};
use crate::players::match_play::{Match, PlayedHand};
use crate::players::match_tally::SeatedGains;
use crate::players::participant::Participant;
use crate::seat::{BySeat, Seat};
use crate::settlement::Gains;
use crate::situation::json::{parse_object, to_value};
use crate::situation::{Fields, QuestionError};

/// Record of a hand, its gains, and its place in the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchRecord {
    /// The hand with all its actions.
    #[serde(flatten)]
    pub hand: HandRecord,
    /// The gains of the seats and of the pot.
    pub result: Gains,
    /// The match, and the place of the hand in it.
    pub x_match: MatchPlace,
}

/// A match, and the place of a hand in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlace {
    /// The three players of the match.
    pub players: [Participant; 3],
    /// Versions of these players, in the same order; 0 for external players.
    pub player_versions: [u32; 3],
    /// Version of the program.
    pub version: String,
    /// Whether each deal is played in all seatings.
    pub duplicate: bool,
    /// Random seed of the match.
    pub seed: u64,
    /// Number of the deal, from 0.
    pub number: u64,
    /// The player in each seat.
    pub seats: BySeat<Participant>,
    /// The actions of external players that were replaced by those of `beginner`; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<Replacement>,
}

/// Everything in a record except the hand itself, to resume a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedResult {
    /// The rules: a name with switches, or house rules as an object.
    pub rules: Value,
    /// The gains of the seats and of the pot.
    pub result: Gains,
    /// The match, and the place of the hand in it.
    pub x_match: MatchPlace,
}

/// The text is not the expected record of a match.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchRecordError {
    /// The text is an object without this key of a record.
    #[error("not a record of a match: {0} is missing")]
    Missing(&'static str),
    /// This key has a value that no match writes.
    #[error("not a record of a match: {0} has a value that no match writes")]
    Value(&'static str),
    /// The record belongs to a match with other rules, options or versions.
    #[error("{0}")]
    OtherMatch(String),
    /// The record belongs to another deal.
    #[error("the record belongs to deal {found}, not {expected}")]
    OtherDeal {
        /// Number of the deal in the record.
        found: u64,
        /// Number of the deal that comes next.
        expected: u64,
    },
    /// The players sit in other seats.
    #[error("in this hand of deal {deal} the players F, M and R are {expected}, not {found}")]
    OtherSeating {
        /// Number of the deal.
        deal: u64,
        /// The players in the record.
        found: String,
        /// The players in this match.
        expected: String,
    },
    /// The cards, their order in the talon, or the table differ from those of the match.
    #[error("{part} differ from those of deal {deal} of this match")]
    OtherStart {
        /// Number of the deal.
        deal: u64,
        /// The part that differs.
        part: &'static str,
    },
    /// An action is said to be replaced that does not exist, or that a built-in player chose.
    #[error("x_match.replaced: an action in this list is not one of an external player")]
    Replaced,
    /// The actions are not those of a hand, or lead to other gains.
    #[error("{}", .0.with_field())]
    Hand(#[from] QuestionError),
}

impl Match {
    /// The record of a hand of this match.
    ///
    /// # Panics
    /// If the hand is not over.
    #[must_use]
    pub fn record(&self, played: &PlayedHand) -> MatchRecord {
        let options = self.options();
        MatchRecord {
            hand: played.hand.record(),
            result: played.hand.result().expect("the hand is over"),
            x_match: MatchPlace {
                players: options.players.clone(),
                player_versions: versions(&options.players),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                duplicate: options.is_duplicate,
                seed: options.seed,
                number: played.deal,
                seats: played.players.clone(),
                replaced: played.replaced.clone(),
            },
        }
    }

    /// A sentence about the first of the rules, options and versions that differ from those in a record.
    #[must_use]
    pub fn difference_from(&self, record: &RecordedResult) -> Option<String> {
        let options = self.options();
        let place = &record.x_match;
        let rules = to_value(self.rules());
        let version_list = |versions: [u32; 3]| versions.map(|version| version.to_string()).join(",");
        let pairs = [
            ("version", place.version.clone(), env!("CARGO_PKG_VERSION").to_owned()),
            ("rules", rules_text(&record.rules), rules_text(&rules)),
            ("players", names(&place.players), names(&options.players)),
            (
                "player_versions",
                version_list(place.player_versions),
                version_list(versions(&options.players)),
            ),
            ("duplicate", place.duplicate.to_string(), options.is_duplicate.to_string()),
            ("seed", place.seed.to_string(), options.seed.to_string()),
        ];
        let different = pairs.into_iter().find(|(_, recorded, current)| recorded != current);
        different.map(|(name, recorded, current)| {
            format!("{name} is {recorded} in the records, and {current} in this match")
        })
    }
}

/// Finding the records of a match again in a file.
impl Match {
    /// Reads the record of the deal with this number in its seating `turn`, from 0, and plays its actions again.
    ///
    /// # Errors
    /// If the text is another record, if an action is not legal, or if the actions lead to other gains.
    ///
    /// # Panics
    /// If the deal has no such seating.
    pub fn read_record(&self, text: &str, deal: u64, turn: usize) -> Result<SeatedGains, MatchRecordError> {
        let object = parse_object(text, r#"{"rules":…,"deal":…,"actions":…,"result":…,"x_match":…}"#)?;
        let record = RecordedResult {
            rules: read_part(&object, "rules")?,
            result: read_part(&object, "result")?,
            x_match: read_part(&object, "x_match")?,
        };
        if let Some(difference) = self.difference_from(&record) {
            return Err(MatchRecordError::OtherMatch(difference));
        }
        let place = &record.x_match;
        if place.number != deal {
            return Err(MatchRecordError::OtherDeal { found: place.number, expected: deal });
        }
        let expected = &self.seatings_of_deal(deal)[turn];
        if place.seats != *expected {
            let (found, expected) = (names(&place.seats.0), names(&expected.0));
            return Err(MatchRecordError::OtherSeating { deal, found, expected });
        }
        let mut fields = Fields::from(object);
        let hand = Hand::read(Arc::new(self.rules().clone()), &mut fields)?;
        fields.finish_record()?;
        let (read, start) = (hand.record(), self.dealt_hand(deal).record());
        let parts = [
            ("the cards", read.deal == start.deal),
            ("the dealer, the pot or the marks", read.table == start.table),
            ("the first cards of the talon", read.talon_order == start.talon_order),
        ];
        match parts.into_iter().find(|(_, is_equal)| !is_equal) {
            Some((part, _)) => Err(MatchRecordError::OtherStart { deal, part }),
            None => {
                let replaced = replaced_seats(&hand, &place.seats, &place.replaced);
                let replaced = replaced.ok_or(MatchRecordError::Replaced)?;
                Ok(SeatedGains { players: expected.clone(), gains: record.result, replaced })
            }
        }
    }

    /// Whether a text is the beginning of the record that [`read_record`](Self::read_record) expects, as an interrupted
    /// match leaves it at the end of its file.
    ///
    /// # Panics
    /// If the deal has no such seating.
    #[must_use]
    pub fn is_record_beginning(&self, text: &[u8], deal: u64, turn: usize) -> bool {
        let mut hand = self.dealt_hand(deal);
        let head = actions_so_far(&hand);
        let Some(rest) = text.strip_prefix(head.as_bytes()) else {
            return head.as_bytes().starts_with(text);
        };
        let Ok(rest) = str::from_utf8(rest) else { return false };
        // No action contains a bracket or a quote.
        let (list, is_whole) = rest.split_once(']').map_or((rest, false), |(list, _)| (list, true));
        let mut texts: Vec<&str> = list.split(',').collect();
        let last = if is_whole { None } else { texts.pop() };
        for text in texts {
            let action: Option<Action> = serde_json::from_str(text).ok();
            if action.is_none_or(|action| hand.apply(action).is_err()) {
                return false;
            }
        }
        if let Some(last) = last {
            let next = |action: &Action| serde_json::to_string(action).expect("an action has a JSON form");
            return last.is_empty()
                || hand.legal_actions().iter().any(|action| next(action).starts_with(last));
        }
        if !hand.is_over() {
            return false;
        }
        let players = self.seatings_of_deal(deal)[turn].clone();
        let played = PlayedHand { deal, players, hand, replaced: Vec::new() };
        let record = serde_json::to_string(&self.record(&played)).expect("a record has a JSON form");
        if record.as_bytes().starts_with(text) {
            return true;
        }
        // What follows in the record of a hand with replaced actions is thrown away with the record.
        let Some(end) = record.strip_suffix("}}").and_then(|head| text.strip_prefix(head.as_bytes())) else {
            return false;
        };
        let list = br#","replaced":["#;
        self.has_external_players() && (end.starts_with(list) || list.starts_with(end))
    }
}

fn read_part<T: DeserializeOwned>(
    object: &Map<String, Value>,
    key: &'static str,
) -> Result<T, MatchRecordError> {
    let value = object.get(key).ok_or(MatchRecordError::Missing(key))?;
    T::deserialize(value).map_err(|_| MatchRecordError::Value(key))
}

/// Up to its last action, without the brackets that close it.
fn actions_so_far(hand: &Hand) -> String {
    let record = serde_json::to_string(&hand.record()).expect("a record has a JSON form");
    record.strip_suffix("]}").expect("the actions are last").to_owned()
}

fn names(players: &[Participant; 3]) -> String {
    players.each_ref().map(Participant::name).join(",")
}

fn versions(players: &[Participant; 3]) -> [u32; 3] {
    players.each_ref().map(Participant::version)
}

/// `None` if a seat is not that of an external player.
fn replaced_seats(
    hand: &Hand,
    players: &BySeat<Participant>,
    replaced: &[Replacement],
) -> Option<Vec<(Seat, ReplacementCause)>> {
    let seat = |one: &Replacement| {
        let seat = hand.steps().get(one.action)?.player;
        players[seat].is_external().then_some((seat, one.cause))
    };
    replaced.iter().map(seat).collect()
}

fn rules_text(rules: &Value) -> String {
    rules.as_str().map_or_else(|| rules.to_string(), str::to_owned)
}
