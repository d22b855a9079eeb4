//! Deals with known values, and checks of answers against them.

use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::ensure;
use preference::rules::{Contract, Variant};
use preference::seat::{BySeat, Seat};
use preference::situation::{Play, Situation};

use crate::known_deals::{CONTRACTS, KnownDeal, play};

/// Rules whose values the fixtures hold.
pub const RULES: [&str; 3] = ["american", "russian", "austrian"];

/// Places in the fixtures of the suit games, of all contracts that count tricks, and of misère.
pub(crate) const SUITS: Range<usize> = 0..4;
/// Indices of all contracts that count tricks.
pub(crate) const TRICKS: Range<usize> = 0..5;
/// Index of misère.
pub(crate) const MISERE: Range<usize> = 5..6;

/// Deal with its values under some rules.
pub(crate) struct DealValues<'a> {
    pub(crate) deal: &'a KnownDeal,
    pub(crate) variant: &'a Variant,
    pub(crate) values: &'a BySeat<[u8; 6]>,
}

impl DealValues<'_> {
    /// Returns the deal under the rules.
    pub(crate) fn situation(&self) -> Situation {
        Situation::new(self.variant.clone(), self.deal.deal)
    }

    pub(crate) fn play(&self, place: usize, declarer: Seat) -> Play {
        play(&self.deal.deal, self.variant, contract(place), declarer)
    }
}

/// Returns the contract at a place of the fixtures.
pub(crate) fn contract(place: usize) -> Contract {
    CONTRACTS[place].parse().expect("the fixtures name contracts")
}

pub(crate) fn check(tricks: Option<u8>, expected: u8, play: &Play) -> anyhow::Result<()> {
    ensure!(tricks == Some(expected), "wrong answer {tricks:?} instead of {expected} for {play:?}");
    Ok(())
}

/// Runs `work` and returns its result with its duration.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let answer = work();
    (answer, began.elapsed())
}
