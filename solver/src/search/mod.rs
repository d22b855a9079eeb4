//! The exact search.
//!
//! A [`Solver`] answers one kind of question, whether a side can make a
//! [`Goal`] come true against everybody else, and from it the number of tricks
//! a side can be sure of. It walks the tree of legal plays depth first
//! (`alpha_beta`), asks a transposition table what is known of a position at
//! the start of each trick (`table`), tries promising cards first and one of
//! each group of touching cards (`order`), and stops where a look at the suits
//! settles the question (`bounds`).

mod alpha_beta;
mod board;
mod bounds;
mod order;
mod table;

use crate::position::Position;
use crate::rules::contract::Goal;
use crate::seat::{BySeat, Seats};

use alpha_beta::{Search, kind};
use board::{Board, Trick};
use order::History;
use table::Table;

/// The transposition table's size: 2^14 lines of 64 bytes, one mebibyte.
const TABLE_BITS: u32 = 14;

/// Solves positions; reuse one, since what it learns serves later questions.
///
/// ```
/// use preference::{Deal, Game, Position, Seat, Seats, Solver, Suit, Switches};
/// let deal: Deal = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98".parse()?;
/// let game = Game {
///     switches: Switches::default(),
///     trump: Some(Suit::Spades),
///     soloist: Some(Seat::Forehand),
///     playing: Seats::ALL,
/// };
/// let position = Position::new(game, deal.hands(), Seat::Forehand, &[])?;
/// let mut solver = Solver::new();
/// assert_eq!(solver.most(&position, Seats::of(Seat::Forehand)), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    table: Table,
    contexts: Vec<u32>,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver with an empty table of one mebibyte.
    #[must_use]
    pub fn new() -> Solver {
        Solver { table: Table::new(TABLE_BITS), contexts: Vec::new(), nodes: 0 }
    }

    /// How many starts of tricks this solver has visited in all.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The most tricks, of those still to be played, that the seats of `side`
    /// together are sure of against everybody else.
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

    /// The number of tricks for `counted` if `pursuers` want it high and the
    /// others low.
    fn value(&mut self, position: &Position, counted: Seats, pursuers: Seats) -> u8 {
        let mut question = self.ask(position, pursuers);
        let (mut lo, mut hi) = (0, position.tricks_left());
        let mut guess = question.guess(counted);
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
        lo
    }

    fn ask(&mut self, position: &Position, pursuers: Seats) -> Question<'_> {
        self.table.next_age();
        let (board, left, trick) = Board::new(position);
        let leader = board.seat(position.leader());
        let pursuers = board.seats(pursuers);
        Question { solver: self, board, left, leader, trick, pursuers, history: History::new() }
    }

    /// The number under which the table keeps questions of this kind.
    ///
    /// It fills the upper six bits of a key; when all 63 are given away the table
    /// starts anew.
    fn context(&mut self, id: u32) -> u64 {
        let number = self.contexts.iter().position(|&known| known == id).unwrap_or_else(|| {
            if self.contexts.len() == 63 {
                self.table.clear();
                self.contexts.clear();
            }
            self.contexts.push(id);
            self.contexts.len() - 1
        });
        (number as u64) << 58
    }
}

/// A position set up for questions about one side's wishes.
struct Question<'a> {
    solver: &'a mut Solver,
    board: Board,
    left: u32,
    leader: usize,
    trick: Option<Trick>,
    pursuers: u8,
    history: History,
}

impl Question<'_> {
    fn reaches(&mut self, goal: Goal) -> bool {
        let tricks = self.trick.map_or_else(
            || self.board.hand(self.leader, self.left).count_ones(),
            |trick| self.board.hand(trick.seat.into(), self.left).count_ones(),
        );
        if let Some(answer) = goal.decided(tricks as u8) {
            return answer;
        }
        let (goal, pursuers, turned) = match self.relative(goal) {
            // To hold a side to n tricks is to deny the others its n + 1st.
            Goal::AtMost { seats, tricks } => {
                (Goal::AtLeast { seats, tricks: tricks + 1 }, self.board.playing & !self.pursuers, true)
            }
            goal => (goal, self.pursuers, false),
        };
        let id = self.board.rules() | u32::from(pursuers) << 10 | kind(goal) << 13;
        let context = self.solver.context(id);
        let mut search = Search {
            board: &self.board,
            table: &mut self.solver.table,
            history: std::mem::replace(&mut self.history, History::new()),
            pursuers,
            context,
            nodes: 0,
        };
        let answer = match self.trick {
            None => search.reaches(self.left, self.leader, goal),
            Some(trick) => search.continues(self.left, trick, goal),
        };
        self.history = search.history;
        self.solver.nodes += search.nodes;
        answer != turned
    }

    /// The goal with its seats counted from the soloist.
    fn relative(&self, goal: Goal) -> Goal {
        let turn = |seats: Seats| Seats::from_bits(self.board.seats(seats));
        match goal {
            Goal::AtLeast { seats, tricks } => Goal::AtLeast { seats: turn(seats), tricks },
            Goal::AtMost { seats, tricks } => Goal::AtMost { seats: turn(seats), tricks },
            Goal::Exactly { seats, tricks } => Goal::Exactly { seats: turn(seats), tricks },
            Goal::InARow { seats, tricks, run } => Goal::InARow { seats: turn(seats), tricks, run },
            Goal::Quotas(quotas) => {
                let mut turned = BySeat::default();
                for (seat, &quota) in quotas.iter() {
                    turned.0[self.board.seat(seat)] = quota;
                }
                Goal::Quotas(turned)
            }
            settled => settled,
        }
    }

    /// A first guess at the number of tricks for a side.
    fn guess(&self, counted: Seats) -> u8 {
        let side = self.board.seats(counted);
        let tricks = self.board.hand(self.leader, self.left).count_ones() as u8;
        let others = self.board.playing & !side;
        let sure = bounds::sure_trumps(&self.board, self.left, side);
        let lost = bounds::sure_trumps(&self.board, self.left, others);
        (sure + tricks.saturating_sub(lost)).div_ceil(2)
    }
}
