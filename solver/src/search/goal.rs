//! Goals as the search represents them, with seats counted from the declarer.

use crate::rules::contract::Goal;
use crate::seat::{BySeat, Seat, Seats};

/// A goal as it changes from trick to trick.
pub(crate) trait SearchGoal: Copy {
    /// Returns the goal that remains after this seat has taken a trick.
    fn after_trick(self, winner: u8) -> Self;

    /// Returns whether the goal is reached (`true`) or out of reach (`false`) with `left` tricks to come;
    /// `None` if it is still open.
    fn decision(self, left: u8) -> Option<bool>;

    /// Returns the part of the table's key besides the position, and the number that the value stored there
    /// must reach.
    ///
    /// The part that all goals of one question have in common (whose tricks count, and which kind of goal it
    /// is) belongs to the context, see [`SearchGoal::kind`].
    fn slot(self) -> (u16, u8);

    /// Returns the kind of the goal, in five bits, as a part of the context.
    fn kind(self) -> u32 {
        let seats = self.count().map_or(0, |count| count.seats);
        u32::from(seats) << 2
    }

    /// Returns the goal as a number of tricks, if it is one.
    fn count(self) -> Option<TrickCount>;

    /// Returns the number of tricks that the declarer must take, where the question is whether the declarer
    /// takes that many. There are bounds for such questions.
    fn declarer_need(self) -> Option<u8> {
        None
    }

    /// Returns the mask of the seats that the maximizers would like to win the next trick; a guess that orders
    /// moves.
    fn wanted_seats(self) -> u8;

    /// Checks whether this seat is one of the maximizers: the seats that play for the goal to be reached.
    #[inline(always)]
    fn maximizes(maximizers: u8, seat: u8) -> bool {
        maximizers >> seat & 1 == 1
    }

    /// Checks whether the maximizers play for tricks of other seats, not for their own. High cards are then
    /// tried first.
    #[inline(always)]
    fn is_ducking(self, maximizers: u8) -> bool {
        self.count().is_some_and(|count| count.seats != maximizers)
    }

    /// Checks whether a seat first tries the cards that beat the card of `winner`, the seat that is winning
    /// the trick so far. It does if the trick is good for its side, and `winner` is on the other side.
    /// `maximizes` says whether the seat is one of the maximizers.
    #[inline(always)]
    fn should_win(self, maximizes: bool, seat: u8, winner: u8) -> bool {
        let wanted = if maximizes { self.wanted_seats() } else { !self.wanted_seats() };
        wanted >> seat & !(wanted >> winner) & 1 == 1
    }
}

/// The goal that the declarer takes at least `need` tricks. The declarer plays for it if `MOST`, and the
/// defenders against it; otherwise the defenders play for it, and the declarer against it. Nearly all
/// questions are turned into this one.
#[derive(Clone, Copy)]
pub(crate) struct DeclarerTricks<const MOST: bool> {
    /// Number of the tricks still to come that the declarer must take.
    pub(crate) need: u8,
}

impl<const MOST: bool> SearchGoal for DeclarerTricks<MOST> {
    #[inline(always)]
    fn after_trick(self, winner: u8) -> DeclarerTricks<MOST> {
        // A goal that needs no more tricks is decided and goes no further.
        DeclarerTricks { need: self.need - u8::from(winner == 0) }
    }

    #[inline(always)]
    fn decision(self, left: u8) -> Option<bool> {
        let is_open = self.need.wrapping_sub(1) < left;
        if is_open { None } else { Some(self.need == 0) }
    }

    /// Returns one state for all numbers: the value of a position is the number of tricks still to be won
    /// there, regardless of the tricks before.
    #[inline(always)]
    fn slot(self) -> (u16, u8) {
        (0, self.need)
    }

    #[inline(always)]
    fn count(self) -> Option<TrickCount> {
        Some(TrickCount { seats: 1, need: self.need })
    }

    #[inline(always)]
    fn declarer_need(self) -> Option<u8> {
        Some(self.need)
    }

    #[inline(always)]
    fn wanted_seats(self) -> u8 {
        1
    }

    #[inline(always)]
    fn maximizes(_: u8, seat: u8) -> bool {
        (seat == 0) == MOST
    }

    #[inline(always)]
    fn is_ducking(self, _: u8) -> bool {
        !MOST
    }

    #[inline(always)]
    fn should_win(self, _: bool, seat: u8, winner: u8) -> bool {
        MOST && (seat == 0 || winner == 0)
    }
}

/// The goal that these seats take at least `need` tricks.
#[derive(Clone, Copy)]
pub(crate) struct TrickCount {
    /// The seats whose tricks count, as a mask.
    pub(crate) seats: u8,
    /// Number of the tricks still to come that they must take.
    pub(crate) need: u8,
}

impl SearchGoal for TrickCount {
    #[inline]
    fn after_trick(self, winner: u8) -> TrickCount {
        // A goal that needs no more tricks is decided and goes no further.
        TrickCount { need: self.need - (self.seats >> winner & 1), ..self }
    }

    #[inline]
    fn decision(self, left: u8) -> Option<bool> {
        if self.need == 0 {
            Some(true)
        } else if self.need > left {
            Some(false)
        } else {
            None
        }
    }

    #[inline]
    fn slot(self) -> (u16, u8) {
        (0, self.need)
    }

    #[inline]
    fn count(self) -> Option<TrickCount> {
        Some(self)
    }

    #[inline]
    fn wanted_seats(self) -> u8 {
        self.seats
    }
}

/// A goal that is not a count has, in each of its states, the value 0 or 1.
impl SearchGoal for Goal {
    fn after_trick(self, winner: u8) -> Goal {
        Goal::after_trick(self, Seat::ALL[usize::from(winner)])
    }

    fn decision(self, left: u8) -> Option<bool> {
        Goal::decision(self, left)
    }

    fn slot(self) -> (u16, u8) {
        let state = match self {
            Goal::Exactly { tricks, .. } => tricks.into(),
            Goal::InARow { tricks, run, .. } => u16::from(tricks) << 8 | u16::from(run),
            Goal::Quotas(BySeat([a, b, c])) => u16::from(a) | u16::from(b) << 4 | u16::from(c) << 8,
            _ => unreachable!("a count, or decided"),
        };
        (state, 1)
    }

    fn kind(self) -> u32 {
        let (number, seats) = match self {
            Goal::AtLeast { seats, .. } | Goal::AtMost { seats, .. } => (0, seats),
            Goal::Exactly { seats, .. } => (1, seats),
            Goal::InARow { seats, .. } => (2, seats),
            Goal::Quotas(_) | Goal::Reached | Goal::Missed => (3, Seats::NONE),
        };
        number | u32::from(seats.bits()) << 2
    }

    fn count(self) -> Option<TrickCount> {
        None
    }

    fn wanted_seats(self) -> u8 {
        match self {
            Goal::InARow { seats, .. } => seats.bits(),
            Goal::Exactly { seats, tricks } => {
                if tricks > 0 {
                    seats.bits()
                } else {
                    !seats.bits()
                }
            }
            Goal::Quotas(quotas) => {
                quotas.iter().fold(0, |mask, (seat, &n)| mask | u8::from(n > 0) << seat.index())
            }
            _ => 0,
        }
    }
}
