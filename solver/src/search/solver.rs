//! The solver, which answers questions about positions with the alpha-beta and max^n searches.

use super::alpha_beta::Search;
use super::board::{Board, Trick};
use super::deferred::DeferredDiscard;
use super::endgame::{Endgames, LocalCache, Question};
use super::goal::{DeclarerTricks, DeferredTricks, SearchGoal, TrickCount};
use super::guess::{RecentAnswers, strength_guess};
use super::maxn::{self, PlayConditions};
use super::order::History;
use super::specialize::{COMPILED_IN, CompiledQuestion, Rules, ask_compiled};
use super::stop::Stop;
use super::table::{QuestionKinds, TranspositionTable};
use crate::position::Position;
use crate::rules::contract::Goal;
use crate::seat::{BySeat, Seat, Seats};
use std::fmt;

/// 2^12 lines of 64 bytes, a quarter of a mebibyte, which leaves room in the processor's second-level cache for the
/// other tables of a search.
const TABLE_BITS: u32 = 12;

/// For misères while a solver walks through all layouts of a hand, which share many positions: this halves the time.
/// Other contracts, and misères of unlike deals, take longer with a table that leaves the cache.
const WALK_TABLE_BITS: u32 = 17;

/// Larger, since a plain solver identifies positions by their cards and so distinguishes more positions.
const PLAIN_TABLE_BITS: u32 = 14;

/// Number of positions after which a plain solver clears its table and numbers positions from 0 again.
const MAX_PLAIN_POSITIONS: u64 = 1 << 24;

/// An exact double-dummy solver. Its transposition table speeds up later questions, so reuse it.
///
/// ```
/// use preference::cards::Suit;
/// use preference::deal::Deal;
/// use preference::position::{PlaySetup, Position};
/// use preference::rules::PlayRules;
/// use preference::search::Solver;
/// use preference::seat::{Seat, Seats};
/// let deal: Deal = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98".parse()?;
/// let setup = PlaySetup {
///     play_rules: PlayRules::default(),
///     trump: Some(Suit::Spades),
///     declarer: Some(Seat::Forehand),
///     playing: Seats::ALL,
/// };
/// let position = Position::new(setup, deal.hands(), Seat::Forehand, &[])?;
/// let mut solver = Solver::new();
/// assert_eq!(solver.max_tricks(&position, Seats::from_seat(Seat::Forehand)), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    board: Box<Board>,
    table: TranspositionTable,
    is_on_walk: bool,
    /// Allocated when first needed.
    maxn: Option<maxn::Memory>,
    contexts: QuestionKinds,
    endgames: Endgames,
    recent: RecentAnswers,
    /// The number of the latest position that a [plain](Solver::plain) solver was asked about.
    plain_position: Option<u64>,
    nodes: u64,
    local_cache: LocalCache,
    stop: Stop,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver without any endgame values yet.
    #[must_use]
    pub fn new() -> Solver {
        Solver {
            board: Box::new(Board::new()),
            table: TranspositionTable::new(TABLE_BITS),
            is_on_walk: false,
            maxn: None,
            contexts: QuestionKinds::default(),
            endgames: Endgames::default(),
            recent: RecentAnswers::default(),
            plain_position: None,
            nodes: 0,
            local_cache: LocalCache::default(),
            stop: Stop::default(),
        }
    }

    /// A solver without bounds and without endgame values, which identifies positions by their cards. It is many times
    /// slower; other solvers are checked against it.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// # use preference::search::Solver;
    /// let side = Seats::from_seat(Seat::Forehand);
    /// assert_eq!(Solver::plain().max_tricks(&position, side), Solver::new().max_tricks(&position, side));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn plain() -> Solver {
        Solver { plain_position: Some(0), table: TranspositionTable::new(PLAIN_TABLE_BITS), ..Solver::new() }
    }

    /// A solver that uses these endgame values, and adds the values that it computes.
    ///
    /// ```
    /// use preference::search::Solver;
    /// let solver = Solver::new();
    /// let other = Solver::with_endgames(solver.endgames().clone());
    /// # drop(other);
    /// ```
    #[must_use]
    pub fn with_endgames(endgames: Endgames) -> Solver {
        Solver { endgames, ..Solver::new() }
    }

    /// The endgame values that this solver uses, to be shared with other solvers.
    #[must_use]
    pub fn endgames(&self) -> &Endgames {
        &self.endgames
    }

    /// Does work that is one of many steps through the layouts of one hand.
    pub(crate) fn on_walk<T>(&mut self, work: impl FnOnce(&mut Solver) -> T) -> T {
        // A cancelled search unwinds, and later questions must not be answered with the large table.
        struct Walk<'a>(&'a mut Solver);
        impl Drop for Walk<'_> {
            fn drop(&mut self) {
                self.0.is_on_walk = false;
                self.0.table.use_bits(TABLE_BITS);
            }
        }
        self.is_on_walk = true;
        let walk = Walk(self);
        work(&mut *walk.0)
    }

    /// Clears what speeds up later questions about two sides, except for the endgame values.
    pub fn forget(&mut self) {
        self.table.clear();
        self.recent = RecentAnswers::default();
    }

    /// Unwinds the work on this thread if it has been cancelled or its time limit has passed.
    pub(crate) fn poll(&self) {
        self.stop.poll();
    }

    /// Makes `stop` cancel all later questions to this solver; see [`Stop::run`].
    pub fn cancel_with(&mut self, stop: &Stop) {
        if !self.stop.is_same(stop) {
            self.stop = stop.clone();
        }
    }

    /// Positions at the start of a trick that this solver has visited.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The maximum number of tricks still to come that the seats of `side` together can force against best defence.
    ///
    /// # Panics
    /// If cards of the talon are led to the tricks. Then all questions about two sides panic; use [`Solver::outcome`]
    /// instead.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// # use preference::search::Solver;
    /// assert_eq!(Solver::new().max_tricks(&position, Seats::from_seat(Seat::Forehand)), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_tricks(&mut self, position: &Position, side: Seats) -> u8 {
        self.value(position, side, side)
    }

    /// The minimum number of tricks still to come that the seats of `side` together can be sure not to exceed.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// # use preference::search::Solver;
    /// assert_eq!(Solver::new().min_tricks(&position, Seats::from_seat(Seat::Forehand)), 1, "the ace");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn min_tricks(&mut self, position: &Position, side: Seats) -> u8 {
        self.value(position, side, position.setup().playing - side)
    }

    /// Whether the seats of `side` can reach `goal` against best play by the other seats.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// # use preference::search::Solver;
    /// # use preference::rules::Goal;
    /// let seats = Seats::from_seat(Seat::Rearhand);
    /// assert!(!Solver::new().can_reach(&position, seats, Goal::AtLeast { seats, tricks: 1 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn can_reach(&mut self, position: &Position, side: Seats, goal: Goal) -> bool {
        self.search_from(position, side).can_reach(goal)
    }

    /// The tricks of each seat, including tricks already taken, when each seat plays for the outcome that it prefers
    /// and knows that the others do so, too (max^n search).
    ///
    /// A greater `utility` of an outcome for a seat is better. Ties are broken by a fixed rule. To make the result
    /// independent of it, return equal utilities only for outcomes that are equal for all three seats.
    pub fn outcome<W: Ord>(
        &mut self,
        position: &Position,
        conditions: PlayConditions,
        utility: impl Fn(Seat, BySeat<u8>) -> W,
    ) -> BySeat<u8> {
        let memory = self.maxn.get_or_insert_with(maxn::Memory::default);
        maxn::through_talon(position, conditions, &utility, &mut |position, conditions| {
            let (outcome, nodes) =
                maxn::outcome(&mut self.board, memory, position, conditions, &utility, &self.stop);
            self.nodes += nodes;
            outcome
        })
    }

    /// The tricks still to come that the seats `counted` take together if the seats `maximizers` maximize this number
    /// and the other seats minimize it.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// # use preference::search::Solver;
    /// let defenders = Seats::ALL - Seats::from_seat(Seat::Forehand);
    /// assert_eq!(Solver::new().value(&position, defenders, defenders), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&mut self, position: &Position, counted: Seats, maximizers: Seats) -> u8 {
        let recent = self.recent.value_of_similar(position, counted, maximizers);
        let mut question = self.search_from(position, maximizers);
        let guess = recent.unwrap_or_else(|| strength_guess(position, counted, maximizers));
        let value = question.value(position.tricks_left(), counted, guess);
        self.recent.store(position, counted, maximizers, value);
        value
    }

    /// Lays the position out for questions about the goals that the seats `maximizers` can reach in it or in [later
    /// positions](PositionSearch::can_reach_from).
    pub(crate) fn search_from(&mut self, position: &Position, maximizers: Seats) -> PositionSearch<'_> {
        assert!(
            position.talon_leads().is_none(),
            "if the talon leads, there are not two sides: use `Solver::outcome`"
        );
        self.table.next_age();
        if self.is_on_walk {
            let setup = position.setup();
            let is_ducking = setup.trump.is_none()
                && setup.declarer.is_some_and(|declarer| !maximizers.contains(declarer));
            self.table.use_bits(if is_ducking { WALK_TABLE_BITS } else { TABLE_BITS });
        }
        if let Some(number) = &mut self.plain_position {
            *number = (*number + 1) % MAX_PLAIN_POSITIONS;
            if *number == 0 {
                self.table.clear();
            }
        }
        let (remaining, trick) = self.board.lay_out(position);
        let leader = self.board.seat_number(position.leader());
        let maximizers = self.board.seat_mask(maximizers);
        PositionSearch { solver: self, remaining, leader, trick, maximizers, history: History::new() }
    }

    fn context(&mut self, kind: u32) -> u64 {
        // The numbers of the kinds are used up when there are too many; then nothing in the table may be mistaken for
        // a new kind.
        if !self.contexts.has_room_for(kind) {
            self.table.clear();
            self.contexts = QuestionKinds::default();
        }
        self.contexts.bits(kind)
    }
}

struct SearchStart<'a, 'b, G> {
    search: &'b mut Search<'a>,
    remaining: u32,
    leader: usize,
    trick: Option<Trick>,
    goal: G,
    tricks: u8,
}

impl<G: SearchGoal> CompiledQuestion for SearchStart<'_, '_, G> {
    type Answer = bool;

    fn ask<R: Rules>(self) -> bool {
        self.search.start::<R, G>(self.remaining, self.leader, self.trick, self.goal, self.tricks)
    }
}

pub(crate) struct PositionSearch<'a> {
    solver: &'a mut Solver,
    remaining: u32,
    leader: usize,
    trick: Option<Trick>,
    maximizers: u8,
    history: History,
}

impl PositionSearch<'_> {
    /// Whether the maximizers can reach `goal` from a later position. A seat may lack any of the cards that it held
    /// when the board was laid out, so that one layout serves all discards. The scores of the history heuristic are
    /// halved before each question.
    pub(crate) fn can_reach_from(&mut self, position: &Position, goal: Goal) -> bool {
        self.set_position(position);
        self.can_reach(goal)
    }

    /// Whether a declarer with the cards of `position`, two more than each defender, could take at least `need` tricks
    /// by choosing the discard during the play: see [`DeferredDiscard`]. `false` rules out all discards; `true` leaves
    /// the question open. In WebAssembly the result is always `true`.
    ///
    /// The declarer must be the only maximizer, and no card may have been played.
    pub(crate) fn can_reach_deferring(&mut self, position: &Position, need: u8) -> bool {
        if !COMPILED_IN {
            return true;
        }
        self.set_position(position);
        let cards = self.solver.board.hand(0, self.remaining);
        let (tricks, goal) = (cards.count_ones() as u8 - 2, DeclarerTricks { need });
        let goal = DeferredTricks { tricks: goal, discard: DeferredDiscard::new(cards) };
        goal.verdict(tricks).unwrap_or_else(|| self.ask(1, goal, tricks))
    }

    /// The [value](Solver::value) of a later position, as in [`can_reach_from`](Self::can_reach_from). A `guess` that
    /// is near the value saves work.
    pub(crate) fn value_from(&mut self, position: &Position, counted: Seats, guess: Option<u8>) -> u8 {
        self.set_position(position);
        let guess = guess.unwrap_or_else(|| self.guess(position, counted));
        self.value(position.tricks_left(), counted, guess)
    }

    pub(crate) fn guess(&self, position: &Position, counted: Seats) -> u8 {
        let maximizers = Seat::ALL.into_iter().filter(|&seat| self.maximizes(seat)).collect();
        strength_guess(position, counted, maximizers)
    }

    fn maximizes(&self, seat: Seat) -> bool {
        self.maximizers >> self.solver.board.seat_number(seat) & 1 == 1
    }

    fn set_position(&mut self, position: &Position) {
        self.solver.table.next_age();
        self.history.halve();
        (self.remaining, self.trick) = self.solver.board.cards_and_trick(position);
        self.leader = self.solver.board.seat_number(position.leader());
    }

    fn value(&mut self, tricks: u8, counted: Seats, mut guess: u8) -> u8 {
        // One number of tricks after another is tested, beginning with `guess`.
        let (mut lo, mut hi) = (0, tricks);
        while lo < hi {
            let tricks = guess.clamp(lo + 1, hi);
            if self.can_reach(Goal::AtLeast { seats: counted, tricks }) {
                lo = tricks;
                guess = tricks + 1;
            } else {
                hi = tricks - 1;
                guess = hi;
            }
        }
        lo
    }

    pub(crate) fn poll(&self) {
        self.solver.poll();
    }

    pub(crate) fn can_reach(&mut self, goal: Goal) -> bool {
        let tricks = self.trick.map_or_else(
            || self.solver.board.hand(self.leader, self.remaining).count_ones(),
            |trick| self.solver.board.hand(trick.seat.into(), self.remaining).count_ones(),
        );
        if let Some(answer) = goal.verdict(tricks as u8) {
            return answer;
        }
        let goal = self.relative_goal(goal);
        let (maximizers, others) = (self.maximizers, self.solver.board.playing & !self.maximizers);
        match goal {
            Goal::AtLeast { seats, tricks: need } => {
                self.can_reach_count(maximizers, TrickCount { seats: seats.bits(), need }, tricks as u8)
            }
            // The maximizers hold these seats to n tricks if the other side cannot make these seats take n + 1.
            Goal::AtMost { seats, tricks: most } => !self.can_reach_count(
                others,
                TrickCount { seats: seats.bits(), need: most + 1 },
                tricks as u8,
            ),
            _ => self.ask(maximizers, goal, tricks as u8),
        }
    }

    fn can_reach_count(&mut self, maximizers: u8, count: TrickCount, tricks: u8) -> bool {
        // If the counted seats and the maximizers are each a whole side (the declarer or all defenders), the question
        // is turned into a question about the declarer's tricks.
        let defenders = self.solver.board.playing & !1;
        let is_side = |seats: u8| seats == 1 || seats == defenders;
        if !is_side(count.seats) || !is_side(maximizers) {
            return self.ask(maximizers, count, tricks);
        }
        // A side takes n tricks of t if the other side takes fewer than t - n + 1.
        let is_about_declarer = count.seats == 1;
        let need = if is_about_declarer { count.need } else { tricks - count.need + 1 };
        let reached = if count.seats == maximizers {
            self.ask(1, DeclarerTricks::<true> { need }, tricks)
        } else {
            self.ask(defenders, DeclarerTricks::<false> { need }, tricks)
        };
        reached == is_about_declarer
    }

    fn ask<G: SearchGoal>(&mut self, maximizers: u8, goal: G, tricks: u8) -> bool {
        // The signal is polled once per question, which takes a few milliseconds at most.
        self.solver.stop.poll();
        let id = self.solver.board.rules_id() | u32::from(maximizers) << 10 | goal.context_bits() << 13;
        let context = self.solver.context(id);
        let board: &Board = &self.solver.board;
        let plain_position = self.solver.plain_position;
        let mut cached = goal.as_trick_count().filter(|_| plain_position.is_none()).map(|count| {
            let question = Question::new(count.seats, maximizers);
            self.solver.local_cache.get(&self.solver.endgames, board, question)
        });
        let endings = cached.as_ref().map(|cached| &cached.endings);
        let mut search = Search {
            board,
            plain_position,
            table: &mut self.solver.table,
            history: &mut self.history,
            values: endings.map(|endings| &*endings.values),
            ranges: endings.and_then(|endings| endings.ranges.as_deref()),
            maximizers,
            context,
            nodes: 0,
        };
        let (remaining, leader, trick) = (self.remaining, self.leader, self.trick);
        let answer = ask_compiled(
            board.play_rules,
            SearchStart { search: &mut search, remaining, leader, trick, goal, tricks },
        );
        let nodes = search.nodes;
        self.solver.nodes += nodes;
        if let Some(cached) = &mut cached {
            cached.effort.visited += nodes;
        }
        answer
    }

    fn relative_goal(&self, goal: Goal) -> Goal {
        let turn = |seats: Seats| Seats::from_bits(self.solver.board.seat_mask(seats));
        match goal {
            Goal::AtLeast { seats, tricks } => Goal::AtLeast { seats: turn(seats), tricks },
            Goal::AtMost { seats, tricks } => Goal::AtMost { seats: turn(seats), tricks },
            Goal::Exactly { seats, tricks } => Goal::Exactly { seats: turn(seats), tricks },
            Goal::InARow { seats, tricks, run } => Goal::InARow { seats: turn(seats), tricks, run },
            Goal::Quotas(quotas) => {
                let mut turned = BySeat::default();
                for (seat, &quota) in quotas.iter() {
                    turned.0[self.solver.board.seat_number(seat)] = quota;
                }
                Goal::Quotas(turned)
            }
            settled => settled,
        }
    }
}

#[cfg(test)]
mod tests {
    use preference_fixtures::effort;

    use super::*;
    use crate::cards::{Cards, Suit};
    use crate::deal::random;
    use crate::position::PlaySetup;
    use crate::rules::play::PlayRules;

    #[test]
    fn cache_counts_visits_for_searched_question() {
        let random = &mut random::generator(11);
        let mut solver = Solver::new();
        let setups = [Some(Suit::Hearts), None].map(|trump| {
            let (play_rules, declarer) = (PlayRules::default(), Some(Seat::Forehand));
            PlaySetup { play_rules, trump, declarer, playing: Seats::ALL }
        });
        let position = |setup, hands| Position::new(setup, hands, Seat::Forehand, &[]).expect("equal hands");
        let mut spent = [0; 2];
        for _ in 0..20 {
            let deal = random::deal(random);
            for (setup, spent) in setups.into_iter().zip(&mut spent) {
                let before = solver.nodes();
                solver.max_tricks(&position(setup, deal.hands()), Seats::from_seat(Seat::Forehand));
                *spent += solver.nodes() - before;
            }
        }
        for (setup, spent) in setups.into_iter().zip(spent) {
            solver.board.lay_out(&position(setup, BySeat([Cards::NONE; 3])));
            let reported = solver.endgames.visited(&solver.board, Question::new(1, 1));
            assert!(reported <= spent && 2 * reported > spent, "{reported} of {spent} visits are reported");
        }
    }

    #[test]
    fn walk_changes_no_answer() {
        let random = &mut random::generator(66_800_000);
        let (mut walking, declarer) = (Solver::new(), Seats::from_seat(Seat::Middlehand));
        let setup = PlaySetup {
            play_rules: PlayRules::default(),
            trump: None,
            declarer: Some(Seat::Middlehand),
            playing: Seats::ALL,
        };
        for n in 0..30 * effort() {
            let deal = random::deal(random);
            let position = Position::new(setup, deal.hands(), Seat::Forehand, &[]).expect("equal hands");
            let tricks = Solver::new().value(&position, declarer, Seats::ALL - declarer);
            let on_walk = walking.on_walk(|solver| solver.value(&position, declarer, Seats::ALL - declarer));
            assert_eq!(on_walk, tricks, "{deal}");
            // Between the steps of a walk, and after a cancelled one, the same solver answers with the small table.
            if n % 3 == 0 {
                assert_eq!(walking.value(&position, declarer, Seats::ALL - declarer), tricks, "{deal}");
            }
        }
        if cfg!(panic = "abort") {
            return;
        }
        let cancel = |walking: &mut Solver| walking.on_walk(|_| std::panic::resume_unwind(Box::new(())));
        let cancelled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| cancel(&mut walking)));
        assert!(cancelled.is_err() && !walking.is_on_walk);
    }
}
