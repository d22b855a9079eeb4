//! The values of all endings of a few cards in each hand: found when first asked for and
//! kept, or all of them in a table made beforehand.
//!
//! One byte holds the values for the three seats that may be on lead, each as a figure
//! to the base of six. Where values are found one by one there are endings of up to four
//! cards in each hand, 0 is not known yet and n + 1 says n tricks; that takes 2.9 MB
//! with trumps and 0.9 MB without. Threads share it without locks: a byte only ever
//! gains figures, every figure is proved, and when two writes meet one of them may be
//! lost, which costs finding it again. A complete table goes up to five cards and its
//! figures are the tricks themselves: 65 MB with trumps and 17 MB without.
//!
//! Of the pooled game (`pooled`) there are values too, as bounds for the soloist, up to one card
//! more: 9.6 MB and 2.4 MB where they are found one by one, 144 MB and 37 MB complete. A figure
//! that would be too high is the highest there is, a bound still.

mod build;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod folder;
mod index;
pub(crate) mod kind;
mod shared;

use std::sync::atomic::{AtomicU8, Ordering};

use super::board::{Board, Moves, Trick};
use super::compiled::Any;
use index::Index;
pub use shared::Endgames;

/// The most cards in each hand of a complete table; one more in the pooled game.
const CARDS: u8 = 5;

/// The most cards in each hand where values are found one by one; one more in the pooled
/// game.
const FOUND_CARDS: u8 = 4;

/// The highest figure.
const HIGHEST: u8 = 5;

/// What a figure of each leader counts in a byte.
const UNITS: [u8; 3] = [1, 6, 36];

/// The figure of each leader in each byte.
static FIGURES: [[u8; 256]; 3] = {
    let mut figures = [[0; 256]; 3];
    let mut byte = 0;
    while byte < 256 {
        let mut leader = 0;
        while leader < 3 {
            figures[leader][byte] = byte as u8 / UNITS[leader] % 6;
            leader += 1;
        }
        byte += 1;
    }
    figures
};

/// Whose tricks are counted, and who wants them many, as masks of seats counted from
/// the soloist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) counted: u8,
    pub(crate) pursuers: u8,
    /// Whether it is about the pooled game.
    pub(crate) pooled: bool,
}

/// The values of one question.
pub(crate) struct Endgame {
    index: Index,
    question: Question,
    /// The most cards in each hand.
    pub(crate) cards: u8,
    values: Values,
}

enum Values {
    /// Those found so far.
    Found(Box<[AtomicU8]>),
    /// All of them, in memory.
    Complete(Box<[u8]>),
    /// All of them, in a file.
    #[cfg(not(target_family = "wasm"))]
    Mapped(folder::Mapped),
}

impl Endgame {
    /// The values for boards like this one, none of them known yet.
    fn new(board: &Board, question: Question) -> Endgame {
        let cards = FOUND_CARDS + u8::from(question.pooled);
        let index = Index::new(board.playing, board.trumps != 0, cards, question.pooled);
        let values = Values::Found((0..index.places()).map(|_| AtomicU8::default()).collect());
        Endgame { index, question, cards, values }
    }

    /// These values, in the order of the index, for boards like this one.
    #[cfg(not(target_family = "wasm"))]
    fn of(board: &Board, question: Question, cards: u8, values: Values) -> Endgame {
        let index = Index::new(board.playing, board.trumps != 0, cards, question.pooled);
        Endgame { index, question, cards, values }
    }

    /// The tricks for the seats counted from the start of a trick, with `tricks`
    /// left, no more than [`cards`](Self::cards). Of the pooled game it is what the soloist
    /// makes there or one trick worse for him.
    #[inline(always)]
    pub(crate) fn value(&self, board: &Board, left: u32, leader: usize, tricks: u8) -> u8 {
        if tricks == 0 {
            return 0;
        }
        let place = self.index.place(board, left, tricks);
        let figure = match &self.values {
            #[cfg(not(target_family = "wasm"))]
            Values::Mapped(file) => FIGURES[leader][usize::from(file.values()[place])],
            Values::Complete(bytes) => FIGURES[leader][usize::from(bytes[place])],
            Values::Found(bytes) => {
                let byte = &bytes[place];
                let figure = FIGURES[leader][usize::from(byte.load(Ordering::Relaxed))];
                if figure > 0 { figure - 1 } else { self.find(board, left, leader, tricks, byte) }
            }
        };
        self.question.turned(figure, tricks)
    }

    /// Find the value and keep it.
    #[cold]
    fn find(&self, board: &Board, left: u32, leader: usize, tricks: u8, byte: &AtomicU8) -> u8 {
        let value = self
            .question
            .value(board, left, leader, tricks, |left, leader| self.value(board, left, leader, tricks - 1));
        let figure = self.question.turned(value, tricks).min(HIGHEST - 1);
        let known = byte.load(Ordering::Relaxed);
        if FIGURES[leader][usize::from(known)] == 0 {
            byte.store(known + (figure + 1) * UNITS[leader], Ordering::Relaxed);
        }
        figure
    }
}

impl Question {
    /// Tricks for the seats counted as the figure that is kept, and back. Of the pooled game
    /// those are kept that the soloist wins, or leaves to the others if he wants few, since a
    /// figure too high to be kept may be taken for a lower one.
    #[inline(always)]
    fn turned(self, tricks: u8, of: u8) -> u8 {
        if self.pooled && self.pursuers & 1 == 0 { of - tricks } else { tricks }
    }

    /// The value at the start of a trick, given the values after it.
    fn value(
        self,
        board: &Board,
        left: u32,
        leader: usize,
        tricks: u8,
        after: impl Fn(u32, usize) -> u8,
    ) -> u8 {
        let leads = if self.pooled { board.pooled_leads(left, leader) } else { board.leads(left, leader) };
        let leads = leads.map(|card| board.lead(leader, card));
        let all = (-1, tricks as i8 + 1);
        self.best(leader, leads, all, |trick, window| self.within(board, left, trick, window, &after)) as u8
    }

    /// The same from within a trick: the exact value if it lies within the window
    /// (both ends excluded), else a bound on the side of the window where it lies.
    fn within(
        self,
        board: &Board,
        left: u32,
        trick: Trick,
        window: (i8, i8),
        after: &impl Fn(u32, usize) -> u8,
    ) -> i8 {
        if trick.count == board.players {
            let won = |winner: u8| {
                let won = self.counted >> winner & 1;
                (won + after(left & !trick.cards, winner.into())) as i8
            };
            let rival = if self.pooled { board.rival(&trick, left) } else { None };
            let tricks = won(trick.winner);
            return match rival.map(won) {
                None => tricks,
                // Which of them wins the defenders choose.
                Some(other) if self.pursuers & 1 == 1 => tricks.min(other),
                Some(other) => tricks.max(other),
            };
        }
        let follows = if self.pooled {
            board.pooled_follows::<Any>(&trick, left)
        } else {
            let [beating, staying] = board.follows::<Any>(&trick, left);
            [beating, staying, Moves::NONE]
        };
        let follows = follows.into_iter().flatten().map(|card| board.follow(trick, card));
        self.best(trick.seat.into(), follows, window, |next, window| {
            self.within(board, left, next, window, after)
        })
    }

    /// The best of several continuations for the seat that chooses.
    fn best(
        self,
        seat: usize,
        continuations: impl Iterator<Item = Trick>,
        (mut alpha, mut beta): (i8, i8),
        value: impl Fn(Trick, (i8, i8)) -> i8,
    ) -> i8 {
        let high = self.pursuers >> seat & 1 == 1;
        for trick in continuations {
            let value = value(trick, (alpha, beta));
            if high {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if high { alpha } else { beta }
    }
}

#[cfg(test)]
mod tests {
    use super::index::blocks;
    use super::*;
    use crate::cards::{Cards, Suit};
    use crate::position::{Game, Position};
    use crate::rules::play::Switches;
    use crate::search::shape::{Shape, shapes};
    use crate::seat::{BySeat, Seat, Seats};

    /// A board with so many hands.
    pub(super) fn board(trumps: bool, hands: usize) -> Board {
        let playing = if hands == 3 { Seats::ALL } else { Seats::ALL - Seats::of(Seat::Rearhand) };
        let trump = trumps.then_some(Suit::Diamonds);
        let game = Game { switches: Switches::from_bits(1), trump, soloist: Some(Seat::Forehand), playing };
        let mut board = Board::new();
        let nothing = BySeat([Cards::NONE; 3]);
        board.lay_out(&Position::new(game, nothing, Seat::Forehand, &[]).expect("empty hands"));
        board
    }

    /// Every ending of up to `most` cards in each hand.
    pub(super) fn each(board: &mut Board, most: u8, mut ending: impl FnMut(&Board, u32, u8)) {
        let of_class =
            |class| shapes().iter().filter(move |shape| shape.has_code() && Shape::class(shape.len) == class);
        for tricks in 1..=most {
            for [a, b, c, d] in blocks(board.playing, board.trumps != 0, tricks) {
                for (a, b) in of_class(a).flat_map(|a| of_class(b).map(move |b| (a.id, b.id))) {
                    for (c, d) in of_class(c).flat_map(|c| of_class(d).map(move |d| (c.id, d.id))) {
                        let left = board.hold([a, b, c, d]);
                        ending(board, left, tricks);
                    }
                }
            }
        }
    }

    #[test]
    fn complete_tables_hold_what_is_found_when_first_met() {
        let some = [(true, 2, CARDS), (false, 2, CARDS), (true, 3, 2), (false, 3, 3)];
        let pooled = [(true, 3, 2), (false, 3, 3)];
        let cases = some.map(|case| (case, false)).into_iter().chain(pooled.map(|case| (case, true)));
        for ((trumps, hands, cards), pooled) in cases {
            for pursuers in [0b001, 0b110] {
                let mut board = board(trumps, hands);
                let question = Question { counted: 0b001, pursuers: pursuers & board.playing, pooled };
                let complete = Endgame::complete(&board, question, cards, |_| {});
                let found = Endgame::new(&board, question);
                assert!(complete.follows(&board));
                each(&mut board, cards, |board, left, tricks| {
                    for leader in 0..hands {
                        let value = if tricks <= FOUND_CARDS {
                            found.value(board, left, leader, tricks)
                        } else {
                            question.value(board, left, leader, tricks, |left, leader| {
                                found.value(board, left, leader, tricks - 1)
                            })
                        };
                        assert_eq!(complete.value(board, left, leader, tricks), value);
                    }
                });
            }
        }
    }

    /// All five tricks are the soloist's, one more than a figure holds where values are found.
    #[test]
    fn a_figure_too_high_to_keep_is_a_bound_still() {
        let mut board = board(true, 3);
        let shape = |owners: [usize; 5]| owners.iter().fold(0, |id, &owner| Shape::with_top(id, owner));
        let left = board.hold([shape([0; 5]), shape([1; 5]), shape([2; 5]), 0]);
        let question = Question { counted: 0b001, pursuers: 0b001, pooled: true };
        let found = Endgame::new(&board, question);
        assert_eq!(found.value(&board, left, 0, found.cards), 4);
    }

    #[test]
    fn a_wrong_value_is_seen() {
        let board = board(false, 2);
        let question = Question { counted: 0b001, pursuers: 0b001, pooled: false };
        let mut endgame = Endgame::complete(&board, question, 3, |_| {});
        let Values::Complete(bytes) = &mut endgame.values else { panic!("it is complete") };
        bytes.fill(0);
        assert!(!endgame.follows(&board));
    }
}
