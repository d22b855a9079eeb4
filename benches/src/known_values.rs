//! Deals with their known values under one rule set, and checks of answers against the values.

use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::ensure;
use preference::rules::{Contract, Variant};
use preference::seat::{BySeat, Seat};
use preference::situation::{Play, Situation};

use crate::known_deals::{CONTRACTS, KnownDeal, play};

/// Rules for which the fixtures have values.
pub const RULES: [&str; 3] = ["american", "russian", "austrian"];

/// Indices of the suit games in [`CONTRACTS`].
pub(crate) const SUIT_CONTRACTS: Range<usize> = 0..4;
/// Indices of the contracts in which the declarer plays for many tricks: all but misère.
pub(crate) const TRICK_CONTRACTS: Range<usize> = 0..5;
/// Range that holds only the index of misère.
pub(crate) const MISERE: Range<usize> = 5..6;

/// Deal with its known values under one rule set.
pub(crate) struct DealValues<'a> {
    pub(crate) deal: &'a KnownDeal,
    pub(crate) variant: &'a Variant,
    pub(crate) values: &'a BySeat<[u8; 6]>,
}

impl DealValues<'_> {
    pub(crate) fn situation(&self) -> Situation {
        Situation::new(self.variant.clone(), self.deal.deal)
    }

    pub(crate) fn play(&self, contract_index: usize, declarer: Seat) -> Play {
        play(&self.deal.deal, self.variant, contract(contract_index), declarer)
    }
}

pub(crate) fn contract(contract_index: usize) -> Contract {
    CONTRACTS[contract_index].parse().expect("the fixtures name contracts")
}

pub(crate) fn check(tricks: Option<u8>, expected: u8, play: &Play) -> anyhow::Result<()> {
    ensure!(tricks == Some(expected), "wrong answer {tricks:?} instead of {expected} for {play:?}");
    Ok(())
}

/// Runs `work`, and returns its result and the time that it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let answer = work();
    (answer, began.elapsed())
}
