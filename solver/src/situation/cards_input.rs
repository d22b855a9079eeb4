//! The cards of a question, and the leader to the first trick.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::deal::partial::PartialDeal;
use crate::deal::{Deal, Layout};
use crate::excerpt::excerpt;
use crate::rules::play::Lead;
use crate::seat::{Seat, Seats};

/// The cards of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardsInput {
    /// No cards were given; some questions need none.
    Nothing,
    /// A complete deal.
    Deal(Deal),
    /// The hands of an ending, or of a deal in the middle of its first trick.
    Ending(Layout),
    /// A deal in which hands or the talon are unknown.
    Partial(PartialDeal),
}

impl From<Deal> for CardsInput {
    fn from(deal: Deal) -> CardsInput {
        CardsInput::Deal(deal)
    }
}

impl From<Layout> for CardsInput {
    fn from(layout: Layout) -> CardsInput {
        layout.deal().map_or(CardsInput::Ending(layout), CardsInput::Deal)
    }
}

impl From<PartialDeal> for CardsInput {
    fn from(partial: PartialDeal) -> CardsInput {
        partial.complete_deal().map_or(CardsInput::Partial(partial), CardsInput::Deal)
    }
}

/// The leader to the first trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leader {
    /// This seat.
    Seat(Seat),
    /// The seat that this rule determines, usually from the declarer's seat.
    ByRule(Lead),
}

impl Leader {
    /// The seat that leads, one of `playing`.
    #[must_use]
    pub fn seat(self, declarer: Seat, playing: Seats) -> Seat {
        match self {
            Leader::Seat(seat) => playing.first_from(seat),
            Leader::ByRule(lead) => lead.seat(declarer, playing),
        }
    }
}

impl fmt::Display for Leader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leader::Seat(seat) => seat.fmt(f),
            Leader::ByRule(Lead::Declarer) => f.write_str("declarer"),
            Leader::ByRule(Lead::Forehand) => f.write_str("F"),
            Leader::ByRule(Lead::Left) => f.write_str("left"),
            Leader::ByRule(Lead::Right) => f.write_str("right"),
        }
    }
}

/// The error for a text that does not name a leader.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{}' is not a leader: write F, M, R, declarer, left or right", excerpt(.0))]
pub struct LeaderError(String);

impl FromStr for Leader {
    type Err = LeaderError;

    fn from_str(text: &str) -> Result<Leader, LeaderError> {
        match text.to_ascii_lowercase().as_str() {
            "declarer" => Ok(Leader::ByRule(Lead::Declarer)),
            "left" => Ok(Leader::ByRule(Lead::Left)),
            "right" => Ok(Leader::ByRule(Lead::Right)),
            _ => text.parse().map(Leader::Seat).map_err(|_| LeaderError(text.to_owned())),
        }
    }
}
