//! The exact search.
//!
//! A [`Solver`] answers one kind of question, whether a side can make a
//! [`Goal`] come true against everybody else, and from it the number of tricks a side
//! can be sure of. How it goes about it:
//!
//! - The deal becomes a board (`board`): who owned a card never changes, so that a
//!   position at the start of a trick is the mask of the cards left and the leader, and
//!   each suit, trumps first, is a byte by which everything known of it is looked up
//!   (`pattern`).
//! - Depth first over the legal plays with a zero window (`alpha_beta`): is the goal
//!   reached or not. The number of tricks takes two such questions if the first guess
//!   is right (`guess`).
//! - At the start of a trick a transposition table is asked (`table`). Its key is the
//!   order of owners in each suit: whatever differs only in the ranks of cards that are
//!   gone is one position, on other deals too.
//! - With few cards in each hand the exact value is known (`endgame`): up to four, found
//!   once and kept in a table that all deals and threads share; up to five, where a
//!   complete table is at hand, in memory or in a file ([`Endgames`], [`TableFolder`]).
//! - Of endings of one card more, or two with a large table, the range is known in which the
//!   value lies: between those of two games with fewer positions, since one side may decide
//!   there about the order of the defenders' cards among each other (`relaxed`).
//! - A look at the suits may settle the question (`bounds`); what each suit adds to it is
//!   a word for each pattern, so that suits are added up like numbers (`suit_terms`), and what the
//!   declarer's trumps are worth is worked out beforehand for each pattern (`trump tricks`).
//! - Else cards are tried, promising ones first (`order`), one of each group of touching
//!   cards.
//!
//! Where seats have wishes of their own there are no two sides, and none of this applies but
//! the board and the table: [`Solver::outcome`] works the hand out backwards (`maxn`).
//!
//! # What each part brings
//!
//! Suit games of 100 random deals, all three declarers: starts of tricks visited a solve
//! when the part is left out by itself, first with the values of endings of four cards at
//! hand, then with complete tables of five and of ranges of six, and with large ones of ranges of
//! seven.
//!
//! | without | american | russian | austrian | american, 6 | american, 7 |
//! |---|---|---|---|---|---|
//! | nothing left out | 1016 | 876 | 444 | 215 | 74 |
//! | ranges of endings | | | | 514 | 514 |
//! | values of endings | 2224 | 1560 | 977 | 241 | 92 |
//! | all bounds | 2963 | 2251 | 863 | 364 | 100 |
//! | the trump tricks, but not sure trumps | 1352 | 1056 | 498 | 251 | 80 |
//! | the trump tricks and sure trumps | 2053 | 1426 | 589 | 313 | 92 |
//! | quick tricks | 1246 | 1089 | 541 | 240 | 79 |
//! | regained tricks | 1167 | 1019 | 478 | 238 | 79 |
//! | grouping of touching cards | 1830 | 1556 | 742 | 396 | 132 |
//! | history of leads | 1166 | 1080 | 659 | 225 | 76 |
//! | first guess by strength | 1135 | 960 | 586 | 249 | 90 |
//!
//! Fewest tricks in misère: 6273 visits under american and russian rules and 2326 under austrian
//! ones. With complete tables 1004 under american rules, with a large one 353; without
//! ranges 2788; without exits 1072 and 358.
//!
//! # What bounds the speed
//!
//! With large tables a suit game is 50 to 80 visits of 1,750 to 2,000 instructions: 129,000 in all
//! under american rules, 143,000 under russian and 97,000 under austrian ones (american rules with
//! small tables: 282,000). Of the american ones 27 percent are the recursion itself, 23 are spent
//! on what may be played and what suits look like, 8 on the order of leads, 8 on looking up
//! endings, 6 on bounds, 5 on the rules, 4 on the transposition table, and the rest is spread; by
//! the time that as many instructions take with the smaller table, a quarter is waiting, since a
//! range lies anywhere in 1.5 GB. Visits to a position, of 60 random deals, by the cards in each hand:
//!
//! | | 6 | 7 | 8 | 9 | 10 | all | value known | and best leads |
//! |---|---|---|---|---|---|---|---|---|
//! | suits, american | 9 | 8 | 46 | 11 | 2 | 76 | 70 | 64 |
//! | suits, russian | 10 | 8 | 48 | 11 | 2 | 79 | 73 | 66 |
//! | suits, austrian | 9 | 6 | 24 | 10 | 2 | 52 | 46 | 41 |
//! | no trump, american | 33 | 23 | 32 | 9 | 2 | 99 | 89 | 79 |
//! | no trump, austrian | 28 | 17 | 24 | 10 | 2 | 82 | 71 | 58 |
//! | fewest in misère, american | 92 | 70 | 150 | 22 | 3 | 336 | 269 | 228 |
//! | fewest in misère, austrian | 110 | 60 | 49 | 16 | 3 | 237 | 182 | 131 |
//!
//! The last columns are what remains where the value is known beforehand, as by a perfect first
//! guess, and besides the card that decided each position last: the order of moves is worth
//! another tenth, in misère under austrian rules a quarter. A bound that settled every position of
//! eight cards would leave the two columns after it, 13 visits of 76; one that settled what ranges
//! leave open of six and seven cards would save a fifth of them in suit games, half in no trump. Ranges of
//! eight cards would be a table of some 15 GB.
//!
//! Strains and declarers of a deal share what is known of endings and nothing else: to forget the
//! transposition table between them changes no number of visits. Discards share little: with a
//! table that forgets nothing a talon table took a tenth fewer visits. So a talon table of 66
//! discards and five strains is 330 solves, less those of discards that are alike: some 8,000
//! visits under all three sets of rules. Where seats have wishes of their own, nine in ten nodes
//! are found in the table, and what is left is waiting for it.
//!
//! # What was tried and dropped
//!
//! - Asking the bounds before the transposition table: the same tree, 8 % slower.
//! - Ordering followers by a score for each card: the same number of nodes, and the
//!   sorting cost a third of the time.
//! - One lead for two side suits of the same pattern: hardly ever two such suits hold
//!   cards.
//! - One key for positions that differ by exchanging suits: no fewer visits. Where seats have
//!   wishes of their own it saves 5 to 12 percent, and is kept.
//! - In misère, stopping where the declarer can duck in every suit: sound, but it fires so
//!   rarely that no node is saved. Leads ordered by who must win them, throws by rank whatever
//!   the suit: nothing.
//! - Complete tables copied to huge pages instead of mapped: 10 percent of the time of suit
//!   games under american rules, 4 under the others, for 65 MB that no other process shares.
//! - Discards for a contract asked about in the order of a first guess instead of high or low
//!   cards: 3 percent of the visits in misère, none elsewhere.
//! - Other sizes of the transposition table: a seventh of the time of a suit game is waiting
//!   for its lines with 2^13 of them, less with 2^12; with 2^10 talon tables visit a tenth more.
//! - Fetching the line of the transposition table before the bounds are worked out: no
//!   gain.
//! - Keeping the history of leads from discard to discard: half as many visits again.
//!   Other weights, or a malus for leads that failed: within two percent.
//! - Where seats have wishes of their own: cutting off at what sure trumps leave of the best
//!   wish saves 4 percent of the nodes, a quarter where defenders are allied under american
//!   rules, and no time; not to keep endings of two cards costs a tenth; a small table for easy
//!   hands beside the large one costs a fifth, one for endings of up to three cards gains
//!   nothing; leads from the highest card down change nothing, nor do cards in the order of
//!   whether a seat wants tricks. To carry what a seat is sure of into the next trick, and keep
//!   what is cut there as a bound, saves another 4 to 31 percent of the nodes and no time. Nor
//!   does what every seat can hold itself to, which limits what the others can still hope for: up
//!   to two fifths of the nodes where all have passed, for three values of fewest tricks at each
//!   position worked out. Nine in ten nodes are found in the table; to fetch the lines of all
//!   cards of the last to play at once gains nothing sure.
//! - Instructions of newer processors, bit gathering among them, or chosen when the search
//!   begins (counting zeros and clearing bits in one): 4 to 5 percent fewer instructions and
//!   no time, with and without ranges, so there is one program for all processors.
//! - To search the relaxed game first in which the defenders decide, and at the table only that
//!   he makes no more: beside ranges a tenth fewer instructions in suit games and no time, in
//!   misère a seventh more time. The one in which the declarer decides is a trick off in 11 of 100
//!   positions of eight cards, too often to be searched by itself.
//! - Ranges from the least to the most over all orders within pools, instead of by the relaxed
//!   games: 95 leaders in 100 instead of 93, where all have to head the trick 92 instead of 87,
//!   for a table that takes five times as long to build.
//! - Ranges of five cards found one by one where there is no table: half the visits, but on deals
//!   not met before it takes more than twice the time to find them.
//! - Tables built by guessing the range of a leader from that of another: no faster.
//! - Partition search is not tried. Of the positions where a defender leads and the declarer
//!   makes it, 42 in 100 differ from another of the same solve only by the order within pools,
//!   and in small endings these have one range; 65 in 100 have the same lengths of all suits and
//!   the same cards of the declarer, more than which such a search could not.
//! - Followers try first what refuted last: 6 to 9 percent more visits in suit games, 13 in
//!   misère; only where they cannot follow suit, 4 percent more and none.
//! - A search compiled by itself for the last trick before the endings: no fewer instructions.
//! - Two values of endings looked up at once, so that one load hides the other: nothing. Sure
//!   trumps asked before the value of an ending: 2 to 5 percent in suit games, none under
//!   austrian rules. Endings in the order of the sizes of their suits: a fifth more lines.
//! - In misère, exits with both defenders together: 5 percent of the positions that remain,
//!   for a game worked out at each.

mod alpha_beta;
mod board;
mod bounds;
mod endgame;
mod goal;
mod guess;
mod maxn;
mod order;
mod specialize;
mod suit_pattern;
mod suit_terms;
mod table;
mod trump_tricks;

use crate::position::Position;
use crate::rules::contract::Goal;
use crate::seat::{BySeat, Seat, Seats};

use alpha_beta::Search;
use board::{Board, Trick};
pub use endgame::{EndgameTable, EndgameTableError, Endgames};
#[cfg(not(target_family = "wasm"))]
pub use endgame::{StoredTable, TableError, TableFolder};
use goal::{Count, SearchGoal, kind};
use guess::{Recent, by_strength};
use maxn::Shared;
pub use maxn::{Course, RulesOfThumb};
use order::History;
use specialize::{Ask, Rules, under};
use table::Table;

/// The transposition table's size: 2^12 lines of 64 bytes, a quarter of a mebibyte, which
/// leaves room in the processor's second cache for what else a search looks up.
const TABLE_BITS: u32 = 12;

/// Solves positions; reuse one, since what it learns serves later questions.
///
/// ```
/// use preference::{Deal, Game, Position, Seat, Seats, Solver, Suit, PlayRules};
/// let deal: Deal = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98".parse()?;
/// let game = Game {
///     play_rules: PlayRules::default(),
///     trump: Some(Suit::Spades),
///     declarer: Some(Seat::Forehand),
///     playing: Seats::ALL,
/// };
/// let position = Position::new(game, deal.hands(), Seat::Forehand, &[])?;
/// let mut solver = Solver::new();
/// assert_eq!(solver.most(&position, Seats::of(Seat::Forehand)), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    board: Box<Board>,
    table: Table,
    /// That of play in which every seat has wishes of its own, made when it is needed.
    shared: Option<Shared>,
    contexts: Vec<u32>,
    endgames: Endgames,
    recent: Recent,
    /// How many positions it was asked about, if it does without bounds, values of small
    /// endings, and what positions have in common.
    plain: Option<u64>,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Solver {
        Solver {
            board: Box::new(Board::new()),
            table: Table::new(TABLE_BITS),
            shared: None,
            contexts: Vec::new(),
            endgames: Endgames::default(),
            recent: Recent::default(),
            plain: None,
            nodes: 0,
        }
    }

    /// A solver without bounds and without values of small endings, to which a position that it
    /// has met is the same only if its cards are. Many times slower; it is what the others are
    /// checked by.
    #[must_use]
    pub fn plain() -> Solver {
        Solver { plain: Some(0), table: Table::new(PLAIN_TABLE_BITS), ..Solver::new() }
    }

    /// A solver that uses these values of small endings, and adds to them.
    #[must_use]
    pub fn with(endgames: Endgames) -> Solver {
        Solver { endgames, ..Solver::new() }
    }

    /// The values of small endings that it uses, to be shared with other solvers.
    #[must_use]
    pub fn endgames(&self) -> &Endgames {
        &self.endgames
    }

    /// Forget what was learnt of positions, but keep the values of small endings;
    /// the next answers cost what they would cost a new solver with those at hand.
    pub fn forget(&mut self) {
        self.table.clear();
        self.recent = Recent::default();
    }

    /// How many starts of tricks this solver has visited in all.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The most tricks, of those still to be played, that the seats of `side`
    /// together are sure of against everybody else.
    ///
    /// # Panics
    /// As all questions about two sides do, if the talon leads: see [`Solver::outcome`].
    pub fn most(&mut self, position: &Position, side: Seats) -> u8 {
        self.value(position, side, side)
    }

    /// The fewest tricks, of those still to be played, that the seats of `side`
    /// can hold themselves to against everybody else.
    pub fn fewest(&mut self, position: &Position, side: Seats) -> u8 {
        self.value(position, side, position.game().playing - side)
    }

    /// Whether the seats of `side` can make the goal come true, whatever
    /// everybody else does.
    pub fn reaches(&mut self, position: &Position, side: Seats, goal: Goal) -> bool {
        self.ask(position, side).reaches(goal)
    }

    /// How the seats share all tricks, those taken before included, when each on his turn
    /// plays for the outcome he likes best, and knows that the others do.
    ///
    /// `wish` says how much a seat likes to see the tricks shared so. Where a seat likes two
    /// outcomes alike, one of them is played for by a fixed rule; so that it does not
    /// matter which, let no two outcomes that differ for anybody be alike.
    pub fn outcome<W: Ord>(
        &mut self,
        position: &Position,
        course: Course,
        wish: impl Fn(Seat, BySeat<u8>) -> W,
    ) -> BySeat<u8> {
        let shared = self.shared.get_or_insert_with(Shared::default);
        let (outcome, nodes) = maxn::outcome(&mut self.board, shared, position, course, wish);
        self.nodes += nodes;
        outcome
    }

    /// The number of tricks for `counted` if `pursuers` want it high and the
    /// others low.
    pub fn value(&mut self, position: &Position, counted: Seats, pursuers: Seats) -> u8 {
        let recent = self.recent.like(position, counted, pursuers);
        let mut question = self.ask(position, pursuers);
        let (mut lo, mut hi) = (0, position.tricks_left());
        let mut guess = recent.unwrap_or_else(|| by_strength(position, counted, pursuers));
        while lo < hi {
            let tricks = guess.clamp(lo + 1, hi);
            if question.reaches(Goal::AtLeast { seats: counted, tricks }) {
                lo = tricks;
                guess = tricks + 1;
            } else {
                hi = tricks - 1;
                guess = hi;
            }
        }
        self.recent.keep(position, counted, pursuers, lo);
        lo
    }

    fn ask(&mut self, position: &Position, pursuers: Seats) -> Question<'_> {
        let led = position.talon().suits[0].is_some();
        assert!(!led, "where the talon leads everybody plays for himself, which `outcome` answers");
        self.table.next_age();
        if let Some(asked) = &mut self.plain {
            *asked = (*asked + 1) % PLAIN_POSITIONS;
            if *asked == 0 {
                self.table.clear();
            }
        }
        let (left, trick) = self.board.lay_out(position);
        let leader = self.board.seat(position.leader());
        let pursuers = self.board.seats(pursuers);
        Question { solver: self, left, leader, trick, pursuers, history: History::new() }
    }

    /// The number under which the table keeps questions of this kind.
    ///
    /// It fills the upper six bits of a key; when all 63 are given away the table
    /// starts anew.
    fn context(&mut self, id: u32) -> u64 {
        let number = self.contexts.iter().position(|&known| known == id).unwrap_or_else(|| {
            if self.contexts.len() == CONTEXTS as usize {
                self.table.clear();
                self.contexts.clear();
            }
            self.contexts.push(id);
            self.contexts.len() - 1
        });
        (number as u64) << 58
    }
}

/// The same where positions are known by their cards, which are more.
const PLAIN_TABLE_BITS: u32 = 14;

/// How many positions are numbered before the table of such a solver starts anew.
const PLAIN_POSITIONS: u64 = 1 << 24;

/// How many numbers the upper six bits of a key have; the 64th is that of vacant entries.
const CONTEXTS: u64 = 63;

/// A search at the point where it begins.
struct FromHere<'a, 'b, A> {
    search: &'b mut Search<'a>,
    left: u32,
    leader: usize,
    trick: Option<Trick>,
    goal: A,
}

impl<A: SearchGoal> Ask for FromHere<'_, '_, A> {
    type Answer = bool;

    fn ask<R: Rules>(self) -> bool {
        self.search.start::<R, A>(self.left, self.leader, self.trick, self.goal)
    }
}

/// A position set up for questions about one side's wishes.
struct Question<'a> {
    solver: &'a mut Solver,
    left: u32,
    leader: usize,
    trick: Option<Trick>,
    pursuers: u8,
    history: History,
}

impl Question<'_> {
    fn reaches(&mut self, goal: Goal) -> bool {
        let tricks = self.trick.map_or_else(
            || self.solver.board.hand(self.leader, self.left).count_ones(),
            |trick| self.solver.board.hand(trick.seat.into(), self.left).count_ones(),
        );
        if let Some(answer) = goal.decided(tricks as u8) {
            return answer;
        }
        let goal = self.relative(goal);
        let all = self.solver.board.playing;
        match goal {
            Goal::AtLeast { seats, tricks } => {
                self.ask(self.pursuers, goal, Count { seats: seats.bits(), need: tricks })
            }
            // To hold a side to n tricks is to deny the others its n + 1st.
            Goal::AtMost { seats, tricks } => {
                !self.ask(all & !self.pursuers, goal, Count { seats: seats.bits(), need: tricks + 1 })
            }
            _ => self.ask(self.pursuers, goal, goal),
        }
    }

    fn ask<A: SearchGoal>(&mut self, pursuers: u8, asked: Goal, goal: A) -> bool {
        let id = self.solver.board.rules() | u32::from(pursuers) << 10 | kind(asked) << 13;
        let context = self.solver.context(id);
        let board: &Board = &self.solver.board;
        let plain = self.solver.plain;
        let known = goal
            .count()
            .filter(|_| plain.is_none())
            .map(|count| self.solver.endgames.get(board, endgame::Question::new(count.seats, pursuers)));
        let mut search = Search {
            board,
            plain,
            table: &mut self.solver.table,
            history: &mut self.history,
            values: known.as_ref().map(|known| &*known.values),
            ranges: known.as_ref().and_then(|known| known.ranges.as_deref()),
            pursuers,
            context,
            nodes: 0,
        };
        let (left, leader, trick) = (self.left, self.leader, self.trick);
        let answer = under(board.play_rules, FromHere { search: &mut search, left, leader, trick, goal });
        self.solver.nodes += search.nodes;
        answer
    }

    /// The goal with its seats counted from the declarer.
    fn relative(&self, goal: Goal) -> Goal {
        let turn = |seats: Seats| Seats::from_bits(self.solver.board.seats(seats));
        match goal {
            Goal::AtLeast { seats, tricks } => Goal::AtLeast { seats: turn(seats), tricks },
            Goal::AtMost { seats, tricks } => Goal::AtMost { seats: turn(seats), tricks },
            Goal::Exactly { seats, tricks } => Goal::Exactly { seats: turn(seats), tricks },
            Goal::InARow { seats, tricks, run } => Goal::InARow { seats: turn(seats), tricks, run },
            Goal::Quotas(quotas) => {
                let mut turned = BySeat::default();
                for (seat, &quota) in quotas.iter() {
                    turned.0[self.solver.board.seat(seat)] = quota;
                }
                Goal::Quotas(turned)
            }
            settled => settled,
        }
    }
}
