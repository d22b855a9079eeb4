//! The values of all endings of at most four cards in each hand, found when first
//! asked for and kept.
//!
//! Positions that differ only by exchanging suits that are not trumps have one
//! place. A place is found by arithmetic: the classes of the suits (how many cards
//! each seat has there) name a block of places, and the owners' orders within
//! their classes the place in it, as the figures of a number with mixed bases. The
//! class of the last suit follows from the others, since each seat has as many
//! cards as there are tricks left.
//!
//! One byte holds the values for the three seats that may be on lead, each as a
//! figure to the base of six: 0 is not known yet, n + 1 says n tricks. With all
//! three playing a table takes 2.9 MB with trumps and 0.9 MB without. Threads share
//! it without locks: a byte only ever gains figures, every figure is proved, and
//! when two writes meet one of them may be lost, which costs finding it again.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ahash::RandomState;
use rayon::prelude::*;

use super::board::{Any, Board, Trick};
use super::shape::{CLASSES, PLACE_BITS, Shape, shapes};

/// The most cards in each hand that the tables cover.
pub(crate) const CARDS: u8 = 4;

/// What a figure of each leader counts in a byte.
const UNITS: [u8; 3] = [1, 6, 36];

/// The figure of each leader in each byte.
const FIGURES: [[u8; 256]; 3] = {
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

/// The values of one question: the tricks still to come for certain seats when
/// certain seats want them many.
pub(crate) struct Endgame {
    index: Index,
    /// Whose tricks count, as a mask of seats counted from the soloist.
    counted: u8,
    /// Who wants them many.
    pursuers: u8,
    bytes: Box<[AtomicU8]>,
}

impl Endgame {
    fn new(board: &Board, counted: u8, pursuers: u8) -> Endgame {
        let index = Index::new(board.playing, board.trump.is_some());
        let mut bytes = Vec::new();
        bytes.resize_with(index.places as usize, AtomicU8::default);
        Endgame { index, counted, pursuers, bytes: bytes.into_boxed_slice() }
    }

    /// The tricks for the seats counted from the start of a trick, with `tricks`
    /// left, four at most.
    #[inline(always)]
    pub(crate) fn value(&self, board: &Board, left: u32, leader: usize, tricks: u8) -> u8 {
        if tricks == 0 {
            return 0;
        }
        let byte = &self.bytes[self.index.place(board, left, tricks)];
        let figure = FIGURES[leader][usize::from(byte.load(Ordering::Relaxed))];
        if figure > 0 { figure - 1 } else { self.find(board, left, leader, tricks, byte) }
    }

    /// Find the value and keep it.
    #[cold]
    fn find(&self, board: &Board, left: u32, leader: usize, tricks: u8, byte: &AtomicU8) -> u8 {
        let leads = board.leads(left, leader).map(|card| board.lead(leader, card));
        let value = self
            .best(leader, leads, (-1, 5), |trick, window| self.within(board, left, trick, tricks, window));
        let known = byte.load(Ordering::Relaxed);
        if FIGURES[leader][usize::from(known)] == 0 {
            byte.store(known + (value as u8 + 1) * UNITS[leader], Ordering::Relaxed);
        }
        value as u8
    }

    /// Find all values at once, on all cores, for boards like this one.
    pub(crate) fn fill(&self, board: &Board) {
        let mut ids: Vec<Vec<u16>> = vec![Vec::new(); CLASSES];
        for shape in shapes().iter().filter(|shape| shape.is_small()) {
            ids[(shape.code >> PLACE_BITS) as usize].push(shape.id);
        }
        for tricks in 1..=CARDS {
            let blocks = blocks(total(board.playing, tricks), board.trump.is_some());
            blocks.par_iter().for_each(|&block| {
                let mut board = board.clone();
                let [a, b, c, d] = block.map(|class| &ids[class]);
                for &a in a {
                    for &b in b {
                        for &c in c {
                            // Of suits of one class each pair is met in both orders.
                            for &d in d.iter().filter(|&&d| block[2] != block[3] || c <= d) {
                                let left = board.hold([a, b, c, d]);
                                for leader in (0..3).filter(|leader| board.playing >> leader & 1 == 1) {
                                    self.value(&board, left, leader, tricks);
                                }
                            }
                        }
                    }
                }
            });
        }
    }

    /// The same from within a trick: the exact value if it lies within the window
    /// (both ends excluded), else a bound on the side of the window where it lies.
    fn within(&self, board: &Board, left: u32, trick: Trick, tricks: u8, window: (i8, i8)) -> i8 {
        if trick.count == board.players {
            let won = (self.counted >> trick.winner & 1) as i8;
            return won + self.value(board, left & !trick.cards, trick.winner.into(), tricks - 1) as i8;
        }
        let follows =
            board.follows::<Any>(&trick, left).into_iter().flatten().map(|card| board.follow(trick, card));
        self.best(trick.seat.into(), follows, window, |next, window| {
            self.within(board, left, next, tricks, window)
        })
    }

    /// The best of several continuations for the seat that chooses.
    fn best(
        &self,
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

/// How many tables are kept: 46 MB if all are for three hands with trumps. One set of
/// rules needs three, with trumps, without, and for misère.
const TABLES: usize = 16;

/// The tables in use, by the question they answer; clones share them.
#[derive(Clone, Default)]
pub(crate) struct Endgames(Arc<Mutex<HashMap<u32, Arc<Endgame>, RandomState>>>);

impl Endgames {
    /// The table for boards like this one, for the tricks of some seats when some
    /// want them many.
    pub(crate) fn get(&self, board: &Board, counted: u8, pursuers: u8) -> Arc<Endgame> {
        let question = board.rules() | u32::from(counted) << 10 | u32::from(pursuers) << 13;
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.len() == TABLES && !tables.contains_key(&question) {
            tables.clear();
        }
        Arc::clone(tables.entry(question).or_insert_with(|| Arc::new(Endgame::new(board, counted, pursuers))))
    }
}

/// Where in a table a position stands.
struct Index {
    /// By the tricks left less one and the classes of the first two suits: where in
    /// `cells` the class of the third is counted from.
    rows: [Vec<u32>; CARDS as usize],
    /// The first place of each block.
    cells: Vec<u32>,
    /// How many shapes each class has.
    sizes: [u32; CLASSES],
    /// The number of places in all.
    places: u32,
}

impl Index {
    /// Suits come in this order: trumps if there are any, then the others by their
    /// codes, so that exchanging those changes nothing.
    fn new(playing: u8, trump: bool) -> Index {
        let mut sizes = [0; CLASSES];
        for shape in shapes().iter().filter(|shape| shape.is_small()) {
            sizes[(shape.code >> PLACE_BITS) as usize] += 1;
        }
        let mut index = Index { rows: Default::default(), cells: Vec::new(), sizes, places: 0 };
        for tricks in 1..=CARDS {
            index.add(tricks, &blocks(total(playing, tricks), trump));
        }
        index
    }

    /// Add the blocks of endings with so many tricks left.
    fn add(&mut self, tricks: u8, blocks: &[[usize; 4]]) {
        let mut rows = vec![0; CLASSES * CLASSES];
        for same in blocks.chunk_by(|a, b| a[..2] == b[..2]) {
            // The third suits come in rising order: cells from the first to the last.
            let (start, [first, second, lowest, _]) = (self.cells.len(), same[0]);
            rows[first * CLASSES + second] = (start as u32).wrapping_sub(lowest as u32);
            for block in same {
                self.cells.resize(start + block[2] - lowest, 0);
                self.cells.push(self.places);
                self.places += block.map(|class| self.sizes[class]).iter().product::<u32>();
            }
        }
        self.rows[usize::from(tricks) - 1] = rows;
    }

    #[inline]
    fn place(&self, board: &Board, left: u32, tricks: u8) -> usize {
        let [a, b, c, d] = board.sorted(left, |shape| shape.code);
        let class = |code: u32| (code >> PLACE_BITS) as usize;
        let within = |code: u32| code & ((1 << PLACE_BITS) - 1);
        let row = self.rows[usize::from(tricks) - 1][class(a) * CLASSES + class(b)];
        let block = self.cells[row.wrapping_add(class(c) as u32) as usize];
        let place = within(a) * self.sizes[class(b)] + within(b);
        let place = place * self.sizes[class(c)] + within(c);
        (block + place * self.sizes[class(d)] + within(d)) as usize
    }
}

/// How many cards each seat has with so many tricks left.
fn total(playing: u8, tricks: u8) -> [u8; 3] {
    [0, 1, 2].map(|seat| if playing >> seat & 1 == 1 { tricks } else { 0 })
}

/// The classes that four suits can have when the seats have these numbers of cards,
/// trumps first if there are any, the others rising.
fn blocks(total: [u8; 3], trump: bool) -> Vec<[usize; 4]> {
    let mut blocks = Vec::new();
    for first in classes(total) {
        let total = minus(total, first);
        for second in classes(total).filter(|&second| trump || first <= second) {
            let total = minus(total, second);
            for third in classes(total).filter(|&third| second <= third) {
                let rest = minus(total, third);
                let fourth = class_of(rest);
                if third <= fourth && rest.iter().sum::<u8>() <= 8 {
                    blocks.push([first, second, third, fourth]);
                }
            }
        }
    }
    blocks
}

/// The classes of suits that hold no more cards of each seat than these and not
/// more than a suit has.
fn classes(most: [u8; 3]) -> impl Iterator<Item = usize> {
    let all = (0..=most[2])
        .flat_map(move |c| (0..=most[1]).flat_map(move |b| (0..=most[0]).map(move |a| [a, b, c])));
    all.filter(|len| len.iter().sum::<u8>() <= 8).map(class_of)
}

fn class_of(len: [u8; 3]) -> usize {
    Shape::class(len) as usize
}

/// What remains for the other suits after one of this class.
fn minus(total: [u8; 3], class: usize) -> [u8; 3] {
    let len = [class % 5, class / 5 % 5, class / 25];
    [0, 1, 2].map(|seat| total[seat] - len[seat] as u8)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use bitvec::prelude::*;

    use super::*;
    use crate::cards::{Cards, Suit};
    use crate::position::{Game, Position};
    use crate::rules::play::Switches;
    use crate::seat::{BySeat, Seat, Seats};

    fn board(trump: Option<Suit>, playing: Seats) -> Board {
        let game = Game { switches: Switches::from_bits(1), trump, soloist: Some(Seat::Forehand), playing };
        let hands = BySeat([Cards::NONE; 3]);
        let mut board = Board::new();
        board.lay_out(&Position::new(game, hands, Seat::Forehand, &[]).expect("empty hands"));
        board
    }

    /// Every ending of up to `most` cards in each hand.
    fn each(board: &mut Board, most: u8, mut ending: impl FnMut(&Board, u32, u8)) {
        let of_class =
            |class| shapes().iter().filter(move |shape| shape.is_small() && class_of(shape.len) == class);
        for tricks in 1..=most {
            for [a, b, c, d] in blocks(total(board.playing, tricks), board.trump.is_some()) {
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
    fn each_position_has_one_place_and_each_place_one_position() {
        for (trump, playing, most) in [
            (None, Seats::ALL, 2),
            (Some(Suit::Diamonds), Seats::ALL, 2),
            (None, Seats::ALL - Seats::of(Seat::Rearhand), 4),
            (Some(Suit::Spades), Seats::ALL - Seats::of(Seat::Middlehand), 4),
        ] {
            let mut board = board(trump, playing);
            let index = Index::new(board.playing, trump.is_some());
            let (mut keys, mut taken) = (HashMap::new(), bitvec![0; index.places as usize]);
            each(&mut board, most, |board, left, tricks| {
                let place = index.place(board, left, tricks);
                let known = *keys.entry(board.key(left, 0)).or_insert(place);
                assert_eq!(known, place, "one position has two places");
                taken.set(place, true);
            });
            assert_eq!(taken.count_ones(), keys.len(), "two positions share a place");
        }
    }

    #[test]
    fn no_more_tables_are_kept_than_said() {
        let endgames = Endgames::default();
        let board = board(None, Seats::ALL - Seats::of(Seat::Rearhand));
        for (counted, pursuers) in (1..8).flat_map(|counted| (1..8).map(move |pursuers| (counted, pursuers)))
        {
            endgames.get(&board, counted, pursuers);
            let kept = endgames.0.lock().expect("no thread panicked").len();
            assert!((1..=TABLES).contains(&kept), "{kept}");
        }
    }

    #[test]
    fn filling_finds_what_is_found_when_first_met() {
        let mut board = board(Some(Suit::Clubs), Seats::ALL - Seats::of(Seat::Rearhand));
        let (filled, fresh) = (Endgame::new(&board, 1, 1), Endgame::new(&board, 1, 1));
        filled.fill(&board);
        each(&mut board, 4, |board, left, tricks| {
            let byte = filled.bytes[filled.index.place(board, left, tricks)].load(Ordering::Relaxed);
            for (leader, figures) in FIGURES.iter().enumerate().take(2) {
                assert_eq!(figures[usize::from(byte)], fresh.value(board, left, leader, tricks) + 1);
            }
        });
    }
}
