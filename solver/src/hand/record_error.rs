//! The error for a record from which no hand can be read.

use thiserror::Error;

use super::Phase;
use crate::deal::TalonError;
use crate::hand::declaration_error::DeclarationError;
use crate::hand::error::ActionError;
use crate::hand::table::HandSetupError;
use crate::rules::call::Call;
use crate::seat::Seat;
use crate::settlement::Gains;
use crate::situation::QuestionError;
use crate::situation::error::{ErrorCode, Field};

/// The step of a record that is wrong or missing.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The record has no complete deal.
    #[error(transparent)]
    Deal(QuestionError),
    /// The rules of the record allow no hand at its table.
    #[error(transparent)]
    Setup(#[from] HandSetupError),
    /// The order of the talon does not fit the deal.
    #[error(transparent)]
    TalonOrder(#[from] TalonError),
    /// An action of a record with all actions is not legal.
    #[error("action {number}: {error}")]
    Action {
        /// Number of the action, from 1.
        number: usize,
        /// The reason.
        error: ActionError,
    },
    /// A call cannot be made.
    #[error("call {number}: {error}")]
    Call {
        /// Number of the call, from 1.
        number: usize,
        /// The reason.
        error: ActionError,
    },
    /// A call follows the end of the auction.
    #[error("call {number}: the auction is over, so {call} cannot be said")]
    CallAfterEnd {
        /// Number of the call, from 1.
        number: usize,
        /// The call.
        call: Call,
    },
    /// The declarer cannot lay these cards aside.
    #[error("discard: {0}")]
    Discard(ActionError),
    /// The contract cannot be announced by the winner of an auction that is usurped afterwards.
    #[error("announcement: {0}")]
    Announcement(ActionError),
    /// The declarer or the contract does not follow from the calls, or cards were played although nobody plays.
    #[error("{step}: {0}", step = declaration_step(.0))]
    Declaration(#[from] DeclarationError),
    /// No sequence of legal decisions matches the decisions in the record.
    #[error(
        "decisions: these decisions cannot occur under the rules: correct the fields guest, kontra, doubling, answered, whist, half_whist, gave_up, aces and out"
    )]
    Decisions,
    /// The leader in the record differs from the leader by the rules.
    #[error("card 1: by the rules {} leads, not {}", by_rules.name(), recorded.name())]
    Leader {
        /// The leader by the rules.
        by_rules: Seat,
        /// The leader in the record.
        recorded: Seat,
    },
    /// A card cannot be played.
    #[error("card {number}: {error}")]
    Card {
        /// Number of the card, from 1.
        number: usize,
        /// The reason.
        error: ActionError,
    },
    /// The gains in the record differ from the gains to which its actions lead.
    #[error(
        "the record has the gains {}, but its actions lead to the gains {}",
        gains_text(recorded),
        gains_text(result)
    )]
    Result {
        /// The gains to which the actions lead.
        result: Box<Gains>,
        /// The gains in the record.
        recorded: Box<Gains>,
    },
    /// No auction under the rules leads to the highest bids and the declarer of a deal in PPN.
    #[error("bids: no auction under these rules leads to these bids and to this declarer")]
    Bids,
    /// A step is missing, although later ones are recorded.
    #[error("{}: the step of {} is missing, although the record goes on", phase.name(), seat.name())]
    Missing {
        /// The phase in which the step is missing.
        phase: Phase,
        /// The seat to act.
        seat: Seat,
    },
}

fn gains_text(gains: &Gains) -> String {
    serde_json::to_string(gains).expect("gains have a JSON form")
}

fn declaration_step(error: &DeclarationError) -> &'static str {
    if *error == DeclarationError::NotPlayed { "card 1" } else { "announcement" }
}

/// Converts the error to an error of a question, which names a field of the record.
impl From<RecordError> for QuestionError {
    fn from(error: RecordError) -> QuestionError {
        use RecordError as E;
        let (code, field): (ErrorCode, Field) = match &error {
            E::Deal(cause) => return cause.clone(),
            E::Setup(HandSetupError::Auction(cause)) => return cause.clone().into(),
            E::Setup(HandSetupError::Settlement(cause)) => return cause.clone().into(),
            E::Setup(HandSetupError::NoContract { .. }) => (ErrorCode::BadRules, "rules".into()),
            E::Setup(HandSetupError::Dealer { .. }) => (ErrorCode::BadValue, "dealer".into()),
            E::TalonOrder(_) => (ErrorCode::BadValue, "talon_order".into()),
            E::Action { number, .. } => (ErrorCode::IllegalAction, ("actions", number - 1).into()),
            E::Call { number, .. } | E::CallAfterEnd { number, .. } => {
                (ErrorCode::IllegalCall, ("calls", number - 1).into())
            }
            E::Discard(_) => (ErrorCode::BadValue, "discard".into()),
            E::Announcement(_) | E::Declaration(DeclarationError::Announced { .. }) => {
                (ErrorCode::BadValue, "contract".into())
            }
            E::Declaration(DeclarationError::NotPlayed) => (ErrorCode::NotHere, "played".into()),
            E::Declaration(_) => (ErrorCode::NotHere, "declarer".into()),
            E::Leader { .. } => (ErrorCode::BadValue, "leader".into()),
            E::Card { number, .. } => (ErrorCode::IllegalCard, ("played", number - 1).into()),
            E::Bids => (ErrorCode::NotHere, "bids".into()),
            E::Result { .. } => (ErrorCode::BadValue, "result".into()),
            E::Decisions => return QuestionError::whole(ErrorCode::NotHere, error),
            E::Missing { .. } => return QuestionError::whole(ErrorCode::Missing, error),
        };
        QuestionError::new(code, field, error)
    }
}
