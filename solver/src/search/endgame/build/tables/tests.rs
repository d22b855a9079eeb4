//! Compares complete tables with values that are computed one by one.

use std::sync::atomic::{AtomicU64, Ordering};

use preference_fixtures::effort;

use super::*;
use crate::rules::play::PlayRules;
use crate::search::endgame::values::bytes::Bytes;
use crate::search::endgame::values::index::tests::{board, for_each_ending};

/// Iterates over the rule sets as bits. Of the rule sets that have the same effect in games with or without trumps,
/// only one is included.
fn switches(trumps: bool) -> impl Iterator<Item = u8> {
    (0..32).filter(move |&bits| PlayRules::from_bits(bits).effective_rules(trumps).bits() == bits)
}

#[test]
fn complete_table_equals_values_computed_on_demand() {
    let few = [(true, 2), (false, 3)];
    let few =
        few.into_iter().flat_map(|(trumps, cards)| switches(trumps).map(move |bits| (bits, trumps, cards)));
    let more = [(0b01111, true, 3), (0, false, 4), (0b00001, true, 3)].into_iter().take(effort());
    for (bits, trumps, cards) in few.chain(more) {
        for maximizers in [0b001, 0b110] {
            let mut board = board(trumps, 3);
            board.play_rules = PlayRules::from_bits(bits);
            let question = Question::new(0b001, maximizers);
            let bytes =
                Values::complete(&board, question, cards, &|_| Some(())).expect("the build is not cancelled");
            let complete = Values::from_bytes(&board, question, cards, Bytes::InMemory(bytes));
            let on_demand = Values::new(&board, question);
            assert!(complete.is_consistent(&board));
            for_each_ending(&mut board, cards, |board, remaining, tricks| {
                for leader in 0..3 {
                    let value = on_demand.value(board, remaining, leader, tricks);
                    assert_eq!(complete.value(board, remaining, leader, tricks), value, "{bits:05b}");
                }
            });
        }
    }
}

#[test]
fn wrong_value_is_detected() {
    let board = board(false, 3);
    let question = Question::new(0b001, 0b001);
    let bytes = Values::complete(&board, question, 3, &|_| Some(())).expect("the build is not cancelled");
    let zeros = Bytes::InMemory(vec![0; bytes.len()].into_boxed_slice());
    assert!(Values::from_bytes(&board, question, 3, Bytes::InMemory(bytes)).is_consistent(&board));
    assert!(!Values::from_bytes(&board, question, 3, zeros).is_consistent(&board));
}

#[test]
fn values_lie_within_ranges_of_table() {
    // Checks that each value lies within its range. Endings of four cards without trumps have more triples of ranges than
    // a codebook has entries.
    for (trumps, cards) in [(true, 2), (false, 4)] {
        for maximizers in [0b001, 0b110] {
            let mut board = board(trumps, 3);
            let question = Question::new(0b001, maximizers);
            let bytes =
                Ranges::complete(&board, question, cards, &|_| Some(())).expect("the build is not cancelled");
            assert_eq!(bytes.len(), Ranges::size_in_bytes(trumps, cards));
            let ranges = Ranges::from_bytes(&board, cards, Bytes::InMemory(bytes));
            let values = Values::new(&board, question);
            assert!(ranges.is_consistent(&board, question));
            let (mut exact, mut wider, mut widest) = (0, 0, 0);
            for_each_ending(&mut board, cards, |board, remaining, tricks| {
                for leader in 0..3 {
                    let range = ranges.ranges(board, remaining, tricks).range(leader);
                    let value = values.value(board, remaining, leader, tricks);
                    assert!(range.low <= value && value <= range.high, "{value} in {range:?}");
                    for need in 1..=tricks {
                        let decision = ranges.can_reach(board, remaining, leader, tricks, need);
                        assert!(decision.is_none_or(|is_reached| is_reached == (value >= need)));
                    }
                    *if range.low == range.high { &mut exact } else { &mut wider } += 1;
                    widest += u32::from(range.high - range.low == 4);
                }
            });
            assert!(exact > 3 * wider && (widest > 0) == (cards == 4), "{exact} {wider} {widest}");
        }
    }
}

#[test]
fn ranges_follow_from_ranges_with_one_trick_less_under_all_rules() {
    let switches_and_trumps =
        [true, false].into_iter().flat_map(|trumps| switches(trumps).map(move |bits| (bits, trumps)));
    for (bits, trumps) in switches_and_trumps {
        for maximizers in [0b001, 0b110] {
            let mut board = board(trumps, 3);
            board.play_rules = PlayRules::from_bits(bits);
            let question = Question::new(0b001, maximizers);
            let bytes =
                Ranges::complete(&board, question, 3, &|_| Some(())).expect("the build is not cancelled");
            let ranges = Ranges::from_bytes(&board, 3, Bytes::InMemory(bytes));
            assert!(ranges.is_consistent(&board, question), "{bits:05b} {trumps} {maximizers:03b}");
        }
    }
}

#[test]
fn wrong_range_is_detected() {
    let board = board(false, 3);
    let question = Question::new(0b001, 0b001);
    let bytes = Ranges::complete(&board, question, 3, &|_| Some(())).expect("the build is not cancelled");
    // The first table uses the first codebook entry for every position; in the second table all ranges are from 0 to 0.
    for from in [3 * Codebook::BYTES, 0] {
        let mut wrong = bytes.clone();
        wrong[from..].fill(0);
        assert!(!Ranges::from_bytes(&board, 3, Bytes::InMemory(wrong)).is_consistent(&board, question));
    }
}

/// Builds a table, and cancels the work at the first progress report after `max_reports` reports. Returns whether the
/// table was completed, and the number of reports.
fn build_until(board: &Board, question: Question, max_reports: u64) -> (bool, u64) {
    let reports = AtomicU64::new(0);
    let go_on = |_| (reports.fetch_add(1, Ordering::Relaxed) < max_reports).then_some(());
    (Ranges::complete(board, question, 3, &go_on).is_some(), reports.load(Ordering::Relaxed))
}

#[test]
fn build_stops_within_slice() {
    // Cancels builds of a table without trumps, in which all positions with the same number of tricks left form one slice.
    let board = board(false, 3);
    let question = Question::new(0b001, 0b001);
    let (built, total) = build_until(&board, question, u64::MAX);
    assert!(built && total > 500, "{total}");
    let threads = rayon::current_num_threads() as u64;
    for max_reports in [0, total / 7, total / 2, total - 1] {
        let (built, reports) = build_until(&board, question, max_reports);
        assert!(!built, "{max_reports} of {total}");
        assert!(reports <= max_reports + 6 + threads, "{reports} reports instead of {max_reports}");
    }
}
