//! State of a game over several hands: the table of the next hand, the score sheet, and the result.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::analyst::Analyst;
use crate::hand::{Hand, Table};
#[cfg(feature = "schema")]
use crate::macros::inline_schemas;
use crate::macros::{read_from_text, write_as_text};
use crate::questions::question_type::{Cost, FormResult, QuestionType};
use crate::questions::record::record_object;
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::seat::Seat;
use crate::session::{Session, SessionEnd, SessionError, SessionOptions, SessionSetupError};
use crate::settlement::{Amount, FinalGains, PlayerEntries, SheetLayout};
use crate::situation::error::{ErrorCode, Field, QuestionError};
use crate::situation::field_types::LogInput;
use crate::situation::fields::value_error;
use crate::situation::form::{form, text_values};
use crate::situation::groups::CommonFields;
use crate::situation::{Fields, Situation, json};

/// Names of the players if the question gives none: their seats in the first hand.
const SEATS: [&str; 3] = ["F", "M", "R"];
const RECORD_EXAMPLE: &str = r#"{"deal":…,"actions":[…]}"#;
/// Fields of a record that follow from the hands before it.
const TABLE_FIELDS: [&str; 5] = ["dealer", "four", "pot", "passed", "marks"];

form! {
    /// Show the score sheet of a game over several hands, and the table of its next hand.
    pub struct SessionQuestion {
        /// Rules and time limit. The rules are used only if the first record names none.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Records of the hands in the order in which they were played, of which the last may be unfinished. The table
        /// of a hand (dealer, pot, marks, passed) follows from the hands before it and may be left out. As an argument
        /// also a file with a record on each line.
        #[cfg_attr(feature = "clap", arg(value_name = "FILE|JSON"))]
        pub log: Option<LogInput>,
        /// Names of the three or four players in turn order; the last one deals first [default: F,M,R].
        #[cfg_attr(feature = "clap", arg(long, value_name = "NAMES", value_delimiter = ','))]
        pub players: Vec<String>,
        /// Condition that ends the game: deals:12, pool:20, pool-alone:20 (without aid), bule:30, empty-pot or open
        /// [default: the usual one under the rules].
        #[cfg_attr(feature = "clap", arg(long, value_name = "END"))]
        pub end: Option<GameEnd>,
    }
}

/// Condition that ends a game, written as a word and a number, such as `deals:12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd(pub SessionEnd);

/// The error for a text that is not the condition of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "write deals:12 for a number of hands, pool:20 for pools of a size, pool-alone:20 if no player fills another's pool, \
     bule:30, empty-pot or open"
)]
pub struct GameEndError;

impl FromStr for GameEnd {
    type Err = GameEndError;

    fn from_str(text: &str) -> Result<GameEnd, GameEndError> {
        let (word, number) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let number = || number.trim().parse::<u32>().map_err(|_| GameEndError);
        Ok(GameEnd(match word.to_ascii_lowercase().as_str() {
            "deals" => SessionEnd::Deals(number()?),
            "pool" => SessionEnd::Pool { points: number()?, aid: true },
            "pool-alone" => SessionEnd::Pool { points: number()?, aid: false },
            "bule" => SessionEnd::Bule { start: number()? },
            "empty-pot" if !text.contains(':') => SessionEnd::EmptyPot,
            "open" if !text.contains(':') => SessionEnd::Open,
            _ => return Err(GameEndError),
        }))
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            SessionEnd::Deals(deals) => write!(f, "deals:{deals}"),
            SessionEnd::Pool { points, aid: true } => write!(f, "pool:{points}"),
            SessionEnd::Pool { points, aid: false } => write!(f, "pool-alone:{points}"),
            SessionEnd::Bule { start } => write!(f, "bule:{start}"),
            SessionEnd::EmptyPot => f.write_str("empty-pot"),
            SessionEnd::Open => f.write_str("open"),
        }
    }
}

read_from_text!(GameEnd);
write_as_text!(GameEnd);
text_values!(GameEnd);

#[cfg(feature = "schema")]
inline_schemas! {
    [] GameEnd: schemars::json_schema!({"type": "string"});
}

/// The error for a record whose table or rules are not those of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum GameRecordError {
    #[error("the table of this hand is {expected} after the hands before it: leave its fields out")]
    Table { expected: String },
    #[error("the game is played under '{expected}', and this hand under '{found}'")]
    Rules { expected: String, found: String },
}

/// State of a game over several hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SessionAnswer {
    /// Name of the rules.
    pub rules: String,
    /// Names of the players in turn order. Lists of amounts have this order.
    pub players: Vec<String>,
    /// Condition that ends the game.
    pub end: GameEnd,
    /// Conditions that can end a game under these rules, one of each kind with a usual number, the usual one first.
    pub ends: Vec<GameEnd>,
    /// Whether the game is over.
    pub over: bool,
    /// Hand that is being played, or that is dealt next; null when the game is over.
    pub next: Option<NextHand>,
    /// Finished hands.
    pub hands: Vec<FinishedHand>,
    /// Score sheet.
    pub sheet: SheetState,
    /// Players by their gains so far, the best first.
    pub standings: Vec<PlayerStanding>,
    /// Gains of the players if the game ended now; when it is over, its result.
    pub gains: Vec<Amount>,
    /// Amount that is left in the pot after these gains.
    pub pot: Amount,
}

/// Players of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NextHand {
    /// Number of the hand, from 1.
    pub number: u32,
    /// Name of the dealer.
    pub dealer: String,
    /// Names of the players in the seats F, M and R.
    pub seats: Vec<String>,
    /// Table of the hand, as its record has it.
    pub table: Table,
}

/// Finished hand of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FinishedHand {
    /// Contract; null if nobody declared.
    pub contract: Option<Contract>,
    /// Name of the declarer.
    pub declarer: Option<String>,
    /// Names of the players in the seats F, M and R.
    pub seats: Vec<String>,
    /// Gains of the players.
    pub gains: Vec<Amount>,
    /// Amount in the pot after the hand.
    pub pot: Amount,
    /// Whether a mark (refa) doubled the payment of the hand.
    pub refa: bool,
}

/// Score sheet of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SheetState {
    /// Layout of the sheet.
    pub layout: SheetLayout,
    /// Entries of each player.
    pub entries: Vec<PlayerEntries>,
    /// Amount in the pot after each hand.
    pub pot: Vec<Amount>,
    /// Size of each player's pool, if the game is played until the pools are full.
    pub pool_size: Option<u32>,
}

/// Place of a player among all players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayerStanding {
    /// Place, from 1. Players with equal gains share the better place.
    pub place: usize,
    /// Name of the player.
    pub player: String,
    /// Gain so far.
    pub gain: Amount,
}

impl From<&Session> for SessionAnswer {
    fn from(session: &Session) -> SessionAnswer {
        let name = |player: usize| session.players()[player].clone();
        let FinalGains { players: gains, pot } = session.final_gains();
        let sheet = session.score_sheet();
        let hands = session.settled_deals().iter().map(|deal| FinishedHand {
            contract: deal.declaration.map(|declaration| declaration.contract),
            declarer: deal.declaration.map(|declaration| name(deal.row.seats[declaration.declarer])),
            seats: deal.row.seats.0.map(name).to_vec(),
            gains: deal.row.gains.clone(),
            pot: deal.row.pot,
            refa: deal.row.refa,
        });
        let standings = session.standings().into_iter();
        SessionAnswer {
            rules: session.rules().label().to_owned(),
            players: session.players().to_vec(),
            end: GameEnd(session.end()),
            ends: SessionEnd::kinds_for(session.rules()).into_iter().map(GameEnd).collect(),
            over: session.is_over(),
            next: (!session.is_over()).then(|| NextHand::new(session)),
            hands: hands.collect(),
            sheet: SheetState {
                layout: sheet.layout,
                entries: sheet.entries,
                pot: sheet.pot,
                pool_size: sheet.pool_size,
            },
            standings: standings
                .map(|standing| PlayerStanding {
                    place: standing.place,
                    player: name(standing.player),
                    gain: standing.gain,
                })
                .collect(),
            gains,
            pot,
        }
    }
}

impl NextHand {
    fn new(session: &Session) -> NextHand {
        let mut next = session.clone();
        if next.hand().is_over() {
            next.deal_next().expect("the game goes on");
        }
        let name = |player: usize| next.players()[player].clone();
        NextHand {
            number: next.number(),
            dealer: name(next.dealer()),
            seats: Seat::ALL.map(|seat| name(next.player(seat))).to_vec(),
            table: next.hand().table().clone(),
        }
    }
}

impl Analyst {
    /// The state of a game: the table of the next hand, the score sheet and the result.
    #[must_use]
    pub fn session(&self, session: &Session) -> SessionAnswer {
        session.into()
    }
}

impl SessionQuestion {
    fn session(self, rules: Arc<Variant>) -> Result<Session, QuestionError> {
        let records = self.log.map_or_else(|| Ok(Vec::new()), log_records)?;
        let rules = match records.first().and_then(|record| record.get("rules")) {
            Some(named) => {
                Arc::new(crate::situation::parsing::rules(named).map_err(|error| in_log(0, error))?)
            }
            None => rules,
        };
        let players = if self.players.is_empty() { SEATS.map(str::to_owned).to_vec() } else { self.players };
        // The records have the cards; the session draws others, which are replaced.
        let options =
            SessionOptions { end: self.end.map(|GameEnd(end)| end), ..SessionOptions::from_seed(0) };
        let mut session = Session::new(rules, &players, options).map_err(setup_error)?;
        for (n, record) in records.into_iter().enumerate() {
            add_record(&mut session, n, record).map_err(|error| in_log(n, error))?;
        }
        Ok(session)
    }
}

fn add_record(session: &mut Session, n: usize, record: Map<String, Value>) -> Result<(), QuestionError> {
    if n > 0 {
        session.deal_next().map_err(session_error)?;
    }
    let expected = session.hand().table().clone();
    let mut fields = Fields::from(record);
    if fields.first_of(&TABLE_FIELDS).is_none() && fields.is_list("actions") {
        let Ok(Value::Object(table)) = serde_json::to_value(&expected) else {
            unreachable!("a table has fields")
        };
        for (name, value) in table {
            fields.set(&name, value);
        }
    }
    let hand = Hand::read(session.shared_rules(), &mut fields)?;
    fields.finish_record()?;
    if hand.rules() != session.rules() {
        let (expected, found) = (session.rules().label().to_owned(), hand.rules().label().to_owned());
        return Err(QuestionError::new(
            ErrorCode::NotHere,
            "rules",
            GameRecordError::Rules { expected, found },
        ));
    }
    // A hand under these rules has only one possible dealer, so that naming it changes nothing.
    let table = Table { dealer: None, pot: hand.table().pot.or(expected.pot), ..hand.table().clone() };
    if table != expected {
        let expected = serde_json::to_string(&expected).expect("a table has a JSON form");
        let error = GameRecordError::Table { expected };
        return Err(QuestionError::new(ErrorCode::NotHere, "pot", error));
    }
    session.replace_hand(hand).map_err(session_error)
}

/// Reads the records of a log: a list of objects, or a text with such a list or with an object on each line.
fn log_records(LogInput(log): LogInput) -> Result<Vec<Map<String, Value>>, QuestionError> {
    match log {
        Value::Array(records) => {
            let read = |(n, record)| record_object(Some(record)).map_err(|error| error.in_field(("log", n)));
            records.into_iter().enumerate().map(read).collect()
        }
        Value::String(text) if text.trim_start().starts_with('[') => {
            let list = serde_json::from_str(&text).map_err(|error| {
                json::parse_error(&error, &text, 0, r#"[{"deal":…,"actions":[…]}]"#).in_field("log")
            })?;
            log_records(LogInput(list))
        }
        Value::String(text) => {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let read = |(n, line): (usize, &str)| {
                json::parse_object(line, RECORD_EXAMPLE).map_err(|error| error.in_field(("log", n)))
            };
            lines.enumerate().map(read).collect()
        }
        other => Err(value_error("log", &other, "write a list of records")),
    }
}

/// Prefixes the path of an error's field with the record, as in `log[2].actions[3]`.
fn in_log(n: usize, error: QuestionError) -> QuestionError {
    let field = match error.field() {
        None => Field::from(("log", n)),
        Some(field) => Field { name: format!("log[{n}].{}", field.name).into(), index: field.index },
    };
    error.in_field(field)
}

fn session_error(error: SessionError) -> QuestionError {
    let code = match &error {
        SessionError::Settlement(_) | SessionError::Setup(_) => ErrorCode::NoPrice,
        _ => ErrorCode::NotHere,
    };
    QuestionError::new(code, "actions", error)
}

fn setup_error(error: SessionSetupError) -> QuestionError {
    let (code, field) = match &error {
        SessionSetupError::Players(_) | SessionSetupError::Name(_) | SessionSetupError::SameName(_) => {
            (ErrorCode::BadValue, "players")
        }
        SessionSetupError::End { .. } | SessionSetupError::Zero => (ErrorCode::BadValue, "end"),
        SessionSetupError::Hand(_) | SessionSetupError::Settlement(_) => (ErrorCode::BadRules, "rules"),
    };
    QuestionError::new(code, field, error)
}

impl QuestionType for SessionQuestion {
    const NAME: &'static str = "session";
    const COST: Cost = Cost::Fast;
    const NEEDED_KEYS: &'static [&'static str] = &[];
    type Options = Session;
    type Answer = SessionAnswer;

    fn apply_to(self, situation: Situation) -> FormResult<Session> {
        let session = self.session(situation.shared_rules())?;
        Ok((situation, session))
    }

    fn has_deal(_: &Situation, _: &Session) -> bool {
        false
    }

    fn ask(
        analyst: &mut Analyst,
        _: &Situation,
        session: &Session,
    ) -> Result<Vec<SessionAnswer>, QuestionError> {
        Ok(vec![analyst.session(session)])
    }
}
