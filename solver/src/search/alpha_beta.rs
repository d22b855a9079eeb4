//! The search itself: can a side make a goal come true?

use super::board::{Board, Rules, Trick};
use super::bounds;
use super::endgame::{self, Endgame};
use super::goal::{Aim, Count};
use super::order::{History, follows, leads};
use super::table::{Known, Table};

/// One question to one board. Seats are counted from the soloist throughout,
/// in the goal too.
pub(crate) struct Search<'a> {
    pub(crate) board: &'a Board,
    pub(crate) table: &'a mut Table,
    pub(crate) history: &'a mut History,
    /// Do without bounds.
    pub(crate) plain: bool,
    /// The values of small endings, where the question counts tricks.
    pub(crate) endgame: Option<&'a Endgame>,
    /// Whose wish it is that the goal comes true, as a mask.
    pub(crate) pursuers: u8,
    /// What tells this question's entries in the table from those of others;
    /// added to the keys.
    pub(crate) context: u64,
    /// Starts of tricks visited, those in the endgame table left out.
    pub(crate) nodes: u64,
}

impl Search<'_> {
    /// The answer from the start of a trick or from within one.
    pub(crate) fn start<R: Rules, A: Aim>(
        &mut self,
        left: u32,
        leader: usize,
        trick: Option<Trick>,
        goal: A,
    ) -> bool {
        let tricks = |seat| self.board.hand(seat, left).count_ones() as u8;
        match trick {
            None => self.reaches::<R, A>(left, leader, goal, tricks(leader)),
            Some(trick) => self.continues::<R, A>(left, trick, goal, tricks(trick.seat.into())),
        }
    }

    /// Whether the pursuers can make the goal come true from the start of a
    /// trick with so many tricks left, everyone else doing his best against it.
    #[inline(always)]
    fn reaches<R: Rules, A: Aim>(&mut self, left: u32, leader: usize, goal: A, tricks: u8) -> bool {
        if let Some(answer) = goal.decided(tricks) {
            return answer;
        }
        if let (Some(endgame), Some(count)) = (self.endgame, goal.count())
            && tricks <= endgame::CARDS
        {
            return endgame.value(self.board, left, leader, tricks) >= count.need;
        }
        self.expand::<R, A>(left, leader, goal, tricks)
    }

    /// The same when neither the number of tricks nor the endgame table decides.
    ///
    /// A zero-window search: the goal is true or false, and for goals that count
    /// tricks the table keeps what the answers to several questions say about
    /// the number.
    fn expand<R: Rules, A: Aim>(&mut self, left: u32, leader: usize, goal: A, tricks: u8) -> bool {
        let board = self.board;
        self.nodes += 1;
        if tricks == 1 {
            return goal.after(self.last_winner(left, leader)).decided(0) == Some(true);
        }
        let key = board.key(left, leader) | self.context;
        let (state, need) = goal.slot();
        let before = self.table.get(key, state).unwrap_or(Known { lo: 0, hi: u8::MAX, best: 32 });
        if before.lo >= need {
            return true;
        }
        if before.hi < need {
            return false;
        }
        let count = goal.count().filter(|_| !self.plain);
        if let Some(answer) = count.and_then(|count| self.bounded(left, leader, count, tricks)) {
            return answer;
        }
        let pursues = self.pursuers >> leader & 1 == 1;
        let moves = leads(board, self.history, left, leader, before.best);
        let decisive = moves
            .iter()
            .find(|&card| self.continues::<R, A>(left, board.lead(leader, card), goal, tricks) == pursues);
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
    fn continues<R: Rules, A: Aim>(&mut self, left: u32, trick: Trick, goal: A, tricks: u8) -> bool {
        let last = trick.count + 1 == self.board.players;
        let pursues = self.pursuers >> trick.seat & 1 == 1;
        let wanted = if pursues { goal.wanted() } else { !goal.wanted() };
        let board = self.board;
        for group in follows::<R>(board, trick, left, wanted) {
            for card in group {
                let next = board.follow(trick, card);
                let answer = if last {
                    self.reaches::<R, A>(
                        left & !next.cards,
                        next.winner.into(),
                        goal.after(next.winner),
                        tricks - 1,
                    )
                } else {
                    self.continues::<R, A>(left, next, goal, tricks)
                };
                if answer == pursues {
                    return answer;
                }
            }
        }
        !pursues
    }

    /// The answer, if a look at the suits gives it.
    #[inline]
    fn bounded(&self, left: u32, leader: usize, goal: Count, tricks: u8) -> Option<bool> {
        let board = self.board;
        let soloist = goal.seats == 1;
        // The bounds are about the soloist against the others, each side for itself.
        if goal.seats != self.pursuers || !soloist && goal.seats != board.playing & !1 {
            return None;
        }
        let (at_least, at_most) = (goal.need, tricks - goal.need);
        // Tricks that the soloist, and that the defenders, need to settle it.
        let (his, theirs) = if soloist { (at_least, at_most + 1) } else { (at_most + 1, at_least) };
        if bounds::sure_trumps(board, left, true) >= his {
            return Some(soloist);
        }
        if bounds::sure_trumps(board, left, false) >= theirs {
            return Some(!soloist);
        }
        let quick = || bounds::quick_tricks(board, left, leader, tricks);
        if leader == 0 {
            (quick() >= his).then_some(soloist)
        } else if quick() >= theirs {
            Some(!soloist)
        } else {
            (bounds::regained_tricks(board, left, leader, tricks) >= his).then_some(soloist)
        }
    }

    /// Who wins the last trick, in which nobody has a choice.
    fn last_winner(&self, left: u32, leader: usize) -> u8 {
        let board = self.board;
        let mut trick = board.lead(leader, board.hand(leader, left));
        while trick.count < board.players {
            trick = board.follow(trick, board.hand(trick.seat.into(), left));
        }
        trick.winner
    }
}
