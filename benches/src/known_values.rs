//! Deals whose values are known, and answers held against them.

use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::ensure;
use preference::rules::{Contract, Variant};
use preference::seat::{BySeat, Seat};
use preference::situation::{Play, Situation};

use crate::known_deals::{CONTRACTS, KnownDeal, play};

/// The rules whose values the fixtures hold.
pub const RULES: [&str; 3] = ["american", "russian", "austrian"];

/// The places of the suit games, of all that count tricks, and of misère in the
/// fixtures.
pub(crate) const SUITS: Range<usize> = 0..4;
pub(crate) const TRICKS: Range<usize> = 0..5;
pub(crate) const MISERE: Range<usize> = 5..6;

/// A deal with its values under some rules.
pub(crate) struct KnownValues<'a> {
    pub(crate) deal: &'a KnownDeal,
    pub(crate) variant: &'a Variant,
    pub(crate) values: &'a BySeat<[u8; 6]>,
}

impl KnownValues<'_> {
    /// What is given: the deal under the rules.
    pub(crate) fn situation(&self) -> Situation {
        Situation::new(self.variant.clone(), self.deal.deal)
    }

    pub(crate) fn play(&self, place: usize, declarer: Seat) -> Play {
        play(&self.deal.deal, self.variant, contract(place), declarer)
    }
}

/// The contract at a place of the fixtures.
pub(crate) fn contract(place: usize) -> Contract {
    CONTRACTS[place].parse().expect("the fixtures name contracts")
}

pub(crate) fn check(tricks: Option<u8>, expected: u8, play: &Play) -> anyhow::Result<()> {
    ensure!(tricks == Some(expected), "wrong answer {tricks:?} instead of {expected} for {play:?}");
    Ok(())
}

/// What this work gives, and the time that it takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let answer = work();
    (answer, began.elapsed())
}
