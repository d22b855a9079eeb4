//! Records of the hands of a match.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::hand::HandRecord;
use crate::players::match_play::{Match, PlayedHand};
use crate::players::match_tally::SeatedGains;
use crate::players::player_kind::PlayerKind;
use crate::seat::BySeat;
use crate::settlement::Gains;

/// Record of a hand of a match: the record of the hand, its gains, and its place in the match.
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
    pub players: [PlayerKind; 3],
    /// Versions of these players, in the same order.
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
    pub seats: BySeat<PlayerKind>,
}

/// The part of a record that is needed to resume a match: everything except the hand itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RecordedResult {
    /// The rules: a name with switches, or house rules as an object.
    pub rules: Value,
    /// The gains of the seats and of the pot.
    pub result: Gains,
    /// The match, and the place of the hand in it.
    pub x_match: MatchPlace,
}

impl Match {
    /// Returns the record of a hand of this match.
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
                players: options.players,
                player_versions: options.players.map(PlayerKind::version),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                duplicate: options.is_duplicate,
                seed: options.seed,
                number: played.deal,
                seats: played.players,
            },
        }
    }

    /// Compares the rules, options and versions of this match with the ones in a record, and returns a sentence about
    /// the first difference; `None` if there is none.
    #[must_use]
    pub fn difference_from(&self, record: &RecordedResult) -> Option<String> {
        let options = self.options();
        let place = &record.x_match;
        let rules = serde_json::to_value(self.rules()).expect("rules have a JSON form");
        let names = |players: [PlayerKind; 3]| players.map(PlayerKind::name).join(",");
        let versions = |versions: [u32; 3]| versions.map(|version| version.to_string()).join(",");
        let pairs = [
            ("version", place.version.clone(), env!("CARGO_PKG_VERSION").to_owned()),
            ("rules", rules_text(&record.rules), rules_text(&rules)),
            ("players", names(place.players), names(options.players)),
            (
                "player_versions",
                versions(place.player_versions),
                versions(options.players.map(PlayerKind::version)),
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

impl From<&RecordedResult> for SeatedGains {
    fn from(record: &RecordedResult) -> SeatedGains {
        SeatedGains { players: record.x_match.seats, gains: record.result.clone() }
    }
}

/// Returns the text of the rules in a record: their name or, for house rules, the object as JSON.
fn rules_text(rules: &Value) -> String {
    rules.as_str().map_or_else(|| rules.to_string(), str::to_owned)
}
