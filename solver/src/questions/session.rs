//! State of a game over several hands.

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
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType};
use crate::questions::record::record_object;
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::seat::Seat;
use crate::session::{Session, SessionEnd, SessionError, SessionOptions, SessionRow, SessionSetupError};
use crate::settlement::{
    Amount, FinalGains, PlayerEntries, ScoreSheet, SheetLayout, SheetPlace, StruckNumber,
};
use crate::situation::error::{ErrorCode, Field, QuestionError};
use crate::situation::field_types::LogInput;
use crate::situation::fields::value_error;
use crate::situation::form::{form, text_values};
use crate::situation::groups::CommonFields;
use crate::situation::totals::read_ruling;
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
        /// of a hand (dealer, pot, marks, passed) follows from the hands before it and may be left out. A record with
        /// `"struck":true` is struck out, and its hand may be unfinished; an object with `ruling` is a ruling between
        /// two hands. Both may have `words`. As an argument also a file with a record on each line.
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
    #[error("a hand that is not struck out has no words: add \"struck\":true, or leave them out")]
    Words,
    #[error(
        "a ruling is an object such as {{\"Ada\":{{\"pays\":{{\"Ben\":5,\"pot\":10}}}}}} or {{\"Ada\":{{\"mountain\":10}}}}"
    )]
    Ruling,
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
    /// Finished hands, those that are struck out among them.
    pub hands: Vec<FinishedHand>,
    /// Rulings and penalties.
    pub rulings: Vec<AddedRuling>,
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
    /// Whether the hand is struck out, so that its gains do not count.
    pub struck: bool,
    /// Remark on a hand that is struck out.
    pub words: String,
}

/// Ruling or penalty of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AddedRuling {
    /// Number of elements of `hands` before it.
    pub after: usize,
    /// Gains of the players.
    pub gains: Vec<Amount>,
    /// Amount in the pot after the ruling.
    pub pot: Amount,
    /// Remark on the ruling.
    pub words: String,
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
    /// Numbers that are struck out, for each column in the order of writing.
    pub struck: Vec<StruckEntry>,
    /// Line for each ruling and each hand that is struck out.
    pub notes: Vec<String>,
    /// Size of each player's pool, if the game is played until the pools are full.
    pub pool_size: Option<u32>,
}

/// Number on a score sheet that is struck out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StruckEntry {
    /// Column of the number.
    pub column: SheetColumn,
    /// Player whose column it is, by index; null for the pot.
    pub player: Option<usize>,
    /// Player on whom the whists are written, by index.
    pub on: Option<usize>,
    /// How many numbers of the column stand before it, without struck ones.
    pub after: usize,
    /// Number.
    pub amount: Amount,
}

/// Column of a score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SheetColumn {
    /// Pool of a player.
    Pool,
    /// Mountain of a player, or the bule.
    Mountain,
    /// Whists or supe of a player on another one.
    Whists,
    /// Gains of a player.
    Gains,
    /// Amounts in the pot.
    Pot,
}

impl From<StruckNumber> for StruckEntry {
    fn from(StruckNumber { place, after, amount }: StruckNumber) -> StruckEntry {
        let (column, player, on) = match place {
            SheetPlace::Pool(player) => (SheetColumn::Pool, Some(player), None),
            SheetPlace::Mountain(player) => (SheetColumn::Mountain, Some(player), None),
            SheetPlace::Whists(player, on) => (SheetColumn::Whists, Some(player), Some(on)),
            SheetPlace::Gains(player) => (SheetColumn::Gains, Some(player), None),
            SheetPlace::Pot => (SheetColumn::Pot, None, None),
        };
        StruckEntry { column, player, on, after, amount }
    }
}

impl StruckEntry {
    fn number(&self) -> Option<StruckNumber> {
        let place = match self.column {
            SheetColumn::Pool => SheetPlace::Pool(self.player?),
            SheetColumn::Mountain => SheetPlace::Mountain(self.player?),
            SheetColumn::Whists => SheetPlace::Whists(self.player?, self.on?),
            SheetColumn::Gains => SheetPlace::Gains(self.player?),
            SheetColumn::Pot => SheetPlace::Pot,
        };
        Some(StruckNumber { place, after: self.after, amount: self.amount })
    }
}

impl SessionAnswer {
    /// The score sheet, ready to be printed or drawn.
    #[must_use]
    pub fn score_sheet(&self) -> ScoreSheet {
        let SheetState { layout, entries, pot, struck, notes, pool_size } = &self.sheet;
        ScoreSheet {
            layout: *layout,
            players: self.players.clone(),
            entries: entries.clone(),
            pot: pot.clone(),
            struck: struck.iter().filter_map(StruckEntry::number).collect(),
            notes: notes.clone(),
            pool_size: *pool_size,
        }
    }
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
        let (mut hands, mut rulings) = (Vec::new(), Vec::new());
        for SessionRow { row, declaration } in session.rows() {
            if row.is_ruling {
                let (gains, words) = (row.gains.clone(), row.words.clone());
                rulings.push(AddedRuling { after: hands.len(), gains, pot: row.pot, words });
                continue;
            }
            hands.push(FinishedHand {
                contract: declaration.map(|declaration| declaration.contract),
                declarer: declaration.map(|declaration| name(row.seats[declaration.declarer])),
                seats: row.seats.0.map(name).to_vec(),
                gains: row.gains.clone(),
                pot: row.pot,
                refa: row.refa,
                struck: row.is_struck,
                words: row.words.clone(),
            });
        }
        let standings = session.standings().into_iter();
        SessionAnswer {
            rules: session.rules().label().to_owned(),
            players: session.players().to_vec(),
            end: GameEnd(session.end()),
            ends: SessionEnd::kinds_for(session.rules()).into_iter().map(GameEnd).collect(),
            over: session.is_over(),
            next: (!session.is_over()).then(|| NextHand::new(session)),
            hands,
            rulings,
            sheet: SheetState {
                layout: sheet.layout,
                entries: sheet.entries,
                pot: sheet.pot,
                struck: sheet.struck.into_iter().map(Into::into).collect(),
                notes: sheet.notes,
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
        if next.is_hand_closed() {
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
        let mut hands = records.iter().enumerate().filter(|(_, record)| !record.contains_key("ruling"));
        let named = hands.next().and_then(|(n, record)| Some((n, record.get("rules")?)));
        let rules = match named {
            Some((n, named)) => {
                Arc::new(crate::situation::parsing::rules(named).map_err(|error| in_log(n, error))?)
            }
            None => rules,
        };
        let players = if self.players.is_empty() { SEATS.map(str::to_owned).to_vec() } else { self.players };
        // The records have the cards; the session draws others, which are replaced.
        let options =
            SessionOptions { end: self.end.map(|GameEnd(end)| end), ..SessionOptions::from_seed(0) };
        let mut session = Session::new(rules, &players, options).map_err(setup_error)?;
        for (n, record) in records.into_iter().enumerate() {
            add_line(&mut session, record).map_err(|error| in_log(n, error))?;
        }
        Ok(session)
    }
}

/// Adds a line of the log: a record, or a ruling.
fn add_line(session: &mut Session, mut line: Map<String, Value>) -> Result<(), QuestionError> {
    let words = match line.remove("words") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(words)) => words,
        Some(other) => return Err(value_error("words", &other, "write a text")),
    };
    if let Some(ruling) = line.remove("ruling") {
        let error = || QuestionError::new(ErrorCode::BadValue, "ruling", GameRecordError::Ruling);
        let players: Vec<&str> = session.players().iter().map(String::as_str).collect();
        let ruling = read_ruling(ruling.as_object().ok_or_else(error)?, &players, session.rules());
        let ruling = ruling.map_err(|error| error.in_field("ruling"))?;
        Fields::from(line).finish_record()?;
        return session.add_ruling(ruling, &words).map_err(|error| {
            let field = if matches!(error, SessionError::Words(_)) { "words" } else { "ruling" };
            session_error(error).in_field(field)
        });
    }
    let is_struck = match line.remove("struck") {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::Bool(true)) => true,
        Some(other) => return Err(value_error("struck", &other, "write true or false")),
    };
    if !is_struck && !words.is_empty() {
        return Err(QuestionError::new(ErrorCode::NotHere, "words", GameRecordError::Words));
    }
    add_record(session, line)?;
    if is_struck {
        session.strike_out(&words).map_err(|error| session_error(error).in_field("words"))?;
    }
    Ok(())
}

fn add_record(session: &mut Session, record: Map<String, Value>) -> Result<(), QuestionError> {
    if session.is_hand_closed() || !session.hand().steps().is_empty() {
        session.deal_next().map_err(session_error)?;
    }
    let expected = session.hand().table().clone();
    let mut fields = Fields::from(record);
    if fields.first_of(&TABLE_FIELDS).is_none() && fields.is_list("actions") {
        let Value::Object(table) = json::to_value(&expected) else { unreachable!("a table has fields") };
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

pub(super) fn log_records(LogInput(log): LogInput) -> Result<Vec<Map<String, Value>>, QuestionError> {
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

/// Prefixes the field of an error with the record, as in `log[2].actions[3]`.
pub(super) fn in_log(n: usize, error: QuestionError) -> QuestionError {
    let field = match error.field() {
        None => Field::from(("log", n)),
        Some(field) => Field { name: format!("log[{n}].{}", field.name).into(), index: field.index },
    };
    error.in_field(field)
}

fn session_error(error: SessionError) -> QuestionError {
    let code = match &error {
        SessionError::Settlement(_) | SessionError::Setup(_) => ErrorCode::NoPrice,
        SessionError::Words(_) => ErrorCode::BadValue,
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
    const EXAMPLE: Example = Example {
        question: r#"{"log":[{"deal":"DEAL","actions":["pass","pass","pass"]}]}"#,
        part: "/next/dealer",
        shows: r#""F""#,
    };
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
