//! The events of a session, each a line of JSON in its log.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Session;
use crate::cards::Card;
use crate::deal::Deal;
use crate::hand::{Action, HandStep};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat};
use crate::session::options::{DealSource, SessionEnd, SessionOptions};
use crate::settlement::{Amount, FinalGains, Ruling, SheetRow};
use crate::situation::totals::ruling_entries;

/// Any change of the events raises it.
pub(super) const FORMAT_VERSION: u32 = 2;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum SessionEvent {
    Start(Box<StartEvent>),
    Deal(DealEvent),
    Action(ActionEvent),
    Undo(UndoEvent),
    Ruling(RulingEvent),
    Strike(StrikeEvent),
}

/// Everything that determines the course of a session, except the actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartEvent {
    /// Version number of the log's format.
    pub(super) format: u32,
    /// The version of the library.
    pub(super) version: String,
    pub(super) rules: RulesRecord,
    /// The names of the players. The last one deals first.
    pub(super) players: Vec<String>,
    pub(super) deals: DealSource,
    pub(super) end: SessionEnd,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) most_deals: Option<u32>,
}

/// The rules of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesRecord {
    /// Name of the rules, with changed switches.
    pub(super) name: String,
    /// The checksum of `toml` (CRC-32) in hexadecimal digits.
    pub(super) hash: String,
    /// The complete rules, as the text of a TOML file.
    pub(super) toml: String,
}

/// The start of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DealEvent {
    /// Number of the hand, from 1.
    pub(super) number: u32,
    pub(super) deal: Deal,
    /// The talon's cards in the order in which they lead when all have passed.
    pub(super) talon_order: [Card; 2],
    pub(super) seats: SeatedPlayers,
}

/// The names of the players at the seats, and of the dealer who sits out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SeatedPlayers {
    #[serde(flatten)]
    seats: BySeat<String>,
    #[serde(rename = "D", default, skip_serializing_if = "Option::is_none")]
    sitting: Option<String>,
}

/// The last action of a hand also has the gains of the hand, and the last action of a session its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActionEvent {
    /// The seat that acted. If a whister plays the cards of both defenders, the seat whose card was played.
    pub(super) seat: Seat,
    /// Name of the player who decided.
    pub(super) player: String,
    pub(super) action: Action,
    /// The gains from the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) settled: Option<AmountsRecord>,
    /// The final gains, and the amount that is left in the pot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<AmountsRecord>,
}

/// Amounts of the players, in the order of their names at the start, and the amount in the pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AmountsRecord {
    pub(super) gains: Vec<Amount>,
    pub(super) pot: Amount,
}

/// An action that is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UndoEvent {
    pub(super) action: Action,
}

/// A ruling, with its effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulingEvent {
    /// What each player pays or writes, as `pref score` has it for a ruling.
    pub(super) ruling: Map<String, Value>,
    /// Remark on the row.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) words: String,
    /// The gains from the ruling.
    pub(super) settled: AmountsRecord,
    /// As in an action, if the session is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<AmountsRecord>,
}

/// A hand that is struck out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StrikeEvent {
    /// Remark on the row.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) words: String,
    /// As in an action, if the session is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<AmountsRecord>,
}

impl AmountsRecord {
    fn of_row(row: &SheetRow) -> AmountsRecord {
        AmountsRecord { gains: row.gains.clone(), pot: row.pot }
    }

    fn of_session(session: &Session) -> Option<AmountsRecord> {
        let FinalGains { players: gains, pot } = session.final_gains();
        session.is_over().then_some(AmountsRecord { gains, pot })
    }
}

impl SessionEvent {
    pub(super) fn start(session: &Session) -> SessionEvent {
        let SessionOptions { deals, max_deals: most_deals, .. } = session.options();
        SessionEvent::Start(Box::new(StartEvent {
            format: FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: RulesRecord::new(session.rules()),
            players: session.players().to_vec(),
            deals: deals.clone(),
            end: session.end(),
            most_deals: *most_deals,
        }))
    }

    pub(super) fn deal(session: &Session) -> SessionEvent {
        let name = |player: usize| session.players()[player].clone();
        let hand = session.hand();
        SessionEvent::Deal(DealEvent {
            number: session.number(),
            deal: *hand.deal(),
            talon_order: hand.talon_order(),
            seats: SeatedPlayers {
                seats: BySeat::from_fn(|seat| name(session.player(seat))),
                sitting: hand.table().four.then(|| name(session.dealer())),
            },
        })
    }

    pub(super) fn action(session: &Session) -> Option<SessionEvent> {
        let HandStep { seat, player, action } = *session.hand().steps().last()?;
        let row = session.rows().last().filter(|_| session.hand().is_over());
        let settled = row.map(|deal| AmountsRecord::of_row(&deal.row));
        Some(SessionEvent::Action(ActionEvent {
            seat,
            player: session.players()[session.player(player)].clone(),
            action,
            settled,
            result: AmountsRecord::of_session(session),
        }))
    }

    pub(super) fn ruling(session: &Session, ruling: &Ruling) -> Option<SessionEvent> {
        let row = &session.rows().last()?.row;
        let players: Vec<&str> = session.players().iter().map(String::as_str).collect();
        Some(SessionEvent::Ruling(RulingEvent {
            ruling: ruling_entries(ruling, &players),
            words: row.words.clone(),
            settled: AmountsRecord::of_row(row),
            result: AmountsRecord::of_session(session),
        }))
    }

    pub(super) fn strike(session: &Session, words: &str) -> SessionEvent {
        SessionEvent::Strike(StrikeEvent {
            words: words.to_owned(),
            result: AmountsRecord::of_session(session),
        })
    }

    pub(super) fn undo(action: Action) -> SessionEvent {
        SessionEvent::Undo(UndoEvent { action })
    }

    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("names, numbers and texts") + "\n"
    }
}

impl RulesRecord {
    fn new(rules: &Variant) -> RulesRecord {
        let toml = rules.to_toml();
        RulesRecord { name: rules.label().to_owned(), hash: checksum(&toml), toml }
    }

    pub(super) fn has_matching_hash(&self) -> bool {
        self.hash == checksum(&self.toml)
    }
}

fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}
