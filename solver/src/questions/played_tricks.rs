//! The tricks in a sequence of played cards.
use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::position::Position;
use crate::seat::Seat;

/// Trick in play, complete or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayedTrick {
    /// Seat that plays first.
    pub leader: Seat,
    /// Card of the talon that leads to the trick; absent if a seat leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub talon: Option<Card>,
    /// Cards in the order of play.
    pub cards: Vec<Card>,
    /// Seat that wins; null as long as the trick is incomplete, or if the card of the talon wins for the dealer.
    pub winner: Option<Seat>,
}

impl PlayedTrick {
    fn from_position(position: &Position) -> PlayedTrick {
        PlayedTrick {
            leader: position.leader(),
            talon: position.talon_leads().map(|talon| talon.led),
            cards: position.trick().collect(),
            winner: None,
        }
    }
}

/// The cards must be legal. The first trick begins with those on the table; the last may be incomplete; none is empty.
pub(super) fn split_into_tricks(mut position: Position, cards: &[Card]) -> Vec<PlayedTrick> {
    let mut tricks = Vec::new();
    let mut trick = PlayedTrick::from_position(&position);
    for &card in cards {
        trick.cards.push(card);
        let winner = position.play_legal(card);
        if position.trick().next().is_none() {
            tricks.push(PlayedTrick { winner, ..trick });
            trick = PlayedTrick::from_position(&position);
        }
    }
    if !trick.cards.is_empty() {
        tricks.push(trick);
    }
    tricks
}

/// The trick of the last card or, without cards, the trick on the table, if it has a card.
pub(super) fn last_trick(mut position: Position, cards: &[Card]) -> Option<PlayedTrick> {
    let (mut start, mut first) = (position, 0);
    let mut winner = None;
    for (n, &card) in cards.iter().enumerate() {
        if position.trick().next().is_none() {
            (start, first) = (position, n);
        }
        winner = position.play_legal(card);
    }
    let mut trick = PlayedTrick { winner, ..PlayedTrick::from_position(&start) };
    trick.cards.extend(&cards[first..]);
    (!trick.cards.is_empty()).then_some(trick)
}
