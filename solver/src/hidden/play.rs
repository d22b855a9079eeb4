//! Play with a hidden discard, as the defenders see it.

use crate::cards::{Card, Cards};
use crate::position::Position;
use crate::rules::contract::Goal;
use crate::search::lowest_touching;
use crate::seat::{Seat, Seats};

/// Two cards are hidden from the defenders.
///
/// The declarer's hand in the position is every unplayed card of the twelve, so it has two cards more than the other
/// hands. A [`World`](super::worlds::World) determines these two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HiddenPlay {
    position: Position,
    declarer: Seat,
    goal: Goal,
}

impl HiddenPlay {
    /// The caller guarantees that the declarer holds two cards too many.
    pub(crate) fn new(position: Position, declarer: Seat, goal: Goal) -> HiddenPlay {
        HiddenPlay { position, declarer, goal }
    }

    #[cfg(feature = "hands")]
    pub(crate) fn declarer(&self) -> Seat {
        self.declarer
    }

    /// The declarer holds two cards too many in it.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn is_declarers_turn(&self) -> bool {
        self.position.to_move() == self.declarer
    }

    /// The cards of the declarer's twelve that are not played yet.
    pub(crate) fn twelve_left(&self) -> Cards {
        self.position.hand(self.declarer)
    }

    pub(crate) fn position_without(&self, aside: Cards) -> Position {
        self.position.with_hand(self.declarer, self.twelve_left() - aside)
    }

    pub(crate) fn goal(&self) -> Goal {
        self.goal
    }

    pub(crate) fn side(&self) -> Seats {
        Seats::from_seat(self.declarer)
    }

    /// Whether lower cards never make the contract harder with open cards.
    pub(crate) fn lower_cards_help(&self) -> bool {
        self.position.setup().lower_cards_help(self.goal)
    }

    /// `None` while both are possible.
    pub(crate) fn result_if_decided(&self) -> Option<bool> {
        let aside = if self.is_declarers_turn() { 2 } else { 0 };
        self.goal.verdict(self.position.tricks_left() - aside)
    }

    /// `card` must be legal in some world.
    pub(crate) fn play_after(&self, card: Card) -> HiddenPlay {
        let mut after = *self;
        if let Some(winner) = after.position.play_held(card) {
            after.goal = after.goal.after_trick(winner);
        }
        after
    }

    /// The lowest of each run of legal cards that no card of another hand or of the trick separates.
    pub(crate) fn distinct_defender_moves(&self) -> Cards {
        let seat = self.position.to_move();
        let others = Seats::ALL - Seats::from_seat(seat);
        let apart = others.iter().fold(self.trick(), |cards, other| cards | self.position.hand(other));
        let legal = self.position.legal_cards();
        Cards::from_bits(lowest_touching(legal.bits(), (legal | apart).bits()))
    }

    pub(crate) fn trick(&self) -> Cards {
        self.position.trick().collect()
    }

    /// A number that identifies the play among all plays that can arise from one deal and one setup.
    pub(crate) fn key(&self) -> u64 {
        let hands = Seat::ALL.into_iter().fold(Cards::NONE, |cards, seat| cards | self.position.hand(seat));
        let trick = self.position.trick().fold(1, |code: u64, card| code << 5 | u64::from(card.bit()));
        let (kind, number) = match self.goal {
            Goal::AtLeast { tricks, .. } => (0, tricks),
            Goal::AtMost { tricks, .. } => (1, tricks),
            Goal::Exactly { tricks, .. } => (2, tricks),
            Goal::InARow { run, .. } => (3, run),
            Goal::Quotas(_) => unreachable!("the declarer's goal has no quotas"),
            Goal::Reached => (4, 0),
            Goal::Missed => (5, 0),
        };
        let leader = self.position.leader().index() as u64;
        kind << 60 | u64::from(number) << 52 | leader << 48 | trick << 32 | u64::from(hands.bits())
    }
}
