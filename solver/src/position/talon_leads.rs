//! Cards of the talon that lead to the first tricks when all have passed.

use crate::cards::Card;
use crate::rules::play::beaters;
use crate::seat::Seat;

/// The cards of the talon that lead to the present trick and to the next one. Forehand plays first to both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TalonLeads {
    /// The card that leads to the present trick.
    pub led: Card,
    /// The card that will lead to the next trick.
    pub next: Option<Card>,
    /// Whether these cards can win a trick, for the dealer who sits out, or only determine the suit to be followed.
    pub win: bool,
    /// Whether the winner of the last trick to which the talon leads also leads to the next trick, or forehand.
    pub winner_leads: bool,
}

impl TalonLeads {
    /// The cards that win the trick if they are the first to be played.
    pub(super) fn cards_above(self) -> u32 {
        let led = 1 << self.led.bit();
        if self.win { beaters(led, 0) } else { self.led.suit().cards().bits() }
    }

    /// `winner` is the seat whose card won; `None` if no card beats the talon's or follows its suit.
    pub(super) fn trick_winner(self, winner: Option<Seat>, leader: Seat) -> Option<Seat> {
        // In a whole deal somebody can always follow suit.
        winner.or_else(|| (!self.win).then_some(leader))
    }

    pub(super) fn next_leader(self, winner: Option<Seat>) -> Seat {
        winner.filter(|_| self.next.is_none() && self.winner_leads).unwrap_or(Seat::Forehand)
    }

    pub(super) fn next_lead(self) -> Option<TalonLeads> {
        self.next.map(|led| TalonLeads { led, next: None, ..self })
    }
}
