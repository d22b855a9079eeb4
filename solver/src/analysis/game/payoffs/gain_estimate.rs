//! Estimates of gains that are not solved.

use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, Gains};

/// The gains of everybody, or bounds on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GainEstimate {
    /// The gains of everybody.
    Exact(Gains),
    /// Bounds on the gains.
    Bounds(GainBounds),
}

/// Bounds on the gains of everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GainBounds {
    /// Lower bound of each seat's gain.
    pub least: BySeat<Amount>,
    /// Upper bound of each seat's gain.
    pub most: BySeat<Amount>,
    /// Lower and upper bound of the sum of the three gains.
    pub(in crate::analysis) together: [Amount; 2],
}

impl GainBounds {
    fn at(gains: &Gains) -> GainBounds {
        let together = gains.seats.0.iter().sum();
        GainBounds { least: gains.seats, most: gains.seats, together: [together; 2] }
    }

    pub(in crate::analysis) fn or(self, other: GainBounds) -> GainBounds {
        let (mut both, [low, high]) = (self, self.together);
        for seat in Seat::ALL {
            both.least[seat] = self.least[seat].min(other.least[seat]);
            both.most[seat] = self.most[seat].max(other.most[seat]);
        }
        both.together = [low.min(other.together[0]), high.max(other.together[1])];
        both
    }

    /// Returns the bounds of the sum of both others' gains, which also follow from the sum of all three.
    pub(in crate::analysis) fn others_of(&self, seat: Seat) -> [Amount; 2] {
        let (left, right, [low, high]) = (seat.left(), seat.right(), self.together);
        [
            (self.least[left] + self.least[right]).max(low - self.most[seat]),
            (self.most[left] + self.most[right]).min(high - self.least[seat]),
        ]
    }

    /// Narrows the bounds as far as the sum of all three allows: nobody gains more than the rest of the sum
    /// when the others gain the least they can, or less than the rest when they gain the most.
    pub(in crate::analysis) fn tightened(self) -> GainBounds {
        let [low, high] = self.together;
        let left = |of: BySeat<Amount>, seat: Seat| of[seat.left()] + of[seat.right()];
        let mut tight = self;
        for seat in Seat::ALL {
            tight.least[seat] = self.least[seat].max(low - left(self.most, seat));
            tight.most[seat] = self.most[seat].min(high - left(self.least, seat));
        }
        tight
    }
}

impl GainEstimate {
    /// Returns the estimate of gains that are one of these; `None` if there are none.
    pub(crate) fn one_of<'a>(all: impl IntoIterator<Item = &'a Gains>) -> Option<GainEstimate> {
        let mut all = all.into_iter();
        let first = all.next()?;
        let (mut between, mut alike) = (GainBounds::at(first), true);
        for gains in all {
            alike &= gains == first;
            between = between.or(GainBounds::at(gains));
        }
        Some(if alike { GainEstimate::Exact(first.clone()) } else { GainEstimate::Bounds(between) })
    }

    /// Returns the estimate of gains that are estimated by one or the other.
    pub(crate) fn or(&self, other: &GainEstimate) -> GainEstimate {
        if self == other { self.clone() } else { GainEstimate::Bounds(self.bounds().or(other.bounds())) }
    }

    /// Returns the bounds; for known gains the gains themselves are both bounds.
    #[must_use]
    pub fn bounds(&self) -> GainBounds {
        match self {
            GainEstimate::Exact(gains) => GainBounds::at(gains),
            GainEstimate::Bounds(between) => *between,
        }
    }
}
