//! Running counts of the results of hands.

use std::collections::BTreeMap;

use crate::outcomes::outcome::Outcome;
use crate::sampling::{Average, Estimate};

/// Running counts of the results of a contract over hands of one class.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) hands: u64,
    pub(super) average: Average,
    tricks: [u64; 11],
}

impl Tally {
    pub(super) fn add(&mut self, outcome: Outcome) {
        self.hands += 1;
        self.average.add(outcome);
        if let Some(count) = outcome.tricks.and_then(|tricks| self.tricks.get_mut(usize::from(tricks))) {
            *count += 1;
        }
    }

    pub(super) fn histogram(&self) -> Vec<u64> {
        if self.average.tricks().is_some() { self.tricks.to_vec() } else { Vec::new() }
    }
}

/// Running counts of numbers, one for each hand: differences in tricks, or gains.
#[derive(Debug, Default)]
pub(super) struct NumberTally {
    mean: Average,
    histogram: BTreeMap<i64, u64>,
}

impl NumberTally {
    pub(super) fn add(&mut self, number: f64) {
        self.mean.add_gain(number);
        // Rounding merges few different numbers, since almost all are whole. No number exceeds the amount in a pot, so
        // it fits into an `i64`.
        *self.histogram.entry(number.round() as i64).or_default() += 1;
    }

    pub(super) fn hands(&self) -> u64 {
        self.histogram.values().sum()
    }

    pub(super) fn mean(&self) -> Estimate {
        self.mean.gain_of_few().expect("a number was added")
    }

    pub(super) fn histogram(&self) -> Vec<(i64, u64)> {
        self.histogram.iter().map(|(&number, &count)| (number, count)).collect()
    }
}
