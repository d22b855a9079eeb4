//! The two-sided search: decides whether one side can reach a goal against the best play of the other side.
//!
//! It is alpha-beta (Knuth and Moore 1975) with a zero window: each search finds out only whether the value reaches a
//! given number, not the value itself (Scout, Pearl 1980).

use super::board::{Board, Trick};
use super::bounds::{self, TrickStart};
use super::deferred::DeferredDiscard;
use super::endgame::{Ranges, Values};
use super::goal::{DeclarerTricks, SearchGoal};
use super::moves::Moves;
use super::order::{History, leads};
use super::specialize::Rules;
use super::table::{PositionBounds, TranspositionTable};

/// The search for one question about a position. Seats are numbered from the declarer, who is seat 0, even in the goal.
pub(crate) struct Search<'a> {
    pub(crate) board: &'a Board,
    pub(crate) table: &'a mut TranspositionTable,
    pub(crate) history: &'a mut History,
    /// A *plain* search uses no bounds, and identifies positions by their cards. Its keys contain this number of the
    /// position that the solver was asked about, so that entries for different deals stay apart.
    pub(crate) plain_position: Option<u64>,
    /// `None` in a plain search, or if the goal does not count tricks.
    pub(crate) values: Option<&'a Values>,
    /// Bounds on the values of endings that are too large for `values`.
    pub(crate) ranges: Option<&'a Ranges>,
    /// A mask of seats.
    pub(crate) maximizers: u8,
    /// Upper bits of this question's keys in the transposition table.
    pub(crate) context: u64,
    /// Positions at the start of a trick, without those that the remaining tricks or the endgame tables decide.
    pub(crate) nodes: u64,
}

impl Search<'_> {
    /// `tricks` includes `trick`.
    pub(crate) fn start<R: Rules, G: SearchGoal>(
        &mut self,
        remaining: u32,
        leader: usize,
        trick: Option<Trick>,
        goal: G,
        tricks: u8,
    ) -> bool {
        match trick {
            None => self.can_reach::<R, G>(remaining, leader, goal, tricks),
            Some(trick) if trick.count + 1 < self.board.players => {
                self.can_reach_from_second::<R, G>(remaining, trick, goal, tricks)
            }
            Some(trick) => self.can_reach_from_last::<R, G>(remaining, trick, goal, tricks),
        }
    }

    #[inline(always)]
    fn can_reach<R: Rules, G: SearchGoal>(
        &mut self,
        remaining: u32,
        leader: usize,
        goal: G,
        tricks: u8,
    ) -> bool {
        match goal.verdict(tricks) {
            Some(answer) => answer,
            None => self.look_up_or_expand::<R, G>(remaining, leader, goal, tricks),
        }
    }

    #[inline(always)]
    fn look_up_or_expand<R: Rules, G: SearchGoal>(
        &mut self,
        remaining: u32,
        leader: usize,
        goal: G,
        tricks: u8,
    ) -> bool {
        // The endgame tables know tricks, so they decide only goals that count tricks.
        if let Some(count) = goal.as_trick_count().filter(|_| surplus(goal, remaining, tricks) == 0) {
            if let Some(values) = self.values
                && tricks <= values.cards
            {
                return values.value(self.board, remaining, leader, tricks) >= count.need;
            }
            if let Some(ranges) = self.ranges
                && tricks <= ranges.cards
                && let Some(answer) = ranges.can_reach(self.board, remaining, leader, tricks, count.need)
            {
                #[cfg(test)]
                tests::audit_range(self, remaining, leader, count.need, answer);
                return answer;
            }
        }
        self.expand::<R, G>(remaining, leader, goal, tricks)
    }

    fn expand<R: Rules, G: SearchGoal>(
        &mut self,
        remaining: u32,
        leader: usize,
        goal: G,
        tricks: u8,
    ) -> bool {
        // Each search answers only yes or no. For goals that count tricks, the transposition table combines the
        // answers for several target numbers into a lower and an upper bound on the number of tricks.
        let board = self.board;
        self.nodes += 1;
        let surplus = surplus(goal, remaining, tricks);
        if tricks == 1 && surplus == 0 {
            return goal.after_trick(board.last_winner(remaining, leader)).verdict(0) == Some(true);
        }
        let start = TrickStart::new(board, remaining, leader, tricks);
        let key = match self.plain_position {
            None => start.key,
            Some(number) => u64::from(start.remaining) | (leader as u64) << 32 | number << 34,
        };
        let key = key | self.context;
        let (state, need) = goal.table_state();
        let stored = self.table.get(key, state).unwrap_or(PositionBounds { lo: 0, hi: u8::MAX, best: 32 });
        if stored.lo >= need {
            return true;
        }
        if stored.hi < need {
            return false;
        }
        let decision = match goal.deferred_discard().filter(|_| surplus > 0) {
            Some(discard) => self.verdict_with_surplus::<R>(&start, need, discard, surplus),
            None => self.verdict_by_bounds(&start, goal),
        };
        if let Some(answer) = decision {
            return answer;
        }
        let maximizes = G::maximizes(self.maximizers, leader as u8);
        let mut leads = leads(board, self.history, remaining, leader, stored.best);
        // A lead decides if it leads to the answer for which the leader's side plays.
        let decisive = leads.find(|&card| {
            let trick = board.lead(leader, card);
            let answer = if board.players == 3 {
                self.can_reach_from_second::<R, G>(remaining, trick, goal, tricks)
            } else {
                self.can_reach_from_last::<R, G>(remaining, trick, goal, tricks)
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

    #[inline(always)]
    fn can_reach_from_second<R: Rules, G: SearchGoal>(
        &mut self,
        remaining: u32,
        trick: Trick,
        goal: G,
        tricks: u8,
    ) -> bool {
        let board = self.board;
        let maximizes = G::maximizes(self.maximizers, trick.seat);
        let mut moves = self.follows::<R, G>(remaining, &trick, goal, maximizes, tricks);
        let highest = goal.is_ducking(self.maximizers);
        while let Some(card) = moves.draw(highest) {
            if self.can_reach_from_last::<R, G>(remaining, board.follow(trick, card), goal, tricks)
                == maximizes
            {
                return maximizes;
            }
        }
        !maximizes
    }

    #[inline(always)]
    fn can_reach_from_last<R: Rules, G: SearchGoal>(
        &mut self,
        remaining: u32,
        trick: Trick,
        goal: G,
        tricks: u8,
    ) -> bool {
        let maximizes = G::maximizes(self.maximizers, trick.seat);
        let remaining_after = remaining & !trick.cards;
        let mut moves = self.follows::<R, G>(remaining, &trick, goal, maximizes, tricks);
        let highest = goal.is_ducking(self.maximizers);
        while let Some(card) = moves.draw(highest) {
            let winner = if trick.above & card == 0 { trick.winner } else { trick.seat };
            let remaining = remaining_after & !card;
            // With a deferred discard a card that does not follow suit shows which cards were laid aside.
            let remaining = match goal.deferred_discard() {
                None => remaining,
                Some(discard) => {
                    let must_trump = R::play_rules(self.board.play_rules).trump;
                    let trumps = if must_trump { self.board.trumps } else { 0 };
                    discard.after_trick(remaining, trick.led, trumps, trick.cards | card)
                }
            };
            if self.can_reach::<R, G>(remaining, winner.into(), goal.after_trick(winner), tricks - 1)
                == maximizes
            {
                return maximizes;
            }
        }
        !maximizes
    }

    #[inline(always)]
    fn follows<R: Rules, G: SearchGoal>(
        &self,
        remaining: u32,
        trick: &Trick,
        goal: G,
        maximizes: bool,
        tricks: u8,
    ) -> Moves {
        // A seat that should win the trick tries the cards that beat the winning card first; otherwise the other
        // cards come first.
        let wins = goal.tries_winners_first(maximizes, trick.seat, trick.winner);
        let first = if wins { trick.above } else { !trick.above };
        let surplus = if trick.seat == 0 { surplus(goal, remaining, tricks) } else { 0 };
        let moves = match surplus {
            0 => self.board.follows::<R>(trick, remaining),
            _ => self.board.follows_with_surplus::<R>(trick, remaining, surplus),
        };
        moves.with_first(first)
    }

    #[inline(always)]
    fn verdict_by_bounds<G: SearchGoal>(&self, start: &TrickStart, goal: G) -> Option<bool> {
        let need = goal.declarer_need().filter(|_| self.plain_position.is_none())?;
        #[cfg(test)]
        tests::audit(start);
        if goal.is_ducking(self.maximizers) {
            let (tricks, others) = (start.tricks, start.tricks - need + 1);
            let possible = self.board.trumps == 0 && others <= bounds::max_exit_tricks(start.leader, tricks);
            return (possible && bounds::exit_tricks(start, &start.terms()) >= others).then_some(false);
        }
        self.verdict_for_tricks(start, need)
    }

    /// Only for goals with which each side plays for tricks.
    #[inline(always)]
    fn verdict_for_tricks(&self, start: &TrickStart, need: u8) -> Option<bool> {
        // With this number of tricks the defenders keep the declarer below `need`.
        let others = start.tricks - need + 1;
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

    /// Decides whether a declarer with `surplus` cards still to lay aside takes at least `need` more tricks.
    #[inline(always)]
    fn verdict_with_surplus<R: Rules>(
        &mut self,
        start: &TrickStart,
        need: u8,
        discard: DeferredDiscard,
        surplus: u8,
    ) -> Option<bool> {
        let &TrickStart { board, remaining, leader, tricks, key } = start;
        let (others, is_plain) = (tricks - need + 1, self.plain_position.is_some());
        // The defenders have enough tricks that are sure whichever cards the declarer lays aside. Their sure trumps are
        // counted against all trumps of the declarer, including the surplus. More trumps of the declarer can only lower
        // this count, and that of the tricks that they can cash.
        if !is_plain
            && (bounds::sure_trumps(start, false) >= others
                || leader != 0
                    && bounds::quick_tricks(start, &board.terms_with_surplus(key, surplus)) >= others)
        {
            return Some(false);
        }
        // Where the tables cover the ending, the choices of the surplus are tried one by one. The verdict is that of a
        // game in which the declarer may wait with the choice until this ending, which is at least as good for the
        // declarer as to choose at once.
        if tricks <= self.values.map_or(1, |values| values.cards) {
            let goal = DeclarerTricks::<true> { need };
            return Some(discard.any_choice(remaining, board.trumps, surplus, |remaining| {
                self.look_up_or_expand::<R, _>(remaining, leader, goal, tricks)
            }));
        }
        if let Some(ranges) = self.ranges.filter(|ranges| tricks <= ranges.cards) {
            let mut is_open = false;
            let reached = discard.any_choice(remaining, board.trumps, surplus, |remaining| {
                let answer = ranges.can_reach(board, remaining, leader, tricks, need);
                is_open |= answer.is_none();
                answer == Some(true)
            });
            if reached || !is_open {
                return Some(reached);
            }
        }
        if is_plain {
            return None;
        }
        // One choice, the one that seems best, can only prove that the declarer takes enough tricks.
        let chosen = discard.lay_lowest_aside(remaining, board.trumps, surplus);
        self.verdict_for_tricks(&TrickStart::new(board, chosen, leader, tricks), need)
            .filter(|&reached| reached)
    }
}

#[inline(always)]
fn surplus<G: SearchGoal>(goal: G, remaining: u32, tricks: u8) -> u8 {
    goal.deferred_discard().map_or(0, |discard| discard.surplus(remaining, tricks))
}

#[cfg(test)]
pub(super) mod tests;
