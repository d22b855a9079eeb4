//! The search compared with the files of known values.

use preference::rules::{Contract, Variant};
use preference::search::Solver;
use preference::seat::{Seat, Seats};
use preference_fixtures::judge::JudgePosition;
use preference_fixtures::{
    CONTRACTS, Case, ExpectedOutcome, bridge_solver_tricks, deals, endings, play, puzzles, switch_cases,
};

fn check(cases: &[Case], min_cases: usize) {
    assert!(cases.len() >= min_cases, "only {} cases", cases.len());
    let mut solver = Solver::new();
    for case in cases {
        let outcome = case.play.outcome(&mut solver);
        let found = match (case.expected, outcome.tricks) {
            (ExpectedOutcome::Tricks(_), Some(tricks)) => ExpectedOutcome::Tricks(tricks),
            _ => ExpectedOutcome::Made(outcome.made),
        };
        assert_eq!(found, case.expected, "line {}: {:?}", case.line, case.play);
    }
}

#[test]
fn endings_have_their_known_values() {
    check(&endings(), 400);
}

#[test]
fn published_puzzles_have_their_published_solutions() {
    check(&puzzles(), 3);
}

#[test]
fn every_switch_changes_some_value() {
    let cases = switch_cases();
    check(&cases, 16);
    for pair in cases.chunks(2) {
        assert_eq!(
            pair[0].play.position().hand(Seat::Forehand),
            pair[1].play.position().hand(Seat::Forehand)
        );
        assert_ne!(pair[0].expected, pair[1].expected, "line {}", pair[0].line);
        for case in pair {
            let side = Seats::from_seat(case.play.declarer());
            let by_judge = JudgePosition::from_position(case.play.position()).tricks(side, side);
            assert_eq!(case.expected, ExpectedOutcome::Tricks(by_judge as u8), "line {}", case.line);
        }
    }
}

#[test]
fn fixtures_agree_with_dds() {
    // Compares two files with each other: this solver's values and those of the bridge solver. The search itself
    // is checked in [`deals_have_their_known_values`].
    let (deals, dds) = (deals(), bridge_solver_tricks());
    assert_eq!((deals.len(), dds.len()), (1000, 1000));
    for (known, dds) in deals.iter().zip(&dds) {
        let (_, values) =
            known.values.iter().find(|(rules, _)| rules == "american").expect("american values");
        for (seat, by_dds) in dds.iter() {
            assert_eq!(&values[seat][..5], by_dds, "{} declares {}", seat, known.deal);
        }
    }
}

#[test]
fn deals_have_their_known_values() {
    // Checks a tenth of the deals. `pref bench --deals 1000` checks all of them.
    let mut solver = Solver::new();
    for known in deals().iter().step_by(10) {
        assert_eq!(known.values.len(), 3);
        for (rules, values) in &known.values {
            let variant: Variant = rules.parse().expect("a preset");
            for (declarer, expected) in values.iter() {
                let tricks = CONTRACTS.map(|contract| {
                    let contract: Contract = contract.parse().expect("a contract");
                    let play = play(&known.deal, &variant, contract, declarer);
                    play.outcome(&mut solver).tricks.expect("these contracts count tricks")
                });
                assert_eq!(tricks, *expected, "{rules}, {declarer} declares {}", known.deal);
            }
        }
    }
}
