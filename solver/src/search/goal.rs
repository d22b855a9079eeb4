//! Goals with seats numbered from the declarer, for the tricks still to come.

use super::deferred::DeferredDiscard;
use crate::rules::contract::Goal;
use crate::seat::{BySeat, Seat, Seats};

/// A goal changes with every trick.
pub(crate) trait SearchGoal: Copy {
    fn after_trick(self, winner: u8) -> Self;

    /// `true` if the goal is already reached, `false` if it is out of reach with `tricks_left` tricks still to come.
    fn verdict(self, tricks_left: u8) -> Option<bool>;

    /// The state, a part of the key of the transposition table besides the position, and the value that the position
    /// must have, or exceed, for the goal to be reached.
    ///
    /// What all goals within one question have in common (whose tricks count, and which kind of goal it is) is not part
    /// of the state but of the context: see [`SearchGoal::context_bits`].
    fn table_state(self) -> (u16, u8);

    /// Two bits for the kind of goal, then a mask of the seats whose tricks count.
    fn context_bits(self) -> u32 {
        let seats = self.as_trick_count().map_or(0, |count| count.seats);
        u32::from(seats) << 2
    }

    fn as_trick_count(self) -> Option<TrickCount>;

    /// The tricks that the declarer must take, if they alone decide the goal. Only then bounds from the suits are
    /// computed.
    fn declarer_need(self) -> Option<u8> {
        None
    }

    #[inline(always)]
    fn deferred_discard(self) -> Option<DeferredDiscard> {
        None
    }

    /// A mask of seats: if one of them wins the next trick, this probably helps the maximizers. It only orders moves.
    fn wanted_seats(self) -> u8;

    /// The maximizers are the seats that play for the goal to be reached.
    #[inline(always)]
    fn maximizes(maximizers: u8, seat: u8) -> bool {
        maximizers >> seat & 1 == 1
    }

    /// Whether the maximizers want other seats to win tricks. Followers then try their highest cards first.
    #[inline(always)]
    fn is_ducking(self, maximizers: u8) -> bool {
        self.as_trick_count().is_some_and(|count| count.seats != maximizers)
    }

    /// Whether `seat` should first try the cards that beat the trick so far: its side wants this seat to win the trick,
    /// but not `winner`, the seat that is winning so far.
    #[inline(always)]
    fn tries_winners_first(self, maximizes: bool, seat: u8, winner: u8) -> bool {
        let wanted = if maximizes { self.wanted_seats() } else { !self.wanted_seats() };
        wanted >> seat & !(wanted >> winner) & 1 == 1
    }
}

/// The goal that the declarer takes at least `need` of the tricks still to come, played for by the declarer if
/// `DECLARER_MAXIMIZES` and otherwise by the defenders. Nearly all questions are turned into a goal of this type.
#[derive(Clone, Copy)]
pub(crate) struct DeclarerTricks<const DECLARER_MAXIMIZES: bool> {
    pub(crate) need: u8,
}

impl<const DECLARER_MAXIMIZES: bool> SearchGoal for DeclarerTricks<DECLARER_MAXIMIZES> {
    #[inline(always)]
    fn after_trick(self, winner: u8) -> DeclarerTricks<DECLARER_MAXIMIZES> {
        // A goal with `need` 0 is decided and never gets here, so the subtraction does not underflow.
        DeclarerTricks { need: self.need - u8::from(winner == 0) }
    }

    #[inline(always)]
    fn verdict(self, tricks_left: u8) -> Option<bool> {
        let is_open = self.need.wrapping_sub(1) < tricks_left;
        if is_open { None } else { Some(self.need == 0) }
    }

    /// State 0 for every `need`: the value of a position is the number of the declarer's tricks still to come.
    #[inline(always)]
    fn table_state(self) -> (u16, u8) {
        (0, self.need)
    }

    #[inline(always)]
    fn as_trick_count(self) -> Option<TrickCount> {
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
        (seat == 0) == DECLARER_MAXIMIZES
    }

    #[inline(always)]
    fn is_ducking(self, _: u8) -> bool {
        !DECLARER_MAXIMIZES
    }

    #[inline(always)]
    fn tries_winners_first(self, _: bool, seat: u8, winner: u8) -> bool {
        DECLARER_MAXIMIZES && (seat == 0 || winner == 0)
    }
}

/// The goal of a declarer who plays for tricks and chooses the discard during the play.
#[derive(Clone, Copy)]
pub(crate) struct DeferredTricks {
    pub(crate) tricks: DeclarerTricks<true>,
    pub(crate) discard: DeferredDiscard,
}

impl SearchGoal for DeferredTricks {
    #[inline(always)]
    fn after_trick(self, winner: u8) -> DeferredTricks {
        DeferredTricks { tricks: self.tricks.after_trick(winner), ..self }
    }

    #[inline(always)]
    fn verdict(self, tricks_left: u8) -> Option<bool> {
        self.tricks.verdict(tricks_left)
    }

    #[inline(always)]
    fn table_state(self) -> (u16, u8) {
        self.tricks.table_state()
    }

    /// Kind 3 with a mask of the declarer alone. The other goals of kind 3 count the tricks of no seat, so their mask
    /// is 0. The number of cards still to be laid aside needs no bits: it is the difference between the declarer's and
    /// a defender's number of cards, which the key has.
    fn context_bits(self) -> u32 {
        self.tricks.context_bits() | 3
    }

    #[inline(always)]
    fn as_trick_count(self) -> Option<TrickCount> {
        self.tricks.as_trick_count()
    }

    #[inline(always)]
    fn declarer_need(self) -> Option<u8> {
        self.tricks.declarer_need()
    }

    #[inline(always)]
    fn deferred_discard(self) -> Option<DeferredDiscard> {
        Some(self.discard)
    }

    #[inline(always)]
    fn wanted_seats(self) -> u8 {
        self.tricks.wanted_seats()
    }

    #[inline(always)]
    fn maximizes(maximizers: u8, seat: u8) -> bool {
        DeclarerTricks::<true>::maximizes(maximizers, seat)
    }

    #[inline(always)]
    fn is_ducking(self, maximizers: u8) -> bool {
        self.tricks.is_ducking(maximizers)
    }

    #[inline(always)]
    fn tries_winners_first(self, maximizes: bool, seat: u8, winner: u8) -> bool {
        self.tricks.tries_winners_first(maximizes, seat, winner)
    }
}

/// The goal that the seats `seats` together take at least `need` of the tricks still to come.
#[derive(Clone, Copy)]
pub(crate) struct TrickCount {
    pub(crate) seats: u8,
    pub(crate) need: u8,
}

impl SearchGoal for TrickCount {
    #[inline(always)]
    fn after_trick(self, winner: u8) -> TrickCount {
        // A goal with `need` 0 is decided and never gets here, so the subtraction does not underflow.
        TrickCount { need: self.need - (self.seats >> winner & 1), ..self }
    }

    #[inline(always)]
    fn verdict(self, tricks_left: u8) -> Option<bool> {
        if self.need == 0 {
            Some(true)
        } else if self.need > tricks_left {
            Some(false)
        } else {
            None
        }
    }

    #[inline(always)]
    fn table_state(self) -> (u16, u8) {
        (0, self.need)
    }

    #[inline(always)]
    fn as_trick_count(self) -> Option<TrickCount> {
        Some(self)
    }

    #[inline(always)]
    fn wanted_seats(self) -> u8 {
        self.seats
    }
}

/// Not a count of tricks: for each state, the value of a position is 1 if the goal can be reached, otherwise 0.
impl SearchGoal for Goal {
    fn after_trick(self, winner: u8) -> Goal {
        Goal::after_trick(self, Seat::ALL[usize::from(winner)])
    }

    fn verdict(self, tricks_left: u8) -> Option<bool> {
        Goal::verdict(self, tricks_left)
    }

    fn table_state(self) -> (u16, u8) {
        let state = match self {
            Goal::Exactly { tricks, .. } => tricks.into(),
            Goal::InARow { tricks, run, .. } => u16::from(tricks) << 8 | u16::from(run),
            Goal::Quotas(BySeat([a, b, c])) => u16::from(a) | u16::from(b) << 4 | u16::from(c) << 8,
            _ => unreachable!("a count of tricks and a decided goal are never looked up"),
        };
        (state, 1)
    }

    fn context_bits(self) -> u32 {
        let (number, seats) = match self {
            Goal::AtLeast { seats, .. } | Goal::AtMost { seats, .. } => (0, seats),
            Goal::Exactly { seats, .. } => (1, seats),
            Goal::InARow { seats, .. } => (2, seats),
            Goal::Quotas(_) | Goal::Reached | Goal::Missed => (3, Seats::NONE),
        };
        number | u32::from(seats.bits()) << 2
    }

    fn as_trick_count(self) -> Option<TrickCount> {
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
