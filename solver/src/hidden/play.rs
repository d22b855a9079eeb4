//! Play with a hidden discard, as the defenders see it.

use crate::cards::{Card, Cards};
use crate::position::Position;
use crate::rules::contract::Goal;
use crate::search::lowest_touching;
use crate::seat::{Seat, Seats};

/// Play in which two cards are hidden from the defenders.
///
/// The declarer's hand in the position is every card of the twelve that has not been played, so it has two cards more
/// than the other hands. A [`World`](super::worlds::World) determines these two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HiddenPlay {
    position: Position,
    declarer: Seat,
    goal: Goal,
}

impl HiddenPlay {
    /// Builds the play at this position. The caller guarantees that the declarer holds two cards too many.
    pub(crate) fn new(position: Position, declarer: Seat, goal: Goal) -> HiddenPlay {
        HiddenPlay { position, declarer, goal }
    }

    /// Returns the declarer.
    #[cfg(feature = "hands")]
    pub(crate) fn declarer(&self) -> Seat {
        self.declarer
    }

    /// Returns the position, in which the declarer holds two cards too many.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Checks whether the declarer is to move.
    pub(crate) fn is_declarers_turn(&self) -> bool {
        self.position.to_move() == self.declarer
    }

    /// Returns the cards of the declarer's twelve that have not been played.
    pub(crate) fn twelve_left(&self) -> Cards {
        self.position.hand(self.declarer)
    }

    /// Returns the position of the world in which these two cards are laid aside.
    pub(crate) fn position_without(&self, aside: Cards) -> Position {
        self.position.with_hand(self.declarer, self.twelve_left() - aside)
    }

    /// Returns the declarer's remaining goal.
    pub(crate) fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns the declarer's side, which is the declarer alone.
    pub(crate) fn side(&self) -> Seats {
        Seats::from_seat(self.declarer)
    }

    /// Checks whether lower cards in the same suits never make the contract harder for the declarer with open cards.
    pub(crate) fn lower_cards_help(&self) -> bool {
        self.position.setup().lower_cards_help(self.goal)
    }

    /// Returns whether the contract is made already (`true`) or has failed (`false`); `None` while both are possible.
    pub(crate) fn result_if_decided(&self) -> Option<bool> {
        let aside = if self.is_declarers_turn() { 2 } else { 0 };
        self.goal.verdict(self.position.tricks_left() - aside)
    }

    /// Returns the play after a card that is legal in some world.
    pub(crate) fn play_after(&self, card: Card) -> HiddenPlay {
        let mut after = *self;
        if let Some(winner) = after.position.play_held(card) {
            after.goal = after.goal.after_trick(winner);
        }
        after
    }

    /// Returns one card for each distinct move of a defender: the lowest of each run of legal cards that no
    /// card of another hand or of the trick separates.
    pub(crate) fn distinct_defender_moves(&self) -> Cards {
        let seat = self.position.to_move();
        let others = Seats::ALL - Seats::from_seat(seat);
        let apart = others.iter().fold(self.trick(), |cards, other| cards | self.position.hand(other));
        let legal = self.position.legal_cards();
        Cards::from_bits(lowest_touching(legal.bits(), (legal | apart).bits()))
    }

    /// Returns the cards of the present trick.
    pub(crate) fn trick(&self) -> Cards {
        self.position.trick().collect()
    }

    /// Returns a number that identifies the play among all plays that can arise from one deal and one setup.
    ///
    /// The owner of each card is fixed by the deal, so the cards left, the trick with its leader and the declarer's
    /// remaining goal are everything on which the rest of the play depends.
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
