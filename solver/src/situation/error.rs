//! Errors of questions: their kinds, messages and fields.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::auction::AuctionError;
use crate::deal::DealError;
use crate::excerpt::excerpt;
use crate::position::PositionError;
use crate::rules::contract::{Contract, ContractError};
use crate::seat::Seat;
use crate::settlement::SettlementError;
use crate::spelling::Suggestion;

/// The error for a question that cannot be answered: in JSON the object `{"code":…,"field":…,"message":…}`. For a
/// faulty deal `"deal":{…}` describes the fault for programs that write messages of their own.
#[derive(Clone, Debug, Error)]
#[error("{}", self.0.cause)]
pub struct QuestionError(Box<Fault>);

/// In a box, since an answer is passed on in the same place as an error.
#[derive(Clone, Debug)]
struct Fault {
    code: ErrorCode,
    field: Option<Field>,
    cause: Arc<dyn StdError + Send + Sync>,
}

/// Kind of an error, for programs that handle errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The line is not a valid JSON object, or is too long.
    BadJson,
    /// There is no such question.
    UnknownAsk,
    /// The question has no such field.
    UnknownField,
    /// A field is missing.
    Missing,
    /// A field has a wrong value.
    BadValue,
    /// The rules do not exist, are wrong, or cannot be used for the question.
    BadRules,
    /// The deal is wrong.
    BadDeal,
    /// A field has no effect here, or contradicts another one.
    NotHere,
    /// A card cannot be played.
    IllegalCard,
    /// A call cannot be made.
    IllegalCall,
    /// An action of a hand is not legal.
    IllegalAction,
    /// The rules have no price for this hand or no score sheet for totals, or an amount is too large.
    NoPrice,
    /// No layout of the unknown cards agrees with the known facts.
    NoLayout,
    /// Nothing was found among the deals that were tried.
    NothingFound,
    /// The answer takes longer than the time limit.
    Time,
    /// The question was cancelled.
    Cancelled,
    /// The program failed on the question because of a bug.
    Internal,
}

impl ErrorCode {
    /// All codes, in the order of their declaration.
    pub const ALL: [ErrorCode; 17] = [
        ErrorCode::BadJson,
        ErrorCode::UnknownAsk,
        ErrorCode::UnknownField,
        ErrorCode::Missing,
        ErrorCode::BadValue,
        ErrorCode::BadRules,
        ErrorCode::BadDeal,
        ErrorCode::NotHere,
        ErrorCode::IllegalCard,
        ErrorCode::IllegalCall,
        ErrorCode::IllegalAction,
        ErrorCode::NoPrice,
        ErrorCode::NoLayout,
        ErrorCode::NothingFound,
        ErrorCode::Time,
        ErrorCode::Cancelled,
        ErrorCode::Internal,
    ];
}

/// A field, or an element of a field that is a list: `played`, `played[3]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Name of the field.
    pub name: Cow<'static, str>,
    /// Index of the element in the list, from 0.
    pub index: Option<usize>,
}

impl From<&'static str> for Field {
    fn from(name: &'static str) -> Field {
        Field { name: name.into(), index: None }
    }
}

impl From<(&'static str, usize)> for Field {
    fn from((name, index): (&'static str, usize)) -> Field {
        Field { name: name.into(), index: Some(index) }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.index.map_or(Ok(()), |index| write!(f, "[{index}]"))
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl QuestionError {
    /// Builds an error of this kind in this field.
    pub fn new(
        code: ErrorCode,
        field: impl Into<Field>,
        cause: impl StdError + Send + Sync + 'static,
    ) -> QuestionError {
        QuestionError::of_fault(code, Some(field.into()), Arc::new(cause))
    }

    /// Builds an error of this kind that belongs to no field.
    pub fn whole(code: ErrorCode, cause: impl StdError + Send + Sync + 'static) -> QuestionError {
        QuestionError::of_fault(code, None, Arc::new(cause))
    }

    fn of_fault(
        code: ErrorCode,
        field: Option<Field>,
        cause: Arc<dyn StdError + Send + Sync>,
    ) -> QuestionError {
        QuestionError(Box::new(Fault { code, field, cause }))
    }

    /// The error with its field replaced by this one.
    #[must_use]
    pub fn in_field(mut self, field: impl Into<Field>) -> QuestionError {
        self.0.field = Some(field.into());
        self
    }

    /// `content` describes the value that the field should have.
    pub(crate) fn missing(field: &'static str, content: &'static str) -> QuestionError {
        QuestionError::new(ErrorCode::Missing, field, Problem::Missing(content))
    }

    pub(crate) fn not_here(field: impl Into<Field>, why: &'static str) -> QuestionError {
        QuestionError::new(ErrorCode::NotHere, field, Problem::NotHere(why))
    }

    /// The kind of the error.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// The field that is wrong, if there is one.
    #[must_use]
    pub fn field(&self) -> Option<&Field> {
        self.0.field.as_ref()
    }

    /// The message and, before it, the name of the field that is wrong, if there is one.
    #[must_use]
    pub fn with_field(&self) -> String {
        self.field().map_or(self.to_string(), |field| format!("{field}: {self}"))
    }

    fn deal(&self) -> Option<&DealError> {
        self.cause().downcast_ref().or_else(|| match self.cause().downcast_ref()? {
            PositionError::Deal(error) => Some(error),
            _ => None,
        })
    }

    pub(crate) fn settlement(&self) -> Option<&SettlementError> {
        self.cause().downcast_ref()
    }

    /// The cause of the error, which can be downcast to its type.
    #[must_use]
    pub fn cause(&self) -> &(dyn StdError + Send + Sync + 'static) {
        &*self.0.cause
    }
}

pub(crate) fn priced_or_none<T>(result: Result<T, QuestionError>) -> Result<Option<T>, QuestionError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.settlement().is_some_and(SettlementError::is_unpriced) => Ok(None),
        Err(error) => Err(error),
    }
}

impl From<SettlementError> for QuestionError {
    fn from(error: SettlementError) -> QuestionError {
        use SettlementError as E;
        let (code, field) = match &error {
            E::None { .. }
            | E::AllPass { .. }
            | E::NoValue { .. }
            | E::SomebodyPlays { .. }
            | E::NoSheet { .. }
            | E::PaidRuling { .. }
            | E::RulingExceedsPot { .. }
            | E::TooLarge => {
                return QuestionError::whole(ErrorCode::NoPrice, error);
            }
            // Several fields may be the cause.
            E::Declarer { .. } => return QuestionError::whole(ErrorCode::NotHere, error),
            E::TricksMissing => (ErrorCode::Missing, "tricks"),
            E::TrickSum { .. } | E::DefenderTrickLimit { .. } | E::TricksOfSeatOut { .. } | E::Unplayed => {
                (ErrorCode::BadValue, "tricks")
            }
            E::InARow { .. } | E::MadeContradicted => (ErrorCode::BadValue, "made"),
            E::NoDropping { .. } => (ErrorCode::NotHere, "out"),
            E::NoInvitation { .. } | E::GuestOut { .. } => (ErrorCode::NotHere, "guest"),
            E::NoGivingUp { .. } => (ErrorCode::NotHere, "gave_up"),
            E::Dealer => (ErrorCode::BadValue, "dealer"),
            E::Aces => (ErrorCode::NotHere, "aces"),
            E::NoKontra { .. }
            | E::TooManyDoublings { .. }
            | E::OneKontra { .. }
            | E::KontraOut { .. }
            | E::DoublingWithoutKontra => (ErrorCode::NotHere, "kontra"),
            E::OfferNotPaid { .. } | E::OwnOffer { .. } | E::NoRise { .. } => {
                (ErrorCode::NotHere, "other_offers")
            }
            E::AnsweredWithoutKontra | E::AnswersAll { .. } => (ErrorCode::NotHere, "answered"),
            E::NoRefa { .. } => (ErrorCode::NotHere, "refa"),
            E::PotUnknown { .. } => (ErrorCode::Missing, "pot"),
            E::Whist { .. } => (ErrorCode::NotHere, "whist"),
            E::HalfWhist { .. } => (ErrorCode::NotHere, "half_whist"),
            E::NoPool { .. } => (ErrorCode::NotHere, "totals"),
            E::Totals { .. } => (ErrorCode::BadValue, "totals"),
        };
        QuestionError::new(code, field, error)
    }
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

impl From<AuctionError> for QuestionError {
    fn from(error: AuctionError) -> QuestionError {
        match error {
            AuctionError::None { .. } => QuestionError::new(ErrorCode::BadRules, "rules", error),
            AuctionError::NotAllowed { number, .. } | AuctionError::Over { number, .. } => {
                QuestionError::new(ErrorCode::IllegalCall, ("calls", number - 1), error)
            }
        }
    }
}

/// The serialized form of [`QuestionError`].
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ErrorForm<'a> {
    /// Kind of the error.
    code: ErrorCode,
    /// Field that is wrong, or an element of its list, such as `played[3]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a Field>,
    /// Message for people.
    message: String,
    /// Fault of a faulty deal, for programs that write their own messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<&'a DealError>,
}

impl Serialize for QuestionError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (code, field, message) = (self.code(), self.field(), self.to_string());
        ErrorForm { code, field, message, deal: self.deal() }.serialize(serializer)
    }
}

/// A problem with the fields or the text of a question.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum Problem {
    #[error("missing: {0}")]
    Missing(&'static str),
    #[error("{0}: leave it out")]
    NotHere(&'static str),
    #[error("{0}, or leave it out")]
    NeedsOtherField(&'static str),
    #[error("{why}{} under '{rules}': leave it out", ContractSuffix(*contract))]
    UselessKey {
        why: &'static str,
        /// The contract, if there is one.
        contract: Option<Contract>,
        rules: String,
    },
    #[error("{found} is not valid here: {right}")]
    Value {
        found: String,
        /// The right form, in words.
        right: Cow<'static, str>,
    },
    #[error("there is no such field{}; the fields: {known}", Suggestion(nearest.as_ref()))]
    UnknownField {
        /// The field of which the name may be a misspelling.
        nearest: Option<String>,
        known: String,
    },
    #[error("there is no such field: write {right}")]
    Misspelt { right: &'static str },
    #[error("there is no question '{}'{}; questions: {known}", excerpt(found), Suggestion(*nearest))]
    UnknownAsk {
        found: String,
        /// The question of which the name may be a misspelling.
        nearest: Option<&'static str>,
        known: String,
    },
    #[error("not answered within {} s", .0.as_secs_f64())]
    TimeLimit(Duration),
    #[error("cancelled")]
    Cancelled,
    #[error("the row has {}, but there are {} (is a quote left open?)", count(*cells, "cell"), count(*columns, "column"))]
    CellCount { cells: usize, columns: usize },
    #[error("the program failed on this question, by a mistake of its own: please report it")]
    Failed,
    #[error("{error}, {also}")]
    NoContract { error: ContractError, also: &'static str },
    #[error("{} is to declare and has dropped out: name another seat", .0.name())]
    DeclarerOut(Seat),
    #[error("there are {cards} cards, but the hand is over after {over} of them")]
    Over { cards: usize, over: usize },
    #[error(
        "{left} tricks are still to be played and {before} have been taken, but a hand has ten: give in taken all tricks that each seat has taken"
    )]
    NotAllTaken { left: u8, before: u8 },
    #[error("the tricks taken and the tricks still to be played are {0} together, but a hand has ten")]
    TooManyTricks(u8),
    #[error("{} does not hold all four aces", .0.name())]
    NotFourAces(Seat),
    #[error("{} holds an ace", .0.name())]
    HoldsAce(Seat),
    #[error("these are not the cards of the talon: the talon of this deal is {0}")]
    OtherTalon(crate::cards::Cards),
    #[error("a discard must be two different cards")]
    DiscardNotTwoCards,
    #[error(
        "{0} is not among the declarer's ten cards, of which two are laid aside before the talon is taken up"
    )]
    NotInTen(crate::cards::Card),
    #[error("{0} is not among the declarer's twelve cards")]
    NotInTwelve(crate::cards::Card),
    #[error("the key '{}' appears twice: write it once", excerpt(key))]
    KeyTwice { key: String },
    #[error("this is not a JSON object ({place}): {example} is one")]
    NoJson {
        /// The place where parsing stopped.
        place: JsonPlace,
        example: &'static str,
    },
    #[error("the JSON ends too early ({place}): close its quotes, brackets and braces, as in {example}")]
    CutOff {
        /// The end of the text.
        place: JsonPlace,
        example: &'static str,
    },
    #[error("lists and objects are nested too deep here (column {column}): 127 levels can be read")]
    TooDeep {
        /// Column where parsing stopped, from 1.
        column: usize,
    },
    #[error("the number is out of range (column {column}): write a smaller number")]
    OutOfRange {
        /// Column where parsing stopped, from 1.
        column: usize,
    },
    #[error("the line is not UTF-8 (byte {byte}): write it in UTF-8")]
    NoUtf8 {
        /// Position of the first byte that does not belong to a character, from 1.
        byte: usize,
    },
}

/// A place in a JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonPlace {
    /// Number of the line, from 1.
    pub line: usize,
    /// Number of the byte in the line, from 1.
    pub column: usize,
}

/// The line is left out if it is the first: most texts are a single line.
impl fmt::Display for JsonPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            1 => write!(f, "column {}", self.column),
            line => write!(f, "line {line}, column {}", self.column),
        }
    }
}

struct ContractSuffix(Option<Contract>);

impl fmt::Display for ContractSuffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |contract| write!(f, " in {contract}"))
    }
}
