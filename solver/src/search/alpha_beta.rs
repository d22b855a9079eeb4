//! The search of two sides: can one make a goal come true against the other?
//!
//! It is alpha-beta (Knuth and Moore 1975) with a zero window, which asks whether a number is
//! reached and not for the number (Pearl's Scout, 1980).

use super::board::{Board, Trick};
use super::bounds;
use super::endgame::{Ranges, Values};
use super::goal::{Count, SearchGoal};
use super::moves::Moves;
use super::order::{History, leads};
use super::specialize::Rules;
use super::table::{Known, Table};

/// One question to one board. Seats are counted from the declarer throughout,
/// in the goal too.
pub(crate) struct Search<'a> {
    pub(crate) board: &'a Board,
    pub(crate) table: &'a mut Table,
    pub(crate) history: &'a mut History,
    /// For a search that does without bounds and knows positions by their cards instead of their
    /// patterns: the number of this position, which tells it from other deals.
    pub(crate) plain: Option<u64>,
    /// The values of small endings, where the question counts tricks.
    pub(crate) values: Option<&'a Values>,
    /// The ranges in which those of larger ones lie, where there are any.
    pub(crate) ranges: Option<&'a Ranges>,
    /// The seats that want the goal to come true, as a mask.
    pub(crate) pursuers: u8,
    /// What tells this question's entries in the table from those of other questions;
    /// added to the keys.
    pub(crate) context: u64,
    /// Starts of tricks visited, those in the endgame table left out.
    pub(crate) nodes: u64,
}

impl Search<'_> {
    /// The answer from the start of a trick or from within one.
    pub(crate) fn start<R: Rules, G: SearchGoal>(
        &mut self,
        left: u32,
        leader: usize,
        trick: Option<Trick>,
        goal: G,
    ) -> bool {
        let tricks = |seat| self.board.hand(seat, left).count_ones() as u8;
        match trick {
            None => self.reaches::<R, G>(left, leader, goal, tricks(leader)),
            Some(trick) if trick.count + 1 < self.board.players => {
                self.continues::<R, G>(left, trick, goal, tricks(trick.seat.into()))
            }
            Some(trick) => self.ends::<R, G>(left, trick, goal, tricks(trick.seat.into())),
        }
    }

    /// Whether the pursuers can make the goal come true from the start of a
    /// trick, with `tricks` left, against the best play of the others.
    #[inline(always)]
    fn reaches<R: Rules, G: SearchGoal>(&mut self, left: u32, leader: usize, goal: G, tricks: u8) -> bool {
        match goal.decided(tricks) {
            Some(answer) => answer,
            None => self.undecided::<R, G>(left, leader, goal, tricks),
        }
    }

    /// The same when the number of tricks does not decide.
    #[inline(always)]
    fn undecided<R: Rules, G: SearchGoal>(&mut self, left: u32, leader: usize, goal: G, tricks: u8) -> bool {
        if let Some(count) = goal.count() {
            if let Some(values) = self.values
                && tricks <= values.cards
            {
                return values.value(self.board, left, leader, tricks) >= count.need;
            }
            if let Some(ranges) = self.ranges
                && tricks <= ranges.cards
                && let Some(answer) = ranges.reach(self.board, left, leader, tricks, count.need)
            {
                #[cfg(test)]
                tests::audit_range(self, left, leader, count.need, answer);
                return answer;
            }
        }
        self.expand::<R, G>(left, leader, goal, tricks)
    }

    /// The same when neither the number of tricks nor what is known of endings decides.
    ///
    /// The answer is yes or no; for goals that count tricks the table keeps what the answers to
    /// several questions say about the number.
    fn expand<R: Rules, G: SearchGoal>(&mut self, left: u32, leader: usize, goal: G, tricks: u8) -> bool {
        let board = self.board;
        self.nodes += 1;
        if tricks == 1 {
            return goal.after(board.last_winner(left, leader)).decided(0) == Some(true);
        }
        let key = match self.plain {
            None => board.key(left, leader),
            Some(number) => u64::from(left) | (leader as u64) << 32 | number << 34,
        };
        let key = key | self.context;
        let (state, need) = goal.slot();
        let before = self.table.get(key, state).unwrap_or(Known { lo: 0, hi: u8::MAX, best: 32 });
        if before.lo >= need {
            return true;
        }
        if before.hi < need {
            return false;
        }
        let count = goal.count().filter(|_| self.plain.is_none());
        if let Some(answer) = count.and_then(|count| self.bounded(left, leader, count, tricks)) {
            return answer;
        }
        let pursues = self.pursuers >> leader & 1 == 1;
        let moves = leads(board, self.history, left, leader, before.best);
        let decisive = moves.iter().find(|&card| {
            let trick = board.lead(leader, card);
            let answer = if board.players == 3 {
                self.continues::<R, G>(left, trick, goal, tricks)
            } else {
                self.ends::<R, G>(left, trick, goal, tricks)
            };
            answer == pursues
        });
        let answer = decisive.is_some() == pursues;
        let mut now = before;
        if answer {
            now.lo = need;
        } else {
            now.hi = need - 1;
        }
        if let Some(card) = decisive {
            now.best = card.trailing_zeros() as u8;
            self.history.reward(leader, card, tricks);
        }
        self.table.put(key, state, now, tricks);
        answer
    }

    /// The same from within a trick that two more seats play to.
    #[inline(always)]
    fn continues<R: Rules, G: SearchGoal>(&mut self, left: u32, trick: Trick, goal: G, tricks: u8) -> bool {
        let board = self.board;
        let pursues = self.pursuers >> trick.seat & 1 == 1;
        let [beating, staying] = board.follows::<R>(&trick, left);
        let beats = self.wins(&trick, goal, pursues);
        let (mut moves, mut others) = if beats { (beating, staying) } else { (staying, beating) };
        let highest = self.ducks(goal);
        loop {
            let Some(card) = moves.draw(highest) else {
                if others.is_empty() {
                    return !pursues;
                }
                moves = std::mem::replace(&mut others, Moves::NONE);
                continue;
            };
            if self.ends::<R, G>(left, board.follow(trick, card), goal, tricks) == pursues {
                return pursues;
            }
        }
    }

    /// The same from within a trick that one more seat plays to.
    #[inline(always)]
    fn ends<R: Rules, G: SearchGoal>(&mut self, left: u32, trick: Trick, goal: G, tricks: u8) -> bool {
        let board = self.board;
        let pursues = self.pursuers >> trick.seat & 1 == 1;
        let left_after = left & !trick.cards;
        let [beating, staying] = board.follows::<R>(&trick, left);
        let beats = self.wins(&trick, goal, pursues);
        let highest = self.ducks(goal);
        let (beating, staying) = ((beating, trick.seat), (staying, trick.winner));
        let ((mut cards, mut winner), mut others) =
            if beats { (beating, staying) } else { (staying, beating) };
        let tricks = tricks - 1;
        loop {
            let goal = goal.after(winner);
            match goal.decided(tricks) {
                Some(answer) if answer == pursues && !cards.is_empty() => return pursues,
                Some(_) => {}
                None => {
                    while let Some(card) = cards.draw(highest) {
                        let left = left_after & !card;
                        if self.undecided::<R, G>(left, winner.into(), goal, tricks) == pursues {
                            return pursues;
                        }
                    }
                }
            }
            if others.0.is_empty() {
                return !pursues;
            }
            (cards, winner) = std::mem::replace(&mut others, (Moves::NONE, 0));
        }
    }

    /// Whether the pursuers want others to win tricks: then everybody should get rid of high cards,
    /// which are tried first.
    #[inline(always)]
    fn ducks<G: SearchGoal>(&self, goal: G) -> bool {
        goal.count().is_some_and(|count| count.seats != self.pursuers)
    }

    /// Whether the seat to move first tries to win the trick, since its side wants it and its
    /// partner has not won it already; else it first tries to stay below.
    #[inline(always)]
    fn wins<G: SearchGoal>(&self, trick: &Trick, goal: G, pursues: bool) -> bool {
        let wanted = if pursues { goal.wanted() } else { !goal.wanted() };
        wanted >> trick.seat & !(wanted >> trick.winner) & 1 == 1
    }

    /// The answer, if a look at the suits gives it.
    #[inline]
    fn bounded(&self, left: u32, leader: usize, goal: Count, tricks: u8) -> Option<bool> {
        let board = self.board;
        #[cfg(test)]
        tests::audit(board, left, leader, tricks);
        let declarer = goal.seats == 1;
        // The bounds are about the declarer against the others, each side for itself.
        let others = board.playing & !1;
        if !declarer && goal.seats != others {
            return None;
        }
        if goal.seats != self.pursuers {
            return self.bounded_below(left, leader, goal, tricks);
        }
        let (at_least, at_most) = (goal.need, tricks - goal.need);
        // The tricks that the declarer, and that the defenders, need to settle it.
        let (declarers, defenders) = if declarer { (at_least, at_most + 1) } else { (at_most + 1, at_least) };
        if bounds::declarer_trump_tricks(board, left, leader, 0) >= declarers {
            return Some(declarer);
        }
        if bounds::sure_trumps(board, left, false) >= defenders {
            return Some(!declarer);
        }
        let terms = board.terms(left);
        let quick = || bounds::quick_tricks(board, left, &terms, leader, tricks);
        if leader == 0 {
            (quick() >= declarers).then_some(declarer)
        } else if quick() >= defenders {
            Some(!declarer)
        } else {
            (bounds::regained_tricks(board, left, &terms, leader, tricks) >= declarers).then_some(declarer)
        }
    }

    /// The same where nobody wants tricks.
    #[inline]
    fn bounded_below(&self, left: u32, leader: usize, goal: Count, tricks: u8) -> Option<bool> {
        let board = self.board;
        let declarer = goal.seats == 1;
        let to_lose = if declarer { tricks - goal.need + 1 } else { goal.need };
        let possible = board.trumps == 0 && self.pursuers == board.playing & !goal.seats;
        if !possible || to_lose > bounds::most_exits(leader, tricks) {
            return None;
        }
        (bounds::exits(board, &board.terms(left), leader, tricks) >= to_lose).then_some(!declarer)
    }
}

#[cfg(test)]
mod tests;
