//! The error for an action that cannot be taken.

use thiserror::Error;

use crate::auction::AuctionError;
use crate::cards::Cards;
use crate::deal::notation::CardList;
use crate::hand::action::{Action, trick_numbers};
use crate::position::PlayError;
use crate::seat::{BySeat, Seat};

/// The error for an action that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The hand is over.
    #[error("the hand is already over: {action} is not possible")]
    Over {
        /// The action.
        action: Action,
    },
    /// The call is not allowed.
    #[error(transparent)]
    Call(AuctionError),
    /// The offer is higher than the gain from all ten tricks.
    #[error("an offer of {sum} is too high: all ten tricks gain {highest}")]
    Offer {
        /// The amount that was offered.
        sum: u32,
        /// The highest amount that may be offered.
        highest: u32,
    },
    /// The cards cannot be laid aside.
    #[error("{} cannot lay aside {}: choose two of {}", player.name(), CardList(*cards), CardList(*choice))]
    Discard {
        /// The declarer.
        player: Seat,
        /// The cards that were to be laid aside.
        cards: Cards,
        /// The cards from which two can be laid aside.
        choice: Cards,
    },
    /// The card cannot be played.
    #[error(transparent)]
    Card(PlayError),
    /// The claim is not among the claims that can be made now.
    #[error("{} cannot claim {tricks} of the remaining tricks now; possible: {}", player.name(), claim_list(possible))]
    Claim {
        /// The player who claims.
        player: Seat,
        /// Number of tricks that were claimed.
        tricks: u8,
        /// The claims that can be made now.
        possible: Vec<Action>,
    },
    /// The player does not see the hands of all seats that play, so that an answer to the claim would reveal cards.
    #[error(
        "{} does not see all hands, so a claim is refused: offer a division of the tricks to the others{}",
        player.name(),
        example_text(*example)
    )]
    ClosedClaim {
        /// The player who claims.
        player: Seat,
        /// An offer that is possible now.
        example: Option<Action>,
    },
    /// The tricks of the hand cannot be divided so.
    #[error(
        "{action} is not a possible division of the tricks: divide all tricks of the hand, of which {} are taken{}",
        trick_numbers(taken),
        example_text(*example)
    )]
    Division {
        /// The player who offers.
        player: Seat,
        /// The offer that is refused.
        action: Action,
        /// Number of tricks that each seat has taken.
        taken: BySeat<u8>,
        /// An offer that is possible now.
        example: Option<Action>,
    },
    /// An offer before the same lead was refused.
    #[error("{} has already made an offer before this lead: lead a card", player.name())]
    OfferedAlready {
        /// The player who offers.
        player: Seat,
    },
    /// The side of the player cannot guarantee the tricks of the claim against best play.
    #[error("{} cannot be certain of {tricks} of the remaining tricks, so the claim is refused and the hand goes on", player.name())]
    ClaimNotSure {
        /// The player who claimed.
        player: Seat,
        /// Number of tricks that were claimed.
        tricks: u8,
    },
    /// The action is not among the actions that are possible now.
    #[error("{} may not say or play {action}; possible: {}", player.name(), action_list(legal))]
    NotPossible {
        /// The player who decides.
        player: Seat,
        /// The action.
        action: Action,
        /// The legal actions.
        legal: Vec<Action>,
    },
}

fn action_list(actions: &[Action]) -> String {
    let shown: Vec<String> = actions.iter().take(12).map(Action::to_string).collect();
    let rest = if actions.len() > 12 { ", …" } else { "" };
    shown.join(", ") + rest
}

fn example_text(example: Option<Action>) -> String {
    example.map_or_else(String::new, |example| format!(", such as {example}"))
}

fn claim_list(possible: &[Action]) -> String {
    if possible.is_empty() { "no claim".to_owned() } else { action_list(possible) }
}
