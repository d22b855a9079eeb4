//! The search itself: can a side make a goal come true?

use super::board::{Board, Trick};
use super::bounds;
use super::order::{History, follows, leads};
use super::table::{Known, Table};
use crate::rules::contract::Goal;
use crate::seat::{BySeat, Seat, Seats};

/// One question to one board. Seats are counted from the soloist throughout,
/// in the goal too.
pub(crate) struct Search<'a> {
    pub(crate) board: &'a Board,
    pub(crate) table: &'a mut Table,
    pub(crate) history: History,
    /// Whose wish it is that the goal comes true, as a mask.
    pub(crate) pursuers: u8,
    /// What tells this question's entries in the table from those of others;
    /// added to the keys.
    pub(crate) context: u64,
    /// Starts of tricks visited.
    pub(crate) nodes: u64,
}

impl Search<'_> {
    /// Whether the pursuers can make the goal come true from the start of a
    /// trick, everyone else doing his best against it.
    ///
    /// A zero-window search: the goal is true or false, and for goals that count
    /// tricks the table keeps what the answers to several questions say about
    /// the number.
    pub(crate) fn reaches(&mut self, left: u32, leader: usize, goal: Goal) -> bool {
        let board = self.board;
        let tricks = board.hand(leader, left).count_ones() as u8;
        if let Some(answer) = goal.decided(tricks) {
            return answer;
        }
        self.nodes += 1;
        if tricks == 1 {
            return goal.after(self.last_winner(left, leader)).decided(0) == Some(true);
        }
        if let Some(answer) = self.bounded(left, leader, goal, tricks) {
            return answer;
        }
        let key = board.key(left, leader) | self.context;
        let (state, need) = slot(goal);
        let before = self.table.get(key, state).unwrap_or(Known { lo: 0, hi: u8::MAX, best: 32 });
        if before.lo >= need {
            return true;
        }
        if before.hi < need {
            return false;
        }
        let pursues = self.pursuers >> leader & 1 == 1;
        let moves = leads(board, &self.history, left, leader, before.best);
        let decisive =
            moves.iter().find(|&card| self.continues(left, board.lead(leader, card), goal) == pursues);
        let answer = decisive.is_some() == pursues;
        let mut now = before;
        if let Some(card) = decisive {
            now.best = card.trailing_zeros() as u8;
            self.history.reward(leader, card, tricks);
        }
        if answer {
            now.lo = need;
        } else {
            now.hi = need - 1;
        }
        self.table.put(key, state, now, tricks);
        answer
    }

    /// The same from within a trick: the seat to move has the choice of what follows.
    pub(crate) fn continues(&mut self, left: u32, trick: Trick, goal: Goal) -> bool {
        if trick.count == self.board.players {
            return self.reaches(left & !trick.cards, trick.winner.into(), goal.after(seat(trick.winner)));
        }
        let pursues = self.pursuers >> trick.seat & 1 == 1;
        let moves = follows(self.board, &trick, left, self.wanted(goal, pursues));
        let found = moves.iter().any(|card| {
            let next = self.board.follow(trick, card);
            self.continues(left, next, goal) == pursues
        });
        found == pursues
    }

    /// Whom the pursuers, or those against them, would like to win the trick; a
    /// guess that orders moves.
    fn wanted(&self, goal: Goal, pursues: bool) -> u8 {
        let counted = match goal {
            Goal::AtLeast { seats, .. } | Goal::InARow { seats, .. } => seats.bits(),
            Goal::Exactly { seats, tricks } if tricks > 0 => seats.bits(),
            Goal::Exactly { seats, .. } => !seats.bits(),
            Goal::Quotas(quotas) => {
                quotas.iter().fold(0, |mask, (seat, &n)| mask | u8::from(n > 0) << seat.index())
            }
            _ => 0,
        };
        if pursues { counted } else { !counted }
    }

    /// The answer, if a look at the suits gives it.
    fn bounded(&self, left: u32, leader: usize, goal: Goal, tricks: u8) -> Option<bool> {
        let Goal::AtLeast { seats, tricks: need } = goal else { return None };
        let (ours, theirs) = (seats.bits() & self.board.playing, self.board.playing & !seats.bits());
        let leads = |side: u8| side >> leader & 1 == 1;
        // Cashing needs a leader who wants his own side to win.
        let wants_ours = self.pursuers >> leader & 1 == 1;
        let quick = |side: u8| match leads(side) && wants_ours == (side == ours) {
            true => bounds::quick_tricks(self.board, left, leader, side),
            false => 0,
        };
        if bounds::sure_trumps(self.board, left, ours).max(quick(ours)) >= need {
            return Some(true);
        }
        if bounds::sure_trumps(self.board, left, theirs).max(quick(theirs)) > tricks - need {
            return Some(false);
        }
        None
    }

    /// Who wins the last trick, in which nobody has a choice.
    fn last_winner(&self, left: u32, leader: usize) -> Seat {
        let board = self.board;
        let mut trick = board.lead(leader, board.hand(leader, left));
        while trick.count < board.players {
            trick = board.follow(trick, board.hand(trick.seat.into(), left));
        }
        seat(trick.winner)
    }
}

/// A seat counted from the soloist as goals name it.
fn seat(n: u8) -> Seat {
    Seat::ALL[n as usize]
}

/// Where the table keeps the goal: the part of the key beside the position, and
/// the number that the value kept there must reach.
///
/// Goals that count tricks share one state: the value of a position is the
/// number still to be won there, whatever went before. All others have a value
/// of 0 or 1 for each state of theirs. What a goal shares with all goals of one
/// question (whose tricks count, of which kind it is) belongs to the context.
fn slot(goal: Goal) -> (u16, u8) {
    match goal {
        Goal::AtLeast { tricks, .. } => (0, tricks),
        Goal::Exactly { tricks, .. } => (tricks.into(), 1),
        Goal::InARow { tricks, run, .. } => (u16::from(tricks) << 8 | u16::from(run), 1),
        Goal::Quotas(BySeat([a, b, c])) => (u16::from(a) | u16::from(b) << 4 | u16::from(c) << 8, 1),
        Goal::AtMost { .. } | Goal::Reached | Goal::Missed => unreachable!("turned round or decided before"),
    }
}

/// The part of a context that the kind of goal contributes, in six bits.
pub(crate) fn kind(goal: Goal) -> u32 {
    let (number, seats) = match goal {
        Goal::AtLeast { seats, .. } => (0, seats),
        Goal::Exactly { seats, .. } => (1, seats),
        Goal::InARow { seats, .. } => (2, seats),
        Goal::Quotas(_) => (3, Seats::NONE),
        Goal::AtMost { .. } | Goal::Reached | Goal::Missed => unreachable!("turned round or decided before"),
    };
    number | u32::from(seats.bits()) << 2
}
