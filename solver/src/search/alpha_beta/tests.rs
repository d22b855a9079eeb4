//! Checks every bound separately, at every position where a search computes bounds, against a search without bounds.

use std::cell::RefCell;

use preference_fixtures::effort;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::*;
use crate::cards::{Card, Cards, Suit};
use crate::position::{PlaySetup, Position};
use crate::rules::play::PlayRules;
use crate::search::goal::DeclarerTricks;
use crate::search::specialize::BoardRules;
use crate::search::{Solver, endgame};
use crate::seat::{BySeat, Seat, Seats};

thread_local! {
    /// The auditor that checks the visited positions. A test sets it at its start and takes it back at its end.
    static AUDITOR: RefCell<Option<Auditor>> = const { RefCell::new(None) };
}

/// Checks bounds and ranges, and counts the cases in which they are of use.
struct Auditor {
    /// The solver to compare with, which uses no bounds and no ranges.
    plain_solver: Solver,
    /// Number of times that each bound was greater than 0.
    bounds: [u32; BOUND_NAMES.len()],
    /// Number of times that a range decided the question.
    ranges: u32,
}

impl Auditor {
    fn new() -> Auditor {
        Auditor { plain_solver: Solver::plain(), bounds: [0; BOUND_NAMES.len()], ranges: 0 }
    }
}

/// Names of the bounds that are checked.
const BOUND_NAMES: [&str; 7] = [
    "trumps of the declarer",
    "sure trumps of the declarer",
    "sure trumps of the defenders",
    "quick tricks of the declarer",
    "quick tricks of the defenders",
    "regained tricks",
    "exits",
];

fn position(board: &Board, remaining: u32, leader: usize) -> Position {
    let hands = BySeat([0, 1, 2].map(|seat| Cards::from_bits(board.hand(seat, remaining))));
    let trump = Suit::ALL.into_iter().find(|suit| suit.cards().bits() == board.trumps);
    let (declarer, playing) = (Some(Seat::Forehand), Seats::from_bits(board.playing));
    let setup = PlaySetup { play_rules: board.play_rules, trump, declarer, playing };
    Position::new(setup, hands, Seat::ALL[leader], &[]).expect("equal hands")
}

pub(super) fn audit_range(search: &Search, remaining: u32, leader: usize, need: u8, answer: bool) {
    AUDITOR.with_borrow_mut(|auditor| {
        let Some(auditor) = auditor else { return };
        let position = position(search.board, remaining, leader);
        let (declarer, maximizers) = (Seats::from_seat(Seat::Forehand), Seats::from_bits(search.maximizers));
        let value = auditor.plain_solver.value(&position, declarer, maximizers);
        assert_eq!(value >= need, answer, "{need}, {value} in {position:?}");
        auditor.ranges += 1;
    });
}

/// Checks each bound separately, even if it does not decide the question, against a search without bounds. Only the
/// sure trumps of the declarer are compared with another bound: they are at most the declarer's trump tricks.
pub(super) fn audit(start: &TrickStart) {
    let &TrickStart { board, remaining, leader, tricks, .. } = start;
    AUDITOR.with_borrow_mut(|auditor| {
        let Some(auditor) = auditor else { return };
        let position = position(board, remaining, leader);
        let declarer = Seats::from_seat(Seat::Forehand);
        let declarer_tricks = auditor.plain_solver.max_tricks(&position, declarer);
        let defender_tricks = tricks - declarer_tricks;
        let terms = start.terms();
        let trumps = bounds::declarer_trump_tricks(start, 0);
        let [sure, others_sure] = [true, false].map(|side| bounds::sure_trumps(start, side));
        let quick = bounds::quick_tricks(start, &terms);
        let (quick, others_quick) = if leader == 0 { (quick, 0) } else { (0, quick) };
        let regained = if leader == 0 { 0 } else { bounds::regained_tricks(start, &terms) };
        let (exits, lost) = if board.trumps == 0 {
            let lost = tricks - auditor.plain_solver.min_tricks(&position, declarer);
            (bounds::exit_tricks(start, &terms), lost)
        } else {
            (0, 0)
        };
        let claims = [
            (trumps, declarer_tricks),
            (sure, trumps),
            (others_sure, defender_tricks),
            (quick, declarer_tricks),
            (others_quick, defender_tricks),
            (regained, declarer_tricks),
            (exits, lost),
        ];
        for ((name, times), (claim, most)) in BOUND_NAMES.iter().zip(&mut auditor.bounds).zip(claims) {
            assert!(claim <= most, "{name}: {claim} of {most} in {position:?}");
            *times += u32::from(claim > 0);
        }
    });
}

/// Returns random hands, most of them lopsided: some suits are concentrated in one hand. Bounds decide such hands most
/// often.
fn lopsided_hands(random: &mut Pcg64, cards: usize) -> BySeat<Cards> {
    let mut pack: Vec<Card> = Cards::PACK.iter().collect();
    pack.shuffle(random);
    let mut hands = BySeat([Cards::NONE; 3]);
    let shape = random.random_range(0..4);
    for card in pack {
        let mut seat = Seat::ALL[random.random_range(0..3)];
        if shape > 0 && card.suit().index() % 2 == shape % 2 && random.random_range(0..3) > 0 {
            seat = Seat::ALL[(card.suit().index() / 2 + shape) % 3];
        }
        let short = Seat::ALL.into_iter().find(|&seat| hands[seat].len() < cards);
        let seat = if hands[seat].len() < cards { Some(seat) } else { short };
        if let Some(seat) = seat {
            hands[seat] |= [card].into_iter().collect();
        }
    }
    hands
}

/// The random seed: the number in the environment variable `PREFERENCE_SEED`, or 1.
pub(in crate::search) fn seed() -> u64 {
    std::env::var("PREFERENCE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

#[test]
fn every_bound_holds_at_every_node() {
    let random = &mut Pcg64::seed_from_u64(seed());
    let mut solver = Solver::new();
    AUDITOR.set(Some(Auditor::new()));
    for n in 0..2_500 * effort() {
        // Hands of ten cards take long, so they are rare.
        let cards = if n % 64 == 0 { 10 } else { random.random_range(6..=9) };
        let hands = lopsided_hands(random, cards);
        let out =
            [Seats::NONE, Seats::NONE, Seats::from_seat(Seat::Middlehand), Seats::from_seat(Seat::Rearhand)];
        let any = random.random_range(0..32);
        let setup = PlaySetup {
            // Three deals in five use one of the most common rule sets. The others use a random one, half of them with
            // `nosteal` added, which takes away tricks that a bound may count on.
            play_rules: PlayRules::from_bits([0, 1, 0b1111, any, any | 0b10000][n % 5]),
            trump: [None, Some(Suit::Clubs), Some(Suit::Hearts), Some(Suit::Spades)]
                [random.random_range(0..4)],
            declarer: Some(Seat::Forehand),
            playing: Seats::ALL - out[random.random_range(0..4)],
        };
        let leader = if setup.playing == Seats::ALL { random.random_range(0..3) } else { 0 };
        let position = Position::new(setup, hands, Seat::ALL[leader], &[]).expect("equal hands");
        let declarer = Seats::from_seat(Seat::Forehand);
        match n % 3 {
            0 => solver.min_tricks(&position, declarer),
            _ => solver.max_tricks(&position, declarer),
        };
    }
    let auditor = AUDITOR.take().expect("the auditor was set");
    for (name, times) in BOUND_NAMES.iter().zip(auditor.bounds) {
        assert!(times > 25_000, "{name} was greater than 0 only {times} times, seed {}", seed());
    }
}

#[test]
fn every_range_holds_where_it_decides() {
    let random = &mut Pcg64::seed_from_u64(1 + seed());
    AUDITOR.set(Some(Auditor::new()));
    for (play_rules, trump) in
        [(0, None), (0b11010, None), (1, Some(Suit::Hearts)), (0b01111, Some(Suit::Clubs))]
    {
        let play_rules = PlayRules::from_bits(play_rules);
        let setup = PlaySetup { play_rules, trump, declarer: Some(Seat::Forehand), playing: Seats::ALL };
        for maximizers in [0b001, 0b110] {
            let question = endgame::Question::new(1, maximizers);
            let mut ranges: Option<Ranges> = None;
            let (mut table, mut plain_solver) = (TranspositionTable::new(8), Solver::plain());
            for _ in 0..100 * effort() {
                let cards = random.random_range(6..=7);
                let hands = lopsided_hands(random, cards);
                let leader = random.random_range(0..3);
                let position = Position::new(setup, hands, Seat::ALL[leader], &[]).expect("equal hands");
                let mut board = Board::new();
                let (remaining, _) = board.lay_out(&position);
                let ranges = ranges.get_or_insert_with(|| {
                    let bytes = Ranges::complete(&board, question, 4, &|_| Some(()))
                        .expect("the build is not cancelled");
                    Ranges::from_bytes(&board, 4, endgame::Bytes::InMemory(bytes))
                });
                let value = plain_solver.value(
                    &position,
                    Seats::from_seat(Seat::Forehand),
                    Seats::from_bits(maximizers),
                );
                for need in 1..=cards as u8 {
                    let mut search = Search {
                        board: &board,
                        table: &mut table,
                        history: &mut History::new(),
                        plain_position: None,
                        values: None,
                        ranges: Some(ranges),
                        maximizers,
                        context: 0,
                        nodes: 0,
                    };
                    let reached = if maximizers == 1 {
                        search.start::<BoardRules, _>(
                            remaining,
                            leader,
                            None,
                            DeclarerTricks::<true> { need },
                            cards as u8,
                        )
                    } else {
                        search.start::<BoardRules, _>(
                            remaining,
                            leader,
                            None,
                            DeclarerTricks::<false> { need },
                            cards as u8,
                        )
                    };
                    assert_eq!(reached, value >= need, "{need}, {value} in {position:?}");
                }
            }
        }
    }
    let decided = AUDITOR.take().expect("the auditor was set").ranges;
    assert!(decided > 10_000, "ranges decided only {decided} questions, seed {}", seed());
}
