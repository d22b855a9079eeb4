//! The two-sided search: can one side make a goal come true against the other?
//!
//! It is alpha-beta (Knuth and Moore 1975) with a zero window, which asks whether a number is reached and not
//! for the number (Pearl's Scout, 1980).

use super::board::{Board, Trick};
use super::bounds::{self, TrickStart};
use super::endgame::{Ranges, Values};
use super::goal::SearchGoal;
use super::moves::Moves;
use super::order::{History, leads};
use super::specialize::Rules;
use super::table::{PositionBounds, Table};

/// The search for one question about a board. Seats are counted from the declarer throughout, in the goal
/// too.
pub(crate) struct Search<'a> {
    pub(crate) board: &'a Board,
    pub(crate) table: &'a mut Table,
    pub(crate) history: &'a mut History,
    /// For a search that does without bounds and identifies positions by their cards instead of their
    /// patterns: the number of this position, which keeps its entries apart from other deals' entries.
    pub(crate) plain: Option<u64>,
    /// The endgame values, where the question counts tricks.
    pub(crate) values: Option<&'a Values>,
    /// The ranges of the values of larger endings, where there are any.
    pub(crate) ranges: Option<&'a Ranges>,
    /// The seats that want the goal to come true, as a mask.
    pub(crate) maximizers: u8,
    /// The bits that keep this question's entries in the table apart from other questions' entries; added to
    /// the keys.
    pub(crate) context: u64,
    /// Number of starts of tricks visited, endings found in the endgame table not counted.
    pub(crate) nodes: u64,
}

impl Search<'_> {
    /// Answers the question from the start of a trick or from within one.
    pub(crate) fn start<R: Rules, G: SearchGoal>(
        &mut self,
        left: u32,
        leader: usize,
        trick: Option<Trick>,
        goal: G,
    ) -> bool {
        let tricks = |seat| self.board.hand(seat, left).count_ones() as u8;
        match trick {
            None => self.can_reach::<R, G>(left, leader, goal, tricks(leader)),
            Some(trick) if trick.count + 1 < self.board.players => {
                self.can_reach_from_second::<R, G>(left, trick, goal, tricks(trick.seat.into()))
            }
            Some(trick) => self.can_reach_from_last::<R, G>(left, trick, goal, tricks(trick.seat.into())),
        }
    }

    /// Checks whether the maximizers can make the goal come true from the start of a trick, with `tricks`
    /// tricks left, against the best play of the others.
    #[inline(always)]
    fn can_reach<R: Rules, G: SearchGoal>(&mut self, left: u32, leader: usize, goal: G, tricks: u8) -> bool {
        match goal.decision(tricks) {
            Some(answer) => answer,
            None => self.look_up_or_expand::<R, G>(left, leader, goal, tricks),
        }
    }

    /// Answers [`Search::can_reach`] when the number of tricks does not decide: by endgame values and ranges,
    /// otherwise by expanding the position.
    #[inline(always)]
    fn look_up_or_expand<R: Rules, G: SearchGoal>(
        &mut self,
        left: u32,
        leader: usize,
        goal: G,
        tricks: u8,
    ) -> bool {
        if let Some(count) = goal.count() {
            if let Some(values) = self.values
                && tricks <= values.cards
            {
                return values.value(self.board, left, leader, tricks) >= count.need;
            }
            if let Some(ranges) = self.ranges
                && tricks <= ranges.cards
                && let Some(answer) = ranges.can_reach(self.board, left, leader, tricks, count.need)
            {
                #[cfg(test)]
                tests::audit_range(self, left, leader, count.need, answer);
                return answer;
            }
        }
        self.expand::<R, G>(left, leader, goal, tricks)
    }

    /// Answers [`Search::can_reach`] when neither the number of tricks nor the endgame values decide: by the
    /// transposition table and the bounds, otherwise by trying each lead.
    ///
    /// The answer is yes or no; for goals that count tricks the table combines the answers to several
    /// questions into bounds on the number.
    fn expand<R: Rules, G: SearchGoal>(&mut self, left: u32, leader: usize, goal: G, tricks: u8) -> bool {
        let board = self.board;
        self.nodes += 1;
        if tricks == 1 {
            return goal.after_trick(board.last_winner(left, leader)).decision(0) == Some(true);
        }
        let start = TrickStart::new(board, left, leader, tricks);
        let key = match self.plain {
            None => start.key,
            Some(number) => u64::from(start.left) | (leader as u64) << 32 | number << 34,
        };
        let key = key | self.context;
        let (state, need) = goal.slot();
        let stored = self.table.get(key, state).unwrap_or(PositionBounds { lo: 0, hi: u8::MAX, best: 32 });
        if stored.lo >= need {
            return true;
        }
        if stored.hi < need {
            return false;
        }
        if self.plain.is_none()
            && let Some(need) = goal.declarer_need()
            && let Some(answer) = self.decision_by_bounds(&start, need, goal.is_ducking(self.maximizers))
        {
            return answer;
        }
        let maximizes = G::maximizes(self.maximizers, leader as u8);
        let mut leads = leads(board, self.history, left, leader, stored.best);
        let decisive = leads.find(|&card| {
            let trick = board.lead(leader, card);
            let answer = if board.players == 3 {
                self.can_reach_from_second::<R, G>(left, trick, goal, tricks)
            } else {
                self.can_reach_from_last::<R, G>(left, trick, goal, tricks)
            };
            answer == maximizes
        });
        let answer = decisive.is_some() == maximizes;
        let mut bounds = stored;
        if answer {
            bounds.lo = need;
        } else {
            bounds.hi = need - 1;
        }
        if let Some(card) = decisive {
            bounds.best = card.trailing_zeros() as u8;
            self.history.reward(leader, card, tricks);
        }
        self.table.put(key, state, bounds, tricks);
        answer
    }

    /// Answers [`Search::can_reach`] from within a trick that two more seats play to.
    #[inline(always)]
    fn can_reach_from_second<R: Rules, G: SearchGoal>(
        &mut self,
        left: u32,
        trick: Trick,
        goal: G,
        tricks: u8,
    ) -> bool {
        let board = self.board;
        let maximizes = G::maximizes(self.maximizers, trick.seat);
        let mut moves = self.follows::<R, G>(left, &trick, goal, maximizes);
        let highest = goal.is_ducking(self.maximizers);
        while let Some(card) = moves.draw(highest) {
            if self.can_reach_from_last::<R, G>(left, board.follow(trick, card), goal, tricks) == maximizes {
                return maximizes;
            }
        }
        !maximizes
    }

    /// Answers [`Search::can_reach`] from within a trick that one more seat plays to.
    #[inline(always)]
    fn can_reach_from_last<R: Rules, G: SearchGoal>(
        &mut self,
        left: u32,
        trick: Trick,
        goal: G,
        tricks: u8,
    ) -> bool {
        let maximizes = G::maximizes(self.maximizers, trick.seat);
        let left_after = left & !trick.cards;
        let mut moves = self.follows::<R, G>(left, &trick, goal, maximizes);
        let highest = goal.is_ducking(self.maximizers);
        while let Some(card) = moves.draw(highest) {
            let winner = if trick.above & card == 0 { trick.winner } else { trick.seat };
            let left = left_after & !card;
            if self.can_reach::<R, G>(left, winner.into(), goal.after_trick(winner), tricks - 1) == maximizes
            {
                return maximizes;
            }
        }
        !maximizes
    }

    /// Returns the cards that the next seat to follow may play. Cards that take the trick come first if [the
    /// seat should win it](SearchGoal::should_win), otherwise the cards that do not. `maximizes` says whether
    /// the seat is one of the maximizers.
    #[inline(always)]
    fn follows<R: Rules, G: SearchGoal>(&self, left: u32, trick: &Trick, goal: G, maximizes: bool) -> Moves {
        let wins = goal.should_win(maximizes, trick.seat, trick.winner);
        let first = if wins { trick.above } else { !trick.above };
        self.board.follows::<R>(trick, left).with_first(first)
    }

    /// Checks by the bounds whether the declarer takes at least `need` tricks; `None` if they do not decide.
    /// `ducks` if the declarer minimizes tricks.
    #[inline(always)]
    fn decision_by_bounds(&self, start: &TrickStart, need: u8, ducks: bool) -> Option<bool> {
        #[cfg(test)]
        tests::audit(start);
        let tricks = start.tricks;
        // The tricks that the defenders need to refute it.
        let others = tricks - need + 1;
        if ducks {
            let possible = self.board.trumps == 0 && others <= bounds::most_exits(start.leader, tricks);
            return (possible && bounds::exits(start, &start.terms()) >= others).then_some(false);
        }
        if bounds::declarer_trump_tricks(start, 0) >= need {
            return Some(true);
        }
        if bounds::sure_trumps(start, false) >= others {
            return Some(false);
        }
        let terms = start.terms();
        let quick = bounds::quick_tricks(start, &terms);
        if start.leader == 0 {
            (quick >= need).then_some(true)
        } else if quick >= others {
            Some(false)
        } else {
            (bounds::regained_tricks(start, &terms) >= need).then_some(true)
        }
    }
}

#[cfg(test)]
mod tests;
