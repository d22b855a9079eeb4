//! The search compared with plain minimax on random endings and on whole deals. Together the endings have all
//! combinations of switches, two and three hands, every kind of goal, every leader, and tricks in progress.
//!
//! `PREFERENCE_EFFORT=20` compares twenty times as many positions.

use bitvec::prelude::*;
use preference::position::{PlaySetup, Position};
use preference::rules::Goal;
use preference::search::Solver;
use preference::seat::{BySeat, Seat, Seats};
use preference_fixtures::judge::{JudgePosition, Memo};
use preference_fixtures::{effort, random};
use rand::{Rng, RngExt};

fn side(random: &mut impl Rng, setup: PlaySetup) -> Seats {
    loop {
        let seats = Seats::from_bits(random.random_range(1..8)) - (Seats::ALL - setup.playing);
        if !seats.is_empty() {
            return seats;
        }
    }
}

fn goal(random: &mut impl Rng, setup: PlaySetup, cards: u8) -> Goal {
    let seats = side(random, setup);
    let tricks = random.random_range(0..=cards);
    match random.random_range(0..5) {
        0 => Goal::AtLeast { seats, tricks },
        1 => Goal::AtMost { seats, tricks },
        2 => Goal::Exactly { seats, tricks },
        3 => Goal::InARow { seats, tricks: random.random_range(1..=cards), run: random.random_range(0..3) },
        _ => Goal::Quotas(BySeat::from_fn(|_| random.random_range(0..=cards.div_ceil(2)))),
    }
}

fn compare(solver: &mut Solver, position: &Position, side: Seats, goal: Goal, seed: u64) {
    let judge_position = JudgePosition::from_position(position);
    let others = position.setup().playing - side;
    let place = || format!("seed {seed}, {position:?}, side {side:?}");
    assert_eq!(
        i32::from(solver.max_tricks(position, side)),
        judge_position.tricks(side, side),
        "most: {}",
        place()
    );
    assert_eq!(
        i32::from(solver.min_tricks(position, side)),
        judge_position.tricks(side, others),
        "fewest: {}",
        place()
    );
    assert_eq!(
        solver.can_reach(position, side, goal),
        judge_position.reaches(side, goal),
        "{goal:?}: {}",
        place()
    );
}

/// Compares random positions with hands of `cards` cards. The index of the position cycles through all 320 combinations
/// of switches, trumps or none, number of hands, and cards in the trick; 640 positions have each combination
/// twice.
fn compare_random_endings(cards: usize, positions: usize, seed: u64) {
    let mut solver = Solver::new();
    // Each bit stands for a combination of switches, trumps, number of hands, cards in the trick, and seat to
    // move. A combination that never occurs would be a missing test.
    let mut covered = bitvec![0; 32 * 2 * 2 * 3 * 3];
    for n in 0..positions as u64 {
        let seed = seed * 1_000_000 + n;
        let random = &mut random::generator(seed);
        let (setup, played) = random::setup(random, n);
        let position = random::position(random, setup, cards, played);
        let side = side(random, setup);
        let goal = goal(random, setup, position.tricks_left());
        compare(&mut solver, &position, side, goal, seed);
        let rules = usize::from(setup.play_rules.bits()) * 2 + usize::from(setup.trump.is_some());
        let place = (rules * 2 + usize::from(setup.playing.len() == 2)) * 3 + played;
        covered.set(place * 3 + position.to_move().index(), true);
    }
    // With two hands a trick is complete after two cards, so they never have two cards in a trick.
    let possible = covered.len() * 5 / 6;
    assert!(positions < 6400 || covered.count_ones() == possible, "some combination was never tried");
}

#[test]
fn bounds_and_tables_change_no_value() {
    // Compares the full search with a plain one, which has no bounds and no tables, on hands of six to ten
    // cards.
    let (mut solver, mut plain) = (Solver::new(), Solver::plain());
    for n in 0..160 * effort() as u64 {
        let seed = 20_000_000 + n;
        let random = &mut random::generator(seed);
        let (setup, played) = random::setup(random, n);
        // All rules come in turn, with hands of six to ten cards.
        let cards = 6 + (n / 3 % 5) as usize;
        let position = random::position(random, setup, cards, played);
        let side = Seats::from_seat(setup.declarer.expect("a declarer"));
        let others = setup.playing - side;
        let place = || format!("seed {seed}, {position:?}");
        assert_eq!(
            solver.max_tricks(&position, side),
            plain.max_tricks(&position, side),
            "most: {}",
            place()
        );
        assert_eq!(
            solver.max_tricks(&position, others),
            plain.max_tricks(&position, others),
            "the others: {}",
            place()
        );
        if setup.trump.is_none() && cards < 9 {
            assert_eq!(
                solver.min_tricks(&position, side),
                plain.min_tricks(&position, side),
                "fewest: {}",
                place()
            );
        }
    }
}

#[test]
fn endings_of_three_cards_match_minimax() {
    compare_random_endings(3, 1500 * effort(), 3);
}

#[test]
fn endings_of_four_cards_match_minimax() {
    compare_random_endings(4, 1000 * effort(), 4);
}

#[test]
fn endings_of_five_and_six_cards_match_minimax() {
    compare_random_endings(5, 120 * effort(), 5);
    // One position of six cards takes the judge as long as two hundred of five.
    compare_random_endings(6, effort() / 4, 6);
}

#[test]
fn solver_keeps_goals_of_one_position_apart() {
    // Asks two solvers, of which one has endgame values, for many goals of the same seats and of other seats.
    // The entries of their transposition tables must distinguish the goals, and also the different remainders of one
    // goal when a position is reached in several ways.
    let mut solvers = [Solver::new(), Solver::plain()];
    for n in 0..40 * effort() as u64 {
        let seed = 40_000_000 + n;
        let random = &mut random::generator(seed);
        let (setup, played) = random::setup(random, n * 11);
        let position = random::position(random, setup, 5, played);
        let sides = [side(random, setup), side(random, setup)];
        let judge_position = JudgePosition::from_position(&position);
        for turn in 0..24 {
            let side = sides[turn % 2];
            let goal = goal(random, setup, position.tricks_left());
            let expected = judge_position.reaches(side, goal);
            for solver in &mut solvers {
                let found = solver.can_reach(&position, side, goal);
                assert_eq!(found, expected, "seed {seed}, {position:?}, side {side:?}: {goal:?}");
            }
        }
    }
}

fn compare_random_deals(deals: usize, seed: u64) {
    let mut solver = Solver::new();
    for n in 0..deals as u64 {
        let random = &mut random::generator(seed * 1_000_000 + n);
        let deal = random::deal(random);
        let (setup, _) = random::setup(random, n * 7);
        let position = Position::new(setup, deal.hands(), Seat::ALL[n as usize % 3], &[]).expect("a deal");
        let side = Seats::from_seat(setup.declarer.expect("a declarer"));
        let place = || format!("{deal}, {setup:?}, {} leads", position.leader());
        let judge_position = JudgePosition::from_position(&position);
        let memo = &mut Memo::new();
        let most = i32::from(solver.max_tricks(&position, side));
        assert!(judge_position.can_reach(side, side, most, memo), "not {most}: {}", place());
        assert!(!judge_position.can_reach(side, side, most + 1, memo), "over {most}: {}", place());
        let others = setup.playing - side;
        let none = solver.can_reach(&position, side, Goal::AtMost { seats: side, tricks: 0 });
        assert_eq!(
            none,
            !judge_position.can_reach(side, others, 1, &mut Memo::new()),
            "no trick: {}",
            place()
        );
    }
}

#[test]
fn whole_deals_match_minimax() {
    compare_random_deals(12 * effort(), 10);
}
